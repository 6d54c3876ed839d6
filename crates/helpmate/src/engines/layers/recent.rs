//! Positions with the attacker to move that were expanded lately.
//!
//! Trouble  Many ways lead to one such position, and each time its checks would be listed again.
//! Idea     Remember the keys of the last ones, one a slot, the newer replacing the older. What is forgotten is expanded
//!          again, which costs time and nothing else; so this need not grow with the search.

use crate::key::Key;

const FEWEST: usize = 1 << 14;
const MOST: usize = 1 << 21;

/// A memory of keys.
pub struct Recent {
    main: Vec<u64>,
    /// The second words, if 128 bits tell positions apart.
    more: Vec<u64>,
    /// Keys to be remembered once their positions are dealt with.
    pending: Vec<Key>,
    exact: bool,
}

impl Recent {
    pub fn new(exact: bool) -> Recent {
        let more = vec![0; if exact { FEWEST } else { 0 }];
        Recent { main: vec![0; FEWEST], more, pending: Vec::new(), exact }
    }

    pub fn bytes(&self) -> usize {
        (self.main.len() + self.more.len()) * 8
    }

    /// Makes room for what a layer of this size leads to.
    pub fn suit(&mut self, layer: usize) {
        let wanted = (layer * 4).next_power_of_two().min(MOST);
        if wanted > self.main.len() {
            self.main = vec![0; wanted];
            self.more = vec![0; if self.exact { wanted } else { 0 }];
        }
    }

    #[inline]
    fn slot(&self, key: Key) -> usize {
        key.main as usize & (self.main.len() - 1)
    }

    /// Is the key remembered?
    #[inline]
    pub fn has(&self, key: Key) -> bool {
        let slot = self.slot(key);
        self.main[slot] == key.main && (!self.exact || self.more[slot] == key.more)
    }

    /// Notes a key that is to be remembered if all goes well.
    #[inline]
    pub fn note(&mut self, key: Key) {
        self.pending.push(key);
    }

    /// Remembers what was noted.
    pub fn keep_pending(&mut self) {
        for i in 0..self.pending.len() {
            let key = self.pending[i];
            let slot = self.slot(key);
            self.main[slot] = key.main;
            if self.exact {
                self.more[slot] = key.more;
            }
        }
        self.pending.clear();
    }

    /// Drops what was noted.
    pub fn forget_pending(&mut self) {
        self.pending.clear();
    }
}
