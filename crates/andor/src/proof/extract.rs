//! Reads claims off a table, searching again for what it has lost.
//!
//! One walk for every kind of proof: from claim to claim, depth first. [`win`] has the claims of a win, [`hold`] those
//! of a hold.

mod hold;
mod win;

use super::multimap::Multimap;
use super::{Claim, Claims, Placed, Statement};
use crate::Plies;
use crate::engines::dfpn::Dfpn;
use crate::game::{Decided, Game, Resources, Rules, Turn};
use crate::table::{Found, Query, Table};
use crate::{Bounds, GameValue, Limits, Policy, StopReason, drive};
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

/// Moves to be followed, each with the plies that its claim leaves.
type Onward<G> = Vec<(<G as Rules>::Move, Plies)>;

/// Expansions that may be spent on searching again for each claim that the limits allow. Smaller: a proof that a small
/// table lost is given up though its claims would fit. Larger: one that cannot be found again is given up later.
const SEARCHED_PER_CLAIM: u64 = 2;

/// Turns a verdict about the game's current position, found with this table, into claims.
///
/// # Errors
/// When a limit is reached while lost parts are searched again.
pub fn extract<G: Game + Clone, P: Policy>(
    game: &G,
    verdict: GameValue,
    policy: P,
    table: &Arc<Table<G::Resource>>,
    limits: &Limits,
) -> Result<Extracted<G>, StopReason> {
    extract_with(game, Statement::of(verdict)?, policy, table, limits, &mut |_, _| {})
}

/// Turns what a search with this table found out about the game's current position into claims, and shows each of them to
/// `visit` as soon as it is made, together with the game at its position, holding the claim's resource. No claim is shown
/// twice.
///
/// # Errors
/// When a limit is reached while lost parts are searched again, or when the statement is not true.
pub fn extract_with<G: Game + Clone, P: Policy>(
    game: &G,
    statement: Statement,
    policy: P,
    table: &Arc<Table<G::Resource>>,
    limits: &Limits,
    visit: &mut dyn FnMut(&G, &Claim<G::Move>),
) -> Result<Extracted<G>, StopReason> {
    let mut extractor = Extractor::new(game, statement, policy, table, limits, visit);
    extractor.visit(statement.plies())?;
    let mut visits = 1;
    let most_searched = limits.claims.saturating_mul(SEARCHED_PER_CLAIM);
    loop {
        extractor.check_limits()?;
        if visits > limits.claims || extractor.out.searched > most_searched {
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

/// Moves still to be followed.
struct Todo<G: Game> {
    moves: Onward<G>,
    /// The resource to give back when leaving.
    restore: G::Resource,
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
    stack: Vec<Todo<G>>,
    show: &'a mut dyn FnMut(&G, &Claim<G::Move>),
}

impl<'a, G: Game + Clone, P: Policy> Extractor<'a, G, P> {
    /// Reads off this table what is known from the game's current position on.
    pub(super) fn new(
        game: &G,
        statement: Statement,
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
            out: Extraction { claims: Claims::new(statement), searched: 0 },
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
        let moves = match (self.out.claims.statement, self.game.turn()) {
            (Statement::Won(_), Turn::Or) => self.win(plies)?,
            (Statement::Won(_), Turn::And) => self.lost(plies),
            (Statement::NotWon(_), Turn::Or) => self.hold_against(plies),
            (Statement::NotWon(_), Turn::And) => self.hold(plies)?,
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

    /// Notes that every move of the current position is followed, and gives them.
    fn follow_all(&mut self, plies: Plies) -> Vec<G::Move> {
        self.followed.add(self.game.key(), self.game.resource(), plies);
        self.moves()
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

    /// Where a move leads.
    fn place_after(&mut self, m: G::Move) -> (u64, G::Resource) {
        match self.game.place_after(m) {
            Some(place) => place,
            None => self.after(m, |this| (this.game.key(), this.game.resource())),
        }
    }

    fn with_resource<T>(&mut self, resource: G::Resource, f: impl FnOnce(&mut Self) -> T) -> T {
        let own = self.game.resource();
        self.game.set_resource(resource);
        let out = f(self);
        self.game.set_resource(own);
        out
    }

    /// What is known about a win within so many plies from the current position: whether there is one, within how many
    /// plies, and for which resource.
    fn known(&mut self, within: Plies) -> Option<(Bounds, Plies, G::Resource)> {
        let (key, resource) = (self.game.key(), self.game.resource());
        let question = Query { key, resource, within, dominance: self.policy.usual().dominance };
        if let Found::Entry(entry) = self.table.ask(&question)
            && entry.bounds.is_solved()
        {
            return Some((entry.bounds, entry.rank, entry.resource));
        }
        match self.decided(within) {
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

    /// What the game sees of a win within so many plies.
    fn decided(&mut self, within: Plies) -> Option<Decided<G::Resource>> {
        match self.game.decided() {
            Some(Decided::Win(rank, _)) if rank > within => self.game.decided_in_time(within),
            None if !within.is_unlimited() => self.game.decided_in_time(within),
            decided => decided,
        }
    }

    /// Does OR win here within `plies`? Then within how many.
    fn search_within(&mut self, plies: Plies) -> Result<Option<Plies>, StopReason> {
        let search = Dfpn::new(self.game.clone(), self.policy, self.table.clone()).within(plies);
        match self.search(search, self.limits.expansions) {
            GameValue::Proved(rank) => Ok(Some(rank.min(plies))),
            GameValue::Disproved => Ok(None),
            GameValue::Unknown(reason) => Err(reason),
        }
    }

    /// Lets a search have so many expansions.
    fn search(&mut self, mut search: Dfpn<G, P>, expansions: u64) -> GameValue {
        let limits = Limits { expansions, ..self.limits.clone() };
        let outcome = drive(&mut search, &limits, &mut ());
        self.out.searched += outcome.stats.expansions;
        outcome.verdict
    }
}
