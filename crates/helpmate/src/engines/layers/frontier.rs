//! A layer of positions: in memory, and what is too much in files.

use super::files::{self, File, Items};
use crate::storage::Storage;
use std::io;
use tsumugi_shogi::Packed;

/// Positions to be expanded.
#[derive(Default)]
pub struct Frontier {
    /// Those in memory.
    pub held: Vec<Packed>,
    /// Those that are not.
    pub files: Vec<File>,
}

impl Frontier {
    /// How many positions there are.
    pub fn len(&self) -> u64 {
        self.held.len() as u64 + self.files.iter().map(|file| file.items).sum::<u64>()
    }

    /// Moves at most `most` of the positions in memory to a file.
    pub fn write_down(
        &mut self,
        storage: &mut dyn Storage,
        name: String,
        most: usize,
    ) -> io::Result<()> {
        let start = self.held.len().saturating_sub(most);
        let mut items = Items::create(storage, name, false)?;
        self.held[start..].iter().try_for_each(|packed| items.push(packed))?;
        self.files.push(items.finish()?);
        self.held.truncate(start);
        self.held.shrink_to_fit();
        Ok(())
    }

    /// If nothing is left in memory, reads the last file. The file is not needed any more then.
    pub fn refill(&mut self, storage: &dyn Storage) -> io::Result<Option<File>> {
        let Some(file) = self.files.last().filter(|_| self.held.is_empty()).cloned() else {
            return Ok(None);
        };
        self.held.reserve_exact(file.items as usize);
        files::read_all(storage, &file, false, |packed: Packed| {
            self.held.push(packed);
            Ok(())
        })?;
        self.files.pop();
        Ok(Some(file))
    }
}
