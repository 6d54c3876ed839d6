//! The clock of many searches: one thread raises the flags of all searches whose time is up.

use crate::stop::Stop;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Between two looks at the clock.
const PAUSE: Duration = Duration::from_millis(2);

/// When to stop, and how that is said.
type Running = Option<(Instant, Arc<AtomicBool>)>;

/// The end of what a thread is doing.
#[derive(Clone, Default)]
pub struct Deadline(Arc<Mutex<Running>>);

impl Deadline {
    /// A flag that is raised when so many seconds have passed.
    pub fn start(&self, seconds: f64) -> Arc<AtomicBool> {
        // A new flag each time, so that none is raised for what has ended.
        let flag = Arc::new(AtomicBool::new(false));
        // No limit is a day of a distant year.
        let end = Instant::now() + Duration::from_secs_f64(seconds.min(1e9));
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some((end, flag.clone()));
        flag
    }

    /// It is done.
    pub fn end(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    fn look(&self, now: Instant, stopped: bool) {
        let running = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, flag)) = running.as_ref().filter(|(end, _)| stopped || now >= *end) {
            flag.store(true, Ordering::Relaxed);
        }
    }
}

/// Watches deadlines until `done` is raised.
pub fn watch(deadlines: &[Deadline], stop: &Stop, done: &AtomicBool) {
    while !done.load(Ordering::Relaxed) {
        let (now, stopped) = (Instant::now(), stop.asked());
        deadlines.iter().for_each(|deadline| deadline.look(now, stopped));
        std::thread::sleep(PAUSE);
    }
}
