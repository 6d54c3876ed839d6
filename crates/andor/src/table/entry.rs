//! What an entry says, when one makes another needless, and how it fits into the words of a cache line.

use super::memory::{Cluster, ENTRY};
use crate::Plies;
use crate::{Bounds, Resource};

/// Solved entries survive this much better than their work alone would let them. Less: proofs have holes that are searched
/// again. More: the numbers of open positions are lost instead, and the search forgets where it was.
pub(super) const SOLVED_BONUS: u32 = 1000;

/// What the table knows about one position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Entry<R> {
    /// With this resource exactly, if open; at least (proved) or at most (disproved) this one, if solved.
    pub resource: R,
    /// Its bounds.
    pub bounds: Bounds,
    /// If proved: OR wins within this many plies. If disproved: it does not within this many; [`Plies::UNLIMITED`] if it
    /// never does.
    pub rank: Plies,
    /// The smallest depth at which it was reached.
    pub min_depth: u32,
    /// Expansions spent below it.
    pub amount: u32,
    /// A disproof by repetition was found on some path: ask the conditional disproofs too.
    pub maybe_repetition: bool,
    /// One position it was reached from, as (key, resource).
    pub parent: (u64, R),
    /// Children known to merge, by index (SNDA).
    pub merged: u64,
    /// If solved by one move of the side that wanted it: that move, as [`crate::Rules::move_bits`]; 0 if not
    /// known.
    pub best: u32,
}

impl<R: Resource> Entry<R> {
    /// Does it answer whether OR wins with this resource within the given number of plies?
    pub(super) fn decides(&self, question: &Query<R>) -> bool {
        let (held, own) = (question.resource, self.resource);
        let fits = if self.bounds.is_proved() {
            self.rank <= question.within && held.covers(own)
        } else {
            self.bounds.is_disproved() && self.rank >= question.within && own.covers(held)
        };
        fits && (question.dominance || held == own)
    }
}

/// Does OR win a position?
#[derive(Clone, Copy, Debug)]
pub struct Query<R> {
    /// Which position.
    pub key: u64,
    /// With which resource.
    pub resource: R,
    /// Within how many plies; [`Plies::UNLIMITED`] for any number.
    pub within: Plies,
    /// May entries with another resource decide it?
    pub dominance: bool,
}

/// Where a new entry goes, with respect to an old one of the same key.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// They say different things.
    Beside,
    /// The old one is outdated.
    Instead,
    /// The old one says as much or more.
    Needless,
}

pub(super) fn place<R: Resource>(old: &Entry<R>, new: &Entry<R>, question: &Query<R>) -> Place {
    let own = Query { dominance: false, ..*question };
    let same_resource = old.resource == new.resource;
    match (old.bounds.is_solved(), new.bounds.is_solved()) {
        (false, _) if old.resource == question.resource => Place::Instead,
        (true, false) if old.decides(&own) => Place::Needless,
        (true, true) if same_resource && old.bounds.is_proved() == new.bounds.is_proved() => {
            let better =
                if new.bounds.is_proved() { new.rank <= old.rank } else { new.rank >= old.rank };
            if better { Place::Instead } else { Place::Needless }
        }
        _ => Place::Beside,
    }
}

/// How much it would cost to lose an entry.
pub(super) fn worth(cluster: &Cluster<'_>, way: usize) -> u32 {
    let words = cluster.entry(way);
    let ((pn, dn), (amount, _)) = (halves(words[3]), halves(words[5]));
    amount.saturating_add(if pn == 0 || dn == 0 { SOLVED_BONUS } else { 0 })
}

fn word(low: u32, high: u32) -> u64 {
    low as u64 | (high as u64) << 32
}

fn halves(word: u64) -> (u32, u32) {
    (word as u32, (word >> 32) as u32)
}

pub(super) fn pack<R: Resource>(entry: &Entry<R>) -> [u64; ENTRY] {
    [
        entry.parent.0,
        entry.merged,
        word(entry.resource.to_bits(), entry.parent.1.to_bits()),
        word(entry.bounds.pn(), entry.bounds.dn()),
        word(entry.rank.get(), entry.min_depth),
        word(entry.amount, entry.maybe_repetition as u32),
        entry.best as u64,
    ]
}

/// Are there only such flags in these words as [`pack`] puts in, and nothing beside the move?
pub(super) fn flags_are_known(words: &[u64; ENTRY]) -> bool {
    words[5] >> 32 <= 1 && words[6] >> 32 == 0
}

pub(super) fn unpack<R: Resource>(words: [u64; ENTRY]) -> Entry<R> {
    let (resource, parent_resource) = halves(words[2]);
    let (pn, dn) = halves(words[3]);
    let (rank, min_depth) = halves(words[4]);
    let (amount, flags) = halves(words[5]);
    Entry {
        resource: R::from_bits(resource),
        bounds: Bounds::from_numbers(pn, dn),
        rank: rank.into(),
        min_depth,
        amount,
        maybe_repetition: flags & 1 != 0,
        parent: (words[0], R::from_bits(parent_resource)),
        merged: words[1],
        best: words[6] as u32,
    }
}
