//! A program from its first word to its exit code.

use crate::exit::Exit;
use crate::help::{self, Asked, Japanese};
use crate::language::{Language, spoken};
use crate::report::{self, Failure, Report};
use clap::Parser;
use clap::error::ErrorKind as Refusal;
use std::ffi::OsString;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;
use tsumugi_api::message;
use tsumugi_tsume::learned::Guess;

/// Reads the words of the command line, does the work they ask for, and prints what went wrong. A reader of standard
/// output that has gone is no error.
///
/// A program without Japanese texts speaks English.
pub fn run<A: Parser>(
    words: Vec<OsString>,
    japanese: Option<&Japanese>,
    work: impl FnOnce(&A) -> Result<Exit, Failure>,
) -> ExitCode {
    let read = match japanese.filter(|_| spoken().language == Language::Ja) {
        Some(japanese) => read_in_japanese(words, japanese),
        None => A::try_parse_from(words).map_err(|help_or_error| {
            // With the terminal gone there is nobody to tell.
            let _ = help_or_error.print();
            if help_or_error.use_stderr() { Exit::Misuse } else { Exit::Yes }
        }),
    };
    let arguments = match read {
        Ok(arguments) => arguments,
        Err(exit) => return exit.into(),
    };
    if Guess::shipped().is_none() {
        report::note(&message!(
            "the learned weights are damaged: the hand-made estimate is used",
            "学習済みの重みが壊れているため、手作りの評価を使います",
        ));
    }
    let exit = match work(&arguments) {
        Ok(exit) => exit,
        Err(Failure::Stdout(error)) if error.kind() == ErrorKind::BrokenPipe => Exit::Yes,
        Err(Failure::Stdout(error)) => {
            let what = message!("cannot write to standard output", "標準出力に書けません");
            report::print(&Report::io(&what, &error));
            Exit::Misuse
        }
        Err(Failure::Report(report)) => {
            report::print(&report);
            Exit::Misuse
        }
    };
    exit.into()
}

/// Columns of a help that goes to no terminal.
const COLUMNS: usize = 100;

/// The same words; help and errors are printed in Japanese.
fn read_in_japanese<A: Parser>(words: Vec<OsString>, japanese: &Japanese) -> Result<A, Exit> {
    let command = A::command();
    let read = help::marked(command.clone())
        .try_get_matches_from(words)
        .and_then(|matches| A::from_arg_matches(&matches));
    let error = match read {
        Ok(arguments) => return Ok(arguments),
        Err(error) => error,
    };
    let text = match error.kind() {
        Refusal::DisplayHelp | Refusal::DisplayHelpOnMissingArgumentOrSubcommand => {
            let columns = terminal_size::terminal_size().map_or(COLUMNS, |(width, _)| width.0.into());
            let asked = Asked::of(&error.render().to_string());
            help::page(&command, &asked, japanese, columns.min(COLUMNS))
        }
        Refusal::DisplayVersion => error.render().to_string(),
        _ => help::misuse(&error, &japanese.dictionary),
    };
    // With the terminal gone there is nobody to tell.
    let _ = match error.use_stderr() {
        true => std::io::stderr().write_all(text.as_bytes()),
        false => std::io::stdout().write_all(text.as_bytes()),
    };
    Err(if error.use_stderr() { Exit::Misuse } else { Exit::Yes })
}
