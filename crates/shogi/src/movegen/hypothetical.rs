//! Checks a side could give by a drop if it held the piece: what disproof hands depend on.

use super::dead;
use crate::attacks;
use crate::position::{Position, Set};
use crate::{HandKind, Kind};

impl Position {
    /// Could the side to move drop a piece of `kind` so that it gives check, if it held one?
    pub fn could_check_with(&self, kind: HandKind) -> bool {
        let us = self.turn();
        let Some(king) = self.king(!us) else { return false };
        // What attacks the king is what the other side's piece on the king's square would attack.
        let from = attacks::of(!us, kind.kind(), king, self.occupied());
        let mut on = from & self.free() & !dead(us, kind.kind());
        let checkers = self.checkers();
        if let (Some(own), Some(checker)) = (self.king(us), checkers.first()) {
            // In check ourselves, the drop must also answer that.
            if checkers.many() {
                return false;
            }
            on &= attacks::between(own, checker);
        }
        if kind.kind() != Kind::Pawn {
            return on.any();
        }
        on &= !self.own(us, Set::Pawns).files();
        on.first().is_some_and(|square| !self.pawn_drop_mates(us, square, king))
    }
}
