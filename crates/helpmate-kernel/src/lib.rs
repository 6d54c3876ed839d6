#![doc = include_str!("../README.md")]
//! # Example
//!
//! ```
//! use std::sync::atomic::{AtomicU8, AtomicU32};
//! use tsumugi_helpmate_kernel::{Inserted, Table};
//!
//! let slots: Vec<AtomicU32> = (0..64).map(|_| AtomicU32::new(0)).collect();
//! let layers: Vec<AtomicU8> = (0..64).map(|_| AtomicU8::new(0)).collect();
//! let table = Table::new(&slots, &layers);
//! assert_eq!(table.insert(7, 3), Inserted::New);
//! assert_eq!(table.insert(7, 4), Inserted::Known);
//! assert_eq!(table.layer(7), Some(3));
//! ```

#![cfg_attr(not(test), no_std)]
#![cfg_attr(target_arch = "nvptx64", feature(abi_ptx, stdarch_nvptx))]

mod arguments;
#[cfg(target_arch = "nvptx64")]
mod entry;
pub mod key;
mod list;
mod step;
mod table;

pub use arguments::{Arguments, Kernel, Room};
pub use list::List;
pub use step::Step;
pub use table::{Inserted, Table};
