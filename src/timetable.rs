//! When checkpoints are due: as often as was asked for, but never for more than a tenth of the time.

use std::time::{Duration, Instant};

/// A checkpoint takes no more than this part of the time. Less: more of a long search is lost when it is killed. More: the search is
/// slower.
const PART_OF_TIME: u32 = 10;

/// The times of checkpoints.
pub struct Timetable {
    /// The time between two, at least.
    every: Duration,
    /// When the last one was begun.
    begun: Instant,
    /// When another is due.
    due: Instant,
}

impl Timetable {
    /// The first is due after `every`.
    pub fn new(every: Duration) -> Timetable {
        let now = Instant::now();
        Timetable { every, begun: now, due: now + every }
    }

    /// Is one due?
    pub fn is_due(&self) -> bool {
        Instant::now() >= self.due
    }

    /// One is begun.
    pub fn begin(&mut self) {
        self.begun = Instant::now();
    }

    /// It has ended, well or not: the next is due later if it took long.
    pub fn end(&mut self) {
        let now = Instant::now();
        self.due = now + self.every.max((now - self.begun) * PART_OF_TIME);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_long_is_done_rarely() {
        let mut soon = Timetable::new(Duration::ZERO);
        assert!(soon.is_due());
        soon.begun = Instant::now().checked_sub(Duration::from_secs(60)).unwrap();
        soon.end();
        let rest = soon.due - Instant::now();
        assert!(
            !soon.is_due() && rest > Duration::from_secs(590) && rest < Duration::from_secs(610),
            "{rest:?}"
        );
        assert!(!Timetable::new(Duration::from_secs(3600)).is_due());
    }
}
