//! Keys that did not fit into memory: sorted files of them, and how they are asked.
//!
//! Trouble  The table of positions met is full and may not grow.
//! Idea     Write it down in the order of its keys (a run) and keep only the latest layers in memory. A position
//!          met long ago may then be taken for new: that costs time, but the first mate found is still the
//!          shortest, because such a position leads nowhere new. From time to time all runs are read and the table is
//!          told what was met before (delayed duplicate detection); what is left of the frontier is new.
//!          Runs and table are in the same order, so reading one walks through the other.
//!          As long as there is memory for it, a run's keys are also kept as a set of half the table's size (`dense`),
//!          which is asked before a position is taken for new. Then nothing is met twice, and nothing has to be read again.

use super::files::{self, File, Item, Items, Met};
use crate::dense::{Builder, Dense};
use crate::key::Key;
use crate::storage::Storage;
use crate::visited::Visited;
use std::cmp::Ordering;
use std::io;

/// Keys between two that are indexed in memory. Fewer: the index takes memory from the table. More: more is read for a
/// look-up.
const BLOCK: u64 = 512;

/// A sorted file of keys with their layers.
pub struct Run {
    pub file: File,
    /// The first key of each block.
    index: Vec<u64>,
    /// All keys, if there is room for them.
    pub keys: Option<Dense>,
}

impl Run {
    /// Writes the whole table down. Says also how many keys each layer has.
    pub fn write(
        table: &Visited,
        storage: &mut dyn Storage,
        name: String,
        exact: bool,
        threads: usize,
    ) -> io::Result<(Run, Vec<u64>)> {
        let mut items = Items::create(storage, name, exact)?;
        let (mut index, mut sizes, mut number) = (Vec::new(), Vec::new(), 0);
        table.for_each_sorted(threads, |key, layer| {
            if number % BLOCK == 0 {
                index.push(key.main);
            }
            number += 1;
            sizes.resize(sizes.len().max(layer as usize + 1), 0);
            sizes[layer as usize] += 1;
            items.push(&(key, layer))
        })?;
        Ok((Run { file: items.finish()?, index, keys: None }, sizes))
    }

    /// Reads a run that was written earlier, to see that it is whole.
    pub fn open(storage: &dyn Storage, file: File, exact: bool) -> io::Result<Run> {
        let (mut index, mut number) = (Vec::new(), 0);
        files::read_all(storage, &file, exact, |(key, _): Met| {
            if number % BLOCK == 0 {
                index.push(key.main);
            }
            number += 1;
            Ok(())
        })?;
        Ok(Run { file, index, keys: None })
    }

    /// Reads its keys into memory. Only 64 bits of each are kept.
    pub fn load_keys(&mut self, storage: &dyn Storage) -> io::Result<()> {
        let mut builder = Builder::new(self.file.items);
        files::read_all(storage, &self.file, false, |(key, _): Met| {
            builder.push(key.main);
            Ok(())
        })?;
        self.keys = builder.finish();
        Ok(())
    }

    /// The bytes of what is kept in memory.
    pub fn bytes(&self) -> usize {
        self.index.len() * 8 + self.keys.as_ref().map_or(0, Dense::bytes)
    }

    /// Tells the table in which layers its keys were met first; says how many it did not know.
    pub fn reconcile(&self, table: &Visited, storage: &dyn Storage, exact: bool) -> io::Result<u64> {
        let mut corrected = 0;
        files::read_all(storage, &self.file, exact, |(key, layer): Met| {
            if table.layer(key).is_some_and(|known| known != layer) {
                table.set_layer(key, layer);
                corrected += 1;
            }
            Ok(())
        })?;
        Ok(corrected)
    }

    /// Puts the keys of the latest layers back into the table.
    pub fn restore(
        &self,
        table: &Visited,
        storage: &dyn Storage,
        exact: bool,
        from: u32,
    ) -> io::Result<()> {
        files::read_all(storage, &self.file, exact, |(key, layer): Met| {
            if layer >= from {
                table.insert(key, layer);
            }
            Ok(())
        })
    }

    /// The layer in which a key of this run was met.
    pub fn layer(&self, key: Key, storage: &dyn Storage, exact: bool) -> io::Result<Option<u32>> {
        if self.keys.as_ref().is_some_and(|keys| !keys.contains(key.main)) {
            return Ok(None);
        }
        // Keys equal in their first word may begin in the block before.
        let mut block = self.index.partition_point(|first| *first < key.main).saturating_sub(1) as u64;
        let size = Met::size(exact);
        while self.index.get(block as usize).is_some_and(|first| *first <= key.main) {
            let start = block * BLOCK;
            let mut bytes = vec![0; (self.file.items - start).min(BLOCK) as usize * size];
            storage.read_at(&self.file.name, start * size as u64, &mut bytes)?;
            if let Some(layer) = find(&bytes, size, key, exact) {
                return Ok(Some(layer));
            }
            block += 1;
        }
        Ok(None)
    }
}

/// The layer of a key in a part of a run.
fn find(bytes: &[u8], size: usize, key: Key, exact: bool) -> Option<u32> {
    let item = |i: usize| Met::read(&bytes[i * size..(i + 1) * size], exact);
    let (mut low, mut high) = (0, bytes.len() / size);
    while low < high {
        let middle = (low + high) / 2;
        match item(middle).0.cmp(&key) {
            Ordering::Less => low = middle + 1,
            Ordering::Equal => return Some(item(middle).1),
            Ordering::Greater => high = middle,
        }
    }
    None
}
