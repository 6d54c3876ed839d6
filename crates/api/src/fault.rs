//! Why a request is refused, for programs and for people.

use crate::{Japanese, Message};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::fmt;
use tsumugi_notation::ReadError;
use tsumugi_shogi::{SetupError, SetupFault};
use tsumugi_workshop::pattern::PatternError;

/// Why a request is refused.
#[derive(Clone, PartialEq, Debug)]
pub struct Fault {
    /// The status as HTTP has it.
    pub status: u16,
    /// The kind of fault, a word that does not change.
    code: &'static str,
    /// What is wrong.
    message: Message,
    /// Where in a text.
    place: Option<Place>,
    /// Which rules a diagram breaks.
    faults: Vec<FaultDetail>,
}

#[derive(Clone, PartialEq, Debug)]
struct Place {
    line: usize,
    column: usize,
    excerpt: String,
}

impl Fault {
    /// A fault without a place.
    pub fn new(status: u16, code: &'static str, message: Message) -> Fault {
        Fault { status, code, message, place: None, faults: vec![] }
    }

    /// A field that is missing, unknown, or has no meaning.
    pub fn bad_request(message: Message) -> Fault {
        Fault::new(422, "bad-request", message)
    }

    /// A text that cannot be read.
    pub(crate) fn unreadable(error: &ReadError) -> Fault {
        let ReadError { line, column, excerpt, why, .. } = error;
        let place = Place { line: *line, column: *column, excerpt: excerpt.clone() };
        Fault { place: Some(place), ..Fault::new(422, "unreadable", why.message()) }
    }

    /// A pattern that cannot be read.
    pub(crate) fn unreadable_pattern(error: &PatternError) -> Fault {
        let PatternError { line, column, excerpt, why, .. } = error;
        let place = Place { line: *line, column: *column, excerpt: excerpt.clone() };
        Fault { place: Some(place), ..Fault::new(422, "unreadable", why.message()) }
    }

    /// A diagram that breaks rules.
    pub(crate) fn inadmissible(error: &SetupError) -> Fault {
        let faults = error.faults.iter().map(FaultDetail::of).collect();
        Fault { faults, ..Fault::new(422, "faulty", error.message()) }
    }

    /// What is wrong.
    pub fn message(&self) -> &Message {
        &self.message
    }

    /// Where in a text, if it is about one: line and column from 1, and the line.
    pub fn place(&self) -> Option<(usize, usize, &str)> {
        self.place.as_ref().map(|place| (place.line, place.column, &place.excerpt[..]))
    }

    /// The object that a caller gets.
    pub fn json(&self) -> Value {
        let place = self.place.as_ref();
        json!({ "error": {
            "code": self.code,
            "message": self.message.english(),
            "message_ja": self.message.japanese(),
            "line": place.map(|place| place.line),
            "column": place.map(|place| place.column),
            "excerpt": place.map(|place| &place.excerpt),
            "faults": self.faults,
        } })
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(Place { line, column, .. }) = self.place {
            write!(f, "line {line}, column {column}: ")?;
        }
        self.message.fmt(f)
    }
}

impl std::error::Error for Fault {}

/// A rule that a diagram breaks, and where.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct FaultDetail {
    /// The rule, by its name.
    pub name: String,
    /// What is wrong, in English.
    pub message: String,
    /// The same in Japanese.
    pub message_ja: String,
    /// The squares it is about.
    pub squares: Vec<String>,
}

impl FaultDetail {
    pub(crate) fn of(fault: &SetupFault) -> FaultDetail {
        FaultDetail {
            name: fault.name().as_str().to_string(),
            message: fault.to_string(),
            message_ja: fault.japanese(),
            squares: fault.squares().iter().map(ToString::to_string).collect(),
        }
    }
}
