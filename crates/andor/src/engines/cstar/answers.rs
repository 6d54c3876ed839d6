//! What C* has solved, by board, so that one answer serves many resources.
//!
//! "The dominance relation is looked up before a node is expanded" \[Seo95, section 6\]: what is solved with a
//! resource is solved with every larger one, what is lost is lost with every smaller one.

use super::{Entry, LOST};
use crate::Resource;
use crate::engines::positions::{Mixer, Position};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// Solved and lost positions.
pub(super) struct Answers<R> {
    boards: HashMap<u64, Vec<Entry<R>>, BuildHasherDefault<Mixer>>,
    count: usize,
    dominance: bool,
}

impl<R: Resource> Answers<R> {
    /// None yet. Without `dominance` an answer serves only the resource it was found with.
    pub fn new(dominance: bool) -> Answers<R> {
        Answers { boards: HashMap::default(), count: 0, dominance }
    }

    /// How many are kept.
    pub fn len(&self) -> usize {
        self.count
    }

    /// The answer for a board with this resource.
    pub fn find(&self, board: u64, resource: R) -> Option<Entry<R>> {
        self.boards.get(&board)?.iter().find(|entry| self.serves(entry, resource)).copied()
    }

    /// Keeps an answer about a position unless one that is kept already serves for all it could serve for.
    pub fn add(&mut self, (board, bits): Position, mut entry: Entry<R>) -> bool {
        let resource = R::from_bits(bits);
        if !self.serves(&entry, resource) {
            entry.resource = resource;
        }
        if self.find(board, entry.resource).is_some() {
            return false;
        }
        self.boards.entry(board).or_default().push(entry);
        self.count += 1;
        true
    }

    fn serves(&self, entry: &Entry<R>, resource: R) -> bool {
        match (self.dominance, entry.number) {
            (false, _) => entry.resource == resource,
            (true, LOST) => entry.resource.covers(resource),
            (true, _) => resource.covers(entry.resource),
        }
    }
}
