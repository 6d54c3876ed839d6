//! Themes of interpositions.

use super::Walk;
use tsumugi_shogi::attacks::between;
use tsumugi_shogi::{Move, MoveList, Position, Square};

/// A piece that was put between a distant attacker and the king.
pub struct Interposition<'a> {
    m: Move,
    king: Square,
    after: &'a Position,
}

/// Is there an interposition of this kind?
pub fn any(walk: &Walk, is_there: fn(&Interposition<'_>) -> bool) -> bool {
    walk.moves(false).any(|(_, m, before, after)| {
        let Some(king) = before.king(walk.problem.defender()) else { return false };
        let mut checkers = before.checkers().into_iter();
        let (Some(checker), None) = (checkers.next(), checkers.next()) else { return false };
        let stands_between = between(king, checker).has(m.to()) && m.from() != Some(king);
        stands_between && is_there(&Interposition { m, king, after })
    })
}

/// Can it be taken without being taken back?
fn is_given_away(interposition: &Interposition<'_>) -> bool {
    let to = interposition.m.to();
    let mut takers = MoveList::new();
    interposition.after.legal_moves(&mut takers);
    takers.iter().filter(|taker| taker.to() == to).any(|&taker| {
        let mut taken = interposition.after.clone();
        _ = taken.play(taker);
        let mut replies = MoveList::new();
        taken.legal_moves(&mut replies);
        !replies.iter().any(|reply| reply.to() == to)
    })
}

/// 捨合.
pub fn is_sacrificed(interposition: &Interposition<'_>) -> bool {
    interposition.m.dropped().is_some() && is_given_away(interposition)
}

fn is_apart(interposition: &Interposition<'_>) -> bool {
    interposition.king.distance(interposition.m.to()) > 1
}

/// 中合.
pub fn is_distant(interposition: &Interposition<'_>) -> bool {
    is_apart(interposition) && is_sacrificed(interposition)
}

/// 移動中合.
pub fn is_moved(interposition: &Interposition<'_>) -> bool {
    interposition.m.from().is_some() && is_apart(interposition) && is_given_away(interposition)
}
