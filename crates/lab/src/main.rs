//! The laboratory: the engines, tables and training of the papers behind tsumugi. Nothing of it is part of the product.

mod args;
mod commands;

use args::Arguments;
use std::process::ExitCode;
use tsumugi_shell::{exit, memory, output, problems, program, render, report, stop, terminal};

fn main() -> ExitCode {
    let words = std::env::args_os().collect();
    program::run(words, None, |arguments: &Arguments| commands::run(&arguments.command))
}
