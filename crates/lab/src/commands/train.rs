//! `tsumugi-lab train`: labelled positions, and weights learned from them. crates/learn/README.md is its manual.

mod data;
mod examples;
mod paper;
mod tune;

pub use data::{Use, origin};
pub use paper::learn;

use crate::args::{Train, Training};
use crate::exit::Exit;
use crate::report::Failure;

/// Does what was asked for.
pub fn run(args: &Train) -> Result<Exit, Failure> {
    match &args.training {
        Training::Data(args) => data::run(args),
        Training::Paper(args) => paper::run(args),
        Training::Examples(args) => examples::run(args),
        Training::Tune(args) => tune::run(args),
    }
}
