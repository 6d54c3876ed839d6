//! Threshold control (TCA): keep df-pn from walking round a loop for ever.
//!
//! Trouble  A node leaning on an entry stored higher up can pass the same thresholds round a cycle without
//!          opening anything new.
//! Idea     While such a node is open, lift thresholds just past the node's own bounds, until something
//!          new has been opened below.
//! Source   \[Kishimoto10\]. We count such nodes where the paper keeps one flag, as KomoringHeights does.
//! Switch   `cycles = tca`. Off: answers stay right, a cyclic problem may hit its limit.
//! Seen     `stats.threshold_lifts`.

use crate::Bounds;
use crate::engines::dfpn::Limit;

/// The thresholds to use at a node with these bounds, while `loops` are open.
pub(crate) fn lift(loops: u32, limit: Limit, bounds: Bounds) -> Limit {
    if loops == 0 || bounds.is_solved() || bounds.pn() == Bounds::MAX {
        return limit;
    }
    let past = |n: u32| n.saturating_add(1);
    Limit { pn: limit.pn.max(past(bounds.pn())), dn: limit.dn.max(past(bounds.dn())) }
}
