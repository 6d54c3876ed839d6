//! The verbs, a file each. A new one: its file here, its arguments in `args.rs`, its examples in `help/`,
//! an arm below.

mod batch;
mod bench;
mod census;
pub mod check;
mod completions;
mod convert;
pub mod helpmate;
pub mod perft;
mod reproduce;
mod serve;
mod show;
mod site;
pub mod solve;
mod spread;
mod stats;
mod train;
mod usi;
pub mod verify;
mod worker;

use crate::args::Command;
use crate::exit::Exit;
use crate::output;
use crate::problems::Problem;
use crate::report::{self, Failure, Report};
use crate::stop::Stop;
use tsumugi_tsume::learned::Guess;

/// Does what the command line says.
pub fn run(command: &Command) -> Result<Exit, Failure> {
    if Guess::shipped().is_none() {
        report::note("the learned weights are damaged: first guesses are made by hand");
    }
    match command {
        Command::Solve(args) => solve::run(args),
        Command::Helpmate(args) => helpmate::run(args),
        Command::Check(args) => check::run(args),
        Command::Verify(args) => verify::run(args),
        Command::Show(args) => show::run(args),
        Command::Convert(args) => convert::run(args),
        Command::Usi(_) => usi::run(),
        Command::Serve(args) => serve::run(args),
        Command::Site(args) => site::run(args),
        Command::Perft(args) => perft::run(args),
        Command::Batch(args) => batch::run(args),
        Command::Stats(args) => stats::run(args),
        Command::Worker(args) => worker::run(args),
        Command::Census(args) => census::run(args),
        Command::Bench(args) => bench::run(args),
        Command::Reproduce(args) => reproduce::run(args),
        Command::Train(args) => train::run(args),
        Command::Completions(args) => completions::run(args),
    }
}

/// Prints what `one` says of each problem until the user has enough; a bad one is reported and the others are done.
fn one_by_one(
    problems: Vec<Result<Problem, Report>>,
    stop: &Stop,
    mut one: impl FnMut(&Problem) -> Result<(String, Exit), Report>,
) -> Result<Exit, Failure> {
    let mut exits = Vec::new();
    for problem in problems {
        let exit = match problem.and_then(|problem| one(&problem)) {
            Ok((text, exit)) => {
                output::to_stdout(text.as_bytes())?;
                exit
            }
            Err(report) => {
                report::print(&report);
                Exit::Misuse
            }
        };
        exits.push(exit);
        if stop.asked() {
            break;
        }
    }
    Ok(Exit::of_all(&exits))
}
