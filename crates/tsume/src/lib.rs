#![doc = include_str!("../README.md")]
//!
//! # How it is put together
//!
//! [`TsumeGame`] tells `tsumugi-andor` everything it needs: checks and evasions as moves, the attacker's
//! hand as resource, the least hand a mate needs (証明駒) and the largest a refutation stands up to (反証駒).
#![forbid(unsafe_code)]

mod alike;
mod avoid;
pub mod brinkmate;
pub mod by_engine;
mod by_line;
pub mod canonical;
pub mod certificate;
pub mod check;
pub mod checkpoint;
mod cost;
mod distant_checks;
mod estimate;
pub mod frontier;
mod futile;
mod game;
mod hands;
mod known;
mod leaf;
pub mod learned;
mod lengths;
mod line;
mod mainline;
mod pawn_drop;
#[cfg(test)]
#[path = "../tests/it/plain_truth.rs"]
mod plain_truth;
mod problem;
pub mod reduce;
mod shortest;
mod solve;
pub mod themes;
mod threats;
mod three;
pub mod tree;

pub use by_line::Guide;
pub use futile::class::{FutileClass, FutileClasses, NoFutileClass};
pub use game::{LastMove, TsumeGame, attacker_of};
pub use hands::AttackerHand;
pub use known::{Known, Standing};
pub use leaf::{LeafAnswer, LeafSolver};
pub use lengths::Length;
pub use mainline::{Count, Futile, MainLine};
pub use problem::Problem;
pub use shortest::Solution;
pub use solve::{Answer, Settings, Solver, StopReason, Verdict, solve};
pub use tsumugi_andor::Limits;
