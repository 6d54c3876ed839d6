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
    NoSuchMove(String),
    /// So many lines of a list are bad beyond those that have errors of their own; the first of them is here.
    MoreBadLines(usize),
    /// Something of the format itself: what was expected, in words.
    Expected(String),
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

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.why)
    }
}

impl std::error::Error for ReadError {}
