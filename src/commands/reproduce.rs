//! `tsumugi reproduce`: repeats the experiments behind the figures in docs/.

mod graphs;
mod runs;

use crate::args::{Experiment, Reproduce};
use crate::exit::Exit;
use crate::report::Failure;

/// Repeats an experiment.
pub fn run(args: &Reproduce) -> Result<Exit, Failure> {
    match &args.experiment {
        Experiment::Graphs(args) => graphs::run(args),
    }
}
