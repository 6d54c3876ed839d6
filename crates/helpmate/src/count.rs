//! Numbers of solutions: they outgrow every machine word, and are only ever added.

use std::cmp::Ordering;
use std::fmt;

/// A natural number of any size.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Count {
    /// Digits to the base 10⁹, the lowest first, the highest never 0.
    digits: Vec<u32>,
}

const BASE: u32 = 1_000_000_000;

impl Count {
    /// No solution.
    pub const ZERO: Count = Count { digits: Vec::new() };

    /// Is it one?
    pub fn is_one(&self) -> bool {
        self.digits == [1]
    }

    /// Is it none?
    pub fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    /// The number, if a word can hold it.
    pub fn to_u64(&self) -> Option<u64> {
        let digits = self.digits.iter().rev();
        digits.copied().try_fold(0u64, |n, digit| n.checked_mul(BASE as u64)?.checked_add(digit as u64))
    }

    /// Adds another number.
    pub fn add(&mut self, other: &Count) {
        let mut carry = 0;
        for i in 0..self.digits.len().max(other.digits.len()) {
            if i == self.digits.len() {
                self.digits.push(0);
            }
            let sum = self.digits[i] + other.digits.get(i).unwrap_or(&0) + carry;
            carry = (sum >= BASE) as u32;
            self.digits[i] = sum - carry * BASE;
        }
        if carry > 0 {
            self.digits.push(carry);
        }
    }
}

impl From<u64> for Count {
    fn from(mut n: u64) -> Count {
        let mut digits = Vec::new();
        while n > 0 {
            digits.push((n % BASE as u64) as u32);
            n /= BASE as u64;
        }
        Count { digits }
    }
}

impl PartialOrd for Count {
    fn partial_cmp(&self, other: &Count) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Count {
    fn cmp(&self, other: &Count) -> Ordering {
        let key = |count: &Count| {
            (count.digits.len(), count.digits.iter().rev().copied().collect::<Vec<_>>())
        };
        key(self).cmp(&key(other))
    }
}

impl fmt::Display for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut digits = self.digits.iter().rev();
        write!(f, "{}", digits.next().unwrap_or(&0))?;
        digits.try_for_each(|digit| write!(f, "{digit:09}"))
    }
}

impl fmt::Debug for Count {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_those_of_machine_words_as_far_as_these_go() {
        let (mut a, mut b) = (1u128, 1u128);
        let (mut x, mut y) = (Count::from(1), Count::from(1));
        for _ in 0..180 {
            (a, b) = (b, a + b);
            let mut sum = x.clone();
            sum.add(&y);
            (x, y) = (y, sum);
            assert_eq!(y.to_string(), b.to_string());
            assert_eq!(y.to_u64(), u64::try_from(b).ok());
            assert!(x < y || a == b);
        }
        assert_eq!(Count::ZERO.to_string(), "0");
        assert!(Count::from(1).is_one() && Count::from(0).is_zero());
    }
}
