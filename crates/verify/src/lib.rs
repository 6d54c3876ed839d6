#![doc = include_str!("../README.md")]
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
