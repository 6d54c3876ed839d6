//! A search is a value that can be advanced and continued.
//!
//! No search calls the clock, prints, or knows a thread: whoever drives it does. [`drive`] is the plain
//! driver; a program with a user interface writes its own around [`Search::advance`].

use crate::{Observer, Outcome, Stats, StopReason, Verdict};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether a search has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// It can go on.
    Running,
    /// It has an answer, or knows that it will not get one.
    Done,
}

/// A search that can be interrupted at any expansion and continued later.
///
/// Advancing by 1000 at once and advancing 1000 times by 1 do exactly the same work.
pub trait Search {
    /// Expands at most `budget` more positions.
    fn advance(&mut self, budget: u64) -> Status;

    /// The answer so far; `Unknown(StopReason::Nodes)` while running.
    fn verdict(&self) -> Verdict;

    /// What was done so far.
    fn stats(&self) -> Stats;

    /// Current (pn, dn) of the root and the move it is working on, for progress lines; engines without
    /// such numbers say (1, 1).
    fn root_bounds(&self) -> crate::Bounds {
        crate::Bounds::UNIT
    }

    /// The moves of the line being searched, from the root, as [`crate::Rules::move_bits`]; for progress lines.
    fn line(&self) -> Vec<u32> {
        Vec::new()
    }

    /// How full the memory is, 0.0 to 1.0.
    fn fill(&self) -> f64 {
        0.0
    }
}

/// When to stop without an answer.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Positions to expand at most.
    pub expansions: u64,
    /// Positions a proof may go through when it is extracted.
    pub claims: u64,
    /// Raised by the caller, from any thread, to stop.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { expansions: u64::MAX, claims: u64::MAX, stop: None }
    }
}

impl Limits {
    /// At most so many expansions.
    pub fn expansions(expansions: u64) -> Limits {
        Limits { expansions, ..Limits::default() }
    }

    pub(crate) fn stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|flag| flag.load(Ordering::Relaxed))
    }
}

/// Expansions between two looks at the stop flag and two calls of the observer.
const SLICE: u64 = 4096;

/// Advances a search to its end or to a limit.
pub fn drive<S: Search + ?Sized>(
    search: &mut S,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Outcome {
    let mut verdict = Verdict::Unknown(StopReason::Nodes);
    loop {
        if limits.stopped() {
            verdict = Verdict::Unknown(StopReason::Stopped);
            break;
        }
        let left = limits.expansions.saturating_sub(search.stats().expansions);
        if left == 0 {
            break;
        }
        let status = search.advance(left.min(SLICE));
        observer.line(&search.line());
        observer.progress(&search.stats(), search.root_bounds(), search.fill());
        if status == Status::Done {
            verdict = search.verdict();
            break;
        }
    }
    Outcome { verdict, stats: search.stats() }
}
