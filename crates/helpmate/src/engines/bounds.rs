//! A table of bounds: for a position, a number of plies within which there is no mate.
//!
//! An entry is a [`Fingerprint`] whose lowest sixteen bits have made room for the bound. They are not lost: the
//! entry's place tells them, for there are never fewer than 2¹⁶ places. A full place loses the smallest bound, which
//! was the least work; what is lost is searched again. The table grows with what it is given, up to its limit.

use crate::fingerprint::Fingerprint;

/// Bounds by fingerprint.
pub struct Bounds<K> {
    /// Places of [`Bounds::WAYS`] entries each; a bound of 0 marks an empty one.
    entries: Vec<K>,
    used: usize,
    most_bytes: usize,
}

/// The table grows when this fraction of its entries is taken. Less: half of it stays empty. More: places overflow, and bounds
/// are lost that there was room for.
const FULL: (usize, usize) = (3, 4);

/// Fewer places than this would lose bits of the fingerprints.
const FEWEST_PLACES: usize = 1 << 16;

/// While it grows there is the table, and one of twice the size.
const OLD_AND_NEW: usize = 1 + 2;

impl<K: Fingerprint> Bounds<K> {
    /// A place is a line of the cache.
    const WAYS: usize = 64 / size_of::<K>();

    /// An empty table that will not take more than this many bytes, or the least there is: 4 MiB.
    pub fn new(most_bytes: usize) -> Bounds<K> {
        Bounds { entries: vec![K::default(); FEWEST_PLACES * Self::WAYS], used: 0, most_bytes }
    }

    /// The bytes it takes now.
    pub fn bytes(&self) -> usize {
        self.entries.len() * size_of::<K>()
    }

    /// How many positions it knows something about.
    pub fn len(&self) -> usize {
        self.used
    }

    fn places(&self) -> usize {
        self.entries.len() / Self::WAYS
    }

    fn entry_at(&self, key: K) -> usize {
        (key.place() & (self.places() - 1)) * Self::WAYS
    }

    /// Is there known to be no mate within this many plies?
    #[inline]
    pub fn refutes(&self, key: K, plies: u32) -> bool {
        let start = self.entry_at(key);
        let place = &self.entries[start..start + Self::WAYS];
        place.iter().any(|entry| {
            entry.with_low(0) == key.with_low(0) && entry.low() as u32 >= plies && plies > 0
        })
    }

    /// Remembers that there is no mate within this many plies. Bounds too large to be kept are not kept.
    pub fn refute(&mut self, key: K, plies: u32) {
        let Ok(bound @ 1..) = u16::try_from(plies) else { return };
        if self.used * FULL.1 > self.entries.len() * FULL.0 {
            self.grow();
        }
        self.used += usize::from(self.put(key, bound));
    }

    /// Stores a bound; true if that took an empty entry.
    fn put(&mut self, key: K, bound: u16) -> bool {
        let start = self.entry_at(key);
        let place = &mut self.entries[start..start + Self::WAYS];
        let mut weakest = 0;
        for i in 0..place.len() {
            let known = place[i].low();
            if known == 0 || place[i].with_low(0) == key.with_low(0) {
                place[i] = key.with_low(known.max(bound));
                return known == 0;
            }
            if known < place[weakest].low() {
                weakest = i;
            }
        }
        place[weakest] = key.with_low(bound);
        false
    }

    /// Doubles the table, if old and new fit into the limit together.
    fn grow(&mut self) {
        if self.bytes() * OLD_AND_NEW > self.most_bytes {
            return;
        }
        let doubled = vec![K::default(); self.entries.len() * 2];
        let old = std::mem::replace(&mut self.entries, doubled);
        self.used = 0;
        for (number, place) in old.chunks(Self::WAYS).enumerate() {
            for entry in place.iter().filter(|entry| entry.low() != 0) {
                self.used += usize::from(self.put(entry.with_low(number as u16), entry.low()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsumugi_shogi::random::Random;

    #[test]
    fn what_is_remembered_was_told_also_after_growing() {
        let mut random = Random::new(1);
        let mut bounds = Bounds::<u64>::new(64 << 20);
        let keys: Vec<u64> = (0..800_000).map(|_| random.bits()).collect();
        for (i, &key) in keys.iter().enumerate() {
            bounds.refute(key, 1 + (i as u32 & 7));
        }
        assert!(bounds.bytes() > 4 << 20);
        let kept = keys.iter().enumerate().filter(|&(i, &key)| {
            let bound = 1 + (i as u32 & 7);
            assert!(!bounds.refutes(key, bound + 1));
            bounds.refutes(key, bound)
        });
        // A few places overflow before the table grows.
        assert!(kept.count() > 700_000);
        assert!((0..100_000).all(|_| !bounds.refutes(random.bits(), 1)));
    }

    #[test]
    fn a_bound_only_rises_and_the_limit_holds() {
        let mut bounds = Bounds::<u128>::new(0);
        bounds.refute(77, 5);
        bounds.refute(77, 3);
        assert!(bounds.refutes(77, 5) && !bounds.refutes(77, 7) && bounds.len() == 1);
        bounds.refute(78, 1 << 20);
        assert!(!bounds.refutes(78, 1));
        (0..1 << 20).for_each(|i| bounds.refute((i as u128) << 16 | i as u128, 3));
        assert_eq!(bounds.bytes(), 4 << 20);
    }
}
