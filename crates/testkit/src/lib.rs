//! What the tests of several crates have in common: numbers from the environment, the problem collections, and
//! folders that go away again.
//!
//! A dev-dependency only. It depends on no other crate of ours, so that any of them can use it in its tests,
//! `tsumugi-verify` included.

mod collections;
mod environment;
mod scratch;

pub use collections::{Row, in_repository, list, lists, problems, rows};
pub use environment::{full, number, seeds, text, wanted};
pub use scratch::Scratch;
