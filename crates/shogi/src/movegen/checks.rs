//! Checks: every legal move that attacks the other king, directly or by opening a line.
//!
//! For each kind the squares from which it would attack the king are known at once (they are what the
//! other side's piece of that kind would attack from the king's square). A move is a check if it ends
//! on such a square, or if its piece leaves the line between one of our sliders and the king.
//!
//! A slider never needs its own departure taken into account: if the way from its new square to the
//! king led over its old square, it would have been attacking the king before.

use super::{Flow, GO_ON, Sink, dead, emit, pawn_steps, zone};
use crate::attacks;
use crate::position::{Position, Set};
use crate::{Bitboard, Color, HandKind, Kind, Square};

/// Squares from which a piece of ours attacks the king, by kind.
struct CheckSquares {
    lance: Bitboard,
    knight: Bitboard,
    silver: Bitboard,
    gold: Bitboard,
    bishop: Bitboard,
    rook: Bitboard,
    around: Bitboard,
    pawn: Bitboard,
}

impl CheckSquares {
    #[inline]
    fn new(position: &Position, them: Color, king: Square) -> CheckSquares {
        let occupied = position.occupied();
        let rook = attacks::rook(king, occupied);
        let [_, _, lances] = attacks::empty_lines(!them, king);
        CheckSquares {
            lance: rook & lances,
            knight: attacks::steps(them, Kind::Knight, king),
            silver: attacks::steps(them, Kind::Silver, king),
            gold: attacks::steps(them, Kind::Gold, king),
            bishop: attacks::bishop(king, occupied),
            rook,
            around: attacks::steps(them, Kind::King, king),
            pawn: attacks::steps(them, Kind::Pawn, king),
        }
    }

    #[inline]
    fn of(&self, kind: Kind) -> Bitboard {
        match kind {
            Kind::Pawn => self.pawn,
            Kind::Lance => self.lance,
            Kind::Knight => self.knight,
            Kind::Silver => self.silver,
            Kind::Bishop => self.bishop,
            Kind::Rook => self.rook,
            Kind::Horse => self.bishop | self.around,
            Kind::Dragon => self.rook | self.around,
            Kind::King => Bitboard::EMPTY,
            Kind::Gold | Kind::ProPawn | Kind::ProLance | Kind::ProKnight | Kind::ProSilver => {
                self.gold
            }
        }
    }
}

/// Squares from which a step piece may reach, in one move, a square next to the king or a knight's leap
/// from it, so that all others need not be looked at. By colour, by knight/silver/gold, by king square.
static NEAR: [[[Bitboard; 81]; 3]; 2] = {
    let mut table = [[[Bitboard::EMPTY; 81]; 3]; 2];
    let kinds = [Kind::Knight, Kind::Silver, Kind::Gold];
    let mut c = 0;
    while c < 2 {
        let mut k = 0;
        while k < 3 {
            let mut s = 0;
            while s < 81 {
                table[c][k][s] = attacks::reach_to_check(Color::ALL[c], kinds[k], Square::known(s));
                s += 1;
            }
            k += 1;
        }
        c += 1;
    }
    table
};

impl Position {
    pub(super) fn checks_into<S: Sink>(&self, sink: &mut S) -> Flow {
        let us = self.turn();
        let Some(king) = self.king(!us) else { return GO_ON };
        let squares = CheckSquares::new(self, !us, king);
        let own_king = self.king(us);

        // If we are in check ourselves, only moves that answer it count.
        let mut targets = self.free() | self.pieces(!us);
        let mut drop_targets = self.free();
        let checkers = self.checkers();
        if checkers.any() {
            let answer = match (own_king, checkers.first()) {
                (Some(own), Some(checker)) if !checkers.many() => {
                    attacks::between(own, checker) | checkers
                }
                _ => Bitboard::EMPTY,
            };
            targets &= answer;
            drop_targets &= answer;
        }
        let pinned = self.pinned(us);
        let opening = self.blockers(king, us) & self.pieces(us);
        let special = pinned | opening;

        self.direct_checks_into(sink, us, king, &squares, targets, special)?;
        for from in special {
            self.special_checks_into(sink, us, king, from, &squares, targets, opening)?;
        }
        self.check_drops_into(sink, us, king, &squares, drop_targets)
    }

    /// Checks by pieces that are neither pinned nor opening a line.
    #[inline]
    fn direct_checks_into<S: Sink>(
        &self,
        sink: &mut S,
        us: Color,
        king: Square,
        squares: &CheckSquares,
        targets: Bitboard,
        special: Bitboard,
    ) -> Flow {
        let occupied = self.occupied();
        let pieces = |set| self.own(us, set) & !special;
        let near = |set, row: usize| pieces(set) & NEAR[us.index()][row][king.index()];

        let (steps, back) = pawn_steps(us, pieces(Set::Pawns));
        let steps = steps & targets;
        if steps.meets(squares.around) {
            sink.steps(steps & squares.gold & zone(us), back, true)?;
            sink.steps(steps & squares.pawn, back, false)?;
        }
        for from in pieces(Set::Lances) {
            let to = attacks::lance(us, from, occupied) & targets;
            direct(sink, us, Kind::Lance, from, to, squares.lance, squares.gold)?;
        }
        for from in near(Set::Knights, 0) {
            let to = attacks::steps(us, Kind::Knight, from) & targets;
            direct(sink, us, Kind::Knight, from, to, squares.knight, squares.gold)?;
        }
        for from in near(Set::Silvers, 1) {
            let to = attacks::steps(us, Kind::Silver, from) & targets;
            direct(sink, us, Kind::Silver, from, to, squares.silver, squares.gold)?;
        }
        for from in near(Set::Golds, 2) {
            sink.board(from, attacks::steps(us, Kind::Gold, from) & targets & squares.gold, false)?;
        }
        for from in pieces(Set::Diagonal) {
            let kind = self.kind_on(from);
            let to = attacks::of(us, kind, from, occupied) & targets;
            let horse = squares.bishop | squares.around;
            match kind {
                Kind::Bishop => direct(sink, us, kind, from, to, squares.bishop, horse)?,
                _ => sink.board(from, to & horse, false)?,
            }
        }
        for from in pieces(Set::Orthogonal) {
            let kind = self.kind_on(from);
            let to = attacks::of(us, kind, from, occupied) & targets;
            let dragon = squares.rook | squares.around;
            match kind {
                Kind::Rook => direct(sink, us, kind, from, to, squares.rook, dragon)?,
                _ => sink.board(from, to & dragon, false)?,
            }
        }
        GO_ON
    }

    /// Checks by a piece that is pinned, or opens a line to the king by leaving it, or both.
    #[allow(clippy::too_many_arguments)]
    fn special_checks_into<S: Sink>(
        &self,
        sink: &mut S,
        us: Color,
        king: Square,
        from: Square,
        squares: &CheckSquares,
        targets: Bitboard,
        opening: Bitboard,
    ) -> Flow {
        let kind = self.kind_on(from);
        let off_line = if opening.has(from) { !attacks::line(king, from) } else { Bitboard::EMPTY };
        if kind == Kind::King {
            // The king answers a check by stepping anywhere safe, not only to `targets`.
            return sink.board(from, self.safe_king_squares(from, us) & off_line, false);
        }
        let mut to = attacks::of(us, kind, from, self.occupied()) & targets;
        if let Some(own) = self.king(us)
            && self.pinned(us).has(from)
        {
            to &= attacks::line(own, from);
        }
        emit(sink, us, kind, from, to & off_line)?;
        let to = to & !off_line;
        match kind.promoted() {
            Some(promoted) => direct(sink, us, kind, from, to, squares.of(kind), squares.of(promoted)),
            None => sink.board(from, to & squares.of(kind), false),
        }
    }

    #[inline]
    fn check_drops_into<S: Sink>(
        &self,
        sink: &mut S,
        us: Color,
        king: Square,
        squares: &CheckSquares,
        targets: Bitboard,
    ) -> Flow {
        let hand = self.hand(us);
        if hand.is_empty() {
            return GO_ON;
        }
        // A piece dropped to attack has a square to attack: no dead ends here.
        for kind in [
            HandKind::Rook,
            HandKind::Bishop,
            HandKind::Gold,
            HandKind::Silver,
            HandKind::Knight,
            HandKind::Lance,
        ] {
            if hand.has(kind) {
                sink.drops(kind, squares.of(kind.kind()) & targets)?;
            }
        }
        if hand.has(HandKind::Pawn) {
            let on = squares.pawn & targets & !self.own(us, Set::Pawns).files();
            if let Some(square) = on.first()
                && !self.pawn_drop_mates(us, square, king)
            {
                sink.drops(HandKind::Pawn, on)?;
            }
        }
        GO_ON
    }
}

/// Hands over the moves of a promotable piece that attack the king afterwards.
#[inline]
fn direct<S: Sink>(
    sink: &mut S,
    us: Color,
    kind: Kind,
    from: Square,
    to: Bitboard,
    plain: Bitboard,
    promoted: Bitboard,
) -> Flow {
    let promoting = to & promoted;
    if promoting.any() {
        let promoting = if zone(us).has(from) { promoting } else { promoting & zone(us) };
        sink.board(from, promoting, true)?;
    }
    sink.board(from, to & plain & !dead(us, kind), false)
}
