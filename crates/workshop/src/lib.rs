#![doc = include_str!("../README.md")]
#![forbid(unsafe_code)]
#![deny(missing_docs)]

pub mod changes;
pub mod family;
pub mod mend;
pub mod pattern;
pub mod picture;
pub mod sieve;
pub mod similar;
