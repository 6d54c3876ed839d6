//! Numbers of plies: how long a win takes, or may take.

use std::cmp::Ordering;
use std::fmt;
use std::ops::Add;

/// A number of plies, or [`Plies::UNLIMITED`], which is larger than any number.
///
/// The length of a win is a number. A limit may be none: OR wins *within* an unlimited number if it wins at all, and a
/// position is *not won within* an unlimited number if it is not won at all. Adding to what is unlimited, or taking from
/// it, changes nothing.
///
/// ```
/// use tsumugi_andor::Plies;
///
/// let left = Plies::new(3);
/// assert_eq!(left + Plies::ONE, 4);
/// assert_eq!(left.checked_sub(Plies::new(4)), None);
/// assert_eq!(Plies::UNLIMITED.saturating_sub(left), Plies::UNLIMITED);
/// assert_eq!(format!("{left} {}", Plies::UNLIMITED), "3 unlimited");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Plies(u32);

impl Plies {
    /// None.
    pub const ZERO: Plies = Plies(0);
    /// A single one.
    pub const ONE: Plies = Plies(1);
    /// As many as it takes.
    pub const UNLIMITED: Plies = Plies(u32::MAX);

    /// This number of plies. The largest `u32` stands for [`Plies::UNLIMITED`].
    #[inline]
    pub const fn new(plies: u32) -> Plies {
        Plies(plies)
    }

    /// The number; that of [`Plies::UNLIMITED`] is larger than any other.
    #[inline]
    pub const fn get(self) -> u32 {
        self.0
    }

    /// Is there no limit?
    #[inline]
    pub const fn is_unlimited(self) -> bool {
        self.0 == u32::MAX
    }

    /// What is left after `spent` plies; zero if there are fewer.
    #[inline]
    #[must_use]
    pub const fn saturating_sub(self, spent: Plies) -> Plies {
        if self.is_unlimited() { self } else { Plies(self.0.saturating_sub(spent.0)) }
    }

    /// What is left after `spent` plies; `None` if there are fewer.
    #[inline]
    #[must_use]
    pub const fn checked_sub(self, spent: Plies) -> Option<Plies> {
        if self.is_unlimited() {
            return Some(self);
        }
        match self.0.checked_sub(spent.0) {
            Some(left) => Some(Plies(left)),
            None => None,
        }
    }
}

impl Add for Plies {
    type Output = Plies;

    #[inline]
    fn add(self, other: Plies) -> Plies {
        Plies(self.0.saturating_add(other.0))
    }
}

impl Add<u32> for Plies {
    type Output = Plies;

    #[inline]
    fn add(self, other: u32) -> Plies {
        self + Plies(other)
    }
}

impl From<u32> for Plies {
    #[inline]
    fn from(plies: u32) -> Plies {
        Plies(plies)
    }
}

impl PartialEq<u32> for Plies {
    #[inline]
    fn eq(&self, other: &u32) -> bool {
        self.0 == *other
    }
}

impl PartialOrd<u32> for Plies {
    #[inline]
    fn partial_cmp(&self, other: &u32) -> Option<Ordering> {
        self.0.partial_cmp(other)
    }
}

impl PartialEq<Plies> for u32 {
    #[inline]
    fn eq(&self, other: &Plies) -> bool {
        *self == other.0
    }
}

impl PartialOrd<Plies> for u32 {
    #[inline]
    fn partial_cmp(&self, other: &Plies) -> Option<Ordering> {
        self.partial_cmp(&other.0)
    }
}

impl fmt::Display for Plies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_unlimited() { f.pad("unlimited") } else { fmt::Display::fmt(&self.0, f) }
    }
}

impl fmt::Debug for Plies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
