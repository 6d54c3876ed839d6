//! Reads claims off a table, searching again for what it has lost.
//!
//! One walk for every kind of proof: from claim to claim, depth first. [`win`] has the claims of a win, [`hold`] those
//! of a hold. Several threads walk where there are several: one that has nothing to do is given the branch nearest to
//! the root. Which of them claims something first does not matter, since a proof needs no order: in the end every
//! position that a claim leads to has a claim.

mod found;
mod hold;
mod win;

use self::found::Part;
use super::{Claim, Claims, Placed, Statement};
use crate::Plies;
use crate::engines::dfpn::Dfpn;
use crate::game::{Decided, Game, Resource, Resources, Rules, Turn};
use crate::table::{Found as Known, Query, Table};
use crate::{Bounds, GameValue, Limits, Policy, StopReason, drive};
use std::sync::{Arc, MutexGuard};
use tsumugi_clock::threads::{self, Tasks};

pub(super) use self::found::Found;

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
    let found = Found::new(statement);
    let mut extractor = Extractor::new(game, policy, table, limits, &found, visit);
    extractor.visit(None, statement.plies())?;
    extractor.go_on(u64::MAX, None)?;
    Ok(Extraction::of(found))
}

/// As [`extract`] about a statement, with several threads.
///
/// # Errors
/// When a limit is reached while lost parts are searched again, or when the statement is not true.
pub fn extract_on<G: Game + Clone + Send, P: Policy>(
    threads: usize,
    game: &G,
    statement: Statement,
    policy: P,
    table: &Arc<Table<G::Resource>>,
    limits: &Limits,
) -> Result<Extracted<G>, StopReason>
where
    G::Move: Send,
{
    let alone = if threads > 1 { ALONE } else { u64::MAX };
    extract_after(alone, threads, game, statement, policy, table, limits)
}

/// As [`extract_on`], with one thread alone until it has visited `alone` positions.
fn extract_after<G: Game + Clone + Send, P: Policy>(
    alone: u64,
    threads: usize,
    game: &G,
    statement: Statement,
    policy: P,
    table: &Arc<Table<G::Resource>>,
    limits: &Limits,
) -> Result<Extracted<G>, StopReason>
where
    G::Move: Send,
{
    let found = Found::new(statement);
    let mut ignore = |_: &G, _: &Claim<G::Move>| {};
    let mut first = Extractor::new(game, policy, table, limits, &found, &mut ignore);
    first.visit(None, statement.plies())?;
    first.go_on(alone, None)?;
    let walk = first.into_walk();
    if walk.steps.is_empty() {
        return Ok(Extraction::of(found));
    }
    let found = found.shared_by(threads);
    let tasks = Tasks::new(vec![walk]);
    let results = threads::each(0..threads, |_| {
        tasks.work(|Walk { start, game, steps, ahead }| {
            let mut ignore = |_: &G, _: &Claim<G::Move>| {};
            let mut extractor = Extractor::new(&start, policy, table, limits, &found, &mut ignore);
            (extractor.game, extractor.steps) = (game, steps);
            ahead.map_or(Ok(()), |plies| extractor.visit(None, plies))?;
            extractor.go_on(u64::MAX, Some(&tasks))
        })
    });
    results.into_iter().collect::<Result<(), StopReason>>()?;
    // Each knew only a part of what the others looked at.
    if found.add_visits(0) > limits.claims {
        return Err(StopReason::Nodes);
    }
    Ok(Extraction::of(found))
}

/// Positions that a thread looks at before it counts them for all. Fewer: threads wait for the counter. More: a limit is
/// noticed later.
const SLICE: u64 = 64;
/// Positions that the first thread looks at before it calls others: most proofs are smaller. Fewer: threads are started for
/// what takes as long as starting them. More: a proof of middling size is read by one thread.
const ALONE: u64 = 2048;

impl<M: Copy, R: Resource> Extraction<M, R> {
    fn of(found: Found<M, R>) -> Extraction<M, R> {
        Extraction { searched: found.searched(), claims: found.into_claims() }
    }
}

/// A position on the way from where a walk began.
struct Step<G: Game> {
    /// The move that led to it; none for the first.
    arrived: Option<G::Move>,
    /// Moves still to be followed.
    moves: Onward<G>,
    /// The resource that it was reached with, to be given back when leaving.
    restore: G::Resource,
    /// The resource of the claim made about it, with which its moves are followed.
    held: G::Resource,
}

impl<G: Game> Step<G> {
    /// Takes the game from the position before to this one.
    fn repeat(&self, game: &mut G) {
        if let Some(m) = self.arrived {
            game.play(m);
        }
        game.set_resource(self.held);
    }
}

/// A walk over a part of the proof.
struct Walk<G: Game> {
    /// The position it begins at.
    start: G,
    /// The position it is at.
    game: G,
    steps: Vec<Step<G>>,
    /// If it has not begun: the plies that OR has at its start.
    ahead: Option<Plies>,
}

pub(super) struct Extractor<'a, G: Game, P: Policy> {
    /// See [`Walk`].
    start: G,
    game: G,
    steps: Vec<Step<G>>,
    policy: P,
    table: Arc<Table<G::Resource>>,
    limits: Limits,
    /// Positions looked at by all threads, as far as this one knows.
    visits: u64,
    /// Those of them that only this one knows of.
    uncounted: u64,
    found: &'a Found<G::Move, G::Resource>,
    show: &'a mut dyn FnMut(&G, &Claim<G::Move>),
}

impl<'a, G: Game + Clone, P: Policy> Extractor<'a, G, P> {
    /// Reads off this table what is known from the game's current position on.
    pub(super) fn new(
        game: &G,
        policy: P,
        table: &Arc<Table<G::Resource>>,
        limits: &Limits,
        found: &'a Found<G::Move, G::Resource>,
        show: &'a mut dyn FnMut(&G, &Claim<G::Move>),
    ) -> Extractor<'a, G, P> {
        Extractor {
            start: game.clone(),
            game: game.clone(),
            steps: Vec::new(),
            policy,
            table: table.clone(),
            limits: limits.clone(),
            visits: found.add_visits(0),
            uncounted: 0,
            found,
            show,
        }
    }

    fn into_walk(self) -> Walk<G> {
        Walk { start: self.start, game: self.game, steps: self.steps, ahead: None }
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

    /// Follows all that is left, until `most` positions were visited; hands branches to idle threads.
    fn go_on(&mut self, most: u64, tasks: Option<&Tasks<Walk<G>>>) -> Result<(), StopReason> {
        let most_searched = self.limits.claims.saturating_mul(SEARCHED_PER_CLAIM);
        while let Some(step) = self.steps.last_mut() {
            match step.moves.pop() {
                Some((m, plies)) => {
                    self.game.play(m);
                    self.visit(Some(m), plies)?;
                }
                None => self.leave(),
            }
            self.check_limits()?;
            if self.visits > self.limits.claims || self.found.searched() > most_searched {
                return Err(StopReason::Nodes);
            }
            if self.visits >= most || tasks.is_some_and(Tasks::failed) {
                break;
            }
            if let Some(tasks) = tasks.filter(|tasks| tasks.is_wanted())
                && let Some(branch) = self.branch()
            {
                tasks.give(branch);
            }
        }
        self.count_visits();
        Ok(())
    }

    /// Claims something about the current position, to which this move led, unless a claim covers it, and notes what is to be
    /// followed from here.
    fn visit(&mut self, arrived: Option<G::Move>, plies: Plies) -> Result<(), StopReason> {
        (self.visits, self.uncounted) = (self.visits + 1, self.uncounted + 1);
        if self.uncounted == SLICE {
            self.count_visits();
        }
        let restore = self.game.resource();
        let moves = match (self.found.statement, self.game.turn()) {
            (Statement::Won(_), Turn::Or) => self.win(plies)?,
            (Statement::Won(_), Turn::And) => self.lost(plies),
            (Statement::NotWon(_), Turn::Or) => self.hold_against(plies),
            (Statement::NotWon(_), Turn::And) => self.hold(plies)?,
        };
        self.steps.push(Step { arrived, moves, restore, held: self.game.resource() });
        Ok(())
    }

    /// Tells the others what was looked at, and learns what they did.
    fn count_visits(&mut self) {
        self.visits = self.found.add_visits(self.uncounted);
        self.uncounted = 0;
    }

    /// Goes back to where the innermost position was reached from.
    fn leave(&mut self) {
        if let Some(step) = self.steps.pop() {
            self.game.set_resource(step.restore);
            if !self.steps.is_empty() {
                self.game.undo();
            }
        }
    }

    /// Takes the branch nearest to the start, which is likely to be the largest, off this walk; of several moves there the one
    /// that would be followed last. None if nothing would be left here: then the work would only change hands.
    fn branch(&mut self) -> Option<Walk<G>> {
        let at = self.steps.iter().position(|step| !step.moves.is_empty())?;
        // Nothing is left to do before it, so the walk may as well have begun there.
        for step in self.steps.drain(..at) {
            step.repeat(&mut self.start);
        }
        let (nearest, others) = self.steps.split_first_mut()?;
        if nearest.moves.len() == 1 && others.iter().all(|step| step.moves.is_empty()) {
            return None;
        }
        let (m, plies) = nearest.moves.remove(0);
        let mut game = self.start.clone();
        nearest.repeat(&mut game);
        game.play(m);
        // A clone may forget what was played before, which nothing here takes back.
        Some(Walk { start: game.clone(), game, steps: Vec::new(), ahead: Some(plies) })
    }

    /// Claims something about the current position with this resource, and goes on with it from there.
    fn claim(&mut self, resource: G::Resource, claim: Claim<G::Move>) {
        let resource = if self.game.set_resource(resource) { resource } else { self.game.resource() };
        let key = self.game.key();
        self.found.add_at(key).claims.add(Placed { key, resource, claim });
        (self.show)(&self.game, &claim);
    }

    /// What was found about the current position, and others; none if nothing was.
    fn found_here(&self) -> Option<MutexGuard<'_, Part<G::Move, G::Resource>>> {
        self.found.at(self.game.key())
    }

    /// Notes that every move of the current position is followed, and gives them.
    fn follow_all(&mut self, plies: Plies) -> Vec<G::Move> {
        let (key, resource) = (self.game.key(), self.game.resource());
        self.found.add_at(key).followed.add(key, resource, plies);
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

    /// What is known about a win from the current position within the given number of plies: whether there is one, within
    /// how many plies, and for which resource.
    fn known(&mut self, within: Plies) -> Option<(Bounds, Plies, G::Resource)> {
        let (key, resource) = (self.game.key(), self.game.resource());
        let question = Query { key, resource, within, dominance: self.policy.usual().dominance };
        if let Known::Entry(entry) = self.table.ask(&question)
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

    /// What the game sees of a win within the given number of plies.
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

    /// Runs a search with this limit of expansions.
    fn search(&mut self, mut search: Dfpn<G, P>, expansions: u64) -> GameValue {
        let limits = Limits { expansions, ..self.limits.clone() };
        let outcome = drive(&mut search, &limits, &mut ());
        self.found.add_searched(outcome.stats.expansions);
        outcome.verdict
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Options;
    use crate::proof::check;
    use crate::toy::graph::GraphGame;
    use crate::toy::random_graphs::any_graph;
    use crate::toy::tangles::any_tangle;

    /// Also where the table has lost most of it, and about wins, holds and holds for a number of plies.
    #[test]
    fn what_several_threads_claim_together_is_a_proof() {
        let limits = Limits::expansions(20_000);
        let mut checked = 0;
        for seed in 0..600 {
            let graph =
                Arc::new(if seed % 2 == 0 { any_graph(seed, 60) } else { any_tangle(seed, 80) });
            let game = GraphGame::new(graph.clone());
            let shortest = graph.truth()[0].map(Plies::new);
            let mut statements = vec![match shortest {
                Some(plies) => Statement::Won(plies + 7),
                None => Statement::NotWon(Plies::UNLIMITED),
            }];
            let fewer = shortest.map(|plies| plies.saturating_sub(Plies::ONE));
            statements.extend(fewer.filter(|&fewer| fewer > 0).map(Statement::NotWon));
            for statement in statements {
                let table = Arc::new(Table::with_bytes([1 << 16, 1 << 10][seed as usize % 2]));
                let options = Options::default();
                let mut search = Dfpn::new(game.clone(), options, table.clone());
                drive(&mut search, &limits, &mut ());
                let threads = 2 + seed as usize % 3;
                let found = extract_after(1, threads, &game, statement, options, &table, &limits);
                let Ok(found) = found else { continue };
                let result = check(&mut game.clone(), &found.claims);
                assert_eq!(result, Ok(()), "seed {seed}, {statement:?}, {threads} threads");
                checked += 1;
            }
        }
        assert!(checked > 600, "{checked}");
    }

    #[test]
    fn a_limit_that_one_thread_meets_ends_all_of_them() {
        let never = Statement::NotWon(Plies::UNLIMITED);
        let mut met = 0;
        for seed in (0..60).filter(|&seed| any_tangle(seed, 80).truth()[0].is_none()) {
            let game = GraphGame::new(any_tangle(seed, 80));
            let claims = |most: u64| {
                let table = Arc::new(Table::with_bytes(1 << 16));
                let limits = Limits { claims: most, ..Limits::default() };
                let found = extract_after(1, 4, &game, never, Options::default(), &table, &limits);
                found.map(|found| found.claims.len())
            };
            if claims(u64::MAX).unwrap() > 10 {
                assert_eq!(claims(10), Err(StopReason::Nodes), "seed {seed}");
                met += 1;
            }
        }
        assert!(met > 0);
    }
}
