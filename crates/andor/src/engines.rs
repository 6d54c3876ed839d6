//! The search algorithms, one a file.

pub mod brute;
