//! How long a mate takes: the strict length of `docs/RULES.md` 12, settled or within bounds.
//!
//! The first proof of a mate gives some length; whether a shorter mate exists is asked with a limit of plies, and again
//! until the answer is no. All of these searches share the solver's table, and so do questions about other
//! positions of the same problem, whoever is to move there.

use crate::futile::CountedGame;
use crate::game::TsumeGame;
use crate::problem::Problem;
use crate::solve::{Solver, StopReason, Verdict, over_already, search};
use tsumugi_andor::engines::dfpn::Dfpn;
use tsumugi_andor::{Limits, Observer, Options, Rules, Stats, Turn, drive};

/// The least `epsilon` of a search within a number of plies. Less: mostly all checks have to be refuted there, and changing over
/// from one to another is in vain. More: where one of them does mate, it waits for the others.
const LIMITED_EPSILON: u32 = 32;

/// What is known about the length of a mate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Length {
    /// There is no mate within fewer plies. Zero if nothing is known.
    pub at_least: u32,
    /// There is a mate within this many plies; `None` if no mate is known.
    pub at_most: Option<u32>,
    /// There is no mate at all.
    pub no_mate: bool,
    /// Why the length is not settled; `None` if it is.
    pub stopped: Option<StopReason>,
    /// What it took.
    pub stats: Stats,
}

impl Length {
    /// The length, if it is settled.
    pub fn exact(&self) -> Option<u32> {
        self.at_most.filter(|&most| most == self.at_least)
    }

    /// Is the question answered, by a length or by "no mate"?
    pub fn is_settled(&self) -> bool {
        self.no_mate || self.exact().is_some()
    }

    fn unknown() -> Length {
        Length { at_least: 0, at_most: None, no_mate: false, stopped: None, stats: Stats::default() }
    }
}

impl Solver {
    /// Is there a mate within the given number of plies? `NoMate` then says only that it takes longer. Df-pn, whatever engine the
    /// solver is set to, with one thread.
    ///
    /// The problem may be any position of the problem under study, with either side to move
    /// ([`Problem::after`]); the table serves them all.
    pub fn within(
        &mut self,
        problem: &Problem,
        plies: u32,
        limits: &Limits,
        observer: &mut (dyn Observer + Send),
    ) -> (Verdict, Stats) {
        let game = TsumeGame::new(problem.position().clone(), problem.attacker());
        if let Some(verdict) = over_already(&game) {
            return (verdict, Stats::default());
        }
        let mut search = Dfpn::new(game, self.limited(), self.table()).within(plies);
        let outcome = drive(&mut search, limits, observer);
        (outcome.verdict.into(), outcome.stats)
    }

    /// The shortest mate against the longest defence, every legal defence counted. The limits hold for all
    /// searches together; when one is reached, the bounds known by then are returned.
    ///
    /// As with [`Solver::within`], the problem may be any position with either side to move.
    pub fn length(
        &mut self,
        problem: &Problem,
        limits: &Limits,
        observer: &mut (dyn Observer + Send),
    ) -> Length {
        let game = TsumeGame::new(problem.position().clone(), problem.attacker());
        let mut length = Length::unknown();
        if let Some(verdict) = over_already(&game) {
            length.take(verdict, None);
            return length;
        }
        let table = self.table();
        let outcome = search(&game, self.settings(), &table, limits, observer);
        length.stats = outcome.stats;
        length.take(outcome.verdict.into(), None);
        length.at_least = length.at_least.max((game.turn() == Turn::Or) as u32);
        while length.stopped.is_none() && !length.is_settled() {
            self.shorten(problem, limits, observer, &mut length);
        }
        length
    }

    /// The conventional length (手数): futile interpositions (無駄合) are not counted, as `docs/RULES.md` 12 defines. It
    /// is at most the strict length, from which it starts: what [`Solver::length`] said about the same problem.
    pub fn conventional_length(
        &mut self,
        problem: &Problem,
        strict: &Length,
        limits: &Limits,
        observer: &mut (dyn Observer + Send),
    ) -> Length {
        let mut length = Length { stopped: None, stats: Stats::default(), ..strict.clone() };
        let game = TsumeGame::new(problem.position().clone(), problem.attacker());
        if length.no_mate || over_already(&game).is_some() {
            return length;
        }
        length.at_least = (game.turn() == Turn::Or) as u32;
        let Some(_) = length.at_most else {
            length.stopped = strict.stopped;
            return length;
        };
        let game = self.counted(game);
        while length.stopped.is_none() && !length.is_settled() {
            let Some(plies) = length.at_most.and_then(|most| most.checked_sub(2)) else { break };
            let left = limits.expansions.saturating_sub(length.stats.expansions);
            let limits = Limits { expansions: left, ..limits.clone() };
            let mut search = Dfpn::new(game.clone(), self.limited(), self.table()).within(plies);
            let outcome = drive(&mut search, &limits, observer);
            length.stats = length.stats.plus(&outcome.stats);
            length.take(outcome.verdict.into(), Some(plies));
        }
        length
    }

    /// How to search within a number of plies. What won a similar position seldom wins this one in time, so killers
    /// only cost: on five diagrams of Zuko 25.0 million moves played without them, 30.3 million with them.
    pub(crate) fn limited(&self) -> Options {
        let options = self.settings().options;
        Options { killers: false, epsilon: options.epsilon.max(LIMITED_EPSILON), ..options }
    }

    /// The game in which futile interpositions do not count.
    pub(crate) fn counted(&mut self, game: TsumeGame) -> CountedGame {
        CountedGame::new(game, self.table(), self.settings().futile)
    }

    /// One more question about a length that is not settled.
    fn shorten(
        &mut self,
        problem: &Problem,
        limits: &Limits,
        observer: &mut (dyn Observer + Send),
        length: &mut Length,
    ) {
        let Some(plies) = length.at_most.and_then(|most| most.checked_sub(2)) else { return };
        let left = limits.expansions.saturating_sub(length.stats.expansions);
        let limits = Limits { expansions: left, ..limits.clone() };
        let (verdict, stats) = self.within(problem, plies, &limits, observer);
        length.stats = length.stats.plus(&stats);
        length.take(verdict, Some(plies));
    }
}

impl Length {
    /// Records the answer to "is there a mate", or to "is there one within this many plies".
    fn take(&mut self, verdict: Verdict, plies: Option<u32>) {
        match (verdict, plies) {
            (Verdict::Mate(length), _) => {
                self.at_most = Some(self.at_most.map_or(length, |most| most.min(length)));
                self.at_least = self.at_least.max(if length < 2 { length } else { 0 });
            }
            (Verdict::NoMate, None) => self.no_mate = true,
            (Verdict::NoMate, Some(plies)) => self.at_least = self.at_least.max(plies + 2),
            (Verdict::Unknown(reason), _) => self.stopped = Some(reason),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Settings;
    use tsumugi_shogi::Position;

    fn solver() -> Solver {
        Solver::new(Settings { bytes: 16 << 20, ..Settings::default() })
    }

    fn problem(sfen: &str) -> Problem {
        Problem::new(Position::from_sfen(sfen).unwrap())
    }

    /// A rook check from afar that can be interposed once.
    const THREE: &str = "3lkl3/9/R8/4NN3/9/9/9/9/9 b p 1";

    #[test]
    fn lengths_are_settled_from_both_sides() {
        let mut solver = solver();
        let root = problem(THREE);
        let length = solver.length(&root, &Limits::default(), &mut ());
        assert_eq!(length.exact(), Some(3));
        let (verdict, _) = solver.within(&root, 1, &Limits::default(), &mut ());
        assert_eq!(verdict, Verdict::NoMate);
        // The same table answers with the defender to move.
        let checked = root.after("9c5c".parse().unwrap());
        assert_eq!(solver.length(&checked, &Limits::default(), &mut ()).exact(), Some(2));
        let interposed = checked.after("P*5b".parse().unwrap());
        assert_eq!(solver.length(&interposed, &Limits::default(), &mut ()).exact(), Some(1));
        let mated = interposed.after("5c5b".parse().unwrap());
        assert_eq!(solver.length(&mated, &Limits::default(), &mut ()).exact(), Some(0));
    }

    #[test]
    fn no_mate_and_a_limit_are_told_apart() {
        let mut solver = solver();
        let none = solver.length(&problem("4k4/9/9/9/9/9/9/9/9 b N2p 1"), &Limits::default(), &mut ());
        assert!(none.no_mate && none.is_settled() && none.exact().is_none());
        let stopped = solver.length(&problem(THREE), &Limits::expansions(0), &mut ());
        assert!(!stopped.is_settled() && stopped.stopped == Some(StopReason::Nodes));
    }
}
