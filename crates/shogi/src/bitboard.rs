//! Sets of squares.

use crate::Square;
use core::fmt;
use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

/// A set of squares: bit `i` stands for the square with index `i`, bits 64 and up are in the second half.
///
/// Two halves instead of one 128-bit number, because compilers keep pairs of words in one vector
/// register when sets are combined and stored, but never do that with a 128-bit number.
///
/// Bits 81 and up are outside the board. Sets handed out by this crate have them clear; a
/// complement sets them, so intersect it with a set that is on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[repr(align(16))]
pub struct Bitboard([u64; 2]);

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

static SINGLE: [Bitboard; 81] = {
    let mut table = [Bitboard::EMPTY; 81];
    let mut i = 0;
    while i < 81 {
        table[i] = Bitboard::from_bits(1 << i);
        i += 1;
    }
    table
};

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard([0, 0]);
    /// All 81 squares.
    pub const ALL: Bitboard = Bitboard::from_bits((1 << 81) - 1);

    /// The set with these bits.
    #[inline]
    pub const fn from_bits(bits: u128) -> Bitboard {
        Bitboard([bits as u64, (bits >> 64) as u64])
    }

    /// The set with these halves, low bits first.
    #[inline]
    #[cfg_attr(not(any(target_feature = "avx2", test)), allow(dead_code))]
    pub(crate) const fn from_words(words: [u64; 2]) -> Bitboard {
        Bitboard(words)
    }

    /// The halves, low bits first.
    #[inline]
    #[cfg_attr(not(any(target_feature = "avx2", test)), allow(dead_code))]
    pub(crate) const fn words(self) -> [u64; 2] {
        self.0
    }

    /// The set as one number.
    #[inline]
    pub const fn bits(self) -> u128 {
        self.0[0] as u128 | (self.0[1] as u128) << 64
    }

    /// One square.
    #[inline]
    pub const fn of(square: Square) -> Bitboard {
        // A table: a 128-bit shift by a variable costs more than this load.
        SINGLE[square.index()]
    }

    /// The nine squares of a rank, 1..=9.
    pub const fn rank(rank: u8) -> Bitboard {
        Bitboard::from_bits(RANK_A << (rank - 1))
    }

    /// The nine squares of a file, 1..=9.
    pub const fn file(file: u8) -> Bitboard {
        Bitboard::from_bits(511 << ((file - 1) * 9))
    }

    /// Is there no square in the set?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0[0] | self.0[1] == 0
    }

    /// Is there any square in the set?
    #[inline]
    pub const fn any(self) -> bool {
        self.0[0] | self.0[1] != 0
    }

    /// Is the square in the set?
    #[inline]
    pub const fn has(self, square: Square) -> bool {
        self.meets(Bitboard::of(square))
    }

    /// Both sets together, usable in constants.
    pub(crate) const fn or(self, other: Bitboard) -> Bitboard {
        Bitboard([self.0[0] | other.0[0], self.0[1] | other.0[1]])
    }

    /// Do the sets share a square?
    #[inline]
    pub const fn meets(self, other: Bitboard) -> bool {
        (self.0[0] & other.0[0]) | (self.0[1] & other.0[1]) != 0
    }

    /// How many squares.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones()
    }

    /// More than one square?
    #[inline]
    pub const fn many(self) -> bool {
        self.bits() & self.bits().wrapping_sub(1) != 0
    }

    /// The square with the lowest index.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        let bits = self.bits() & Bitboard::ALL.bits();
        if bits == 0 { None } else { Some(Square::known(bits.trailing_zeros() as usize)) }
    }

    /// All squares of the files on which the set has a square.
    #[inline]
    pub const fn files(self) -> Bitboard {
        // Per file of nine bits: adding eight ones to the low eight bits carries into the ninth if any was
        // set; the ninth bit itself is or-ed in. Then 2^9 - 1 fills the file.
        const LOW: u128 = RANK_A * 255;
        const TOP: u128 = RANK_A << 8;
        let top = (((self.bits() & LOW) + LOW) | self.bits()) & TOP;
        Bitboard::from_bits((top << 1).wrapping_sub(top >> 8))
    }
}

/// The operations on both halves at once.
///
/// Left to itself the compiler now and then works on the halves one by one, and measurably loses: more
/// instructions, and probably waits, because a set stored as two halves cannot be loaded whole at once.
#[cfg(target_arch = "x86_64")]
mod both {
    use super::Bitboard;
    use core::arch::x86_64::{__m128i, _mm_and_si128, _mm_or_si128, _mm_xor_si128};

    #[inline(always)]
    fn vector(set: Bitboard) -> __m128i {
        // SAFETY: both types are 16 bytes in which every bit pattern is a value.
        unsafe { core::mem::transmute(set) }
    }
    #[inline(always)]
    fn set(vector: __m128i) -> Bitboard {
        // SAFETY: both types are 16 bytes in which every bit pattern is a value.
        unsafe { core::mem::transmute(vector) }
    }
    #[inline(always)]
    pub(super) fn and(a: Bitboard, b: Bitboard) -> Bitboard {
        // SAFETY: every x86-64 processor has SSE2, all that this needs.
        set(unsafe { _mm_and_si128(vector(a), vector(b)) })
    }
    #[inline(always)]
    pub(super) fn or(a: Bitboard, b: Bitboard) -> Bitboard {
        // SAFETY: every x86-64 processor has SSE2, all that this needs.
        set(unsafe { _mm_or_si128(vector(a), vector(b)) })
    }
    #[inline(always)]
    pub(super) fn xor(a: Bitboard, b: Bitboard) -> Bitboard {
        // SAFETY: every x86-64 processor has SSE2, all that this needs.
        set(unsafe { _mm_xor_si128(vector(a), vector(b)) })
    }
}

/// The operations on both halves, where the processor is another.
#[cfg(not(target_arch = "x86_64"))]
mod both {
    use super::Bitboard;

    #[inline(always)]
    pub(super) fn and(Bitboard(a): Bitboard, Bitboard(b): Bitboard) -> Bitboard {
        Bitboard([a[0] & b[0], a[1] & b[1]])
    }
    #[inline(always)]
    pub(super) fn or(Bitboard(a): Bitboard, Bitboard(b): Bitboard) -> Bitboard {
        Bitboard([a[0] | b[0], a[1] | b[1]])
    }
    #[inline(always)]
    pub(super) fn xor(Bitboard(a): Bitboard, Bitboard(b): Bitboard) -> Bitboard {
        Bitboard([a[0] ^ b[0], a[1] ^ b[1]])
    }
}

impl BitAnd for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitand(self, other: Bitboard) -> Bitboard {
        both::and(self, other)
    }
}
impl BitOr for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitor(self, other: Bitboard) -> Bitboard {
        both::or(self, other)
    }
}
impl BitXor for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn bitxor(self, other: Bitboard) -> Bitboard {
        both::xor(self, other)
    }
}
impl Not for Bitboard {
    type Output = Bitboard;
    #[inline]
    fn not(self) -> Bitboard {
        self ^ Bitboard([!0, !0])
    }
}
impl BitAndAssign for Bitboard {
    #[inline]
    fn bitand_assign(&mut self, other: Bitboard) {
        *self = *self & other;
    }
}
impl BitOrAssign for Bitboard {
    #[inline]
    fn bitor_assign(&mut self, other: Bitboard) {
        *self = *self | other;
    }
}
impl BitXorAssign for Bitboard {
    #[inline]
    fn bitxor_assign(&mut self, other: Bitboard) {
        *self = *self ^ other;
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, |set, square| set | Bitboard::of(square))
    }
}

/// The squares of a set in index order.
#[derive(Clone, Debug)]
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

    /// Two plain loops, one a half: what `for_each` runs on.
    #[inline]
    fn fold<T, F: FnMut(T, Square) -> T>(mut self, start: T, mut f: F) -> T {
        let mut out = start;
        while self.0 != 0 {
            out = f(out, Square::known(self.0.trailing_zeros() as usize));
            self.0 &= self.0 - 1;
        }
        while self.1 != 0 {
            out = f(out, Square::known(self.1.trailing_zeros() as usize + 64));
            self.1 &= self.1 - 1;
        }
        out
    }
}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;
    #[inline]
    fn into_iter(self) -> Squares {
        // Squares exist on the board only.
        Squares(self.0[0], self.0[1] & Bitboard::ALL.0[1])
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
