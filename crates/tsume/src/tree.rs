//! The solution with its variations: every defence along the main line, and the mate against it.
//!
//! A variation (変化) is shown by one line, the shortest mate against the longest defence from there, as far as that is
//! found; with more depth its own variations hang below it. Defences met by the very same moves are one branch, since a
//! reader learns nothing from the second.

use crate::check::{Check, moves_of, variation};
use crate::mainline::Count;
use crate::problem::Problem;
use crate::solve::Solver;
use tsumugi_andor::{Limits, Observer};
use tsumugi_shogi::Move;

/// A line of play, and the variations that leave it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Branch {
    /// The moves, to the mate.
    pub line: Vec<Move>,
    /// Other first moves after which the rest of the line is the same.
    pub same: Vec<Move>,
    /// Variations: how many moves of the line come before, and the branch.
    pub forks: Vec<(usize, Branch)>,
    /// Were all of its defences answered within the limits?
    pub complete: bool,
}

impl Branch {
    /// How many lines there are, this one included.
    pub fn lines(&self) -> usize {
        1 + self.forks.iter().map(|(_, fork)| fork.lines()).sum::<usize>()
    }
}

/// The solution of a check with variations of variations down to a depth: 0 is the main line alone, 1 its
/// variations, and so on. The limits hold for each line by itself.
pub fn grow(
    check: &Check,
    depth: u32,
    solver: &mut Solver,
    limits: &Limits,
    observer: &mut (dyn Observer + Send),
) -> Branch {
    let mut gardener = Gardener { solver, limits, observer, count: check.count() };
    gardener.branch(check.at(0), check.line().to_vec(), depth)
}

struct Gardener<'a> {
    solver: &'a mut Solver,
    limits: &'a Limits,
    observer: &'a mut (dyn Observer + Send),
    count: Count,
}

impl Gardener<'_> {
    fn branch(&mut self, start: &Problem, line: Vec<Move>, depth: u32) -> Branch {
        let mut branch = Branch { line, same: vec![], forks: vec![], complete: true };
        if depth == 0 {
            return branch;
        }
        let mut here = start.clone();
        for (i, m) in branch.line.clone().into_iter().enumerate() {
            if here.position().turn() != here.attacker() && i > 0 {
                let left = (branch.line.len() - i) as u32;
                let forks = self.forks(&here, m, left, &mut branch.complete);
                for (mut line, same) in forks {
                    let first = line.remove(0);
                    let mut fork = self.branch(&here.after(first), line, depth - 1);
                    fork.line.insert(0, first);
                    fork.forks.iter_mut().for_each(|(at, _)| *at += 1);
                    fork.same = same;
                    branch.forks.push((i, fork));
                }
            }
            here = here.after(m);
        }
        branch
    }

    /// The defences other than the main one, those met alike together; the longest first. Futile interpositions are
    /// none.
    fn forks(
        &mut self,
        here: &Problem,
        main: Move,
        left: u32,
        complete: &mut bool,
    ) -> Vec<(Vec<Move>, Vec<Move>)> {
        let futile = self.futile(here, left);
        let mut forks: Vec<(Vec<Move>, Vec<Move>)> = Vec::new();
        for m in moves_of(here).into_iter().filter(|m| *m != main && !futile.contains(m)) {
            let Some(rest) = self.line(&here.after(m)) else {
                *complete = false;
                continue;
            };
            match forks.iter_mut().find(|(line, _)| line[1..] == rest) {
                Some((_, same)) => same.push(m),
                None => forks.push(([vec![m], rest].concat(), vec![])),
            }
        }
        forks.sort_by_key(|(line, _)| std::cmp::Reverse(line.len()));
        forks
    }

    fn futile(&mut self, here: &Problem, left: u32) -> Vec<Move> {
        if self.count == Count::Strict {
            return vec![];
        }
        let futile = self.solver.futile_along(here, &[], left, self.limits, self.observer);
        futile.map(|all| all.iter().map(|one| one.reply).collect()).unwrap_or_default()
    }

    /// The best line from here, or else any; `None` if the limits do not allow for either.
    fn line(&mut self, problem: &Problem) -> Option<Vec<Move>> {
        let best = variation::best_line(problem, self.count, self.solver, self.limits, self.observer);
        best.or_else(|| {
            let line = self.solver.solve(problem, self.limits, self.observer).line;
            Some(line).filter(|line| !line.is_empty())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Settings;
    use tsumugi_shogi::Position;

    #[test]
    fn every_defence_is_there_and_those_met_alike_are_one() {
        let position = Position::from_sfen("8k/6+L2/9/8S/9/9/9/9/9 b S2r2b4g2s4n3l18p 1").unwrap();
        let mut solver = Solver::new(Settings { bytes: 16 << 20, ..Settings::default() });
        let problem = Problem::new(position);
        let limits = Limits::default();
        let line =
            variation::best_line(&problem, Count::Strict, &mut solver, &limits, &mut ()).unwrap();
        let check = Check::new(&problem, line.clone()).unwrap();
        let tree = grow(&check, 1, &mut solver, &limits, &mut ());
        assert!(tree.complete && tree.line == line);
        let mut defences = vec![line[1]];
        for (at, fork) in tree.forks.iter().filter(|(at, _)| *at == 1) {
            defences.push(fork.line[0]);
            defences.extend(&fork.same);
            let mut here = check.at(*at).clone();
            fork.line.iter().for_each(|&m| here = here.after(m));
            assert!(here.position().is_mate());
        }
        let mut all = moves_of(check.at(1));
        defences.sort_by_key(|m| m.to_bits());
        all.sort_by_key(|m| m.to_bits());
        assert_eq!(defences, all);
        assert_eq!(grow(&check, 0, &mut solver, &limits, &mut ()).lines(), 1);
    }
}
