//! What can be wrong with the text of a pattern.

use std::fmt;

/// Something wrong with a pattern, and where. Lines and columns count from 1, columns in characters.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct PatternError {
    /// The line; after the last one if something is missing.
    pub line: usize,
    /// The character in it.
    pub column: usize,
    /// The line as it is written.
    pub excerpt: String,
    /// What is wrong.
    pub why: PatternFault,
}

/// What is wrong with a pattern.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PatternFault {
    /// A line that is neither a row of the board nor `key: value`.
    NoKey,
    /// There is no such key.
    UnknownKey(String),
    /// The key stands there a second time.
    Twice(String),
    /// No piece, no class, neither `.` nor `O`.
    UnknownPiece(String),
    /// What may be in no hand.
    UnknownHandPiece(String),
    /// A kind of piece is in two groups.
    KindTwice(char),
    /// A name for a class needs two small letters or more.
    BadName(String),
    /// A name that means something already.
    TakenName(String),
    /// A row needs a bar at both ends.
    OpenRow,
    /// More than nine rows.
    TooManyRows,
    /// More than nine squares in a row.
    TooManySquares,
    /// Another number of squares than in the first row.
    UnevenRow(usize),
    /// No row of the board at all.
    NoBoard,
    /// The defender's king can stand nowhere.
    NoKing,
    /// The pieces of a square could not stand there.
    DeadEnd(String),
    /// Neither a number nor two numbers with a hyphen between.
    BadRange(String),
    /// The first number is the larger one.
    EmptyRange(String),
    /// A mate takes an odd number of plies.
    EvenLength(u8),
    /// The length that is wanted is not said.
    NoLength,
    /// There is no such wish, nor such a theme.
    UnknownWish(String),
}

impl fmt::Display for PatternFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PatternFault::NoKey => write!(f, "expected a row of the board, or a key and a colon"),
            PatternFault::UnknownKey(key) => write!(
                f,
                "there is no key {key:?}: class, hand, pieces, defenders, holds, length, want are known"
            ),
            PatternFault::Twice(key) => write!(f, "{key} was said before"),
            PatternFault::UnknownPiece(word) => {
                write!(f, "{word:?} is no piece and no class; an empty square is a dot, a wall an O")
            }
            PatternFault::UnknownHandPiece(word) => {
                write!(f, "{word:?} is no piece in hand: P, L, N, S, G, B, R or any")
            }
            PatternFault::KindTwice(letter) => write!(f, "{letter} has its bounds already"),
            PatternFault::BadName(name) => {
                write!(f, "{name:?} is no name for a class: two small letters or more")
            }
            PatternFault::TakenName(name) => write!(f, "{name} is a class already"),
            PatternFault::OpenRow => write!(f, "a row of the board ends with a bar"),
            PatternFault::TooManyRows => write!(f, "a board has nine rows"),
            PatternFault::TooManySquares => write!(f, "a row has nine squares"),
            PatternFault::UnevenRow(first) => {
                let plural = if *first == 1 { "" } else { "s" };
                write!(f, "the first row has {first} square{plural}")
            }
            PatternFault::NoBoard => write!(f, "there is no row of the board"),
            PatternFault::NoKing => write!(f, "the defender's king (k) can stand nowhere"),
            PatternFault::DeadEnd(word) => write!(f, "{word} could never move from there"),
            PatternFault::BadRange(word) => {
                write!(f, "{word:?} is neither a number nor a range such as 1-3")
            }
            PatternFault::EmptyRange(word) => {
                write!(f, "{word} is empty: the smaller number comes first")
            }
            PatternFault::EvenLength(plies) => {
                write!(f, "{plies}: a mate takes an odd number of plies")
            }
            PatternFault::NoLength => {
                write!(f, "the length that is wanted is missing, such as length: 3-7")
            }
            PatternFault::UnknownWish(word) => write!(f, "there is no wish and no theme {word:?}"),
        }
    }
}

impl fmt::Display for PatternError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}: {}", self.line, self.column, self.why)
    }
}

impl std::error::Error for PatternError {}
