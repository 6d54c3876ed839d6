//! AND/OR search on any game: PN, PN*, df-pn, df-pn+ and their techniques, side by side.
#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod bounds;
pub mod engines;
mod game;
mod observer;
pub mod options;
mod outcome;
mod path;
pub mod proof;
mod search;
mod solve;
mod stats;
pub mod table;
mod techniques;
pub mod toy;
mod within;

pub use bounds::{Bounds, add};
pub use game::{Decided, Game, Resource, Turn};
pub use observer::Observer;
pub use options::{OptionError, Options};
pub use outcome::{Outcome, StopReason, Verdict};
pub use search::{Limits, Search, Status, drive};
pub use solve::{ByEvaluation, ByThreats, Engine, Start, solve};
pub use stats::Stats;
pub use table::Table;
pub use within::Within;
