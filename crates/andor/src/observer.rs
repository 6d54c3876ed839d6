//! The only way events leave a search.

use crate::{Bounds, Stats};

/// Hears how a search goes on.
pub trait Observer {
    /// Called every few thousand expansions by [`crate::drive`].
    fn progress(&mut self, _stats: &Stats, _root: Bounds, _fill: f64) {}

    /// Called before [`Observer::progress`] with the line that is being searched, from the root: its moves as
    /// [`crate::Rules::move_bits`]. Empty for engines and games that do not tell.
    fn line(&mut self, _moves: &[u32]) {}

    /// Called once when the answer is found and its proof begins to be put together.
    fn proving(&mut self) {}
}

/// Hears nothing.
impl Observer for () {}
