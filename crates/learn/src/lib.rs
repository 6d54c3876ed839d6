//! Learned heuristic initialisation for df-pn+: features of a position, training data, fitting, weights.
//!
//! The paper \[Kaneko04\] is repeated here as it stands: [`features`] describes the surroundings of a king in check,
//! [`label`] says what plain df-pn thinks of a position after a few expansions, [`fit`] finds linear functions of the
//! former that predict the latter, and a [`guided::Guided`] game takes its first bounds from them. crates/learn/README.md
//! tells how to run it all.
#![forbid(unsafe_code)]

pub mod collect;
pub mod dataset;
pub mod evolved;
pub mod examples;
pub mod features;
pub mod fit;
pub mod games;
pub mod guided;
pub mod label;
pub mod model;
pub mod paper;
pub mod tune;
