//! What other threads found out about the positions of the current line.

use super::Dfpn;
use super::results::Solved;
use crate::game::Game;
use crate::table::{FOREVER, Found, Question};
use crate::techniques::repetition::Leans;

/// Expansions between two looks.
const EVERY: u64 = 64;
/// Nodes from the root on whose moves are looked up again.
const SHALLOW: usize = 16;

impl<G: Game> Dfpn<G> {
    /// From time to time: if another thread has solved a position of the line, goes back to it with that
    /// answer, and says so. Otherwise brings the moves near the root up to date.
    pub(super) fn hear_news(&mut self) -> bool {
        if !self.stats.expansions.is_multiple_of(EVERY) || self.news_heard == self.stats.expansions {
            return false;
        }
        self.news_heard = self.stats.expansions;
        for depth in 0..self.frames.len() {
            let (key, resource) = self.path.at(depth as u32);
            let within = self.left_at(depth as u32);
            let question = Question { key, resource, within, dominance: self.options.dominance };
            let Found::Entry(entry) = self.table.ask(&question) else { continue };
            if entry.bounds.is_solved() {
                let answer = Solved {
                    bounds: entry.bounds,
                    rank: entry.rank,
                    answer: entry.resource,
                    best: entry.best,
                    leans: Leans::NOTHING,
                };
                while self.frames.len() > depth {
                    self.leave(answer);
                }
                return true;
            }
        }
        for depth in 0..self.frames.len().min(SHALLOW) {
            self.refresh(depth);
        }
        false
    }

    /// Takes over answers about the moves of a node on the line.
    fn refresh(&mut self, depth: usize) {
        let end = self.frames.get(depth + 1).map_or(self.children.len(), |next| next.children);
        for index in self.frames[depth].children..end {
            let child = &self.children[index];
            if child.bounds.is_solved() {
                continue;
            }
            let (key, resource) = (child.key, child.resource);
            let within = match self.frames[depth].left {
                FOREVER => FOREVER,
                left => left.saturating_sub(child.plies),
            };
            let question = Question { key, resource, within, dominance: self.options.dominance };
            let found = self.table.ask(&question);
            if let Found::Entry(entry) = found {
                let child = &mut self.children[index];
                (child.bounds, child.rank, child.answer) = (entry.bounds, entry.rank, entry.resource);
            }
        }
    }
}
