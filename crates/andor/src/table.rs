//! The transposition table: what is known about positions, in a fixed amount of memory.
//!
//! A cluster holds seven entries and, in its first cache line, their keys beside the lock; an entry fills
//! one cache line. All entries of a board (one key, many resources) are found in one probe run: exact ones,
//! and those that decide by dominance. Clusters are locked one at a time, so any number of threads may share a
//! table; losing an entry is always allowed, half an entry is never seen.

use crate::{Bounds, Resource};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Entries of a cluster.
const WAYS: usize = 7;
/// Clusters a key may spill into.
const RUN: usize = 4;
/// Solved entries survive this much better than their work alone would let them.
const SOLVED_BONUS: u32 = 1000;

/// What the table knows about one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry<R> {
    /// With this resource exactly, if open; at least (proved) or at most (disproved) this one, if solved.
    pub resource: R,
    /// Its bounds.
    pub bounds: Bounds,
    /// If proved: OR needs at most so many plies.
    pub rank: u32,
    /// The smallest depth at which it was reached.
    pub min_depth: u32,
    /// Expansions spent below it.
    pub amount: u32,
    /// A disproof by repetition was found on some path: ask the conditional disproofs too.
    pub maybe_repetition: bool,
    /// One position it was reached from, as (key, resource).
    pub parent: (u64, R),
    /// Children known to merge, by index (SNDA).
    pub merged: u64,
}

#[derive(Clone, Copy, Default)]
struct Packed {
    parent: u64,
    merged: u64,
    resource: u32,
    parent_resource: u32,
    pn: u32,
    dn: u32,
    rank: u32,
    min_depth: u32,
    amount: u32,
    flags: u32,
}

struct Cluster {
    /// 0 for a free place.
    keys: [u64; WAYS],
    entries: [Packed; WAYS],
    /// Something that belongs here went to the next cluster.
    spilled: bool,
}

#[repr(align(64))]
struct Line(Mutex<Cluster>);

/// A table of fixed size.
pub struct Table<R> {
    clusters: Box<[Line]>,
    used: AtomicU64,
    evicted: AtomicU64,
    resource: std::marker::PhantomData<fn() -> R>,
}

/// The answer to a look-up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Found<R> {
    /// Nothing is known.
    Nothing,
    /// The entry for exactly this resource, or one that decides the position by dominance.
    Entry(Entry<R>),
}

/// Spreads keys, which may be small numbers, over 64 bits. Never 0.
#[inline]
fn mix(key: u64) -> u64 {
    let mut z = key.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    (z ^ (z >> 31)).max(1)
}

impl<R: Resource> Table<R> {
    /// A table that uses at most `bytes` of memory, but has room for at least seven entries.
    pub fn with_bytes(bytes: usize) -> Table<R> {
        let count = (bytes / size_of::<Line>()).max(1);
        let empty = || {
            let entries = [Packed::default(); WAYS];
            Line(Mutex::new(Cluster { keys: [0; WAYS], entries, spilled: false }))
        };
        Table {
            clusters: std::iter::repeat_with(empty).take(count).collect(),
            used: AtomicU64::new(0),
            evicted: AtomicU64::new(0),
            resource: std::marker::PhantomData,
        }
    }

    /// How many entries fit.
    pub fn capacity(&self) -> u64 {
        (self.clusters.len() * WAYS) as u64
    }

    /// How many entries are in use.
    pub fn len(&self) -> u64 {
        self.used.load(Ordering::Relaxed)
    }

    /// Is it empty?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many entries were dropped to make room, so far.
    pub fn evicted(&self) -> u64 {
        self.evicted.load(Ordering::Relaxed)
    }

    /// Forgets everything.
    pub fn clear(&self) {
        for index in 0..self.clusters.len() {
            let mut cluster = self.lock(index);
            cluster.keys = [0; WAYS];
            cluster.spilled = false;
        }
        self.used.store(0, Ordering::Relaxed);
    }

    fn lock(&self, index: usize) -> MutexGuard<'_, Cluster> {
        // A thread that panicked left at worst a lost entry behind.
        self.clusters[index].0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn home(&self, mixed: u64) -> usize {
        ((mixed as u128 * self.clusters.len() as u128) >> 64) as usize
    }

    /// What is known about the position. With `dominance`, entries with another resource may decide it.
    pub fn look_up(&self, key: u64, resource: R, dominance: bool) -> Found<R> {
        let key = mix(key);
        let mut exact = Found::Nothing;
        let mut quickest: Option<Entry<R>> = None;
        let mut index = self.home(key);
        for _ in 0..RUN {
            let cluster = self.lock(index);
            for way in (0..WAYS).filter(|&way| cluster.keys[way] == key) {
                let entry = unpack::<R>(&cluster.entries[way]);
                let decides = (entry.bounds.is_proved() && resource.covers(entry.resource))
                    || (entry.bounds.is_disproved() && entry.resource.covers(resource));
                if decides && (dominance || entry.resource == resource) {
                    if entry.bounds.is_disproved() {
                        return Found::Entry(entry);
                    }
                    // Proofs with different resources may take different times: later answers must not be
                    // slower than earlier ones.
                    if quickest.is_none_or(|best| entry.rank < best.rank) {
                        quickest = Some(entry);
                    }
                } else if entry.resource == resource && !entry.bounds.is_solved() {
                    exact = Found::Entry(entry);
                }
            }
            if !cluster.spilled {
                break;
            }
            index = (index + 1) % self.clusters.len();
        }
        quickest.map_or(exact, Found::Entry)
    }

    /// Remembers an entry. Solved entries are never replaced by open ones of the same position.
    ///
    /// `at` is the resource with which the position was searched; an open entry for it makes way.
    pub fn store(&self, key: u64, at: R, entry: &Entry<R>) {
        let key = mix(key);
        let packed = pack(entry);
        let home = self.home(key);
        let mut free: Option<(usize, usize)> = None;
        let mut index = home;
        for _ in 0..RUN {
            let mut cluster = self.lock(index);
            for way in 0..WAYS {
                let stored = &cluster.entries[way];
                if cluster.keys[way] != key {
                    if cluster.keys[way] == 0 && free.is_none() {
                        free = Some((index, way));
                    }
                    continue;
                }
                let solved = stored.pn == 0 || stored.dn == 0;
                let same =
                    stored.resource == packed.resource || (!solved && stored.resource == at.to_bits());
                if !same {
                    continue;
                }
                let worse = entry.bounds.is_proved() && stored.pn == 0 && stored.rank < entry.rank;
                if worse || (solved && !entry.bounds.is_solved()) {
                    return;
                }
                cluster.entries[way] = packed;
                return;
            }
            if !cluster.spilled {
                break;
            }
            index = (index + 1) % self.clusters.len();
        }
        self.insert(key, packed, home, free);
    }

    /// Puts a new entry into a free place of its run, or in place of the least work in its home.
    fn insert(&self, key: u64, packed: Packed, home: usize, free: Option<(usize, usize)>) {
        let mut index = free.map_or(home, |(index, _)| index);
        for _ in 0..RUN {
            let mut cluster = self.lock(index);
            if let Some(way) = (0..WAYS).find(|&way| cluster.keys[way] == 0) {
                cluster.keys[way] = key;
                cluster.entries[way] = packed;
                self.used.fetch_add(1, Ordering::Relaxed);
                return;
            }
            let beyond = (index + self.clusters.len() - home) % self.clusters.len() + 1;
            if beyond >= RUN.min(self.clusters.len()) {
                break;
            }
            cluster.spilled = true;
            index = (index + 1) % self.clusters.len();
        }
        let mut cluster = self.lock(home);
        let victim = (0..WAYS).min_by_key(|&way| worth(&cluster.entries[way])).unwrap_or(0);
        cluster.keys[victim] = key;
        cluster.entries[victim] = packed;
        self.evicted.fetch_add(1, Ordering::Relaxed);
    }

    /// Is it time to call [`Table::collect`]?
    pub fn is_nearly_full(&self) -> bool {
        self.len() * 8 > self.capacity() * 7
    }

    /// Drops about a third of the entries: those with the least work behind them (small-tree GC), or, without
    /// `by_work`, any that are open. Returns how many.
    ///
    /// Losing entries never makes an answer wrong; it costs searching again.
    pub fn collect(&self, by_work: bool) -> u64 {
        let limit = if by_work { self.work_quantile() } else { SOLVED_BONUS - 1 };
        let mut dropped = 0;
        for index in 0..self.clusters.len() {
            let mut cluster = self.lock(index);
            for way in 0..WAYS {
                if cluster.keys[way] != 0 && worth(&cluster.entries[way]) <= limit {
                    cluster.keys[way] = 0;
                    dropped += 1;
                }
            }
        }
        self.used.fetch_sub(dropped, Ordering::Relaxed);
        self.evicted.fetch_add(dropped, Ordering::Relaxed);
        dropped
    }

    /// The worth that about a third of the entries do not exceed, from a sample.
    fn work_quantile(&self) -> u32 {
        let step = (self.clusters.len() / 1024).max(1);
        let mut sample = Vec::new();
        for index in (0..self.clusters.len()).step_by(step) {
            let cluster = self.lock(index);
            sample.extend(
                (0..WAYS).filter(|&w| cluster.keys[w] != 0).map(|w| worth(&cluster.entries[w])),
            );
        }
        sample.sort_unstable();
        sample.get(sample.len() / 3).copied().unwrap_or(0)
    }
}

/// How much it would cost to lose an entry.
fn worth(entry: &Packed) -> u32 {
    let solved = entry.pn == 0 || entry.dn == 0;
    entry.amount.saturating_add(if solved { SOLVED_BONUS } else { 0 })
}

fn pack<R: Resource>(entry: &Entry<R>) -> Packed {
    Packed {
        parent: entry.parent.0,
        merged: entry.merged,
        resource: entry.resource.to_bits(),
        parent_resource: entry.parent.1.to_bits(),
        pn: entry.bounds.pn(),
        dn: entry.bounds.dn(),
        rank: entry.rank,
        min_depth: entry.min_depth,
        amount: entry.amount,
        flags: entry.maybe_repetition as u32,
    }
}

fn unpack<R: Resource>(packed: &Packed) -> Entry<R> {
    Entry {
        resource: R::from_bits(packed.resource),
        bounds: Bounds::combined(packed.pn, packed.dn),
        rank: packed.rank,
        min_depth: packed.min_depth,
        amount: packed.amount,
        maybe_repetition: packed.flags & 1 != 0,
        parent: (packed.parent, R::from_bits(packed.parent_resource)),
        merged: packed.merged,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(n: u32) -> Entry<()> {
        Entry {
            resource: (),
            bounds: Bounds::open(n, n),
            rank: 0,
            min_depth: 3,
            amount: n,
            maybe_repetition: n.is_multiple_of(2),
            parent: (7, ()),
            merged: 5,
        }
    }

    #[test]
    fn a_cluster_is_eight_cache_lines_and_memory_is_not_exceeded() {
        assert!(size_of::<Line>() <= 512, "{}", size_of::<Line>());
        let table: Table<()> = Table::with_bytes(1 << 20);
        assert!(table.clusters.len() * size_of::<Line>() <= 1 << 20);
    }

    #[test]
    fn entries_come_back_as_stored_until_the_table_is_full() {
        let table: Table<()> = Table::with_bytes(64 << 10);
        for key in 0..200 {
            table.store(key, (), &open(key as u32 + 1));
        }
        for key in 0..200 {
            assert_eq!(table.look_up(key, (), true), Found::Entry(open(key as u32 + 1)), "{key}");
        }
        assert_eq!(table.look_up(999, (), true), Found::Nothing);
        assert_eq!(table.len(), 200);
    }

    #[test]
    fn solved_entries_are_not_overwritten_by_open_ones() {
        let table: Table<()> = Table::with_bytes(4096);
        let proved = Entry { bounds: Bounds::PROVED, rank: 9, ..open(1) };
        table.store(1, (), &proved);
        table.store(1, (), &open(4));
        assert_eq!(table.look_up(1, (), true), Found::Entry(proved));
        let shorter = Entry { rank: 5, ..proved };
        table.store(1, (), &shorter);
        table.store(1, (), &proved);
        assert_eq!(table.look_up(1, (), true), Found::Entry(shorter));
    }

    #[test]
    fn a_full_table_keeps_answering_and_collects() {
        let table: Table<()> = Table::with_bytes(4096);
        for key in 0..10_000 {
            table.store(key, (), &open(key as u32 % 50 + 1));
        }
        assert!(table.len() <= table.capacity());
        assert!(table.is_nearly_full());
        let before = table.len();
        let dropped = table.collect(true);
        assert!(dropped > 0 && table.len() == before - dropped);
        table.clear();
        assert!(table.is_empty());
    }
}
