//! Mending a problem (余詰消し): small changes of its diagram after which the intended line is the only solution.
//!
//! Diagrams are tried in the order in which a composer would want them. What is cheap to ask comes first: does the intended line
//! still mate, do the known second solutions still mate? What is left is [checked](crate::check) in full, and only what the check
//! settles as sound is an answer.

mod log;
mod request;
mod search;

pub use log::{Log, Tried};
pub(crate) use request::conduct;
pub use request::{Kind, Request};

use crate::check::{Finding, Soundness};
use crate::{Japanese, Reason};
use serde::{Deserialize, Serialize};
use tsumugi_shogi::{Move, Square};
use tsumugi_workshop::changes::Change;

/// The answer, plain data: `web/openapi.yaml` says what the keys mean.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Answer {
    /// The diagram to mend: hands completed.
    pub sfen: String,
    /// Its name, where it has one.
    pub name: Option<String>,
    /// What the check says about it as it is.
    pub verdict: Soundness,
    /// Whose line is to be the only solution.
    pub intended: Intended,
    /// That line; empty if any will do.
    pub line: Vec<Move>,
    /// What spoils the diagram: second solutions and longer defences.
    pub faults: Vec<Finding>,
    /// The mended diagrams, the best first.
    pub mended: Vec<Mended>,
    /// Diagrams with up to this many changes were tried.
    pub changes: u32,
    /// Were all of them settled?
    pub complete: bool,
    /// How many diagrams were tried, and what became of them.
    pub tried: Counts,
    /// Why it was broken off.
    pub reason: Option<Reason>,
    /// Positions expanded by checks.
    pub expansions: u64,
    /// How long it took.
    pub seconds: f64,
}

/// Whose line is to be the only solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Intended {
    /// It came with the problem.
    Given,
    /// It is the main line of the diagram as it is.
    Found,
    /// There is none: any line will do.
    Any,
}

/// What became of the diagrams that were tried.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Counts {
    /// Legal diagrams.
    pub diagrams: u64,
    /// How many have no mate, or an intended line that does not mate.
    pub line: u64,
    /// How many still have a known fault.
    pub faults: u64,
    /// How many were checked in full.
    pub checked: u64,
    /// How many of these are not settled.
    pub open: u64,
}

/// A mended diagram.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Mended {
    /// The diagram.
    pub sfen: String,
    /// What was changed.
    pub changes: Vec<Changed>,
    /// Its only solution.
    pub line: Vec<Move>,
    /// Plies of it.
    pub length: u32,
    /// What becomes of the second solutions of the diagram as it was.
    pub refutes: Vec<Refuted>,
    /// Duals and equal defences that are left; composers put up with them.
    pub left: Vec<Finding>,
    /// Was it proved of every other check that it does not mate?
    pub proved: bool,
    /// How many moves of the solution take a piece that a change put there.
    pub captures: u32,
    /// How unnatural the changes look; `tsumugi mend --help` has the rules.
    pub cost: u32,
}

/// A change in words.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Changed {
    /// What it does.
    pub kind: Kind,
    /// The squares it changes.
    pub squares: Vec<String>,
    /// In English.
    pub text: String,
    /// In Japanese.
    pub text_ja: String,
}

impl From<Change> for Changed {
    fn from(change: Change) -> Changed {
        Changed {
            kind: change.kind().into(),
            squares: change.squares().map(|square: Square| square.to_string()).collect(),
            text: change.to_string(),
            text_ja: change.japanese(),
        }
    }
}

/// A second solution of the diagram as it was, which is none any more.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Refuted {
    /// The number of the move at which it left the intended line.
    pub move_number: usize,
    /// The move.
    #[serde(rename = "move")]
    pub m: Move,
    /// The reply that refutes it; none if it can no longer be played as a check.
    pub reply: Option<Move>,
}

impl Answer {
    /// No answer.
    pub fn none(sfen: String, reason: Reason) -> Answer {
        Answer {
            sfen,
            name: None,
            verdict: Soundness::Unsettled,
            intended: Intended::Any,
            line: vec![],
            faults: vec![],
            mended: vec![],
            changes: 0,
            complete: false,
            tried: Counts::default(),
            reason: Some(reason),
            expansions: 0,
            seconds: 0.0,
        }
    }

    /// Is there nothing to mend: is the diagram sound, with the line that came with it?
    pub fn is_sound_already(&self) -> bool {
        self.verdict == Soundness::Sound && self.changes == 0
    }
}
