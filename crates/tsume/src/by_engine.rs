//! Problems asked of any engine: verdicts to compare df-pn's with. There is no line, no proof and no table to keep, but
//! for C*, which knows every position of its solution: see [`by_cstar`].
//!
//! Nothing here is part of a program that does not ask for it: [`crate::solve()`] knows df-pn only.

use crate::brinkmate;
use crate::certificate::Writer;
use crate::game::TsumeGame;
use crate::line;
use crate::problem::Problem;
use crate::solve::{Answer, Settings, Verdict, over_already, prove};
use std::sync::Arc;
use tsumugi_andor::engines::cstar::{Cstar, CstarOptions};
use tsumugi_andor::{
    self as andor, Engine, GameValue, Limits, Observer, PaperOptions, Plies, Stats, drive,
};

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
    if *engine == Engine::Cstar {
        let memory = CstarOptions::default().within(*bytes);
        return by_cstar(problem, options, memory, limits, observer).answer;
    }
    let outcome = andor::solve(game, engine, options, *bytes, limits, observer);
    Answer::bare(outcome.verdict.into(), outcome.stats)
}

/// What C* found, and the figures of its paper.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct CstarAnswer {
    /// The verdict, as the search has it.
    pub value: GameValue,
    /// Verdict, line and certificate.
    pub answer: Answer,
    /// How often the search was started at the root.
    pub iterations: u64,
    /// The number of tips with which the last of them was allowed to work.
    pub threshold: u64,
    /// Moves generated, every time counted.
    pub generated: u64,
    /// Ends of lines in the tree of the solution, where a position that is reached in many ways counts as often.
    pub leaves: Option<u64>,
    /// Expansions that it took to make a proof of the answer: none, unless the table was cleared on the way.
    pub searched_again: u64,
}

/// Is there a mate? Asked of C*; the answer carries line and certificate.
pub fn by_cstar(
    problem: &Problem,
    options: &PaperOptions,
    cstar: CstarOptions,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> CstarAnswer {
    let game = TsumeGame::new(problem.position().clone(), problem.attacker());
    let mut search = Cstar::new(game.clone(), options, cstar);
    let over = over_already(&game);
    let (value, stats) = match over {
        Some(Verdict::Mate(_)) => (GameValue::Proved(Plies::ZERO), Stats::default()),
        Some(_) => (GameValue::Disproved, Stats::default()),
        None => {
            let outcome = drive(&mut search, limits, observer);
            (outcome.verdict, outcome.stats)
        }
    };
    let mut answer = Answer::bare(value.into(), stats);
    if over.is_none() && value.answer().is_some() {
        let table = Arc::new(search.answers());
        line::read(&game, *options, &table, limits, &mut answer);
        let mut text = String::new();
        let mut sink = |lines: &str| text.push_str(lines);
        let writer = Writer::begin(problem, answer.verdict, &mut sink);
        let settings = Settings::with(*options);
        prove(writer, game, value, &settings, &table, limits, &mut answer);
        answer.certificate = answer.claims.map(|_| text);
    }
    let searched_again = answer.stats.expansions - stats.expansions;
    answer.stats = stats;
    CstarAnswer {
        value,
        answer,
        iterations: search.iterations(),
        threshold: search.threshold(),
        generated: search.generated(),
        leaves: search.leaves(),
        searched_again,
    }
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
