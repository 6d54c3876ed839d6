//! Two weights in one word.
//!
//! Trouble  A row has a weight for each number, and both are to be added.
//! Idea     The proof number's in the upper half of a word, the disproof number's in the lower one: an addition of the
//!          words adds both. What the lower half borrows from the upper one is given back in the end. So no vector
//!          registers are needed, and the code is the same on every machine.
//! Limit    Neither sum may leave 16 bits: no weight is above [`LARGEST`].

use super::scene::{AFTER_CHECK, AFTER_REPLY};

/// The largest weight, up or down. A position has a row of each feature and the first one.
pub const LARGEST: i16 = {
    let (check, reply) = (AFTER_CHECK.len(), AFTER_REPLY.len());
    i16::MAX / (1 + if check > reply { check } else { reply }) as i16
};

/// A weight of a proof number and one of a disproof number, or sums of such.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Pair(i32);

impl Pair {
    pub(super) const ZERO: Pair = Pair(0);

    pub(super) const fn new([pn, dn]: [i16; 2]) -> Pair {
        Pair(((pn as i32) << 16).wrapping_add(dn as i32))
    }

    #[inline]
    pub(super) const fn get(self) -> [i16; 2] {
        let dn = self.0 as i16;
        [(self.0.wrapping_sub(dn as i32) >> 16) as i16, dn]
    }

    #[inline]
    pub(super) const fn plus(self, other: Pair) -> Pair {
        Pair(self.0.wrapping_add(other.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_halves_come_back() {
        let ends = [i16::MIN, -257, -1, 0, 1, 256, i16::MAX];
        for pair in ends.into_iter().flat_map(|pn| ends.map(|dn| [pn, dn])) {
            assert_eq!(Pair::new(pair).get(), pair);
        }
    }

    #[test]
    fn the_largest_weights_of_all_rows_fit() {
        for (pn, dn) in [(1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let row = Pair::new([pn * LARGEST, dn * LARGEST]);
            for rows in [1 + AFTER_CHECK.len(), 1 + AFTER_REPLY.len()] {
                let sum = (0..rows).fold(Pair::ZERO, |sum, _| sum.plus(row));
                assert_eq!(sum.get(), [pn, dn].map(|sign| sign * LARGEST * rows as i16));
            }
        }
    }
}
