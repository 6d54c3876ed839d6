//! What a search answers, and why it may not.

use crate::Plies;
use crate::Stats;
use std::fmt;

/// The answer to "does OR win?".
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameValue {
    /// OR wins, within this many plies (an upper bound, not necessarily the shortest).
    Proved(Plies),
    /// OR does not win.
    Disproved,
    /// Not known: a limit was reached.
    Unknown(StopReason),
}

/// Why a search ended without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// The limit of expansions was reached.
    Nodes,
    /// The memory allowed is used up.
    Memory,
    /// The caller's stop flag was raised.
    Stopped,
    /// Time is up.
    Time,
    /// The engine cannot answer this question (C* on a position that OR does not win, when it stops
    /// making progress; λ-search below the order needed).
    GaveUp,
}

impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StopReason::Nodes => "the limit of expansions was reached",
            StopReason::Memory => "the memory is used up",
            StopReason::Stopped => "the search was stopped",
            StopReason::Time => "time is up",
            StopReason::GaveUp => "the engine cannot answer this question",
        })
    }
}

/// What asks a search for more than a verdict returns it as an error.
impl std::error::Error for StopReason {}

impl GameValue {
    /// `Some(true)` if OR wins, `Some(false)` if not, `None` if unknown.
    pub fn answer(self) -> Option<bool> {
        match self {
            GameValue::Proved(_) => Some(true),
            GameValue::Disproved => Some(false),
            GameValue::Unknown(_) => None,
        }
    }
}

/// The end of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Outcome {
    /// The answer.
    pub verdict: GameValue,
    /// What it took.
    pub stats: Stats,
}
