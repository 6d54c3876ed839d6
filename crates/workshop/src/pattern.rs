//! A pattern: a diagram with wildcards, and what is wanted of the problems that fit it. A small text that a composer can write by
//! hand; `tsumugi compose --help` describes it.
//!
//! The attacker is Black, as in every diagram of a mate problem. What a text says is kept as it is said; whether anything fits is for
//! the [family](crate::family) to find out.

mod fault;
mod read;

pub use fault::{PatternError, PatternFault};

use std::fmt;
use std::str::FromStr;
use tsumugi_shogi::{Cell, Color, HandKind, Kind, Piece, Square};

/// A diagram with wildcards, and what is wanted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pattern {
    /// What may stand on each square, by [`Square::index`]; none twice.
    pub squares: Vec<Vec<Cell>>,
    /// What the attacker may hold: how many pieces of each group of kinds. A kind of no group is not held.
    pub hand: Vec<HandGroup>,
    /// How many pieces the attacker has on the board and in hand, its king apart.
    pub pieces: Range,
    /// How many pieces the defender has on the board, its king apart.
    pub defenders: Range,
    /// What the defender holds: the rest of the set, or exactly these.
    pub holds: Option<[u8; 7]>,
    /// Plies of the solution.
    pub length: Range,
    /// What else is wanted.
    pub wishes: Vec<Wish>,
}

/// Kinds in hand, and how many pieces of them together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HandGroup {
    /// The kinds; no kind is in two groups.
    pub kinds: Vec<HandKind>,
    /// How many of them together.
    pub count: Range,
}

/// From one number to another, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Range {
    /// The least number.
    pub least: u8,
    /// The largest number.
    pub most: u8,
}

impl Range {
    /// Any number of pieces.
    pub const ANY: Range = Range { least: 0, most: 40 };

    /// Is a number in it?
    pub const fn has(self, number: u32) -> bool {
        self.least as u32 <= number && number <= self.most as u32
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.least == self.most {
            true => write!(f, "{}", self.least),
            false => write!(f, "{}-{}", self.least, self.most),
        }
    }
}

/// What may be wanted of a problem beside soundness.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wish {
    /// There is no dual of any kind.
    Unique,
    /// The first move is a sacrifice: the reply takes the piece.
    Sacrifice,
    /// Every piece of the attacker moves, is dropped or is taken, the king apart.
    AllUsed,
    /// No move of the solution promotes.
    NoPromotion,
    /// The diagram is its own mirror image.
    Symmetric,
    /// At the end at most this many pieces stand on the board, kings included.
    End(u8),
    /// Of diagrams that differ by a shift along the ranks and have the same solution only the first.
    NoShifts,
    /// The solution has this theme; `docs/THEMES.md` has their names.
    Theme(String),
}

impl Pattern {
    /// How names for all kinds of a side but the king are written.
    pub const BUILT_IN: [(&'static str, Color); 2] =
        [("attacker", Color::Black), ("defender", Color::White)];

    /// Every piece of a side that a pattern may place, the king apart.
    pub fn pieces_of(color: Color) -> impl Iterator<Item = Piece> {
        let all = Kind::ALL.into_iter().filter(|&kind| kind != Kind::King);
        all.map(move |kind| Piece::new(color, kind))
    }

    /// What may stand on a square.
    pub fn on(&self, square: Square) -> &[Cell] {
        &self.squares[square.index()]
    }
}

impl FromStr for Pattern {
    type Err = PatternError;

    fn from_str(text: &str) -> Result<Pattern, PatternError> {
        read::read(text)
    }
}
