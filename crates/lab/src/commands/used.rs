//! The processor time that a thread has had, where the system tells it; else the time of day.

use std::time::{Duration, Instant};
use tsumugi_clock::Clock;

/// Tells how much processor time the current thread has had since it was made. It must be read by the thread that made it.
#[derive(Clone, Copy)]
pub struct Used {
    start: Instant,
    before: Option<u64>,
}

impl Used {
    /// From now on.
    pub fn start() -> Used {
        Used { start: Instant::now(), before: nanoseconds() }
    }

    /// The time since then, in seconds, exactly.
    pub fn seconds(&self) -> f64 {
        // The count is brought up to date when a thread gives way to others.
        std::thread::yield_now();
        self.now().as_secs_f64()
    }

    /// A clock for the limits of a search in this thread. It may be behind by a few milliseconds.
    pub fn clock() -> Clock {
        let used = Used::start();
        Clock::new(move || used.now())
    }

    fn now(&self) -> Duration {
        match (self.before, nanoseconds()) {
            (Some(before), Some(now)) => Duration::from_nanos(now.saturating_sub(before)),
            _ => self.start.elapsed(),
        }
    }
}

/// The processor time that this thread has had.
fn nanoseconds() -> Option<u64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    text.split(' ').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn time_that_others_have_does_not_count_where_the_system_tells() {
        let used = Used::start();
        std::thread::sleep(Duration::from_millis(300));
        let limit = if nanoseconds().is_some() { 0.25 } else { f64::INFINITY };
        assert!(used.seconds() < limit, "{}", used.seconds());
    }

    #[test]
    fn a_clock_goes_on_while_this_thread_works() {
        let (used, clock) = (Used::start(), Used::clock());
        let mut sum = 0_u64;
        while used.seconds() < 0.03 {
            sum = std::hint::black_box(sum.wrapping_mul(3) + 1);
        }
        assert!(clock.now() >= Duration::from_millis(15), "{:?}", clock.now());
    }
}
