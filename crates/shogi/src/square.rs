//! Squares of the 9×9 board.

use core::fmt;

/// A square, stored as `(file - 1) * 9 + (rank - 1)`: the nine squares of a file are neighbours.
///
/// Files are 1..=9 from right to left and ranks 1..=9 (`a`..=`i`) from top to bottom, as printed
/// from Black's side. Always below 81.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// How many squares there are.
    pub const COUNT: usize = 81;

    /// The square on `file` and `rank`, both 1..=9.
    #[inline]
    pub const fn new(file: u8, rank: u8) -> Option<Square> {
        if file >= 1 && file <= 9 && rank >= 1 && rank <= 9 {
            Some(Square((file - 1) * 9 + rank - 1))
        } else {
            None
        }
    }

    /// The square with this index (see the type), if it is below 81.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Square> {
        if index < 81 { Some(Square(index as u8)) } else { None }
    }

    /// As [`Square::from_index`] where the caller knows that the index is below 81: it comes from a set of
    /// squares on the board, or from a [`crate::Move`].
    #[inline]
    pub(crate) const fn known(index: usize) -> Square {
        debug_assert!(index < 81);
        Square(index as u8)
    }

    /// `(file - 1) * 9 + (rank - 1)`.
    #[inline]
    pub const fn index(self) -> usize {
        // SAFETY: the field is private, and every constructor keeps it below 81: `new` and `from_index`
        // check, the iterators count to 81, `mirrored` and `rotated` map the board onto itself, and the callers
        // of `known` hold an index that was a square before. Arrays by square need no bounds check then.
        unsafe { core::hint::assert_unchecked(self.0 < 81) };
        self.0 as usize
    }

    /// 1..=9, counted from the right.
    #[inline]
    pub const fn file(self) -> u8 {
        self.0 / 9 + 1
    }

    /// 1..=9, counted from the top.
    #[inline]
    pub const fn rank(self) -> u8 {
        self.0 % 9 + 1
    }

    /// How many steps of a king away another square is.
    #[inline]
    pub const fn distance(self, other: Square) -> u8 {
        let files = self.file().abs_diff(other.file());
        let ranks = self.rank().abs_diff(other.rank());
        if files > ranks { files } else { ranks }
    }

    /// The square left and right exchanged: 1a ⇄ 9a.
    #[inline]
    pub const fn mirrored(self) -> Square {
        Square((9 - self.file()) * 9 + self.rank() - 1)
    }

    /// The square as the other side sees it: 1a ⇄ 9i.
    #[inline]
    pub const fn rotated(self) -> Square {
        Square(80 - self.0)
    }

    /// All squares, in index order.
    pub fn all() -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator {
        (0..81u8).map(Square)
    }

    /// All squares as a diagram is read: rank `a` first, and file 9 first within a rank.
    pub fn in_reading_order() -> impl Iterator<Item = Square> {
        (1..=9).flat_map(|rank| (1..=9).rev().filter_map(move |file| Square::new(file, rank)))
    }

    /// Reads the two characters of a USI square, e.g. `5b`.
    pub fn from_usi(text: &str) -> Option<Square> {
        match text.as_bytes() {
            &[file @ b'1'..=b'9', rank @ b'a'..=b'i'] => Square::new(file - b'0', rank - b'a' + 1),
            _ => None,
        }
    }
}

impl fmt::Display for Square {
    /// USI: file digit, rank letter.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file(), (b'a' + self.rank() - 1) as char)
    }
}

impl fmt::Debug for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_survives_its_own_text() {
        for square in Square::all() {
            assert_eq!(Square::from_usi(&square.to_string()), Some(square));
            assert_eq!(Square::new(square.file(), square.rank()), Some(square));
            assert_eq!(square.mirrored().mirrored(), square);
            assert_eq!(square.rotated().file(), 10 - square.file());
        }
        assert_eq!(Square::in_reading_order().count(), 81);
        assert_eq!(Square::in_reading_order().next(), Square::from_usi("9a"));
    }
}
