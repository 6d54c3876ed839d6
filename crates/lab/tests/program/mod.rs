//! The laboratory is run as the product is.

#[path = "../../../../tests/program/mod.rs"]
mod shared;

pub use shared::*;
