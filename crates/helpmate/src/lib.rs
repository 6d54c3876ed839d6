//! Helpmates (協力詰): the attacker checks with every move, the defender helps, and the shortest mate is sought.
//!
//! A [`Problem`] says who mates whom under which conditions and which moves there are. An engine finds the length
//! of the shortest mate ([`Engine`]); [`solutions`] turns what it found into the number of all shortest
//! solutions, the points where they part, and lines of play. [`solve`] is the door.
//!
//! ```
//! use tsumugi_helpmate::{Problem, Settings, Verdict, solve};
//!
//! let setup = "3K5/6S2/9/9/3k5/9/9/9/3+s5 b Pbsl 1".parse().unwrap();
//! let problem = Problem::from_setup(&setup, Default::default()).unwrap();
//! let answer = solve(&problem, &Settings::default(), &Default::default(), None, &mut ());
//! assert_eq!(answer.verdict, Verdict::Mate(13));
//! assert!(answer.is_unique());
//! ```
#![deny(unsafe_code)]
#![deny(missing_docs)]

mod answer;
mod count;
mod dense;
mod device;
mod digest;
pub mod engines;
mod fingerprint;
mod key;
mod problem;
pub mod solutions;
mod solve;
pub mod storage;
mod visited;

pub use answer::{Answer, CheckpointFault, Parting, StopReason, Verdict};
pub use count::Count;
pub use device::{Device, DeviceError, Processor};
pub use digest::{Digest, Layer};
pub use engines::Engine;
pub use key::{key, key_after, wide_key};
pub use problem::{Conditions, Goal, Problem, ProblemError};
pub use solve::{Context, Limits, Observer, Progress, Settings, solve, solve_on};
