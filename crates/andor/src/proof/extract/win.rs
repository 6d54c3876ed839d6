//! A win: a move for each position of OR, and every reply of AND.

use super::{Claim, Claims, Extractor, Onward};
use crate::game::{Game, Resource, Resources, Rules};
use crate::{Plies, Policy, StopReason};

/// A winning move, the plies to the win after it, and the least resource known to win there.
pub(in crate::proof) type Winner<G> = (<G as Rules>::Move, Plies, <G as Resources>::Resource);

impl<G: Game + Clone, P: Policy> Extractor<'_, G, P> {
    /// Every reply must be answered in time.
    pub(super) fn lost(&mut self, plies: Plies) -> Onward<G> {
        let (key, own) = (self.game.key(), self.game.resource());
        let covered = |(least, &n): (G::Resource, &Plies)| own.covers(least) && n <= plies;
        if self.found_here().is_some_and(|here| here.followed.at(key).any(covered)) {
            return vec![];
        }
        let left = plies.saturating_sub(Plies::ONE);
        self.follow_all(plies).into_iter().map(|m| (m, left)).collect()
    }

    /// Claims a move that wins within `plies`.
    pub(super) fn win(&mut self, plies: Plies) -> Result<Onward<G>, StopReason> {
        let (key, resource) = (self.game.key(), self.game.resource());
        let is_claimed = |here: &Claims<_, _>| here.win_within(key, resource, plies).is_some();
        if self.found_here().is_some_and(|here| is_claimed(&here.claims)) {
            return Ok(vec![]);
        }
        let (m, rank, after) = self.find_win(plies)?;
        let least = self.game.proof_before(m, after);
        self.claim(least, Claim::Win { m, plies: rank + 1 });
        Ok(vec![(m, rank)])
    }

    /// Finds a move that wins within `plies`, the plies to the win after it, and the least resource known to win there.
    pub(in crate::proof) fn find_win(&mut self, plies: Plies) -> Result<Winner<G>, StopReason> {
        let moves = self.moves();
        let mut found = self.quickest_win(&moves, plies);
        if found.is_none() {
            // What was lost is found again by one search, which tells the table.
            self.search_within(plies)?;
            found = self.quickest_win(&moves, plies);
        }
        if found.is_none() {
            found = self.search_wins(&moves, plies)?;
        }
        // A win within `plies` exists: the table only ever holds true counts.
        found.ok_or(StopReason::GaveUp)
    }

    /// The move known to win soonest, if it does within `plies`.
    fn quickest_win(&mut self, moves: &[G::Move], plies: Plies) -> Option<Winner<G>> {
        let mut best: Option<Winner<G>> = None;
        for &m in moves {
            let found = self.after(m, Extractor::known_win);
            let Some((rank, resource)) = found.filter(|&(rank, _)| rank < plies) else { continue };
            if best.is_none_or(|(_, quickest, _)| rank < quickest) {
                best = Some((m, rank, resource));
            }
        }
        best
    }

    /// Searches for a move that wins within `plies`.
    fn search_wins(
        &mut self,
        moves: &[G::Move],
        plies: Plies,
    ) -> Result<Option<Winner<G>>, StopReason> {
        for &m in moves {
            let found = self.after(m, |this| {
                let Some(rank) = this.search_within(plies.saturating_sub(Plies::ONE))? else {
                    return Ok(None);
                };
                // The search may have told the table for which resources.
                let known = this.known_win().filter(|&(known, _)| known <= rank);
                Ok(Some(known.unwrap_or((rank, this.game.resource()))))
            })?;
            if let Some((rank, resource)) = found {
                return Ok(Some((m, rank, resource)));
            }
        }
        Ok(None)
    }

    /// The plies to a win known from here, and the least resource known to win.
    pub(in crate::proof) fn known_win(&mut self) -> Option<(Plies, G::Resource)> {
        let (_, rank, least) =
            self.known(Plies::UNLIMITED).filter(|(bounds, ..)| bounds.is_proved())?;
        Some((rank, least))
    }
}
