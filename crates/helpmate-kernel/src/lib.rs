//! One step of a breadth-first helpmate search, for processors with very many threads.
//!
//! A layer of positions with the defender to move becomes the next in three kernels ([`Step`]), each run once for every item of
//! a list: positions lead to replies, replies to checks that lead to new positions, and these are made. What was met is in a
//! [`Table`]. The rules are those of `tsumugi-shogi`: this crate is compiled for graphics cards from the same source.
//!
//! A [`Device`] has memory of its own and runs kernels on it. [`Processor`] is one made of the computer's own memory and threads:
//! no faster than a search written for it, but all that a card does can be tried there.
#![cfg_attr(not(test), no_std)]
#![cfg_attr(target_arch = "nvptx64", feature(abi_ptx, stdarch_nvptx))]

extern crate alloc;

mod arguments;
mod device;
#[cfg(target_arch = "nvptx64")]
mod entry;
pub mod key;
mod list;
#[cfg(not(target_arch = "nvptx64"))]
mod processor;
mod step;
mod table;

pub use arguments::{Arguments, Kernel, Room};
pub use device::{Device, DeviceError};
pub use list::List;
#[cfg(not(target_arch = "nvptx64"))]
pub use processor::Processor;
pub use step::Step;
pub use table::{Inserted, Table};
