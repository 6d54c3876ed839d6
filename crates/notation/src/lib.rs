//! KIF, KI2, CSA, JKF, diagrams, site URLs and Japanese move names for tsumugi.
#![deny(missing_docs)]

pub mod diagram;
mod error;
pub mod japanese;
mod kakinoki;
pub mod ki2;
pub mod kif;
mod legality;
mod lines;
pub mod record;
pub mod text;

pub use error::{ReadError, ReadFault};
pub use record::{Ending, Node, NodeId, Play, Record};
