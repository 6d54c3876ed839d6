//! Threats in shogi, for λ-search: what a mate problem has to say about passing.
//!
//! λ⁰ would be to take the king, so λ¹ is a check after check: [`TsumeGame`] itself. λ² is a check or a
//! threat of mate (詰めろ) after the other, and there the attacker may try every legal move.

use crate::game::TsumeGame;
use crate::hands::AttackerHand;
use tsumugi_andor::engines::lambda::{LambdaGame, Order, Ordered};
use tsumugi_andor::{Decided, Hints, Rules};
use tsumugi_shogi::{HandKind, Move, MoveList};

impl LambdaGame for TsumeGame {
    /// A king is mated, never taken.
    const OVER: u32 = 1;

    fn pass(&mut self) {
        self.skip();
    }

    fn wins_at_once(&self, _: Move) -> bool {
        false
    }

    fn is_threatened(&self) -> bool {
        self.position().in_check()
    }

    fn tries(&self, order: u32, out: &mut Vec<Move>) {
        if order == 1 {
            return self.moves(out);
        }
        let mut list = MoveList::new();
        self.position().legal_moves(&mut list);
        out.extend_from_slice(&list);
    }

    fn without_new_tries(&self, order: u32, resource: AttackerHand) -> AttackerHand {
        let AttackerHand(mut hand) = resource;
        if order > 1 {
            // A kind that the attacker lacks could be dropped somewhere.
            let lacking = |kind: &HandKind| !self.position().hand(self.attacker()).has(*kind);
            for kind in HandKind::ALL.into_iter().filter(lacking) {
                hand = hand.with(kind, 0);
            }
        }
        AttackerHand(hand)
    }

    fn decided_within(&mut self, order: u32) -> Option<Decided<Ordered<AttackerHand>>> {
        let at = |order, owned| Ordered { order: Order(order), owned };
        match self.decided()? {
            Decided::Win(plies, hand) => Some(Decided::Win(plies, at(1, hand))),
            Decided::Loss(hand) if order == 1 => Some(Decided::Loss(at(1, hand))),
            // Without a check there may be a threat.
            Decided::Loss(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsumugi_shogi::{Color, Hand, Position};

    #[test]
    fn what_fails_without_a_piece_may_succeed_with_it() {
        let position = Position::from_sfen("4k4/4p4/9/9/9/9/9/9/9 b NPp 1").unwrap();
        let game = TsumeGame::new(position, Color::Black);
        let all = Hand::EMPTY.plus(HandKind::Knight).plus(HandKind::Lance).plus(HandKind::Pawn);
        let kept = |order| game.without_new_tries(order, AttackerHand(all)).0;
        // By checks alone this was looked after already.
        assert_eq!(kept(1), all);
        assert_eq!(kept(2), all.minus(HandKind::Lance));
    }

    #[test]
    fn a_pass_is_taken_back_like_a_move() {
        let position = Position::from_sfen("4k4/9/4P4/9/9/9/9/9/9 w Gg 1").unwrap();
        let mut game = TsumeGame::new(position.clone(), Color::Black);
        let key = game.key();
        game.pass();
        assert_eq!(game.turn(), tsumugi_andor::Turn::Or);
        assert_ne!(game.key(), key);
        game.play("G*5b".parse().unwrap());
        game.undo();
        game.undo();
        assert_eq!((game.position(), game.key()), (&position, key));
    }
}
