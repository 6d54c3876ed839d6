//! What the table knows about a position, without searching.

use crate::game::TsumeGame;
use crate::problem::Problem;
use crate::solve::{Solver, Verdict, over_already};
use tsumugi_andor::table::Found;
use tsumugi_andor::{Policy, Resources, Rules};
use tsumugi_shogi::{Move, MoveList};

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// How it stands.
    pub standing: Standing,
    /// There is no mate within this many plies, if that is known of a position that may have one.
    pub not_within: Option<u32>,
    /// The move that decided it, if one did and it is still known.
    pub best: Option<Move>,
}

/// How a position stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// There is a mate within this many plies.
    Mate(u32),
    /// There is none.
    NoMate,
    /// It was searched, and is not settled.
    Open {
        /// The proof number.
        pn: u32,
        /// The disproof number.
        dn: u32,
    },
    /// Nothing is known of it: it was not searched, or has been forgotten.
    Unknown,
}

impl<P: Policy> Solver<P> {
    /// What is known about a position of a problem that was searched. Nothing is searched for it, and a search that is on
    /// in another thread ([`Solver::sharing`]) is not disturbed.
    pub fn known(&mut self, problem: &Problem) -> Known {
        let game = TsumeGame::new(problem.position().clone(), problem.attacker());
        match over_already(&game) {
            Some(Verdict::Mate(plies)) => return Known::of(Standing::Mate(plies)),
            Some(_) => return Known::of(Standing::NoMate),
            None => {}
        }
        if let Some(known) = at_sight(problem) {
            return known;
        }
        let table = self.table();
        let (not_within, within) = table.interval(game.key(), game.resource());
        let entry = match table.look_up(game.key(), game.resource(), true) {
            Found::Entry(entry) => Some(entry),
            Found::Nothing => None,
        };
        let standing = match (within, entry.map(|entry| entry.bounds)) {
            (Some(plies), _) => Standing::Mate(plies.get()),
            (None, Some(bounds)) if bounds.is_disproved() => Standing::NoMate,
            (None, Some(bounds)) => Standing::Open { pn: bounds.pn(), dn: bounds.dn() },
            (None, None) => Standing::Unknown,
        };
        let best = entry.filter(|entry| entry.bounds.is_solved());
        let best = best.and_then(|entry| Move::from_bits(entry.best as u16));
        Known {
            standing,
            not_within: not_within.filter(|plies| !plies.is_unlimited()).map(|plies| plies.get()),
            // An entry with another hand may have been decided by a drop that is not possible here.
            best: best.filter(|&m| problem.position().is_legal(m)),
        }
    }
}

/// A mate in one and an attacker without a check are seen without a search, and need not be in the table.
fn at_sight(problem: &Problem) -> Option<Known> {
    let position = problem.position();
    if position.turn() != problem.attacker() {
        return None;
    }
    let mut checks = MoveList::new();
    position.checks(&mut checks);
    if checks.is_empty() {
        return Some(Known::of(Standing::NoMate));
    }
    let mate = checks.iter().copied().find(|&m| problem.after(m).position().is_mate())?;
    Some(Known { best: Some(mate), ..Known::of(Standing::Mate(1)) })
}

impl Known {
    fn of(standing: Standing) -> Known {
        Known { standing, not_within: None, best: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Settings};
    use tsumugi_shogi::Position;

    fn problem(sfen: &str) -> Problem {
        Problem::new(Position::from_sfen(sfen).unwrap())
    }

    #[test]
    fn what_was_searched_is_known_and_the_rest_is_not() {
        let mut solver = Solver::new(Settings { bytes: 4 << 20, ..Settings::default() });
        // A rook check from afar that can be interposed once.
        let root = problem("3lkl3/9/R8/4NN3/9/9/9/9/9 b p 1");
        assert_eq!(solver.known(&root).standing, Standing::Unknown);
        let mut watcher = solver.sharing();
        solver.shortest(&root, &Limits::default(), &mut ());
        let known = watcher.known(&root);
        assert_eq!((known.standing, known.not_within), (Standing::Mate(3), Some(1)));
        let best = known.best.unwrap();
        assert!(["9c5c", "9c5c+"].contains(&best.to_string().as_str()), "{best}");
        let checked = root.after(best);
        assert_eq!(watcher.known(&checked).standing, Standing::Mate(2));
        let mated = checked.after("P*5b".parse().unwrap()).after("5c5b".parse().unwrap());
        assert_eq!(watcher.known(&mated).standing, Standing::Mate(0));
        let other = problem("4k4/9/9/9/9/9/9/9/9 b 2R2B4g4s4n4l18p 1");
        solver.solve(&other, &Limits::expansions(500), &mut ());
        let mut checks = MoveList::new();
        other.position().checks(&mut checks);
        let open = |&m: &Move| matches!(watcher.known(&other.after(m)).standing, Standing::Open { .. });
        assert!(checks.iter().any(open));
        let none = problem("4k4/9/9/9/9/9/9/9/9 b N2p 1");
        solver.solve(&none, &Limits::default(), &mut ());
        assert_eq!(watcher.known(&none).standing, Standing::NoMate);
    }
}
