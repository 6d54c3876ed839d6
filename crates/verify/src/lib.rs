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

#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod naive;
pub mod read_sfen;
