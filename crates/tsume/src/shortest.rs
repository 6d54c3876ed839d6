//! The shortest mate, with its proof: it takes so many plies, and not fewer.

use crate::certificate::Writer;
use crate::game::TsumeGame;
use crate::lengths::Length;
use crate::line;
use crate::problem::Problem;
use crate::solve::{Answer, Solver, StopReason, Verdict, prove};
use tsumugi_andor::proof::{Claim, extract_longer, extract_with};
use tsumugi_andor::{self as andor, Limits, Observer, Stats};
use tsumugi_shogi::Move;

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
        if self.settings().prove && !matches!(answer.verdict, Verdict::Unknown(_)) {
            observer.proving();
            match length.exact() {
                Some(plies) => {
                    answer.claims =
                        self.prove_shortest(problem, plies, limits, sink, &mut answer.stats).ok();
                }
                None => self.prove_verdict(problem, limits, sink, &mut answer),
            }
        }
        answer.length = Some(length);
        answer
    }

    /// Writes the certificate that a mate takes exactly so many plies, as [`Solver::length`] found: how many claims it
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
        let (options, table) = (self.settings().options, self.table());
        let mut writer = Writer::begin_shortest(problem, plies, sink);
        let mut searched = 0;
        if plies > 0 {
            let verdict = andor::Verdict::Proved(plies);
            let mut note = |game: &TsumeGame, claim: &Claim<Move>| writer.add(game, claim);
            searched = extract_with(&game, verdict, options, &table, limits, &mut note)?.searched;
        }
        if let Some(fewer) = plies.checked_sub(2) {
            let mut note = |game: &TsumeGame, m: Move, plies| writer.add_longer(game, m, plies);
            searched += extract_longer(&game, fewer, options, &table, limits, &mut note)?;
        }
        *stats = stats.plus(&Stats { expansions: searched, ..Stats::default() });
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
            Verdict::Mate(plies) => andor::Verdict::Proved(plies),
            Verdict::NoMate => andor::Verdict::Disproved,
            Verdict::Unknown(_) => return,
        };
        let writer = Writer::begin(problem, answer.verdict, sink);
        let (options, table) = (self.settings().options, self.table());
        prove(writer, game, verdict, options, &table, limits, answer);
    }
}

fn verdict_of(length: &Length) -> Verdict {
    match (length.at_most, length.stopped) {
        _ if length.no_mate => Verdict::NoMate,
        (Some(plies), _) => Verdict::Mate(plies),
        (None, reason) => Verdict::Unknown(reason.unwrap_or(StopReason::GaveUp)),
    }
}
