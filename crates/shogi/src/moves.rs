//! Moves, and a list of them that lives on the stack.

use crate::{HandKind, Square};
use core::fmt;
use core::mem::MaybeUninit;
use core::num::NonZeroU16;

/// A move of the side to move: from square to square, with or without promotion, or a drop.
///
/// Packed: bits 0–6 the square it goes to, bits 7–13 where it comes from (for a drop the [`HandKind`]),
/// bit 14 promotion, bit 15 drop. Never 0, because a board move changes its square.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move(NonZeroU16);

const PROMOTE: u16 = 1 << 14;
const DROP: u16 = 1 << 15;

/// A move taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MoveParts {
    /// A piece on the board moves.
    Board {
        /// Where it stands.
        from: Square,
        /// Where it goes; not `from`.
        to: Square,
        /// Does it promote?
        promote: bool,
    },
    /// A piece comes from the hand.
    Drop {
        /// What is dropped.
        kind: HandKind,
        /// Where.
        to: Square,
    },
}

impl Move {
    /// A board move. `from` and `to` must differ.
    #[inline]
    pub const fn board(from: Square, to: Square, promote: bool) -> Move {
        let bits = to.index() as u16 | (from.index() as u16) << 7 | if promote { PROMOTE } else { 0 };
        debug_assert!(from.index() != to.index());
        match NonZeroU16::new(bits) {
            Some(bits) => Move(bits),
            None => panic!("a board move changes its square"),
        }
    }

    /// A drop.
    #[inline]
    pub const fn drop(kind: HandKind, to: Square) -> Move {
        match NonZeroU16::new(DROP | (kind.index() as u16) << 7 | to.index() as u16) {
            Some(bits) => Move(bits),
            None => unreachable!(),
        }
    }

    /// Where the piece arrives.
    #[inline]
    pub const fn to(self) -> Square {
        Square::known((self.0.get() & 127) as usize)
    }

    /// Where a board move starts; `None` for a drop.
    #[inline]
    pub const fn from(self) -> Option<Square> {
        if self.is_drop() { None } else { Some(Square::known((self.0.get() >> 7 & 127) as usize)) }
    }

    /// Where a board move starts; must not be asked of a drop.
    #[inline]
    pub(crate) const fn start(self) -> Square {
        debug_assert!(!self.is_drop());
        Square::known((self.0.get() >> 7 & 127) as usize)
    }

    /// Does the piece promote?
    #[inline]
    pub const fn is_promotion(self) -> bool {
        self.0.get() & PROMOTE != 0
    }

    /// Does the piece come from the hand?
    #[inline]
    pub const fn is_drop(self) -> bool {
        self.0.get() & DROP != 0
    }

    /// The kind dropped; `None` for a board move.
    #[inline]
    pub const fn dropped(self) -> Option<HandKind> {
        if self.is_drop() { HandKind::from_index((self.0.get() >> 7 & 127) as usize) } else { None }
    }

    /// The move taken apart, for `match`.
    #[inline]
    pub const fn parts(self) -> MoveParts {
        match (self.dropped(), self.from()) {
            (Some(kind), _) => MoveParts::Drop { kind, to: self.to() },
            (None, Some(from)) => {
                MoveParts::Board { from, to: self.to(), promote: self.is_promotion() }
            }
            (None, None) => unreachable!(),
        }
    }

    /// The same move on the board with left and right exchanged.
    #[must_use]
    pub const fn mirrored(self) -> Move {
        match self.parts() {
            MoveParts::Board { from, to, promote } => {
                Move::board(from.mirrored(), to.mirrored(), promote)
            }
            MoveParts::Drop { kind, to } => Move::drop(kind, to.mirrored()),
        }
    }

    /// The packed form, for tables; never 0.
    #[inline]
    pub const fn to_bits(self) -> u16 {
        self.0.get()
    }

    /// The move packed as `bits`, if some move is packed so.
    pub const fn from_bits(bits: u16) -> Option<Move> {
        let (to, from) = ((bits & 127) as usize, (bits >> 7 & 127) as usize);
        let good =
            if bits & DROP != 0 { bits & PROMOTE == 0 && from < 7 } else { from < 81 && from != to };
        match NonZeroU16::new(bits) {
            Some(bits) if good && to < 81 => Some(Move(bits)),
            _ => None,
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A list of moves kept on the stack.
///
/// Filling one costs no allocation and no clearing. 593 moves is the most any position made of one full
/// set has; the capacity leaves room for diagrams with more pieces.
pub struct MoveList {
    len: usize,
    moves: [MaybeUninit<Move>; MoveList::CAPACITY],
}

impl MoveList {
    /// The most moves a list holds.
    pub const CAPACITY: usize = 1280;

    /// An empty list.
    #[inline]
    pub const fn new() -> MoveList {
        MoveList { len: 0, moves: [const { MaybeUninit::uninit() }; MoveList::CAPACITY] }
    }

    /// Adds a move at the end.
    ///
    /// # Panics
    /// When the list is full, which no position [`crate::Position`] admits can cause.
    #[inline]
    pub fn push(&mut self, m: Move) {
        self.moves[self.len].write(m);
        self.len += 1;
    }

    /// Adds a move for each of the squares.
    #[inline]
    pub(crate) fn extend(&mut self, squares: crate::Bitboard, m: impl Fn(Square) -> Move) {
        assert!(self.len + 81 <= MoveList::CAPACITY, "more moves than any position has");
        let mut len = self.len;
        squares.into_iter().for_each(|square| {
            // SAFETY: a set yields at most 81 squares, and there was room for 81 more.
            unsafe { self.moves.get_unchecked_mut(len) }.write(m(square));
            len += 1;
        });
        self.len = len;
    }

    /// Forgets all moves.
    #[inline]
    pub fn clear(&mut self) {
        self.len = 0;
    }
}

impl Default for MoveList {
    fn default() -> MoveList {
        MoveList::new()
    }
}

impl core::ops::Deref for MoveList {
    type Target = [Move];
    #[inline]
    fn deref(&self) -> &[Move] {
        // SAFETY: `push` is the only way to grow `len`, and it initialises the element first;
        // `MaybeUninit<Move>` has the layout of `Move`.
        unsafe { core::slice::from_raw_parts(self.moves.as_ptr().cast(), self.len) }
    }
}

impl<'a> IntoIterator for &'a MoveList {
    type Item = &'a Move;
    type IntoIter = core::slice::Iter<'a, Move>;
    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl fmt::Debug for MoveList {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packing_loses_nothing_and_rejects_nonsense() {
        let mut good = 0;
        for bits in 0..=u16::MAX {
            if let Some(m) = Move::from_bits(bits) {
                good += 1;
                let again = match m.parts() {
                    MoveParts::Board { from, to, promote } => Move::board(from, to, promote),
                    MoveParts::Drop { kind, to } => Move::drop(kind, to),
                };
                assert_eq!((again, again.to_bits()), (m, bits));
            }
        }
        assert_eq!(good, 81 * 80 * 2 + 81 * 7);
    }
}
