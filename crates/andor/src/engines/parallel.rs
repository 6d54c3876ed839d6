//! One question, several threads: each runs df-pn from the root, all share one table.
//!
//! Virtual numbers spread the threads over the tree; every few expansions a thread looks whether another has
//! solved a position of its line, and then goes on from there. What is shared is true on every line;
//! disproofs that lean on a line stay with their thread. So the answer does not depend on the number of
//! threads, only the effort does.

use crate::engines::dfpn::Dfpn;
use crate::game::Game;
use crate::techniques::virtual_numbers::Busy;
use crate::{Limits, Observer, Options, Outcome, Search, Stats, Status, StopReason, Table, Verdict};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};

/// Expansions a thread makes between two looks at what the others do.
const SLICE: u64 = 1024;

/// Solves the game's current position with `threads` threads. The limits hold for all of them together.
pub fn solve<G: Game + Clone + Send>(
    game: &G,
    options: Options,
    table: &Arc<Table<G::Resource>>,
    threads: usize,
    limits: &Limits,
    observer: &mut (dyn Observer + Send),
) -> Outcome
where
    G::Move: Send,
{
    let busy = Arc::new(Busy::new());
    let shared = Shared {
        left: AtomicU64::new(limits.expansions),
        done: AtomicBool::new(false),
        verdict: Mutex::new(Verdict::Unknown(StopReason::Nodes)),
        observer: Mutex::new(observer),
    };
    let mut stats = Stats::default();
    std::thread::scope(|scope| {
        let work = |_| {
            let mut search = Dfpn::new(game.clone(), options, table.clone()).among(busy.clone());
            let shared = &shared;
            scope.spawn(move || {
                run(&mut search, shared, limits);
                search.stats()
            })
        };
        let workers: Vec<_> = (0..threads.max(1)).map(work).collect();
        for worker in workers {
            match worker.join() {
                Ok(share) => stats = stats.plus(&share),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    let verdict = *shared.verdict.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    Outcome { verdict, stats }
}

struct Shared<'a> {
    left: AtomicU64,
    done: AtomicBool,
    verdict: Mutex<Verdict>,
    observer: Mutex<&'a mut (dyn Observer + Send)>,
}

fn run<G: Game>(search: &mut Dfpn<G>, shared: &Shared<'_>, limits: &Limits) {
    let end = |verdict| {
        let mut answer = shared.verdict.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if answer.answer().is_none() {
            *answer = verdict;
        }
        shared.done.store(true, Ordering::Release);
    };
    while !shared.done.load(Ordering::Acquire) {
        if limits.stopped() {
            return end(Verdict::Unknown(StopReason::Stopped));
        }
        let take = |left: u64| Some(left - left.min(SLICE));
        let left = shared.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).unwrap_or(0);
        if left == 0 {
            return end(Verdict::Unknown(StopReason::Nodes));
        }
        if search.advance(left.min(SLICE)) == Status::Done {
            return end(search.verdict());
        }
        if let Ok(mut observer) = shared.observer.try_lock() {
            observer.progress(&search.stats(), search.root_bounds(), search.fill());
        }
    }
}
