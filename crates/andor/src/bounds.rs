//! Proof and disproof numbers and their arithmetic.

use crate::Turn;
use std::fmt;

/// How far a position is from being proved (`pn`) and from being disproved (`dn`).
///
/// Always: proved ⇔ pn = 0 ⇔ dn = INF, and disproved ⇔ dn = 0 ⇔ pn = INF. An open position lies in
/// `1..=MAX` on both sides, so no sum can make it look solved.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Bounds {
    pn: u32,
    dn: u32,
}

impl Bounds {
    /// The number of what cannot be done.
    pub const INF: u32 = u32::MAX;
    /// The largest number of an open position.
    pub const MAX: u32 = u32::MAX - 1;
    /// Solved in favour of OR.
    pub const PROVED: Bounds = Bounds { pn: 0, dn: Bounds::INF };
    /// Solved in favour of AND.
    pub const DISPROVED: Bounds = Bounds { pn: Bounds::INF, dn: 0 };
    /// The plain initial bounds: one leaf to prove, one to disprove.
    pub const UNIT: Bounds = Bounds { pn: 1, dn: 1 };

    /// Bounds of an open position; numbers outside `1..=MAX` are moved to its ends.
    #[inline]
    pub const fn open(pn: u32, dn: u32) -> Bounds {
        Bounds { pn: clamp(pn), dn: clamp(dn) }
    }

    /// Effort to prove.
    #[inline]
    pub const fn pn(self) -> u32 {
        self.pn
    }

    /// Effort to disprove.
    #[inline]
    pub const fn dn(self) -> u32 {
        self.dn
    }

    /// φ: what the side to move at the parent wants small.
    #[inline]
    pub(crate) const fn phi(self, mover: Turn) -> u32 {
        match mover {
            Turn::Or => self.pn,
            Turn::And => self.dn,
        }
    }

    /// δ: what the parent adds up.
    #[inline]
    pub(crate) const fn delta(self, mover: Turn) -> u32 {
        match mover {
            Turn::Or => self.dn,
            Turn::And => self.pn,
        }
    }

    /// From any two numbers: 0 means solved.
    #[inline]
    pub(crate) const fn from_numbers(pn: u32, dn: u32) -> Bounds {
        if pn == 0 {
            Bounds::PROVED
        } else if dn == 0 {
            Bounds::DISPROVED
        } else {
            Bounds::open(pn, dn)
        }
    }

    /// From the smallest φ and the sum of δ of the children of a node where this side moves.
    #[inline]
    pub(crate) const fn combined(mover: Turn, least_phi: u32, sum_of_delta: u32) -> Bounds {
        match mover {
            Turn::Or => Bounds::from_numbers(least_phi, sum_of_delta),
            Turn::And => Bounds::from_numbers(sum_of_delta, least_phi),
        }
    }

    /// Solved in favour of OR?
    #[inline]
    pub const fn is_proved(self) -> bool {
        self.pn == 0
    }

    /// Solved in favour of AND?
    #[inline]
    pub const fn is_disproved(self) -> bool {
        self.dn == 0
    }

    /// Solved at all?
    #[inline]
    pub const fn is_solved(self) -> bool {
        self.pn == 0 || self.dn == 0
    }

    /// With an edge cost added to both numbers, if open. What costs less than nothing stays open too.
    #[inline]
    pub const fn plus(self, (pn, dn): (i32, i32)) -> Bounds {
        if self.is_solved() {
            return self;
        }
        Bounds::open(shift(self.pn, pn), shift(self.dn, dn))
    }
}

#[inline]
const fn clamp(n: u32) -> u32 {
    if n == 0 {
        1
    } else if n > Bounds::MAX {
        Bounds::MAX
    } else {
        n
    }
}

/// An open number with a cost. The largest one means that something failed, which no refund mends.
#[inline]
const fn shift(number: u32, cost: i32) -> u32 {
    if number == Bounds::MAX { number } else { number.saturating_add_signed(cost) }
}

/// The sum of two numbers: INF if one is, otherwise at most MAX.
#[inline]
pub const fn add(a: u32, b: u32) -> u32 {
    if a == Bounds::INF || b == Bounds::INF {
        return Bounds::INF;
    }
    match a.checked_add(b) {
        Some(sum) if sum < Bounds::MAX => sum,
        _ => Bounds::MAX,
    }
}

impl fmt::Debug for Bounds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.is_proved(), self.is_disproved()) {
            (true, _) => f.write_str("proved"),
            (_, true) => f.write_str("disproved"),
            _ => write!(f, "({}, {})", self.pn, self.dn),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_sum_makes_an_open_node_look_solved() {
        assert_eq!(add(Bounds::MAX, Bounds::MAX), Bounds::MAX);
        assert_eq!(add(Bounds::INF, 1), Bounds::INF);
        assert_eq!(add(3, 4), 7);
        assert_eq!(Bounds::open(0, Bounds::INF), Bounds::open(1, Bounds::MAX));
        assert_eq!(Bounds::PROVED.plus((5, 5)), Bounds::PROVED);
        assert!(!Bounds::open(Bounds::MAX, Bounds::MAX).plus((9, 9)).is_solved());
        assert_eq!(Bounds::open(3, 1).plus((-2, -7)), Bounds::open(1, 1));
        assert_eq!(Bounds::open(Bounds::MAX, 5).plus((-2, -2)), Bounds::open(Bounds::MAX, 3));
    }
}
