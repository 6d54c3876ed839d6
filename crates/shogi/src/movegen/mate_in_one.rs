//! Mate in one move, and the least the attacker must hold for it.

use crate::position::Position;
use crate::{Hand, HandKind, Move, MoveList};

/// A mating move and its minimal hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MateInOne {
    /// A move that mates at once.
    pub m: Move,
    /// The move also mates from every position with the same board and pieces in play in which the
    /// attacker holds at least this.
    pub hand: Hand,
}

impl Position {
    /// A move that mates at once, if there is one, with its minimal hand (証明駒).
    pub fn mate_in_one(&mut self) -> Option<MateInOne> {
        let mut checks = MoveList::new();
        self.checks(&mut checks);
        for &m in &checks {
            let undo = self.play(m);
            let found = self.is_mate().then(|| self.hand_before(m, undo.captured()));
            self.undo(undo);
            if let Some(hand) = found {
                return Some(MateInOne { m, hand });
            }
        }
        None
    }

    /// What the attacker must hold before `m`, which has just mated.
    fn hand_before(&self, m: Move, captured: Option<crate::Kind>) -> Hand {
        let hand = self.mate_hand();
        match (m.dropped(), captured.and_then(crate::Kind::in_hand)) {
            (Some(kind), _) => hand.plus(kind),
            (None, Some(kind)) if hand.has(kind) => hand.minus(kind),
            _ => hand,
        }
    }

    /// In a mated position, what the attacker must hold for it to be mate: all pieces of each kind
    /// that the defender lacks and could otherwise put between.
    pub fn mate_hand(&self) -> Hand {
        let (them, us) = (self.turn(), !self.turn());
        let mut hand = Hand::EMPTY;
        for kind in HandKind::ALL {
            if !self.hand(them).has(kind) && self.hand(us).has(kind) && self.could_interpose(kind) {
                hand = hand.with(kind, self.hand(us).count(kind));
            }
        }
        hand
    }
}
