//! Evasions: every legal move of a side in check.

use super::{Flow, GO_ON, Sink, emit};
use crate::attacks;
use crate::position::Position;
use crate::{Bitboard, Kind};

impl Position {
    /// All legal moves of the side to move, which must be in check: king moves, captures of the checking
    /// piece, interpositions by move and by drop. Against a double check only the king moves.
    pub(super) fn evasions_into<S: Sink>(&self, sink: &mut S) -> Flow {
        let us = self.turn();
        let checkers = self.checkers();
        let (Some(king), Some(checker)) = (self.king(us), checkers.first()) else { return GO_ON };
        let safe = self.safe_king_squares(king, us);
        if safe.any() {
            sink.board(king, safe, false)?;
        }
        if checkers.many() {
            return GO_ON;
        }
        // A pinned piece can do nothing here: it may not leave its line, on which the checker is not.
        let movable = self.pieces(us) & !Bitboard::of(king) & !self.blockers(king, !us);
        let between = attacks::between(king, checker);
        for to in between | checkers {
            for from in self.attackers(to, us, self.occupied()) & movable {
                emit(sink, us, self.kind_on(from), from, Bitboard::of(to))?;
            }
        }
        self.drops_into(sink, us, between)
    }

    /// Can the side to move, in check by `checkers`, put a piece of `kind` between, if it held one?
    pub(super) fn could_interpose(&self, kind: crate::HandKind) -> bool {
        let us = self.turn();
        let (Some(king), Some(checker)) = (self.king(us), self.checkers().first()) else {
            return false;
        };
        if self.checkers().many() {
            return false;
        }
        let between = attacks::between(king, checker);
        match kind.kind() {
            Kind::Pawn => self.pawn_drop_squares(us, between).any(),
            kind => (between & !super::dead(us, kind)).any(),
        }
    }
}
