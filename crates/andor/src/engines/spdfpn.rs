//! Jobs: threads take pieces of the search from a small tree they share.
//!
//! Trouble  Threads that each search from the root meet each other all the time: what one is doing, others must
//!          guess from numbers in the table.
//! Idea     One small tree near the root, behind a lock. A thread walks down it by the numbers as usual, to a
//!          branch with little work behind it; marks that as far away, so that the next thread goes elsewhere;
//!          searches it by df-pn without the lock, to the usual thresholds or a share of the work done so far;
//!          and brings the numbers back. A branch with more work behind it is opened, and its moves are
//!          branches of their own.
//! Source   \[Pawlewicz13\]. Its threads share a table of marks; ours a tree, whose nodes are lines and not positions:
//!          disproofs that lean on the line (see `techniques/repetition.rs`) have their place in it.
//! Switch   `threads_by = jobs`.
//! Seen     `stats.jobs`.

use super::dfpn::{Dfpn, Top};
use super::parallel::Shared;
use crate::game::Game;
use crate::{Options, Search, Status};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Expansions between two looks whether a job is still needed.
const SLICE: u64 = 1024;
/// Expansions a job makes at least, unless it has an answer: less is not worth the walk.
const LEAST: u64 = 128;
/// A branch of more than this part of a thread's share of all work is opened.
const PARTS: u64 = 64;

/// The tree, the lock around it, and a bell for those who wait for it to change.
pub(super) struct Office<G: Game> {
    top: Mutex<Top<G>>,
    bell: Condvar,
    threads: u64,
    split: u64,
}

impl<G: Game> Office<G> {
    pub(super) fn new(threads: usize, options: &Options) -> Office<G> {
        Office {
            top: Mutex::new(Top::new(threads)),
            bell: Condvar::new(),
            threads: threads as u64,
            split: options.threads_by_jobs_split.into(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, Top<G>> {
        self.top.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Wakes the others when a thread ends for whatever reason.
struct Leaving<'a, 'b, G: Game>(&'a Office<G>, &'a Shared<'b>);

impl<G: Game> Drop for Leaving<'_, '_, G> {
    fn drop(&mut self) {
        self.1.close();
        let _top = self.0.lock();
        self.0.bell.notify_all();
    }
}

/// What one thread does: take a job, do it, bring it back.
pub(super) fn run<G: Game>(search: &mut Dfpn<G>, thread: usize, office: &Office<G>, shared: &Shared<'_>) {
    let _leaving = Leaving(office, shared);
    let mut top = office.lock();
    loop {
        if let Some(verdict) = top.verdict() {
            return shared.end(verdict);
        }
        if !shared.may_go_on() {
            return;
        }
        let cap = (top.work() / (PARTS * office.threads)).max(office.split);
        let before = search.stats().expansions;
        let found = search.take_job(&mut top, thread, cap);
        shared.spend(search.stats().expansions - before);
        if found {
            drop(top);
            let spent = work(search, thread, cap, office, shared);
            top = office.lock();
            search.bring_back(&mut top, thread, spent);
            office.bell.notify_all();
            shared.report(search, top.root_bounds());
        } else if top.verdict().is_none() {
            top = office.bell.wait(top).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Does a job; says how many expansions it took.
fn work<G: Game>(
    search: &mut Dfpn<G>,
    thread: usize,
    cap: u64,
    office: &Office<G>,
    shared: &Shared<'_>,
) -> u64 {
    let before = search.stats().expansions;
    let spent = |search: &Dfpn<G>| search.stats().expansions - before;
    while spent(search) < cap && shared.may_go_on() {
        let slice = SLICE.min(cap - spent(search));
        match shared.advance(search, slice) {
            Status::Done if spent(search) < LEAST && search.go_farther() => {}
            Status::Done => break,
            Status::Running if !office.lock().wants(thread) => break,
            Status::Running => {}
        }
    }
    search.come_home();
    spent(search)
}
