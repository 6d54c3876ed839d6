//! Claims that OR does *not* win within a number of plies, read off a table.
//!
//! Such a claim names a reply of AND and the plies that OR has left before it. They go down by two from claim to
//! claim, so a proof is a finite tree, and repetitions play no part in it.

use super::multimap::Multimap;
use crate::Plies;
use crate::engines::dfpn::Dfpn;
use crate::game::{Decided, Game, Resource, Turn};
use crate::table::{Found, Question, Table};
use crate::{Limits, Policy, StopReason, Verdict, drive};
use std::sync::Arc;

/// Shows that OR does not win the game's current position within `plies`, as a search with this table found: gives
/// `visit` each claim, as the game at an AND position, holding the largest resource that the claim is known for; the reply;
/// and the plies within which OR does not win from that position, at least two. No claim is shown twice.
///
/// Returns the expansions spent on searching again what the table has lost.
///
/// # Errors
/// When a limit is reached, or when OR does win in time.
pub fn extract_longer<G: Game + Clone, P: Policy>(
    game: &G,
    plies: impl Into<Plies>,
    policy: P,
    table: &Arc<Table<G::Resource>>,
    limits: &Limits,
    visit: &mut dyn FnMut(&G, G::Move, Plies),
) -> Result<u64, StopReason> {
    let (game, table, limits) = (game.clone(), table.clone(), limits.clone());
    let (claimed, followed) = (Multimap::default(), Multimap::default());
    let mut extractor = Extractor {
        game,
        policy,
        table,
        limits,
        searched: 0,
        claimed,
        followed,
        stack: vec![],
        show: visit,
    };
    extractor.visit(plies.into())?;
    let mut visits = 1;
    while let Some(todo) = extractor.stack.last_mut() {
        if let Some(reason) = extractor.limits.interrupted() {
            return Err(reason);
        }
        if visits > extractor.limits.claims {
            return Err(StopReason::Nodes);
        }
        match todo.moves.pop() {
            Some(m) => {
                let left = todo.left;
                extractor.game.play(m);
                extractor.visit(left)?;
                visits += 1;
            }
            None => extractor.leave(),
        }
    }
    Ok(extractor.searched)
}

/// Moves still to be followed, and the plies left after them.
struct Todo<M, R> {
    moves: Vec<M>,
    left: Plies,
    /// The resource to give back when leaving.
    restore: R,
}

struct Extractor<'a, G: Game, P: Policy> {
    game: G,
    policy: P,
    table: Arc<Table<G::Resource>>,
    limits: Limits,
    searched: u64,
    /// AND positions with a claim, and OR positions whose moves are all followed: for how many plies.
    claimed: Multimap<G::Resource, Plies>,
    followed: Multimap<G::Resource, Plies>,
    stack: Vec<Todo<G::Move, G::Resource>>,
    show: &'a mut dyn FnMut(&G, G::Move, Plies),
}

impl<G: Game + Clone, P: Policy> Extractor<'_, G, P> {
    /// Notes what is to be followed from the current position, with so many plies left.
    fn visit(&mut self, left: Plies) -> Result<(), StopReason> {
        let restore = self.game.resource();
        let moves = match self.game.turn() {
            Turn::Or => self.all_tries(left),
            Turn::And if left < 2 => vec![],
            Turn::And => self.reply(left)?,
        };
        self.stack.push(Todo { moves, left: left.saturating_sub(Plies::ONE), restore });
        Ok(())
    }

    fn leave(&mut self) {
        if let Some(todo) = self.stack.pop() {
            self.game.set_resource(todo.restore);
            if !self.stack.is_empty() {
                self.game.undo();
            }
        }
    }

    /// Every move of OR has to be answered; the last one must only not have won.
    fn all_tries(&mut self, left: Plies) -> Vec<G::Move> {
        let (key, own) = (self.game.key(), self.game.resource());
        if left < 3 || covers(&self.followed, key, own, left) {
            return vec![];
        }
        self.followed.add(key, own, left);
        self.moves()
    }

    /// Claims a reply after which OR does not win in time, unless a claim covers the position.
    fn reply(&mut self, left: Plies) -> Result<Vec<G::Move>, StopReason> {
        if covers(&self.claimed, self.game.key(), self.game.resource(), left) {
            return Ok(vec![]);
        }
        let moves = self.moves();
        let (m, after) = match self.known_reply(&moves, left) {
            Some(found) => found,
            None => {
                // What was lost is found again by one search, which tells the table.
                self.is_lost_within(left)?;
                match self.known_reply(&moves, left) {
                    Some(found) => found,
                    None => self.searched_reply(&moves, left)?,
                }
            }
        };
        let most = self.game.disproof_before(m, after);
        self.game.set_resource(most);
        self.claimed.add(self.game.key(), self.game.resource(), left);
        (self.show)(&self.game, m, left);
        Ok(vec![m])
    }

    /// A reply known to be good enough, one whose position is followed already if possible, and the largest resource
    /// that it is known to be good enough against.
    fn known_reply(&mut self, moves: &[G::Move], left: Plies) -> Option<(G::Move, G::Resource)> {
        let is_followed = |this: &mut Self| {
            covers(
                &this.followed,
                this.game.key(),
                this.game.resource(),
                left.saturating_sub(Plies::ONE),
            )
        };
        let known = |this: &mut Self, m| {
            Some((m, this.after(m, |this| this.known(left.saturating_sub(Plies::ONE)))?))
        };
        let followed =
            moves.iter().find_map(|&m| if self.after(m, is_followed) { known(self, m) } else { None });
        followed.or_else(|| moves.iter().find_map(|&m| known(self, m)))
    }

    fn searched_reply(
        &mut self,
        moves: &[G::Move],
        left: Plies,
    ) -> Result<(G::Move, G::Resource), StopReason> {
        for &m in moves {
            let found = self.after(m, |this| {
                if !this.is_lost_within(left.saturating_sub(Plies::ONE))? {
                    return Ok(None);
                }
                Ok(Some(this.known(left.saturating_sub(Plies::ONE)).unwrap_or(this.game.resource())))
            })?;
            if let Some(most) = found {
                return Ok((m, most));
            }
        }
        Err(StopReason::GaveUp)
    }

    /// For which resource the current position is known not to be won within so many plies.
    fn known(&mut self, left: Plies) -> Option<G::Resource> {
        let (key, resource) = (self.game.key(), self.game.resource());
        let question =
            Question { key, resource, within: left, dominance: self.policy.usual().dominance };
        if let Found::Entry(entry) = self.table.ask(&question)
            && entry.bounds.is_solved()
        {
            return entry.bounds.is_disproved().then_some(entry.resource);
        }
        match self.game.decided() {
            Some(Decided::Loss(most)) => Some(most),
            Some(Decided::Win(rank, _)) if rank <= left => None,
            _ => match self.game.decided_in_time(left)? {
                Decided::Loss(most) => Some(most),
                Decided::Win(..) => None,
            },
        }
    }

    fn is_lost_within(&mut self, left: Plies) -> Result<bool, StopReason> {
        let mut search = Dfpn::new(self.game.clone(), self.policy, self.table.clone()).within(left);
        let outcome = drive(&mut search, &self.limits, &mut ());
        self.searched += outcome.stats.expansions;
        match outcome.verdict {
            Verdict::Proved(_) => Ok(false),
            Verdict::Disproved => Ok(true),
            Verdict::Unknown(reason) => Err(reason),
        }
    }

    fn moves(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        moves
    }

    fn after<T>(&mut self, m: G::Move, f: impl FnOnce(&mut Self) -> T) -> T {
        self.game.play(m);
        let out = f(self);
        self.game.undo();
        out
    }
}

/// Is there a note about at least this resource and so many plies?
fn covers<R: Resource>(notes: &Multimap<R, Plies>, key: u64, own: R, left: Plies) -> bool {
    notes.at(key).any(|(most, &n)| n >= left && most.covers(own))
}
