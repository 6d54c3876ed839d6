//! Which interpositions might be futile.
//!
//! By docs/RULES.md 12 an interposition costs the defender nothing less than this: the attacker goes on and mates with the plies that
//! are left; or the checking piece takes what was put in its way, hands it back, and still mates within the same plies; or another
//! piece takes it with mate. What passes none of these is not futile and holds out. Whether what passes one is futile is for the
//! check to say: here it is passed over.

use super::Sieve;
use tsumugi_shogi::{Bitboard, Move, MoveList, Position, Square};

impl Sieve {
    /// Does every interposition among these replies pass, with this many plies left?
    pub(super) fn passes(
        &mut self,
        position: &mut Position,
        king: Square,
        replies: &MoveList,
        plies: u32,
    ) -> Option<bool> {
        let Some(checker) = position.checkers().first() else { return Some(true) };
        if self.spared {
            return Some(true);
        }
        // What is dropped makes no difference once it is handed back.
        let mut handed = Bitboard::EMPTY;
        for &m in replies.iter().filter(|m| m.from() != Some(king)) {
            if position.piece(m.to()).is_some() || handed.has(m.to()) {
                continue;
            }
            self.spend()?;
            let undo = position.play(m);
            let back = self.hands_back(position, checker, m.to(), plies);
            let passes = match back {
                Some(false) => self.takes_with_mate(position, m.to(), plies),
                back => back,
            };
            position.undo(undo);
            if !passes? {
                return Some(false);
            }
            if m.is_drop() && back == Some(true) {
                handed |= Bitboard::of(m.to());
            }
        }
        Some(true)
    }

    /// After an interposition: does the checking piece take it, hand it back, and mate within the same plies?
    fn hands_back(
        &mut self,
        position: &mut Position,
        checker: Square,
        square: Square,
        plies: u32,
    ) -> Option<bool> {
        let attacker = position.turn();
        let held = position.hand(attacker);
        for promote in [true, false] {
            let m = Move::board(checker, square, promote);
            if !position.is_legal(m) || !position.gives_check(m) {
                continue;
            }
            let undo = position.play(m);
            let after = position.hand(attacker);
            _ = position.share_hands(attacker, held);
            let forced = self.is_forced(position, plies, &mut None);
            _ = position.share_hands(attacker, after);
            position.undo(undo);
            if forced? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// After an interposition: is it taken with mate, or does the attacker mate with the plies that are left?
    fn takes_with_mate(&mut self, position: &mut Position, square: Square, plies: u32) -> Option<bool> {
        let mut checks = MoveList::new();
        position.checks(&mut checks);
        for &m in checks.iter().filter(|m| m.to() == square) {
            let undo = position.play(m);
            let mate = position.is_mate();
            position.undo(undo);
            if mate {
                return Some(true);
            }
        }
        match plies {
            0 => Some(false),
            _ => self.forces(position, plies - 1, None).0,
        }
    }
}
