//! A list to which many threads add at once.

use core::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

/// The list: its items, and how many there are. More may be counted than there is room for; then the list is too short, and
/// what did not fit is lost.
#[derive(Clone, Copy, Debug)]
pub struct List<'a> {
    /// How many were added.
    pub len: &'a AtomicU32,
    /// Room for them.
    pub items: &'a [AtomicU64],
}

impl List<'_> {
    /// Adds these items.
    #[inline]
    pub fn extend(&self, items: impl ExactSizeIterator<Item = u64>) {
        if items.len() == 0 {
            return;
        }
        let start = self.len.fetch_add(items.len() as u32, Relaxed) as usize;
        for (at, item) in (start..).zip(items) {
            if let Some(place) = self.items.get(at) {
                place.store(item, Relaxed);
            }
        }
    }

    /// An item that was added.
    #[inline]
    pub fn get(&self, i: usize) -> u64 {
        self.items[i].load(Relaxed)
    }
}
