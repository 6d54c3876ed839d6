//! Why a text cannot be read, and where.

use std::fmt;
use tsumugi_shogi::{CannotPlay, SfenFault, UsiMoveFault};

/// Why a text cannot be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// The line, from 1.
    pub line: usize,
    /// The character in that line, from 1.
    pub column: usize,
    /// The line itself, cut to a sensible length, for showing with a caret.
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
    NoSuchMove(String),
    /// Something of the format itself: what was expected, in words.
    Expected(String),
}

impl ReadError {
    /// An error at a place of a text that the caller holds.
    pub fn at(line: usize, column: usize, text_of_line: &str, why: ReadFault) -> ReadError {
        let excerpt = text_of_line.chars().filter(|c| !c.is_control()).take(160).collect();
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
            ReadFault::NoSuchMove(what) => write!(f, "{what}"),
            ReadFault::Expected(what) => write!(f, "expected {what}"),
        }
    }
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.why)
    }
}

impl std::error::Error for ReadError {}
