#![doc = include_str!("../README.md")]
//!
//! # By JSON
//!
//! ```
//! use serde_json::json;
//! use tsumugi_api::{Conductor, House, Progress, Request, Stage};
//! use tsumugi_clock::{Clock, StopToken};
//!
//! let body = json!({ "sfen": "4k4/9/4P4/9/9/9/9/9/9 b G 1", "hash": 1 });
//! let request = Request::read("solve", body, &House::default()).unwrap();
//! let mut nobody = |_: &Progress| {};
//! let mut stage = Stage::new(&Clock::system(), StopToken::default(), &mut nobody);
//! let answer = Conductor::default().run(&request, &mut stage, &mut |_| {}).unwrap().json();
//! assert_eq!(answer["verdict"], "mate");
//! assert_eq!(answer["line"], json!(["G*5b"]));
//! ```
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod answer;
pub mod check;
mod collection;
pub mod compose;
mod conductor;
pub mod convert;
mod fault;
mod futile;
pub mod game;
pub mod helpmate;
pub mod inspect;
pub mod mend;
mod message;
pub mod mine;
pub mod names;
pub mod play;
mod problem;
mod request;
pub mod show;
pub mod similar;
pub mod solve;
mod stage;
pub mod themes;
pub mod verify;
mod words;

pub use answer::{Answer, Branch, Reason};
pub use conductor::Conductor;
pub use fault::{Fault, FaultDetail};
pub use message::Message;
pub use problem::{Place, ProblemText, Rule, Side, no_king_to_mate};
pub use request::{House, Request};
pub use stage::{Progress, Stage};
pub use words::Japanese;

use serde_json::{Value, json};

use tsumugi_shogi::Move;

/// Moves as USI writes them.
pub fn usi(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

/// Seconds as they are told: to the millisecond.
pub fn rounded(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}

/// The small collection to try.
pub fn problems() -> Value {
    collection::all()
}

/// What this is.
pub fn version(backend: &str, house: &House) -> Value {
    json!({
        "name": "tsumugi",
        "version": env!("CARGO_PKG_VERSION"),
        "api": 1,
        "backend": backend,
        "hash": house.hash.min(house.most_hash),
        "most_hash": house.most_hash,
        "most_threads": house.most_threads,
        "most_seconds": house.most_seconds,
    })
}

/// The worked examples of the guides are tested.
#[cfg(doctest)]
mod guides {
    #[doc = include_str!("../../../docs/guide/programmer.md")]
    struct English;
    #[doc = include_str!("../../../docs/guide/programmer.ja.md")]
    struct Japanese;
}
