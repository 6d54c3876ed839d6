//! Techniques of df-pn: one trouble, one file, one switch each.

pub(crate) mod edge_costs;
pub(crate) mod epsilon;
pub(crate) mod merging;
pub(crate) mod repetition;
pub(crate) mod sums;
pub(crate) mod threshold_control;
pub(crate) mod virtual_loss;
