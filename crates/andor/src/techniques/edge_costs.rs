//! Edge costs (df-pn+): what a move is expected to cost comes on top of the numbers behind it.
//!
//! Trouble  First bounds judge positions. That a move gives something away shows only below it.
//! Idea     Add a cost of the edge to the numbers of the child, whenever the parent reads them, and take it off the
//!          thresholds that the child is given.
//! Source   \[Nagai02\].
//! Switch   `cost` of [`crate::PaperOptions`]. The product has none: first bounds that were learned do more.

use crate::Bounds;

/// What a child remembers of its edge cost: a pair of numbers, or nothing.
pub trait EdgeCost: Copy + Send {
    /// Bounds of the child as its parent sees them.
    fn added_to(self, bounds: Bounds) -> Bounds;
    /// A pair of thresholds for the child, from those in the parent's sight.
    fn taken_off(self, limits: (u32, u32)) -> (u32, u32);
}

impl EdgeCost for () {
    #[inline]
    fn added_to(self, bounds: Bounds) -> Bounds {
        bounds
    }

    #[inline]
    fn taken_off(self, limits: (u32, u32)) -> (u32, u32) {
        limits
    }
}

impl EdgeCost for (i32, i32) {
    #[inline]
    fn added_to(self, bounds: Bounds) -> Bounds {
        bounds.plus(self)
    }

    fn taken_off(self, (pn, dn): (u32, u32)) -> (u32, u32) {
        let without = |limit: u32, cost: i32| match limit {
            Bounds::INF => limit,
            limit if cost < 0 => limit.saturating_add(cost.unsigned_abs()).min(Bounds::MAX),
            limit => limit.saturating_sub(cost.unsigned_abs()),
        };
        (without(pn, self.0), without(dn, self.1))
    }
}
