//! JSON Kifu Format (JKF), the JSON of Kifu for JS.
//!
//! We write the normal form: every move with its piece before the move, colour, `same`, `promote` (false
//! where it could have), `capture` and `relative`, so that a reader can replay and print it without rules.
//! Reading needs less: `from` and `to` (or `same`), or a piece and `to` for a drop; what else is there
//! must agree with the board. A diagram in `initial.data` wins over `initial.preset`. Faults are named at
//! the line and column where the entry of the move starts.
//!
//! Lines may be of any length; forks may be nested [`MAX_FORKS`] deep.

mod initial;
mod reader;
mod writer;

pub use reader::read;
use serde::{Deserialize, Serialize};
use tsumugi_shogi::Square;
pub use writer::write;

/// The deepest nesting of forks inside forks that is read.
pub const MAX_FORKS: usize = 400;

/// A square.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
struct Place {
    x: u8,
    y: u8,
}

impl From<Square> for Place {
    fn from(square: Square) -> Place {
        Place { x: square.file(), y: square.rank() }
    }
}

/// A move. Everything may be missing where we read, even what the format requires.
#[derive(Serialize, Deserialize, Default)]
struct MoveEntry {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    from: Option<Place>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to: Option<Place>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    color: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    piece: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    same: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    promote: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    capture: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    relative: Option<String>,
}

/// A length of time.
#[derive(Clone, Copy, Serialize, Deserialize)]
struct Time {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    h: Option<u32>,
    m: u32,
    s: u32,
}

/// Time used for a move and by its side so far.
#[derive(Serialize, Deserialize)]
struct Times {
    now: Time,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    total: Option<Time>,
}
