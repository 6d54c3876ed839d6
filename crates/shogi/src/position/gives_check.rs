//! Whether a move gives check: by the piece that moves, or by one whose line it opens.

use super::{Position, Set};
use crate::attacks::{self, NO_DIRECTION};
use crate::{Bitboard, Color, Move, Square};

impl Position {
    /// Does a legal move attack the other king, directly or by opening a line?
    pub fn gives_check(&self, m: Move) -> bool {
        let us = self.turn;
        let Some(king) = self.king(!us) else { return false };
        let to = m.to();
        let mover = self.packed_after(m);
        if m.is_drop() {
            return attacks::reaches(mover, to, king, self.occupied);
        }
        let from = Bitboard::of(m.start());
        let occupied = self.occupied & !from;
        if attacks::reaches(mover, to, king, occupied) {
            return true;
        }
        let snipers = attacks::behind(king, m.start()) & self.pieces(us) & !from;
        let occupied = occupied | Bitboard::of(to);
        snipers
            .into_iter()
            .any(|sniper| attacks::reaches(self.board[sniper.index()] as usize, sniper, king, occupied))
    }

    /// The piece just put on `to`, if it attacks the other side's king.
    #[inline]
    pub(super) fn check_given(&self, to: Square, mover: u8, us: Color) -> Bitboard {
        let Some(king) = self.king(!us) else { return Bitboard::EMPTY };
        let checks = attacks::reaches(mover as usize, to, king, self.occupied);
        if checks { Bitboard::of(to) } else { Bitboard::EMPTY }
    }

    /// Our slider, if any, that attacks the other king through `from`, which has just been left.
    #[inline]
    pub(super) fn check_opened(&self, from: Square, us: Color) -> Bitboard {
        let Some(king) = self.king(!us) else { return Bitboard::EMPTY };
        let d = attacks::direction(king, from);
        if d == NO_DIRECTION {
            return Bitboard::EMPTY;
        }
        let sliders = match attacks::is_orthogonal(d) {
            true => self.orthogonal() | self.set(Set::Lances),
            false => self.diagonal(),
        };
        let snipers = attacks::ray(king, d) & sliders & self.by_color[us.index()];
        if snipers.is_empty() { snipers } else { self.first_reaching(snipers, king) }
    }

    /// The one of these pieces on a line that attacks `target`, if any.
    #[inline(never)]
    fn first_reaching(&self, snipers: Bitboard, target: Square) -> Bitboard {
        for sniper in snipers {
            if attacks::reaches(self.board[sniper.index()] as usize, sniper, target, self.occupied) {
                return Bitboard::of(sniper);
            }
        }
        Bitboard::EMPTY
    }
}
