//! The verbs, a file each.

mod reproduce;
mod solve;
mod spread;
mod train;
mod used;

use crate::args::{Arguments, Command};
use crate::exit::Exit;
use crate::report::Failure;
use clap::CommandFactory;
use tsumugi_shell::{bench, completions};

/// Does what the command line says.
pub fn run(command: &Command) -> Result<Exit, Failure> {
    match command {
        Command::Solve(args) => solve::run(args),
        Command::Bench(args) => {
            bench::run(args.engine.name(), &args.effort, |problem, settings, limits| {
                solve::mate(args.engine, problem, settings, limits)
            })
        }
        Command::Reproduce(args) => reproduce::run(args),
        Command::Train(args) => train::run(args),
        Command::Completions(args) => completions::run(args, Arguments::command()),
    }
}
