//! `tsumugi completions`: a script that makes a shell complete our words.

use crate::args::{Arguments, Completions};
use crate::exit::Exit;
use crate::output;
use crate::report::Failure;
use clap::CommandFactory;

/// Prints the script.
pub fn run(args: &Completions) -> Result<Exit, Failure> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Arguments::command(), "tsumugi", &mut script);
    output::to_stdout(&script)?;
    Ok(Exit::Yes)
}
