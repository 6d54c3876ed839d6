//! `position …`: a diagram and moves.

use crate::{ReadError, ReadFault, position_command};
use tsumugi_shogi::{Move, Setup};

/// A diagram and moves from there, which may be illegal, with the column each stands in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PositionLine {
    /// The diagram.
    pub setup: Setup,
    /// The moves, each after its column.
    pub moves: Vec<(usize, Move)>,
}

impl Default for PositionLine {
    fn default() -> PositionLine {
        PositionLine { setup: Setup::startpos(), moves: vec![] }
    }
}

impl PositionLine {
    /// Reads a `position` line.
    ///
    /// # Errors
    /// What is wrong, and in which column of the line.
    pub fn parse(line: &str) -> Result<PositionLine, ReadError> {
        let mut words = words(line);
        let end = words.find(|&(_, word)| word == "moves").map_or(line.len(), |(at, _)| at);
        let head = position_command::read(&line[..end])?;
        let moves = read_moves(line, words)?;
        Ok(PositionLine { setup: head.setup, moves })
    }
}

/// The moves after the first word of a line, and after the word `moves` if that comes next, each with its column.
///
/// # Errors
/// What is no move, and in which column of the line.
pub fn moves_of(line: &str) -> Result<Vec<(usize, Move)>, ReadError> {
    let mut words = words(line).skip(1).peekable();
    words.next_if(|&(_, word)| word == "moves");
    read_moves(line, words)
}

fn read_moves<'a>(
    line: &str,
    words: impl Iterator<Item = (usize, &'a str)>,
) -> Result<Vec<(usize, Move)>, ReadError> {
    let column = |at: usize| line[..at].chars().count() + 1;
    let read = |(at, word): (usize, &str)| {
        let m = word.parse::<Move>().map_err(|error| {
            let column = column(at) + error.column - 1;
            ReadError::at(1, column, line, ReadFault::UsiMove(error.why))
        })?;
        Ok((column(at), m))
    };
    words.map(read).collect()
}

/// The words of a line with the byte each starts at.
fn words(line: &str) -> impl Iterator<Item = (usize, &str)> {
    line.split_whitespace().map(|word| (word.as_ptr() as usize - line.as_ptr() as usize, word))
}
