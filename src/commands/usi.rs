//! `tsumugi usi`: an engine for shogi user interfaces.

use crate::exit::Exit;
use crate::report::Failure;
use crate::usi;
use std::io;

/// Talks until the user interface quits.
pub fn run(research: bool) -> Result<Exit, Failure> {
    let input = io::BufReader::new(io::stdin());
    usi::converse(input, io::stdout().lock(), research).map_err(Failure::Stdout)?;
    Ok(Exit::Yes)
}
