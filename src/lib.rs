//! The tsumugi program: words → work → words. A library only so that it can be linked more than once into one file, each time
//! for another kind of processor: see `scripts/anywhere.sh`. Programs that want to solve use `tsumugi-api` or `tsumugi-tsume`.
//!
//! Only the programs (this one and `tsumugi-lab`, and `tsumugi-shell` below both) know the command line, files and exit
//! codes; the libraries return plain values.

// In a lean build nobody reads the arguments of what is missing.
#![cfg_attr(
    not(all(feature = "serve", feature = "queue", feature = "sqlite", feature = "parquet")),
    allow(dead_code)
)]

mod args;
mod certificate_file;
mod checkpoint_file;
mod commands;
mod features;
mod help;
mod ladder;
mod log;
#[cfg(feature = "queue")]
mod queue;
mod render;
#[cfg(feature = "serve")]
mod serve;
mod spill;
mod timetable;
mod usi;

use args::Arguments;
use std::io;
use std::process::ExitCode;
use tsumugi_shell::{exit, language, memory, output, problems, program, report, stop, terminal};

/// Does what the words after the program's name say.
pub fn run() -> ExitCode {
    let words = args::words();
    language::settle(&words);
    if let Some(report) = args::of_the_laboratory(&words) {
        report::print(&report);
        return exit::Exit::Misuse.into();
    }
    program::run(words, Some(&help::japanese()), |arguments: &Arguments| {
        commands::run(&arguments.command)
    })
}

/// Is a USI engine, as after `tsumugi usi`: user interfaces register an engine by its file and start it without arguments.
pub fn engine() -> ExitCode {
    let words: Vec<_> = std::env::args_os().skip(1).collect();
    let research = !words.is_empty();
    if research && words != ["--research"] {
        eprintln!("error: this is `tsumugi usi`: it knows --research and nothing else");
        return exit::Exit::Misuse.into();
    }
    let input = io::BufReader::new(io::stdin());
    match usi::converse(input, io::stdout().lock(), research) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            eprintln!("error: cannot write to standard output: {error}");
            exit::Exit::Misuse.into()
        }
        _ => ExitCode::SUCCESS,
    }
}
