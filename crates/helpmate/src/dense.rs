//! Keys that were written down: a set of them that takes four and a half to five bytes a key, and does not change.
//!
//! Keys come in order and fall into groups by their first bits, 16 to 32 keys a group on average. In a group the next
//! five bits of each key are written in unary, as Elias and Fano did: for each of 32 values as many ones as keys have it,
//! then a zero. The bits that are left follow, key by key. Where a group starts says also how many keys it has.
//!
//! For 2³¹ keys that makes 37 bits a key: 32 of each, 3 in unary and 2 for the starts.

/// Bits of a key that are written in unary. Fewer: more bits are written out for each key. More: longer runs of unary, of
/// which a look-up reads half.
const UNARY_BITS: u32 = 5;
/// How many values they have.
const VALUES: u64 = 1 << UNARY_BITS;
/// A group has at least two to this power of keys on average. Less: more starts than keys save. More: a look-up goes through
/// more keys.
const LEAST_KEYS: u32 = 4;
/// Groups whose starts are counted from the same place. Fewer: more of these places. More: starts might not fit into 32
/// bits.
const GROUPS_A_BASE: usize = 1 << 10;

/// The set.
pub struct Dense {
    shape: Shape,
    /// Where each group starts, in bits from its base; at last where the last one ends.
    starts: Vec<u32>,
    bases: Vec<u64>,
    bits: Vec<u64>,
}

/// How many bits of a key say what.
#[derive(Clone, Copy)]
struct Shape {
    group_bits: u32,
    low_bits: u32,
}

impl Shape {
    fn new(keys: u64) -> Shape {
        let group_bits = keys.max(1).ilog2().saturating_sub(LEAST_KEYS).max(1);
        Shape { group_bits, low_bits: 64 - group_bits - UNARY_BITS }
    }

    fn groups(self) -> usize {
        1 << self.group_bits
    }

    #[inline]
    fn group(self, key: u64) -> usize {
        (key >> (64 - self.group_bits)) as usize
    }

    #[inline]
    fn value(self, key: u64) -> u64 {
        key >> self.low_bits & (VALUES - 1)
    }

    #[inline]
    fn low(self, key: u64) -> u64 {
        key & ((1 << self.low_bits) - 1)
    }

    /// Keys of a group with this many bits.
    #[inline]
    fn keys(self, size: u64) -> u64 {
        (size - VALUES) / (1 + self.low_bits as u64)
    }

    fn words(self, keys: u64) -> usize {
        let bits = self.groups() as u64 * VALUES + keys * (1 + self.low_bits as u64);
        // One more, so that two can always be read.
        bits.div_ceil(64) as usize + 1
    }

    fn bases(self) -> usize {
        self.groups() / GROUPS_A_BASE + 1
    }
}

impl Dense {
    /// The bytes a set of this many keys takes.
    pub fn bytes_for(keys: u64) -> usize {
        let shape = Shape::new(keys);
        (shape.words(keys) + shape.bases()) * 8 + (shape.groups() + 1) * 4
    }

    /// The bytes it takes.
    pub fn bytes(&self) -> usize {
        (self.bits.len() + self.bases.len()) * 8 + self.starts.len() * 4
    }

    /// Loads what says where a key's group is, so that it is near when it is asked for. The answer means nothing.
    #[inline]
    pub fn touch_start(&self, key: u64) -> u64 {
        self.starts[self.shape.group(key)] as u64
    }

    /// Loads the beginning of a key's group.
    #[inline]
    pub fn touch_group(&self, key: u64) -> u64 {
        self.bits[(self.start(self.shape.group(key)) / 64) as usize]
    }

    #[inline]
    fn start(&self, group: usize) -> u64 {
        self.bases[group / GROUPS_A_BASE] + self.starts[group] as u64
    }

    /// Reads this many bits from a place on, at most 64.
    #[inline]
    fn read(&self, at: u64, bits: u32) -> u64 {
        let (word, from) = ((at / 64) as usize, (at % 64) as u32);
        let two = self.bits[word] as u128 | (self.bits[word + 1] as u128) << 64;
        (two >> from) as u64 & (u64::MAX >> (64 - bits))
    }

    /// Is the key in the set?
    pub fn contains(&self, key: u64) -> bool {
        let group = self.shape.group(key);
        let start = self.start(group);
        let keys = self.shape.keys(self.start(group + 1) - start);
        let value = self.shape.value(key);
        let mut at = self.after_zeros(start, value);
        let mut low = start + VALUES + keys + (at - start - value) * self.shape.low_bits as u64;
        while self.read(at, 1) == 1 {
            if self.read(low, self.shape.low_bits) == self.shape.low(key) {
                return true;
            }
            at += 1;
            low += self.shape.low_bits as u64;
        }
        false
    }

    /// The place after this many zeros.
    #[inline]
    fn after_zeros(&self, start: u64, mut zeros: u64) -> u64 {
        let mut at = start;
        while zeros > 0 {
            let mut holes = !self.read(at, 64);
            let here = holes.count_ones() as u64;
            if here >= zeros {
                (1..zeros).for_each(|_| holes &= holes - 1);
                return at + holes.trailing_zeros() as u64 + 1;
            }
            zeros -= here;
            at += 64;
        }
        at
    }
}

/// Makes a set of keys that come in ascending order, none twice.
pub struct Builder {
    set: Dense,
    /// Bits written.
    written: u64,
    /// The keys of the group that is next to be written.
    held: Vec<u64>,
    /// A group was too far from its base.
    failed: bool,
}

impl Builder {
    /// For this many keys, or fewer.
    pub fn new(keys: u64) -> Builder {
        let shape = Shape::new(keys);
        let set = Dense {
            shape,
            starts: Vec::with_capacity(shape.groups() + 1),
            bases: Vec::with_capacity(shape.bases()),
            bits: vec![0; shape.words(keys)],
        };
        Builder { set, written: 0, held: Vec::new(), failed: false }
    }

    /// Adds a key larger than all before.
    pub fn push(&mut self, key: u64) {
        while self.set.starts.len() < self.set.shape.group(key) {
            self.write_group();
        }
        self.held.push(key);
    }

    fn write_start(&mut self) {
        if self.set.starts.len().is_multiple_of(GROUPS_A_BASE) {
            self.set.bases.push(self.written);
        }
        let base = self.set.bases.last().copied().unwrap_or_default();
        let start = u32::try_from(self.written - base);
        self.failed |= start.is_err();
        self.set.starts.push(start.unwrap_or_default());
    }

    fn write_group(&mut self) {
        self.write_start();
        let (shape, held) = (self.set.shape, std::mem::take(&mut self.held));
        let mut value = 0;
        for &key in &held {
            self.written += shape.value(key) - value;
            value = shape.value(key);
            self.write(1, 1);
        }
        self.written += VALUES - value;
        held.iter().for_each(|&key| self.write(shape.low(key), shape.low_bits));
        self.held = held;
        self.held.clear();
    }

    fn write(&mut self, word: u64, bits: u32) {
        let (at, from) = ((self.written / 64) as usize, (self.written % 64) as u32);
        let two = (word as u128) << from;
        self.set.bits[at] |= two as u64;
        if from + bits > 64 {
            self.set.bits[at + 1] |= (two >> 64) as u64;
        }
        self.written += bits as u64;
    }

    /// The set; none if the keys are spread too unevenly for it.
    pub fn finish(mut self) -> Option<Dense> {
        while self.set.starts.len() < self.set.shape.groups() {
            self.write_group();
        }
        self.write_start();
        (!self.failed).then_some(self.set)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use tsumugi_shogi::random::Random;

    fn build(keys: &BTreeSet<u64>) -> Dense {
        let mut builder = Builder::new(keys.len() as u64);
        keys.iter().for_each(|&key| builder.push(key));
        builder.finish().unwrap()
    }

    #[test]
    fn it_has_the_keys_and_no_others() {
        for (seed, n) in [(1, 0), (2, 1), (3, 7), (4, 100), (5, 5_000), (6, 200_000)] {
            let mut random = Random::new(seed);
            let keys: BTreeSet<u64> = (0..n).map(|_| random.bits()).collect();
            let set = build(&keys);
            assert_eq!(set.bytes(), Dense::bytes_for(n));
            for &key in &keys {
                assert!(set.contains(key), "seed {seed}: {key:x}");
                for near in [key.wrapping_add(1), key.wrapping_sub(1), key ^ 1 << 40, key ^ 1 << 63] {
                    assert_eq!(set.contains(near), keys.contains(&near), "seed {seed}: {near:x}");
                }
            }
            for key in (0..10_000).map(|_| random.bits()).chain([0, u64::MAX]) {
                assert_eq!(set.contains(key), keys.contains(&key), "seed {seed}: {key:x}");
            }
        }
    }

    #[test]
    fn keys_close_to_each_other_are_told_apart() {
        let keys: BTreeSet<u64> = (0..300).map(|i| u64::MAX / 2 + 3 * i).chain([0, u64::MAX]).collect();
        let set = build(&keys);
        for key in (0..1_000).map(|i| u64::MAX / 2 + i).chain([0, 1, u64::MAX, u64::MAX - 1]) {
            assert_eq!(set.contains(key), keys.contains(&key), "{key:x}");
        }
    }

    #[test]
    fn a_key_takes_about_five_bytes_or_less() {
        for (keys, most) in [(1 << 28, 5.1), ((1 << 29) - 1, 4.8), (3 << 29, 4.7), (1 << 31, 4.7)] {
            assert!(Dense::bytes_for(keys) as f64 <= most * keys as f64, "{keys}");
        }
    }
}
