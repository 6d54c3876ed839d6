//! A mate as a line: for a person, a program, a list of problems.

use super::collector::{About, Posed};
use crate::language::Tongue;
use crate::render::sheet::verdict_words;
use serde::Serialize;
use tsumugi_api::mine::{Mate, Outcome};
use tsumugi_api::{Side, message, usi};
use tsumugi_shogi::Setup;

/// A mate with the game it is from, for programs.
#[derive(Serialize)]
pub struct InGame<'a> {
    /// The game.
    #[serde(flatten)]
    pub about: &'a About,
    /// The mate.
    #[serde(flatten)]
    pub mate: &'a Mate,
}

/// For a person.
pub fn line(about: &About, mate: &Mate, tongue: Tongue) -> String {
    let (place, number) = (about.place(), mate.after + 1);
    let (side, side_ja) = match mate.side {
        Side::Black => ("Black", "先手"),
        Side::White => ("White", "後手"),
    };
    let setup: Setup = mate.sfen.parse().unwrap_or_else(|_| Setup::startpos());
    let moves = tongue.line(&setup, &mate.line).join(" ");
    let played = mate.played.map(|m| tongue.line(&setup, &[m]).concat()).unwrap_or_default();
    let outcome = match mate.outcome {
        Outcome::Played => message!("played", "実現"),
        Outcome::Missed => message!("missed by {played}", "見逃し（実戦は{played}）"),
        Outcome::Unclear => message!("{played}, unclear", "{played} 不明"),
        Outcome::Over => message!("the game ended here", "ここで終局"),
    };
    let (outcome, outcome_ja) = (outcome.english(), outcome.japanese());
    let length = match mate.length {
        Some(plies) => message!("mate in {plies}", "{plies}手詰"),
        None => {
            let most = mate.at_most;
            message!("mate in at most {most}", "{most}手以内の詰み")
        }
    };
    let (length, length_ja) = (length.english(), length.japanese());
    let mut out = tongue.told(&message!(
        "{place}: move {number}, {side}: {length}, {outcome}: {moves}",
        "{place}: {number}手目 {side_ja} {length_ja} {outcome_ja}: {moves}",
    ));
    if let Some(problem) = &mate.problem {
        let (verdict, difficulty) = (verdict_words(problem.soundness, tongue), problem.difficulty);
        out += &tongue.told(&message!(
            "; problem: {verdict}, difficulty {difficulty}",
            " 問題: {verdict} 難度{difficulty}",
        ));
    }
    out + "\n"
}

/// The names of the columns of a list of problems.
pub const HEADING: &str = "sfen\tname\tlength\tdifficulty\tsoundness\tmoves\tsource\n";

/// A problem as a row of it.
pub fn row(posed: &Posed) -> String {
    let (problem, one_line) = (&posed.problem, |text: &str| text.replace(['\t', '\n', '\r'], " "));
    [
        problem.sfen.clone(),
        one_line(&posed.name),
        problem.length.to_string(),
        problem.difficulty.to_string(),
        problem.soundness.name().to_string(),
        usi(&problem.line).join(" "),
        one_line(&posed.place),
    ]
    .join("\t")
        + "\n"
}
