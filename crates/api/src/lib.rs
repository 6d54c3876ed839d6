//! Questions in JSON, answers in JSON: what the local server and the browser build have in common.
//!
//! A request is [read](Work::read) into [`Work`], every field checked, and [run](Work::run) on a [`Stage`]: the stage
//! has the clock, the stop flag and somebody to tell how it goes, so nothing here knows a thread, a clock of its own
//! or a connection. The command line makes its JSON with the same functions, so that an answer is the same object
//! whoever asked.
//!
//! ```
//! use serde_json::json;
//! use tsumugi_api::{Control, House, Stage, Work};
//!
//! let body = json!({ "sfen": "4k4/9/4P4/9/9/9/9/9/9 b G 1", "hash": 1 });
//! let work = Work::read("solve", body, &House::default()).unwrap();
//! let (control, mut nobody) = (Control::default(), |_: &serde_json::Value| {});
//! let outcome = work.run(&mut Stage::new(&control, &|| 0.0, &mut nobody)).unwrap();
//! assert_eq!(outcome.answer["verdict"], "mate");
//! assert_eq!(outcome.answer["line"], json!(["G*5b"]));
//! ```
#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod body;
pub mod check;
mod collection;
mod convert;
mod fault;
pub mod helpmate;
pub mod names;
mod play;
pub mod show;
pub mod solve;
mod stage;
pub mod verify;
mod work;

pub use fault::Fault;
pub use stage::{Control, Stage};
pub use work::{House, Outcome, Work, problems, version};

use tsumugi_shogi::Move;

/// Moves as USI writes them.
pub fn usi(moves: &[Move]) -> Vec<String> {
    moves.iter().map(ToString::to_string).collect()
}

/// Seconds as they are told: to the millisecond.
fn rounded(seconds: f64) -> f64 {
    (seconds * 1000.0).round() / 1000.0
}
