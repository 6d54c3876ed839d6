//! Why a text cannot be read, and where.

use crate::Expected;
use crate::japanese::{piece_name, square_name};
use std::fmt;
use tsumugi_shogi::{CannotPlay, Color, Kind, SfenFault, Square, UsiMoveFault};

/// Why a text cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct ReadError {
    /// The line, from 1.
    pub line: usize,
    /// The character in that line, from 1.
    pub column: usize,
    /// The line itself, its first 160 characters, for showing; of a long line of JKF, those from the place on.
    pub excerpt: String,
    /// What is wrong there.
    pub why: ReadFault,
}

/// What is wrong with a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReadFault {
    /// The bytes are neither UTF-8 nor Shift_JIS.
    BadEncoding,
    /// Nothing to read.
    Empty,
    /// No format we know starts like this.
    UnknownFormat,
    /// A SFEN is malformed.
    Sfen(SfenFault),
    /// A USI move is malformed.
    UsiMove(UsiMoveFault),
    /// A move cannot be carried out on the board.
    Unplayable(CannotPlay),
    /// A move fits no piece, or more than one.
    NoSuchMove(NoSuchMove),
    /// This many lines of a list are bad beyond those that have errors of their own; the first of them is here.
    MoreBadLines(usize),
    /// Something of the format itself: what was expected.
    Expected(Expected),
}

/// Why a move fits no piece, or more than one.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoSuchMove {
    /// A piece that is never in hand is to be dropped.
    NeverInHand(Kind),
    /// No piece of this kind and side can go to the square.
    NoneReaches(Kind, Color, Square),
    /// Some can, but not from where the words say.
    NoneFromThere(Kind, Square),
    /// Several can, from these squares.
    Several(Kind, Square, Vec<Square>),
    /// Departure and arrival are one square.
    SameSquare,
    /// A piece of another kind stands on the square of departure.
    Other {
        /// The kind that stands there.
        stands: Kind,
        /// The square.
        on: Square,
        /// The kind that the move names.
        named: Kind,
    },
    /// A piece other than the one named stands on the square of departure.
    AnotherPiece(Square),
    /// The piece there cannot become the one named by this move.
    CannotBecome(Square),
}

impl ReadError {
    /// An error at a place of a text that the caller holds.
    pub fn at(line: usize, column: usize, text_of_line: &str, why: ReadFault) -> ReadError {
        // A blank for a control character, so that columns stay what they are.
        let shown = text_of_line.chars().map(|c| if c.is_control() { ' ' } else { c });
        let excerpt = shown.take(160).collect();
        ReadError { line, column, excerpt, why }
    }
}

impl fmt::Display for ReadFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReadFault::BadEncoding => f.write_str("the text is neither UTF-8 nor Shift_JIS"),
            ReadFault::Empty => f.write_str("there is nothing to read"),
            ReadFault::UnknownFormat => {
                f.write_str("not recognised as SFEN, KIF, KI2, CSA, JKF or a board URL")
            }
            ReadFault::Sfen(why) => why.fmt(f),
            ReadFault::UsiMove(why) => why.fmt(f),
            ReadFault::Unplayable(why) => why.fmt(f),
            ReadFault::MoreBadLines(1) => f.write_str("one more bad line"),
            ReadFault::MoreBadLines(n) => write!(f, "{n} more bad lines"),
            ReadFault::NoSuchMove(what) => write!(f, "{what}"),
            ReadFault::Expected(what) => write!(f, "expected {what}"),
        }
    }
}

impl fmt::Display for NoSuchMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoSuchMove::NeverInHand(kind) => {
                write!(f, "{} cannot be dropped: it is never in hand", piece_name(*kind))
            }
            NoSuchMove::NoneReaches(kind, color, to) => {
                write!(f, "no {} of {color} can go to {}", piece_name(*kind), square_name(*to))
            }
            NoSuchMove::NoneFromThere(kind, to) => {
                let (name, to) = (piece_name(*kind), square_name(*to));
                write!(f, "no {name} that can go to {to} comes from there")
            }
            NoSuchMove::Several(kind, to, from) => {
                let from: Vec<String> = from.iter().copied().map(square_name).collect();
                let (name, to, from) = (piece_name(*kind), square_name(*to), from.join(", "));
                write!(f, "more than one {name} can go to {to}: from {from}")
            }
            NoSuchMove::SameSquare => f.write_str("a move must change its square"),
            NoSuchMove::Other { stands, on, named } => {
                let (stands, named) = (piece_name(*stands), piece_name(*named));
                write!(f, "{stands} stands on {}, not {named}", square_name(*on))
            }
            NoSuchMove::AnotherPiece(on) => write!(f, "another piece stands on {on}"),
            NoSuchMove::CannotBecome(on) => {
                write!(f, "the piece on {on} cannot become this one by the move")
            }
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.why)
    }
}

impl std::error::Error for ReadError {}
