//! A program from its first word to its exit code.

use crate::exit::Exit;
use crate::report::{self, Failure, Report};
use clap::Parser;
use std::ffi::OsString;
use std::io::ErrorKind;
use std::process::ExitCode;
use tsumugi_tsume::learned::Guess;

/// Reads the words of the command line, does the work they ask for, and prints what went wrong. A reader of standard
/// output that has gone is no error.
pub fn run<A: Parser>(
    words: Vec<OsString>,
    work: impl FnOnce(&A) -> Result<Exit, Failure>,
) -> ExitCode {
    let arguments = match A::try_parse_from(words) {
        Ok(arguments) => arguments,
        Err(help_or_error) => {
            // With the terminal gone there is nobody to tell.
            let _ = help_or_error.print();
            return if help_or_error.use_stderr() { Exit::Misuse } else { Exit::Yes }.into();
        }
    };
    if Guess::shipped().is_none() {
        report::note("the learned weights are damaged: first guesses are made by hand");
    }
    let exit = match work(&arguments) {
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
