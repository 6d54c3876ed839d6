//! `completions`: a script that makes a shell complete our words.

use crate::args::Completions;
use crate::exit::Exit;
use crate::output;
use crate::report::Failure;

/// Prints the script for a program.
pub fn run(args: &Completions, mut program: clap::Command) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    let name = program.get_name().to_string();
    clap_complete::generate(args.shell, &mut program, name, &mut script);
    output::to_stdout(&script)?;
    Ok(Exit::Yes)
}
