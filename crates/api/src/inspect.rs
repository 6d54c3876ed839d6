//! A look at what a search knows, while it goes on or after it: any position of the tree, and each move there.

use tsumugi_shogi::{Move, MoveList};
use tsumugi_tsume::{Known, Problem, Solver, Standing};

/// What a conductor has learned and still learns: it can be looked at from another thread.
///
/// It keeps the memory of the table in use, so it should be dropped before another table is made.
#[derive(Debug)]
pub struct Knowledge {
    solver: Solver,
}

/// What is known about a position.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Answer {
    /// The position.
    pub sfen: String,
    /// Is the attacker to move?
    pub attacks: bool,
    /// What is known about it.
    pub known: Known,
    /// What is known after each check, or each move of the defender: the positions that the search knows most about first.
    pub moves: Vec<(Move, Known)>,
}

impl Knowledge {
    pub(crate) fn of(solver: &mut Solver) -> Knowledge {
        Knowledge { solver: solver.sharing() }
    }

    /// What is known about a position of the problem that was searched.
    pub fn about(&mut self, problem: &Problem) -> Answer {
        let position = problem.position();
        let attacks = position.turn() == problem.attacker();
        let mut moves = MoveList::new();
        match attacks {
            true => position.checks(&mut moves),
            false => position.legal_moves(&mut moves),
        };
        let one = |&m: &Move| (m, self.solver.known(&problem.after(m)));
        let mut moves: Vec<(Move, Known)> = moves.iter().map(one).collect();
        moves.sort_by_key(|(_, known)| rank(known, attacks));
        let mut known = self.solver.known(problem);
        // A search that is on, or was broken off, has not written down yet what it knows about where it stands.
        if matches!(known.standing, Standing::Unknown | Standing::Open { .. }) {
            known.standing = standing_by(&moves, attacks).unwrap_or(known.standing);
        }
        Answer { sfen: position.to_sfen(), attacks, known, moves }
    }
}

/// How a position stands by what is known about its moves, if that is anything.
fn standing_by(moves: &[(Move, Known)], attacks: bool) -> Option<Standing> {
    let standings = || moves.iter().map(|(_, known)| known.standing);
    let mates = || {
        standings().filter_map(|standing| match standing {
            Standing::Mate(plies) => Some(plies + 1),
            _ => None,
        })
    };
    let refuted = standings().filter(|&standing| standing == Standing::NoMate).count();
    match attacks {
        _ if standings().all(|standing| standing == Standing::Unknown) => None,
        true if mates().next().is_some() => mates().min().map(Standing::Mate),
        true if refuted == moves.len() => Some(Standing::NoMate),
        false if refuted > 0 => Some(Standing::NoMate),
        false if mates().count() == moves.len() => mates().max().map(Standing::Mate),
        _ => Some(open_by(standings(), attacks)),
    }
}

/// The proof numbers of a position from those of its moves; what was not looked at counts as one leaf.
fn open_by(standings: impl Iterator<Item = Standing>, attacks: bool) -> Standing {
    let (mut least, mut sum) = (u32::MAX, 0u32);
    for standing in standings {
        let (pn, dn) = match standing {
            Standing::Open { pn, dn } => (pn, dn),
            Standing::Unknown => (1, 1),
            // Settled against the side to move: nothing is left to be done there.
            Standing::Mate(_) | Standing::NoMate => continue,
        };
        let (own, others) = if attacks { (pn, dn) } else { (dn, pn) };
        least = least.min(own);
        sum = sum.saturating_add(others);
    }
    let (pn, dn) = if attacks { (least, sum) } else { (sum, least) };
    Standing::Open { pn, dn }
}

/// What is best for the side to move comes first, what is not known last.
fn rank(known: &Known, attacks: bool) -> (u8, u32) {
    match (known.standing, attacks) {
        (Standing::Mate(plies), true) => (0, plies),
        (Standing::Mate(plies), false) => (2, u32::MAX - plies),
        (Standing::Open { pn, .. }, true) => (1, pn),
        (Standing::Open { dn, .. }, false) => (1, dn),
        (Standing::NoMate, true) => (2, 0),
        (Standing::NoMate, false) => (0, 0),
        (Standing::Unknown, _) => (3, 0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_position_stands_as_its_moves_do() {
        let m: Move = "7g7f".parse().unwrap();
        let (mate, none) = (Standing::Mate(4), Standing::NoMate);
        let (open, unknown) = (Standing::Open { pn: 3, dn: 5 }, Standing::Unknown);
        let by = |standings: &[Standing], attacks| {
            let known = |&standing| (m, Known { standing, not_within: None, best: None });
            standing_by(&standings.iter().map(known).collect::<Vec<_>>(), attacks)
        };
        assert_eq!(by(&[unknown, unknown], true), None);
        assert_eq!(by(&[unknown, mate, Standing::Mate(6)], true), Some(Standing::Mate(5)));
        assert_eq!(by(&[none, none], true), Some(none));
        assert_eq!(by(&[none, open, unknown], true), Some(Standing::Open { pn: 1, dn: 6 }));
        assert_eq!(by(&[mate, none], false), Some(none));
        assert_eq!(by(&[mate, Standing::Mate(6)], false), Some(Standing::Mate(7)));
        assert_eq!(by(&[mate, open, open], false), Some(Standing::Open { pn: 6, dn: 5 }));
    }
}
