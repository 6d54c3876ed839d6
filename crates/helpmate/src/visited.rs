//! The positions met so far: a set of 64-bit keys, each with the layer it was met in, eight bytes a key.
//!
//! Buckets of eight slots, one cache line each. A key's home bucket is its place among all keys, scaled to the
//! number of buckets, so buckets are in the order of the keys; a full bucket overflows into the next. The home says
//! much of the key already, so a slot keeps only the low bits, how far from home it is, and the layer modulo
//! [`LAYERS`]: together with the slot's place that is the whole key, and 64 bits tell positions apart however full
//! the table. With a second word a slot (`exact`), 128 bits do.
//!
//! Threads insert at the same time, by compare-and-swap. The table grows by a part of its size while nobody
//! inserts, in place: with homes in order, every key moves up, so going downwards each finds its new bucket
//! vacated. Nothing is ever held twice.

use crate::key::Key;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed, Ordering::SeqCst};

/// Layers are told apart modulo this.
pub const LAYERS: u32 = 31;

/// Slots in a bucket.
const BUCKET: usize = 8;
/// The fewest buckets: enough for the home to say 13 bits of the key.
const FEWEST: usize = 1 << 13;
/// A slot is at most this many buckets away from its key's home.
const FARTHEST: usize = 255;
/// Buckets from the start that are set aside while the table grows: there keys might not move far enough.
const ASIDE: usize = 4096;
/// The table is full at this part of its slots.
const FULL: f64 = 0.88;
/// It grows to this multiple.
const GROWTH: f64 = 1.18;

const LAYER_BITS: u32 = 5;
const DISTANCE_BITS: u32 = 8;
const LOW_AT: u32 = LAYER_BITS + DISTANCE_BITS;
const LAYER_MASK: u64 = (1 << LAYER_BITS) - 1;

/// What became of a key that was to be inserted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Inserted {
    /// It was not there.
    New,
    /// It was there already.
    Known,
    /// There is no room.
    Full,
}

/// The set.
pub struct Visited {
    slots: Vec<AtomicU64>,
    /// The second words of an exact table; else empty.
    more: Vec<AtomicU64>,
    shape: Shape,
    len: AtomicU64,
    exact: bool,
}

/// How keys are placed.
#[derive(Clone, Copy)]
struct Shape {
    buckets: u64,
    /// Low bits of the key that are stored.
    low_bits: u32,
}

impl Shape {
    fn new(buckets: usize) -> Shape {
        Shape { buckets: buckets as u64, low_bits: 64 - buckets.ilog2() }
    }

    #[inline]
    fn home(self, key: u64) -> usize {
        ((key as u128 * self.buckets as u128) >> 64) as usize
    }

    #[inline]
    fn low(self, key: u64) -> u64 {
        // At least 13 bits are known from the home, so what is left fits above the other fields.
        (key & ((1 << self.low_bits) - 1)) << LOW_AT
    }

    /// The smallest key at home in a bucket.
    fn first_key(self, home: usize) -> u64 {
        ((home as u128) << 64).div_ceil(self.buckets as u128) as u64
    }

    /// The key of a slot whose home's first key is given.
    #[inline]
    fn key(self, first: u64, slot: u64) -> u64 {
        let mask = (1 << self.low_bits) - 1;
        first.wrapping_add((slot >> LOW_AT).wrapping_sub(first) & mask)
    }
}

#[inline]
fn distance(slot: u64) -> usize {
    (slot >> LAYER_BITS) as usize & FARTHEST
}

/// The code of a layer: never 0, which marks an empty slot.
#[inline]
pub fn code(layer: u32) -> u64 {
    (layer % LAYERS) as u64 + 1
}

fn zeros(n: usize) -> Vec<AtomicU64> {
    let mut slots = Vec::new();
    slots.resize_with(n, AtomicU64::default);
    slots
}

impl Visited {
    /// An empty set, as small as can be.
    pub fn new(exact: bool) -> Visited {
        let slots = Visited::slots_for(FEWEST);
        let more = if exact { zeros(slots) } else { Vec::new() };
        Visited { slots: zeros(slots), more, shape: Shape::new(FEWEST), len: AtomicU64::new(0), exact }
    }

    fn slots_for(buckets: usize) -> usize {
        (buckets + FARTHEST + 1) * BUCKET
    }

    /// How many keys are in it.
    pub fn len(&self) -> u64 {
        self.len.load(Relaxed)
    }

    /// The bytes it takes.
    pub fn bytes(&self) -> usize {
        (self.slots.len() + self.more.len()) * 8
    }

    /// The bytes it will take after [`Visited::grow`].
    pub fn bytes_after_growth(&self) -> usize {
        Visited::slots_for(self.grown()) * if self.exact { 16 } else { 8 }
    }

    fn grown(&self) -> usize {
        (self.shape.buckets as f64 * GROWTH) as usize
    }

    /// Is it so full that it should grow before more is inserted?
    #[inline]
    pub fn is_crowded(&self) -> bool {
        self.len() as f64 > self.shape.buckets as f64 * (BUCKET as f64 * FULL)
    }

    /// Loads the place of a key, so that it is near when it is asked for. The answer means nothing.
    #[inline]
    pub fn touch(&self, key: u64) -> u64 {
        self.slots[self.shape.home(key) * BUCKET].load(Relaxed)
    }

    /// Adds a key met in a layer, if it is not there.
    #[inline]
    pub fn insert(&self, key: Key, layer: u32) -> Inserted {
        let home = self.shape.home(key.main);
        let low = self.shape.low(key.main);
        for away in 0..=FARTHEST {
            let wanted = low | (away as u64) << LAYER_BITS;
            let start = (home + away) * BUCKET;
            let bucket = &self.slots[start..start + BUCKET];
            for (i, slot) in bucket.iter().enumerate() {
                let mut word = slot.load(Relaxed);
                if word == 0 {
                    match slot.compare_exchange(0, wanted | code(layer), SeqCst, SeqCst) {
                        Ok(_) => {
                            self.write_more(start + i, key.more);
                            self.len.fetch_add(1, Relaxed);
                            return Inserted::New;
                        }
                        Err(other) => word = other,
                    }
                }
                if word & !LAYER_MASK == wanted && self.more_is(start + i, key.more) {
                    return Inserted::Known;
                }
            }
        }
        Inserted::Full
    }

    fn write_more(&self, slot: usize, more: u64) {
        if self.exact {
            // Odd: 0 means that it is not written yet.
            self.more[slot].store(more, SeqCst);
        }
    }

    /// Does the second word of a slot agree? A thread that is just writing it is waited for.
    fn more_is(&self, slot: usize, more: u64) -> bool {
        if !self.exact {
            return true;
        }
        loop {
            match self.more[slot].load(SeqCst) {
                0 => std::hint::spin_loop(),
                word => return word == more,
            }
        }
    }

    fn find(&self, key: Key) -> Option<usize> {
        let home = self.shape.home(key.main);
        let low = self.shape.low(key.main);
        for away in 0..=FARTHEST {
            let wanted = low | (away as u64) << LAYER_BITS;
            let start = (home + away) * BUCKET;
            for i in start..start + BUCKET {
                let word = self.slots[i].load(Relaxed);
                if word == 0 {
                    return None;
                }
                if word & !LAYER_MASK == wanted && self.more_is(i, key.more) {
                    return Some(i);
                }
            }
        }
        None
    }

    /// The [`code`] of the layer in which a key was met, if it was.
    pub fn layer(&self, key: Key) -> Option<u64> {
        self.find(key).map(|i| self.slots[i].load(Relaxed) & LAYER_MASK)
    }

    /// Changes the layer of a key that is in the set to one with this [`code`]; says whether it is there.
    pub fn set_layer(&self, key: Key, code: u64) -> bool {
        let Some(i) = self.find(key) else { return false };
        let word = self.slots[i].load(Relaxed);
        self.slots[i].store(word & !LAYER_MASK | code, Relaxed);
        true
    }

    /// Makes room for about a fifth more keys.
    pub fn grow(&mut self) {
        let old = self.shape;
        let old_buckets = self.slots.len() / BUCKET;
        let buckets = self.grown();
        let slots = Visited::slots_for(buckets);
        self.slots.reserve_exact(slots - self.slots.len());
        self.slots.resize_with(slots, AtomicU64::default);
        if self.exact {
            self.more.reserve_exact(slots - self.more.len());
            self.more.resize_with(slots, AtomicU64::default);
        }
        // The first buckets go last: from there on every key moves up by more than it is away from home.
        let mut aside = Vec::new();
        for bucket in 0..ASIDE {
            self.take(old, bucket, |key, code| aside.push((key, code)));
        }
        self.shape = Shape::new(buckets);
        let mut held = Vec::with_capacity(BUCKET);
        for bucket in (ASIDE..old_buckets).rev() {
            self.take(old, bucket, |key, code| held.push((key, code)));
            for (key, code) in held.drain(..) {
                self.put_back(key, code);
            }
        }
        for (key, code) in aside {
            self.put_back(key, code);
        }
    }

    /// Empties a bucket of a table shaped so.
    fn take(&mut self, shape: Shape, bucket: usize, mut each: impl FnMut(Key, u64)) {
        let mut first = (usize::MAX, 0);
        for i in bucket * BUCKET..(bucket + 1) * BUCKET {
            let word = std::mem::take(self.slots[i].get_mut());
            if word == 0 {
                break;
            }
            let home = bucket - distance(word);
            if first.0 != home {
                first = (home, shape.first_key(home));
            }
            let more = self.more.get_mut(i).map_or(0, |more| std::mem::take(more.get_mut()));
            each(Key { main: shape.key(first.1, word), more }, word & LAYER_MASK);
        }
    }

    /// Inserts a key known not to be there, while nobody else does.
    fn put_back(&mut self, key: Key, code: u64) {
        let home = self.shape.home(key.main);
        let low = self.shape.low(key.main);
        for away in 0..=FARTHEST {
            let start = (home + away) * BUCKET;
            for i in start..start + BUCKET {
                if *self.slots[i].get_mut() == 0 {
                    *self.slots[i].get_mut() = low | (away as u64) << LAYER_BITS | code;
                    if self.exact {
                        *self.more[i].get_mut() = key.more;
                    }
                    return;
                }
            }
        }
        unreachable!("a table that has grown has room for what it held");
    }

    /// Forgets everything, and keeps the room.
    pub fn clear(&mut self) {
        self.slots.iter_mut().for_each(|slot| *slot.get_mut() = 0);
        self.more.iter_mut().for_each(|more| *more.get_mut() = 0);
        self.len = AtomicU64::new(0);
    }

    /// Every key with the code of its layer, in the order of the keys.
    pub fn for_each_sorted<E>(&self, mut each: impl FnMut(Key, u64) -> Result<(), E>) -> Result<(), E> {
        const AT_ONCE: usize = 1 << 12;
        let buckets = self.shape.buckets as usize;
        let mut held = Vec::new();
        for start in (0..buckets).step_by(AT_ONCE) {
            let homes = start..(start + AT_ONCE).min(buckets);
            for bucket in start..homes.end + FARTHEST + 1 {
                self.collect(bucket, &homes, &mut held);
            }
            held.sort_unstable();
            held.drain(..).try_for_each(|(key, code)| each(key, code))?;
        }
        Ok(())
    }

    /// The keys of a bucket whose homes are among these.
    fn collect(&self, bucket: usize, homes: &std::ops::Range<usize>, out: &mut Vec<(Key, u64)>) {
        for i in bucket * BUCKET..(bucket + 1) * BUCKET {
            let word = self.slots[i].load(Relaxed);
            if word == 0 {
                return;
            }
            let home = bucket.wrapping_sub(distance(word));
            if homes.contains(&home) {
                let main = self.shape.key(self.shape.first_key(home), word);
                let more = self.more.get(i).map_or(0, |more| more.load(Relaxed));
                out.push((Key { main, more }, word & LAYER_MASK));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;
    use tsumugi_shogi::random::Random;

    fn random_key(random: &mut Random, exact: bool) -> Key {
        Key { main: random.bits(), more: if exact { random.bits() | 1 } else { 0 } }
    }

    #[test]
    fn the_table_is_a_map_and_grows_without_loss() {
        for exact in [false, true] {
            let mut random = Random::new(7);
            let mut table = Visited::new(exact);
            let mut known = BTreeMap::new();
            for i in 0..400_000u32 {
                while table.is_crowded() {
                    table.grow();
                }
                let layer = i / 10_000;
                let key = random_key(&mut random, exact);
                assert_eq!(table.insert(key, layer), Inserted::New);
                assert_eq!(table.insert(key, layer + 1), Inserted::Known);
                known.insert(key, code(layer));
            }
            assert_eq!(table.len(), known.len() as u64);
            for (key, code) in &known {
                assert_eq!(table.layer(*key), Some(*code));
                assert_eq!(table.layer(Key { main: key.main ^ 1, ..*key }), None);
            }
            let mut listed = Vec::new();
            let all: Result<(), ()> = table.for_each_sorted(|key, code| {
                listed.push((key, code));
                Ok(())
            });
            assert_eq!(all, Ok(()));
            assert_eq!(listed, known.into_iter().collect::<Vec<_>>());
        }
    }

    #[test]
    fn an_exact_table_tells_more_apart() {
        let (a, b) = (Key { main: 5, more: 11 }, Key { main: 5, more: 13 });
        let table = Visited::new(true);
        assert_eq!([table.insert(a, 0), table.insert(b, 0)], [Inserted::New, Inserted::New]);
        assert_eq!([table.insert(a, 0), table.insert(b, 0)], [Inserted::Known, Inserted::Known]);
        let table = Visited::new(false);
        assert_eq!([table.insert(a, 0), table.insert(b, 0)], [Inserted::New, Inserted::Known]);
    }

    #[test]
    fn keys_crowded_into_one_place_fill_it() {
        let table = Visited::new(false);
        let mut inserted = 0;
        for i in 0u64.. {
            match table.insert(Key { main: i, more: 0 }, 0) {
                Inserted::New => inserted += 1,
                Inserted::Known => panic!("a new key is known"),
                Inserted::Full => break,
            }
        }
        assert_eq!(inserted, (FARTHEST + 1) * BUCKET);
    }
}
