//! Squares by file and rank (RULES 1).

use std::fmt;

use super::Color;

/// A square: files 1 to 9 from right to left, ranks 1 to 9 (written a to i) from top to bottom.
///
/// Always: both numbers lie in 1..=9.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square {
    file: u8,
    rank: u8,
}

impl Square {
    /// The square on this file and rank, if there is one.
    pub fn new(file: u8, rank: u8) -> Option<Square> {
        let on_board = (1..=9).contains(&file) && (1..=9).contains(&rank);
        on_board.then_some(Square { file, rank })
    }

    /// The file, 1 to 9.
    pub fn file(self) -> u8 {
        self.file
    }

    /// The rank, 1 for a to 9 for i.
    pub fn rank(self) -> u8 {
        self.rank
    }

    /// All 81 squares in the order of SFEN: 9a to 1a, then 9b to 1b, and so on to 1i.
    pub fn all() -> impl Iterator<Item = Square> {
        (0..81).map(Square::from_index)
    }

    /// Its place in the order of [`Square::all`], from 0.
    pub(crate) fn index(self) -> usize {
        (self.rank as usize - 1) * 9 + 9 - self.file as usize
    }

    /// The square at a place, below 81, in the order of [`Square::all`].
    pub(crate) fn from_index(index: usize) -> Square {
        Square { file: 9 - (index % 9) as u8, rank: (index / 9) as u8 + 1 }
    }

    /// The square this many files to the left and ranks down, if that is still on the board.
    pub(super) fn offset(self, files: i8, ranks: i8) -> Option<Square> {
        let file = self.file as i8 + files;
        let rank = self.rank as i8 + ranks;
        Square::new(u8::try_from(file).ok()?, u8::try_from(rank).ok()?)
    }

    /// The rank as a side counts it: 1 is the far rank, where its pawns end, and 9 its own back rank.
    pub(super) fn rank_for(self, color: Color) -> u8 {
        match color {
            Color::Black => self.rank,
            Color::White => 10 - self.rank,
        }
    }

    /// Reads a square as USI writes it: `7g`.
    pub fn from_usi(text: &str) -> Option<Square> {
        match text.as_bytes() {
            &[file @ b'1'..=b'9', rank @ b'a'..=b'i'] => Square::new(file - b'0', rank - b'a' + 1),
            _ => None,
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.file, (b'a' + self.rank - 1) as char)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_square_is_read_back_from_its_name() {
        assert_eq!(Square::all().count(), 81);
        for square in Square::all() {
            assert_eq!(Square::from_usi(&square.to_string()), Some(square));
            assert_eq!(Square::from_index(square.index()), square);
        }
    }

    #[test]
    fn squares_off_the_board_do_not_exist() {
        for text in ["", "0a", "1j", "a1", "11", "5", "5ee", "五e"] {
            assert_eq!(Square::from_usi(text), None, "{text}");
        }
        assert_eq!(Square::new(0, 1), None);
        assert_eq!(Square::new(1, 10), None);
        assert_eq!(Square::new(1, 1).unwrap().offset(-1, 0), None);
        assert_eq!(Square::new(9, 9).unwrap().offset(0, 1), None);
    }
}
