//! Virtual numbers: keep threads that share a table out of each other's way.
//!
//! Trouble  Threads that read the same numbers choose the same child and do the same work.
//! Idea     A child counts as a little farther from its goal for each thread at work below it. The
//!          addition is used for choosing only and never stored.
//! Source   \[Kaneko10\]. We count by hash in a small array instead of marking table entries.
//! Switch   More than one thread.

use std::sync::atomic::{AtomicU8, Ordering};

const PLACES: usize = 1 << 14;

/// How many threads are at work below each position, by hash.
pub(crate) struct Busy {
    places: Box<[AtomicU8]>,
}

impl Busy {
    pub(crate) fn new() -> Busy {
        Busy { places: (0..PLACES).map(|_| AtomicU8::new(0)).collect() }
    }

    fn place(&self, key: u64) -> &AtomicU8 {
        &self.places[(key.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40) as usize % PLACES]
    }

    pub(crate) fn enter(&self, key: u64) {
        self.place(key).fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn leave(&self, key: u64) {
        self.place(key).fetch_sub(1, Ordering::Relaxed);
    }

    /// What a child's number is raised by when one is chosen.
    pub(crate) fn raise(&self, key: u64) -> u32 {
        self.place(key).load(Ordering::Relaxed) as u32
    }
}
