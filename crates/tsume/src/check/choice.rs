//! Which line is meant, where none is given.
//!
//! A book prints one of the longest defences. Where several hold out equally long (変同), the intended one is that
//! against which the attacker has one way only. And where every longest defence leaves the attacker with pieces in hand,
//! it is one that is mated two plies sooner with nothing left: the other is a variation then (二手変長駒余り).

use super::variation::line_from;
use super::work::Work;
use super::{Alternative, Check, Defence};
use crate::solve::Solver;
use tsumugi_andor::{Limits, Observer};
use tsumugi_shogi::Move;

impl Check {
    /// The line with this defence and what follows instead of its own.
    pub fn with_defence(&self, defence: Alternative, line: &[Move]) -> Vec<Move> {
        [&self.line()[..defence.after], line].concat()
    }

    /// Lines that are two plies shorter than this one, which leaves pieces in hand, and leave none: by a defence that is
    /// mated two plies sooner.
    pub fn shorter_lines(
        &self,
        defences: &[(Alternative, &Defence)],
        solver: &mut Solver,
        limits: &Limits,
        observer: &mut (dyn Observer + Send),
    ) -> Vec<Vec<Move>> {
        let mut work = Work::new(solver, limits, observer, self.count());
        let sooner = defences.iter().filter(|(_, defence)| matches!(defence, Defence::Shorter));
        let line = sooner.filter_map(|&(defence, _)| {
            let (moves, leftover) = line_from(&self.at(defence.after).after(defence.m), &mut work)?;
            let line = [vec![defence.m], moves].concat();
            let fits = leftover.is_empty() && defence.after + line.len() + 2 == self.line().len();
            fits.then(|| self.with_defence(defence, &line))
        });
        line.collect()
    }
}
