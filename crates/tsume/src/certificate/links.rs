//! Which claim covers which successor of which claim: the references of a certificate.
//!
//! The claims are walked from the root on by play and take-back, every claim once, in any order. So several threads can
//! share the work: one that has nothing to do is given a branch by one that has. The claims themselves are only read.

use super::{Proof, moves_in_order, to_be_covered};
use crate::canonical::Turned;
use crate::game::TsumeGame;
use crate::hands::AttackerHand;
use crate::solve::StopReason;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use tsumugi_andor::proof::{Claim, Statement};
use tsumugi_andor::{Limits, Plies, Resources, Rules};
use tsumugi_shogi::Move;

/// Proofs with fewer claims are walked by one thread: it is done before another has started.
const ALONE: usize = 2048;
/// Claims between two looks at the limits.
const SLICE: usize = 1024;
/// Two plies: from claim to claim.
const TWO: Plies = Plies::new(2);

/// For each claim the claims that cover its successors, in canonical order.
pub(super) struct Links {
    roots: Vec<u32>,
    spans: Vec<Span>,
    /// What each thread found.
    found: Vec<Found>,
    /// Whether a claim covers more than one successor.
    shared: Vec<bool>,
}

/// Where the links of a claim are.
#[derive(Clone, Copy, Default)]
struct Span {
    thread: u16,
    count: u16,
    first: u32,
}

/// What a thread found: links of many claims one after the other, and for each claim where they start.
#[derive(Default)]
struct Found {
    links: Vec<u32>,
    starts: Vec<(u32, u32)>,
}

impl Links {
    /// Finds the links of a proof about the game's current position.
    ///
    /// # Errors
    /// When a limit is reached, or when a successor is not covered.
    pub(super) fn find(
        game: &TsumeGame,
        proof: &Proof,
        turned: Turned,
        threads: usize,
        limits: &Limits,
    ) -> Result<Links, StopReason> {
        let round = Round {
            proof,
            turned,
            limits,
            visited: (0..proof.len()).map(|_| AtomicBool::new(false)).collect(),
            queue: Mutex::default(),
            changed: Condvar::new(),
            idle: AtomicUsize::new(0),
        };
        let roots = round.begin(game)?;
        let threads = if proof.len() < ALONE { 1 } else { threads.clamp(1, usize::from(u16::MAX)) };
        let found = thread::scope(|scope| {
            let work = || round.work();
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(work)).collect();
            let mut found = vec![work()];
            found.extend(others.into_iter().map(|other| other.join().unwrap_or_default()));
            found
        });
        match round.lock().failed {
            Some(reason) => Err(reason),
            None => Ok(Links::new(roots, found, proof.len())),
        }
    }

    fn new(roots: Vec<u32>, found: Vec<Found>, claims: usize) -> Links {
        let mut spans = vec![Span::default(); claims];
        let (mut seen, mut shared) = (vec![false; claims], vec![false; claims]);
        let mut note = |claim: u32| {
            shared[claim as usize] |= seen[claim as usize];
            seen[claim as usize] = true;
        };
        roots.iter().copied().for_each(&mut note);
        for (thread, found) in found.iter().enumerate() {
            found.links.iter().copied().for_each(&mut note);
            let ends = found.starts.iter().skip(1).map(|&(_, start)| start);
            let ends = ends.chain([found.links.len() as u32]);
            for (&(claim, first), end) in found.starts.iter().zip(ends) {
                let (thread, count) = (thread as u16, (end - first) as u16);
                spans[claim as usize] = Span { thread, count, first };
            }
        }
        Links { roots, spans, found, shared }
    }

    /// The claims that cover the successors of the problem.
    pub(super) fn roots(&self) -> &[u32] {
        &self.roots
    }

    /// The claims that cover the successors of a claim.
    pub(super) fn of(&self, claim: usize) -> &[u32] {
        let Span { thread, count, first } = self.spans[claim];
        &self.found[usize::from(thread)].links[first as usize..first as usize + usize::from(count)]
    }

    /// Does it cover more than one successor?
    pub(super) fn is_shared(&self, claim: usize) -> bool {
        self.shared[claim]
    }
}

/// A claim to walk on from, and the game at a position that it covers.
struct Task {
    game: TsumeGame,
    claim: u32,
}

#[derive(Default)]
struct Queue {
    tasks: Vec<Task>,
    /// Threads that are walking.
    working: usize,
    failed: Option<StopReason>,
}

/// What the threads share.
struct Round<'a> {
    proof: &'a Proof,
    turned: Turned,
    limits: &'a Limits,
    /// Claims that some thread has taken on.
    visited: Vec<AtomicBool>,
    queue: Mutex<Queue>,
    /// Something was added to the queue, or all is done.
    changed: Condvar,
    /// Threads that wait for a task.
    idle: AtomicUsize,
}

impl Round<'_> {
    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Finds the claims that cover the successors of the problem, and makes tasks of them.
    fn begin(&self, game: &TsumeGame) -> Result<Vec<u32>, StopReason> {
        let mut roots = Vec::new();
        let mut tasks = Vec::new();
        for (game, statement) in to_be_covered(game, self.proof.statement, self.turned) {
            let claim = self.covering(&game, statement)?;
            roots.push(claim);
            if self.is_new(claim) {
                tasks.push(Task { game, claim });
            }
        }
        tasks.reverse();
        self.lock().tasks = tasks;
        Ok(roots)
    }

    fn covering(&self, game: &TsumeGame, statement: Statement) -> Result<u32, StopReason> {
        let found = self.proof.covering(game.key(), game.resource(), statement);
        // All successors of a complete proof are covered.
        found.map(|claim| claim as u32).ok_or(StopReason::GaveUp)
    }

    /// Whether this thread is the first to meet the claim.
    fn is_new(&self, claim: u32) -> bool {
        !self.visited[claim as usize].swap(true, Ordering::Relaxed)
    }

    /// Walks from tasks until there are none.
    fn work(&self) -> Found {
        let mut found = Found::default();
        while let Some(Task { game, claim }) = self.next_task() {
            let mut walk = Walk { round: self, game, stack: Vec::new(), found: &mut found };
            let result = walk.run(claim);
            let mut queue = self.lock();
            queue.working -= 1;
            if let Err(reason) = result {
                queue.failed = Some(reason);
            }
            if queue.failed.is_some() || queue.working == 0 && queue.tasks.is_empty() {
                self.changed.notify_all();
            }
        }
        found
    }

    fn next_task(&self) -> Option<Task> {
        let mut queue = self.lock();
        loop {
            if queue.failed.is_some() {
                return None;
            }
            if let Some(task) = queue.tasks.pop() {
                queue.working += 1;
                return Some(task);
            }
            if queue.working == 0 {
                return None;
            }
            self.idle.fetch_add(1, Ordering::Relaxed);
            queue = self.changed.wait(queue).unwrap_or_else(PoisonError::into_inner);
            self.idle.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Gives a branch to a thread that has nothing to do; whether there is one.
    fn gives_away(&self, game: &TsumeGame, claim: u32) -> bool {
        if self.idle.load(Ordering::Relaxed) == 0 {
            return false;
        }
        let mut queue = self.lock();
        if queue.tasks.len() >= self.idle.load(Ordering::Relaxed) {
            return false;
        }
        queue.tasks.push(Task { game: game.clone(), claim });
        self.changed.notify_one();
        true
    }
}

/// A claim whose successors have been linked; some of the claims that cover them are still to be walked.
struct Branch {
    left: Vec<(Move, u32)>,
    /// The hand to give back when leaving.
    restore: AttackerHand,
}

struct Walk<'a> {
    round: &'a Round<'a>,
    game: TsumeGame,
    stack: Vec<Branch>,
    found: &'a mut Found,
}

impl Walk<'_> {
    /// Links a claim about the current position, and all new ones below it.
    fn run(&mut self, claim: u32) -> Result<(), StopReason> {
        self.link(claim)?;
        while let Some(branch) = self.stack.last_mut() {
            match branch.left.pop() {
                Some((m, claim)) => {
                    self.game.play(m);
                    match self.round.gives_away(&self.game, claim) {
                        true => self.game.undo(),
                        false => self.link(claim)?,
                    }
                }
                None => self.leave(),
            }
        }
        Ok(())
    }

    /// Goes back to where the innermost claim was reached from.
    fn leave(&mut self) {
        if let Some(branch) = self.stack.pop() {
            self.game.undo();
            self.game.set_resource(branch.restore);
            if !self.stack.is_empty() {
                self.game.undo();
            }
        }
    }

    /// Plays the move of a claim and links its successors.
    fn link(&mut self, claim: u32) -> Result<(), StopReason> {
        if self.found.starts.len().is_multiple_of(SLICE) {
            self.round.limits.interrupted().map_or(Ok(()), Err)?;
        }
        let placed = self.round.proof.get(claim as usize).ok_or(StopReason::GaveUp)?;
        let (m, statement, is_last) = match placed.claim {
            Claim::Win { m, plies } => (m, Statement::Won(plies.saturating_sub(TWO)), false),
            Claim::Hold { m, plies } => (m, Statement::NotWon(plies.saturating_sub(TWO)), plies == TWO),
        };
        let restore = self.game.resource();
        self.game.set_resource(placed.resource);
        self.game.play(m);
        self.found.starts.push((claim, self.found.links.len() as u32));
        let mut left = Vec::new();
        // That no check mates at once is seen without claims.
        for m in if is_last { vec![] } else { moves_in_order(&self.game, self.round.turned) } {
            self.game.play(m);
            let covering = self.round.covering(&self.game, statement);
            self.game.undo();
            let covering = covering?;
            self.found.links.push(covering);
            if self.round.is_new(covering) {
                left.push((m, covering));
            }
        }
        left.reverse();
        self.stack.push(Branch { left, restore });
        Ok(())
    }
}
