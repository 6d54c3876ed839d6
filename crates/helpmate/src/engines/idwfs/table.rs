//! The table of positions (局面表): how deep each was first met, and what became of it.
//!
//! A position that was not met in this round nor in the one before is unprotected: it lies below something settled, and nothing
//! else leads to it. When the table fills, unprotected ones make room (ProtectGC); should one be met again, it is searched
//! again. The paper overwrites one whenever its place is wanted, whichever it is; here a part of them is drawn and swept out. To drop
//! those first that were not met for the longest time is worse: play comes back to them in the same order.

use crate::engines::walk::Hopeless;
use crate::fingerprint::Fingerprint;
use tsumugi_shogi::Move;
use tsumugi_shogi::random::Random;

/// What is known about a position.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum State {
    /// There is more to be searched below it.
    #[default]
    Open,
    /// Everything below it has been searched, or belongs to a position met earlier (確定局面).
    Settled,
    /// It lies on no shortest solution.
    Hopeless,
}

/// A position in the table.
#[derive(Clone, Copy, Default, Debug)]
pub struct Entry<K> {
    key: K,
    /// Plies from the start to it, on the shortest way met.
    pub depth: u32,
    /// The round in which it was met last, whatever came of it; 0 marks an empty place.
    pub met: u32,
    /// The round in which it was met last and not left to another way.
    pub round: u32,
    /// What the way to it cost, where a method asks for that.
    pub cost: u32,
    /// Its only move that leads anywhere, once that is known.
    pub only: Option<Move>,
    /// What became of it.
    pub state: State,
}

/// Positions by fingerprint, in a table that grows up to its limit.
pub struct Table<K> {
    entries: Vec<Entry<K>>,
    used: usize,
    most: usize,
    protect: bool,
    /// The round in which something was added last.
    round: u32,
}

/// Places at first. Fewer: the first positions make it grow several times. More: nothing that is lost matters.
const FEWEST: usize = 1 << 6;
/// The largest fraction of places in use. Less: memory. More: long runs of full places, which every look-up walks along.
const FULL: (usize, usize) = (3, 4);
/// A sweep must free one in this many places. Less: the table is swept again at once. More: the search ends with room left.
const WORTH_A_SWEEP: usize = 16;
/// A sweep drops one in this many unprotected positions. Fewer: what is met again has been forgotten. More: sweeps are frequent.
const SWEPT: usize = 4;

/// What a rebuilt table is without.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sweep {
    Nothing,
    /// Some of the unprotected.
    Some,
    /// All of the unprotected.
    All,
}

impl<K: Fingerprint> Table<K> {
    /// What a position costs.
    pub const BYTES_PER_ENTRY: usize = size_of::<Entry<K>>();

    /// An empty table for at most this many positions. With `protect` the unprotected make room when it is full.
    pub fn new(most: usize, protect: bool) -> Table<K> {
        let most = most.max(FEWEST);
        Table { entries: vec![Entry::default(); FEWEST], used: 0, most, protect, round: 1 }
    }

    /// How many positions fit into this many bytes, even while the table is being rebuilt.
    pub fn most_in(bytes: usize) -> usize {
        let places = bytes / Self::BYTES_PER_ENTRY / 2;
        (places + 1).next_power_of_two() / 2 / FULL.1 * FULL.0
    }

    /// Positions in it.
    pub fn len(&self) -> usize {
        self.used
    }

    /// The place of a position, or the empty place where it would be.
    fn place(&self, key: K) -> usize {
        let mask = self.entries.len() - 1;
        // The lowest bits alone would put neighbours beside each other in long runs.
        let mut place = (key.place() >> 7 ^ key.place() << 20) & mask;
        while self.entries[place].met != 0 && self.entries[place].key != key {
            place = (place + 1) & mask;
        }
        place
    }

    /// What is known about a position.
    #[inline]
    pub fn get(&self, key: K) -> Option<&Entry<K>> {
        let entry = &self.entries[self.place(key)];
        (entry.met != 0).then_some(entry)
    }

    /// The same, to be changed.
    #[inline]
    pub fn get_mut(&mut self, key: K) -> Option<&mut Entry<K>> {
        let place = self.place(key);
        Some(&mut self.entries[place]).filter(|entry| entry.met != 0)
    }

    /// Adds a position that is not in the table; none if there is no room.
    pub fn add(&mut self, key: K, depth: u32, round: u32) -> Option<&mut Entry<K>> {
        self.round = round;
        if self.used >= self.room() && !self.make_room() {
            return None;
        }
        let place = self.place(key);
        self.entries[place] = Entry { key, depth, round, met: round, ..Entry::default() };
        self.used += 1;
        Some(&mut self.entries[place])
    }

    /// How many positions the table takes before something must be done.
    fn room(&self) -> usize {
        (self.entries.len() / FULL.1 * FULL.0).min(self.most)
    }

    /// Grows as long as that is allowed, then sweeps.
    fn make_room(&mut self) -> bool {
        if self.room() < self.most {
            self.rebuild(self.entries.len() * 2, Sweep::Nothing);
        } else if self.protect {
            self.rebuild(self.entries.len(), Sweep::Some);
            if !self.has_room() {
                self.rebuild(self.entries.len(), Sweep::All);
            }
        }
        self.has_room()
    }

    /// A sweep that frees next to nothing would soon be followed by the next.
    fn has_room(&self) -> bool {
        self.used < self.room() - self.room() / WORTH_A_SWEEP
    }

    /// Makes a table with this many places, without what is swept out.
    fn rebuild(&mut self, places: usize, sweep: Sweep) {
        let old = std::mem::replace(&mut self.entries, vec![Entry::default(); places]);
        let (round, protected) = (self.round, self.round.saturating_sub(1).max(1));
        let drawn = |entry: &Entry<K>| {
            let seed = entry.key.place() as u64 ^ u64::from(round).rotate_left(40);
            Random::new(seed).one_in(SWEPT)
        };
        let stays = |entry: &Entry<K>| match sweep {
            _ if entry.met >= protected => true,
            Sweep::Nothing => true,
            Sweep::Some => !drawn(entry),
            Sweep::All => false,
        };
        self.used = 0;
        for entry in old.into_iter().filter(|entry| entry.met != 0 && stays(entry)) {
            let place = self.place(entry.key);
            self.entries[place] = entry;
            self.used += 1;
        }
    }
}

/// For the walk through all solutions: a position met earlier on a shorter way is on no shortest solution.
impl<K: Fingerprint> Hopeless<K> for Table<K> {
    fn is_hopeless(&self, key: K, ply: u32, _length: u32) -> bool {
        self.get(key).is_some_and(|entry| {
            entry.depth < ply || entry.depth == ply && entry.state == State::Hopeless
        })
    }

    fn bury(&mut self, key: K, ply: u32, _length: u32) {
        match self.get_mut(key) {
            Some(entry) if entry.depth >= ply => {
                entry.depth = ply;
                entry.state = State::Hopeless;
            }
            Some(_) => {}
            None => {
                if let Some(entry) = self.add(key, ply, self.round) {
                    entry.state = State::Hopeless;
                }
            }
        }
    }

    fn positions(&self) -> usize {
        self.len()
    }

    fn bytes(&self) -> usize {
        self.entries.len() * Self::BYTES_PER_ENTRY
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsumugi_shogi::random::Random;

    #[test]
    fn the_unprotected_make_room_and_the_protected_stay() {
        let mut random = Random::new(7);
        let mut table = Table::<u64>::new(1 << 12, true);
        for round in 1..100 {
            let keys: Vec<u64> = (0..1000).map(|_| random.bits()).collect();
            assert!(keys.iter().all(|&key| table.add(key, 1, round).is_some()), "round {round}");
            assert!(keys.iter().all(|&key| table.get(key).is_some()));
        }
        assert!(table.len() <= 1 << 12);
    }

    #[test]
    fn without_protection_the_table_fills_to_its_limit() {
        let mut random = Random::new(7);
        let mut table = Table::<u64>::new(5000, false);
        let added =
            (1..10_000).take_while(|&round| table.add(random.bits(), 1, round).is_some()).count();
        assert_eq!((added, table.len()), (5000, 5000));
    }
}
