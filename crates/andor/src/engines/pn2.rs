//! PN²: proof-number search whose leaves are looked at by a second proof-number search.
//!
//! Trouble  Best-first search runs out of memory long before it runs out of patience.
//! Idea     Spend time for memory. A leaf of the first tree is not expanded but searched by a tree of
//!          its own; the numbers of its children are then copied to the first tree and the rest is
//!          thrown away. The second tree may grow with the first: small while there is room, as large
//!          as it when memory gets scarce.
//! Source   \[Breuker98\]: size of the second tree = x × 1 / (1 + e^((a - x) / b)), x nodes in the first.
//!          Both trees cut repetitions of the whole line, as `pn.rs` does.
//! Switch   As `pn.rs`; sizes in [`Pn2PaperOptions`].
//! Seen     [`Pn2::evaluations`] against `stats.expansions`; tests `crates/andor/tests/it/best_first.rs`.
//!
//! Both trees remember of a solved position only its bounds and the length of its proof: the answer
//! comes with a length but without a tree.

use crate::engines::pn::{ROOT, Rules, Tree, verdict};
use crate::path::Path;
use crate::{Bounds, Game, GameValue, PaperOptions, Search, Stats, Status};
use std::fmt;

/// Sizes of the two trees.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Pn2PaperOptions {
    /// Nodes of both trees together in memory at most (about 40 bytes each). Default 2²⁴.
    pub nodes: usize,
    /// The size of the first tree at which the second may be half as large: Breuker's a. Default
    /// 1,800,000; not tuned.
    pub half: f64,
    /// How slowly the share of the second tree grows round `half`: Breuker's b. Default 240,000; not
    /// tuned.
    pub slope: f64,
    /// The second tree may always have this many nodes. Default 256; 1 makes PN² expand the leaves of a
    /// small first tree just as PN does.
    pub least: usize,
    /// As [`crate::engines::pn::PnOptions::immediate`]. Default on.
    pub immediate: bool,
}

impl Default for Pn2PaperOptions {
    fn default() -> Pn2PaperOptions {
        Pn2PaperOptions {
            nodes: 1 << 24,
            half: 1_800_000.0,
            slope: 240_000.0,
            least: 256,
            immediate: true,
        }
    }
}

impl Pn2PaperOptions {
    /// The size of the second tree, given that of the first.
    pub fn second_size(&self, first: usize) -> usize {
        let size = first as f64;
        let share = 1.0 / (1.0 + ((self.half - size) / self.slope).exp());
        ((size * share) as usize).max(self.least).min(self.nodes.saturating_sub(first))
    }
}

/// What the search does next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    /// Find the leaf to look at.
    First,
    /// Search it.
    Second,
    /// There is no room for its children.
    OutOfMemory,
}

/// PN².
pub struct Pn2<G: Game> {
    game: G,
    limits: Pn2PaperOptions,
    first: Tree<G::Move>,
    second: Tree<G::Move>,
    line: Path<G::Resource>,
    stage: Stage,
    /// Of the second tree, for the leaf at hand.
    size: usize,
    stats: Stats,
    evaluations: u64,
}

impl<G: Game> fmt::Debug for Pn2<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pn2")
            .field("limits", &self.limits)
            .field("stats", &self.stats)
            .finish_non_exhaustive()
    }
}

impl<G: Game> Pn2<G> {
    /// A search of the position `game` is in.
    pub fn new(mut game: G, options: &PaperOptions, limits: Pn2PaperOptions) -> Pn2<G> {
        let rules = Rules { immediate: limits.immediate, keep: false, ..Rules::new(options) };
        let mut first = Tree::new(rules);
        let root = first.evaluate(&mut game);
        first.plant(root);
        let mut line = Path::new();
        line.push(game.key(), game.resource());
        Pn2 {
            game,
            limits,
            first,
            second: Tree::new(rules),
            line,
            stage: Stage::First,
            size: 0,
            stats: Stats::default(),
            evaluations: 0,
        }
    }

    /// How many leaves of the first tree were looked at.
    pub fn evaluations(&self) -> u64 {
        self.evaluations
    }

    fn done(&self) -> bool {
        self.stage == Stage::OutOfMemory || self.root_bounds().is_solved()
    }

    /// Expands one position of the second tree; before it, plants one if there is none; after it,
    /// brings its result home if it is finished.
    fn step(&mut self) {
        if self.stage == Stage::First {
            self.first.descend(&mut self.game, &mut self.line, &mut self.stats);
            let leaf = self.second.evaluate(&mut self.game);
            self.second.plant(leaf);
            self.size = self.limits.second_size(self.first.live());
            self.evaluations += 1;
            self.stage = Stage::Second;
        }
        self.second.descend(&mut self.game, &mut self.line, &mut self.stats);
        let room = self.limits.nodes.saturating_sub(self.first.live() + self.second.live());
        let full = !self.second.expand(&mut self.game, &self.line, room, &mut self.stats);
        if full {
            self.second.climb(&mut self.game, &mut self.line);
        } else {
            self.second.update(&mut self.game, &mut self.line);
        }
        let solved = self.second.node(ROOT).bounds.is_solved();
        if full || solved || self.second.live() >= self.size {
            self.second.climb(&mut self.game, &mut self.line);
            self.bring_home();
        }
    }

    /// Copies what the second tree says about the leaf to the first.
    fn bring_home(&mut self) {
        let root = self.second.node(ROOT).bounds;
        let children = self.second.children(ROOT).count();
        let room = self.limits.nodes.saturating_sub(self.first.live());
        if !root.is_solved() && (children == 0 || children > room) {
            self.stage = Stage::OutOfMemory;
            return;
        }
        self.first.graft(&self.second);
        self.first.update(&mut self.game, &mut self.line);
        self.stage = Stage::First;
    }
}

impl<G: Game> Search for Pn2<G> {
    fn advance(&mut self, budget: u64) -> Status {
        let until = self.stats.expansions.saturating_add(budget);
        while self.stats.expansions < until && !self.done() {
            self.step();
        }
        if self.done() { Status::Done } else { Status::Running }
    }

    fn verdict(&self) -> GameValue {
        verdict(&self.first, self.stage == Stage::OutOfMemory)
    }

    fn stats(&self) -> Stats {
        self.stats
    }

    fn root_bounds(&self) -> Bounds {
        self.first.node(ROOT).bounds
    }

    fn fill(&self) -> f64 {
        (self.first.live() + self.second.live()) as f64 / self.limits.nodes.max(1) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_second_tree_grows_with_the_first() {
        let limits = Pn2PaperOptions::default();
        assert_eq!(limits.second_size(1), limits.least);
        assert_eq!(limits.second_size(1_800_000), 900_000);
        assert!(limits.second_size(6_000_000) > 5_900_000);
        assert_eq!(limits.second_size(limits.nodes - 5), 5);
    }
}
