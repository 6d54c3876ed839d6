//! Leaving a node: what was found out, where it is kept, and what the parent learns.

use super::Dfpn;
use super::children::{Child, Combined, Sight};
use crate::Plies;
use crate::game::Game;
use crate::options::Ghi;
use crate::policy::Policy;
use crate::table::{Entry, Found, Query};
use crate::techniques::repetition::DependencySet;
use crate::{Bounds, Turn};
use std::cmp::Reverse;

/// What a node's visit came to.
#[derive(Clone, Copy)]
pub(super) struct Solved<R> {
    pub bounds: Bounds,
    /// For how many plies, if solved; as in the table.
    pub rank: Plies,
    /// The resource the answer holds for, if solved.
    pub answer: R,
    /// The move that solved it, if one did, as the table names it.
    pub best: u32,
    pub depends_on: DependencySet,
}

impl<G: Game, P: Policy> Dfpn<G, P> {
    /// Stores the innermost node, leaves it, and tells its parent.
    pub(super) fn come_back(&mut self, here: &Combined) {
        let depth = self.frames.len() as u32 - 1;
        let result = self.conclude(here.bounds, depth);
        self.keep(&result, depth);
        self.leave(result);
    }

    /// The root, if OR has no plies to win in: over or lost, unless moves that cost nothing are left.
    pub(super) fn over_or_lost(&mut self) -> bool {
        if let Some(Sight::Solved(bounds, rank, answer)) = self.out_of_plies(self.within) {
            self.result =
                Some(Solved { bounds, rank, answer, best: 0, depends_on: DependencySet::EMPTY });
        }
        self.result.is_some()
    }

    /// The answer to a question that the table has, from whichever thread.
    pub(super) fn answered(&self, question: &Query<G::Resource>) -> Option<Solved<G::Resource>> {
        match self.table.ask(question) {
            Found::Entry(entry) if entry.bounds.is_solved() => Some(Solved {
                bounds: entry.bounds,
                rank: entry.rank,
                answer: entry.resource,
                best: entry.best,
                depends_on: DependencySet::EMPTY,
            }),
            _ => None,
        }
    }

    /// Leaves the innermost node and tells its parent the result.
    pub(super) fn leave(&mut self, result: Solved<G::Resource>) {
        let Some(frame) = self.frames.pop() else { return };
        let (key, _) = self.path.at(self.frames.len() as u32);
        self.children.truncate(frame.children);
        self.path.pop();
        self.loops = self.loops.min(frame.loops_before);
        let result = self.after_second_phase(result);
        if self.frames.len() == self.base {
            self.result = Some(result);
            return;
        }
        let Some(parent) = self.frames.last() else { return };
        self.game.undo();
        if let Some(busy) = &self.busy {
            busy.leave(key, result.bounds.is_solved());
        }
        let index = parent.children + parent.chosen;
        let child = &mut self.children[index];
        (child.bounds, child.rank) = (result.bounds, result.rank);
        (child.answer, child.depends_on) = (result.answer, result.depends_on);
        if result.bounds.is_solved() {
            self.reveal(index);
        }
    }

    /// For which resource, within how many plies, and leaning on what the node is solved.
    pub(super) fn conclude(&self, bounds: Bounds, depth: u32) -> Solved<G::Resource> {
        let frame = &self.frames[depth as usize];
        let children = &self.children[frame.children..];
        let own = self.game.resource();
        let mut out = Solved {
            bounds,
            rank: Plies::ZERO,
            answer: own,
            best: 0,
            depends_on: DependencySet::EMPTY,
        };
        let pairs = || {
            let mut answers = self.scratch.answers.borrow_mut();
            answers.clear();
            answers.extend(children.iter().map(|c| (c.m, c.answer)));
            answers
        };
        match (frame.turn, bounds.is_proved(), bounds.is_disproved()) {
            (Turn::Or, true, _) => {
                if let Some(child) =
                    children.iter().filter(|c| c.bounds.is_proved()).min_by_key(|c| c.rank + c.plies)
                {
                    out.rank = child.rank + child.plies;
                    out.best = G::move_bits(child.m);
                    out.answer = self.game.proof_before(child.m, child.answer);
                }
            }
            (Turn::And, true, _) => {
                out.rank = children.iter().map(|c| c.rank + c.plies).max().unwrap_or_default();
                let none = children.is_empty();
                out.answer =
                    if none { self.game.won_resource() } else { self.game.proof_join(&pairs()) };
            }
            (Turn::Or, _, true) => {
                out.rank = children.iter().map(|c| c.rank_before()).min().unwrap_or(Plies::UNLIMITED);
                out.depends_on = children
                    .iter()
                    .fold(DependencySet::EMPTY, |all, c| all.union(&c.depends_on))
                    .without(depth);
                if out.depends_on.is_empty() {
                    let none = children.is_empty();
                    out.answer = if none {
                        self.game.lost_resource()
                    } else {
                        self.game.disproof_join(&pairs())
                    };
                }
            }
            (Turn::And, _, true) => {
                let refutes = |c: &&Child<G, P>| c.bounds.is_disproved();
                let price = |c: &&Child<G, P>| (c.depends_on.weight(), Reverse(c.rank_before()));
                if let Some(child) = children.iter().filter(refutes).min_by_key(price) {
                    out.rank = child.rank_before();
                    out.best = G::move_bits(child.m);
                    out.depends_on = child.depends_on.without(depth);
                    if out.depends_on.is_empty() {
                        out.answer = self.game.disproof_before(child.m, child.answer);
                    }
                }
            }
            _ => {}
        }
        if !self.options.dominance {
            out.answer = own;
        }
        #[cfg(test)]
        if self.naive {
            out.depends_on = DependencySet::EMPTY;
        }
        out
    }

    pub(super) fn keep(&mut self, result: &Solved<G::Resource>, depth: u32) {
        if self.is_lenient() && result.bounds.pn() == Bounds::MAX {
            // It failed on this line; on another it need not.
            return;
        }
        let frame = &self.frames[depth as usize];
        let (key, resource) = self.path.at(depth);
        let spent = (self.stats.expansions - frame.expansions_before).min(u32::MAX as u64) as u32;
        let mut entry = Entry {
            resource: result.answer,
            bounds: result.bounds,
            rank: result.rank,
            min_depth: frame.min_depth,
            amount: frame.amount_before.saturating_add(spent),
            maybe_repetition: frame.maybe_repetition,
            parent: if depth == 0 { (key, resource) } else { self.path.at(depth - 1) },
            merged: merged_bits(&self.children[frame.children..]),
            best: result.best,
        };
        if !result.depends_on.is_empty() {
            self.stats.conditional_disproofs += 1;
            let at = (key, resource);
            let held = (&result.depends_on, result.rank);
            self.conditional.keep(self.policy.ghi(), at, frame.code, held, &self.path);
            entry.bounds = Bounds::UNIT;
            entry.resource = resource;
            entry.best = 0;
            entry.maybe_repetition = true;
        }
        if self.policy.ghi() == Ghi::Twin && entry.maybe_repetition && !entry.bounds.is_solved() {
            entry.best = self.refuted_by(result, (key, resource));
        }
        let within = self.left_at(depth);
        self.table.answer(&Query { key, resource, within, dominance: false }, &entry);
    }

    /// The reply that refuted a position by repetition, now or when it was last searched, for `simulation.rs`.
    fn refuted_by(&self, result: &Solved<G::Resource>, (key, resource): (u64, G::Resource)) -> u32 {
        match self.table.look_up(key, resource, false) {
            _ if result.bounds.is_disproved() => result.best,
            Found::Entry(entry) if !entry.bounds.is_solved() => entry.best,
            _ => 0,
        }
    }
}

/// Which children are known to merge, by index.
pub(super) fn merged_bits<G: Game, P: Policy>(children: &[Child<G, P>]) -> u64 {
    children.iter().take(64).enumerate().fold(0, |bits, (i, c)| bits | (c.merged as u64) << i)
}
