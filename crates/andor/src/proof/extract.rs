//! Reads claims off a table, searching again for what it has lost.

use super::multimap::Multimap;
use super::{Claim, Claims, Placed};
use crate::Plies;
use crate::engines::dfpn::Dfpn;
use crate::game::{Decided, Game, Resource, Resources, Rules, Turn};
use crate::table::{Entry, Found, Table};
use crate::{Bounds, Limits, Policy, StopReason, Verdict, drive};
use std::sync::Arc;

/// Claims and what it took to find them.
#[derive(Clone, Debug)]
pub struct Extraction<M, R> {
    /// The claims.
    pub claims: Claims<M, R>,
    /// Expansions spent on searching again.
    pub searched: u64,
}

/// The claims of a game.
type Extracted<G> = Extraction<<G as Rules>::Move, <G as Resources>::Resource>;

/// A winning move, the plies to the win after it, and the least resource known to win there.
pub(super) type Winner<G> = (<G as Rules>::Move, Plies, <G as Resources>::Resource);

/// Expansions for each reply of the first round when a hold is searched again; every round has
/// [`ROUND_FACTOR`] times as many.
const FIRST_ROUND: u64 = 64;
const ROUND_FACTOR: u64 = 16;

/// Turns a verdict about the game's current position, found with this table, into claims.
///
/// # Errors
/// When a limit is reached while lost parts are searched again.
pub fn extract<G: Game + Clone, P: Policy>(
    game: &G,
    verdict: Verdict,
    policy: P,
    table: &Arc<Table<G::Resource>>,
    limits: &Limits,
) -> Result<Extracted<G>, StopReason> {
    extract_with(game, verdict, policy, table, limits, &mut |_, _| {})
}

/// As [`extract`], and shows each claim to `visit` as soon as it is made, together with the game at its
/// position, holding the claim's resource. No claim is shown twice.
///
/// # Errors
/// When a limit is reached while lost parts are searched again.
pub fn extract_with<G: Game + Clone, P: Policy>(
    game: &G,
    verdict: Verdict,
    policy: P,
    table: &Arc<Table<G::Resource>>,
    limits: &Limits,
    visit: &mut dyn FnMut(&G, &Claim<G::Move>),
) -> Result<Extracted<G>, StopReason> {
    let win = match verdict {
        Verdict::Proved(plies) => Some(plies),
        Verdict::Disproved => None,
        Verdict::Unknown(reason) => return Err(reason),
    };
    let mut extractor = Extractor::new(game, win, policy, table, limits, visit);
    extractor.visit(win.unwrap_or_default())?;
    let mut visits = 1;
    loop {
        extractor.check_limits()?;
        if visits > limits.claims || extractor.out.searched > limits.claims.saturating_mul(2) {
            return Err(StopReason::Nodes);
        }
        let Some(todo) = extractor.stack.last_mut() else { break };
        match todo.moves.pop() {
            Some((m, plies)) => {
                extractor.game.play(m);
                extractor.visit(plies)?;
                visits += 1;
            }
            None => extractor.leave(),
        }
    }
    Ok(extractor.out)
}

/// Moves still to be followed, each with the plies in which OR must have won after it.
struct Todo<M, R> {
    moves: Vec<(M, Plies)>,
    /// The resource to give back when leaving.
    restore: R,
}

pub(super) struct Extractor<'a, G: Game, P: Policy> {
    game: G,
    policy: P,
    table: Arc<Table<G::Resource>>,
    limits: Limits,
    out: Extracted<G>,
    /// Positions of the side that has its way in nothing, whose moves are all followed: with the plies OR
    /// had there.
    followed: Multimap<G::Resource, Plies>,
    stack: Vec<Todo<G::Move, G::Resource>>,
    show: &'a mut dyn FnMut(&G, &Claim<G::Move>),
}

impl<'a, G: Game + Clone, P: Policy> Extractor<'a, G, P> {
    /// Reads off this table what is known from the game's current position on: a win within so many plies, or a hold.
    pub(super) fn new(
        game: &G,
        win: Option<Plies>,
        policy: P,
        table: &Arc<Table<G::Resource>>,
        limits: &Limits,
        show: &'a mut dyn FnMut(&G, &Claim<G::Move>),
    ) -> Extractor<'a, G, P> {
        Extractor {
            game: game.clone(),
            policy,
            table: table.clone(),
            limits: limits.clone(),
            out: Extraction { claims: Claims::new(win), searched: 0 },
            followed: Multimap::default(),
            stack: Vec::new(),
            show,
        }
    }

    /// Expansions spent on searching again.
    pub(super) fn searched(&self) -> u64 {
        self.out.searched
    }

    pub(super) fn turn(&self) -> Turn {
        self.game.turn()
    }

    pub(super) fn play(&mut self, m: G::Move) {
        self.game.play(m);
    }

    pub(super) fn check_limits(&self) -> Result<(), StopReason> {
        self.limits.interrupted().map_or(Ok(()), Err)
    }

    /// Claims something about the current position, unless a claim covers it, and notes what is to be
    /// followed from here.
    fn visit(&mut self, plies: Plies) -> Result<(), StopReason> {
        let restore = self.game.resource();
        let moves = match (self.out.claims.win.is_some(), self.game.turn()) {
            (true, Turn::Or) => self.win(plies)?,
            (true, Turn::And) => self.lost(plies),
            (false, Turn::Or) => self.hold_against(),
            (false, Turn::And) => self.hold()?,
        };
        self.stack.push(Todo { moves, restore });
        Ok(())
    }

    /// Goes back to where the innermost position was reached from.
    fn leave(&mut self) {
        if let Some(todo) = self.stack.pop() {
            self.game.set_resource(todo.restore);
            if !self.stack.is_empty() {
                self.game.undo();
            }
        }
    }

    /// Claims something about the current position with this resource, and goes on with it from there.
    fn claim(&mut self, resource: G::Resource, claim: Claim<G::Move>) {
        let resource = if self.game.set_resource(resource) { resource } else { self.game.resource() };
        self.out.claims.add(Placed { key: self.game.key(), resource, claim });
        (self.show)(&self.game, &claim);
    }

    /// Every reply must be answered in time.
    fn lost(&mut self, plies: Plies) -> Vec<(G::Move, Plies)> {
        let (key, own) = (self.game.key(), self.game.resource());
        if self.followed.at(key).any(|(least, &n)| own.covers(least) && n <= plies) {
            return vec![];
        }
        self.followed.add(key, own, plies);
        self.moves().into_iter().map(|m| (m, plies.saturating_sub(Plies::ONE))).collect()
    }

    /// Claims a move that wins within `plies`.
    fn win(&mut self, plies: Plies) -> Result<Vec<(G::Move, Plies)>, StopReason> {
        if self.out.claims.win_within(self.game.key(), self.game.resource(), plies).is_some() {
            return Ok(vec![]);
        }
        let (m, rank, after) = self.find_win(plies)?;
        let least = self.game.proof_before(m, after);
        self.claim(least, Claim::Win { m, plies: rank + 1 });
        Ok(vec![(m, rank)])
    }

    /// Finds a move that wins within `plies`, the plies to the win after it, and the least resource known to win there.
    pub(super) fn find_win(&mut self, plies: Plies) -> Result<Winner<G>, StopReason> {
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

    /// All moves of OR are answered: each position after one is known not to be won.
    fn hold_against(&mut self) -> Vec<(G::Move, Plies)> {
        let (key, own) = (self.game.key(), self.game.resource());
        if self.is_followed(own) {
            return vec![];
        }
        self.followed.add(key, own, Plies::ZERO);
        let moves = self.moves();
        for &m in &moves {
            self.after(m, Extractor::remember_hold);
        }
        moves.into_iter().map(|m| (m, Plies::ZERO)).collect()
    }

    /// Claims a reply after which OR does not win.
    fn hold(&mut self) -> Result<Vec<(G::Move, Plies)>, StopReason> {
        if self.out.claims.hold_against(self.game.key(), self.game.resource()).is_some() {
            return Ok(vec![]);
        }
        let (m, most) = self.find_hold()?;
        self.claim(most, Claim::Hold { m });
        Ok(vec![(m, Plies::ZERO)])
    }

    /// Finds a reply after which OR does not win, with the largest resource that it is known to hold against.
    pub(super) fn find_hold(&mut self) -> Result<(G::Move, G::Resource), StopReason> {
        let moves = self.moves();
        match self.easiest_hold(&moves) {
            Some(found) => Ok(found),
            None => self.search_holds(&moves),
        }
    }

    /// Of the replies known to hold the one after which OR has the fewest moves that no claim answers yet,
    /// with the largest resource that it is known to hold against.
    fn easiest_hold(&mut self, moves: &[G::Move]) -> Option<(G::Move, G::Resource)> {
        let mut best: Option<(usize, G::Move, G::Resource)> = None;
        for &m in moves {
            let Some(most) = self.after(m, Extractor::known_hold) else { continue };
            let most = self.game.disproof_before(m, most);
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

    /// How many moves of OR lead to positions that no claim speaks about.
    fn unanswered(&mut self) -> usize {
        if self.game.turn() == Turn::And || self.is_followed(self.game.resource()) {
            return 0;
        }
        let is_open = |this: &mut Self| {
            this.out.claims.hold_against(this.game.key(), this.game.resource()).is_none()
        };
        self.moves().into_iter().filter(|&m| self.after(m, is_open)).count()
    }

    /// Is each move of OR from here answered already, with at least this resource?
    fn is_followed(&self, resource: G::Resource) -> bool {
        self.followed.at(self.game.key()).any(|(most, _)| most.covers(resource))
    }

    /// Searches for a reply that holds: all replies a little, then more, so that a hard one does not keep
    /// an easy one waiting.
    fn search_holds(&mut self, moves: &[G::Move]) -> Result<(G::Move, G::Resource), StopReason> {
        let mut open = moves.to_vec();
        let mut budget = FIRST_ROUND;
        while !open.is_empty() {
            let mut left = Vec::new();
            for m in open {
                match self.after(m, |this| this.search_hold(budget))? {
                    Some(true) => {
                        let known = self.after(m, Extractor::known_hold);
                        let most = known.map(|after| self.game.disproof_before(m, after));
                        return Ok((m, most.unwrap_or(self.game.resource())));
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

    pub(super) fn moves(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        moves
    }

    pub(super) fn after<T>(&mut self, m: G::Move, f: impl FnOnce(&mut Self) -> T) -> T {
        self.game.play(m);
        let out = f(self);
        self.game.undo();
        out
    }

    fn with_resource<T>(&mut self, resource: G::Resource, f: impl FnOnce(&mut Self) -> T) -> T {
        let own = self.game.resource();
        self.game.set_resource(resource);
        let out = f(self);
        self.game.set_resource(own);
        out
    }

    /// What is known about the current position: solved or not, within how many plies, and for which
    /// resource.
    fn known(&mut self) -> Option<(Bounds, Plies, G::Resource)> {
        let (key, resource) = (self.game.key(), self.game.resource());
        if let Found::Entry(entry) = self.table.look_up(key, resource, self.policy.usual().dominance)
            && entry.bounds.is_solved()
        {
            return Some((entry.bounds, entry.rank, entry.resource));
        }
        match self.game.decided() {
            Some(Decided::Win(rank, least)) => return Some((Bounds::PROVED, rank, least)),
            Some(Decided::Loss(most)) => return Some((Bounds::DISPROVED, Plies::ZERO, most)),
            None => {}
        }
        match (self.game.turn(), self.moves().is_empty()) {
            (_, false) => None,
            (Turn::And, true) => Some((Bounds::PROVED, Plies::ZERO, self.game.won_resource())),
            (Turn::Or, true) => Some((Bounds::DISPROVED, Plies::ZERO, self.game.lost_resource())),
        }
    }

    pub(super) fn known_win(&mut self) -> Option<(Plies, G::Resource)> {
        let (_, rank, least) = self.known().filter(|(bounds, ..)| bounds.is_proved())?;
        Some((rank, least))
    }

    /// The largest resource known not to win here, if the current one does not.
    fn known_hold(&mut self) -> Option<G::Resource> {
        let (_, _, most) = self.known().filter(|(bounds, ..)| bounds.is_disproved())?;
        Some(most)
    }

    /// Does OR win here within `plies`? Then within how many.
    fn search_within(&mut self, plies: Plies) -> Result<Option<Plies>, StopReason> {
        let mut search = Dfpn::new(self.game.clone(), self.policy, self.table.clone()).within(plies);
        let outcome = drive(&mut search, &self.limits, &mut ());
        self.out.searched += outcome.stats.expansions;
        match outcome.verdict {
            Verdict::Proved(rank) => Ok(Some(rank.min(plies))),
            Verdict::Disproved => Ok(None),
            Verdict::Unknown(reason) => Err(reason),
        }
    }

    /// Does OR fail to win here? `None` if so many expansions do not tell.
    fn search_hold(&mut self, budget: u64) -> Result<Option<bool>, StopReason> {
        let mut search = Dfpn::new(self.game.clone(), self.policy, self.table.clone());
        let limits = Limits { expansions: budget, ..self.limits.clone() };
        let outcome = drive(&mut search, &limits, &mut ());
        self.out.searched += outcome.stats.expansions;
        match outcome.verdict {
            Verdict::Proved(_) => Ok(Some(false)),
            Verdict::Disproved => Ok(Some(true)),
            Verdict::Unknown(StopReason::Nodes) => Ok(None),
            Verdict::Unknown(reason) => Err(reason),
        }
    }

    /// The current position is part of the hold, hence not won: later searches may know.
    fn remember_hold(&mut self) {
        if self.known_hold().is_some() {
            return;
        }
        let (key, resource) = (self.game.key(), self.game.resource());
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
