//! Checkpoints of a search: written every few minutes and at its end, and read before it begins.

use crate::{Fault, Japanese, Stage, message};
use std::io::{self, Read, Write};
use std::sync::Arc;
use tsumugi_tsume::checkpoint::{Checkpoint, CheckpointFault, Spent};
use tsumugi_tsume::{Problem, Solver};

/// Are there checkpoints? A browser has no files, and its module has to be small.
pub(crate) const CHECKPOINTS: bool = !cfg!(target_family = "wasm");

/// Where the checkpoint of a search is: handed in by whoever has files.
pub trait Store: Send {
    /// What it is called.
    fn name(&self) -> String;

    /// What was written last, if anything was.
    ///
    /// # Errors
    /// Of the system.
    fn open(&mut self) -> io::Result<Option<Box<dyn Read>>>;

    /// Writes another one, which takes the place of the last when all of it is safe.
    ///
    /// # Errors
    /// Of the system, or of `write`; the last one is still there then.
    fn replace(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()>;

    /// Is it time to write one?
    fn is_due(&mut self) -> bool;
}

/// What was done with a checkpoint.
#[derive(Clone, Debug)]
pub enum Kept {
    /// It was read: the search goes on after so many positions expanded and so many seconds.
    Read(u64, f64),
    /// It was written: how many bytes it has, and how many seconds that took.
    Written(u64, f64),
    /// It could not be written. The search goes on, and the checkpoint before is still there.
    Failed(Arc<io::Error>),
}

/// A search whose checkpoints are written.
pub(crate) struct Keeper<'a> {
    store: &'a mut dyn Store,
    checkpoint: Checkpoint,
}

impl<'a> Keeper<'a> {
    /// Reads the checkpoint, if there is one: what was spent before.
    ///
    /// # Errors
    /// When it cannot be used for this problem and this solver.
    pub(crate) fn open(
        store: &'a mut dyn Store,
        problem: &Problem,
        solver: &mut Solver,
    ) -> Result<(Keeper<'a>, Option<Spent>), Fault> {
        // What was learned from other problems does not belong into it.
        solver.forget();
        let checkpoint = solver.checkpoint(problem);
        let read = match store.open() {
            Ok(None) => Ok(None),
            Ok(Some(mut input)) => checkpoint.read(&mut input).map(Some),
            Err(error) => Err(CheckpointFault::Unreadable(error.to_string())),
        };
        let spent = read.map_err(|why| {
            let (name, japanese) = (store.name(), why.japanese());
            Fault::new(422, "checkpoint", message!("{name}: {why}", "{name}: {japanese}"))
        })?;
        Ok((Keeper { store, checkpoint }, spent))
    }

    pub(crate) fn is_due(&mut self) -> bool {
        self.store.is_due()
    }

    /// Writes a checkpoint.
    pub(crate) fn write(&mut self, spent: &Spent, stage: &Stage<'_>) -> Kept {
        let begun = stage.clock().now();
        let (checkpoint, mut bytes) = (&self.checkpoint, 0);
        let replaced = self.store.replace(&mut |out| {
            bytes = checkpoint.write(spent, out)?;
            Ok(())
        });
        let took = stage.clock().now().saturating_sub(begun);
        match replaced {
            Ok(()) => Kept::Written(bytes, crate::rounded(took.as_secs_f64())),
            Err(error) => Kept::Failed(Arc::new(error)),
        }
    }
}
