//! Moves as people write them, in Japanese and in Western letters.

use crate::{Fault, Japanese, ProblemText, message, usi};
use serde::{Deserialize, Serialize};
use tsumugi_notation::japanese::{self, Style};
use tsumugi_notation::western;
use tsumugi_shogi::{Move, Setup};

/// A line in Japanese, a name for each move; `None` when a move cannot be carried out.
pub fn japanese(setup: &Setup, moves: &[Move]) -> Option<Vec<String>> {
    let names = japanese::line_names(setup, moves, Style::Triangles)?;
    // 同　銀: the full-width blank only pads columns.
    Some(names.into_iter().map(|name| name.replace('　', "")).collect())
}

/// The names of a line in both writings; a line that cannot be played is written as USI does.
pub(crate) fn both(setup: &Setup, moves: &[Move]) -> Named {
    Named { ja: in_japanese(setup, moves), en: in_english(setup, moves) }
}

/// The names of the moves of a line, in both writings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Named {
    /// In Japanese.
    pub ja: Vec<String>,
    /// In Western letters.
    pub en: Vec<String>,
}

fn in_japanese(setup: &Setup, moves: &[Move]) -> Vec<String> {
    japanese(setup, moves).unwrap_or_else(|| usi(moves))
}

fn in_english(setup: &Setup, moves: &[Move]) -> Vec<String> {
    western::line_names(setup, moves).unwrap_or_else(|| usi(moves))
}

/// Lines to name.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Where they start.
    #[serde(flatten)]
    pub problem: ProblemText,
    /// The lines, as USI writes moves.
    pub lines: Vec<Vec<String>>,
}

/// The names of the moves of several lines, in both writings.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Answer {
    /// In Japanese.
    pub ja: Vec<Vec<String>>,
    /// In Western letters.
    pub en: Vec<Vec<String>>,
}

/// Names the moves of lines that all start from one position.
pub(crate) fn answer(request: &Request) -> Result<Answer, Fault> {
    let setup = request.problem.read()?.record.setup;
    let lines = request.lines.iter().map(|line| moves(line)).collect::<Result<Vec<_>, _>>()?;
    let all = |name: fn(&Setup, &[Move]) -> Vec<String>| {
        lines.iter().map(|line| name(&setup, line)).collect::<Vec<_>>()
    };
    Ok(Answer { ja: all(in_japanese), en: all(in_english) })
}

/// Moves that USI writes so.
pub(crate) fn moves(words: &[String]) -> Result<Vec<Move>, Fault> {
    let read = |word: &String| {
        let read = word.parse::<Move>();
        read.map_err(|why| {
            let said = why.why.japanese();
            let message =
                message!("{word:?} is no move: {why}", "「{word}」は指し手として読めません: {said}");
            Fault::bad_request(message)
        })
    };
    words.iter().map(read).collect()
}
