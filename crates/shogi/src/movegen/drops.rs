//! Drops: two pawns on a file (二歩), dead ends, and pawn-drop mate (打ち歩詰め).

use super::{Flow, GO_ON, Sink, dead};
use crate::attacks;
use crate::position::{Position, Set};
use crate::{Bitboard, Color, HandKind, Kind, Move, Square};

impl Position {
    /// All legal drops on `squares`, which must be free.
    #[inline]
    pub(super) fn drops_into<S: Sink>(&self, sink: &mut S, us: Color, squares: Bitboard) -> Flow {
        let hand = self.hand(us);
        if hand.is_empty() || squares.is_empty() {
            return GO_ON;
        }
        if hand.has(HandKind::Pawn) {
            sink.drops(HandKind::Pawn, self.pawn_drop_squares(us, squares))?;
        }
        if hand.has(HandKind::Lance) {
            sink.drops(HandKind::Lance, squares & !dead(us, Kind::Lance))?;
        }
        if hand.has(HandKind::Knight) {
            sink.drops(HandKind::Knight, squares & !dead(us, Kind::Knight))?;
        }
        for kind in [HandKind::Silver, HandKind::Gold, HandKind::Bishop, HandKind::Rook] {
            if hand.has(kind) {
                sink.drops(kind, squares)?;
            }
        }
        GO_ON
    }

    /// The squares among `squares` on which `us` may drop a pawn, were it to move and hold one.
    #[inline]
    pub(super) fn pawn_drop_squares(&self, us: Color, squares: Bitboard) -> Bitboard {
        let squares = squares & !self.own(us, Set::Pawns).files() & !dead(us, Kind::Pawn);
        match self.king(!us) {
            Some(king) => {
                let checking = attacks::steps(!us, Kind::Pawn, king) & squares;
                match checking.first() {
                    Some(square) if self.pawn_drop_mates(us, square, king) => squares ^ checking,
                    _ => squares,
                }
            }
            None => squares,
        }
    }

    /// The pawn that the side to move must not drop because it would be mate (打ち歩詰め), if there is one. Nothing else
    /// speaks against the drop.
    pub fn forbidden_pawn_drop(&self) -> Option<Move> {
        let us = self.turn();
        let king = self.king(!us).filter(|_| self.hand(us).has(HandKind::Pawn))?;
        let taken = self.occupied() | self.walls() | self.own(us, Set::Pawns).files();
        let square =
            (attacks::steps(!us, Kind::Pawn, king) & !taken & !dead(us, Kind::Pawn)).first()?;
        // A king of one's own that is in check must be helped by the drop.
        let occupied = self.occupied() | Bitboard::of(square);
        let safe = self.king(us).is_none_or(|own| !self.is_attacked(own, !us, occupied));
        let mates = safe && self.pawn_drop_mates(us, square, king);
        mates.then(|| Move::drop(HandKind::Pawn, square))
    }

    /// Would a pawn of `us` dropped on `square`, where it attacks `king`, be mate?
    ///
    /// The check is by contact, so nothing can be put between, and the defender's hand does not
    /// matter: it must capture the pawn or move its king.
    pub(super) fn pawn_drop_mates(&self, us: Color, square: Square, king: Square) -> bool {
        let them = !us;
        let pawn = Bitboard::of(square);
        // The king steps away or takes the pawn. The pawn stands in the way of our own sliders.
        let occupied = self.occupied() ^ Bitboard::of(king) | pawn;
        for to in attacks::steps(them, Kind::King, king) & !(self.pieces(them) | self.walls()) {
            if !self.is_attacked(to, us, occupied) {
                return false;
            }
        }
        // Another piece takes the pawn, unless that opens a line to the king. A piece pinned on the
        // pawn's own file stays on that file.
        let captors = self.attackers(square, them, self.occupied()) & !Bitboard::of(king);
        if captors.is_empty() {
            return true;
        }
        let pinned = self.blockers(king, us) & self.pieces(them);
        (captors & !(pinned & !Bitboard::of(king).files())).is_empty()
    }
}
