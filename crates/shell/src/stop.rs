//! Ctrl-C: the first asks the work to stop, the second ends the program.

use crate::exit::Exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tsumugi_clock::{Clock, StopToken};

/// Tells whether the user asked to stop.
#[derive(Clone, Debug)]
pub struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Takes over Ctrl-C (and a polite `kill`). Call once.
    pub fn on_interrupt() -> Stop {
        let asked = Arc::new(AtomicBool::new(false));
        let flag = Arc::clone(&asked);
        // Where no handler can be set, Ctrl-C keeps ending the program at once: nothing worse.
        let _ = ctrlc::set_handler(move || {
            if flag.swap(true, Ordering::Relaxed) {
                std::process::exit(Exit::GaveUp as i32);
            }
        });
        Stop(asked)
    }

    /// The flag that says so, for work that looks at it itself.
    pub fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0)
    }

    /// A token that says so.
    pub fn token(&self) -> StopToken {
        StopToken::on(self.flag())
    }

    /// A token that says so, or that this many seconds from now have passed.
    pub fn token_within(&self, seconds: Option<f64>) -> StopToken {
        match seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()) {
            Some(time) => self.token().and_within(&Clock::system(), time),
            None => self.token(),
        }
    }

    /// Has the user asked to stop?
    pub fn asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
