//! How much a check may cost, whatever the file is.
//!
//! A few bytes can ask for much: a line about a position with hundreds of moves is as short as any other. So work is counted,
//! in steps that take about as long as each other, and a certificate that needs more of it than its size explains is refused.
//! That says nothing about what it claims.

use crate::verify::Failure;
use std::cell::Cell;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A bound. It may grow while the certificate is read.
#[derive(Clone)]
pub struct Limit(Arc<dyn Fn() -> u64 + Send + Sync>);

impl Limit {
    /// The same number from beginning to end.
    pub fn fixed(most: u64) -> Limit {
        Limit(Arc::new(move || most))
    }

    /// No bound.
    pub fn none() -> Limit {
        Limit::fixed(u64::MAX)
    }

    /// Asked again and again, from any thread. It must never become smaller.
    pub fn growing(most: impl Fn() -> u64 + Send + Sync + 'static) -> Limit {
        Limit(Arc::new(most))
    }

    pub(crate) fn now(&self) -> u64 {
        (self.0)()
    }
}

impl fmt::Debug for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Limit({})", self.now())
    }
}

/// Steps that any file may ask for, and those for each of its bytes if that is more. Certificates of the solver, compressed, take
/// up to 20 for each byte. Fewer: some of them are refused. More: a small file keeps the checker busy for longer than ten seconds.
const STEPS: u64 = 32_000_000;
const STEPS_PER_BYTE: u64 = 32;

/// Memory that any file may ask for, and for each of its bytes if that is more. Certificates of the solver take about 30 for each
/// byte.
const BYTES: u64 = 96 << 20;
const BYTES_PER_BYTE: u64 = 96;

/// Steps that the check of a file of this many bytes may take, be it compressed or not.
pub fn steps_of_file(bytes: u64) -> u64 {
    bytes.saturating_mul(STEPS_PER_BYTE).max(STEPS)
}

/// Memory that the claims in a file of this many bytes may take, be it compressed or not.
pub fn memory_of_file(bytes: u64) -> u64 {
    bytes.saturating_mul(BYTES_PER_BYTE).max(BYTES)
}

/// The steps of reading a claim and of listing its moves, apart from trying them out.
pub(crate) const STEPS_PER_CLAIM: u64 = 16;

thread_local! {
    static STEPS_TAKEN: Cell<u64> = const { Cell::new(0) };
}

/// Counts steps of this thread. A move played is one: whether it is legal is found out by playing it, so no
/// question about the rules takes long without. A claim looked at is another.
pub(crate) fn step(count: u64) {
    STEPS_TAKEN.set(STEPS_TAKEN.get().wrapping_add(count));
}

/// The steps taken so far, by all threads.
pub(crate) struct Work {
    done: AtomicU64,
    most: Limit,
}

impl Work {
    pub(crate) fn new(most: &Limit) -> Work {
        Work { done: AtomicU64::new(0), most: most.clone() }
    }

    pub(crate) fn add(&self, steps: u64) {
        self.done.fetch_add(steps, Ordering::Relaxed);
    }

    /// Adds the steps that this thread takes meanwhile.
    pub(crate) fn count<T>(&self, work: impl FnOnce() -> T) -> T {
        let before = STEPS_TAKEN.get();
        let result = work();
        self.add(STEPS_TAKEN.get().wrapping_sub(before));
        result
    }

    /// Fails if there were more steps than are allowed.
    pub(crate) fn within_limit(&self) -> Result<(), Failure> {
        match self.done.load(Ordering::Relaxed) > self.most.now() {
            true => Err(Failure::TooMuchWork),
            false => Ok(()),
        }
    }
}
