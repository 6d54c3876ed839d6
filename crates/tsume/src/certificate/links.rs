//! Which claim covers which successor of which claim: the references of a certificate.
//!
//! The claims are walked from the root on by play and take-back, every claim once, in any order. So several threads can
//! share the work: one that has nothing to do is given a branch by one that has. The claims themselves are only read.

use super::{Proof, moves_in_order, to_be_covered};
use crate::canonical::Turned;
use crate::game::TsumeGame;
use crate::hands::AttackerHand;
use crate::solve::StopReason;
use std::sync::atomic::{AtomicBool, Ordering};
use tsumugi_andor::proof::{Claim, Statement};
use tsumugi_andor::{Limits, Plies, Resources, Rules};
use tsumugi_clock::threads::{self, Tasks};
use tsumugi_shogi::Move;

/// Proofs with fewer claims are walked and written by one thread: it is done before another has started.
pub(super) const ALONE: usize = 2048;
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
        let visited = (0..proof.numbers()).map(|_| AtomicBool::new(false)).collect();
        let round = Round { proof, turned, limits, visited };
        let (roots, tasks) = round.begin(game)?;
        let tasks = Tasks::new(tasks);
        let threads = if proof.len() < ALONE { 1 } else { threads.clamp(1, usize::from(u16::MAX)) };
        let found = threads::each(0..threads, |_| round.work(&tasks));
        let found = found.into_iter().collect::<Result<Vec<Found>, StopReason>>()?;
        Ok(Links::new(roots, found, proof.numbers()))
    }

    fn new(roots: Vec<u32>, found: Vec<Found>, numbers: usize) -> Links {
        let mut spans = vec![Span::default(); numbers];
        let (mut seen, mut shared) = (vec![false; numbers], vec![false; numbers]);
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

/// What the threads share.
struct Round<'a> {
    proof: &'a Proof,
    turned: Turned,
    limits: &'a Limits,
    /// Claims that some thread has taken on.
    visited: Vec<AtomicBool>,
}

impl Round<'_> {
    /// Finds the claims that cover the successors of the problem, and makes tasks of them.
    fn begin(&self, game: &TsumeGame) -> Result<(Vec<u32>, Vec<Task>), StopReason> {
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
        Ok((roots, tasks))
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
    fn work(&self, tasks: &Tasks<Task>) -> Result<Found, StopReason> {
        let mut found = Found::default();
        tasks.work(|Task { game, claim }| {
            let (start, stack) = (game.clone(), Vec::new());
            let mut walk = Walk { round: self, tasks, start, game, stack, found: &mut found };
            walk.run(claim)
        })?;
        Ok(found)
    }
}

/// A claim whose successors have been linked; some of the claims that cover them are still to be walked.
struct Branch {
    /// The move that led to it from the branch before; none for the first.
    arrived: Option<Move>,
    /// The hand and the move of the claim.
    held: AttackerHand,
    m: Move,
    left: Vec<(Move, u32)>,
    /// The hand to give back when leaving.
    restore: AttackerHand,
}

impl Branch {
    /// Takes the game from the branch before to the position in which the claim has been played.
    fn repeat(&self, game: &mut TsumeGame) {
        if let Some(m) = self.arrived {
            game.play(m);
        }
        game.set_resource(self.held);
        game.play(self.m);
    }
}

struct Walk<'a> {
    round: &'a Round<'a>,
    tasks: &'a Tasks<Task>,
    /// Where it begins.
    start: TsumeGame,
    game: TsumeGame,
    stack: Vec<Branch>,
    found: &'a mut Found,
}

impl Walk<'_> {
    /// Links a claim about the current position, and all new ones below it.
    fn run(&mut self, claim: u32) -> Result<(), StopReason> {
        self.link(None, claim)?;
        while let Some(branch) = self.stack.last_mut() {
            match branch.left.pop() {
                Some((m, claim)) => {
                    self.game.play(m);
                    self.link(Some(m), claim)?;
                }
                None => self.leave(),
            }
            if self.tasks.failed() {
                break;
            }
            if self.tasks.is_wanted()
                && let Some(task) = self.branch()
            {
                self.tasks.give(task);
            }
        }
        Ok(())
    }

    /// Takes the branch nearest to the start, which is likely to be the largest, off this walk. None if nothing would be left
    /// here: then the work would only change hands.
    fn branch(&mut self) -> Option<Task> {
        let at = self.stack.iter().position(|branch| !branch.left.is_empty())?;
        // Nothing is left to do before it, so the walk may as well have begun there.
        for branch in self.stack.drain(..at) {
            branch.repeat(&mut self.start);
        }
        let (nearest, others) = self.stack.split_first_mut()?;
        if nearest.left.len() == 1 && others.iter().all(|branch| branch.left.is_empty()) {
            return None;
        }
        let (m, claim) = nearest.left.remove(0);
        let mut game = self.start.clone();
        nearest.repeat(&mut game);
        game.play(m);
        Some(Task { game, claim })
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

    /// Plays the move of a claim about the current position, to which this move led, and links its successors.
    fn link(&mut self, arrived: Option<Move>, claim: u32) -> Result<(), StopReason> {
        if self.found.starts.len().is_multiple_of(SLICE) {
            self.round.limits.interrupted().map_or(Ok(()), Err)?;
        }
        let placed = self.round.proof.get(claim as usize).ok_or(StopReason::GaveUp)?;
        let (m, statement, is_last) = match placed.claim {
            Claim::Win { m, plies } => (m, Statement::Won(plies.saturating_sub(TWO)), false),
            Claim::Hold { m, plies } => (m, Statement::NotWon(plies.saturating_sub(TWO)), plies == TWO),
        };
        let (held, restore) = (placed.resource, self.game.resource());
        self.game.set_resource(held);
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
        self.stack.push(Branch { arrived, held, m, left, restore });
        Ok(())
    }
}
