//! One step of a breadth-first helpmate search, for processors with very many threads.
//!
//! A layer of positions with the defender to move becomes the next in three kernels ([`Step`]), each run once for every item of
//! a list: positions lead to replies, replies to checks that lead to new positions, and these are made. What was met is in a
//! [`Table`]. The rules are those of `tsumugi-shogi`: this crate is compiled for GPUs from the same source.
//!
//! Only what runs on the GPU is here. Who calls the kernels, and the memory they work on, is `tsumugi-helpmate`'s.
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
