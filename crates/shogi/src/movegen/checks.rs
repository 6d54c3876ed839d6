//! Checks: every legal move that attacks the other king, directly or by opening a line.
//!
//! For each kind the squares from which it would attack the king are known at once (they are what the
//! other side's piece of that kind would attack from the king's square). A move is a check if it ends
//! on such a square, or if its piece leaves the line between one of our sliders and the king.
//!
//! A slider never needs its own departure taken into account: if the way from its new square to the
//! king led over its old square, it would have been attacking the king before.

use super::{Flow, GO_ON, Sink, emit, zone};
use crate::attacks;
use crate::position::{Position, Set};
use crate::{Bitboard, Color, HandKind, Kind, Square};

/// Squares from which a piece of ours attacks the king, by [`Kind::index`].
struct CheckSquares([Bitboard; 16]);

impl CheckSquares {
    #[inline]
    fn new(position: &Position, them: Color, king: Square) -> CheckSquares {
        let occupied = position.occupied();
        let (rook, bishop) = (attacks::rook(king, occupied), attacks::bishop(king, occupied));
        let lances = attacks::lance_line(them, king);
        let gold = attacks::steps(them, Kind::Gold, king);
        let around = attacks::steps(them, Kind::King, king);
        let none = Bitboard::EMPTY;
        // In the order of `Kind`; the king itself, slot 12 and slot 15 attack nothing.
        CheckSquares([
            attacks::steps(them, Kind::Pawn, king),
            rook & lances,
            attacks::steps(them, Kind::Knight, king),
            attacks::steps(them, Kind::Silver, king),
            gold,
            bishop,
            rook,
            none,
            gold,
            gold,
            gold,
            gold,
            none,
            bishop | around,
            rook | around,
            none,
        ])
    }

    #[inline]
    fn of(&self, kind: Kind) -> Bitboard {
        self.0[kind.index()]
    }

    /// The squares for the kind this one promotes to; none if it does not promote.
    #[inline]
    fn of_promoted(&self, kind: Kind) -> Bitboard {
        // Gold + 8 and king + 8 are empty slots; a promoted kind has no second promotion.
        if kind.is_promoted() { Bitboard::EMPTY } else { self.0[kind.index() | 8] }
    }
}

/// Squares from which a step piece may reach, in one move, a square from which it attacks the king, so that
/// all others need not be looked at. By colour and king square: pawn, knight, silver, gold.
static NEAR: [[[Bitboard; 4]; 81]; 2] = {
    let mut table = [[[Bitboard::EMPTY; 4]; 81]; 2];
    let kinds = [Kind::Pawn, Kind::Knight, Kind::Silver, Kind::Gold];
    let mut i = 0;
    while i < 2 * 81 * 4 {
        let (c, s, k) = (i / (81 * 4), i / 4 % 81, i % 4);
        table[c][s][k] = attacks::reach_to_check(Color::ALL[c], kinds[k], Square::known(s));
        i += 1;
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
        let ours = self.pieces(us) & !special;
        let [pawn, knight, silver, gold] = NEAR[us.index()][king.index()];
        let stepping = self.set(Set::Pawns) & pawn
            | self.set(Set::Knights) & knight
            | self.set(Set::Silvers) & silver
            | self.set(Set::Golds) & gold;
        for from in stepping & ours {
            let kind = self.kind_on(from);
            let to = attacks::steps(us, kind, from) & targets;
            direct(sink, us, from, to, squares.of(kind), squares.of_promoted(kind))?;
        }
        // Sliders: on an empty board first, which spares most of them the closer look.
        let promoting = |from: Square| if zone(us).has(from) { Bitboard::ALL } else { zone(us) };
        for from in self.set(Set::Lances) & ours {
            let (plain, promoted) = (squares.of(Kind::Lance), squares.of(Kind::Gold) & zone(us));
            if attacks::lance_line(us, from).meets(plain | promoted) {
                let to = attacks::lance(us, from, occupied) & targets;
                direct(sink, us, from, to, plain, promoted)?;
            }
        }
        let (horse, dragon) = (squares.of(Kind::Horse), squares.of(Kind::Dragon));
        for from in self.set(Set::Bishops) & ours {
            let (plain, promoted) = (squares.of(Kind::Bishop), horse & promoting(from));
            if attacks::bishop_lines(from).meets(plain | promoted) {
                let to = attacks::bishop(from, occupied) & targets;
                direct(sink, us, from, to, plain, promoted)?;
            }
        }
        for from in self.set(Set::Rooks) & ours {
            let (plain, promoted) = (squares.of(Kind::Rook), dragon & promoting(from));
            if attacks::rook_lines(from).meets(plain | promoted) {
                let to = attacks::rook(from, occupied) & targets;
                direct(sink, us, from, to, plain, promoted)?;
            }
        }
        for from in self.set(Set::Horses) & ours {
            let near = attacks::steps(us, Kind::King, from);
            if (attacks::bishop_lines(from) | near).meets(horse) {
                let to = (attacks::bishop(from, occupied) | near) & targets;
                sink.board(from, to & horse, false)?;
            }
        }
        for from in self.set(Set::Dragons) & ours {
            let near = attacks::steps(us, Kind::King, from);
            if (attacks::rook_lines(from) | near).meets(dragon) {
                let to = (attacks::rook(from, occupied) | near) & targets;
                sink.board(from, to & dragon, false)?;
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
        direct(sink, us, from, to, squares.of(kind), squares.of_promoted(kind))
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
        let mut drop = |kind: HandKind| match hand.has(kind) {
            true => sink.drops(kind, squares.of(kind.kind()) & targets),
            false => GO_ON,
        };
        drop(HandKind::Rook)?;
        drop(HandKind::Bishop)?;
        drop(HandKind::Gold)?;
        drop(HandKind::Silver)?;
        drop(HandKind::Knight)?;
        drop(HandKind::Lance)?;
        if hand.has(HandKind::Pawn) {
            let on = squares.of(Kind::Pawn) & targets & !self.own(us, Set::Pawns).files();
            if let Some(square) = on.first()
                && !self.pawn_drop_mates(us, square, king)
            {
                sink.drops(HandKind::Pawn, on)?;
            }
        }
        GO_ON
    }
}

/// Hands over the moves to `to` that attack the king afterwards: as it is from `plain`, promoted from
/// `promoted`. A piece that attacks something is at no dead end, so none needs to be excluded.
#[inline(always)]
fn direct<S: Sink>(
    sink: &mut S,
    us: Color,
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
    let plain = to & plain;
    if plain.any() { sink.board(from, plain, false) } else { GO_ON }
}
