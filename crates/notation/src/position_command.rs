//! USI `position` lines ⇄ [`Record`].
//!
//! `[position] startpos [moves …]`, `[position] [sfen] <sfen> [moves …]`. A last word `resign`, which
//! some sites add, becomes an ending. Writing gives the main line and no ending: engines read it.

use crate::{Ending, Expected, Play, ReadError, ReadFault, Record};
use tsumugi_shogi::{Move, Setup};

/// Reads one line.
///
/// # Errors
/// When the line is no position, or a move cannot be carried out. The column is the place of the fault.
pub fn read(text: &str) -> Result<Record, ReadError> {
    let fail = |column, why| ReadError::at(1, column, text, why);
    let expected = |column, what| fail(column, ReadFault::Expected(what));
    let mut words = words(text).peekable();
    let named = words.next_if(|&(_, word)| word == "position").is_some();
    let end = text.chars().count() + 1;
    let mut record = match words.next() {
        None if !named => return Err(fail(end, ReadFault::Empty)),
        None => return Err(expected(end, Expected::StartposOrSfen)),
        Some((column, "moves")) => return Err(expected(column, Expected::StartposOrSfen)),
        Some((_, "startpos")) => match words.next() {
            None | Some((_, "moves")) => Record::new(Setup::startpos()),
            Some((column, _)) => return Err(expected(column, Expected::MovesOrEnd)),
        },
        Some(_) => {
            let moves = words.find(|&(_, word)| word == "moves");
            let sfen = &text[..moves.map_or(text.len(), |(column, _)| byte_of(text, column))];
            let setup = sfen.parse::<Setup>();
            Record::new(setup.map_err(|error| fail(error.column, ReadFault::Sfen(error.why)))?)
        }
    };
    let mut setup = record.setup.clone();
    let mut node = Record::ROOT;
    while let Some((column, word)) = words.next() {
        if word == "resign" && words.peek().is_none() {
            record.add(node, Play::End(Ending::Resign));
            break;
        }
        let m = word.parse::<Move>();
        let m = m.map_err(|e| fail(column + e.column - 1, ReadFault::UsiMove(e.why)))?;
        setup.play(m).map_err(|why| fail(column, ReadFault::Unplayable(why)))?;
        node = record.add(node, Play::Move(m));
    }
    Ok(record)
}

/// Writes the diagram and the main line: `position startpos moves 7g7f`, `position sfen … moves G*5b`.
pub fn write(record: &Record) -> String {
    let mut out = String::from("position ");
    if record.setup == Setup::startpos() {
        out.push_str("startpos");
    } else {
        out.push_str("sfen ");
        out.push_str(&record.setup.to_sfen());
    }
    let moves = record.main_line();
    if !moves.is_empty() {
        out.push_str(" moves");
    }
    for m in moves {
        out.push(' ');
        out.push_str(&m.to_string());
    }
    out
}

/// The words of a text with the column of their first character.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut column = 1;
    text.split(char::is_whitespace).filter_map(move |word| {
        let at = column;
        column += word.chars().count() + 1;
        (!word.is_empty()).then_some((at, word))
    })
}

/// Where the character of a column starts.
fn byte_of(text: &str, column: usize) -> usize {
    text.char_indices().nth(column - 1).map_or(text.len(), |(at, _)| at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_way_to_write_the_line_reads() {
        for (text, written) in [
            ("startpos", "position startpos"),
            ("position startpos moves", "position startpos"),
            (" position  startpos moves 7g7f 3c3d", "position startpos moves 7g7f 3c3d"),
            ("4k4/9/4P4/9/9/9/9/9/9 b G", "position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1"),
            (
                "sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1 moves G*5b resign",
                "position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1 moves G*5b",
            ),
        ] {
            assert_eq!(write(&read(text).unwrap()), written);
        }
        let record = read("startpos moves 7g7f resign").unwrap();
        assert_eq!(record.nodes().last().unwrap().1.play, Play::End(Ending::Resign));
    }

    #[test]
    fn bad_lines_name_the_column() {
        for (text, column, message) in [
            ("", 1, "there is nothing to read"),
            ("   ", 4, "there is nothing to read"),
            ("position", 9, "expected startpos or a SFEN"),
            ("position moves 7g7f", 10, "expected startpos or a SFEN"),
            ("position startpos 7g7f", 19, "expected moves or the end of the line"),
            ("position sfen 4k4/9 b - 1", 20, "the board has 2 ranks, expected 9"),
            (
                "startpos moves 7g7f 3c3",
                24,
                "the move ends too soon (expected e.g. 7g7f, 8h2b+ or G*5b)",
            ),
            ("startpos moves 7g7f 7f7e", 21, "no piece of the side to move stands on 7f"),
            ("startpos moves 7g7f resign 3c3d", 21, "a file must be a digit 1-9"),
            ("startpos moves 7g7f　P*5e", 21, "no pawn in hand to drop"),
        ] {
            let error = read(text).unwrap_err();
            assert_eq!(
                (error.line, error.column, error.why.to_string().as_str()),
                (1, column, message)
            );
        }
    }
}
