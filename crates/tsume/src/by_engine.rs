//! Problems asked of any engine: verdicts to compare df-pn's with. There is no line, no proof and no table to keep.
//!
//! Nothing here is part of a program that does not ask for it: [`crate::solve()`] knows df-pn only.

use crate::brinkmate;
use crate::game::TsumeGame;
use crate::problem::Problem;
use crate::solve::{Answer, over_already};
use tsumugi_andor::{self as andor, Engine, Limits, Observer, PaperOptions, Stats};

/// How an engine searches.
#[derive(Clone, PartialEq, Debug)]
pub struct Method {
    /// Which engine.
    pub engine: Engine,
    /// Those switches of techniques that it knows.
    pub options: PaperOptions,
    /// Memory, in bytes.
    pub bytes: usize,
}

/// Is there a mate?
pub fn mate(
    problem: &Problem,
    method: &Method,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Answer {
    let game = TsumeGame::new(problem.position().clone(), problem.attacker());
    if let Some(verdict) = over_already(&game) {
        return Answer::bare(verdict, Stats::default());
    }
    let Method { engine, options, bytes } = method;
    let outcome = andor::solve(game, engine, options, *bytes, limits, observer);
    Answer::bare(outcome.verdict.into(), outcome.stats)
}

/// Is there a brinkmate?
pub fn brinkmate(
    problem: &Problem,
    method: &Method,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> brinkmate::Answer {
    let Method { engine, options, bytes } = method;
    let game = brinkmate::game(problem);
    let outcome = andor::solve(game, engine, options, *bytes, limits, observer);
    brinkmate::Answer::bare(outcome.verdict.into(), outcome.stats)
}
