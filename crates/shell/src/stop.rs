//! Ctrl-C: the first asks the work to stop, the second ends the program.

use crate::exit::Exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Tells whether the user asked to stop.
#[derive(Clone)]
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

    /// Has the user asked to stop?
    pub fn asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
