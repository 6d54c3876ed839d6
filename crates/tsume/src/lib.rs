//! Shogi mate problems (詰将棋): solved, and the answers proved.
//!
//! [`TsumeGame`] tells `tsumugi-andor` everything it needs: checks and evasions as moves, the attacker's
//! hand as resource, the least hand a mate needs (証明駒) and the largest a refutation stands up to (反証駒).
//! [`solve()`] asks the question and turns the answer into a line of play and a certificate; a [`Solver`] does so
//! for many problems and remembers what it learned.
//!
//! ```
//! use tsumugi_shogi::Position;
//! use tsumugi_tsume::{Limits, Problem, Settings, Verdict, solve};
//!
//! let position = Position::from_sfen("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1").unwrap();
//! let settings = Settings { bytes: 1 << 20, ..Settings::default() };
//! let answer = solve(&Problem::new(position), &settings, &Limits::default(), &mut ());
//! assert_eq!(answer.verdict, Verdict::Mate(1));
//! assert_eq!(answer.line[0].to_string(), "G*5b");
//! ```
#![forbid(unsafe_code)]

mod alike;
mod avoid;
pub mod brinkmate;
pub mod by_engine;
mod by_line;
pub mod canonical;
pub mod certificate;
pub mod check;
mod cost;
mod distant_checks;
mod estimate;
pub mod frontier;
mod futile;
mod game;
mod hands;
mod known;
pub mod learned;
mod lengths;
mod line;
mod mainline;
mod pawn_drop;
#[cfg(test)]
#[path = "../tests/it/plain_truth.rs"]
mod plain_truth;
mod problem;
mod shortest;
mod solve;
mod threats;
mod three;
pub mod tree;

pub use by_line::Guide;
pub use futile::class::{FutileClass, FutileClasses, NoFutileClass};
pub use game::{LastMove, TsumeGame, attacker_of};
pub use hands::AttackerHand;
pub use known::{Known, Standing};
pub use lengths::Length;
pub use mainline::{Count, Futile, MainLine};
pub use problem::Problem;
pub use shortest::Solution;
pub use solve::{Answer, Settings, Solver, StopReason, Verdict, solve};
pub use tsumugi_andor::Limits;
