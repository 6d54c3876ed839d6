//! `tsumugi-lab reproduce`: repeats the experiments behind the figures in docs/.

pub mod collection;
mod cstar;
mod dfpn_plus;
mod ghi;
mod graphs;
mod helpmate;
mod learned;
mod runs;
mod scatter;
mod survey;
mod trials;

use crate::args::{Experiment, Reproduce};
use crate::exit::Exit;
use crate::report::{self, Failure, Report};
use trials::Results;

/// Repeats an experiment.
pub fn run(args: &Reproduce) -> Result<Exit, Failure> {
    match &args.experiment {
        Experiment::Graphs(args) => graphs::run(args),
        Experiment::Cstar(args) => cstar::run(args),
        Experiment::Ghi(args) => ghi::run(args),
        Experiment::Survey(args) => survey::run(args),
        Experiment::Helpmate(args) => helpmate::run(args),
        Experiment::DfpnPlus(args) => dfpn_plus::run(args),
        Experiment::Learned(args) => learned::run(args),
    }
}

/// Tells what went wrong, if anything did. Contradictions make the answer no.
fn ending(results: &Results) -> Exit {
    let contradictions = results.contradictions();
    for case in &contradictions {
        report::print(&Report::english(format!("{}: two ways contradict each other", case.name)));
    }
    if !results.complete() {
        report::print(&Report::english("stopped before the end"));
    }
    match (contradictions.is_empty(), results.complete()) {
        (false, _) => Exit::No,
        (true, false) => Exit::GaveUp,
        (true, true) => Exit::Yes,
    }
}
