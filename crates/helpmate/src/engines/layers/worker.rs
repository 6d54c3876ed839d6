//! One thread's part of expanding a layer.

use super::recent::Recent;
use crate::dense::Dense;
use crate::key::Key;
use crate::visited::{Inserted, Visited};
use crate::{Goal, Problem};
use crossbeam_utils::CachePadded;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use tsumugi_shogi::{Move, MoveList, Packed, Position};

/// What all threads see.
pub struct Shared<'a> {
    pub problem: &'a Problem,
    /// Do 128 bits tell positions apart?
    pub exact: bool,
    pub table: &'a Visited,
    /// What was met besides, as far as it is in memory.
    pub old: Vec<&'a Dense>,
    /// The layer that is being made.
    pub layer: u32,
    /// A thread that has found this many positions hands them in before it goes on.
    pub most: usize,
    /// Was a mate found? Then nothing else is stored any more.
    pub mated: &'a AtomicBool,
}

impl Shared<'_> {
    /// Loads the places of a key, so that they are near when it is asked for. The answer means nothing.
    #[inline]
    fn touch(&self, key: &Key) -> u64 {
        let old = self.old.iter().fold(0, |sum, keys| sum ^ keys.touch_start(key.main));
        old ^ self.table.touch(key.main)
    }

    /// Loads what has to wait for the first.
    #[inline]
    fn touch_groups(&self, key: &Key) -> u64 {
        self.old.iter().fold(0, |sum, keys| sum ^ keys.touch_group(key.main))
    }

    /// Adds a key to those met, if it was not.
    #[inline]
    fn insert(&self, key: Key) -> Inserted {
        if !self.old.is_empty()
            && (self.table.layer(key).is_some() || self.old.iter().any(|keys| keys.contains(key.main)))
        {
            return Inserted::Known;
        }
        self.table.insert_uncounted(key, self.layer)
    }
}

/// The table has no room.
#[derive(Debug)]
pub struct Full;

/// Positions that are expanded together, so that the memory's answers to all their questions overlap. Fewer:
/// threads wait for memory. More: what was fetched first is gone before it is used.
const GROUP: usize = 16;

/// A move of the defender from a position of the group, and the key it leads to.
struct Reply {
    from: u8,
    reply: Move,
    main: u64,
}

/// A way to the next layer: a position of the group, the defender's move, a check, and the key they lead to.
struct Candidate {
    from: u8,
    reply: Move,
    check: Move,
    key: Key,
}

/// A thread's tools and what it has found.
pub struct Worker {
    group: Vec<CachePadded<Position>>,
    replies: Vec<Reply>,
    candidates: Vec<Candidate>,
    recent: Recent,
    /// Positions of the layer being made.
    pub next: Vec<Packed>,
    /// Positions that are still to be expanded, for lack of room.
    pub undone: Vec<Packed>,
    /// Where solutions end: mates of the defender, or for selfmates the positions one move before.
    pub ends: Vec<Packed>,
    /// How many positions were expanded, of both sides.
    pub expansions: u64,
}

impl Worker {
    pub fn new(problem: &Problem, exact: bool) -> Worker {
        Worker {
            group: vec![CachePadded::new(problem.position().clone()); GROUP],
            replies: Vec::new(),
            candidates: Vec::new(),
            recent: Recent::new(exact),
            next: Vec::new(),
            undone: Vec::new(),
            ends: Vec::new(),
            expansions: 0,
        }
    }

    /// The bytes of what is kept from layer to layer.
    pub fn bytes(&self) -> usize {
        self.recent.bytes()
    }

    /// Remembers enough positions for a layer of this size, but not for more than a small part of the memory.
    pub fn prepare(&mut self, layer: usize, bytes: usize) {
        self.recent.suit(layer, bytes);
    }

    /// Takes positions as long as there are any and the table has room.
    pub fn expand_all(
        &mut self,
        shared: &Shared<'_>,
        all: &[Packed],
        cursor: &AtomicUsize,
        batch: usize,
    ) {
        loop {
            let start = cursor.fetch_add(batch, Relaxed);
            let Some(rest) = all.get(start..).filter(|rest| !rest.is_empty()) else { return };
            let mine = &rest[..batch.min(rest.len())];
            for (i, group) in mine.chunks(GROUP).enumerate() {
                let crowded = shared.table.is_crowded() || self.next.len() >= shared.most;
                let crowded = crowded && !shared.mated.load(Relaxed);
                if crowded || self.expand(shared, group).is_err() {
                    self.undone.extend_from_slice(&mine[i * GROUP..]);
                    return;
                }
            }
        }
    }

    /// Adds what follows from some positions with the defender to move to the next layer.
    fn expand(&mut self, shared: &Shared<'_>, group: &[Packed]) -> Result<(), Full> {
        self.list_replies(shared, group);
        self.list_candidates(shared, group);
        let result = self.add_candidates(shared);
        if result.is_err() {
            // They will be expanded again, and must not be taken for done then.
            self.recent.clear();
        }
        result
    }

    fn list_replies(&mut self, shared: &Shared<'_>, group: &[Packed]) {
        let attacker = shared.problem.attacker();
        self.replies.clear();
        for (from, packed) in group.iter().enumerate() {
            let position = &mut *self.group[from];
            shared.problem.packer().unpack_into(packed, position);
            let mut replies = MoveList::new();
            position.legal_moves(&mut replies);
            for &reply in &replies {
                let main = Key::main_after_reply(position, attacker, reply);
                self.replies.push(Reply { from: from as u8, reply, main });
            }
        }
        self.expansions += group.len() as u64;
        let near = self.replies.iter().fold(0, |sum, one| sum ^ self.recent.touch(one.main));
        std::hint::black_box(near);
    }

    /// Lists the checks after each reply, unless that position was expanded lately.
    fn list_candidates(&mut self, shared: &Shared<'_>, group: &[Packed]) {
        let (attacker, exact) = (shared.problem.attacker(), shared.exact);
        let selfmate = shared.problem.goal() == Goal::HelpSelfmate;
        self.candidates.clear();
        for &Reply { from, reply, main } in &self.replies {
            // A selfmate ends with the reply: every way to it counts, not only the first.
            let skips = !selfmate;
            if skips && !exact && self.recent.has_or_add(Key { main, more: 0 }) {
                continue;
            }
            let position = &mut *self.group[from as usize];
            let undo = position.play(reply);
            if !skips || !exact || !self.recent.has_or_add(Key::of(position, attacker, true)) {
                self.expansions += 1;
                if selfmate && shared.problem.is_goal(position) {
                    self.ends.push(group[from as usize]);
                    shared.mated.store(true, Relaxed);
                }
                let mut checks = MoveList::new();
                position.checks(&mut checks);
                for &check in &checks {
                    let key = Key::after(position, attacker, check, exact);
                    self.candidates.push(Candidate { from, reply, check, key });
                }
            }
            position.undo(undo);
        }
        let mut near = self.candidates.iter().fold(0, |sum, one| sum ^ shared.touch(&one.key));
        if !shared.old.is_empty() {
            near ^= self.candidates.iter().fold(0, |sum, one| sum ^ shared.touch_groups(&one.key));
        }
        std::hint::black_box(near);
    }

    /// Puts the candidates that are new into the next layer.
    fn add_candidates(&mut self, shared: &Shared<'_>) -> Result<(), Full> {
        let mut new = 0;
        let result = self.add_new_candidates(shared, &mut new);
        shared.table.count(new);
        result
    }

    fn add_new_candidates(&mut self, shared: &Shared<'_>, new: &mut u64) -> Result<(), Full> {
        let Worker { group, candidates, next, ends, .. } = self;
        for &Candidate { from, reply, check, key } in candidates.iter() {
            // Once a mate is known, only others of the same length matter.
            let mated = shared.mated.load(Relaxed);
            if !mated {
                match shared.insert(key) {
                    Inserted::New => *new += 1,
                    Inserted::Known => continue,
                    Inserted::Full => return Err(Full),
                }
            }
            let position = &mut *group[from as usize];
            let undo_reply = position.play(reply);
            let undo_check = position.play(check);
            if shared.problem.is_goal(position) {
                ends.push(shared.problem.packer().pack(position));
                shared.mated.store(true, Relaxed);
            } else if !mated {
                next.push(shared.problem.packer().pack(position));
            }
            position.undo(undo_check);
            position.undo(undo_reply);
        }
        Ok(())
    }
}
