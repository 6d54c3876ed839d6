#![doc = include_str!("../README.md")]
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
