//! What many mate problems have in common, for whoever works through a lot of them.
//!
//! [`Canonical`] is one form for problems that differ only in colours, in left and right, or in the number of the
//! move. A [`Ladder`] gives little effort to all of them first and more to the few that are left. [`Frontier`] keeps
//! what is known about all hands an attacker may hold, when more never hurts. Nothing here searches, opens a file or
//! knows a thread.
#![forbid(unsafe_code)]

mod canonical;
mod frontier;
mod jobs;
mod ladder;

pub use canonical::{Canonical, Turned, fingerprint};
pub use frontier::{Frontier, Known, hands};
pub use jobs::{Jobs, Side};
pub use ladder::{Ladder, Rung};
