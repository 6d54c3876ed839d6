//! Virtual loss: keep threads that share a table out of each other's way.
//!
//! Trouble  Threads that read the same numbers choose the same child and do the same work.
//! Idea     A child counts as a little farther from its goal for each thread at work below it. The
//!          addition is used for choosing only and never stored.
//! Source   \[Kaneko10\]. We count by hash in an array instead of marking table entries.
//! Switch   More than one thread.
//!
//! Who solves a position while others are at work below it tells them, see `solved_elsewhere.rs`.

use crate::spread::SPREAD;
use crossbeam_utils::CachePadded;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

/// Many more than positions on the lines of all threads, of which a long problem has a thousand each: two that share a
/// place look busy to each other. More: memory that is not in the cache.
const PLACES: usize = 1 << 20;
/// Solved positions that are remembered for those at work below them. Fewer: a thread that looks late has missed some, and
/// finds out later, from the table. More: memory that all threads write to.
const REMEMBERED: u64 = 1 << 10;

/// How many threads are at work below each position, by hash, and which of these positions were solved lately.
pub(crate) struct VirtualLoss {
    places: Box<[AtomicU8]>,
    /// The last keys told, in a ring.
    solved: Box<[AtomicU64]>,
    /// How many positions were told of; on a cache line of its own, because everybody looks at it all the time.
    told: CachePadded<AtomicU64>,
}

impl VirtualLoss {
    pub(crate) fn new() -> VirtualLoss {
        VirtualLoss {
            places: (0..PLACES).map(|_| AtomicU8::new(0)).collect(),
            solved: (0..REMEMBERED).map(|_| AtomicU64::new(0)).collect(),
            told: CachePadded::default(),
        }
    }

    fn place(&self, key: u64) -> &AtomicU8 {
        &self.places[(key.wrapping_mul(SPREAD) >> 40) as usize % PLACES]
    }

    pub(crate) fn enter(&self, key: u64) {
        self.place(key).fetch_add(1, Ordering::Relaxed);
    }

    /// A thread goes away from a position. If it is solved, those who are below it will want to know.
    pub(crate) fn leave(&self, key: u64, is_solved: bool) {
        let others = self.place(key).fetch_sub(1, Ordering::Relaxed) > 1;
        if is_solved && others {
            // Two who tell at the same moment may overwrite each other: nobody may rely on hearing everything.
            let number = self.told();
            self.solved[(number % REMEMBERED) as usize].store(key, Ordering::Relaxed);
            self.told.fetch_add(1, Ordering::Release);
        }
    }

    /// How many positions have been told of.
    pub(crate) fn told(&self) -> u64 {
        self.told.load(Ordering::Acquire)
    }

    /// The positions told of since there were `before`; of many the last.
    pub(crate) fn solved_since(&self, before: u64) -> impl Iterator<Item = u64> {
        let told = self.told();
        let first = before.max(told.saturating_sub(REMEMBERED / 2));
        (first..told).map(|number| self.solved[(number % REMEMBERED) as usize].load(Ordering::Relaxed))
    }

    /// What a child's number is raised by when one is chosen.
    pub(crate) fn raise(&self, key: u64) -> u32 {
        self.place(key).load(Ordering::Relaxed) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_is_below_a_solved_position_hears_of_it() {
        let busy = VirtualLoss::new();
        busy.enter(7);
        busy.leave(7, true);
        assert_eq!(busy.told(), 0, "nobody else was there");
        busy.enter(7);
        busy.enter(7);
        assert_eq!(busy.raise(7), 2);
        busy.leave(7, false);
        assert_eq!(busy.told(), 0, "nothing was solved");
        busy.enter(7);
        busy.leave(7, true);
        assert_eq!(busy.solved_since(0).collect::<Vec<_>>(), [7]);
        assert_eq!(busy.solved_since(busy.told()).count(), 0);
        for key in 100..3_000 {
            busy.enter(key);
            busy.enter(key);
            busy.leave(key, true);
        }
        let heard: Vec<_> = busy.solved_since(1).collect();
        assert_eq!((heard.len(), heard.last()), (REMEMBERED as usize / 2, Some(&2_999)));
    }
}
