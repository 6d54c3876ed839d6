//! Themes that show in single moves.

use super::{Walk, moved};
use tsumugi_shogi::{HandKind, Kind, Move, MoveList};

/// Might the move have promoted its piece?
fn promoted(walk: &Walk, i: usize) -> Option<Move> {
    let (m, position) = (walk.line[i], &walk.positions[i]);
    let other = Move::board(m.from()?, m.to(), true);
    (other != m && position.is_legal(other)).then_some(other)
}

/// 不成. Of silvers, knights and lances it is an everyday move.
pub fn unpromoted(walk: &Walk) -> bool {
    walk.moves(true).any(|(i, m, before, _)| {
        let kind = moved(before, m);
        matches!(kind, Some(Kind::Rook | Kind::Bishop | Kind::Pawn)) && promoted(walk, i).is_some()
    })
}

/// 打歩詰回避: the line is played with the promotion, as far as it can be, up to a drop of a pawn.
pub fn pawn_drop_avoided(walk: &Walk) -> bool {
    walk.moves(true).any(|(i, ..)| {
        let Some(other) = promoted(walk, i) else { return false };
        let mut here = walk.positions[i].clone();
        _ = here.play(other);
        for (later, &m) in walk.line.iter().enumerate().skip(i + 1) {
            let attacks = here.turn() == walk.problem.attacker();
            let is_pawn = m.dropped() == Some(HandKind::Pawn);
            let is_check = is_pawn && walk.positions[later].gives_check(m);
            if attacks && is_check && here.forbidden_pawn_drop() == Some(m) {
                return true;
            }
            if !here.is_legal(m) {
                return false;
            }
            _ = here.play(m);
        }
        false
    })
}

/// 飛先飛歩, the best known case of 不利先打: the stronger piece first, though the weaker one would do.
pub fn rook_before_pawn(walk: &Walk) -> bool {
    walk.moves(true).any(|(i, m, before, _)| {
        let pawn = Move::drop(HandKind::Pawn, m.to());
        let would_do = before.is_legal(pawn) && before.gives_check(pawn);
        // One that stays does what a pawn could not.
        let taken = walk.line.get(i + 1).is_some_and(|reply| reply.to() == m.to());
        m.dropped() == Some(HandKind::Rook) && would_do && taken && {
            let mut later = walk.moves(true).filter(|&(j, ..)| j > i);
            later.any(|(_, m, _, after)| m.dropped() == Some(HandKind::Pawn) && after.in_check())
        }
    })
}

/// 焦点の捨駒.
pub fn focal_sacrifice(walk: &Walk) -> bool {
    walk.moves(true).any(|(i, m, _, after)| {
        let taken = walk.line.get(i + 1).is_some_and(|reply| reply.to() == m.to());
        let mut replies = MoveList::new();
        after.legal_moves(&mut replies);
        let far = after.far_reaching();
        let takers = replies.iter().filter(|reply| reply.to() == m.to());
        let mut takers: Vec<_> =
            takers.filter_map(|reply| reply.from()).filter(|&from| far.has(from)).collect();
        takers.sort();
        takers.dedup();
        taken && takers.len() >= 2
    })
}

/// 両王手.
pub fn double_check(walk: &Walk) -> bool {
    walk.moves(true).any(|(_, _, _, after)| after.checkers().many())
}

/// 逆王手.
pub fn counter_check(walk: &Walk) -> bool {
    walk.moves(false).any(|(_, _, before, after)| before.in_check() && after.in_check())
}
