//! Breadth-first search, layer by layer: the fastest way to long helpmates.
//!
//! Only positions with the defender to move are kept: a layer is all of them that were met first after so many moves.
//! From each, the defender's moves and then the attacker's checks lead to the next layer; what the table of
//! [`Visited`] knows is dropped. Positions with the attacker to move are not stored, merely remembered for a while
//! by each thread, so that most are not expanded twice. A mate is noticed when its position is made, before the rest of
//! its layer is stored.
//!
//! All shortest solutions are found backwards from the mates, by moves taken back: see `backward`.

mod backward;
mod recent;
mod worker;

use crate::key::Key;
use crate::solutions::{self, Live};
use crate::visited::Visited;
use crate::{Answer, Context, Engine, Goal, Problem, Progress, StopReason, Verdict};
use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize};
use tsumugi_shogi::Packed;
use worker::{Shared, Worker};

/// So many positions are expanded between two looks at limits and memory.
const CHUNK: usize = 1 << 15;
/// With fewer than this a second thread costs more than it helps.
const WORTH_A_THREAD: usize = 1 << 11;
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
    workers: Vec<Worker>,
    /// Number of the layer being expanded.
    layer: u32,
    /// What is left of it.
    now: Vec<Packed>,
    /// The next layer as far as it is known.
    next: Vec<Packed>,
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
            workers: (0..threads).map(|_| Worker::new(context.problem, exact)).collect(),
            context,
            layer: 0,
            now: Vec::new(),
            next: Vec::new(),
            expansions: 0,
            most_bytes: 0,
            last_told: 0,
        }
    }

    /// How many plies were played before a position of a layer.
    fn ply(&self, layer: u32) -> u32 {
        2 * layer + self.context.problem.attacks(self.context.problem.position()) as u32
    }

    /// How many plies a solution found while expanding a layer has.
    fn length(&self, layer: u32) -> u32 {
        match self.context.problem.goal() {
            Goal::Helpmate => self.ply(layer) + 2,
            Goal::HelpSelfmate => self.ply(layer) + 1,
        }
    }

    fn run(&mut self) -> Verdict {
        let problem = self.context.problem;
        if problem.is_goal(problem.position()) {
            return Verdict::Mate(0);
        }
        if let Some(verdict) = self.first_layer() {
            return verdict;
        }
        loop {
            if self.now.is_empty() {
                return Verdict::NoMate;
            }
            if self.length(self.layer) > problem.plies() {
                return Verdict::NotWithin(problem.plies());
            }
            while !self.now.is_empty() {
                if let Some(reason) = self.reason_to_stop() {
                    return Verdict::Unknown(reason);
                }
                self.expand_chunk();
            }
            if self.workers.iter().any(|worker| !worker.ends.is_empty()) {
                return Verdict::Mate(self.length(self.layer));
            }
            self.now = std::mem::take(&mut self.next);
            self.layer += 1;
            self.tell("searching", 1 << 14);
        }
    }

    /// Makes layer 0; a verdict if that is the end of it.
    fn first_layer(&mut self) -> Option<Verdict> {
        let problem = self.context.problem;
        if !problem.attacks(problem.position()) {
            let root = problem.packer().pack(problem.position());
            let exact = self.context.settings.exact;
            self.table.insert(Key::of(problem.position(), problem.attacker(), exact), 0);
            self.now.push(root);
            return None;
        }
        if problem.plies() == 0 {
            return Some(Verdict::NotWithin(0));
        }
        let mated = AtomicBool::new(false);
        let shared = shared(&self.context, &self.table, 0, &mated);
        self.workers[0].expand_root(&shared);
        self.expansions += 1;
        self.now.append(&mut self.workers[0].next);
        let ended = !self.workers[0].ends.is_empty();
        ended.then_some(Verdict::Mate(1))
    }

    fn bytes(&self) -> usize {
        let caches: usize = self.workers.iter().map(Worker::bytes).sum();
        self.table.bytes() + caches + (self.now.len() + self.next.len()) * PACKED
    }

    fn reason_to_stop(&mut self) -> Option<StopReason> {
        while self.table.is_crowded() {
            let after = self.bytes() - self.table.bytes() + self.table.bytes_after_growth();
            if after > self.context.settings.bytes {
                return Some(StopReason::Memory);
            }
            self.table.grow(self.layer + 1);
        }
        self.most_bytes = self.most_bytes.max(self.bytes());
        if self.context.limits.stopped() {
            Some(StopReason::Stopped)
        } else if self.expansions >= self.context.limits.expansions {
            Some(StopReason::Nodes)
        } else if self.bytes() > self.context.settings.bytes {
            Some(StopReason::Memory)
        } else {
            None
        }
    }

    /// Expands the last positions of the layer, as many as are worth it at once.
    fn expand_chunk(&mut self) {
        let start = self.now.len().saturating_sub(CHUNK);
        let chunk = self.now.split_off(start);
        let mated = AtomicBool::new(self.workers.iter().any(|worker| !worker.ends.is_empty()));
        let shared = shared(&self.context, &self.table, self.layer + 1, &mated);
        let cursor = AtomicUsize::new(0);
        let threads = if chunk.len() < WORTH_A_THREAD { 1 } else { self.workers.len() };
        let work = |worker: &mut Worker| {
            worker.prepare(chunk.len());
            worker.expand_all(&shared, &chunk, &cursor, BATCH);
        };
        match &mut self.workers[..threads] {
            [only] => work(only),
            many => std::thread::scope(|scope| {
                for worker in many {
                    scope.spawn(|| work(worker));
                }
            }),
        }
        for worker in &mut self.workers[..threads] {
            self.next.append(&mut worker.next);
            self.now.append(&mut worker.undone);
            self.expansions += std::mem::take(&mut worker.expansions);
        }
        let reached = cursor.into_inner().min(chunk.len());
        self.now.extend_from_slice(&chunk[reached..]);
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
            frontier: (self.now.len() + self.next.len()) as u64,
            positions: self.table.len(),
            expansions: self.expansions,
            bytes: self.bytes() as u64,
            stage,
        };
        self.context.observer.progress(&progress);
    }

    /// Tells which layer is looked at on the way back.
    fn tell_stage(&mut self, stage: &'static str, layer: u32, positions: usize) {
        let progress = Progress {
            ply: self.ply(layer),
            frontier: positions as u64,
            positions: self.table.len(),
            expansions: self.expansions,
            bytes: self.bytes() as u64,
            stage,
        };
        self.context.observer.progress(&progress);
    }

    /// Was a position met in this layer, or one that cannot be told from it?
    fn was_met(&self, key: Key, layer: u32) -> bool {
        self.table.layer(key) == Some(layer % self.table.window())
    }

    fn answer(mut self, verdict: Verdict) -> Answer {
        let mut answer = Answer::new(verdict, Engine::Layers);
        answer.positions = self.table.len();
        answer.expansions = self.expansions;
        answer.key_bits = if self.context.settings.exact { 128 } else { 64 };
        answer.bytes = self.most_bytes as u64;
        if answer.verdict == Verdict::Mate(0) {
            solutions::fill(&mut answer, &self.context, &Live::new(0));
        } else if let Verdict::Mate(length) = answer.verdict {
            let ends: HashSet<Packed> =
                self.workers.iter_mut().flat_map(|worker| worker.ends.drain(..)).collect();
            self.now = Vec::new();
            self.next = Vec::new();
            let last = if length < 2 {
                0
            } else {
                self.layer + (self.context.problem.goal() == Goal::Helpmate) as u32
            };
            match backward::live(&mut self, length, last, ends) {
                Some(live) => solutions::fill(&mut answer, &self.context, &live),
                None => answer.verdict = Verdict::Unknown(StopReason::Stopped),
            }
        }
        answer
    }
}

fn shared<'s>(
    context: &'s Context<'_>,
    table: &'s Visited,
    layer: u32,
    mated: &'s AtomicBool,
) -> Shared<'s> {
    let problem: &Problem = context.problem;
    Shared { problem, exact: context.settings.exact, table, layer, mated }
}
