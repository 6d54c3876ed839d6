#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod threads;

use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Tells the time since some moment of its own, always the same one.
#[derive(Clone)]
pub struct Clock(Arc<dyn Fn() -> Duration + Send + Sync>);

impl Clock {
    /// A clock that asks this function.
    pub fn new(now: impl Fn() -> Duration + Send + Sync + 'static) -> Clock {
        Clock(Arc::new(now))
    }

    /// The clock of the operating system, started now. There is none on `wasm32-unknown-unknown`.
    pub fn system() -> Clock {
        let start = Instant::now();
        Clock::new(move || start.elapsed())
    }

    /// The time since its moment.
    pub fn now(&self) -> Duration {
        (self.0)()
    }
}

impl fmt::Debug for Clock {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Clock({:?})", self.now())
    }
}

/// Why work is to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Interrupt {
    /// Somebody asked for it.
    Stopped,
    /// The deadline has passed.
    Time,
}

/// When to stop. Clones stop together; a part of the work may be given a token that stops sooner.
#[derive(Clone, Default, Debug)]
pub struct StopToken {
    /// Any of them, raised, stops the work.
    flags: Vec<Arc<AtomicBool>>,
    /// The earliest deadline of all that were set.
    deadline: Option<(Clock, Duration)>,
}

impl StopToken {
    /// Stops when the flag is raised, from any thread.
    pub fn on(flag: Arc<AtomicBool>) -> StopToken {
        StopToken { flags: vec![flag], deadline: None }
    }

    /// Stops when this much time has passed from now on.
    pub fn within(clock: &Clock, time: Duration) -> StopToken {
        StopToken::default().and_within(clock, time)
    }

    /// Stops when this flag is raised too.
    #[must_use]
    pub fn and_on(&self, flag: Arc<AtomicBool>) -> StopToken {
        let mut token = self.clone();
        token.flags.push(flag);
        token
    }

    /// Also stops when this much time has passed from now on. All deadlines of a token are on the same clock.
    #[must_use]
    pub fn and_within(&self, clock: &Clock, time: Duration) -> StopToken {
        // A time that no clock will ever show is no deadline.
        let Some(at) = clock.now().checked_add(time) else { return self.clone() };
        self.and_at(clock, at)
    }

    /// Stops when the clock shows this too. All deadlines of a token are told by the same clock.
    #[must_use]
    pub fn and_at(&self, clock: &Clock, at: Duration) -> StopToken {
        let at = self.deadline.as_ref().map_or(at, |(_, earlier)| at.min(*earlier));
        StopToken { flags: self.flags.clone(), deadline: Some((clock.clone(), at)) }
    }

    /// The same without a deadline.
    #[must_use]
    pub fn without_deadline(&self) -> StopToken {
        StopToken { flags: self.flags.clone(), deadline: None }
    }

    /// Why to stop, if it is time to. A request counts before the clock.
    pub fn interrupt(&self) -> Option<Interrupt> {
        if self.is_stopped() {
            return Some(Interrupt::Stopped);
        }
        self.is_late().then_some(Interrupt::Time)
    }

    /// Is it time to stop, for whatever reason?
    pub fn is_over(&self) -> bool {
        self.interrupt().is_some()
    }

    /// Did somebody ask to stop?
    pub fn is_stopped(&self) -> bool {
        self.flags.iter().any(|flag| flag.load(Ordering::Relaxed))
    }

    /// Has the deadline passed?
    pub fn is_late(&self) -> bool {
        self.deadline.as_ref().is_some_and(|(clock, at)| clock.now() >= *at)
    }

    /// The time that is left, if there is a deadline.
    pub fn time_left(&self) -> Option<Duration> {
        self.deadline.as_ref().map(|(clock, at)| at.saturating_sub(clock.now()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicU64;

    /// A clock that is turned by hand, in milliseconds.
    fn by_hand() -> (Clock, Arc<AtomicU64>) {
        let hand = Arc::new(AtomicU64::new(0));
        let shown = hand.clone();
        (Clock::new(move || Duration::from_millis(shown.load(Ordering::Relaxed))), hand)
    }

    #[test]
    fn the_earliest_deadline_counts() {
        let (clock, hand) = by_hand();
        let whole = StopToken::within(&clock, Duration::from_millis(100));
        hand.store(50, Ordering::Relaxed);
        let part = whole.and_within(&clock, Duration::from_millis(20));
        let long = whole.and_within(&clock, Duration::from_millis(500));
        assert_eq!(part.time_left(), Some(Duration::from_millis(20)));
        assert_eq!(long.time_left(), Some(Duration::from_millis(50)));
        hand.store(70, Ordering::Relaxed);
        assert_eq!((part.interrupt(), long.interrupt()), (Some(Interrupt::Time), None));
        hand.store(100, Ordering::Relaxed);
        assert_eq!(long.interrupt(), Some(Interrupt::Time));
        assert_eq!(long.without_deadline().interrupt(), None);
    }

    #[test]
    fn any_flag_stops_and_counts_before_the_clock() {
        let (clock, _) = by_hand();
        let (first, second) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let token = StopToken::on(first.clone()).and_on(second.clone());
        let late = token.and_within(&clock, Duration::ZERO);
        assert_eq!((token.interrupt(), late.interrupt()), (None, Some(Interrupt::Time)));
        second.store(true, Ordering::Relaxed);
        assert_eq!(token.interrupt(), Some(Interrupt::Stopped));
        assert_eq!(late.interrupt(), Some(Interrupt::Stopped));
        assert!(token.is_over() && token.is_stopped() && !token.is_late());
    }

    #[test]
    fn a_time_that_no_clock_shows_is_no_deadline() {
        let (clock, hand) = by_hand();
        hand.store(1, Ordering::Relaxed);
        assert_eq!(StopToken::within(&clock, Duration::MAX).time_left(), None);
    }
}
