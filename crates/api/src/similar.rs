//! Which problems of a collection are like a given one: equal up to mirror, shift, colours and hands, nearly equal, with the same
//! picture at the end of the mate (詰上り), or with a theme in common. `tsumugi similar --help` has the definitions.

mod collection;
mod request;

pub use collection::{Collection, Unread};
pub(crate) use request::conduct;
pub use request::{Aspect, MOST_SET, Member, NODES, Request};

use crate::{Japanese, Reason};
use serde::{Deserialize, Serialize};
use tsumugi_workshop::similar::Standing;

/// The answer, plain data: `web/openapi.yaml` says what the keys mean.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Answer {
    /// The diagram asked about: hands completed.
    pub sfen: String,
    /// Its name, where it has one.
    pub name: Option<String>,
    /// How many problems were compared with it.
    pub compared: usize,
    /// Those that are like it, the nearest first.
    pub similar: Vec<Similar>,
    /// How many more are like it.
    pub more: usize,
    /// Where its solution comes from, if that was wanted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub solution: Option<Origin>,
    /// The themes of its solution.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub themes: Vec<String>,
    /// How many of the problems compared have no known solution, if solutions were wanted: they may have the same picture
    /// or theme.
    pub unsettled: usize,
    /// The problems of the set that cannot be read or played.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<Unread>,
    /// Why it was broken off.
    pub reason: Option<Reason>,
    /// How long it took.
    pub seconds: f64,
}

/// Where a solution comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Origin {
    /// It came with the problem, and mates.
    Given,
    /// It was found, and its length is settled.
    Found,
    /// There is none: no mate.
    None,
    /// It was not found within the limit.
    Unsettled,
}

/// A problem that is like the one asked about.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Similar {
    /// Its number in the set, from 1.
    pub number: usize,
    /// Its name, where it has one.
    pub name: Option<String>,
    /// Where it is from, where that was told.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// The diagram as it stands in the set: hands completed.
    pub sfen: String,
    /// By how many pieces it differs. How it is laid, and what differs, is told if that is no more than was asked for.
    pub differ: u32,
    /// How it is to be laid over the one asked about: left and right exchanged?
    pub mirrored: bool,
    /// The board turned round and the colours exchanged?
    pub colours: bool,
    /// Then moved by this many files to the left and ranks down.
    pub shift: (i8, i8),
    /// What only the diagram asked about has.
    pub only_here: Vec<PieceText>,
    /// What only this one has, laid over it.
    pub only_there: Vec<PieceText>,
    /// Though no piece differs: does the defender hold something else?
    pub defender_hand: bool,
    /// Does the mate end in the same picture?
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<bool>,
    /// The themes that both have.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub themes: Vec<String>,
}

impl Similar {
    /// Is it the same problem, however it is turned?
    pub fn is_equal(&self) -> bool {
        self.differ == 0 && self.shift == (0, 0) && !self.defender_hand
    }
}

/// A piece that one diagram has and the other has not.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PieceText {
    /// In English.
    pub text: String,
    /// In Japanese.
    pub text_ja: String,
}

impl From<Standing> for PieceText {
    fn from(standing: Standing) -> PieceText {
        PieceText { text: standing.to_string(), text_ja: standing.japanese() }
    }
}

impl Answer {
    /// No answer.
    pub fn none(sfen: String, reason: Reason) -> Answer {
        Answer {
            sfen,
            name: None,
            compared: 0,
            similar: vec![],
            more: 0,
            solution: None,
            themes: vec![],
            unsettled: 0,
            unread: vec![],
            reason: Some(reason),
            seconds: 0.0,
        }
    }

    /// Nothing was found, but not everything is settled.
    pub fn is_open(&self) -> bool {
        let open = self.unsettled > 0 || self.solution == Some(Origin::Unsettled);
        self.similar.is_empty() && (open || self.reason.is_some())
    }
}
