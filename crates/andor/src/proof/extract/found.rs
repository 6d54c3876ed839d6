//! What an extraction has found so far, which all its threads add to.

use crate::Plies;
use crate::game::Resource;
use crate::proof::multimap::{Multimap, part_of};
use crate::proof::{Claims, Statement};
use crate::spread::SPREAD;
use crossbeam_utils::CachePadded;
use prefetch_index::prefetch_index;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Parts for each thread. Fewer: threads wait for each other more often.
const PARTS: usize = 16;
/// Parts at most, a power of two. More: a small proof is spread over more memory than it needs.
const MOST_PARTS: usize = 1024;
/// Bits of the filter, as a power of two: 2 MiB. Fewer: proofs of a million claims fill it, and threads lock parts to find
/// nothing there. More: it does not stay in the cache.
const FILTER_BITS: u32 = 24;

/// Claims, and positions that are followed. They are kept in parts by their keys, so that threads seldom meet. Most questions
/// are about positions of which nothing was found: with several threads a filter answers these, which locks nothing.
pub(in crate::proof) struct Found<M, R> {
    pub(super) statement: Statement,
    parts: Vec<CachePadded<Mutex<Part<M, R>>>>,
    /// A bit for each key about which something was found, and for others that share it; empty with one thread.
    filter: Box<[AtomicU64]>,
    /// Positions looked at.
    visits: CachePadded<AtomicU64>,
    /// Expansions spent on searching again.
    searched: CachePadded<AtomicU64>,
}

pub(super) struct Part<M, R> {
    pub(super) claims: Claims<M, R>,
    /// Positions of the side that has its way in nothing, whose moves are all followed: with the plies OR had there.
    pub(super) followed: Multimap<R, Plies>,
}

impl<M: Copy, R: Resource> Found<M, R> {
    /// Nothing yet, for one thread.
    pub(in crate::proof) fn new(statement: Statement) -> Found<M, R> {
        Found {
            statement,
            parts: Found::empty(statement, 1),
            filter: Box::default(),
            visits: CachePadded::default(),
            searched: CachePadded::default(),
        }
    }

    /// The same, for several threads.
    pub(super) fn shared_by(self, threads: usize) -> Found<M, R> {
        let count = threads.saturating_mul(PARTS).clamp(1, MOST_PARTS).next_power_of_two();
        let parts = Found::empty(self.statement, count);
        let filter = bytemuck::zeroed_slice_box(1 << (FILTER_BITS - u64::BITS.ilog2()));
        let shared = Found { parts, filter, ..self };
        for old in self.parts.into_iter().map(into_part) {
            for claim in old.claims.iter() {
                shared.add_at(claim.key).claims.add(claim);
            }
            for (key, resource, &plies) in old.followed.iter() {
                shared.add_at(key).followed.add(key, resource, plies);
            }
        }
        shared
    }

    fn empty(statement: Statement, parts: usize) -> Vec<CachePadded<Mutex<Part<M, R>>>> {
        let part = || Part { claims: Claims::new(statement), followed: Multimap::default() };
        (0..parts).map(|_| CachePadded::new(Mutex::new(part()))).collect()
    }

    /// Says that the position will be asked about soon: its part of the filter should be at hand by then.
    pub(super) fn announce(&self, key: u64) {
        if !self.filter.is_empty() {
            prefetch_index(&self.filter, filter_place(key).0);
        }
    }

    /// What was found about a position, and others. None if nothing was, as far as this thread has heard.
    pub(super) fn at(&self, key: u64) -> Option<MutexGuard<'_, Part<M, R>>> {
        let (word, bit) = filter_place(key);
        let is_known = self.filter.get(word).is_none_or(|word| word.load(Ordering::Relaxed) & bit != 0);
        is_known.then(|| self.part(key))
    }

    /// Where to add something about a position.
    pub(super) fn add_at(&self, key: u64) -> MutexGuard<'_, Part<M, R>> {
        let (word, bit) = filter_place(key);
        if let Some(word) = self.filter.get(word) {
            word.fetch_or(bit, Ordering::Relaxed);
        }
        self.part(key)
    }

    fn part(&self, key: u64) -> MutexGuard<'_, Part<M, R>> {
        self.parts[part_of(key, self.parts.len())].lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts positions that were visited, and returns the new total.
    pub(super) fn add_visits(&self, visits: u64) -> u64 {
        self.visits.fetch_add(visits, Ordering::Relaxed) + visits
    }

    pub(super) fn add_searched(&self, expansions: u64) {
        self.searched.fetch_add(expansions, Ordering::Relaxed);
    }

    /// Expansions spent on searching again.
    pub(in crate::proof) fn searched(&self) -> u64 {
        self.searched.load(Ordering::Relaxed)
    }

    pub(super) fn into_claims(self) -> Claims<M, R> {
        let parts = self.parts.into_iter().map(|part| into_part(part).claims);
        Claims::of_parts(self.statement, parts)
    }
}

fn into_part<M, R>(part: CachePadded<Mutex<Part<M, R>>>) -> Part<M, R> {
    part.into_inner().into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// The word of the filter that a key belongs to, and its bit there.
fn filter_place(key: u64) -> (usize, u64) {
    let place = key.wrapping_mul(SPREAD) >> (u64::BITS - FILTER_BITS);
    ((place / u64::from(u64::BITS)) as usize, 1 << (place % u64::from(u64::BITS)))
}
