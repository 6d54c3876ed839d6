//! Killers of C*: look first at what won in a similar position.
//!
//! Trouble  After another piece was put between, or a piece was not promoted, the same play follows, but each position is
//!          new to the table.
//! Idea     The move that won on the same board with another resource, or else in a position that differs only in the kind
//!          of one earlier reply, is looked at first.
//! Source   \[Seo95, section 6\], for interpositions at any earlier ply and for replies without promotion.
//! Switch   `killers` of [`crate::PaperOptions`].
//! Seen     `stats.killers`.

use super::Cstar;
use crate::Game;

/// How many replies of the line a similar position may differ in, one at a time. Fewer: nothing is carried over when another
/// reply follows. More: more look-ups for every position.
const REACH: usize = 8;

impl<G: Game> Cstar<G> {
    /// Puts the move that won in a similar position first among the children of the OR node just entered.
    pub(super) fn try_killer(&mut self, start: usize) {
        let moves = &mut self.children[start..];
        let mut first = |best: u32| {
            let at = moves.iter().position(|child| G::move_bits(child.m) == best)?;
            moves[..=at].rotate_right(1);
            Some(())
        };
        let mut found = self.answers.winners(self.game.key()).find_map(&mut first);
        if found.is_none() {
            let mut similar = std::mem::take(&mut self.similar);
            similar.clear();
            self.game.similar_far(REACH, &mut similar);
            let mut keys = similar.iter().map(|&(key, _)| key);
            found = keys.find_map(|key| self.answers.winners(key).find_map(&mut first));
            self.similar = similar;
        }
        self.stats.killers += u64::from(found.is_some());
    }
}
