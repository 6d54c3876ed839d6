//! KIF, KI2, CSA, JKF, diagrams, site URLs and Japanese move names for tsumugi.
#![deny(missing_docs)]

mod error;
pub mod record;

pub use error::{ReadError, ReadFault};
pub use record::{Ending, Node, NodeId, Play, Record};
