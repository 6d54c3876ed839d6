//! Positions with the attacker to move that were expanded lately.
//!
//! Trouble  Many ways lead to one such position, and each time its checks would be listed again.
//! Idea     Remember the keys of the last ones, one a slot, the newer replacing the older. What is forgotten is expanded
//!          again, which costs time and nothing else; so this need not grow with the search.

use crate::key::Key;

/// Slots at first. Fewer: small searches expand positions again. More: they do not stay in the cache.
const FEWEST: usize = 1 << 14;
/// Slots at last. Fewer: large layers expand positions again. More: each look is a miss of the cache.
const MOST: usize = 1 << 21;
/// Slots for each position of a layer. Fewer: newer keys push out those that come again. More: a larger part of the cache.
const PER_POSITION: usize = 4;
/// At most one slot for this many bytes of memory.
const PART: usize = 512;

/// A memory of keys.
pub struct Recent {
    main: Vec<u64>,
    /// The second words, if 128 bits tell positions apart.
    more: Vec<u64>,
    exact: bool,
}

impl Recent {
    pub fn new(exact: bool) -> Recent {
        let more = vec![0; if exact { FEWEST } else { 0 }];
        Recent { main: vec![0; FEWEST], more, exact }
    }

    pub fn bytes(&self) -> usize {
        (self.main.len() + self.more.len()) * 8
    }

    /// Makes room for what a layer of this size leads to, within a small part of the memory.
    pub fn suit(&mut self, layer: usize, bytes: usize) {
        let wanted = (layer * PER_POSITION).next_power_of_two().min(MOST);
        if wanted > self.main.len() && wanted <= bytes / PART {
            self.main = vec![0; wanted];
            self.more = vec![0; if self.exact { wanted } else { 0 }];
        }
    }

    /// Loads the place of a key, so that it is near when it is asked for. The answer means nothing.
    #[inline]
    pub fn touch(&self, main: u64) -> u64 {
        self.main[main as usize & (self.main.len() - 1)]
    }

    /// Is the key remembered? It is from now on.
    #[inline]
    pub fn has_or_add(&mut self, key: Key) -> bool {
        let slot = key.main as usize & (self.main.len() - 1);
        let mut known = std::mem::replace(&mut self.main[slot], key.main) == key.main;
        if self.exact {
            known &= std::mem::replace(&mut self.more[slot], key.more) == key.more;
        }
        known
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.main.fill(0);
        self.more.fill(0);
    }
}
