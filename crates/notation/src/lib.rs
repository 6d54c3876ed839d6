#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

pub mod csa;
pub mod diagram;
mod error;
mod expected;
mod handicap;
pub mod japanese;
pub mod jkf;
mod kakinoki;
pub mod ki2;
pub mod kif;
mod legality;
mod lines;
pub mod position_command;
pub mod read;
pub mod record;
pub mod svg;
pub mod text;
pub mod urls;
pub mod usen;
pub mod usi;
pub mod western;
mod write_error;

pub use error::{NoSuchMove, ReadError, ReadFault};
pub use expected::Expected;
pub use read::{Format, ReadRecord, read_all, sniff, write};
pub use record::{At, Ending, NoPlace, Node, NodeId, Play, Record};
pub use write_error::WriteError;
