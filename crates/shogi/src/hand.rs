//! Pieces in hand, packed so that "has at least" is one subtraction.

use crate::{HandKind, Kind};
use core::fmt;
use core::str::FromStr;

/// The pieces a side holds: a count per [`HandKind`], packed into [`Hand::BITS`] bits.
///
/// Each count has a guard bit above it that is always 0 here: pawns 5 + 1 bits, the six others
/// 3 + 1 bits. So a hand holds at most 31 pawns and 7 of each other kind ([`Hand::capacity`]), more than
/// a full set needs; [`crate::Position`] admits no more than that in total.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Hand(u32);

const SHIFT: [u32; 7] = [0, 6, 10, 14, 18, 22, 26];
const MASK: [u32; 7] = [31, 7, 7, 7, 7, 7, 7];
const ONE: [u32; 8] = [1, 1 << 6, 1 << 10, 1 << 14, 1 << 18, 1 << 22, 1 << 26, 0];
const GUARDS: u32 = 1 << 5 | 1 << 9 | 1 << 13 | 1 << 17 | 1 << 21 | 1 << 25 | 1 << 29;

impl Hand {
    /// A packed hand is below 2 to the power of this: the topmost guard bit.
    pub const BITS: u32 = 29;

    /// Nothing in hand.
    pub const EMPTY: Hand = Hand(0);

    /// The most of `kind` a hand can count.
    pub const fn capacity(kind: HandKind) -> u8 {
        MASK[kind.index()] as u8
    }

    /// The hand with these counts in [`HandKind`] order, unless one is above its capacity.
    pub fn from_counts(counts: [u8; 7]) -> Option<Hand> {
        let mut bits = 0;
        for kind in HandKind::ALL {
            let count = counts[kind.index()];
            if count > Hand::capacity(kind) {
                return None;
            }
            bits |= (count as u32) << SHIFT[kind.index()];
        }
        Some(Hand(bits))
    }

    /// The counts in [`HandKind`] order.
    pub fn counts(self) -> [u8; 7] {
        HandKind::ALL.map(|kind| self.count(kind))
    }

    /// The packed form, for tables.
    #[inline]
    pub const fn to_bits(self) -> u32 {
        self.0
    }

    /// The hand packed as `bits`, if a hand can be packed so.
    #[inline]
    pub const fn from_bits(bits: u32) -> Option<Hand> {
        if bits & GUARDS == 0 && bits >> Hand::BITS == 0 { Some(Hand(bits)) } else { None }
    }

    /// How many of `kind`.
    #[inline]
    pub const fn count(self, kind: HandKind) -> u8 {
        (self.0 >> SHIFT[kind.index()] & MASK[kind.index()]) as u8
    }

    /// Is there at least one of `kind`?
    #[inline]
    pub const fn has(self, kind: HandKind) -> bool {
        self.0 & MASK[kind.index()] << SHIFT[kind.index()] != 0
    }

    /// No piece at all?
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// One more of `kind`. The caller keeps the total within [`Hand::capacity`].
    #[inline]
    #[must_use]
    pub const fn plus(self, kind: HandKind) -> Hand {
        debug_assert!(self.count(kind) < Hand::capacity(kind));
        Hand(self.0 + (1 << SHIFT[kind.index()]))
    }

    /// One fewer of `kind`. There must be one.
    #[inline]
    #[must_use]
    pub const fn minus(self, kind: HandKind) -> Hand {
        debug_assert!(self.has(kind));
        Hand(self.0 - (1 << SHIFT[kind.index()]))
    }

    /// [`Hand::plus`] by number of kind, for the hot path; 7 (the king) adds nothing.
    #[inline]
    pub(crate) fn add_packed(&mut self, kind: usize) {
        self.0 += ONE[kind & 7];
    }

    /// [`Hand::minus`] by number of kind, for the hot path.
    #[inline]
    pub(crate) fn remove_packed(&mut self, kind: usize) {
        self.0 -= ONE[kind & 7];
    }

    /// The hand with exactly `count` of `kind`.
    #[inline]
    #[must_use]
    pub const fn with(self, kind: HandKind, count: u8) -> Hand {
        debug_assert!(count <= Hand::capacity(kind));
        let shift = SHIFT[kind.index()];
        Hand(self.0 & !(MASK[kind.index()] << shift) | (count as u32) << shift)
    }

    /// Does it hold at least as many of every kind as `other`?
    #[inline]
    pub const fn covers(self, other: Hand) -> bool {
        ((self.0 | GUARDS) - other.0) & GUARDS == GUARDS
    }

    /// The larger count of each kind.
    #[inline]
    #[must_use]
    pub const fn max(self, other: Hand) -> Hand {
        let mask = self.lanes_at_least(other);
        Hand(self.0 & mask | other.0 & !mask)
    }

    /// The smaller count of each kind.
    #[inline]
    #[must_use]
    pub const fn min(self, other: Hand) -> Hand {
        let mask = self.lanes_at_least(other);
        Hand(other.0 & mask | self.0 & !mask)
    }

    /// All bits of the counts in which `self` is at least `other`.
    #[inline]
    const fn lanes_at_least(self, other: Hand) -> u32 {
        let kept = ((self.0 | GUARDS) - other.0) & GUARDS;
        // A kept guard at bit g becomes ones on the g's lane: g - (g >> width).
        let pawns = kept & 1 << 5;
        let others = kept & !(1 << 5);
        (pawns - (pawns >> 5)) | (others - (others >> 3))
    }

    /// The pieces in both hands together. The caller keeps the total within [`Hand::capacity`].
    #[inline]
    #[must_use]
    pub const fn together(self, other: Hand) -> Hand {
        Hand(self.0 + other.0)
    }

    /// What is left after taking `other` out; `self` must cover it.
    #[inline]
    #[must_use]
    pub const fn without(self, other: Hand) -> Hand {
        debug_assert!(self.covers(other));
        Hand(self.0 - other.0)
    }

    /// The kinds held, pawn first.
    #[inline]
    pub fn kinds(self) -> impl Iterator<Item = HandKind> {
        HandKind::ALL.into_iter().filter(move |&kind| self.has(kind))
    }

    /// How many pieces in all.
    pub fn total(self) -> u32 {
        self.counts().iter().map(|&n| n as u32).sum()
    }
}

/// A text is no hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HandError;

impl fmt::Display for HandError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected something like R2P, or - for nothing")
    }
}

impl core::error::Error for HandError {}

impl FromStr for Hand {
    type Err = HandError;

    /// Reads what [`Debug`](fmt::Debug) writes, in any order.
    fn from_str(text: &str) -> Result<Hand, HandError> {
        let (mut counts, mut number) = ([0; 7], None::<u8>);
        for c in text.chars().filter(|_| text != "-") {
            if let Some(digit) = c.to_digit(10) {
                let tens = number.unwrap_or(0).checked_mul(10).ok_or(HandError)?;
                number = Some(tens.checked_add(digit as u8).ok_or(HandError)?);
                continue;
            }
            let kind = Kind::from_letter(c).and_then(Kind::in_hand).ok_or(HandError)?;
            let count: &mut u8 = &mut counts[kind.index()];
            *count = count.checked_add(number.take().unwrap_or(1)).ok_or(HandError)?;
        }
        if number.is_some() || text.is_empty() {
            return Err(HandError);
        }
        Hand::from_counts(counts).ok_or(HandError)
    }
}

impl fmt::Debug for Hand {
    /// As in SFEN, upper case, rook first: `R2P`; `-` when empty.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_empty() {
            return f.write_str("-");
        }
        for kind in HandKind::ALL.into_iter().rev().filter(|&kind| self.has(kind)) {
            match self.count(kind) {
                1 => write!(f, "{}", kind.letter())?,
                n => write!(f, "{n}{}", kind.letter())?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn packed_arithmetic_equals_arithmetic_on_counts() {
        let mut state = 1u64;
        let mut random = |limit: u64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 33) % limit
        };
        for _ in 0..20_000 {
            let mut draw = || HandKind::ALL.map(|k| random(Hand::capacity(k) as u64 + 1) as u8);
            let (a, b) = (draw(), draw());
            let (x, y) = (Hand::from_counts(a).unwrap(), Hand::from_counts(b).unwrap());
            let each = |f: fn(u8, u8) -> u8| std::array::from_fn(|i| f(a[i], b[i]));
            assert_eq!(x.counts(), a);
            assert_eq!(x.covers(y), (0..7).all(|i| a[i] >= b[i]), "{a:?} {b:?}");
            assert_eq!(x.max(y).counts(), each(u8::max), "{a:?} {b:?}");
            assert_eq!(x.min(y).counts(), each(u8::min), "{a:?} {b:?}");
            assert_eq!(Hand::from_bits(x.to_bits()), Some(x));
            assert_eq!(format!("{x:?}").parse(), Ok(x));
        }
        for bad in ["", "3", "R3", "K", "32P", "999P", "2-"] {
            assert_eq!(bad.parse::<Hand>(), Err(HandError), "{bad:?}");
        }
        assert_eq!(Hand::from_counts([32, 0, 0, 0, 0, 0, 0]), None);
    }
}
