//! Killers: try first what won in a similar position.
//!
//! Trouble  After a piece was put between, the same play follows whatever piece it was; but each position is new to
//!          the table, and the search starts from its estimates again.
//! Idea     When an OR position is opened for the first time, look up the positions like it. The move that
//!          won in one of them gets the smallest proof number there is.
//! Source   The similar-position killer of \[Seo95\].
//! Switch   `killers`.
//! Seen     `stats.killers`.

use super::Dfpn;
use crate::Bounds;
use crate::game::Game;
use crate::policy::Policy;
use crate::table::Found;

impl<G: Game, P: Policy> Dfpn<G, P> {
    /// Puts the move that won in a similar position first among the children of the innermost node.
    pub(super) fn try_killer(&mut self) {
        let mut similar = std::mem::take(&mut self.scratch.similar);
        similar.clear();
        self.game.similar(&mut similar);
        let won = |&(key, resource): &(u64, G::Resource)| match self.table.look_up(key, resource, true)
        {
            Found::Entry(entry) if entry.bounds.is_proved() && entry.best != 0 => Some(entry.best),
            _ => None,
        };
        let best = similar.iter().rev().find_map(won);
        self.scratch.similar = similar;
        let (Some(best), Some(frame)) = (best, self.frames.last()) else { return };
        let children = &mut self.children[frame.children..];
        let killer = children.iter_mut().find(|child| G::move_bits(child.m) == best);
        if let Some(child) = killer.filter(|child| child.is_new && !child.bounds.is_solved()) {
            child.bounds = Bounds::open(1, child.bounds.dn());
            self.stats.killers += 1;
        }
    }
}
