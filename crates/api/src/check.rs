//! What a composer wants to know: the solution, the moves beside it, and what is known about each of them.
//!
//! While it works a check keeps a sheet: the line with its [`Task`]s. What it comes to is told as an [`Answer`].

mod archive;
mod examination;
mod request;
mod round;
mod sheet;
mod task;

pub use archive::{Archive, CertificateSink, StorageError};
pub(crate) use request::conduct;
pub use request::{Request, Trouble};
pub(crate) use sheet::Sheet;
pub use task::{Effort, Known, Task};

use crate::{Branch, Reason};
use serde::{Deserialize, Serialize};
use tsumugi_shogi::{Hand, Move};
use tsumugi_tsume::check as examined;

/// The answer, plain data: `web/openapi.yaml` says what the keys mean.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Answer {
    /// What was examined: hands completed.
    pub sfen: String,
    /// Its name, where it has one.
    pub name: Option<String>,
    /// The verdict.
    pub verdict: Soundness,
    /// What became of the moves that came with it.
    pub given: Given,
    /// Of moves that are no solution: the number of the first that cannot be played or is no check, or of the defence after
    /// which there is no mate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bad_move: Option<usize>,
    /// Where the length is not settled: it is no more than this, if there is a mate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<u32>,
    /// Why it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// The line examined and what is beside it, if there is one.
    #[serde(flatten)]
    pub solution: Option<Solution>,
    /// What the variations that came with the problem are worth.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<Variation>,
    /// Positions expanded.
    pub expansions: u64,
    /// How long it took.
    pub seconds: f64,
    /// The certificates written.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub certificates: Vec<Certificate>,
}

/// A solution and what is beside it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Solution {
    /// The shortest length, futile interpositions not counted, if it is settled.
    pub length: Option<u32>,
    /// The shortest length, everything counted, if it is settled.
    pub strict_length: Option<u32>,
    /// The line examined.
    pub line: Vec<Move>,
    /// What the attacker holds at its end.
    pub leftover: Hand,
    /// What was found beside the line, the first moves first.
    pub findings: Vec<Finding>,
    /// How many other checks there are.
    pub checks: usize,
    /// How many of them do not mate.
    pub no_mate: usize,
    /// Of how many of those that was proved.
    pub proved: usize,
    /// Moves that are not settled.
    pub open: Vec<Open>,
    /// The themes of the line, if it is as long as the mate is known to be: `docs/THEMES.md` has their names.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub themes: Vec<String>,
    /// The line with its variations, if asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tree: Option<Branch>,
}

/// A move beside the line that is worth telling.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Finding {
    /// What it is.
    pub class: Class,
    /// The number of the move it replaces.
    pub move_number: usize,
    /// The move.
    #[serde(rename = "move")]
    pub m: Move,
    /// The line it begins.
    pub line: Vec<Move>,
    /// Plies from the start of the problem to the mate; none if no settled line leads to one.
    pub length: Option<usize>,
    /// How the length of a cook compares.
    pub than: Option<Than>,
    /// After how many moves it is back in the main line.
    pub joins: Option<usize>,
    /// Is it a second solution?
    pub spoils: bool,
    /// What it leaves in the attacker's hand, where that makes it a variation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub leftover: Option<Hand>,
    /// Why it is not clear whether it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<Reason>,
    /// Where its certificate is.
    pub certificate: Option<String>,
}

/// What a move beside the line is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Class {
    /// 余詰: a second solution.
    Cook,
    /// 最終手余詰: another mate at the last move.
    LastMove,
    /// 手順前後: another order of moves.
    Transposition,
    /// 迂回手順: a way round.
    Detour,
    /// A piece is given away, and the main line goes on without it.
    GivenAway,
    /// The mirror image of the main line.
    Mirror,
    /// 以遠打: a drop from another distance.
    Distance,
    /// 成不成非限定: with or without promotion.
    Promotion,
    /// 不成長手数: the same move without promotion, and a longer mate.
    Unpromoted,
    /// It mates, perhaps by way of the main line.
    Unclear,
    /// 変同: as long a defence.
    EqualDefence,
    /// 変長: a longer defence.
    LongerDefence,
    /// 二手変長駒余り: a defence two plies longer that leaves pieces in hand, by convention a variation.
    LongerLeftover,
    /// 無駄合: an interposition of the line examined that does not count.
    FutileInterposition,
}

/// How the length of a cook compares with that of the solution.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Than {
    /// 早詰.
    Shorter,
    /// 同手数.
    Equal,
    /// Longer.
    Longer,
    /// Not known.
    Unknown,
}

/// A move beside the line that is not settled.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Open {
    /// The number of the move it replaces.
    pub move_number: usize,
    /// The move.
    #[serde(rename = "move")]
    pub m: Move,
    /// Positions expanded for it.
    pub expansions: u64,
    /// Seconds spent on it.
    pub seconds: f64,
}

/// A certificate that was written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Certificate {
    /// The position it is about.
    pub sfen: String,
    /// Where it is.
    pub file: String,
    /// Does it prove a mate, or that there is none?
    pub mate: bool,
}

/// What became of the moves that came with a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Given {
    /// There are none.
    Nothing,
    /// They are the line examined.
    Examined,
    /// One of them cannot be played, or is no check.
    Illegal,
    /// They do not end in mate.
    Unfinished,
    /// They end in mate, but a defence on the way escapes it.
    Refuted,
}

/// A variation that came with a problem.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Variation {
    /// The number of the move at which it leaves the line examined.
    pub move_number: usize,
    /// Its moves from there on.
    pub line: Vec<Move>,
    /// What it is worth.
    pub worth: Worth,
    /// Plies from the diagram on: of a quicker mate, or to the mate where it is broken off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<usize>,
    /// The number of the first move that cannot be played or is no check.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bad_move: Option<usize>,
}

/// What a recorded variation is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Worth {
    /// It mates as soon as can be.
    Agrees,
    /// It mates, but there is a quicker mate.
    Slow,
    /// It is broken off where there is a mate.
    Unfinished,
    /// It is broken off where there is none.
    Refuted,
    /// It cannot be played, or has a move of the attacker that is no check.
    Illegal,
    /// 紛れ: another check, which does not mate.
    Fails,
    /// Another check, which mates.
    Mates,
    /// Not settled.
    Open,
}

/// The verdict in a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Soundness {
    /// 完全作: one solution only, nothing left over.
    Sound,
    /// 余詰: there is a second solution.
    Cooked,
    /// 不詰: there is no solution.
    NoMate,
    /// 不完全: one solution only, but pieces are left over, or the line given is not the longest defence.
    Flawed,
    /// 未確認: something is not settled.
    Unsettled,
}

impl Soundness {
    /// As JSON has it.
    pub fn name(self) -> &'static str {
        match self {
            Soundness::Sound => "sound",
            Soundness::Cooked => "cooked",
            Soundness::NoMate => "nomate",
            Soundness::Flawed => "flawed",
            Soundness::Unsettled => "unsettled",
        }
    }
}

impl Answer {
    /// No answer.
    pub fn unsettled(sfen: String, reason: Reason) -> Answer {
        Answer {
            sfen,
            name: None,
            verdict: Soundness::Unsettled,
            given: Given::Nothing,
            bad_move: None,
            at_most: None,
            reason: Some(reason),
            solution: None,
            variations: vec![],
            expansions: 0,
            seconds: 0.0,
            certificates: vec![],
        }
    }
}

impl From<examined::Than> for Than {
    fn from(than: examined::Than) -> Than {
        match than {
            examined::Than::Shorter => Than::Shorter,
            examined::Than::Equal => Than::Equal,
            examined::Than::Longer => Than::Longer,
            examined::Than::Unknown => Than::Unknown,
        }
    }
}
