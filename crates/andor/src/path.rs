//! The positions of the current line, for finding repetitions.

use crate::Resource;
use crate::spread::SPREAD;

/// Slots at first, for lines of up to half as many positions. Fewer: long lines make it grow. More: a search that ends at
/// once clears memory for nothing.
const FIRST_SLOTS: usize = 1024;

/// The positions from the root to the current one. Depth 0 is the root.
pub(crate) struct Path<R> {
    nodes: Vec<(u64, R)>,
    /// Open addressing; a slot holds depth + 1 or 0. Positions leave in the reverse order of coming, so a
    /// slot can simply be cleared.
    slots: Vec<u32>,
}

impl<R: Resource> Path<R> {
    pub(crate) fn new() -> Path<R> {
        Path { nodes: Vec::new(), slots: vec![0; FIRST_SLOTS] }
    }

    /// Allocates memory for lines of this many positions.
    pub(crate) fn reserve(&mut self, positions: usize) {
        debug_assert!(self.nodes.is_empty());
        self.nodes.reserve(positions);
        self.slots = vec![0; (2 * positions).next_power_of_two().max(self.slots.len())];
    }

    pub(crate) fn clear(&mut self) {
        while !self.nodes.is_empty() {
            self.pop();
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(crate) fn at(&self, depth: u32) -> (u64, R) {
        self.nodes[depth as usize]
    }

    fn home(&self, key: u64) -> usize {
        (key.wrapping_mul(SPREAD) >> 32) as usize & (self.slots.len() - 1)
    }

    pub(crate) fn push(&mut self, key: u64, resource: R) {
        self.nodes.push((key, resource));
        if self.nodes.len() * 2 > self.slots.len() {
            self.slots = vec![0; self.slots.len() * 2];
            for depth in 0..self.nodes.len() {
                self.link(depth);
            }
        } else {
            self.link(self.nodes.len() - 1);
        }
    }

    fn link(&mut self, depth: usize) {
        let mut slot = self.home(self.nodes[depth].0);
        while self.slots[slot] != 0 {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        self.slots[slot] = depth as u32 + 1;
    }

    pub(crate) fn pop(&mut self) {
        let Some((key, _)) = self.nodes.pop() else { return };
        let gone = self.nodes.len() as u32 + 1;
        let mut slot = self.home(key);
        while self.slots[slot] != gone {
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        self.slots[slot] = 0;
    }

    /// The depth of a position with this key and a resource that covers this one: reaching it again
    /// brings OR nothing. The deepest, because leaning on it costs least.
    pub(crate) fn find(&self, key: u64, resource: R, exactly: bool) -> Option<u32> {
        let mut found = None;
        let mut slot = self.home(key);
        while self.slots[slot] != 0 {
            let depth = self.slots[slot] - 1;
            let (other, held) = self.nodes[depth as usize];
            let again = if exactly { held == resource } else { held.covers(resource) };
            if other == key && again {
                found = found.max(Some(depth));
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        found
    }

    /// The depth of the first position with this key, whatever its resource.
    pub(crate) fn first(&self, key: u64) -> Option<u32> {
        let mut found: Option<u32> = None;
        let mut slot = self.home(key);
        while self.slots[slot] != 0 {
            let depth = self.slots[slot] - 1;
            if self.nodes[depth as usize].0 == key {
                found = Some(found.map_or(depth, |other| other.min(depth)));
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_equal_positions_is_found() {
        let mut path: Path<()> = Path::new();
        [5, 7, 9, 7].into_iter().for_each(|key| path.push(key, ()));
        assert_eq!((path.first(7), path.first(9), path.first(8)), (Some(1), Some(2), None));
        path.pop();
        path.pop();
        assert_eq!((path.first(7), path.first(9)), (Some(1), None));
    }

    #[test]
    fn positions_are_found_while_they_are_on_the_line() {
        let mut path: Path<()> = Path::new();
        for key in 0..3000 {
            path.push(key, ());
        }
        for key in (0..3000).rev() {
            assert_eq!(path.find(key, (), true), Some(key as u32));
            path.pop();
            assert_eq!(path.find(key, (), true), None);
        }
        assert_eq!(path.len(), 0);
    }
}
