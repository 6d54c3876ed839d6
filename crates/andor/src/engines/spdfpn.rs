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

use super::dfpn::{Dfpn, SharedTree};
use super::parallel::Shared;
use crate::game::Game;
use crate::{Options, Policy, Search, Status};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

/// Expansions between two looks whether a job is still needed. Fewer: the lock of the tree is taken more often. More: jobs
/// go on for longer after their answer is known.
const SLICE: u64 = 1024;
/// Expansions a job makes at least, unless it has an answer: less is not worth the walk. More: a job goes on with a branch
/// when another has become the best.
const LEAST: u64 = 128;
/// A branch of more than this part of a thread's share of all work is opened. A larger part (a smaller number): threads
/// wait because a branch has one of them at a time. A smaller part: the tree, behind its lock, grows for nothing.
const PARTS: u64 = 64;

/// The shared tree, its lock, and a condition variable for those who wait for it to change.
pub(super) struct Monitor<G: Game, P: Policy> {
    top: Mutex<SharedTree<G, P>>,
    changed: Condvar,
    threads: u64,
    split: u64,
}

impl<G: Game, P: Policy> Monitor<G, P> {
    pub(super) fn new(threads: usize, options: &Options) -> Monitor<G, P> {
        Monitor {
            top: Mutex::new(SharedTree::new(threads)),
            changed: Condvar::new(),
            threads: threads as u64,
            split: options.threads_by_jobs_split.into(),
        }
    }

    /// How much work a branch may have behind it before it is opened.
    fn cap(&self, top: &SharedTree<G, P>) -> u64 {
        (top.work() / (PARTS * self.threads)).max(self.split)
    }

    fn lock(&self) -> MutexGuard<'_, SharedTree<G, P>> {
        self.top.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Wakes the others when a thread ends for whatever reason.
struct Leaving<'a, 'b, G: Game, P: Policy>(&'a Monitor<G, P>, &'a Shared<'b>);

impl<G: Game, P: Policy> Drop for Leaving<'_, '_, G, P> {
    fn drop(&mut self) {
        self.1.close();
        let _top = self.0.lock();
        self.0.changed.notify_all();
    }
}

/// What one thread does: take a job, do it, bring it back.
pub(super) fn run<G: Game, P: Policy>(
    search: &mut Dfpn<G, P>,
    thread: usize,
    monitor: &Monitor<G, P>,
    shared: &Shared<'_>,
) {
    let _leaving = Leaving(monitor, shared);
    let mut top = monitor.lock();
    loop {
        if let Some(verdict) = top.verdict() {
            return shared.end(verdict);
        }
        if !shared.may_go_on() {
            return;
        }
        let cap = monitor.cap(&top);
        let before = search.stats().expansions;
        let found = search.take_job(&mut top, thread, cap);
        shared.spend(search.stats().expansions - before);
        if found {
            drop(top);
            let spent = work(search, thread, cap, monitor, shared);
            top = monitor.lock();
            search.bring_back(&mut top, thread, spent);
            monitor.changed.notify_all();
            shared.report(search, thread, top.root_bounds());
        } else if top.verdict().is_none() {
            top = monitor.changed.wait(top).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Does a job; says how many expansions it took.
fn work<G: Game, P: Policy>(
    search: &mut Dfpn<G, P>,
    thread: usize,
    cap: u64,
    monitor: &Monitor<G, P>,
    shared: &Shared<'_>,
) -> u64 {
    let before = search.stats().expansions;
    let spent = |search: &Dfpn<G, P>| search.stats().expansions - before;
    while spent(search) < cap && shared.may_go_on() {
        let slice = SLICE.min(cap - spent(search));
        match shared.advance(search, slice) {
            Status::Done if spent(search) < LEAST && search.go_farther() => {}
            Status::Done => break,
            Status::Running if !monitor.lock().wants(thread) => break,
            Status::Running => {}
        }
    }
    search.come_home();
    spent(search)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::parallel;
    use crate::options::ThreadsBy;
    use crate::toy::Objective;
    use crate::toy::connect_four::ConnectFour;
    use crate::{GameValue, Table};
    use std::sync::Arc;

    /// Expansions every thread makes in a round.
    const ROUND: u64 = 64;

    /// Threads that take turns, as if each had a core of its own and all expansions took the same time: the
    /// answer, the rounds, and the expansions of all. The same on every computer.
    fn in_rounds(game: &ConnectFour, options: Options, threads: usize) -> (GameValue, u64, u64) {
        let table = Arc::new(Table::with_bytes(1 << 30));
        if options.threads_by == ThreadsBy::Virtual {
            let (outcome, rounds) = parallel::in_rounds(game, options, &table, threads, u64::MAX);
            return (outcome.verdict, rounds, outcome.stats.expansions);
        }
        let monitor = Monitor::new(threads, &options);
        let search = |_| Dfpn::new(game.clone(), options, table.clone());
        let mut searches: Vec<_> = (0..threads).map(search).collect();
        let mut jobs = vec![None; threads];
        let mut rounds = 0;
        loop {
            rounds += 1;
            for (thread, search) in searches.iter_mut().enumerate() {
                turn(search, thread, &mut jobs[thread], &monitor);
            }
            let verdict = monitor.lock().verdict();
            if let Some(verdict) = verdict {
                let expansions = searches.iter().map(|search| search.stats().expansions).sum();
                return (verdict, rounds, expansions);
            }
        }
    }

    /// A round of one thread: what [`run`] does, a few expansions at a time.
    fn turn(
        search: &mut Dfpn<ConnectFour>,
        thread: usize,
        job: &mut Option<(u64, u64)>,
        monitor: &Monitor<ConnectFour, Options>,
    ) {
        let mut top = monitor.lock();
        let end = search.stats().expansions + ROUND;
        while search.stats().expansions < end && top.verdict().is_none() {
            if job.is_none() {
                let cap = monitor.cap(&top);
                if !search.take_job(&mut top, thread, cap) {
                    return;
                }
                *job = Some((search.stats().expansions, cap));
            }
            let Some((start, cap)) = *job else { return };
            let spent = search.stats().expansions - start;
            let status = search.advance((end - search.stats().expansions).min(cap - spent));
            let spent = search.stats().expansions - start;
            if status == Status::Done && spent < LEAST.min(cap) && search.go_farther() {
                continue;
            }
            if status == Status::Done || spent >= cap || !top.wants(thread) {
                search.come_home();
                search.bring_back(&mut top, thread, spent);
                *job = None;
            }
        }
    }

    /// Prints a table: `cargo test --release -p tsumugi-andor --lib -- --ignored --nocapture in_rounds`.
    #[test]
    #[ignore = "minutes"]
    fn connect_four_in_rounds() {
        for (width, height) in [(6, 4), (6, 5)] {
            let game = ConnectFour::new(width, height, Objective::FirstWins).with_look_ahead();
            for &(threads_by, word) in ThreadsBy::ALL {
                let options = Options { threads_by, ..Options::default() };
                for threads in [1, 2, 4, 8, 16] {
                    let (verdict, rounds, expansions) = in_rounds(&game, options, threads);
                    assert_eq!(verdict.answer(), Some(false));
                    println!(
                        "{width} x {height} {word:8} {threads:2} threads {rounds:>8} rounds {expansions:>10} expansions"
                    );
                }
            }
        }
    }
}
