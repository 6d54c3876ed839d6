//! A walk through everything within a number of plies, depth first.
//!
//! Nothing is walked through twice that is remembered as hopeless, and nothing that already stands on the line: a
//! solution that comes back to a position is not the shortest. What lies on a solution is kept whole, which is little beside
//! the rest. Two engines end with such a walk, and one is made of them.

use crate::fingerprint::Fingerprint;
use crate::solutions::Live;
use crate::{Context, Goal, Problem, Progress, StopReason};
use std::collections::HashSet;
use tsumugi_shogi::{Move, MoveList, Packed, Position, Undo};

/// Remembers which positions lie on no shortest solution.
pub trait Hopeless<K> {
    /// Is it known that no shortest solution of `length` has this position after `ply` plies?
    fn is_hopeless(&self, key: K, ply: u32, length: u32) -> bool;
    /// Remembers that it is so. May be forgotten: that costs time only.
    fn bury(&mut self, key: K, ply: u32, length: u32);
    /// Positions remembered.
    fn positions(&self) -> usize;
    /// The bytes it takes.
    fn bytes(&self) -> usize;
}

/// What a position on a solution costs.
const BYTES_PER_LIVE: usize = 120;
/// Expansions between two looks at the world outside. Fewer: the clock is read for nothing. More: a stop is noticed late.
pub const BREATH: u64 = 4096;

/// A position on the line being looked at.
struct Frame<K> {
    key: K,
    /// The move that led here; none at the start.
    undo: Option<Undo>,
    /// The moves not yet looked at are those of the list from here on.
    moves: usize,
    live: bool,
}

/// Can play go on from here?
pub fn has_moves(problem: &Problem, position: &Position) -> bool {
    match problem.attacks(position) {
        true => position.has_check(),
        false => position.has_legal_move(),
    }
}

/// A walk that has begun.
pub struct Walk<'a, 'c, K, H> {
    context: &'a mut Context<'c>,
    hopeless: &'a mut H,
    length: u32,
    position: Position,
    live: Vec<HashSet<Packed>>,
    kept: usize,
    frames: Vec<Frame<K>>,
    moves: Vec<Move>,
    on_line: HashSet<K>,
    next_breath: u64,
    /// Positions whose moves were generated, here and before.
    pub expansions: u64,
    /// The first solution met.
    pub first: Option<Vec<Move>>,
    /// Was there a position at the bound from which play could go on?
    pub bounded: bool,
}

impl<'a, 'c, K: Fingerprint, H: Hopeless<K>> Walk<'a, 'c, K, H> {
    /// A walk through all solutions of `length`, none of which may be shorter. Expansions are counted on from those given.
    pub fn new(
        context: &'a mut Context<'c>,
        hopeless: &'a mut H,
        length: u32,
        expansions: u64,
    ) -> Self {
        let position = context.problem.position().clone();
        let live = vec![HashSet::new(); length as usize + 1];
        Walk {
            context,
            hopeless,
            length,
            position,
            live,
            kept: 0,
            frames: Vec::new(),
            moves: Vec::new(),
            on_line: HashSet::new(),
            next_breath: expansions + BREATH,
            expansions,
            first: None,
            bounded: false,
        }
    }

    /// Walks to the end: the positions on solutions, if there are any.
    ///
    /// # Errors
    /// Why it was given up.
    pub fn go(&mut self) -> Result<Option<Live>, StopReason> {
        let problem = self.context.problem;
        if self.length == 0 {
            let found = problem.is_goal(&self.position);
            self.bounded = !found;
            self.first = found.then(Vec::new);
            return Ok(found.then(|| Live::new(0)));
        }
        self.enter(K::of(problem, &self.position), None)?;
        while let Some(frame) = self.frames.last_mut() {
            if self.moves.len() == frame.moves {
                self.leave();
            } else if let Some(m) = self.moves.pop() {
                let live = self.look(m)?;
                self.tell_top(live);
            }
        }
        Ok(self.first.is_some().then(|| self.live_sets()))
    }

    /// The topmost position lies on a solution if one of its moves does.
    fn tell_top(&mut self, live: bool) {
        if let Some(frame) = self.frames.last_mut() {
            frame.live |= live;
        }
    }

    /// Does this move of the topmost position keep to a solution? Enters it if that is yet to be found out.
    fn look(&mut self, m: Move) -> Result<bool, StopReason> {
        let ply = self.frames.len() as u32;
        if ply == self.length {
            return Ok(self.is_solution(m));
        }
        let key = K::after(self.context.problem, &mut self.position, m);
        if self.hopeless.is_hopeless(key, ply, self.length) || self.on_line.contains(&key) {
            return Ok(false);
        }
        let undo = self.position.play(m);
        let live = self.is_live(ply);
        if live || self.is_too_late(key, ply) {
            self.position.undo(undo);
            return Ok(live);
        }
        self.enter(key, Some(undo))?;
        Ok(false)
    }

    /// Is the goal reached with this move, the last there is room for?
    fn is_solution(&mut self, m: Move) -> bool {
        let undo = self.position.play(m);
        let found = self.context.problem.is_goal(&self.position);
        self.bounded |= !found && has_moves(self.context.problem, &self.position);
        self.position.undo(undo);
        if found && self.first.is_none() {
            let played = self.frames.iter().filter_map(|frame| frame.undo.map(|undo| undo.played()));
            self.first = Some(played.chain([m]).collect());
        }
        found
    }

    fn is_live(&self, ply: u32) -> bool {
        let known = &self.live[ply as usize];
        !known.is_empty() && known.contains(&self.context.problem.packer().pack(&self.position))
    }

    /// With one move left, is there none that mates? Sooner said than by looking at each.
    fn is_too_late(&mut self, key: K, ply: u32) -> bool {
        let mates = self.context.problem.goal() == Goal::Helpmate;
        if !mates || ply + 1 != self.length || self.position.mate_in_one().is_some() {
            return false;
        }
        self.bounded |= has_moves(self.context.problem, &self.position);
        self.hopeless.bury(key, ply, self.length);
        self.expansions += 1;
        true
    }

    fn enter(&mut self, key: K, undo: Option<Undo>) -> Result<(), StopReason> {
        self.expansions += 1;
        self.check_limits()?;
        let start = self.moves.len();
        let mut moves = MoveList::new();
        self.context.problem.moves(&self.position, &mut moves);
        // Taken from the end, in the order of the generator.
        self.moves.extend(moves.iter().rev());
        self.frames.push(Frame { key, undo, moves: start, live: false });
        self.on_line.insert(key);
        Ok(())
    }

    /// Takes the topmost position, whose moves have all been looked at, off the line.
    fn leave(&mut self) {
        let Some(frame) = self.frames.pop() else { return };
        let ply = self.frames.len();
        self.on_line.remove(&frame.key);
        if frame.live {
            let packed = self.context.problem.packer().pack(&self.position);
            self.kept += usize::from(self.live[ply].insert(packed));
        } else {
            self.hopeless.bury(frame.key, ply as u32, self.length);
        }
        if let Some(undo) = frame.undo {
            self.position.undo(undo);
        }
        self.tell_top(frame.live);
    }

    /// The memory in use.
    pub fn bytes(&self) -> usize {
        self.hopeless.bytes() + self.kept * BYTES_PER_LIVE
    }

    fn check_limits(&mut self) -> Result<(), StopReason> {
        let bytes = self.bytes();
        if self.expansions > self.context.limits.expansions {
            return Err(StopReason::Nodes);
        }
        if self.kept > 0 && bytes > self.context.settings.bytes {
            return Err(StopReason::Memory);
        }
        if self.expansions >= self.next_breath {
            self.next_breath = self.expansions + BREATH;
            self.context.observer.progress(&Progress {
                ply: self.length,
                frontier: self.frames.len() as u64,
                positions: self.hopeless.positions() as u64,
                expansions: self.expansions,
                bytes: bytes as u64,
                stage: "walking",
            });
            if let Some(reason) = self.context.limits.interrupted() {
                return Err(reason);
            }
        }
        Ok(())
    }

    /// What was kept, of the defender's turns.
    fn live_sets(&mut self) -> Live {
        let problem = self.context.problem;
        let attacks_first = problem.attacks(problem.position());
        let mut live = Live::new(self.length);
        for (ply, positions) in (0u32..).zip(std::mem::take(&mut self.live)) {
            if attacks_first != ply.is_multiple_of(2) {
                live.set(ply, positions.into_iter().collect());
            }
        }
        live
    }
}
