//! One question, several threads, one table.
//!
//! Two methods, by the option `threads_by`. `virtual`: each thread runs df-pn from the root; virtual numbers
//! spread them over the tree, and every few expansions a thread looks whether another has solved a position of
//! its line, and then goes on from there. `jobs`: they share the tree near the root, see `spdfpn.rs`.
//!
//! What is shared is true on every line; disproofs that lean on a line stay with their thread or with the
//! line. So the answer does not depend on the number of threads, only the effort does.

use super::spdfpn::{self, Monitor};
use crate::engines::dfpn::Dfpn;
use crate::game::Game;
use crate::options::ThreadsBy;
use crate::techniques::virtual_loss::VirtualLoss;
use crate::{GameValue, Limits, Observer, Outcome, Policy, Search, Stats, Status, StopReason, Table};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tsumugi_clock::threads;

/// Expansions a thread makes between two looks at what the others do. Fewer: threads wait for each other's counters.
/// More: they go on for that long after one has found the answer.
const SLICE: u64 = 1024;

/// Solves the game's current position with `threads` threads. The limits hold for all of them together.
pub fn solve<G: Game + Clone + Send, P: Policy>(
    game: &G,
    policy: P,
    table: &Arc<Table<G::Resource>>,
    threads: usize,
    limits: &Limits,
    observer: &mut (dyn Observer + Send),
) -> Outcome
where
    G::Move: Send,
{
    let threads = threads.max(1);
    let (busy, monitor) = (Arc::new(VirtualLoss::new()), Monitor::new(threads, &policy.usual()));
    let shared = Shared::new(threads, limits, observer);
    let evicted_before = table.evicted();
    let searches = (0..threads).map(|_| Dfpn::new(game.clone(), policy, table.clone()));
    let shares = threads::each(searches.enumerate(), |(thread, mut search)| {
        match policy.usual().threads_by {
            ThreadsBy::Jobs => spdfpn::run(&mut search, thread, &monitor, &shared),
            ThreadsBy::Virtual => {
                search = search.among(busy.clone());
                run(&mut search, thread, &shared);
            }
        }
        search.stats()
    });
    let mut stats = shares.iter().fold(Stats::default(), |sum, share| sum.plus(share));
    // The table counts for all threads together.
    stats.evictions = table.evicted() - evicted_before;
    Outcome { verdict: shared.verdict(), stats }
}

/// Expansions every thread makes in a round. Fewer: threads change places more often than real ones do. More: each sees
/// too late what the others found, and the figures say less about threads that run at the same time.
const ROUND: u64 = 64;

/// Threads by virtual numbers that take turns in one, as if each had a core of its own and every expansion took the
/// same time: the outcome, and the rounds it took. The same on every computer; `plays` limits all of them together.
pub fn in_rounds<G: Game + Clone, P: Policy>(
    game: &G,
    policy: P,
    table: &Arc<Table<G::Resource>>,
    threads: usize,
    plays: u64,
) -> (Outcome, u64) {
    let busy = Arc::new(VirtualLoss::new());
    let search = |_| Dfpn::new(game.clone(), policy, table.clone()).among(busy.clone());
    let mut searches: Vec<_> = (0..threads.max(1)).map(search).collect();
    let mut rounds = 0;
    loop {
        rounds += 1;
        let done = searches.iter_mut().position(|search| {
            let status = search.advance(ROUND);
            search.tidy(&mut || true);
            status == Status::Done
        });
        let stats = searches.iter().fold(Stats::default(), |sum, search| sum.plus(&search.stats()));
        if done.is_some() || stats.plays >= plays {
            let verdict =
                done.map_or(GameValue::Unknown(StopReason::Nodes), |done| searches[done].verdict());
            return (Outcome { verdict, stats }, rounds);
        }
    }
}

/// What every thread must know: the limits, whether there is an answer, and who wants to hear of it.
pub(super) struct Shared<'a> {
    limits: &'a Limits,
    /// Expansions left.
    left: AtomicU64,
    closed: AtomicBool,
    verdict: Mutex<GameValue>,
    /// What each thread has counted.
    shares: Vec<Mutex<Stats>>,
    observer: Mutex<&'a mut (dyn Observer + Send)>,
}

impl<'a> Shared<'a> {
    fn new(threads: usize, limits: &'a Limits, observer: &'a mut (dyn Observer + Send)) -> Shared<'a> {
        Shared {
            shares: (0..threads).map(|_| Mutex::default()).collect(),
            limits,
            left: AtomicU64::new(limits.expansions),
            closed: AtomicBool::new(false),
            verdict: Mutex::new(GameValue::Unknown(StopReason::Nodes)),
            observer: Mutex::new(observer),
        }
    }

    fn verdict(&self) -> GameValue {
        *self.verdict.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the search with this verdict; an answer is not replaced.
    pub(super) fn end(&self, verdict: GameValue) {
        let mut answer = self.verdict.lock().unwrap_or_else(PoisonError::into_inner);
        if answer.answer().is_none() {
            *answer = verdict;
        }
        self.close();
    }

    /// Tells every thread to stop.
    pub(super) fn close(&self) {
        self.closed.store(true, Ordering::Release);
    }

    pub(super) fn is_closed(&self) -> bool {
        self.closed.load(Ordering::Acquire)
    }

    /// Has nobody ended the search, and is no limit reached?
    pub(super) fn may_go_on(&self) -> bool {
        if let Some(reason) = self.limits.interrupted() {
            self.end(GameValue::Unknown(reason));
        } else if self.left.load(Ordering::Relaxed) == 0 {
            self.end(GameValue::Unknown(StopReason::Nodes));
        }
        !self.is_closed()
    }

    /// Lets a search make at most `slice` expansions, fewer if the limit is near.
    pub(super) fn advance<G: Game, P: Policy>(&self, search: &mut Dfpn<G, P>, slice: u64) -> Status {
        let left = self.spend(slice);
        let before = search.stats().expansions;
        let status = search.advance(left.min(slice));
        search.tidy(&mut || !self.is_closed() && !self.limits.stop.is_over());
        let spent = search.stats().expansions - before;
        self.left.fetch_add(left.min(slice) - spent, Ordering::Relaxed);
        status
    }

    /// Takes expansions from the limit; says how many it allowed before.
    pub(super) fn spend(&self, expansions: u64) -> u64 {
        let take = |left: u64| Some(left.saturating_sub(expansions));
        self.left.fetch_update(Ordering::Relaxed, Ordering::Relaxed, take).unwrap_or(0)
    }

    /// Tells the observer what all threads have done, and where this one is, unless another is doing so.
    pub(super) fn report<G: Game, P: Policy>(
        &self,
        search: &Dfpn<G, P>,
        thread: usize,
        root: crate::Bounds,
    ) {
        let share = |thread: usize| self.shares[thread].lock().unwrap_or_else(PoisonError::into_inner);
        let own = search.stats();
        *share(thread) = own;
        if let Ok(mut observer) = self.observer.try_lock() {
            let sum = (0..self.shares.len()).fold(Stats::default(), |sum, i| sum.plus(&share(i)));
            observer.line(&search.line());
            // The table counts for all threads together.
            let stats = Stats { evictions: own.evictions, ..sum };
            observer.progress(&stats, root, search.fill());
        }
    }
}

/// What one thread does with virtual numbers: search from the root.
fn run<G: Game, P: Policy>(search: &mut Dfpn<G, P>, thread: usize, shared: &Shared<'_>) {
    while shared.may_go_on() {
        if shared.advance(search, SLICE) == Status::Done {
            return shared.end(search.verdict());
        }
        shared.report(search, thread, search.root_bounds());
    }
}
