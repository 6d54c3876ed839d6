#![doc = include_str!("../README.md")]
#![deny(missing_docs)]

#[cfg(feature = "cuda")]
mod cuda;

#[cfg(feature = "cuda")]
pub use cuda::Cuda;
