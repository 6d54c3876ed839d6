//! What is known about a problem in the end.

use crate::{Count, Engine};
use tsumugi_shogi::Move;

/// The answer to a helpmate problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The shortest mate takes so many plies.
    Mate(u32),
    /// There is none, however long.
    NoMate,
    /// There is none of at most so many plies, which was the bound.
    NotWithin(u32),
    /// Not known.
    Unknown(StopReason),
}

/// Why a search ended without an answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StopReason {
    /// The caller asked it to stop.
    Stopped,
    /// Time is up.
    Time,
    /// As many positions were expanded as were allowed.
    Nodes,
    /// The memory is used up.
    Memory,
    /// Files could not be written or read; in the words of the system.
    Storage(String),
    /// A GPU failed, or cannot do what it is asked to; in its own words.
    Device(String),
    /// There is a checkpoint that cannot be continued from, or is not to be.
    Checkpoint(String),
}

/// A point where shortest solutions part: a position with more than one move that keeps to the shortest.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// How many plies were played before it.
    pub ply: u32,
    /// The position.
    pub sfen: String,
    /// The moves.
    pub moves: Vec<Move>,
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Answer {
    /// The verdict.
    pub verdict: Verdict,
    /// How many shortest solutions there are: sequences of moves. `None` if they were not counted.
    pub solutions: Option<Count>,
    /// Solutions, no more than were asked for.
    pub lines: Vec<Vec<Move>>,
    /// Where solutions part, the first of them.
    pub branches: Vec<Branch>,
    /// How many such points there are.
    pub branch_count: u64,
    /// Pieces the attacker holds at the end of the first line.
    pub surplus: u32,
    /// Positions told apart and remembered.
    pub positions: u64,
    /// Positions whose moves were generated.
    pub expansions: u64,
    /// Which engine answered.
    pub engine: Engine,
    /// How many bits told positions apart.
    pub key_bits: u32,
    /// The most bytes the engine used for its tables.
    pub bytes: u64,
}

impl Answer {
    /// An answer with nothing but its verdict.
    pub fn new(verdict: Verdict, engine: Engine) -> Answer {
        Answer {
            verdict,
            solutions: None,
            lines: Vec::new(),
            branches: Vec::new(),
            branch_count: 0,
            surplus: 0,
            positions: 0,
            expansions: 0,
            engine,
            key_bits: 64,
            bytes: 0,
        }
    }

    /// Is there exactly one shortest solution (完全作)?
    pub fn is_unique(&self) -> bool {
        self.solutions.as_ref().is_some_and(Count::is_one)
    }
}
