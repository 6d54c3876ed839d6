//! The clock of a check: raises the stop flag of whatever runs out of its time, and keeps the progress line.

use crate::stop::Stop;
use crate::terminal::Progress;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// A check shorter than this shows no progress.
pub const QUIET: Duration = Duration::from_millis(800);
/// Between two looks at the clock.
const PAUSE: Duration = Duration::from_millis(2);

/// Watches over the searches of one problem.
pub struct Watch<'a> {
    stop: &'a Stop,
    /// When the problem is given up.
    end: Option<Instant>,
    running: Mutex<Vec<Running>>,
    done: AtomicBool,
    out_of_time: AtomicBool,
}

/// A search with a limit of its own.
struct Running {
    end: Option<Instant>,
    flag: Arc<AtomicBool>,
}

impl<'a> Watch<'a> {
    /// A watch that raises every flag when the time is over, or the user asks for it.
    pub fn new(stop: &'a Stop, end: Option<Instant>) -> Watch<'a> {
        Watch {
            stop,
            end,
            running: Mutex::default(),
            done: AtomicBool::new(false),
            out_of_time: AtomicBool::new(false),
        }
    }

    /// A flag for a search that may take so long.
    pub fn flag(&self, time: Option<Duration>) -> Arc<AtomicBool> {
        let flag = Arc::new(AtomicBool::new(self.is_over()));
        let end = time.map(|time| Instant::now() + time);
        if let Ok(mut running) = self.running.lock() {
            // A flag that nobody else holds belongs to a search that has ended.
            running.retain(|one| Arc::strong_count(&one.flag) > 1);
            running.push(Running { end, flag: flag.clone() });
        }
        flag
    }

    /// Is there no time left for anything?
    pub fn is_over(&self) -> bool {
        self.stop.asked() || self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// Did the time of the problem run out?
    pub fn out_of_time(&self) -> bool {
        self.out_of_time.load(Ordering::Relaxed)
    }

    /// Watches until [`Watch::finish`] is called, and tells how it goes.
    pub fn run(&self, mut progress: Progress, tell: impl Fn() -> String) {
        while !self.done.load(Ordering::Relaxed) {
            let (now, over) = (Instant::now(), self.is_over());
            if over && !self.stop.asked() {
                self.out_of_time.store(true, Ordering::Relaxed);
            }
            if let Ok(running) = self.running.lock() {
                let late = |one: &&Running| over || one.end.is_some_and(|end| now >= end);
                running.iter().filter(late).for_each(|one| one.flag.store(true, Ordering::Relaxed));
            }
            progress.tell(&tell);
            std::thread::sleep(PAUSE);
        }
    }

    /// Ends [`Watch::run`].
    pub fn finish(&self) {
        self.done.store(true, Ordering::Relaxed);
    }
}
