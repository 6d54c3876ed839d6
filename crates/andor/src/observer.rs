//! The only way events leave a search.

use crate::{Bounds, Limits, Stats};

/// Hears how a search goes on.
pub trait Observer {
    /// Called every few thousand expansions by [`crate::drive`].
    fn progress(&mut self, _stats: &Stats, _root: Bounds, _fill: f64) {}

    /// Called before [`Observer::progress`] with the line that is being searched, from the root: its moves as
    /// [`crate::Rules::move_bits`]. Empty for engines and games that do not tell.
    fn line(&mut self, _moves: &[u32]) {}

    /// Called once when the answer is found and its proof begins to be put together: the limits of the proof, which has
    /// those of the search unless the caller has less patience with it.
    fn proving(&mut self, limits: &Limits) -> Limits {
        limits.clone()
    }
}

/// Hears nothing.
impl Observer for () {}
