//! One thread's part of expanding a layer.

use super::recent::Recent;
use crate::key::Key;
use crate::visited::{Inserted, Visited};
use crate::{Goal, Problem};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use tsumugi_shogi::{Move, MoveList, Packed, Position};

/// What all threads see.
pub struct Shared<'a> {
    pub problem: &'a Problem,
    /// Do 128 bits tell positions apart?
    pub exact: bool,
    pub table: &'a Visited,
    /// The layer that is being made.
    pub layer: u32,
    /// Was a mate found? Then nothing else is stored any more.
    pub mated: &'a AtomicBool,
}

/// The table has no room.
#[derive(Debug)]
pub struct Full;

/// A way to the next layer: the defender's move, a check, and the key they lead to.
struct Candidate {
    reply: Move,
    check: Move,
    key: Key,
}

/// A thread's tools and what it has found.
pub struct Worker {
    position: Position,
    candidates: Vec<Candidate>,
    recent: Recent,
    /// Positions of the layer being made.
    pub next: Vec<Packed>,
    /// Positions that were not expanded for lack of room.
    pub undone: Vec<Packed>,
    /// Where solutions end: mates of the defender, or for selfmates the positions one move before.
    pub ends: Vec<Packed>,
    /// How many positions were expanded, of both sides.
    pub expansions: u64,
}

impl Worker {
    pub fn new(problem: &Problem, exact: bool) -> Worker {
        Worker {
            position: problem.position().clone(),
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

    /// Remembers enough positions for a layer of this size.
    pub fn prepare(&mut self, layer: usize) {
        self.recent.suit(layer);
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
            for (i, packed) in mine.iter().enumerate() {
                let crowded = shared.table.is_crowded() && !shared.mated.load(Relaxed);
                if crowded || self.expand(shared, packed).is_err() {
                    self.undone.extend_from_slice(&mine[i..]);
                    return;
                }
            }
        }
    }

    /// Adds what follows from a position with the defender to move to the next layer.
    fn expand(&mut self, shared: &Shared<'_>, packed: &Packed) -> Result<(), Full> {
        shared.problem.packer().unpack_into(packed, &mut self.position);
        let mut replies = MoveList::new();
        self.position.legal_moves(&mut replies);
        self.candidates.clear();
        self.recent.forget_pending();
        self.expansions += 1;
        let mut ends = false;
        for &reply in &replies {
            ends |= self.collect(shared, reply);
        }
        if ends {
            self.ends.push(*packed);
            shared.mated.store(true, Relaxed);
        }
        self.add_candidates(shared)?;
        self.recent.keep_pending();
        Ok(())
    }

    /// Lists the checks after a reply, unless that position was expanded lately. Says whether the reply ends a
    /// selfmate.
    fn collect(&mut self, shared: &Shared<'_>, reply: Move) -> bool {
        let Worker { position, candidates, recent, .. } = self;
        let (attacker, exact) = (shared.problem.attacker(), shared.exact);
        let mut key = Key { main: Key::main_after_reply(position, attacker, reply), more: 0 };
        if !exact && recent.has(key) {
            return false;
        }
        let undo = position.play(reply);
        let mut ends = false;
        if exact {
            key = Key::of(position, attacker, true);
        }
        if !exact || !recent.has(key) {
            recent.note(key);
            self.expansions += 1;
            ends = shared.problem.goal() == Goal::HelpSelfmate && shared.problem.is_goal(position);
            let mut checks = MoveList::new();
            position.checks(&mut checks);
            for &check in &checks {
                let key = Key::after(position, attacker, check, exact);
                candidates.push(Candidate { reply, check, key });
            }
        }
        position.undo(undo);
        ends
    }

    /// Puts the candidates that are new into the next layer.
    fn add_candidates(&mut self, shared: &Shared<'_>) -> Result<(), Full> {
        let candidates = std::mem::take(&mut self.candidates);
        // All places are asked for at once, so that the memory's answers overlap.
        let near = candidates.iter().fold(0, |sum, one| sum ^ shared.table.touch(one.key.main));
        std::hint::black_box(near);
        let mut result = Ok(());
        for Candidate { reply, check, key } in &candidates {
            if shared.mated.load(Relaxed) {
                self.look_for_end(shared, *reply, *check);
                continue;
            }
            match shared.table.insert(*key, shared.layer) {
                Inserted::Known => {}
                Inserted::New => self.store(shared, *reply, *check),
                Inserted::Full => {
                    result = Err(Full);
                    break;
                }
            }
        }
        self.candidates = candidates;
        result
    }

    /// Stores the position after two moves, which is new: in the next layer, or as the end of a solution.
    fn store(&mut self, shared: &Shared<'_>, reply: Move, check: Move) {
        let undo_reply = self.position.play(reply);
        let undo_check = self.position.play(check);
        self.store_here(shared);
        self.position.undo(undo_check);
        self.position.undo(undo_reply);
    }

    fn store_here(&mut self, shared: &Shared<'_>) {
        let packed = shared.problem.packer().pack(&self.position);
        if shared.problem.is_goal(&self.position) {
            self.ends.push(packed);
            shared.mated.store(true, Relaxed);
        } else {
            self.next.push(packed);
        }
    }

    /// Once a mate is known, only others of the same length matter.
    fn look_for_end(&mut self, shared: &Shared<'_>, reply: Move, check: Move) {
        let undo_reply = self.position.play(reply);
        let undo_check = self.position.play(check);
        if shared.problem.is_goal(&self.position) {
            self.ends.push(shared.problem.packer().pack(&self.position));
        }
        self.position.undo(undo_check);
        self.position.undo(undo_reply);
    }

    /// Makes the first layer, for a problem in which the attacker moves first.
    pub fn expand_root(&mut self, shared: &Shared<'_>) {
        self.position.clone_from(shared.problem.position());
        let mut checks = MoveList::new();
        self.position.checks(&mut checks);
        self.expansions += 1;
        for &check in &checks {
            let undo = self.position.play(check);
            // Two checks lead to two positions, and an empty table has room for all checks there can be.
            shared
                .table
                .insert(Key::of(&self.position, shared.problem.attacker(), shared.exact), shared.layer);
            self.store_here(shared);
            self.position.undo(undo);
        }
    }
}
