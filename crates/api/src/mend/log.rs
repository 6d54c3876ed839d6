//! Where a search for mended diagrams keeps what it has tried: handed in by whoever has files.

use super::Mended;
use crate::check::{Soundness, StorageError};

/// What the full check said about a changed diagram.
#[derive(Clone, PartialEq, Debug)]
pub struct Tried {
    /// The verdict.
    pub verdict: Soundness,
    /// Positions that could be expanded for a move: more may settle what is open.
    pub nodes: u64,
    /// If it is sound, all that is to be told about it.
    pub mended: Option<Mended>,
}

/// Keeps what was tried about one request. `()` keeps nothing.
pub trait Log: Sync {
    /// What was found out about this diagram before.
    fn recall(&self, _request: &str, _sfen: &str) -> Option<Tried> {
        None
    }

    /// Notes what was found out.
    ///
    /// # Errors
    /// When it cannot be kept.
    fn add(&self, _request: &str, _sfen: &str, _tried: &Tried) -> Result<(), StorageError> {
        Ok(())
    }

    /// Was this part of the work done before?
    fn is_done(&self, _request: &str, _part: &str) -> bool {
        false
    }

    /// Notes that it is done.
    ///
    /// # Errors
    /// When it cannot be kept.
    fn done(&self, _request: &str, _part: &str) -> Result<(), StorageError> {
        Ok(())
    }
}

impl Log for () {}
