#![doc = include_str!("../README.md")]
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
