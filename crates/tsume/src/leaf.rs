//! Mate or not, for somebody who asks about one position after the other and has no time: no line, no certificate, and no
//! memory but what was taken at the beginning.

use crate::game::TsumeGame;
use crate::problem::Problem;
use crate::solve::Verdict;
use std::fmt;
use std::sync::Arc;
use tsumugi_andor::engines::dfpn::Dfpn;
use tsumugi_andor::{GameValue, Options, Rules, Search, Status, StopReason, Table};
use tsumugi_clock::{Interrupt, StopToken};
use tsumugi_shogi::{Color, Move, MoveList, Position};

/// Plies of a line, and moves of a position, that memory is taken for at the beginning. Longer lines take more when they are
/// met, once. The most moves any position has are 593.
const LINE: usize = 512;
const MOVES: usize = 600;
/// Positions expanded between two looks at the limits.
const SLICE: u64 = 1024;

/// What was found out about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct LeafAnswer {
    /// Is there a mate?
    pub verdict: Verdict,
    /// The first move of the mate.
    pub best: Option<Move>,
    /// Positions expanded.
    pub expansions: u64,
}

/// Answers whether there is a mate, again and again, and keeps what it learned.
pub struct LeafSolver {
    search: Dfpn<TsumeGame>,
}

impl fmt::Debug for LeafSolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LeafSolver").finish_non_exhaustive()
    }
}

impl LeafSolver {
    /// A solver with a table of this many bytes.
    pub fn new(bytes: usize) -> LeafSolver {
        let mut game = TsumeGame::new(Position::startpos(), Color::Black);
        game.reserve(LINE);
        let mut search = Dfpn::new(game, Options::default(), Arc::new(Table::with_bytes(bytes)));
        search.reserve(LINE, MOVES);
        LeafSolver { search }
    }

    /// Does the attacker, who is to move, mate? Gives up after this number of expansions, or when it is told to stop.
    pub fn solve(&mut self, problem: &Problem, expansions: u64, stop: &StopToken) -> LeafAnswer {
        self.search.restart(|game| game.set_up(problem.position().clone(), problem.attacker()));
        let value = self.value(expansions, stop);
        let best = match value {
            GameValue::Proved(_) => first_move(problem.position(), self.search.solving_move()),
            _ => None,
        };
        LeafAnswer { verdict: value.into(), best, expansions: self.search.stats().expansions }
    }

    fn value(&mut self, expansions: u64, stop: &StopToken) -> GameValue {
        loop {
            match stop.interrupt() {
                Some(Interrupt::Stopped) => return GameValue::Unknown(StopReason::Stopped),
                Some(Interrupt::Time) => return GameValue::Unknown(StopReason::Time),
                None => {}
            }
            let left = expansions.saturating_sub(self.search.stats().expansions);
            if left == 0 {
                return GameValue::Unknown(StopReason::Nodes);
            }
            let status = self.search.advance(left.min(SLICE));
            self.search.tidy(&mut || !stop.is_over());
            if status == Status::Done {
                return self.search.verdict();
            }
        }
    }

    /// Forgets what was learned and keeps the memory.
    pub fn clear(&mut self) {
        self.search.table().clear();
    }
}

/// The check that the table calls by these bits.
fn first_move(position: &Position, bits: u32) -> Option<Move> {
    let mut checks = MoveList::new();
    position.checks(&mut checks);
    checks.iter().copied().find(|&m| TsumeGame::move_bits(m) == bits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Settings, Solver};

    /// Verdicts are those of the solver that proves them, the moves told mate, and a solver that was asked before says
    /// the same as a new one after it has forgotten.
    #[test]
    fn answers_are_those_of_the_solver() {
        let settings = Settings { bytes: 8 << 20, ..Settings::default() };
        let (mut leaf, mut solver) = (LeafSolver::new(8 << 20), Solver::new(settings));
        let (mut mates, mut open) = (0, 0);
        for row in ["bench.tsv", "check.tsv"].map(tsumugi_testkit::rows).concat() {
            // Some have a line of play behind the diagram.
            let diagram = row.sfen.split(" moves").next().unwrap_or_default();
            let problem = Problem::new(Position::from_sfen(diagram).unwrap());
            if problem.attacker() != problem.position().turn() {
                continue;
            }
            leaf.clear();
            solver.clear();
            let answer = leaf.solve(&problem, 1_000, &StopToken::default());
            let full = solver.solve(&problem, &Limits::expansions(20_000), &mut ());
            match (answer.verdict, full.verdict) {
                (Verdict::Unknown(_), _) => open += 1,
                (Verdict::Mate(_), Verdict::Mate(_)) => {
                    mates += 1;
                    let after = problem.after(answer.best.expect("a move"));
                    let limits = Limits::expansions(20_000);
                    let mate = solver.solve(&after, &limits, &mut ()).verdict;
                    assert!(matches!(mate, Verdict::Mate(_)), "{}: {mate:?}", row.name);
                }
                (verdict, full) => assert_eq!(verdict, full, "{}", row.name),
            }
            assert!(answer.expansions <= 1_000);
            let fresh = LeafSolver::new(8 << 20).solve(&problem, 1_000, &StopToken::default());
            assert_eq!(answer, fresh, "{}", row.name);
        }
        println!("{mates} mates, {open} open");
        assert!(mates > 20 && open > 5);
    }
}
