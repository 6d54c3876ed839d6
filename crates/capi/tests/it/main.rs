//! The library as a program in C sees it, and from Rust where C could not look.

mod calls;
mod example;
mod memory;
