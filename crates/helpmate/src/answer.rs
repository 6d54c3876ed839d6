//! What is known about a problem in the end.

use crate::{Count, Digest, Engine};
use std::{fmt, io};
use tsumugi_shogi::Move;

/// The answer to a helpmate problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// The shortest mate takes this many plies.
    Mate(u32),
    /// There is none, however long.
    NoMate,
    /// There is none of at most this many plies, which was the bound.
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
    Checkpoint(CheckpointFault),
}

/// Why a search cannot go on from a checkpoint.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CheckpointFault {
    /// Another version of tsumugi wrote it.
    OtherVersion,
    /// It is of another problem.
    OtherProblem,
    /// It is of this problem, but the caller did not ask to go on from it.
    NotAskedFor,
    /// It cannot be read: what is wrong, in the words of the reader.
    Damaged(String),
}

impl fmt::Display for CheckpointFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CheckpointFault::OtherVersion => {
                "the checkpoint is of another version of tsumugi, which alone can continue it; \
                 to start anew, remove it"
            }
            CheckpointFault::OtherProblem => "there is a checkpoint of another problem",
            CheckpointFault::NotAskedFor => "there is a checkpoint already; --resume continues from it",
            CheckpointFault::Damaged(what) => what,
        })
    }
}

impl std::error::Error for CheckpointFault {}

impl CheckpointFault {
    /// As an error of a storage, which carries it to whoever asked.
    pub(crate) fn error(self) -> io::Error {
        let kind = match self {
            CheckpointFault::OtherProblem | CheckpointFault::NotAskedFor => {
                io::ErrorKind::AlreadyExists
            }
            CheckpointFault::OtherVersion | CheckpointFault::Damaged(_) => io::ErrorKind::InvalidData,
        };
        io::Error::new(kind, self)
    }

    /// What such an error carries; one of another origin is damage.
    pub(crate) fn of(error: &io::Error) -> CheckpointFault {
        let carried = error.get_ref().and_then(|inner| inner.downcast_ref::<CheckpointFault>());
        carried.cloned().unwrap_or_else(|| CheckpointFault::Damaged(error.to_string()))
    }
}

/// A point where shortest solutions part: a position with more than one move that keeps to the shortest.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Parting {
    /// How many plies were played before it.
    pub ply: u32,
    /// The position.
    pub sfen: String,
    /// The moves.
    pub moves: Vec<Move>,
}

/// What was found.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The verdict.
    pub verdict: Verdict,
    /// How many shortest solutions there are: sequences of moves. `None` if they were not counted.
    pub solutions: Option<Count>,
    /// Solutions, no more than were asked for.
    pub lines: Vec<Vec<Move>>,
    /// Where solutions part, the first of them.
    pub branches: Vec<Parting>,
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
    /// The layers that were finished, if they were asked for and the engine is [`Engine::Plain`].
    pub digest: Option<Digest>,
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
            digest: None,
        }
    }

    /// Is there exactly one shortest solution (完全作)?
    pub fn is_unique(&self) -> bool {
        self.solutions.as_ref().is_some_and(Count::is_one)
    }
}
