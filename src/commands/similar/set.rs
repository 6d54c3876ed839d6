//! A collection: files and folders → problems with their solutions, as far as these come with them.

use crate::problems::{InputProblem, Stream};
use crate::report::{Place, Report, Source};
use std::ffi::OsString;
use tsumugi_api::similar::Member;
use tsumugi_notation::read::Format;
use tsumugi_shell::folders;
use tsumugi_shogi::Move;

/// The problems that these words stand for, each with its place, and what is wrong with the others.
pub fn members(words: &[OsString], format: Option<Format>) -> (Vec<(Place, Member)>, Vec<Report>) {
    let (files, mut bad) = folders::files(words);
    let mut all = Vec::new();
    for read in Stream::new(files, format) {
        match read {
            Ok(problem) => all.push((problem.place.clone(), member(problem))),
            Err(report) => bad.push(report),
        }
    }
    (all, bad)
}

fn member(problem: InputProblem) -> Member {
    let mut sfen = format!("sfen {}", problem.record.setup.to_sfen());
    let line = line(&problem);
    if !line.is_empty() {
        sfen += " moves";
        line.iter().for_each(|m| sfen += &format!(" {m}"));
    }
    Member { sfen, place: place(&problem), name: problem.name }
}

/// The file and the line: two problems from there are the same one.
pub fn place(problem: &InputProblem) -> Option<String> {
    matches!(problem.place.source, Source::File(_) | Source::Inside(..))
        .then(|| problem.place.to_string())
}

/// The solution that comes with a problem: the moves of its record, or the first column of a list that has moves and nothing
/// else.
pub fn line(problem: &InputProblem) -> Vec<Move> {
    let own = problem.record.main_line();
    if !own.is_empty() {
        return own;
    }
    let of_column = |column: &String| -> Option<Vec<Move>> {
        let moves: Result<Vec<Move>, _> = column.split_whitespace().map(str::parse).collect();
        moves.ok().filter(|moves| !moves.is_empty())
    };
    // What cannot be carried out on the board is the solution of another diagram.
    let can_be_played = |moves: &Vec<Move>| {
        let mut setup = problem.record.setup.clone();
        moves.iter().all(|&m| setup.play(m).is_ok())
    };
    problem.rest.iter().filter_map(of_column).find(can_be_played).unwrap_or_default()
}
