//! Nagai's two phases: what only failed by repetition is searched a second time.
//!
//! Trouble  A disproof that leans on a repetition holds on its line alone, and a table knows no lines.
//! Idea     First a repetition fails, with the largest of finite proof numbers, and disproves nothing. Nothing of that is
//!          kept. An OR node all of whose moves fail so is searched again without thresholds, and this time repetitions
//!          below it are disproofs. If its disproof leans on no position above it, it is real. Otherwise the node has
//!          failed, and it is for one of those above to be searched again.
//! Source   \[Nagai02\], as \[Kishimoto04\] describes it. What a disproof leans on is counted as everywhere here.
//! Switch   `ghi = nagai`.
//! Seen     `stats.second_phases`.

use super::results::{Solved, merged_bits};
use super::{Dfpn, Limit};
use crate::game::Game;
use crate::options::Ghi;
use crate::policy::Policy;
use crate::techniques::repetition::DependencySet;
use crate::{Bounds, Plies, Turn};

impl<G: Game, P: Policy> Dfpn<G, P> {
    /// The first phase: repetitions fail, but disprove nothing.
    #[inline]
    pub(super) fn is_lenient(&self) -> bool {
        self.policy.ghi() == Ghi::Nagai && self.lenient && self.strict.is_none()
    }

    /// Is the second phase due, for the innermost node?
    #[inline]
    pub(super) fn only_failed(&self, node: usize, bounds: Bounds) -> bool {
        let here = || self.frames[node].turn == Turn::Or || node == self.base;
        self.is_lenient() && bounds.pn() == Bounds::MAX && here()
    }

    /// The second phase, for the innermost node.
    pub(super) fn search_strictly(&mut self, node: usize) {
        self.strict = Some(node);
        self.stats.second_phases += 1;
        let first = self.frames[node].children;
        let merged = merged_bits(&self.children[first..]);
        self.children.truncate(first);
        self.frames[node].limit = Limit::NONE;
        self.stats.expansions += 1;
        self.generate(merged);
    }

    /// What the node above learns of a node that is being left: if the second phase ends with it, and what was found holds
    /// on this line only, that it failed.
    pub(super) fn after_second_phase(&mut self, result: Solved<G::Resource>) -> Solved<G::Resource> {
        if self.policy.ghi() != Ghi::Nagai || self.strict != Some(self.frames.len()) {
            return result;
        }
        self.strict = None;
        if result.depends_on.is_empty() {
            return result;
        }
        let failed = Bounds::open(Bounds::MAX, 1);
        Solved {
            bounds: failed,
            rank: Plies::ZERO,
            best: 0,
            depends_on: DependencySet::EMPTY,
            ..result
        }
    }
}
