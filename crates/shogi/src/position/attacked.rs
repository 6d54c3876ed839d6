//! What attacks a square, and what stands between a king and an attack.

use super::{Position, Set};
use crate::{Bitboard, Color, Kind, Square, attacks};

impl Position {
    /// All pieces of `by` that attack `square` with these squares occupied.
    #[inline]
    pub fn attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        self.step_attackers(square, by) | self.slide_attackers(square, by, occupied)
    }

    /// Pieces of `by` that attack `square` with a step or leap.
    #[inline]
    pub(crate) fn step_attackers(&self, square: Square, by: Color) -> Bitboard {
        // A piece attacks a square from exactly where the other side's piece on that square attacks.
        let back = |kind, set| attacks::steps(!by, kind, square) & self.set(set);
        let king_like = self.set(Set::Kings) | self.set(Set::Horses) | self.set(Set::Dragons);
        (back(Kind::Pawn, Set::Pawns)
            | back(Kind::Knight, Set::Knights)
            | back(Kind::Silver, Set::Silvers)
            | back(Kind::Gold, Set::Golds)
            | attacks::steps(!by, Kind::King, square) & king_like)
            & self.by_color[by.index()]
    }

    /// Pieces of `by` that attack `square` along a line.
    #[inline]
    pub(crate) fn slide_attackers(&self, square: Square, by: Color, occupied: Bitboard) -> Bitboard {
        let mut out = Bitboard::EMPTY;
        for sniper in self.snipers(square, by) {
            if !attacks::between(square, sniper).meets(occupied) {
                out |= Bitboard::of(sniper);
            }
        }
        out
    }

    /// Sliders of `by` that would attack `square` on an empty board.
    #[inline]
    fn snipers(&self, square: Square, by: Color) -> Bitboard {
        (attacks::rook_lines(square) & self.orthogonal()
            | attacks::bishop_lines(square) & self.diagonal()
            | attacks::lance_line(!by, square) & self.set(Set::Lances))
            & self.by_color[by.index()]
    }

    /// Is `square` attacked by `by` with these squares occupied?
    #[inline]
    pub fn is_attacked(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        self.step_attackers(square, by).any() || self.slides_to(square, by, occupied)
    }

    /// Is `square` attacked by `by` along a line, with these squares occupied?
    #[inline]
    pub(crate) fn slides_to(&self, square: Square, by: Color, occupied: Bitboard) -> bool {
        let clear = |sniper| !attacks::between(square, sniper).meets(occupied);
        self.snipers(square, by).into_iter().any(clear)
    }

    /// All squares that pieces of `by` attack with a step or leap. Bits beyond the board may be set.
    #[inline]
    pub fn stepped_on(&self, by: Color) -> Bitboard {
        let own = self.by_color[by.index()];
        let of = |set| (self.set(set) & own).bits();
        let (silvers, golds) = (of(Set::Silvers), of(Set::Golds));
        let king_like = of(Set::Kings) | of(Set::Horses) | of(Set::Dragons);
        let (first, last) = (!Bitboard::rank(1).bits(), !Bitboard::rank(9).bits());
        // Files are nine bits apart, ranks one; what leaves the board over a rank must not enter the next file.
        let up = |bits: u128| (bits & first) >> 1;
        let down = |bits: u128| (bits & last) << 1;
        let aside = |bits: u128| bits << 9 | bits >> 9;
        let ahead = |bits: u128| if by == Color::Black { up(bits) } else { down(bits) };
        let back = |bits: u128| if by == Color::Black { down(bits) } else { up(bits) };
        let generals = silvers | golds | king_like;
        let out = ahead(of(Set::Pawns) | generals)
            | aside(ahead(ahead(of(Set::Knights)) | generals))
            | aside(golds | king_like)
            | back(golds | king_like)
            | aside(back(silvers | king_like));
        Bitboard::from_bits(out)
    }

    /// Lances, bishops and rooks of both sides, promoted bishops and rooks too.
    #[inline]
    pub fn far_reaching(&self) -> Bitboard {
        self.set(Set::Lances)
            | self.set(Set::Bishops)
            | self.set(Set::Rooks)
            | self.set(Set::Horses)
            | self.set(Set::Dragons)
    }

    /// Pieces, of either side, that alone stand between a slider of `by` and `king`.
    #[inline]
    pub(crate) fn blockers(&self, king: Square, by: Color) -> Bitboard {
        let mut out = Bitboard::EMPTY;
        for sniper in self.snipers(king, by) {
            let between = attacks::between(king, sniper) & self.occupied;
            if !between.many() {
                out |= between;
            }
        }
        out
    }

    /// A side's pieces that shield their own king from a slider.
    #[inline]
    pub fn pinned(&self, color: Color) -> Bitboard {
        match self.king(color) {
            Some(king) => self.blockers(king, !color) & self.by_color[color.index()],
            None => Bitboard::EMPTY,
        }
    }

    /// A side's pieces whose departure opens a line of its own slider to the other king.
    #[inline]
    pub fn discoverers(&self, color: Color) -> Bitboard {
        match self.king(!color) {
            Some(king) => self.blockers(king, color) & self.by_color[color.index()],
            None => Bitboard::EMPTY,
        }
    }
}
