//! The tsumugi program: words → work → words.
//!
//! Only this package knows the command line, files, JSON and exit codes; the libraries return plain values.

mod args;
mod certificate_file;
mod commands;
mod exit;
mod language;
mod memory;
mod output;
mod problems;
mod queue;
mod render;
mod report;
mod serve;
mod spill;
mod stop;
mod terminal;
mod usi;

use args::Arguments;
use clap::Parser;
use exit::Exit;
use report::{Failure, Report};
use std::io::ErrorKind;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse_from(args::words()) {
        Ok(arguments) => arguments,
        Err(help_or_error) => {
            // With the terminal gone there is nobody to tell.
            let _ = help_or_error.print();
            return if help_or_error.use_stderr() { Exit::Misuse } else { Exit::Yes }.into();
        }
    };
    let exit = match commands::run(&arguments.command) {
        Ok(exit) => exit,
        Err(Failure::Stdout(error)) if error.kind() == ErrorKind::BrokenPipe => Exit::Yes,
        Err(Failure::Stdout(error)) => {
            report::print(&Report::io("cannot write to standard output", &error));
            Exit::Misuse
        }
        Err(Failure::Report(report)) => {
            report::print(&report);
            Exit::Misuse
        }
    };
    exit.into()
}
