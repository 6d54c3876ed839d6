//! The part of the search that deals with files: what does not fit into memory, and checkpoints.

use super::checkpoint::{self, Checkpoint};
use super::files::{self, File, Items, Met};
use super::frontier::Frontier;
use super::runs::Run;
use super::{PACKED, Search};
use crate::CheckpointFault;
use crate::dense::Dense;
use crate::engines::breadth_first::LayerSearch;
use crate::key::Key;
use crate::storage::Storage;
use crate::visited::{Inserted, Visited};
use std::collections::HashSet;
use std::io;
use std::ops::RangeInclusive;
use tsumugi_shogi::Packed;

/// This part of the memory each of the two layers may always take before it is written to files. A smaller part: more files.
/// A larger one: less is left for the table.
const LAYER_PART: usize = 16;
/// But no more bytes than this, unless there is room to spare. Less: small files. More: memory that the table needs more.
const LAYER_MOST: usize = 256 << 20;
/// This part of the memory must be left for the table if keys that were written down are kept as sets. A
/// smaller part: the table is written down after every few positions. A larger one: files are read where sets would do.
const TABLE_PART: usize = 16;
/// Of the table, the latest layers may keep this part when it is written down. A smaller part: what was met
/// in the last layers, which is most, is looked up in files. A larger one: the table is full again soon.
const KEPT_PART: u64 = 4;
/// The table is told what was met before each time this part of it was filled. A smaller part: files are gone through
/// more often. A larger one: positions that were met before are expanded again.
const RECONCILED_PART: u64 = 4;

/// The fraction of the room to spare that each of the two layers may have; the remainder is for what they lead to.
const LAYERS_OF: (usize, usize) = (3, 8);

/// The most files to look for that belong to no checkpoint.
const ORPHANS: u64 = 1000;

/// The room that is kept for layers and everything else but the table.
pub fn room_for_layers(bytes: usize) -> usize {
    4 * room_for_a_layer(bytes)
}

/// What a layer may always take, and a file of it has at most.
fn room_for_a_layer(bytes: usize) -> usize {
    (bytes / LAYER_PART).min(LAYER_MOST)
}

/// Files and what is known about them.
#[derive(Default)]
pub struct Disk {
    /// Keys that are not in memory, the oldest first.
    pub runs: Vec<Run>,
    /// The number of the last file.
    number: u64,
    /// Files of the last checkpoint.
    saved: Checkpoint,
    /// Files read that only the last checkpoint needs.
    used: Vec<File>,
    /// Keys inserted by the time of the last reconciliation.
    reconciled_at: u64,
}

impl Disk {
    fn name(&mut self, kind: &str) -> String {
        self.number += 1;
        format!("{kind}-{}", self.number)
    }

    /// Is everything that was written down in memory too?
    fn knows_all(&self) -> bool {
        self.runs.iter().all(|run| run.keys.is_some())
    }

    /// The bytes of what is kept in memory about the files.
    pub fn bytes(&self) -> usize {
        self.runs.iter().map(Run::bytes).sum()
    }

    /// The layer in which a key was met that is in no memory.
    pub fn layers<'s>(
        &'s self,
        key: Key,
        storage: &'s dyn Storage,
        exact: bool,
    ) -> impl Iterator<Item = io::Result<Option<u32>>> + 's {
        self.runs.iter().map(move |run| run.layer(key, storage, exact))
    }
}

/// The names that files begin with.
const KINDS: [&str; 3] = ["table", "layer", "run"];

/// Removes files of these numbers, unless the checkpoint needs them.
fn remove_numbers(storage: &mut dyn Storage, numbers: RangeInclusive<u64>, needed: &Checkpoint) {
    let needed: HashSet<&str> = needed.files().map(|file| file.name.as_str()).collect();
    for number in numbers {
        let names = KINDS.map(|kind| format!("{kind}-{number}"));
        names
            .iter()
            .filter(|name| !needed.contains(name.as_str()))
            .for_each(|name| storage.remove(name));
    }
}

/// Can there be files? A browser has none, and the module for it has no room for what writes them.
const STORED: bool = !cfg!(target_family = "wasm");

/// The storage of a search; must be there.
macro_rules! storage {
    ($search:expr) => {
        match &mut $search.state.context.storage {
            Some(storage) if STORED => &mut **storage,
            _ => return Ok(()),
        }
    };
}

impl Search<'_> {
    /// Continues from a checkpoint, if there is one and that is wanted; else makes sure that there is none.
    pub fn load(&mut self) -> io::Result<bool> {
        let storage = self.state.context.storage.as_ref().filter(|_| STORED);
        let Some(storage) = storage else { return Ok(false) };
        let Some(found) = Checkpoint::load(&**storage)? else {
            self.remove_strangers();
            return Ok(false);
        };
        let describes = checkpoint::describe(self.state.context.problem, self.exact());
        if found.problem != describes {
            return Err(CheckpointFault::OtherProblem.error());
        }
        if !self.state.context.settings.resume {
            return Err(CheckpointFault::NotAskedFor.error());
        }
        self.restore(found)?;
        Ok(true)
    }

    /// A program that was killed while it cleaned up may have left files.
    fn remove_strangers(&mut self) {
        if let Some(storage) = &mut self.state.context.storage {
            remove_numbers(&mut **storage, 1..=ORPHANS, &Checkpoint::default());
        }
    }

    fn restore(&mut self, found: Checkpoint) -> io::Result<()> {
        let exact = self.exact();
        let storage = storage!(self);
        // A program that was killed may have left files that no checkpoint names.
        remove_numbers(storage, 1..=found.number + ORPHANS, &found);
        self.table.suit(found.window, found.layer + 1);
        // Room for all beforehand: in order, the first keys would crowd the beginning of a smaller table.
        while self.table.capacity() < found.table.iter().map(|file| file.items).sum() {
            self.table.grow(found.layer + 1, self.workers.len(), usize::MAX);
        }
        for file in &found.table {
            files::read_all(storage, file, exact, |(key, layer): Met| {
                match self.table.insert(key, layer) {
                    Inserted::New => Ok(()),
                    _ => Err(io::Error::new(
                        io::ErrorKind::InvalidData,
                        "the table of the checkpoint is damaged",
                    )),
                }
            })?;
        }
        for file in &found.runs {
            self.disk.runs.push(Run::open(storage, file.clone(), exact)?);
        }
        self.load_old_keys()?;
        self.now = Frontier { held: Vec::new(), files: found.now.clone() };
        self.next = Frontier { held: Vec::new(), files: found.next.clone() };
        self.state.layer = found.layer;
        self.state.positions = found.positions;
        self.state.expansions = found.expansions;
        self.disk.number = found.number;
        self.disk.saved = found;
        Ok(())
    }

    /// Writes down all that is needed to continue from here. What was there before stays until it is done.
    pub fn write_checkpoint(&mut self) -> io::Result<()> {
        let exact = self.exact();
        let storage = storage!(self);
        let mut saved = Checkpoint {
            problem: checkpoint::describe(self.state.context.problem, exact),
            layer: self.state.layer,
            window: self.table.window(),
            positions: self.state.positions,
            expansions: self.state.expansions,
            now: self.now.files.clone(),
            next: self.next.files.clone(),
            runs: self.disk.runs.iter().map(|run| run.file.clone()).collect(),
            ..Checkpoint::default()
        };
        let begun = self.disk.number;
        let result = (|| {
            let mut items = Items::create(storage, self.disk.name("table"), exact)?;
            self.table.for_each_sorted(self.workers.len(), |key, layer| items.push(&(key, layer)))?;
            saved.table.push(items.finish()?);
            for (frontier, files) in [(&self.now, &mut saved.now), (&self.next, &mut saved.next)] {
                if !frontier.held.is_empty() {
                    let mut items = Items::create(storage, self.disk.name("layer"), exact)?;
                    frontier.held.iter().try_for_each(|packed| items.push(packed))?;
                    files.push(items.finish()?);
                }
            }
            saved.number = self.disk.number;
            // What the last checkpoint names is safe already.
            let safe: HashSet<&str> = self.disk.saved.files().map(|file| file.name.as_str()).collect();
            let mut loose = saved.files().filter(|file| !safe.contains(file.name.as_str()));
            loose.try_for_each(|file| storage.sync(&file.name))?;
            saved.commit(storage)
        })();
        if result.is_err() {
            // What was written counts for nothing and takes room.
            remove_numbers(storage, begun + 1..=self.disk.number, &self.disk.saved);
            return result;
        }
        self.forget_all_but(saved);
        Ok(())
    }

    /// Removes the files that only an older checkpoint needed.
    fn forget_all_but(&mut self, saved: Checkpoint) {
        let Some(storage) = &mut self.state.context.storage else { return };
        let needed: HashSet<&str> = saved.files().map(|file| file.name.as_str()).collect();
        let old = self.disk.saved.files().chain(&self.disk.used);
        old.filter(|file| !needed.contains(file.name.as_str()))
            .for_each(|file| storage.remove(&file.name));
        self.disk.used.clear();
        self.disk.saved = saved;
    }

    /// Removes everything: the answer is known.
    pub fn remove_files(&mut self) {
        let written = self
            .now
            .files
            .iter()
            .chain(&self.next.files)
            .chain(self.disk.runs.iter().map(|run| &run.file));
        let mut names: Vec<String> = written.map(|file| file.name.clone()).collect();
        names.extend(self.disk.saved.files().chain(&self.disk.used).map(|file| file.name.clone()));
        if let Some(storage) = &mut self.state.context.storage {
            storage.remove(checkpoint::NAME);
            names.iter().for_each(|name| storage.remove(name));
        }
    }

    /// Moves layers that are too large for this room to files.
    pub fn write_layers_down(&mut self, room: usize) -> io::Result<()> {
        let storage = storage!(self);
        let always = room_for_a_layer(self.state.context.settings.bytes);
        let most = (room / LAYERS_OF.1 * LAYERS_OF.0).max(always) / PACKED;
        for frontier in [&mut self.now, &mut self.next] {
            if frontier.held.len() > most {
                // In pieces that can be read back whatever room there will be.
                while !frontier.held.is_empty() {
                    let name = self.disk.name("layer");
                    let written = frontier.write_down(storage, name.clone(), (always / PACKED).max(1));
                    written.inspect_err(|_| storage.remove(&name))?;
                }
            }
        }
        Ok(())
    }

    /// Moves layers that are too large for memory to files, and reads what is to be expanded next.
    pub fn balance_layers(&mut self) -> io::Result<()> {
        self.write_layers_down(
            self.state.context.settings.bytes.saturating_sub(self.bytes_but_layers()),
        )?;
        let storage = storage!(self);
        if let Some(file) = self.now.refill(storage)? {
            let needed = self.disk.saved.files().any(|saved| *saved == file);
            if needed {
                self.disk.used.push(file);
            } else {
                storage.remove(&file.name);
            }
            self.drop_old();
        }
        Ok(())
    }

    /// Makes room in a table that is full and must not grow.
    pub fn write_table_down(&mut self) -> io::Result<()> {
        let exact = self.exact();
        let storage = storage!(self);
        let name = self.disk.name("run");
        let threads = self.workers.len();
        let written = Run::write(&self.table, storage, name.clone(), exact, threads);
        let (run, sizes) = written.inspect_err(|_| storage.remove(&name))?;
        self.disk.runs.push(run);
        if self.can_keep_old_keys(0) {
            self.replace_table();
            return self.load_old_keys();
        }
        self.disk.runs.iter_mut().for_each(|run| run.keys = None);
        self.keep_latest_layers(&sizes)?;
        self.reconcile()
    }

    /// Forgets what the last run has, but for the latest layers, given how many keys each has.
    fn keep_latest_layers(&mut self, sizes: &[u64]) -> io::Result<()> {
        let exact = self.exact();
        let storage = storage!(self);
        let mut room = self.table.len() / KEPT_PART;
        let latest = sizes.iter().enumerate().rev().take_while(|(_, size)| {
            let fits = **size <= room;
            room = room.saturating_sub(**size);
            fits
        });
        let from = latest.last().map_or(u32::MAX, |(layer, _)| layer as u32);
        self.table.clear();
        self.disk.runs.last().map_or(Ok(()), |run| run.restore(&self.table, storage, exact, from))
    }

    /// Is there memory for the keys of all runs, with enough left for the table, which takes this many bytes now?
    fn can_keep_old_keys(&self, table: usize) -> bool {
        let most = self.state.context.settings.bytes;
        let keys: usize = self.disk.runs.iter().map(|run| Dense::bytes_for(run.file.items)).sum();
        !self.exact() && keys + room_for_layers(most) + table.max(most / TABLE_PART) <= most
    }

    /// Starts with an empty table, as small as can be.
    fn replace_table(&mut self) {
        let window = self.table.window();
        self.table = Visited::new(self.exact());
        self.table.suit(window, self.state.layer + 1);
    }

    /// Reads the keys of runs into memory, if there is room for all.
    fn load_old_keys(&mut self) -> io::Result<()> {
        let fits = self.can_keep_old_keys(self.table.bytes());
        let storage = storage!(self);
        let runs = self.disk.runs.iter_mut().filter(|run| fits && run.keys.is_none());
        for run in runs {
            run.load_keys(storage)?;
        }
        Ok(())
    }

    /// Tells the table what the files know, if that is worth it by now.
    pub fn reconcile_if_due(&mut self) -> io::Result<()> {
        let due = self.disk.reconciled_at + self.table.capacity() / RECONCILED_PART;
        if self.disk.knows_all() || self.inserted < due { Ok(()) } else { self.reconcile() }
    }

    /// Tells the table what the files know, and drops what was met before from the frontier.
    fn reconcile(&mut self) -> io::Result<()> {
        let exact = self.exact();
        let storage = storage!(self);
        // The oldest last: it knows best.
        for run in self.disk.runs.iter().rev().filter(|run| run.keys.is_none()) {
            let corrected = run.reconcile(&self.table, storage, exact)?;
            self.state.positions = self.state.positions.saturating_sub(corrected);
        }
        self.disk.reconciled_at = self.inserted;
        self.drop_old();
        Ok(())
    }

    /// Drops positions from the layers in memory that are known to have been met in an earlier one.
    fn drop_old(&mut self) {
        if self.disk.knows_all() {
            return;
        }
        let problem = self.state.context.problem;
        let (exact, table) = (self.exact(), &self.table);
        let mut position = problem.position().clone();
        for (frontier, layer) in
            [(&mut self.now, self.state.layer), (&mut self.next, self.state.layer + 1)]
        {
            // Met again one layer later, as far as the table remembers: it was met first in this one.
            let (layer, later) = (layer % table.window(), (layer + 1) % table.window());
            frontier.held.retain(|packed: &Packed| {
                problem.packer().unpack_into(packed, &mut position);
                let known = table.layer(Key::of(&position, problem.attacker(), exact));
                known.is_none_or(|known| known == layer || known == later)
            });
        }
    }
}
