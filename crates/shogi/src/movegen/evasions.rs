//! Evasions: every legal move of a side in check.

use super::{Flow, GO_ON, Sink, emit};
use crate::attacks;
use crate::position::Position;
use crate::{Bitboard, HandKind, Kind, Square};

/// The ways out of check, counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct WaysOut {
    /// Moves of pieces on the board.
    pub moves: u32,
    /// Where the king can go.
    pub king: Bitboard,
    /// Is there a drop between?
    pub drops: bool,
}

impl Sink for WaysOut {
    #[inline]
    fn board(&mut self, _: Square, to: Bitboard, _: bool) -> Flow {
        self.moves += to.count();
        GO_ON
    }
    #[inline]
    fn steps(&mut self, to: Bitboard, _: i8, _: bool) -> Flow {
        self.moves += to.count();
        GO_ON
    }
    #[inline]
    fn drops(&mut self, _: HandKind, to: Bitboard) -> Flow {
        self.drops |= to.any();
        // Drops come last.
        if self.drops { core::ops::ControlFlow::Break(()) } else { GO_ON }
    }
}

impl Position {
    /// The legal moves of a side in check, counted; none if it is not.
    pub fn ways_out(&self) -> WaysOut {
        let us = self.turn();
        let mut ways = WaysOut::default();
        if let (true, Some(king)) = (self.in_check(), self.king(us)) {
            ways.king = self.safe_king_squares(king, us);
            ways.moves = ways.king.count();
            let _ = self.evasions_without_king_into(&mut ways, king);
        }
        ways
    }

    /// All legal moves of the side to move, which must be in check: king moves, captures of the checking
    /// piece, interpositions by move and by drop. Against a double check only the king moves.
    pub(super) fn evasions_into<S: Sink>(&self, sink: &mut S) -> Flow {
        let us = self.turn();
        let Some(king) = self.king(us) else { return GO_ON };
        let safe = self.safe_king_squares(king, us);
        if safe.any() {
            sink.board(king, safe, false)?;
        }
        self.evasions_without_king_into(sink, king)
    }

    /// Those in which the king stays.
    fn evasions_without_king_into<S: Sink>(&self, sink: &mut S, king: Square) -> Flow {
        let us = self.turn();
        let checkers = self.checkers();
        let Some(checker) = checkers.first() else { return GO_ON };
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
    pub(super) fn could_interpose(&self, kind: HandKind) -> bool {
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
