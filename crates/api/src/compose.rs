//! Composing by pattern: the sound problems among all diagrams that fit it, or among a part of them.
//!
//! The diagrams of a pattern are numbered ([`tsumugi_workshop::family`]), so a part is a range of numbers and parts can be worked on
//! anywhere. What cannot be sound with a length that is wanted is sifted out in microseconds; what is left is
//! [checked](crate::check) in full, and only what the check settles as sound is an answer.

mod request;
mod search;
mod wishes;

pub(crate) use request::conduct;
pub use request::{Plan, Request};

use crate::Reason;
use serde::{Deserialize, Serialize};
use tsumugi_shogi::Move;

/// The answer, plain data: `web/openapi.yaml` says what the keys mean.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Answer {
    /// How many arrangements fit the pattern.
    pub family: u64,
    /// The first number of this part.
    pub from: u64,
    /// The first number that was not tried.
    pub to: u64,
    /// How many were tried, and what became of them.
    pub tried: Counts,
    /// The sound problems by pieces and length.
    pub table: Vec<Row>,
    /// The problems that are wanted, the best first.
    pub problems: Vec<Composed>,
    /// Diagrams that the check did not settle.
    pub open: Vec<String>,
    /// Why it was broken off.
    pub reason: Option<Reason>,
    /// Positions expanded by checks.
    pub expansions: u64,
    /// How long it took.
    pub seconds: f64,
}

/// What became of the arrangements that were tried. Each is counted once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Counts {
    /// All of them.
    pub arrangements: u64,
    /// They break a rule: the king in check, two pawns on a file, more pieces than a set has.
    pub illegal: u64,
    /// Their mirror image comes earlier, or they are not symmetric where that is wanted.
    pub images: u64,
    /// There is no check.
    pub no_check: u64,
    /// There is a shorter mate than wanted.
    pub short: u64,
    /// There is no mate within the plies wanted.
    pub long: u64,
    /// A second solution was seen without a check.
    pub cooked: u64,
    /// The check says that they are not sound, or have another length.
    pub refused: u64,
    /// The check did not settle them.
    pub open: u64,
    /// Sound, of a length that is wanted.
    pub sound: u64,
    /// Of these: all that is wanted.
    pub wanted: u64,
}

/// How many sound problems have these numbers of pieces and plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Row {
    /// The attacker's pieces on the board.
    pub on_board: u32,
    /// Those in its hand.
    pub in_hand: u32,
    /// Plies.
    pub length: u32,
    /// How many are sound.
    pub sound: u64,
    /// Of these: all that is wanted.
    pub wanted: u64,
}

/// A sound problem.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Composed {
    /// Its number among the arrangements.
    pub number: u64,
    /// The diagram.
    pub sfen: String,
    /// Plies of the solution.
    pub length: u32,
    /// The solution.
    pub line: Vec<Move>,
    /// The attacker's pieces on the board.
    pub on_board: u32,
    /// Those in its hand.
    pub in_hand: u32,
    /// How many of the attacker's pieces the solution gives away.
    pub sacrifices: u32,
    /// Duals that composers put up with.
    pub duals: u32,
    /// The themes of the solution.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub themes: Vec<String>,
    /// How it is ranked; `tsumugi compose --help` has the rules.
    pub score: i32,
}

impl Counts {
    fn add(&mut self, other: Counts) {
        self.arrangements += other.arrangements;
        self.illegal += other.illegal;
        self.images += other.images;
        self.no_check += other.no_check;
        self.short += other.short;
        self.long += other.long;
        self.cooked += other.cooked;
        self.refused += other.refused;
        self.open += other.open;
        self.sound += other.sound;
        self.wanted += other.wanted;
    }

    /// How many are diagrams, each one once.
    pub fn diagrams(&self) -> u64 {
        self.arrangements - self.illegal - self.images
    }
}

impl Answer {
    /// Nothing tried yet.
    pub fn none(family: u64, from: u64) -> Answer {
        Answer {
            family,
            from,
            to: from,
            tried: Counts::default(),
            table: vec![],
            problems: vec![],
            open: vec![],
            reason: None,
            expansions: 0,
            seconds: 0.0,
        }
    }

    /// Adds the answer about another part; at most `limit` problems are kept.
    pub fn add(&mut self, other: Answer, limit: usize) {
        self.from = self.from.min(other.from);
        self.to = self.to.max(other.to);
        self.tried.add(other.tried);
        for row in other.table {
            self.count(row);
        }
        self.problems.extend(other.problems);
        self.rank(limit);
        self.open.extend(other.open);
        self.reason = self.reason.or(other.reason);
        self.expansions += other.expansions;
        self.seconds += other.seconds;
    }

    fn count(&mut self, row: Row) {
        let key = |row: &Row| (row.on_board + row.in_hand, row.in_hand, row.length);
        match self.table.binary_search_by_key(&key(&row), key) {
            Ok(i) => {
                self.table[i].sound += row.sound;
                self.table[i].wanted += row.wanted;
            }
            Err(i) => self.table.insert(i, row),
        }
    }

    /// Sorts the problems, the best first, and keeps at most `limit`.
    fn rank(&mut self, limit: usize) {
        self.problems.sort_by_key(|one| (-one.score, one.number));
        self.problems.truncate(limit);
    }
}
