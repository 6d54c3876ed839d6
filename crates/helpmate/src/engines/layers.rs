//! Breadth-first search, layer by layer: the fastest way to long helpmates.
//!
//! Only positions with the defender to move are kept: a layer is all of them that were met first after so many moves.
//! From each, the defender's moves and then the attacker's checks lead to the next layer; what the table of
//! `Visited` knows is dropped. Positions with the attacker to move are not stored, merely remembered for a while
//! by each thread, so that most are not expanded twice. A mate is noticed when its position is made, before the rest of
//! its layer is stored.
//!
//! All shortest solutions are found backwards from the mates, by moves taken back: see `engines/backward.rs`. What does not fit into
//! memory goes to files, if there is a storage for them, and the search can be continued from checkpoints: see `disk`.

mod checkpoint;
mod disk;
mod files;
mod frontier;
mod recent;
mod runs;
mod worker;

use crate::apart::Apart;
use crate::engines::backward::{self, Searched};
use crate::key::Key;
use crate::solutions::{self, Live};
use crate::visited::Visited;
use crate::{Answer, Context, Engine, Problem, Progress, StopReason, Verdict};
use disk::Disk;
use frontier::Frontier;
use std::io;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use tsumugi_shogi::Packed;
use worker::{Shared, Worker};

/// So many positions are expanded by each thread between two looks at limits and memory, at most.
const CHUNK: usize = 1 << 15;
/// And no more than fill this part of the memory.
const CHUNK_PART: usize = 32;
/// With fewer than this a second thread costs more than it helps.
const WORTH_A_THREAD: usize = 1 << 10;
/// Positions a thread takes at once.
const BATCH: usize = 64;
/// Bytes of a packed position.
const PACKED: usize = size_of::<Packed>();

/// Solves a problem.
pub fn run(context: Context<'_>) -> Answer {
    let mut search = Search::new(context);
    let verdict = search.run();
    search.answer(verdict)
}

/// A search under way.
struct Search<'a> {
    context: Context<'a>,
    table: Visited,
    workers: Vec<Apart<Worker>>,
    /// Number of the layer being expanded.
    layer: u32,
    /// What is left of it.
    now: Frontier,
    /// The next layer as far as it is known.
    next: Frontier,
    disk: Disk,
    /// Positions met.
    positions: u64,
    /// Keys put into the table by this program, met before or not.
    inserted: u64,
    expansions: u64,
    most_bytes: usize,
    last_told: u64,
}

impl<'a> Search<'a> {
    fn new(context: Context<'a>) -> Search<'a> {
        let threads = context.settings.threads.max(1);
        let exact = context.settings.exact;
        Search {
            table: Visited::new(exact),
            workers: (0..threads).map(|_| Apart(Worker::new(context.problem, exact))).collect(),
            context,
            layer: 0,
            now: Frontier::default(),
            next: Frontier::default(),
            disk: Disk::default(),
            positions: 0,
            inserted: 0,
            expansions: 0,
            most_bytes: 0,
            last_told: 0,
        }
    }

    fn run(&mut self) -> Verdict {
        let verdict = self.search().unwrap_or_else(|error| Verdict::Unknown(reason(&error)));
        let begun = !self.now.is_empty() || !self.next.is_empty();
        match &verdict {
            // After a failure of the storage the last checkpoint stands as it is.
            Verdict::Unknown(
                StopReason::Stopped | StopReason::Time | StopReason::Nodes | StopReason::Memory,
            ) if begun && !self.has_ended() => {
                self.save().map_or_else(|error| Verdict::Unknown(reason(&error)), |()| verdict)
            }
            _ => verdict,
        }
    }

    fn search(&mut self) -> io::Result<Verdict> {
        let problem = self.context.problem;
        if problem.is_goal(problem.position()) {
            return Ok(Verdict::Mate(0));
        }
        if !self.resume()? {
            if let Some(verdict) = self.first_layer() {
                return Ok(verdict);
            }
            self.save()?;
        }
        loop {
            self.balance_layers()?;
            while !self.now.is_empty() {
                if self.length(self.layer) > problem.plies() {
                    return Ok(Verdict::NotWithin(problem.plies()));
                }
                if let Some(reason) = self.reason_to_stop()? {
                    return Ok(Verdict::Unknown(reason));
                }
                self.expand_chunk();
                self.balance_layers()?;
                self.reconcile_if_due()?;
            }
            if self.has_ended() {
                return Ok(Verdict::Mate(self.length(self.layer)));
            }
            if self.next.is_empty() {
                return Ok(Verdict::NoMate);
            }
            self.now = std::mem::take(&mut self.next);
            self.layer += 1;
            self.tell("searching", 1 << 14);
        }
    }

    /// Was a mate found?
    fn has_ended(&self) -> bool {
        self.workers.iter().any(|worker| !worker.ends.is_empty())
    }

    /// Makes layer 0; a verdict if that is the end of it.
    fn first_layer(&mut self) -> Option<Verdict> {
        let problem = self.context.problem;
        if !problem.attacks(problem.position()) {
            let root = problem.packer().pack(problem.position());
            let exact = self.context.settings.exact;
            self.table.insert(Key::of(problem.position(), problem.attacker(), exact), 0);
            self.now.held.push(root);
            self.positions = 1;
            return None;
        }
        if problem.plies() == 0 {
            return Some(Verdict::NotWithin(0));
        }
        let mated = AtomicBool::new(false);
        let shared = shared(&self.context, &self.table, &self.disk, 0, &mated);
        self.workers[0].expand_root(&shared);
        self.expansions += std::mem::take(&mut self.workers[0].expansions);
        self.now.held.append(&mut self.workers[0].next);
        self.positions = self.table.len();
        let ended = !self.workers[0].ends.is_empty();
        ended.then_some(Verdict::Mate(1))
    }

    fn bytes(&self) -> usize {
        self.bytes_but_layers() + (self.now.held.len() + self.next.held.len()) * PACKED
    }

    fn bytes_but_layers(&self) -> usize {
        let caches: usize = self.workers.iter().map(|worker| worker.bytes()).sum();
        self.table.bytes() + caches + self.disk.bytes()
    }

    /// Makes room, writes a checkpoint if one is due, and says why the search should stop, if it should.
    fn reason_to_stop(&mut self) -> io::Result<Option<StopReason>> {
        let most = self.context.settings.bytes;
        while self.table.is_crowded() {
            // With files, layers need no more than a certain room; without, they take what they need.
            let stored = self.context.storage.is_some();
            let others = match stored {
                true => disk::room_for_layers(most) + self.disk.bytes(),
                false => self.bytes() - self.table.bytes(),
            };
            let room = most.saturating_sub(others);
            if self.table.can_grow(room) {
                self.write_layers_down(most - self.table.bytes_after_growth(room))?;
                self.table.grow(self.layer + 1, self.workers.len(), room);
            } else if stored {
                self.tell("writing", 0);
                self.write_table_down()?;
            } else {
                return Ok(Some(StopReason::Memory));
            }
        }
        self.most_bytes = self.most_bytes.max(self.bytes());
        if let Some(reason) = self.context.limits.interrupted() {
            return Ok(Some(reason));
        }
        if self.expansions >= self.context.limits.expansions {
            return Ok(Some(StopReason::Nodes));
        }
        if self.bytes() > most {
            return Ok(Some(StopReason::Memory));
        }
        if !self.has_ended() && self.context.storage.as_mut().is_some_and(|storage| storage.due()) {
            self.save()?;
        }
        Ok(None)
    }

    /// Expands the last positions of the layer, as many as are worth it at once.
    fn expand_chunk(&mut self) {
        let bytes = self.context.settings.bytes;
        let most = (bytes / CHUNK_PART / PACKED).clamp(1, CHUNK * 4);
        // Chunks of equal size: a small one left over would have to do with one thread.
        let held = self.now.held.len();
        let chunks = held.div_ceil(most.min(CHUNK * self.workers.len())).max(1);
        let start = held - held.div_ceil(chunks);
        let chunk = &self.now.held[start..];
        let mated = AtomicBool::new(self.has_ended());
        let known = self.table.len();
        let mut shared = shared(&self.context, &self.table, &self.disk, self.layer + 1, &mated);
        shared.most = most;
        let cursor = AtomicUsize::new(0);
        let threads = if chunk.len() < WORTH_A_THREAD { 1 } else { self.workers.len() };
        let work = |worker: &mut Apart<Worker>| {
            worker.prepare(chunk.len().min(CHUNK), bytes);
            worker.expand_all(&shared, chunk, &cursor, BATCH);
        };
        std::thread::scope(|scope| {
            let mut workers = self.workers[..threads].iter_mut();
            let mine = workers.next();
            workers.for_each(|worker| {
                scope.spawn(|| work(worker));
            });
            mine.into_iter().for_each(work);
        });
        let taken = cursor.into_inner().min(chunk.len());
        self.now.held.drain(start..start + taken);
        for worker in &mut self.workers[..threads] {
            self.next.held.append(&mut worker.next);
            self.now.held.append(&mut worker.undone);
            self.expansions += std::mem::take(&mut worker.expansions);
        }
        self.inserted += self.table.len() - known;
        self.positions += self.table.len() - known;
        self.tell("searching", 1 << 16);
    }

    /// Tells how far the search is, if so many positions were expanded since the last time.
    fn tell(&mut self, stage: &'static str, every: u64) {
        if self.expansions < self.last_told + every {
            return;
        }
        self.last_told = self.expansions;
        let progress = Progress {
            ply: self.ply(self.layer),
            frontier: self.now.len() + self.next.len(),
            positions: self.positions,
            expansions: self.expansions,
            bytes: self.bytes() as u64,
            stage,
        };
        self.context.observer.progress(&progress);
    }

    /// Was a position met in this layer, or one that cannot be told from it?
    fn was_met(&self, key: Key, layer: u32) -> io::Result<bool> {
        let layer = Some(layer % self.table.window());
        if self.table.layer(key) == layer {
            return Ok(true);
        }
        let Some(storage) = self.context.storage.as_deref() else { return Ok(false) };
        for found in self.disk.layers(key, storage, self.context.settings.exact) {
            if found? == layer {
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn answer(mut self, verdict: Verdict) -> Answer {
        let mut answer = Answer::new(verdict, Engine::Layers);
        answer.positions = self.positions;
        answer.expansions = self.expansions;
        answer.key_bits = if self.context.settings.exact { 128 } else { 64 };
        answer.bytes = self.most_bytes as u64;
        if let Verdict::Mate(length) = answer.verdict {
            match self.live(length) {
                Ok(Some(live)) => {
                    if !solutions::fill(&mut answer, &self.context, &live) {
                        let why = "what is stored contradicts itself".to_string();
                        answer.verdict = Verdict::Unknown(StopReason::Checkpoint(why));
                    }
                }
                Ok(None) => answer.verdict = Verdict::Unknown(self.context.limits.interruption()),
                Err(error) => answer.verdict = Verdict::Unknown(reason(&error)),
            }
        }
        if !matches!(answer.verdict, Verdict::Unknown(_)) {
            self.clean_up();
        }
        answer
    }

    /// The positions on shortest solutions of this length; none if the search is to stop.
    fn live(&mut self, length: u32) -> io::Result<Option<Live>> {
        let ends = self.workers.iter_mut().flat_map(|worker| worker.ends.drain(..)).collect();
        self.now.held = Vec::new();
        self.next.held = Vec::new();
        backward::live(self, length, self.layer, ends)
    }
}

impl Searched for Search<'_> {
    fn problem(&self) -> &Problem {
        self.context.problem
    }

    fn exact(&self) -> bool {
        self.context.settings.exact
    }

    fn were_met(&mut self, keys: &[Key], layer: u32) -> io::Result<Vec<bool>> {
        keys.iter().map(|&key| self.was_met(key, layer)).collect()
    }

    fn goes_on(&mut self, layer: u32, positions: usize) -> bool {
        let progress = Progress {
            ply: self.ply(layer),
            frontier: positions as u64,
            positions: self.positions,
            expansions: self.expansions,
            bytes: self.bytes() as u64,
            stage: "going back",
        };
        self.context.observer.progress(&progress);
        self.context.limits.interrupted().is_none()
    }
}

/// Why a search must end that has trouble with its files.
fn reason(error: &io::Error) -> StopReason {
    match error.kind() {
        io::ErrorKind::AlreadyExists | io::ErrorKind::InvalidData => {
            StopReason::Checkpoint(error.to_string())
        }
        _ => StopReason::Storage(error.to_string()),
    }
}

fn shared<'s>(
    context: &'s Context<'_>,
    table: &'s Visited,
    disk: &'s Disk,
    layer: u32,
    mated: &'s AtomicBool,
) -> Shared<'s> {
    let problem: &Problem = context.problem;
    let old = disk.runs.iter().filter_map(|run| run.keys.as_ref()).collect();
    Shared { problem, exact: context.settings.exact, table, old, layer, most: usize::MAX, mated }
}
