//! What other threads found out about the positions of the current line.

use super::Dfpn;
use super::results::Solved;
use crate::game::Game;
use crate::table::{Found, Question};
use crate::techniques::repetition::Leans;
use std::sync::Arc;

/// Expansions between two looks at the whole line, for what was not heard.
const EVERY: u64 = 4096;

impl<G: Game> Dfpn<G> {
    /// If another thread has solved a position of the line, goes back to it with that answer, and says so.
    pub(super) fn hear_news(&mut self) -> bool {
        let Some(busy) = &self.busy else { return false };
        let told = busy.told();
        if told != self.news_heard {
            let busy = Arc::clone(busy);
            let before = std::mem::replace(&mut self.news_heard, told);
            let mut line = busy.solved_since(before).filter_map(|key| self.path.first(key));
            if let Some(depth) = line.find(|&depth| self.answer_at(depth).is_some()) {
                return self.go_back_to(depth);
            }
        }
        let expansions = self.stats.expansions;
        if expansions.is_multiple_of(EVERY) && expansions != self.looked {
            self.looked = expansions;
            let mut line = 0..self.frames.len() as u32;
            if let Some(depth) = line.find(|&depth| self.answer_at(depth).is_some()) {
                return self.go_back_to(depth);
            }
        }
        false
    }

    /// The answer that the table has for a position of the line.
    fn answer_at(&self, depth: u32) -> Option<Solved<G::Resource>> {
        if depth as usize >= self.frames.len() {
            return None;
        }
        let (key, resource) = self.path.at(depth);
        let within = self.left_at(depth);
        let question = Question { key, resource, within, dominance: self.options.dominance };
        match self.table.ask(&question) {
            Found::Entry(entry) if entry.bounds.is_solved() => Some(Solved {
                bounds: entry.bounds,
                rank: entry.rank,
                answer: entry.resource,
                best: entry.best,
                leans: Leans::NOTHING,
            }),
            _ => None,
        }
    }

    /// Leaves the line down to a position with its answer, if it still has one.
    fn go_back_to(&mut self, depth: u32) -> bool {
        let Some(answer) = self.answer_at(depth) else { return false };
        while self.frames.len() > depth as usize {
            self.leave(answer);
        }
        true
    }
}
