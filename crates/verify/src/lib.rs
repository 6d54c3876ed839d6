//! The rules of shogi a second time, slow and plain: the oracle and certificate checker of tsumugi.
//!
//! Everything here is written straight from `docs/RULES.md`, whose section numbers the comments give
//! as "RULES 7". It shares no code with the fast rules, so that a mistake there cannot hide here:
//! no bitboards, no incremental state, no shortcuts. Whoever is in doubt about a move asks this crate.
//!
//! ```
//! use tsumugi_verify::naive::Position;
//!
//! let position = Position::from_sfen("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1").unwrap();
//! let mates: Vec<String> = position.mates_in_one().iter().map(|m| m.to_string()).collect();
//! assert_eq!(mates, ["G*5b"]);
//! ```
//!
//! [`verify`] checks a certificate, whose grammar and meaning `docs/CERTIFICATE.md` gives:
//!
//! ```
//! use tsumugi_verify::{Proved, verify};
//!
//! let problem = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
//! let certificate = "tsumugi certificate 1
//! problem 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1
//! attacker black
//! claim mate 1
//! w 4k4/9/4P4/9/9/9/9/9/9 G 1 G*5b
//! end 1
//! ";
//! assert_eq!(verify(problem, certificate).unwrap().claim, Proved::Mate(1));
//! assert!(verify(problem, &certificate.replace("G*5b", "G*4b")).is_err());
//! ```

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod check_line;
mod check_longer;
mod check_mate;
mod check_no_mate;
mod claims;
mod fault;
mod hand;
mod index;
mod lines;
pub mod naive;
mod packed;
mod preorder;
mod read_certificate;
pub mod read_sfen;
mod root;
mod verify;
mod work;

pub use check_line::{LineFault, LineGoal, LineReason, check_line};
pub use fault::{Fault, Form, Reason};
pub use hand::Hand;
pub use verify::{Failure, Progress, Proved, Settings, StopCheck, Verified, verify, verify_stream};
pub use work::{Limit, memory_of_file, steps_of_file};

/// Memory that a claim takes while a certificate is checked, its share of the index included.
pub const BYTES_PER_CLAIM: u64 = claims::Claims::BYTES;
