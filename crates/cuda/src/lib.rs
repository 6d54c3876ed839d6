//! Runs tsumugi's kernels on NVIDIA GPUs.
//!
//! Everything here needs the feature `cuda`, which compiles the kernels with a nightly compiler. The driver's library is looked
//! for when a GPU is opened; nothing else of CUDA needs to be installed.
#![deny(missing_docs)]

#[cfg(feature = "cuda")]
mod cuda;

#[cfg(feature = "cuda")]
pub use cuda::Cuda;
