//! A solver at work on one of the questions of a check.

use crate::avoid::{Avoiding, Forbidden};
use crate::game::TsumeGame;
use crate::mainline::Count;
use crate::problem::Problem;
use crate::solve::{Solver, StopReason, Verdict, over_already, search};
use tsumugi_andor::engines::dfpn::Dfpn;
use tsumugi_andor::{self as andor, Limits, Observer, Stats, drive};
use tsumugi_shogi::Move;

/// A solver at work within limits that hold for all it does.
pub(super) struct Work<'a> {
    pub(super) solver: &'a mut Solver,
    pub(super) limits: &'a Limits,
    pub(super) observer: &'a mut (dyn Observer + Send),
    pub(super) count: Count,
    pub(super) stats: Stats,
}

impl<'a> Work<'a> {
    pub(super) fn new(
        solver: &'a mut Solver,
        limits: &'a Limits,
        observer: &'a mut (dyn Observer + Send),
        count: Count,
    ) -> Work<'a> {
        Work { solver, limits, observer, count, stats: Stats::default() }
    }

    /// Why something was not settled.
    pub(super) fn why(&self) -> StopReason {
        self.limits.interrupted().unwrap_or(StopReason::Nodes)
    }

    pub(super) fn left(&self) -> Limits {
        let left = self.limits.expansions.saturating_sub(self.stats.expansions);
        Limits { expansions: left, ..self.limits.clone() }
    }

    /// The length of a mate; `None` if it cannot be settled.
    pub(super) fn length(&mut self, problem: &Problem) -> Option<u32> {
        let strict = self.solver.length(problem, &self.left(), self.observer);
        self.stats = self.stats.plus(&strict.stats);
        if self.count == Count::Strict {
            return strict.exact();
        }
        let length = self.solver.conventional_length(problem, &strict, &self.left(), self.observer);
        self.stats = self.stats.plus(&length.stats);
        length.exact()
    }

    /// Within how many plies there is a mate, if there is one within `plies`; `None` if that cannot be settled.
    pub(super) fn within(&mut self, problem: &Problem, plies: u32) -> Option<Option<u32>> {
        let limits = self.left();
        let (verdict, stats) = match self.count {
            Count::Strict => self.solver.within(problem, plies, &limits, self.observer),
            Count::Conventional => self.counted_within(problem, plies, &limits),
        };
        self.stats = self.stats.plus(&stats);
        match verdict {
            Verdict::Mate(plies) => Some(Some(plies)),
            Verdict::NoMate => Some(None),
            Verdict::Unknown(_) => None,
        }
    }

    /// Is it mate, but for futile interpositions where they do not count?
    pub(super) fn is_over(&mut self, end: &Problem) -> bool {
        let position = end.position();
        let futile_only = |work: &mut Work<'_>| {
            work.count == Count::Conventional && work.within(end, 0) == Some(Some(0))
        };
        position.turn() != end.attacker()
            && position.in_check()
            && (position.is_mate() || futile_only(self))
    }

    /// Is a reply a futile interposition in a position of this many plies? `None` if that cannot be settled.
    pub(super) fn is_futile(&mut self, here: &Problem, reply: Move, plies: u32) -> Option<bool> {
        let limits = self.left();
        let asked = self.solver.is_futile(here, reply, plies, &limits, self.observer);
        self.stats = self.stats.plus(&asked.stats);
        asked.futile
    }

    /// A mate, whatever its length; empty if none is found.
    pub(super) fn any_line(&mut self, problem: &Problem) -> Vec<Move> {
        let limits = self.left();
        let mut sink = |_: &str| {};
        let answer = self.solver.solve_into(problem, &limits, self.observer, &mut sink);
        self.stats = self.stats.plus(&answer.stats);
        answer.line
    }

    fn counted_within(&mut self, problem: &Problem, plies: u32, limits: &Limits) -> (Verdict, Stats) {
        let game = TsumeGame::new(problem.position().clone(), problem.attacker());
        if let Some(verdict) = over_already(&game) {
            return (verdict, Stats::default());
        }
        let (options, table) = (self.solver.limited(), self.solver.table());
        let game = self.solver.counted(game);
        let outcome = drive(&mut Dfpn::new(game, options, table).within(plies), limits, self.observer);
        (outcome.verdict.into(), outcome.stats)
    }

    pub(super) fn solve(&mut self, problem: &Problem) -> Verdict {
        let limits = self.left();
        let game = TsumeGame::new(problem.position().clone(), problem.attacker());
        self.search(&game, &limits).into()
    }

    pub(super) fn solve_avoiding(
        &mut self,
        problem: &Problem,
        forbidden: &Forbidden,
    ) -> andor::GameValue {
        let limits = self.left();
        let game = TsumeGame::new(problem.position().clone(), problem.attacker());
        let free = self.solver.table();
        self.search(&Avoiding::new(game, forbidden.clone(), free), &limits)
    }

    fn search<G>(&mut self, game: &G, limits: &Limits) -> andor::GameValue
    where
        G: andor::Game<Resource = crate::AttackerHand> + Clone + Send,
        G::Move: Send,
    {
        let table = self.solver.table();
        let outcome = search(game, self.solver.settings(), &table, limits, self.observer);
        self.stats = self.stats.plus(&outcome.stats);
        outcome.verdict
    }
}
