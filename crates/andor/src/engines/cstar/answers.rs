//! What C* has solved, by board, so that one answer serves many resources.
//!
//! "The dominance relation is looked up before a node is expanded" \[Seo95, section 6\]: what is solved with a
//! resource is solved with every larger one, what is lost is lost with every smaller one.

use super::{Entry, LOST};
use crate::engines::positions::{Mixer, Position};
use crate::table::Entry as Known;
use crate::{Bounds, Plies, Resource, Table};
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

    /// The moves that solved a board, whatever the resource, the latest first.
    pub fn winners(&self, board: u64) -> impl Iterator<Item = u32> {
        let entries = self.boards.get(&board).into_iter().flatten().rev();
        entries.map(|entry| entry.best).filter(|&best| best != 0)
    }

    /// Tells a table of df-pn.
    pub fn tell(&self, table: &Table<R>) {
        for (&board, entries) in &self.boards {
            for entry in entries {
                let (bounds, rank) = match entry.number {
                    LOST => (Bounds::DISPROVED, Plies::UNLIMITED),
                    _ => (Bounds::PROVED, entry.length.into()),
                };
                let known = Known {
                    resource: entry.resource,
                    bounds,
                    rank,
                    min_depth: 0,
                    amount: 1,
                    maybe_repetition: false,
                    parent: (0, R::default()),
                    merged: 0,
                    best: entry.best,
                };
                table.store(board, entry.resource, &known);
            }
        }
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
