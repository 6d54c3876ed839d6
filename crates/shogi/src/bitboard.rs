//! Sets of squares.

use crate::Square;
use std::fmt;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares: bit `i` stands for the square with index `i`.
///
/// Bits 81 and up are outside the board. Sets handed out by this crate have them clear; a
/// complement sets them, so intersect it with a set that is on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Bitboard(pub(crate) u128);

/// The lowest bit of each file (rank `a`).
const RANK_A: u128 = {
    let mut bits = 0;
    let mut file = 0;
    while file < 9 {
        bits |= 1 << (file * 9);
        file += 1;
    }
    bits
};

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 81 squares.
    pub const ALL: Bitboard = Bitboard((1 << 81) - 1);

    /// One square.
    #[inline]
    pub const fn of(square: Square) -> Bitboard {
        Bitboard(1 << square.index())
    }

    /// The nine squares of a rank, 1..=9.
    pub const fn rank(rank: u8) -> Bitboard {
        Bitboard(RANK_A << (rank - 1))
    }

    /// The nine squares of a file, 1..=9.
    pub const fn file(file: u8) -> Bitboard {
        Bitboard(511 << ((file - 1) * 9))
    }

    /// Is there no square in the set?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Is there any square in the set?
    #[inline]
    pub const fn any(self) -> bool {
        self.0 != 0
    }

    /// Is the square in the set?
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        self.0 >> square.index() & 1 != 0
    }

    /// Do the sets share a square?
    #[inline]
    pub const fn meets(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// How many squares.
    #[inline]
    pub const fn count(self) -> u32 {
        // In halves: without POPCNT the compiler's 128-bit form is slower.
        (self.0 as u64).count_ones() + ((self.0 >> 64) as u64).count_ones()
    }

    /// More than one square?
    #[inline]
    pub const fn many(self) -> bool {
        self.0 & self.0.wrapping_sub(1) != 0
    }

    /// The square with the lowest index.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 { None } else { Some(Square::known(self.0.trailing_zeros() as usize)) }
    }

    /// All squares of the files on which the set has a square.
    #[inline]
    pub const fn files(self) -> Bitboard {
        // Per file of nine bits: adding eight ones to the low eight bits carries into the ninth if any was
        // set; the ninth bit itself is or-ed in. Then 2^9 - 1 fills the file.
        const LOW: u128 = RANK_A * 255;
        const TOP: u128 = RANK_A << 8;
        let top = ((self.0 & LOW) + LOW | self.0) & TOP;
        Bitboard((top << 1).wrapping_sub(top >> 8))
    }
}

impl BitAnd for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitand(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 & other.0)
    }
}
impl BitOr for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 | other.0)
    }
}
impl BitXor for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitxor(self, other: Bitboard) -> Bitboard {
        Bitboard(self.0 ^ other.0)
    }
}
impl Not for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}
impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Bitboard) {
        self.0 &= other.0;
    }
}
impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Bitboard) {
        self.0 |= other.0;
    }
}
impl BitXorAssign for Bitboard {
    #[inline]
    fn bitxor_assign(&mut self, other: Bitboard) {
        self.0 ^= other.0;
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | Bitboard::of(square))
    }
}

/// The squares of a set in index order.
pub struct Squares(u64, u64);

impl Iterator for Squares {
    type Item = Square;
    #[inline]
    fn next(&mut self) -> Option<Square> {
        if self.0 != 0 {
            let index = self.0.trailing_zeros();
            self.0 &= self.0 - 1;
            Some(Square::known(index as usize))
        } else if self.1 != 0 {
            let index = self.1.trailing_zeros() + 64;
            self.1 &= self.1 - 1;
            Some(Square::known(index as usize))
        } else {
            None
        }
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;
    #[inline]
    fn into_iter(self) -> Squares {
        Squares(self.0 as u64, (self.0 >> 64) as u64)
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.into_iter().filter(|s| s.index() < 81)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_gives_back_its_squares() {
        let all: Vec<Square> = Square::all().collect();
        assert_eq!(Bitboard::ALL.into_iter().collect::<Vec<_>>(), all);
        for &square in &all {
            assert!(Bitboard::rank(square.rank()).has(square));
            assert_eq!(Bitboard::of(square).files(), Bitboard::file(square.file()));
        }
        assert_eq!(Bitboard::ALL.files(), Bitboard::ALL);
        assert_eq!(Bitboard::rank(9).files(), Bitboard::ALL);
        let two = Bitboard::file(2) | Bitboard::of(Square::new(7, 9).unwrap());
        assert_eq!(two.files(), Bitboard::file(2) | Bitboard::file(7));
        assert_eq!(two.count(), 10);
    }
}
