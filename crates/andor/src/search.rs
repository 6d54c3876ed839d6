//! A search is a value that can be advanced and continued.
//!
//! No search prints or knows a thread: whoever drives it does. [`drive`] is the plain driver, which asks the limits
//! every few milliseconds; a program with a user interface may write its own around [`Search::advance`].

use crate::{GameValue, Observer, Outcome, Stats, StopReason};
use tsumugi_clock::{Interrupt, StopToken};

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

    /// Does work on its memory that may take seconds and need not be done at once, as long as `go_on` says so. What is
    /// left is done another time.
    fn tidy(&mut self, _go_on: &mut dyn FnMut() -> bool) {}

    /// The answer so far; `Unknown(StopReason::Nodes)` while running.
    fn verdict(&self) -> GameValue;

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
    /// A deadline, and flags that the caller may raise from any thread.
    pub stop: StopToken,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { expansions: u64::MAX, claims: u64::MAX, stop: StopToken::default() }
    }
}

impl Limits {
    /// A limit on expansions, and none on anything else.
    pub fn expansions(expansions: u64) -> Limits {
        Limits { expansions, ..Limits::default() }
    }

    /// Why to stop at once, if there is a reason: somebody asked for it, or time is up.
    pub fn interrupted(&self) -> Option<StopReason> {
        self.stop.interrupt().map(|interrupt| match interrupt {
            Interrupt::Stopped => StopReason::Stopped,
            Interrupt::Time => StopReason::Time,
        })
    }
}

/// Expansions between two looks at the limits and two calls of the observer. Fewer: the clock is read more than needed.
/// More: a slow game comes back noticeably after its time, some milliseconds with these.
const SLICE: u64 = 4096;

/// Advances a search to its end or to a limit.
pub fn drive<S: Search + ?Sized>(
    search: &mut S,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Outcome {
    let mut verdict = GameValue::Unknown(StopReason::Nodes);
    loop {
        if let Some(reason) = limits.interrupted() {
            verdict = GameValue::Unknown(reason);
            break;
        }
        let left = limits.expansions.saturating_sub(search.stats().expansions);
        if left == 0 {
            break;
        }
        let status = search.advance(left.min(SLICE));
        search.tidy(&mut || !limits.stop.is_over());
        observer.line(&search.line());
        observer.progress(&search.stats(), search.root_bounds(), search.fill());
        if status == Status::Done {
            verdict = search.verdict();
            break;
        }
    }
    Outcome { verdict, stats: search.stats() }
}
