//! Checks claims on any game, by the rules of the game alone.

use super::multimap::Multimap;
use super::{Claim, Claims};
use crate::Plies;
use crate::game::{Game, Resource, Turn};
use std::collections::HashSet;

/// Why claims prove nothing, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault<R> {
    /// The key of the position.
    pub key: u64,
    /// OR's resource there.
    pub resource: R,
    /// What is wrong there.
    pub why: Why,
}

/// What can be wrong with a claim.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Why {
    /// Nothing is claimed about a position that the others lean on.
    Missing,
    /// The move claimed does not exist.
    NoSuchMove,
    /// The game cannot show the position with the resource of the claim.
    NoSuchResource,
    /// A win is claimed where OR has no move left to make.
    TooSlow,
    /// OR has won here, though a hold is claimed.
    Won,
}

/// Checks that the claims prove what they say about the game's current position.
///
/// Each claim is checked once, with its own resource, so this ends whatever it is given. That one claim
/// answers for other resources too rests on the game's promise that more never hurts OR.
///
/// # Errors
/// The first fault met.
pub fn check<G: Game>(
    game: &mut G,
    claims: &Claims<G::Move, G::Resource>,
) -> Result<(), Fault<G::Resource>> {
    let done = HashSet::new();
    let mut checker = Checker { game, claims, done, followed: Multimap::default(), stack: Vec::new() };
    checker.visit(claims.win.unwrap_or_default())?;
    while let Some(todo) = checker.stack.last_mut() {
        match todo.moves.pop() {
            Some(m) => {
                let plies = todo.plies;
                checker.game.play(m);
                checker.visit(plies)?;
            }
            None => {
                checker.game.set_resource(todo.restore);
                checker.stack.pop();
                if !checker.stack.is_empty() {
                    checker.game.undo();
                }
            }
        }
    }
    Ok(())
}

/// A position whose moves have still to be followed; after each, OR must win within `plies`.
struct Todo<M, R> {
    moves: Vec<M>,
    plies: Plies,
    /// The resource to give back when leaving.
    restore: R,
}

struct Checker<'a, G: Game> {
    game: &'a mut G,
    claims: &'a Claims<G::Move, G::Resource>,
    /// Claims already followed: key, resource and plies (0 for a hold).
    done: HashSet<(u64, u32, Plies)>,
    /// Positions without a claim already followed, with the plies OR had.
    followed: Multimap<G::Resource, Plies>,
    stack: Vec<Todo<G::Move, G::Resource>>,
}

impl<G: Game> Checker<'_, G> {
    /// Looks at the current position, in which OR must win within `plies` (or must not win at all), and
    /// notes what has to be followed from here.
    fn visit(&mut self, plies: Plies) -> Result<(), Fault<G::Resource>> {
        let (key, restore) = (self.game.key(), self.game.resource());
        let found = match (self.claims.win.is_some(), self.game.turn()) {
            (true, Turn::Or) => self.win(plies),
            (true, Turn::And) => self.lost(plies),
            (false, Turn::Or) => Ok((self.all_moves(Plies::ZERO), Plies::ZERO)),
            (false, Turn::And) => self.hold(),
        };
        let (moves, plies) = found.map_err(|why| Fault { key, resource: restore, why })?;
        self.stack.push(Todo { moves, plies, restore });
        Ok(())
    }

    fn win(&mut self, plies: Plies) -> Result<(Vec<G::Move>, Plies), Why> {
        let found = self.claims.win_within(self.game.key(), self.game.resource(), plies);
        let Some(placed) = found else { return Err(Why::Missing) };
        let Claim::Win { m, plies } = placed.claim else { return Err(Why::Missing) };
        let left = plies.checked_sub(Plies::ONE).ok_or(Why::TooSlow)?;
        Ok((self.claimed(placed.resource, m, plies)?, left))
    }

    fn hold(&mut self) -> Result<(Vec<G::Move>, Plies), Why> {
        if self.moves().is_empty() {
            return Err(Why::Won);
        }
        let found = self.claims.hold_against(self.game.key(), self.game.resource());
        let Some(placed) = found else { return Err(Why::Missing) };
        let Claim::Hold { m } = placed.claim else { return Err(Why::Missing) };
        Ok((self.claimed(placed.resource, m, Plies::ZERO)?, Plies::ZERO))
    }

    /// Every reply, each of which must lose a ply later.
    fn lost(&mut self, plies: Plies) -> Result<(Vec<G::Move>, Plies), Why> {
        let moves = self.all_moves(plies);
        match plies {
            Plies::ZERO if !moves.is_empty() => Err(Why::TooSlow),
            _ => Ok((moves, plies.saturating_sub(Plies::ONE))),
        }
    }

    /// The move of a claim, from the position with the claim's resource; nothing if it was followed before.
    fn claimed(
        &mut self,
        resource: G::Resource,
        m: G::Move,
        plies: Plies,
    ) -> Result<Vec<G::Move>, Why> {
        if !self.done.insert((self.game.key(), resource.to_bits(), plies)) {
            return Ok(vec![]);
        }
        if !self.game.set_resource(resource) {
            return Err(Why::NoSuchResource);
        }
        if self.moves().contains(&m) { Ok(vec![m]) } else { Err(Why::NoSuchMove) }
    }

    /// All moves of a position that needs no claim; none if it was followed before, with as few plies.
    fn all_moves(&mut self, plies: Plies) -> Vec<G::Move> {
        let (key, own) = (self.game.key(), self.game.resource());
        if self.followed.at(key).any(|(resource, &n)| resource == own && n <= plies) {
            return vec![];
        }
        self.followed.add(key, own, plies);
        self.moves()
    }

    fn moves(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        moves
    }
}
