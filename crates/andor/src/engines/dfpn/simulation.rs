//! Simulation: carry a disproof by repetition over to another line.
//!
//! Trouble  A disproof that leans on its line is kept for exactly that line. The same refutation often works
//!          on the next line too, which is not known without searching again.
//! Idea     Play the refutation through on the present line: every OR move must run into a disproof,
//!          a repetition or a disproof kept for this line; AND plays the reply that refuted before, which the table
//!          keeps. Whatever needs searching ends the attempt.
//! Source   [Kishimoto04], after Kawano's simulation of proofs. Where a game does not name its moves all replies are
//!          tried.
//! Switch   `ghi = twin`.
//! Seen     `stats.simulations`.

use super::{Dfpn, line_code};
use crate::Plies;
use crate::Turn;
use crate::game::Game;
use crate::policy::Policy;
use crate::table::Found;
use crate::techniques::repetition::DependencySet;

/// Positions an attempt may look at. Fewer: refutations that are a little longer are searched again. More: attempts that
/// fail, and most do, cost more than a search.
const EFFORT: u32 = 64;

impl<G: Game, P: Policy> Dfpn<G, P> {
    /// Tries to refute the game's current position, one move below the innermost node, without searching.
    pub(super) fn simulate_refutation(&mut self) -> Option<DependencySet> {
        self.stats.simulations.0 += 1;
        let before = self.frames.last().map_or(0, |frame| frame.code);
        let found = self.refute(before, &mut EFFORT.clone());
        self.stats.simulations.1 += found.is_some() as u64;
        found
    }

    fn refute(&mut self, before: u64, effort: &mut u32) -> Option<DependencySet> {
        let (key, resource) = (self.game.key(), self.game.resource());
        let code = line_code(before, key, resource);
        let (mut seen_repeated, mut reply) = (false, 0);
        if let Found::Entry(entry) = self.table.look_up(key, resource, self.options.dominance) {
            match (entry.bounds.is_disproved(), entry.bounds.is_proved()) {
                (true, _) => return Some(DependencySet::EMPTY),
                (_, true) => return None,
                _ => (seen_repeated, reply) = (entry.maybe_repetition, entry.best),
            }
        }
        if let Some(depth) = self.path.find(key, resource, !self.options.dominance) {
            return Some(DependencySet::of(depth));
        }
        if !seen_repeated || *effort == 0 {
            return None;
        }
        *effort -= 1;
        let at = (key, resource);
        let kept = self.conditional.find(
            self.policy.ghi(),
            at,
            code,
            Plies::UNLIMITED,
            &self.path,
            &mut self.stats,
        );
        if let Some((depends_on, _)) = kept {
            return Some(depends_on);
        }
        let depth = self.path.len() as u32;
        self.path.push(key, resource);
        let found = self.refute_moves(code, reply, effort).map(|depends_on| depends_on.without(depth));
        self.path.pop();
        if let Some(depends_on) = found.filter(|depends_on| !depends_on.is_empty()) {
            self.conditional.keep(
                self.policy.ghi(),
                at,
                code,
                (&depends_on, Plies::UNLIMITED),
                &self.path,
            );
        }
        found
    }

    /// Every move of OR refuted, or the reply of AND that refuted before, if it has a name.
    fn refute_moves(&mut self, code: u64, reply: u32, effort: &mut u32) -> Option<DependencySet> {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        let turn = self.game.turn();
        if turn == Turn::And && reply != 0 {
            moves.retain(|&m| G::move_bits(m) == reply);
        }
        let mut all = DependencySet::EMPTY;
        for m in moves {
            self.game.play(m);
            self.stats.plays += 1;
            self.stats.simulated_plays += 1;
            let found = self.refute(code, effort);
            self.game.undo();
            match (turn, found) {
                (Turn::Or, None) => return None,
                (Turn::Or, Some(depends_on)) => all = all.union(&depends_on),
                (Turn::And, Some(depends_on)) => return Some(depends_on),
                (Turn::And, None) => {}
            }
        }
        if turn == Turn::Or { Some(all) } else { None }
    }
}
