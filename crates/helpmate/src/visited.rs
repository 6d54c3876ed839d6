//! The positions met so far: a set of 64-bit keys, each with the layer it was met in, eight or nine bytes a key.
//!
//! Buckets of eight slots, one cache line each. A key's home bucket is its place among all keys, scaled to the
//! number of buckets, so buckets are in the order of the keys; a full bucket overflows into the next. The home says
//! much of the key already, so a slot keeps only the low bits and how far from home it is: together with its place
//! that is the whole key, and 64 bits tell positions apart however full the table. The bits left over keep the layer. In
//! a small table these are few, and a byte beside the slot keeps the layer's low part; a table that grows does without
//! as soon as layers are so wide that the bits will do. With a second word a slot (`exact`), 128 bits tell positions apart.
//!
//! The larger the table the more layers it can tell apart. As long as there are fewer layers than that, which is so
//! unless layers have less than sixty positions on average, layers are exact; else they are known modulo [`Visited::window`].
//!
//! Threads insert at the same time, by compare-and-swap. The table grows by a part of its size while nobody
//! inserts, in place: with homes in order, every key moves up, so going downwards each finds its new bucket
//! vacated. Nothing is ever held twice. Threads share that too: the topmost buckets whose keys all move above
//! themselves are cleared by all threads, then the topmost of the rest, and so on.

mod shape;

use crate::key::Key;
use crossbeam_utils::CachePadded;
use shape::{ASIDE, BUCKET, DISTANCE_BITS, FAR_DISTANCE_BITS, Shape};
use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering::Relaxed, Ordering::SeqCst};
use tsumugi_clock::threads;

/// The fewest buckets: enough for the home to say 13 bits of the key.
const FEWEST: usize = 1 << 13;
/// From this number of buckets on slots may be far away from home.
const LARGE: usize = 1 << 15;
/// It grows to this multiple. Less: keys are moved more often. More: memory is taken into use long before it is needed.
const GROWTH: f64 = 1.18;
/// Or to less, if there is no more room, but to this multiple at least.
const LEAST_GROWTH: f64 = 1.08;
/// Beyond the buckets set aside, every key must move up farther than any is away from home.
const _: () = assert!(ASIDE as f64 * (1.0 - 1.0 / LEAST_GROWTH) > 1.1);

/// The most buckets beyond the last home, for what overflows.
const BEYOND: usize = 1 << FAR_DISTANCE_BITS;

/// With fewer buckets to move than this a second thread costs more than it helps.
const WORTH_A_THREAD: usize = 1 << 12;

/// The byte is given up when slots can tell this many times more layers apart without it than there are. Less: they might not
/// last to the end. More: it is kept for nothing.
const AMPLE: u64 = 8;

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
    /// The low part of each slot's layer; empty if slots have all of it.
    low_layers: Vec<AtomicU8>,
    /// The second words of an exact table; else empty.
    more: Vec<AtomicU64>,
    shape: Shape,
    len: CachePadded<AtomicU64>,
    /// Was there no place for a key?
    overflowed: AtomicBool,
    /// With more keys it is crowded.
    capacity: u64,
    /// Layers are told apart modulo this.
    window: u32,
    exact: bool,
}

fn zeros<T: Default>(n: usize) -> Vec<T> {
    let mut slots = Vec::new();
    slots.resize_with(n, T::default);
    slots
}

fn extend<T: Default>(slots: &mut Vec<T>, to: usize) {
    // Exactly: what is not used must not be held. Large blocks are moved by the system without a copy.
    slots.reserve_exact(to - slots.len());
    slots.resize_with(to, T::default);
}

impl Visited {
    /// An empty set, as small as can be.
    pub fn new(exact: bool) -> Visited {
        let shape = Shape::new(FEWEST, DISTANCE_BITS, true);
        let slots = shape.slots();
        let more = if exact { zeros(slots) } else { Vec::new() };
        let (slots, low_layers) = (zeros(slots), zeros(slots));
        Visited {
            slots,
            low_layers,
            more,
            shape,
            len: CachePadded::default(),
            overflowed: AtomicBool::new(false),
            capacity: shape.capacity(),
            window: shape.layers(),
            exact,
        }
    }

    /// Layers are told apart modulo this.
    pub fn window(&self) -> u32 {
        self.window
    }

    /// How many keys are in it.
    pub fn len(&self) -> u64 {
        self.len.load(Relaxed)
    }

    /// The bytes it takes.
    pub fn bytes(&self) -> usize {
        self.slots.len() * self.slot_bytes(!self.low_layers.is_empty())
    }

    /// How many keys it holds before it is crowded.
    pub fn capacity(&self) -> u64 {
        self.capacity
    }

    /// Prepares an empty table for keys whose layers are known modulo `window`, up to the latest.
    pub fn suit(&mut self, window: u32, latest: u32) {
        let needed = if latest < window { latest + 1 } else { window };
        while self.shape.layers() < needed {
            self.grow(needed, 1, usize::MAX);
        }
        self.window = if latest < window { self.shape.layers() } else { window };
    }

    /// Can it grow, and take no more bytes than this while it does?
    pub fn can_grow(&self, bytes: usize) -> bool {
        self.grown(bytes) as f64 >= self.shape.buckets as f64 * LEAST_GROWTH
    }

    /// The most bytes it will take while it grows within this limit.
    pub fn bytes_after_growth(&self, bytes: usize) -> usize {
        (self.grown(bytes) + BEYOND) * BUCKET * self.slot_bytes(!self.low_layers.is_empty())
    }

    fn slot_bytes(&self, beside: bool) -> usize {
        8 + beside as usize + if self.exact { 8 } else { 0 }
    }

    /// How many buckets it will have after it has grown within this many bytes.
    fn grown(&self, bytes: usize) -> usize {
        // A byte that is to be given up is held until then.
        let buckets = bytes / self.slot_bytes(!self.low_layers.is_empty()) / BUCKET;
        let most = buckets.saturating_sub(BEYOND);
        most.min((self.shape.buckets as f64 * GROWTH) as usize)
    }

    /// The shape with this many buckets, if there are layers up to this one.
    fn larger(&self, buckets: usize, latest: u32) -> Shape {
        let exact = latest < self.window;
        // Layers that were told apart must remain so.
        let least = if exact { latest + 1 } else { self.window };
        let far = buckets >= LARGE && Shape::new(buckets, FAR_DISTANCE_BITS, true).layers() >= least;
        let distance_bits = if far { FAR_DISTANCE_BITS } else { DISTANCE_BITS };
        let lean = Shape::new(buckets, distance_bits, false);
        let ample = exact && lean.layers() as u64 > AMPLE * latest as u64;
        let beside = !self.low_layers.is_empty() && !ample;
        Shape::new(buckets, distance_bits, beside)
    }

    /// Is it so full that it should grow before more is inserted?
    #[inline]
    pub fn is_crowded(&self) -> bool {
        self.len() > self.capacity || self.overflowed.load(Relaxed)
    }

    /// Loads the place of a key, so that it is near when it is asked for. The answer means nothing.
    #[inline]
    pub fn touch(&self, key: u64) -> u64 {
        self.slots[self.shape.home(key) * BUCKET].load(Relaxed)
    }

    /// Adds a key met in a layer, if it is not there.
    pub fn insert(&self, key: Key, layer: u32) -> Inserted {
        let inserted = self.insert_uncounted(key, layer);
        self.count((inserted == Inserted::New) as u64);
        inserted
    }

    /// Counts keys that were inserted uncounted.
    #[inline]
    pub fn count(&self, new: u64) {
        self.len.fetch_add(new, Relaxed);
    }

    /// As [`Visited::insert`]; threads that insert many keys count them together, not to disturb each other.
    #[inline]
    pub fn insert_uncounted(&self, key: Key, layer: u32) -> Inserted {
        let home = self.shape.home(key.main);
        let mut wanted = self.shape.slot(key.main);
        let layer = layer % self.window;
        for bucket in home..=home + self.shape.farthest {
            let start = bucket * BUCKET;
            for (i, slot) in self.slots[start..start + BUCKET].iter().enumerate() {
                let mut word = slot.load(Relaxed);
                if word == 0 {
                    let new = wanted | self.shape.high_layer(layer);
                    match slot.compare_exchange(0, new, Relaxed, Relaxed) {
                        Ok(_) => {
                            self.write_low_layer(start + i, layer);
                            self.write_more(start + i, key.more);
                            return Inserted::New;
                        }
                        Err(other) => word = other,
                    }
                }
                if self.shape.without_layer(word) == wanted && self.more_is(start + i, key.more) {
                    return Inserted::Known;
                }
            }
            wanted += self.shape.step();
        }
        self.overflowed.store(true, Relaxed);
        Inserted::Full
    }

    #[inline]
    fn write_low_layer(&self, slot: usize, layer: u32) {
        if let Some(low) = self.low_layers.get(slot) {
            low.store(layer as u8, Relaxed);
        }
    }

    #[inline]
    fn low_layer(&self, slot: usize) -> u8 {
        self.low_layers.get(slot).map_or(0, |low| low.load(Relaxed))
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
        let mut wanted = self.shape.slot(key.main);
        for bucket in home..=home + self.shape.farthest {
            for i in bucket * BUCKET..(bucket + 1) * BUCKET {
                let word = self.slots[i].load(Relaxed);
                if word == 0 {
                    return None;
                }
                if self.shape.without_layer(word) == wanted && self.more_is(i, key.more) {
                    return Some(i);
                }
            }
            wanted += self.shape.step();
        }
        None
    }

    fn layer_at(&self, i: usize) -> u32 {
        self.shape.layer(self.slots[i].load(Relaxed), self.low_layer(i))
    }

    /// The layer in which a key was met, modulo [`Visited::window`], if it was.
    pub fn layer(&self, key: Key) -> Option<u32> {
        self.find(key).map(|i| self.layer_at(i))
    }

    /// Changes the layer of a key that is in the set, modulo [`Visited::window`]; says whether it is there.
    pub fn set_layer(&self, key: Key, layer: u32) -> bool {
        let Some(i) = self.find(key) else { return false };
        let word = self.slots[i].load(Relaxed);
        self.slots[i].store(self.shape.without_layer(word) | self.shape.high_layer(layer), Relaxed);
        self.write_low_layer(i, layer);
        true
    }

    /// Makes room for about a fifth more keys, or as many as these bytes allow, with this number of threads. The latest layer
    /// of all keys must be given.
    pub fn grow(&mut self, latest: u32, threads: usize, bytes: usize) {
        let old = self.shape;
        let shape = self.larger(self.grown(bytes), latest);
        let mut moved = self.slots.len() / BUCKET;
        let slots = shape.slots();
        extend(&mut self.slots, slots);
        if shape.low_layers > 1 {
            extend(&mut self.low_layers, slots);
        }
        if self.exact {
            extend(&mut self.more, slots);
        }
        // Layers that were exact stay so.
        if latest < self.window {
            self.window = shape.layers();
        }
        // The first buckets go last: from there on every key moves up by more than it is away from home.
        let mut aside = Vec::new();
        let first_moved = old.aside().min(moved);
        for bucket in 0..first_moved {
            self.take(old, bucket, &mut aside);
        }
        self.shape = shape;
        self.capacity = shape.capacity();
        self.overflowed = AtomicBool::new(false);
        while moved > first_moved {
            let first = old.first_to_clear(shape, moved).max(first_moved);
            self.move_up(old, first..moved, threads);
            moved = first;
        }
        for (key, layer) in aside {
            self.put_back(key, layer, true);
        }
        if shape.low_layers == 1 {
            self.low_layers = Vec::new();
        }
    }

    /// Moves the keys of these buckets of a table shaped so to their new places, all of which lie above.
    fn move_up(&self, old: Shape, buckets: Range<usize>, threads: usize) {
        let parts = if buckets.len() < WORTH_A_THREAD { 1 } else { threads };
        let move_part = |part: Range<usize>| {
            let mut held = Vec::with_capacity(BUCKET);
            for bucket in part.rev() {
                self.take(old, bucket, &mut held);
                for (key, layer) in held.drain(..) {
                    self.put_back(key, layer, parts == 1);
                }
            }
        };
        let size = buckets.len().div_ceil(parts).max(1);
        let starts = buckets.clone().step_by(size);
        threads::each(starts.map(|start| start..(start + size).min(buckets.end)), move_part);
    }

    /// Empties a bucket of a table shaped so, which nobody else looks at.
    fn take(&self, shape: Shape, bucket: usize, out: &mut Vec<(Key, u32)>) {
        let mut first = (usize::MAX, 0);
        for i in bucket * BUCKET..(bucket + 1) * BUCKET {
            let word = self.slots[i].load(Relaxed);
            if word == 0 {
                break;
            }
            self.slots[i].store(0, Relaxed);
            let home = bucket - shape.distance(word);
            if first.0 != home {
                first = (home, shape.first_key(home));
            }
            let more = self.more.get(i).map_or(0, |more| more.load(Relaxed));
            self.write_more(i, 0);
            let layer = shape.layer(word, self.low_layer(i));
            out.push((Key { main: shape.key(first.1, word), more }, layer));
        }
    }

    /// Inserts a key known not to be there; others may do so too, unless this thread is alone.
    fn put_back(&self, key: Key, layer: u32, alone: bool) {
        let home = self.shape.home(key.main);
        let mut slot = self.shape.slot(key.main) | self.shape.high_layer(layer);
        for bucket in home..=home + self.shape.farthest {
            for i in bucket * BUCKET..(bucket + 1) * BUCKET {
                if self.fill(i, slot, alone) {
                    self.write_low_layer(i, layer);
                    self.write_more(i, key.more);
                    return;
                }
            }
            slot += self.shape.step();
        }
        unreachable!("a table that has grown has room for what it held");
    }

    /// Fills a slot if it is empty.
    #[inline]
    fn fill(&self, i: usize, word: u64, alone: bool) -> bool {
        let slot = &self.slots[i];
        if slot.load(Relaxed) != 0 {
            return false;
        }
        if alone {
            slot.store(word, Relaxed);
            return true;
        }
        slot.compare_exchange(0, word, Relaxed, Relaxed).is_ok()
    }

    /// Forgets everything, and keeps the room.
    pub fn clear(&mut self) {
        self.slots.iter_mut().for_each(|slot| *slot.get_mut() = 0);
        self.more.iter_mut().for_each(|more| *more.get_mut() = 0);
        self.len = CachePadded::default();
        self.overflowed = AtomicBool::new(false);
    }

    /// Every key with its layer modulo [`Visited::window`], in the order of the keys. The threads share the sorting.
    pub fn for_each_sorted<E>(
        &self,
        threads: usize,
        mut each: impl FnMut(Key, u32) -> Result<(), E>,
    ) -> Result<(), E> {
        // Buckets that a thread sorts at once. Fewer: threads are started for little. More: memory for the sorted keys.
        const AT_ONCE: usize = 1 << 13;
        let buckets = self.shape.buckets as usize;
        let mut parts: Vec<Vec<(Key, u32)>> = vec![Vec::new(); threads.max(1)];
        for start in (0..buckets).step_by(AT_ONCE * parts.len()) {
            threads::each(parts.iter_mut().enumerate(), |(i, part)| {
                let first = (start + i * AT_ONCE).min(buckets);
                self.sort_part(first..buckets, AT_ONCE, part);
            });
            for (key, layer) in parts.iter_mut().flat_map(|part| part.drain(..)) {
                each(key, layer)?;
            }
        }
        Ok(())
    }

    /// The keys at home in the first of these buckets, at most this many buckets, in order.
    fn sort_part(&self, homes: Range<usize>, most: usize, out: &mut Vec<(Key, u32)>) {
        let homes = homes.start..homes.end.min(homes.start + most);
        if !homes.is_empty() {
            for bucket in homes.start..homes.end + self.shape.farthest + 1 {
                self.collect(bucket, &homes, out);
            }
        }
        out.sort_unstable();
    }

    /// The keys of a bucket whose homes are among these.
    fn collect(&self, bucket: usize, homes: &Range<usize>, out: &mut Vec<(Key, u32)>) {
        for i in bucket * BUCKET..(bucket + 1) * BUCKET {
            let word = self.slots[i].load(Relaxed);
            if word == 0 {
                return;
            }
            let home = bucket.wrapping_sub(self.shape.distance(word));
            if homes.contains(&home) {
                let main = self.shape.key(self.shape.first_key(home), word);
                let more = self.more.get(i).map_or(0, |more| more.load(Relaxed));
                out.push((Key { main, more }, self.layer_at(i)));
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
        // With few keys a layer the byte beside each slot is needed to the end, with many it is given up.
        for (exact, per_layer) in [(false, 64), (true, 64), (false, 100_000), (true, 100_000)] {
            let mut random = Random::new(7);
            let mut table = Visited::new(exact);
            let mut known = BTreeMap::new();
            for i in 0..400_000u32 {
                let layer = i / per_layer;
                while table.is_crowded() {
                    table.grow(layer, 1 + (i % 3) as usize, usize::MAX);
                }
                let key = random_key(&mut random, exact);
                assert_eq!(table.insert(key, layer), Inserted::New);
                assert_eq!(table.insert(key, layer + 1), Inserted::Known);
                known.insert(key, layer);
            }
            assert_eq!(table.len(), known.len() as u64);
            assert!(table.window() > 400_000 / per_layer);
            assert_eq!(table.low_layers.is_empty(), per_layer == 100_000);
            for (key, layer) in &known {
                assert_eq!(table.layer(*key), Some(*layer));
                assert_eq!(table.layer(Key { main: key.main ^ 1, ..*key }), None);
            }
            let mut listed = Vec::new();
            let all: Result<(), ()> = table.for_each_sorted(3, |key, layer| {
                listed.push((key, layer));
                Ok(())
            });
            assert_eq!(all, Ok(()));
            assert_eq!(listed, known.into_iter().collect::<Vec<_>>());
        }
    }

    #[test]
    fn layers_beyond_the_window_are_known_modulo() {
        let mut random = Random::new(3);
        let mut table = Visited::new(false);
        let window = table.window();
        let keys: Vec<Key> = (0..100_000).map(|_| random_key(&mut random, false)).collect();
        for (layer, &key) in (0..).zip(&keys) {
            while table.is_crowded() {
                table.grow(layer, 1 + (layer % 3) as usize, usize::MAX);
            }
            assert_eq!(table.insert(key, layer), Inserted::New);
        }
        assert_eq!(table.window(), window);
        assert!((0..).zip(&keys).all(|(layer, &key)| table.layer(key) == Some(layer % window)));
        assert!(table.set_layer(keys[5], 77));
        assert_eq!(table.layer(keys[5]), Some(77));
    }

    #[test]
    fn a_table_grows_no_larger_than_it_may() {
        let mut random = Random::new(5);
        for most in (4_000_000..5_000_000).step_by(100_000) {
            let mut table = Visited::new(false);
            let mut keys = Vec::new();
            while table.can_grow(most) {
                while !table.is_crowded() {
                    let key = random_key(&mut random, false);
                    match table.insert(key, 0) {
                        Inserted::New => keys.push(key),
                        Inserted::Known => panic!("a new key is known"),
                        // A small table may be, shortly before its time.
                        Inserted::Full => {
                            assert!(table.is_crowded() && table.len() > table.capacity() * 8 / 9)
                        }
                    }
                }
                table.grow(0, 1 + keys.len() % 2, most);
                assert!(table.bytes() <= most);
            }
            assert!(table.bytes() as f64 * LEAST_GROWTH > most as f64 * 8.0 / 9.0);
            assert!(keys.iter().all(|&key| table.layer(key) == Some(0)));
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
        assert_eq!(inserted, (table.shape.farthest + 1) * BUCKET);
        assert!(table.is_crowded());
    }
}
