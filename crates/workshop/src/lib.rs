#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod changes;
pub mod mend;
pub mod picture;
pub mod similar;
