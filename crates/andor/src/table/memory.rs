//! Where the table's entries lie: clusters of eight cache lines that any number of threads may read and write.
//!
//! The first line of a cluster holds its keys and a control word, each other line an entry. A writer makes the
//! control word odd while it works; a reader never writes, but looks at the control word before and after, and
//! starts again if it changed. All words are atomics, so a reader that is overtaken sees old or new words,
//! never a race; what it then throws away is never decoded.

use prefetch_index::prefetch_index;
use std::sync::atomic::{AtomicU64, Ordering, fence};

/// Entries of a cluster: keys and control word fill one line of the cache. Fewer waste a part of it, more take a second.
pub(super) const WAYS: usize = 7;
/// Words of an entry; the eighth of its line is not used.
pub(super) const ENTRY: usize = 7;
/// Words of a cache line.
const LINE: usize = 8;
/// Words of a cluster.
const CLUSTER: usize = LINE * (WAYS + 1);

/// Bytes that the system hands out together, at least.
const PAGE: usize = 4096;

/// Control word: being written.
const BUSY: u64 = 1;
/// Control word: something that belongs here went to the next cluster.
const SPILLED: u64 = 2;
/// Control word: one more change.
const CHANGE: u64 = 4;

/// All clusters. The memory is zeroed by the system when it is first touched, so even a large table is
/// there at once.
pub(super) struct Memory {
    words: Box<[AtomicU64]>,
    /// The first word on a boundary of cache lines.
    start: usize,
    clusters: usize,
}

impl Memory {
    /// As many clusters as fit into `bytes`, but at least one.
    pub(super) fn with_bytes(bytes: usize) -> Memory {
        let clusters = (bytes.saturating_sub((LINE - 1) * 8) / (CLUSTER * 8)).max(1);
        let words: Box<[AtomicU64]> = bytemuck::zeroed_slice_box(clusters * CLUSTER + LINE - 1);
        let beyond = words.as_ptr().addr() / 8 % LINE;
        Memory { words, start: (LINE - beyond) % LINE, clusters }
    }

    pub(super) fn clusters(&self) -> usize {
        self.clusters
    }

    /// The address of the first byte, and how many there are.
    pub(super) fn span(&self) -> (usize, usize) {
        (self.words.as_ptr().addr(), self.words.len() * 8)
    }

    /// Has the system hand out the memory of some clusters that nobody uses yet. Otherwise the first look at a page
    /// would show a page of zeros that all share, and the first change would replace it, of which every
    /// processor at work has to be told.
    pub(super) fn take(&self, clusters: std::ops::Range<usize>) {
        for index in clusters.step_by(PAGE / (CLUSTER * 8)) {
            // The word of an entry that is not used.
            self.words[self.start + index * CLUSTER + LINE + ENTRY].store(0, Ordering::Relaxed);
        }
    }

    fn cluster(&self, index: usize) -> Cluster<'_> {
        let first = self.start + index * CLUSTER;
        Cluster { words: &self.words[first..first + CLUSTER] }
    }

    /// Has the keys of a cluster brought to the processor.
    #[inline]
    pub(super) fn fetch_keys(&self, index: usize) {
        prefetch_index(&self.words, self.start + index * CLUSTER);
    }

    /// Has an entry brought to the processor.
    #[inline]
    pub(super) fn fetch_entry(&self, index: usize, way: usize) {
        prefetch_index(&self.words, self.start + index * CLUSTER + (way + 1) * LINE);
    }

    /// A key of a cluster, as it is at some moment; 0 if its place is free.
    #[inline]
    pub(super) fn glance(&self, index: usize, way: usize) -> u64 {
        self.cluster(index).key(way)
    }

    /// Is there nothing in a cluster, and did nothing spill from it?
    #[inline]
    pub(super) fn is_untouched(&self, index: usize) -> bool {
        let cluster = self.cluster(index);
        !cluster.spilled() && (0..WAYS).all(|way| cluster.key(way) == 0)
    }

    /// What `look` sees in a cluster at one moment. It may be called several times; only the last counts.
    #[inline]
    pub(super) fn read<T>(&self, index: usize, mut look: impl FnMut(&Cluster<'_>) -> T) -> T {
        let cluster = self.cluster(index);
        let mut patience = Patience::default();
        loop {
            let before = cluster.words[0].load(Ordering::Acquire);
            if before & BUSY == 0 {
                let seen = look(&cluster);
                fence(Ordering::Acquire);
                if cluster.words[0].load(Ordering::Relaxed) == before {
                    return seen;
                }
            }
            patience.wait();
        }
    }

    /// Lets `change` work on a cluster while nobody else does.
    #[inline]
    pub(super) fn write<T>(&self, index: usize, change: impl FnOnce(&mut Writing<'_>) -> T) -> T {
        let cluster = self.cluster(index);
        let control = &cluster.words[0];
        let mut patience = Patience::default();
        let before = loop {
            let seen = control.load(Ordering::Relaxed);
            let free = seen & BUSY == 0;
            if free
                && control
                    .compare_exchange_weak(seen, seen | BUSY, Ordering::Acquire, Ordering::Relaxed)
                    .is_ok()
            {
                break seen;
            }
            patience.wait();
        };
        // Readers must not see a changed word with the control word still even.
        fence(Ordering::Release);
        // Unlocks also if `change` should panic: at worst an entry is lost.
        let mut writing = Writing { cluster, before };
        change(&mut writing)
    }
}

/// How many times a thread spins for a cluster that is being written before it yields the processor. Fewer: a system
/// call for what takes nanoseconds. More: if the writer itself was preempted, it is kept waiting.
const SPINS: u32 = 64;

/// Waits a little, then gives the processor to somebody else.
#[derive(Default)]
struct Patience(u32);

impl Patience {
    fn wait(&mut self) {
        self.0 += 1;
        if self.0.is_multiple_of(SPINS) {
            std::thread::yield_now();
        } else {
            std::hint::spin_loop();
        }
    }
}

/// A cluster, to be read.
pub(super) struct Cluster<'a> {
    words: &'a [AtomicU64],
}

impl Cluster<'_> {
    /// The key at a place; 0 if it is free.
    #[inline]
    pub(super) fn key(&self, way: usize) -> u64 {
        self.words[1 + way].load(Ordering::Relaxed)
    }

    /// The words of an entry.
    #[inline]
    pub(super) fn entry(&self, way: usize) -> [u64; ENTRY] {
        let line = &self.words[(way + 1) * LINE..][..ENTRY];
        std::array::from_fn(|i| line[i].load(Ordering::Relaxed))
    }

    /// Did something that belongs here go to the next cluster?
    #[inline]
    pub(super) fn spilled(&self) -> bool {
        self.words[0].load(Ordering::Relaxed) & SPILLED != 0
    }
}

/// A cluster, to be changed.
pub(super) struct Writing<'a> {
    cluster: Cluster<'a>,
    /// The control word it will get, without the change counted.
    before: u64,
}

impl<'a> std::ops::Deref for Writing<'a> {
    type Target = Cluster<'a>;
    fn deref(&self) -> &Cluster<'a> {
        &self.cluster
    }
}

impl Writing<'_> {
    pub(super) fn set(&mut self, way: usize, key: u64, entry: [u64; ENTRY]) {
        self.words[1 + way].store(key, Ordering::Relaxed);
        let line = &self.words[(way + 1) * LINE..][..ENTRY];
        for (word, value) in line.iter().zip(entry) {
            word.store(value, Ordering::Relaxed);
        }
    }

    pub(super) fn free(&mut self, way: usize) {
        self.words[1 + way].store(0, Ordering::Relaxed);
    }

    pub(super) fn set_spilled(&mut self, spilled: bool) {
        self.before = if spilled { self.before | SPILLED } else { self.before & !SPILLED };
    }
}

impl Drop for Writing<'_> {
    fn drop(&mut self) {
        self.cluster.words[0].store(self.before.wrapping_add(CHANGE), Ordering::Release);
    }
}
