//! The positions met so far: 62 bits of each key and the layer modulo 256, in five bytes.
//!
//! Buckets of 32 slots. A key has two buckets, its home and another that follows from home and tag; it goes where
//! there is more room, so nearly all slots are used before one finds none. A slot holds the key's low 31 bits, its tag, and
//! which of the two buckets this is: with its place that says the home too. Slots are filled from the first on and never
//! emptied. A byte beside each keeps the layer.
//!
//! Two threads that insert one key at the same time may both be told that it is new, if one of them saw room at home
//! and the other elsewhere. Then a position is expanded twice, and nothing is lost; so nothing here waits for anything.

use core::sync::atomic::{AtomicU8, AtomicU32, Ordering::Relaxed};

/// Slots of a bucket.
const BUCKET: usize = 32;
/// Slots looked at together, a sector of the memory.
const SECTOR: usize = 8;
/// Spreads tags over all buckets.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

/// What became of a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Inserted {
    /// It was not there.
    New,
    /// It was.
    Known,
    /// There is no room for it.
    Full,
}

/// The set.
#[derive(Clone, Copy, Debug)]
pub struct Table<'a> {
    slots: &'a [AtomicU32],
    layers: &'a [AtomicU8],
    buckets: u64,
}

/// Where a key may be: the two buckets, and what a slot of each would hold.
struct Places {
    buckets: [usize; 2],
    words: [u32; 2],
}

/// What a look at a bucket found.
enum Look {
    /// The word, in this slot.
    Found(usize),
    /// Not the word; this many slots are in use.
    Used(usize),
}

impl<'a> Table<'a> {
    /// The bytes a key takes, room and layer.
    pub const SLOT_BYTES: usize = 5;

    /// A table in this room, all zero at first; both are as long, a multiple of 32.
    pub fn new(slots: &'a [AtomicU32], layers: &'a [AtomicU8]) -> Table<'a> {
        Table { slots, layers, buckets: (slots.len().min(layers.len()) / BUCKET) as u64 }
    }

    #[inline]
    fn places(&self, key: u64) -> Places {
        let scaled = |word: u64| ((word as u128 * self.buckets as u128) >> 64) as u64;
        let home = scaled(key);
        // Never 0: that is an empty slot.
        let tag = (key as u32 & (u32::MAX >> 1)).max(1);
        let other = home + scaled((tag as u64).wrapping_mul(SPREAD));
        let other = if other >= self.buckets { other - self.buckets } else { other };
        Places { buckets: [home as usize, other as usize], words: [tag << 1, tag << 1 | 1] }
    }

    #[inline]
    fn look(&self, bucket: usize, word: u32) -> Look {
        let slots = &self.slots[bucket * BUCKET..(bucket + 1) * BUCKET];
        for (sector, eight) in slots.chunks_exact(SECTOR).enumerate() {
            let words: [u32; SECTOR] = core::array::from_fn(|i| eight[i].load(Relaxed));
            for (i, &found) in words.iter().enumerate() {
                if found == word {
                    return Look::Found(sector * SECTOR + i);
                }
                if found == 0 {
                    return Look::Used(sector * SECTOR + i);
                }
            }
        }
        Look::Used(BUCKET)
    }

    /// Adds a key unless it is there.
    #[inline]
    pub fn insert(&self, key: u64, layer: u8) -> Inserted {
        let places = self.places(key);
        let [a, b] = [0, 1].map(|i| self.look(places.buckets[i], places.words[i]));
        let (Look::Used(a), Look::Used(b)) = (a, b) else { return Inserted::Known };
        let first = (b < a) as usize;
        for (choice, used) in [(first, a.min(b)), (1 - first, a.max(b))] {
            match self.insert_into(places.buckets[choice], places.words[choice], used, layer) {
                Inserted::Full => continue,
                Inserted::New if choice == 1 => {
                    // Another thread may have come home meanwhile.
                    let home = self.look(places.buckets[0], places.words[0]);
                    return if matches!(home, Look::Found(_)) {
                        Inserted::Known
                    } else {
                        Inserted::New
                    };
                }
                done => return done,
            }
        }
        Inserted::Full
    }

    /// Adds a word to a bucket of which the first `used` slots were seen in use by others.
    #[inline]
    fn insert_into(&self, bucket: usize, word: u32, used: usize, layer: u8) -> Inserted {
        for slot in bucket * BUCKET + used..(bucket + 1) * BUCKET {
            match self.slots[slot].compare_exchange(0, word, Relaxed, Relaxed) {
                Ok(_) => {
                    self.layers[slot].store(layer, Relaxed);
                    return Inserted::New;
                }
                Err(other) if other == word => return Inserted::Known,
                Err(_) => {}
            }
        }
        Inserted::Full
    }

    /// The layer of a key modulo 256, if it is there.
    pub fn layer(&self, key: u64) -> Option<u8> {
        let places = self.places(key);
        (0..2).find_map(|choice| match self.look(places.buckets[choice], places.words[choice]) {
            Look::Found(i) => Some(self.layers[places.buckets[choice] * BUCKET + i].load(Relaxed)),
            Look::Used(_) => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::sync::atomic::AtomicUsize;
    use tsumugi_shogi::random::Random;

    struct Memory(Vec<AtomicU32>, Vec<AtomicU8>);

    fn memory(slots: usize) -> Memory {
        Memory(
            (0..slots).map(|_| AtomicU32::new(0)).collect(),
            (0..slots).map(|_| AtomicU8::new(0)).collect(),
        )
    }

    impl Memory {
        fn table(&self) -> Table<'_> {
            Table::new(&self.0, &self.1)
        }
    }

    #[test]
    fn it_is_a_map_and_nearly_all_slots_are_used() {
        let sizes = [(1, 1), (2, 3), (3, 1000), (4, 10_000)];
        for (seed, buckets) in sizes.into_iter().take(if cfg!(miri) { 2 } else { 4 }) {
            let slots = buckets * BUCKET;
            let memory = memory(slots);
            let table = memory.table();
            let mut random = Random::new(seed);
            let keys: Vec<u64> = (0..slots * 15 / 16).map(|_| random.bits()).collect();
            for (i, &key) in keys.iter().enumerate() {
                assert_eq!(table.layer(key), None, "seed {seed}, key {i}");
                assert_eq!(table.insert(key, i as u8), Inserted::New, "seed {seed}, key {i}");
                assert_eq!(table.insert(key, 77), Inserted::Known, "seed {seed}, key {i}");
            }
            for (i, &key) in keys.iter().enumerate() {
                assert_eq!(table.layer(key), Some(i as u8), "seed {seed}, key {i}");
                assert_eq!(table.layer(key ^ 1), None, "seed {seed}, key {i}");
            }
        }
    }

    #[test]
    fn a_table_without_room_says_so_and_forgets_nothing() {
        let memory = memory(4 * BUCKET);
        let table = memory.table();
        let mut random = Random::new(5);
        let mut known = BTreeSet::new();
        loop {
            let key = random.bits();
            match table.insert(key, 3) {
                Inserted::New => assert!(known.insert(key)),
                Inserted::Known => panic!("a new key is known"),
                Inserted::Full => break,
            }
        }
        assert!(known.len() > 3 * BUCKET && known.len() <= 4 * BUCKET, "{}", known.len());
        assert!(known.iter().all(|&key| table.layer(key) == Some(3)));
    }

    #[test]
    fn threads_that_insert_the_same_keys_lose_none() {
        const KEYS: usize = if cfg!(miri) { 200 } else { 100_000 };
        let memory = memory(KEYS / 25 * BUCKET);
        let table = memory.table();
        let new = AtomicUsize::new(0);
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(|| {
                    let mut random = Random::new(9);
                    for _ in 0..KEYS {
                        match table.insert(random.bits(), 1) {
                            Inserted::New => drop(new.fetch_add(1, Relaxed)),
                            Inserted::Known => {}
                            Inserted::Full => panic!("there is room"),
                        }
                    }
                });
            }
        });
        let mut random = Random::new(9);
        assert!((0..KEYS).all(|_| table.layer(random.bits()) == Some(1)));
        // Each at least once, and hardly any twice.
        let new = new.into_inner();
        assert!((KEYS..KEYS + KEYS / 20).contains(&new), "{new}");
    }

    #[test]
    fn a_slot_says_the_home_of_its_key() {
        const BUCKETS: usize = 37;
        let memory = memory(BUCKETS * BUCKET);
        let table = memory.table();
        let mut random = Random::new(11);
        for _ in 0..if cfg!(miri) { 1 } else { 1000 } {
            // Keys with one tag, one from each home: no two of them may look the same in any bucket.
            let tag = random.bits() & (u32::MAX >> 1) as u64;
            let mut seen = BTreeSet::new();
            for home in 0..BUCKETS {
                let first = ((home as u128) << 64).div_ceil(BUCKETS as u128) as u64;
                let places = table.places(first.next_multiple_of(1 << 31) | tag);
                assert_eq!(places.buckets[0], home);
                seen.extend((0..2).map(|i| (places.buckets[i], places.words[i])));
            }
            assert_eq!(seen.len(), 2 * BUCKETS, "tag {tag:#x}");
        }
    }
}
