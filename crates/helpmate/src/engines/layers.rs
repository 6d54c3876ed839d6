//! Breadth-first search by the processor's threads: the fastest way to long helpmates without a GPU.
//!
//! Of the positions that a layer leads to (`engines/breadth_first.rs`), those that the table of `Visited` knows are dropped.
//! Positions with the attacker to move are not stored, merely remembered for a while by each thread, so that most are not
//! expanded twice. A mate is noticed when its position is made, before the rest of its layer is stored.
//!
//! What does not fit into memory goes to files, if there is a storage for them, and the search can be continued from
//! checkpoints: see `disk`.

mod checkpoint;
mod disk;
mod files;
mod frontier;
mod recent;
mod runs;
mod worker;

use crate::CheckpointFault;
use crate::engines::breadth_first::{self, LayerSearch, State};
use crate::key::Key;
use crate::visited::Visited;
use crate::{Answer, Context, Engine, StopReason};
use crossbeam_utils::CachePadded;
use disk::Disk;
use frontier::Frontier;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use tsumugi_clock::threads;
use tsumugi_shogi::Packed;
use worker::{Shared, Worker};

/// The most positions that each thread expands between two looks at limits and memory. Fewer:
/// threads are started for little. More: a limit is noticed late.
const CHUNK: usize = 1 << 15;
/// And no more than fill this part of the memory. A larger part: a chunk leads to more than fits. A smaller one: small
/// memories are searched in crumbs.
const CHUNK_PART: usize = 32;
/// With fewer than this a second thread costs more than it helps.
const WORTH_A_THREAD: usize = 1 << 10;
/// Positions a thread takes at once. Fewer: threads queue for the counter. More: the last of them works while the others wait.
const BATCH: usize = 64;
/// Bytes of a packed position.
const PACKED: usize = size_of::<Packed>();

/// Solves a problem.
pub fn run(context: Context<'_>) -> Answer {
    breadth_first::run(Search::new(context))
}

/// A search under way.
struct Search<'a> {
    state: State<'a>,
    table: Visited,
    workers: Vec<CachePadded<Worker>>,
    /// What is left of the layer being expanded.
    now: Frontier,
    /// The next layer as far as it is known.
    next: Frontier,
    disk: Disk,
    /// Keys put into the table by this program, met before or not.
    inserted: u64,
    most_bytes: usize,
}

impl<'a> Search<'a> {
    fn new(context: Context<'a>) -> Search<'a> {
        let threads = context.settings.threads.max(1);
        let exact = context.settings.exact;
        let worker = |_| CachePadded::new(Worker::new(context.problem, exact));
        Search {
            table: Visited::new(exact),
            workers: (0..threads).map(worker).collect(),
            state: State::new(context),
            now: Frontier::default(),
            next: Frontier::default(),
            disk: Disk::default(),
            inserted: 0,
            most_bytes: 0,
        }
    }

    fn bytes_but_layers(&self) -> usize {
        let caches: usize = self.workers.iter().map(|worker| worker.bytes()).sum();
        self.table.bytes() + caches + self.disk.bytes()
    }

    /// Was a position met in this layer, or one that cannot be told from it?
    fn was_met(&self, key: Key, layer: u32) -> io::Result<bool> {
        let layer = Some(layer % self.table.window());
        if self.table.layer(key) == layer {
            return Ok(true);
        }
        let Some(storage) = self.state.context.storage.as_deref() else { return Ok(false) };
        for found in self.disk.layers(key, storage, self.exact()) {
            if found? == layer {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Expands the last positions of the layer, as many as are worth it at once.
    fn expand_last(&mut self) {
        let context = &self.state.context;
        let bytes = context.settings.bytes;
        let most = (bytes / CHUNK_PART / PACKED).clamp(1, CHUNK * 4);
        // Chunks of equal size: a small one left over would have to do with one thread.
        let held = self.now.held.len();
        let chunks = held.div_ceil(most.min(CHUNK * self.workers.len())).max(1);
        let start = held - held.div_ceil(chunks);
        let chunk = &self.now.held[start..];
        let mated = AtomicBool::new(!self.state.ends.is_empty());
        let known = self.table.len();
        let shared = Shared {
            problem: context.problem,
            exact: context.settings.exact,
            table: &self.table,
            old: self.disk.runs.iter().filter_map(|run| run.keys.as_ref()).collect(),
            layer: self.state.layer + 1,
            most,
            mated: &mated,
        };
        let cursor = AtomicUsize::new(0);
        let threads = if chunk.len() < WORTH_A_THREAD { 1 } else { self.workers.len() };
        threads::each(self.workers[..threads].iter_mut(), |worker| {
            worker.prepare(chunk.len().min(CHUNK), bytes);
            worker.expand_all(&shared, chunk, &cursor, BATCH);
        });
        let taken = cursor.into_inner().min(chunk.len());
        self.now.held.drain(start..start + taken);
        for worker in &mut self.workers[..threads] {
            self.next.held.append(&mut worker.next);
            self.now.held.append(&mut worker.undone);
            self.state.ends.extend(worker.ends.drain(..));
            self.state.expansions += std::mem::take(&mut worker.expansions);
        }
        self.inserted += self.table.len() - known;
        self.state.positions += self.table.len() - known;
    }
}

impl<'a> LayerSearch<'a> for Search<'a> {
    const ENGINE: Engine = Engine::Layers;

    fn state(&self) -> &State<'a> {
        &self.state
    }

    fn state_mut(&mut self) -> &mut State<'a> {
        &mut self.state
    }

    fn resume(&mut self) -> io::Result<bool> {
        let resumed = self.load()?;
        if resumed {
            self.balance_layers()?;
        }
        Ok(resumed)
    }

    fn start(&mut self, first: Vec<Packed>) -> io::Result<()> {
        let (problem, exact) = (self.problem(), self.exact());
        for packed in &first {
            // Two checks lead to two positions, and an empty table has room for all checks there can be.
            let position = problem.packer().unpack(packed);
            self.table.insert(Key::of(&position, problem.attacker(), exact), 0);
        }
        self.now.held = first;
        self.write_checkpoint()?;
        self.balance_layers()
    }

    fn left(&self) -> u64 {
        self.now.len()
    }

    fn found(&self) -> u64 {
        self.next.len()
    }

    fn make_room(&mut self) -> io::Result<Option<StopReason>> {
        let most = self.state.context.settings.bytes;
        while self.table.is_crowded() {
            // With files, layers need no more than a certain room; without, they take what they need.
            let stored = self.state.context.storage.is_some();
            let others = match stored {
                true => disk::room_for_layers(most) + self.disk.bytes(),
                false => self.bytes() - self.table.bytes(),
            };
            let room = most.saturating_sub(others);
            if self.table.can_grow(room) {
                self.write_layers_down(most - self.table.bytes_after_growth(room))?;
                self.table.grow(self.state.layer + 1, self.workers.len(), room);
            } else if stored {
                self.tell("writing", 0);
                self.write_table_down()?;
            } else {
                return Ok(Some(StopReason::Memory));
            }
        }
        self.most_bytes = self.most_bytes.max(self.bytes());
        Ok((self.bytes() > most).then_some(StopReason::Memory))
    }

    fn expand_chunk(&mut self) -> io::Result<Option<StopReason>> {
        self.expand_last();
        self.balance_layers()?;
        self.reconcile_if_due()?;
        Ok(None)
    }

    fn next_layer(&mut self) -> io::Result<()> {
        self.now = std::mem::take(&mut self.next);
        self.balance_layers()
    }

    fn between_chunks(&mut self) -> io::Result<()> {
        let due = self.state.context.storage.as_mut().is_some_and(|storage| storage.due());
        if due { self.write_checkpoint() } else { Ok(()) }
    }

    fn save(&mut self) -> io::Result<()> {
        self.write_checkpoint()
    }

    fn drop_layers(&mut self) {
        self.now.held = Vec::new();
        self.next.held = Vec::new();
    }

    fn clean_up(&mut self) {
        self.remove_files();
    }

    fn were_met(&mut self, keys: &[Key], layer: u32) -> io::Result<Vec<bool>> {
        keys.iter().map(|&key| self.was_met(key, layer)).collect()
    }

    fn key_bits(&self) -> u32 {
        if self.exact() { 128 } else { 64 }
    }

    fn bytes(&self) -> usize {
        self.bytes_but_layers() + (self.now.held.len() + self.next.held.len()) * PACKED
    }

    fn most_bytes(&self) -> usize {
        self.most_bytes
    }

    fn reason(error: &io::Error) -> StopReason {
        match error.kind() {
            io::ErrorKind::AlreadyExists | io::ErrorKind::InvalidData => {
                StopReason::Checkpoint(CheckpointFault::of(error))
            }
            _ => StopReason::Storage(error.to_string()),
        }
    }
}
