//! The tsumugi program: words → work → words.
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
mod commands;
mod features;
mod help;
mod ladder;
#[cfg(feature = "queue")]
mod queue;
mod render;
#[cfg(feature = "serve")]
mod serve;
mod spill;
mod usi;

use args::Arguments;
use std::process::ExitCode;
use tsumugi_shell::{exit, language, memory, output, problems, program, report, stop, terminal};

fn main() -> ExitCode {
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
