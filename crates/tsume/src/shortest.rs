//! The shortest mate, with its proof that it takes this number of plies and not fewer. And its main line.

use crate::certificate::Writer;
use crate::game::TsumeGame;
use crate::lengths::Length;
use crate::line;
use crate::mainline::{Count, MainLine};
use crate::problem::Problem;
use crate::solve::{Answer, Solver, StopReason, Verdict, prove};
use tsumugi_andor::proof::{Statement, extract_on};
use tsumugi_andor::{self as andor, Limits, Observer, Stats};

/// A mate as people want to see it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Solution {
    /// The length by convention.
    pub conventional: Length,
    /// The main line, every ply counted, if it was found within the limits.
    pub strict_line: Option<MainLine>,
    /// The main line by convention, if it is another one and was found within the limits.
    pub conventional_line: Option<MainLine>,
    /// What it took.
    pub stats: Stats,
}

impl Solution {
    /// The main line: the one by convention, if there is one.
    pub fn main_line(&self) -> Option<&MainLine> {
        self.conventional_line.as_ref().or(self.strict_line.as_ref())
    }
}

impl Solver {
    /// Finds the shortest mate; the answer carries the whole certificate.
    pub fn shortest(
        &mut self,
        problem: &Problem,
        limits: &Limits,
        observer: &mut (dyn Observer + Send),
    ) -> Answer {
        let mut text = String::new();
        let mut answer =
            self.shortest_into(problem, limits, observer, &mut |lines| text.push_str(lines));
        answer.certificate = answer.claims.map(|_| text);
        answer
    }

    /// Finds the shortest mate and writes the certificate into `sink` while it is being made, as
    /// [`Solver::solve_into`] does. If the length is not settled, the certificate proves what is known: a mate, or
    /// none.
    pub fn shortest_into(
        &mut self,
        problem: &Problem,
        limits: &Limits,
        observer: &mut (dyn Observer + Send),
        sink: &mut dyn FnMut(&str),
    ) -> Answer {
        let length = self.length(problem, limits, observer);
        let mut answer = Answer::bare(verdict_of(&length), length.stats);
        let game = TsumeGame::new(problem.position().clone(), problem.attacker());
        line::read(&game, self.settings().options, &self.table(), limits, &mut answer);
        self.prove_length(problem, length, limits, observer, sink, &mut answer);
        answer
    }

    /// Finds the shortest mate, its main line, and both again by convention; the certificate is that of
    /// [`Solver::shortest_into`].
    pub fn line_into(
        &mut self,
        problem: &Problem,
        limits: &Limits,
        observer: &mut (dyn Observer + Send),
        sink: &mut dyn FnMut(&str),
    ) -> Answer {
        let length = self.length(problem, limits, observer);
        let mut answer = Answer::bare(verdict_of(&length), length.stats);
        let solution = self.solution(problem, &length, limits, observer);
        answer.stats = answer.stats.plus(&solution.stats);
        match &solution.strict_line {
            Some(line) => {
                answer.line = line.moves.clone();
                answer.best = answer.line.first().copied();
            }
            None => {
                let game = TsumeGame::new(problem.position().clone(), problem.attacker());
                line::read(&game, self.settings().options, &self.table(), limits, &mut answer);
            }
        }
        answer.solution = Some(solution);
        self.prove_length(problem, length, limits, observer, sink, &mut answer);
        answer
    }

    /// The main line of a mate with this strict length, and length and line by convention, as far as the limits
    /// allow.
    pub fn solution(
        &mut self,
        problem: &Problem,
        strict: &Length,
        limits: &Limits,
        observer: &mut (dyn Observer + Send),
    ) -> Solution {
        let conventional = self.conventional_length(problem, strict, limits, observer);
        let mut stats = conventional.stats;
        let mut line = |this: &mut Solver, count, length: &Length| {
            let line = this.main_line(problem, count, length.exact()?, limits, observer).ok()?;
            stats = stats.plus(&line.stats);
            Some(line)
        };
        let strict_line = line(self, Count::Strict, strict);
        // Of the same length it may still be another line: one that has no futile interposition in it.
        let conventional_line = line(self, Count::Conventional, &conventional)
            .filter(|line| strict_line.as_ref().is_none_or(|strict| strict.moves != line.moves));
        Solution { conventional, strict_line, conventional_line, stats }
    }

    fn prove_length(
        &mut self,
        problem: &Problem,
        length: Length,
        limits: &Limits,
        observer: &mut (dyn Observer + Send),
        sink: &mut dyn FnMut(&str),
        answer: &mut Answer,
    ) {
        if self.settings().prove && !matches!(answer.verdict, Verdict::Unknown(_)) {
            let limits = &observer.proving(limits);
            match length.exact() {
                Some(plies) => {
                    answer.claims =
                        self.prove_shortest(problem, plies, limits, sink, &mut answer.stats).ok();
                }
                None => self.prove_verdict(problem, limits, sink, answer),
            }
        }
        answer.length = Some(length);
    }

    /// Writes the certificate that a mate takes exactly this many plies, as [`Solver::length`] found: how many claims it
    /// has.
    fn prove_shortest(
        &mut self,
        problem: &Problem,
        plies: u32,
        limits: &Limits,
        sink: &mut dyn FnMut(&str),
        stats: &mut Stats,
    ) -> Result<u64, StopReason> {
        let game = TsumeGame::new(problem.position().clone(), problem.attacker());
        let (options, table) = (self.limited(), self.table());
        let mut writer = Writer::begin_shortest(problem, plies, sink);
        let threads = self.settings().threads;
        let won = (plies > 0).then(|| Statement::Won(plies.into()));
        let not_sooner = plies.checked_sub(2).map(|fewer| Statement::NotWon(fewer.into()));
        let mut searched = 0;
        for statement in won.into_iter().chain(not_sooner) {
            let found = extract_on(threads, &game, statement, options, &table, limits)?;
            searched += found.searched;
            writer.add(&game, &found.claims, threads, limits)?;
        }
        *stats = stats.plus(&Stats::expansions(searched));
        Ok(writer.finish())
    }

    /// Writes the certificate of a verdict whose length is not settled.
    fn prove_verdict(
        &mut self,
        problem: &Problem,
        limits: &Limits,
        sink: &mut dyn FnMut(&str),
        answer: &mut Answer,
    ) {
        let game = TsumeGame::new(problem.position().clone(), problem.attacker());
        let verdict = match answer.verdict {
            Verdict::Mate(plies) => andor::GameValue::Proved(plies.into()),
            Verdict::NoMate => andor::GameValue::Disproved,
            Verdict::Unknown(_) => return,
        };
        let writer = Writer::begin(problem, answer.verdict, sink);
        let table = self.table();
        prove(writer, game, verdict, self.settings(), &table, limits, answer);
    }
}

fn verdict_of(length: &Length) -> Verdict {
    match (length.at_most, length.stopped) {
        _ if length.no_mate => Verdict::NoMate,
        (Some(plies), _) => Verdict::Mate(plies),
        (None, reason) => Verdict::Unknown(reason.unwrap_or(StopReason::GaveUp)),
    }
}
