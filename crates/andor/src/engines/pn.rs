//! Proof-number search, best first, on a tree kept in memory.
//!
//! Trouble  Looking at all lines to some depth spends its time on lines that decide nothing.
//! Idea     Of every position know how many leaves must at least be proved (pn) or disproved (dn) to
//!          solve it. OR follows the smallest pn, AND the smallest dn; the leaf they arrive at, the
//!          most-proving node, serves a proof and a disproof of the root at once. Expand it, bring the
//!          numbers above it up to date, repeat.
//! Source   \[Allis94\]; heuristic leaves and edge costs as in \[Nagai02\]. We go on from the highest
//!          position whose numbers changed, not from the root; we free what lies below solved
//!          positions, except what shows why they are solved; and we cut repetitions on the line.
//! Switch   `estimate`, `cost`, `sums` (`snda` acts like `sum`: lines of a tree never meet); with
//!          `dominance`, coming back with no more than before is a repetition too. The other options
//!          mean nothing here.
//! Seen     [`Pn::trace`]; tests `crates/andor/tests/it/best_first.rs`.
//!
//! **Ties.** OR takes the child with the smallest pn, AND that with the smallest dn, edge cost
//! included; among equals the one whose other number is smallest; among equals still, the first in
//! the order of [`crate::Rules::moves`]. But the line just looked at is followed as long as it is *among* the
//! best by the first number, everywhere from the root down ([`PnOptions::stay`]). This is what
//! thresholds do, so df-pn expands the same leaves of a tree in the same order.
//!
//! **Repetitions.** Every line has nodes of its own, so a position that comes up again on its own
//! line is disproved there and nowhere else. Proofs lose nothing by it (a shortest proof never
//! repeats a position); and the positions of a refutation, with every repetition led back to where it
//! was first met, are a set that OR cannot leave, so they are lost. This also bounds every line,
//! hence every search of a finite game, although the tree of a small graph can be very large.

mod tree;

pub(crate) use tree::{ROOT, Rules, Tree};

use crate::path::Path;
use crate::{Bounds, Game, GameValue, PaperOptions, Search, Stats, Status, StopReason, Turn};
use std::fmt;

/// What a best-first search may use, and what it keeps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PnOptions {
    /// Nodes in memory at most (about 40 bytes each). Default 2²⁴.
    pub nodes: usize,
    /// Try for moves of a position when it is met, so that positions without moves are solved at once
    /// and never expanded. Off, they are expanded like others; use it when [`crate::Hints::decided`] knows
    /// them, or to compare with searches that expand them. These tries do not count as expansions.
    /// Default on.
    pub immediate: bool,
    /// Keep what shows why positions are solved, see [`Pn::children`]; off, keep their bounds only.
    /// Default on.
    pub keep: bool,
    /// Follow the line just looked at while it is among the best, as depth-first searches do. Off,
    /// choose afresh at every node each time. Default on.
    pub stay: bool,
    /// Write down what is expanded, see [`Pn::trace`]. Default off.
    pub trace: bool,
}

impl Default for PnOptions {
    fn default() -> PnOptions {
        PnOptions { nodes: 1 << 24, immediate: true, keep: true, stay: true, trace: false }
    }
}

/// A node of the tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeId(u32);

/// Best-first proof-number search.
pub struct Pn<G: Game> {
    game: G,
    limits: PnOptions,
    tree: Tree<G::Move>,
    line: Path<G::Resource>,
    stats: Stats,
    trace: Vec<u64>,
    out_of_memory: bool,
}

impl<G: Game> fmt::Debug for Pn<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pn")
            .field("limits", &self.limits)
            .field("stats", &self.stats)
            .finish_non_exhaustive()
    }
}

impl<G: Game> Pn<G> {
    /// A search of the position `game` is in.
    pub fn new(mut game: G, options: &PaperOptions, limits: PnOptions) -> Pn<G> {
        let PnOptions { immediate, keep, stay, .. } = limits;
        let mut tree = Tree::new(Rules { immediate, keep, stay, ..Rules::new(options) });
        let root = tree.evaluate(&mut game);
        tree.plant(root);
        let mut line = Path::new();
        line.push(game.key(), game.resource());
        let stats = Stats::default();
        Pn { game, limits, tree, line, stats, trace: Vec::new(), out_of_memory: false }
    }

    /// Expands the most-proving node.
    fn step(&mut self) {
        self.tree.descend(&mut self.game, &mut self.line, &mut self.stats);
        let room = self.limits.nodes.saturating_sub(self.tree.live());
        if !self.tree.expand(&mut self.game, &self.line, room, &mut self.stats) {
            self.out_of_memory = true;
            return;
        }
        if self.limits.trace {
            self.trace.push(self.game.key());
        }
        self.tree.update(&mut self.game, &mut self.line);
    }

    /// The game, wherever the search is in it.
    pub(crate) fn game(&self) -> &G {
        &self.game
    }

    /// The keys of the positions expanded, in order, if [`PnOptions::trace`] is on.
    pub fn trace(&self) -> &[u64] {
        &self.trace
    }

    /// Nodes in memory now.
    pub fn nodes(&self) -> usize {
        self.tree.live()
    }

    /// The root of the tree.
    pub fn root(&self) -> NodeId {
        NodeId(ROOT)
    }

    /// The children of a node that are in memory, with the moves that lead there.
    ///
    /// Of a proved OR node that is one proved child, of a proved AND node all of them: from a proved
    /// root they make a proof tree. Of a disproved AND node it is one disproved child, of a disproved
    /// OR node all. Nodes solved at sight ([`crate::Hints::decided`], no moves, a repetition of the line)
    /// have none.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = (G::Move, NodeId)> + '_ {
        self.tree.children(node.0).map(|id| (self.tree.move_into(id), NodeId(id)))
    }

    /// The bounds of a node.
    pub fn bounds(&self, node: NodeId) -> Bounds {
        self.tree.node(node.0).bounds
    }

    /// Whose move it is at a node.
    pub fn turn(&self, node: NodeId) -> Turn {
        self.tree.node(node.0).turn
    }

    /// Of a proved node: the plies OR needs in the proof kept.
    pub fn length(&self, node: NodeId) -> u32 {
        self.tree.node(node.0).length
    }
}

impl<G: Game> Search for Pn<G> {
    fn advance(&mut self, budget: u64) -> Status {
        for _ in 0..budget {
            if self.out_of_memory || self.root_bounds().is_solved() {
                break;
            }
            self.step();
        }
        if self.out_of_memory || self.root_bounds().is_solved() {
            Status::Done
        } else {
            Status::Running
        }
    }

    fn verdict(&self) -> GameValue {
        verdict(&self.tree, self.out_of_memory)
    }

    fn stats(&self) -> Stats {
        self.stats
    }

    fn root_bounds(&self) -> Bounds {
        self.tree.node(ROOT).bounds
    }

    fn fill(&self) -> f64 {
        self.tree.live() as f64 / self.limits.nodes.max(1) as f64
    }
}

/// What a tree says about its root.
pub(crate) fn verdict<M: Copy>(tree: &Tree<M>, out_of_memory: bool) -> GameValue {
    let root = tree.node(ROOT);
    if root.bounds.is_proved() {
        GameValue::Proved(root.length.into())
    } else if root.bounds.is_disproved() {
        GameValue::Disproved
    } else if out_of_memory {
        GameValue::Unknown(StopReason::Memory)
    } else {
        GameValue::Unknown(StopReason::Nodes)
    }
}
