//! Graph-history interaction: disproofs that hold only on the line they were found on.
//!
//! Trouble  A position repeated on the current line fails for OR. A disproof that leans on that holds
//!          only where the line holds; stored as a plain disproof it makes a table answer "no" for
//!          positions that OR wins.
//! Idea     Every disproof carries the set of line positions it leans on ([`DependencySet`]). A position drops
//!          itself from the set; an empty set is a real disproof. What is left is kept apart
//!          ([`Conditional`]) and used only where it applies.
//! Source   \[Kishimoto04\] twins and path codes; \[KomoringHeights\] scopes; dependency sets are ours.
//! Switch   `ghi`: `nagai` keeps nothing and searches in two phases (`dfpn/phases.rs`); `scoped` keeps a disproof for exactly the same
//!          line; `twin` also tries to carry it over to other lines by simulation; `dependency` keeps
//!          the set and uses it on every line that contains it.
//! Seen     `stats.conditional_disproofs`, `stats.conditional_hits`.

use crate::Plies;
use crate::options::Ghi;
use crate::path::Path;
use crate::spread::SPREAD;
use crate::{Resource, Stats};

/// How many positions a [`DependencySet`] names one by one. Fewer: a disproof that leans on more of them is only known
/// for its own line. More: every result that is handed up the line is larger.
const NAMED: usize = 8;

/// The depths of the line positions that a disproof leans on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DependencySet {
    depths: [u32; NAMED],
    len: u8,
    /// More than `NAMED`: only `shallowest` is known.
    many: bool,
    shallowest: u32,
}

impl DependencySet {
    /// Depends on nothing: holds on every line.
    pub const EMPTY: DependencySet =
        DependencySet { depths: [0; NAMED], len: 0, many: false, shallowest: u32::MAX };

    /// Depends on the position at this depth.
    pub fn of(depth: u32) -> DependencySet {
        let mut depths = [0; NAMED];
        depths[0] = depth;
        DependencySet { depths, len: 1, many: false, shallowest: depth }
    }

    /// Known to lean on something, of which only the shallowest is known.
    fn at_least_from(shallowest: u32) -> DependencySet {
        DependencySet { depths: [0; NAMED], len: 0, many: true, shallowest }
    }

    /// Does it hold on every line?
    pub fn is_empty(&self) -> bool {
        self.shallowest == u32::MAX
    }

    /// How many positions, as far as known; for preferring the smaller set.
    pub fn weight(&self) -> (u32, u32) {
        let size = if self.many { NAMED as u32 + 1 } else { self.len as u32 };
        (size, u32::MAX - self.shallowest)
    }

    fn named(&self) -> &[u32] {
        &self.depths[..self.len as usize]
    }

    /// Depends on what either depends on.
    #[must_use]
    pub fn union(mut self, other: &DependencySet) -> DependencySet {
        self.shallowest = self.shallowest.min(other.shallowest);
        self.many |= other.many;
        for &depth in other.named() {
            if self.many || self.named().contains(&depth) {
                continue;
            }
            if self.len as usize == NAMED {
                self.many = true;
            } else {
                self.depths[self.len as usize] = depth;
                self.len += 1;
            }
        }
        if self.many { DependencySet::at_least_from(self.shallowest) } else { self }
    }

    /// Without the position at `depth`, which is the deepest of the line.
    #[must_use]
    pub fn without(self, depth: u32) -> DependencySet {
        if self.shallowest >= depth {
            return DependencySet::EMPTY;
        }
        if self.many {
            return self;
        }
        let mut out = DependencySet::EMPTY;
        for &other in self.named().iter().filter(|&&d| d != depth) {
            out = out.union(&DependencySet::of(other));
        }
        out
    }
}

/// How many sets a position keeps. Fewer: what was disproved on one line is searched again on the next. More: fewer positions
/// fit into the same memory, and each look-up compares more.
const SETS: usize = 4;
/// How many positions a kept set has at most. Fewer: larger sets are not kept. More: fewer sets fit into memory.
const KEPT: usize = 6;

#[derive(Clone, Copy)]
struct Set {
    /// OR does not win within this many plies.
    rank: Plies,
    len: u8,
    on: [(u64, u32); KEPT],
}

#[derive(Clone, Copy)]
struct BySet {
    key: u64,
    resource: u32,
    used: u8,
    next: u8,
    sets: [Set; SETS],
}

#[derive(Clone, Copy)]
struct ByLine {
    code: u64,
    key: u64,
    resource: u32,
    shallowest: u32,
    rank: Plies,
}

/// Disproofs that hold on some lines only. Old ones are overwritten: losing one is harmless. Memory is taken when the
/// first one is kept: many small searches have none.
pub struct Conditional {
    bytes: usize,
    /// Was anything kept?
    in_use: bool,
    by_line: Vec<Option<ByLine>>,
    by_set: Vec<Option<BySet>>,
}

impl Conditional {
    /// Room in about this many bytes, half for each kind.
    pub fn with_bytes(bytes: usize) -> Conditional {
        Conditional { bytes, in_use: false, by_line: vec![], by_set: vec![] }
    }

    /// Takes the memory now.
    pub fn reserve(&mut self) {
        _ = Conditional::place(self.bytes, &mut self.by_line, 0);
        _ = Conditional::place(self.bytes, &mut self.by_set, 0);
    }

    /// Forgets everything and keeps the memory.
    pub fn clear(&mut self) {
        if std::mem::take(&mut self.in_use) {
            self.by_line.fill(None);
            self.by_set.fill(None);
        }
    }

    /// The slot that a key hashes to in a table of `len` slots, a power of two.
    fn slot(len: usize, key: u64) -> usize {
        (key.wrapping_mul(SPREAD) >> 20) as usize & (len - 1)
    }

    /// What is kept for a key.
    fn kept<T>(slots: &[Option<T>], key: u64) -> Option<&T> {
        if slots.is_empty() { None } else { slots[Conditional::slot(slots.len(), key)].as_ref() }
    }

    /// The place for a key; the slots are made if there are none.
    fn place<T: Clone>(bytes: usize, slots: &mut Vec<Option<T>>, key: u64) -> &mut Option<T> {
        if slots.is_empty() {
            let count = (bytes / 2 / size_of::<Option<T>>()).max(1) + 1;
            slots.resize(count.next_power_of_two() / 2, None);
        }
        let slot = Conditional::slot(slots.len(), key);
        &mut slots[slot]
    }

    /// Keeps a disproof of (key, resource) that was found on this line: what it leans on, and within how many
    /// plies OR does not win.
    pub(crate) fn keep<R: Resource>(
        &mut self,
        ghi: Ghi,
        (key, resource): (u64, R),
        code: u64,
        (depends_on, rank): (&DependencySet, Plies),
        path: &Path<R>,
    ) {
        self.in_use = true;
        let as_set = ghi == Ghi::Dependency && !depends_on.many && depends_on.len as usize <= KEPT;
        if ghi == Ghi::Nagai {
        } else if as_set {
            self.keep_set((key, resource.to_bits()), (depends_on, rank), path);
        } else {
            let place = Conditional::place(self.bytes, &mut self.by_line, code);
            let (resource, shallowest) = (resource.to_bits(), depends_on.shallowest);
            *place = Some(ByLine { code, key, resource, shallowest, rank });
        }
    }

    fn keep_set<R: Resource>(
        &mut self,
        (key, resource): (u64, u32),
        (depends_on, rank): (&DependencySet, Plies),
        path: &Path<R>,
    ) {
        let mut set = Set { rank, len: depends_on.len, on: [(0, 0); KEPT] };
        for (place, &depth) in set.on.iter_mut().zip(depends_on.named()) {
            let (key, resource) = path.at(depth);
            *place = (key, resource.to_bits());
        }
        set.on[..set.len as usize].sort_unstable();
        let fresh = BySet { key, resource, used: 0, next: 0, sets: [set; SETS] };
        let at = key ^ ((resource as u64) << 32);
        let here = Conditional::place(self.bytes, &mut self.by_set, at).get_or_insert(fresh);
        if (here.key, here.resource) != (key, resource) {
            *here = fresh;
        }
        let used = &mut here.sets[..here.used as usize];
        if let Some(known) = used.iter_mut().find(|s| s.on == set.on && s.len == set.len) {
            known.rank = known.rank.max(rank);
        } else {
            here.sets[here.next as usize] = set;
            here.next = (here.next + 1) % SETS as u8;
            here.used = (here.used + 1).min(SETS as u8);
        }
    }

    /// What a disproof of (key, resource) on the current line, extended to it by `code`, leans on, and its
    /// plies, at least `left`.
    pub(crate) fn find<R: Resource>(
        &self,
        ghi: Ghi,
        (key, resource): (u64, R),
        code: u64,
        left: Plies,
        path: &Path<R>,
        stats: &mut Stats,
    ) -> Option<(DependencySet, Plies)> {
        let bits = resource.to_bits();
        let mut found = None;
        if ghi == Ghi::Dependency {
            let here = Conditional::kept(&self.by_set, key ^ ((bits as u64) << 32))
                .filter(|s| (s.key, s.resource) == (key, bits));
            found = here.and_then(|here| {
                let sets = here.sets[..here.used as usize].iter().filter(|set| set.rank >= left);
                sets.filter_map(|set| Some((on_line(set, path)?, set.rank)))
                    .min_by_key(|(depends_on, _)| depends_on.weight())
            });
        }
        if found.is_none() && ghi != Ghi::Nagai {
            let here = Conditional::kept(&self.by_line, code);
            let here =
                here.filter(|l| (l.code, l.key, l.resource) == (code, key, bits) && l.rank >= left);
            found = here.map(|line| (DependencySet::at_least_from(line.shallowest), line.rank));
        }
        stats.conditional_hits += found.is_some() as u64;
        found
    }
}

/// The depths of a set's positions on this line, if all are on it (or something that covers them).
fn on_line<R: Resource>(set: &Set, path: &Path<R>) -> Option<DependencySet> {
    let mut depends_on = DependencySet::EMPTY;
    for &(key, resource) in &set.on[..set.len as usize] {
        depends_on =
            depends_on.union(&DependencySet::of(path.find(key, R::from_bits(resource), false)?));
    }
    Some(depends_on)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_empties_when_its_positions_are_left() {
        let depends_on = DependencySet::of(3).union(&DependencySet::of(5)).union(&DependencySet::of(3));
        assert_eq!(depends_on.named(), [3, 5]);
        assert_eq!(depends_on.without(5).named(), [3]);
        assert!(depends_on.without(5).without(3).is_empty());
        assert!(DependencySet::EMPTY.without(0).is_empty());
    }

    #[test]
    fn a_large_set_still_knows_its_shallowest_position() {
        let all = (2..40).fold(DependencySet::EMPTY, |set, depth| set.union(&DependencySet::of(depth)));
        assert!(all.many && all.shallowest == 2);
        assert!(!all.without(30).is_empty());
        assert!(all.without(2).is_empty());
    }
}
