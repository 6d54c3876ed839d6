//! A hold: a reply for each position of AND, and every move of OR. Either for ever, or for a number of plies within which
//! OR does not win. These go down by two from claim to claim, so such a proof is a finite tree, and repetitions play no
//! part in it.

use super::{Claim, Extractor, Onward};
use crate::engines::dfpn::Dfpn;
use crate::game::{Game, Resource, Resources, Rules, Turn};
use crate::table::{Entry, Found as Known, Query};
use crate::{Bounds, GameValue, Plies, Policy, StopReason};

/// Expansions for each reply of the first round when a hold is searched again; every round has [`ROUND_FACTOR`] times
/// as many. Smaller: more rounds before a hold of ordinary size is found. Larger: more is spent on replies that
/// lose before the one that holds has had its turn.
const FIRST_ROUND: u64 = 64;
/// Smaller: more rounds, each of which begins again. Larger: the last round, in which a reply that loses may still come
/// first, costs more than all before it.
const ROUND_FACTOR: u64 = 16;

/// A reply, and the largest resource that it is known to hold against.
type Holder<G> = (<G as Rules>::Move, <G as Resources>::Resource);

impl<G: Game + Clone, P: Policy> Extractor<'_, G, P> {
    /// All moves of OR are answered. With fewer than three plies left there is nothing to follow: AND must then only have a
    /// move, which is seen without a claim.
    pub(super) fn hold_against(&mut self, plies: Plies) -> Onward<G> {
        if plies < 3 || self.is_followed(plies) {
            return vec![];
        }
        let moves = self.follow_all(plies);
        if plies.is_unlimited() {
            self.announce(&moves);
            for &m in &moves {
                self.remember_hold(m);
            }
        }
        let left = plies.saturating_sub(Plies::ONE);
        moves.into_iter().map(|m| (m, left)).collect()
    }

    /// Claims a reply after which OR does not win within what is left of `plies`.
    pub(super) fn hold(&mut self, plies: Plies) -> Result<Onward<G>, StopReason> {
        if plies < 2 || self.is_claimed(plies) {
            return Ok(vec![]);
        }
        let (m, most) = self.find_hold(plies)?;
        self.claim(most, Claim::Hold { m, plies });
        Ok(vec![(m, plies.saturating_sub(Plies::ONE))])
    }

    /// Finds a reply after which OR does not win in time, with the largest resource that it is known to hold against.
    pub(in crate::proof) fn find_hold(&mut self, plies: Plies) -> Result<Holder<G>, StopReason> {
        let moves = self.moves();
        if plies.is_unlimited() {
            return match self.easiest_hold(&moves) {
                Some(found) => Ok(found),
                None => self.search_holds(&moves),
            };
        }
        let left = plies.saturating_sub(Plies::ONE);
        if let Some(found) = self.known_hold_for(&moves, left) {
            return Ok(found);
        }
        // What was lost is found again by one search, which tells the table.
        self.search_within(plies)?;
        match self.known_hold_for(&moves, left) {
            Some(found) => Ok(found),
            None => self.search_hold_for(&moves, left),
        }
    }

    /// Of the replies known to hold the one after which OR has the fewest moves that no claim answers yet.
    fn easiest_hold(&mut self, moves: &[G::Move]) -> Option<Holder<G>> {
        let mut best: Option<(usize, G::Move, G::Resource)> = None;
        self.announce(moves);
        for &m in moves {
            let Some(most) = self.known_holder(m, Plies::UNLIMITED) else { continue };
            let work = self.with_resource(most, |this| this.after(m, Extractor::unanswered));
            if best.is_none_or(|(least, _, _)| work < least) {
                best = Some((work, m, most));
            }
            if work == 0 {
                break;
            }
        }
        best.map(|(_, m, most)| (m, most))
    }

    /// A reply known to hold for `left` plies, preferably one whose position is followed already. Holds for ever are
    /// chosen with more care: there a bad choice may lead to positions that nothing else needs, here it ends with the plies.
    fn known_hold_for(&mut self, moves: &[G::Move], left: Plies) -> Option<Holder<G>> {
        let places: Vec<_> = moves.iter().map(|&m| (m, self.place_after(m))).collect();
        for &(_, (key, _)) in &places {
            self.found.announce(key);
            self.table.announce(key);
        }
        let known = |this: &mut Self, m| Some((m, this.known_holder(m, left)?));
        let followed = places.iter().find_map(|&(m, (key, resource))| {
            if self.is_followed_at(key, resource, left) { known(self, m) } else { None }
        });
        followed.or_else(|| moves.iter().find_map(|&m| known(self, m)))
    }

    /// How many moves of OR lead to positions that no claim speaks about.
    fn unanswered(&mut self) -> usize {
        if self.game.turn() == Turn::And || self.is_followed(Plies::UNLIMITED) {
            return 0;
        }
        let moves = self.moves();
        let is_open = |m: &G::Move| {
            let (key, resource) = self.place_after(*m);
            !self.is_claimed_at(key, resource, Plies::UNLIMITED)
        };
        moves.into_iter().filter(is_open).count()
    }

    /// Is each move of OR from here answered already, for as many plies and with at least this resource?
    fn is_followed(&self, plies: Plies) -> bool {
        self.is_followed_at(self.game.key(), self.game.resource(), plies)
    }

    fn is_followed_at(&self, key: u64, resource: G::Resource, plies: Plies) -> bool {
        let covered = |(most, &n): (G::Resource, &Plies)| n >= plies && most.covers(resource);
        self.found.at(key).is_some_and(|here| here.followed.at(key).any(covered))
    }

    fn is_claimed(&self, plies: Plies) -> bool {
        self.is_claimed_at(self.game.key(), self.game.resource(), plies)
    }

    fn is_claimed_at(&self, key: u64, resource: G::Resource, plies: Plies) -> bool {
        let here = self.found.at(key);
        here.is_some_and(|here| here.claims.hold_against(key, resource, plies).is_some())
    }

    /// Searches for a reply that holds: all replies a little, then more, so that a hard one does not keep
    /// an easy one waiting; the most promising first.
    fn search_holds(&mut self, moves: &[G::Move]) -> Result<Holder<G>, StopReason> {
        let mut open = moves.to_vec();
        open.sort_by_cached_key(|&m| self.doubt(m));
        let mut budget = FIRST_ROUND;
        while !open.is_empty() {
            let mut left = Vec::new();
            for m in open {
                match self.after(m, |this| this.search_hold(budget))? {
                    Some(true) => {
                        let known = self.known_holder(m, Plies::UNLIMITED);
                        return Ok((m, known.unwrap_or(self.game.resource())));
                    }
                    Some(false) => {}
                    None => left.push(m),
                }
            }
            if budget >= self.limits.expansions && !left.is_empty() {
                return Err(StopReason::Nodes);
            }
            open = left;
            budget = budget.saturating_mul(ROUND_FACTOR).min(self.limits.expansions);
        }
        Err(StopReason::GaveUp)
    }

    /// How little there is to say for a reply. The search disproved many positions by repetition, which holds on its line
    /// only, so that the table has them as open: these are what the proof is made of, and searched again they fail at once,
    /// since what was on the line is part of the hold. Then those nearest to a disproof.
    fn doubt(&mut self, m: G::Move) -> u32 {
        let (key, resource) = self.place_after(m);
        match self.table.look_up(key, resource, false) {
            Known::Entry(entry) if entry.maybe_repetition && entry.bounds == Bounds::UNIT => 0,
            Known::Entry(entry) => entry.bounds.dn(),
            Known::Nothing => Bounds::MAX,
        }
    }

    /// Does OR fail to win here? `None` if this number of expansions does not settle it.
    fn search_hold(&mut self, budget: u64) -> Result<Option<bool>, StopReason> {
        let search = Dfpn::new(self.game.clone(), self.policy, self.table.clone());
        match self.search(search, budget) {
            GameValue::Proved(_) => Ok(Some(false)),
            GameValue::Disproved => Ok(Some(true)),
            GameValue::Unknown(StopReason::Nodes) => Ok(None),
            GameValue::Unknown(reason) => Err(reason),
        }
    }

    /// Searches for a reply after which OR does not win within `left` plies, one after the other.
    fn search_hold_for(&mut self, moves: &[G::Move], left: Plies) -> Result<Holder<G>, StopReason> {
        for &m in moves {
            if self.after(m, |this| this.search_within(left))?.is_none() {
                let known = self.known_holder(m, left);
                return Ok((m, known.unwrap_or(self.game.resource())));
            }
        }
        Err(StopReason::GaveUp)
    }

    /// The largest resource that a reply is known to hold against for `left` plies, if it does against the current one.
    fn known_holder(&mut self, m: G::Move, left: Plies) -> Option<G::Resource> {
        let most = match self.asked(m, left) {
            Known::Entry(entry) if entry.bounds.is_disproved() => entry.resource,
            Known::Entry(entry) if entry.bounds.is_proved() => return None,
            // What was searched is not decided at sight, unless plies are limited.
            Known::Entry(_) if left.is_unlimited() => return None,
            _ => self.after(m, |this| this.known_hold(left))?,
        };
        Some(self.game.disproof_before(m, most))
    }

    /// What the table knows about a win within the given number of plies after a move.
    fn asked(&mut self, m: G::Move, within: Plies) -> Known<G::Resource> {
        let (key, resource) = self.place_after(m);
        let dominance = self.policy.usual().dominance;
        self.table.ask(&Query { key, resource, within, dominance })
    }

    /// The positions after these moves will be asked about.
    fn announce(&mut self, moves: &[G::Move]) {
        for &m in moves {
            let (key, _) = self.place_after(m);
            self.table.announce(key);
        }
    }

    /// The largest resource known not to win here within the given number of plies, if the current one does not.
    fn known_hold(&mut self, within: Plies) -> Option<G::Resource> {
        let (_, _, most) = self.known(within).filter(|(bounds, ..)| bounds.is_disproved())?;
        Some(most)
    }

    /// The position after a move is part of the hold, hence not won: later searches may know.
    fn remember_hold(&mut self, m: G::Move) {
        if matches!(self.asked(m, Plies::UNLIMITED), Known::Entry(entry) if entry.bounds.is_disproved())
        {
            return;
        }
        let (key, resource) = self.place_after(m);
        let entry = Entry {
            resource,
            bounds: Bounds::DISPROVED,
            rank: Plies::UNLIMITED,
            min_depth: 0,
            amount: 1,
            maybe_repetition: false,
            parent: (key, resource),
            merged: 0,
            best: 0,
        };
        self.table.store(key, resource, &entry);
    }
}
