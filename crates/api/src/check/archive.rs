//! Where a check keeps what it settles, and where its certificates go: handed in by whoever has files.

use super::Task;
use std::path::PathBuf;
use tsumugi_shogi::Move;
use tsumugi_tsume::check::{Alternative, Check};
use tsumugi_tsume::{Length, Problem};

/// Why an archive failed, in the words of whoever keeps it.
pub type StorageError = Box<dyn std::error::Error + Send + Sync>;

/// Keeps what a check of one problem settles. `()` keeps nothing.
pub trait Archive: Sync {
    /// Length and line of the problem, if they were settled before.
    fn solution(&self, _problem: &Problem) -> Option<(Length, Option<Vec<Move>>)> {
        None
    }

    /// Notes that the problem has this line, or no mate.
    ///
    /// # Errors
    /// When it cannot be kept.
    fn add_solution(
        &self,
        _problem: &Problem,
        _length: &Length,
        _line: Option<&[Move]>,
    ) -> Result<(), StorageError> {
        Ok(())
    }

    /// Puts in what was settled before.
    fn recall(&self, _check: &Check, _tasks: &mut [Task]) {}

    /// Notes what was settled.
    ///
    /// # Errors
    /// When it cannot be kept.
    fn add(&self, _check: &Check, _task: &Task) -> Result<(), StorageError> {
        Ok(())
    }

    /// A file for the certificate of the problem itself, or of a move beside the main line, if certificates are wanted.
    ///
    /// # Errors
    /// When it cannot be begun.
    fn certificate(
        &self,
        _of: Option<Alternative>,
    ) -> Result<Option<Box<dyn CertificateSink>>, StorageError> {
        Ok(None)
    }
}

impl Archive for () {}

/// A certificate being written. Dropped unfinished, it leaves nothing behind.
pub trait CertificateSink {
    /// Adds whole lines. What goes wrong is said at the end.
    fn write(&mut self, lines: &str);

    /// Puts it in its place: where that is.
    ///
    /// # Errors
    /// When it could not be written.
    fn finish(self: Box<Self>) -> Result<PathBuf, StorageError>;
}
