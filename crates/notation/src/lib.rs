//! KIF, KI2, CSA, JKF, diagrams, site URLs and Japanese move names for tsumugi.
#![deny(missing_docs)]

pub mod record;

pub use record::{Ending, Node, NodeId, Play, Record};
