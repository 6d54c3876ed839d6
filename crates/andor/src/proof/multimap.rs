//! A multimap from keys of positions to notes about them, which keeps their order.
//!
//! One vector and one map, some 60 bytes a note: proofs have millions of them.

use crate::spread::SPREAD;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

/// Notes `T` about positions with a resource.
#[derive(Clone, Debug)]
pub(super) struct Multimap<R, T> {
    notes: Vec<Note<R, T>>,
    /// The newest note of a key, counted from 1.
    newest: HashMap<u64, u32, BuildHasherDefault<KeyHasher>>,
}

/// Keys are hashes already, or small numbers in games for tests: they are spread and no more. Nobody chooses them to meet in
/// one place.
#[derive(Clone, Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    fn write_u64(&mut self, key: u64) {
        let spread = (self.0 ^ key).wrapping_mul(SPREAD);
        self.0 = spread ^ spread >> 32;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Which of several multimaps has the notes of a key; their number is a power of two. It goes by other bits than those by
/// which a map finds its places.
#[inline]
pub(super) fn part_of(key: u64, parts: usize) -> usize {
    (key.wrapping_mul(SPREAD) >> 24) as usize & (parts - 1)
}

#[derive(Clone, Debug)]
struct Note<R, T> {
    key: u64,
    resource: R,
    what: T,
    /// The note of the same key before this one, counted from 1; 0 if there is none.
    before: u32,
}

impl<R, T> Default for Multimap<R, T> {
    fn default() -> Multimap<R, T> {
        Multimap { notes: Vec::new(), newest: HashMap::default() }
    }
}

impl<R: Copy, T> Multimap<R, T> {
    pub(super) fn len(&self) -> usize {
        self.notes.len()
    }

    pub(super) fn add(&mut self, key: u64, resource: R, what: T) {
        let number = self.notes.len() as u32 + 1;
        let before = self.newest.insert(key, number).unwrap_or(0);
        self.notes.push(Note { key, resource, what, before });
    }

    /// All notes of a key, the newest first.
    pub(super) fn at(&self, key: u64) -> impl Iterator<Item = (R, &T)> {
        self.numbered(key).map(|(_, resource, what)| (resource, what))
    }

    /// All notes of a key with their numbers, the newest first.
    pub(super) fn numbered(&self, key: u64) -> impl Iterator<Item = (usize, R, &T)> {
        let note = |number: u32| {
            let number = (number as usize).wrapping_sub(1);
            self.notes.get(number).map(|note| (number, note))
        };
        let newest = self.newest.get(&key).and_then(|&number| note(number));
        std::iter::successors(newest, move |(_, here)| note(here.before))
            .map(|(number, here)| (number, here.resource, &here.what))
    }

    /// A note by its number, from 0 in the order in which they were added.
    pub(super) fn get(&self, number: usize) -> Option<(u64, R, &T)> {
        self.notes.get(number).map(|note| (note.key, note.resource, &note.what))
    }

    /// Every note with its key.
    pub(super) fn iter(&self) -> impl Iterator<Item = (u64, R, &T)> {
        self.notes.iter().map(|note| (note.key, note.resource, &note.what))
    }
}
