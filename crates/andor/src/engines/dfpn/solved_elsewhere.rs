//! Positions of the current line that other threads have solved.

use super::Dfpn;
use super::results::Solved;
use crate::game::Game;
use crate::policy::Policy;
use crate::table::Query;

/// Expansions between two looks at the whole line, for what was not heard. Fewer: long
/// lines are looked up more than searched. More: a thread goes on below a position that is solved.
const EVERY: u64 = 4096;

impl<G: Game, P: Policy> Dfpn<G, P> {
    /// If another thread has solved a position of the line, goes back to it with that answer, and says so.
    pub(super) fn adopt_solved(&mut self) -> bool {
        let Some((depth, answer)) = self.heard().or_else(|| self.overlooked()) else { return false };
        while self.frames.len() > depth as usize {
            self.leave(answer);
        }
        true
    }

    /// A position of the line among those that others have told of, with its answer.
    fn heard(&mut self) -> Option<(u32, Solved<G::Resource>)> {
        let busy = self.busy.as_ref()?;
        let told = busy.told();
        if told == self.solved_seen {
            return None;
        }
        let mut depths = busy.solved_since(self.solved_seen).filter_map(|key| self.path.first(key));
        let found = depths.find_map(|depth| self.answer_at(depth));
        self.solved_seen = told;
        found
    }

    /// From time to time: any position of the line, with its answer.
    fn overlooked(&mut self) -> Option<(u32, Solved<G::Resource>)> {
        let expansions = self.stats.expansions;
        if !expansions.is_multiple_of(EVERY) || expansions == self.looked {
            return None;
        }
        self.looked = expansions;
        (0..self.frames.len() as u32).find_map(|depth| self.answer_at(depth))
    }

    /// A position of the line with the answer that the table has for it.
    fn answer_at(&self, depth: u32) -> Option<(u32, Solved<G::Resource>)> {
        let (key, resource) = self.path.at(depth);
        let within = self.left_at(depth);
        let question = Query { key, resource, within, dominance: self.options.dominance };
        Some((depth, self.answered(&question)?))
    }
}
