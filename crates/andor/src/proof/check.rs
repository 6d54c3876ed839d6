//! Checks claims on any game, by the rules of the game alone.

use super::{Claim, Claims, Place};
use crate::game::{Game, Resource, Turn};
use std::collections::HashSet;

/// Why claims prove nothing, and where.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    /// The position.
    pub at: Place,
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
    /// A win is claimed where OR has no move left to make.
    TooSlow,
    /// OR has won here, though a hold is claimed.
    Won,
}

/// Checks that the claims prove what they say about the game's current position.
///
/// Each claim is checked once, so this ends whatever it is given.
///
/// # Errors
/// The first fault met.
pub fn check<G: Game>(game: &mut G, claims: &Claims<G::Move>) -> Result<(), Fault> {
    let mut checker = Checker { game, claims, done: HashSet::new(), stack: Vec::new() };
    checker.visit(u32::MAX)?;
    while let Some(todo) = checker.stack.last_mut() {
        match todo.moves.pop() {
            Some(m) => {
                let plies = todo.plies;
                checker.game.play(m);
                checker.visit(plies)?;
            }
            None => {
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
struct Todo<M> {
    moves: Vec<M>,
    plies: u32,
}

struct Checker<'a, G: Game> {
    game: &'a mut G,
    claims: &'a Claims<G::Move>,
    /// Positions and counts of the claims already followed.
    done: HashSet<(Place, u32)>,
    stack: Vec<Todo<G::Move>>,
}

impl<G: Game> Checker<'_, G> {
    /// Looks at the current position, in which OR must win within `plies` (or must not win at all), and
    /// notes what has to be followed from here.
    fn visit(&mut self, plies: u32) -> Result<(), Fault> {
        let at = (self.game.key(), self.game.resource().to_bits());
        let todo = if self.claims.win { self.visit_win(at, plies) } else { self.visit_hold(at) };
        self.stack.push(todo.map_err(|why| Fault { at, why })?);
        Ok(())
    }

    fn visit_win(&mut self, at: Place, plies: u32) -> Result<Todo<G::Move>, Why> {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        let turn = self.game.turn();
        if turn == Turn::And && moves.is_empty() {
            return Ok(Todo { moves, plies: 0 });
        }
        let claim = self.claims.win_within(at, plies).ok_or(Why::Missing)?;
        let (count, moves) = match (turn, claim) {
            (Turn::Or, Claim::Win { m, plies }) if moves.contains(&m) => (plies, vec![m]),
            (Turn::And, Claim::Lost { plies }) => (plies, moves),
            _ => return Err(Why::NoSuchMove),
        };
        let left = count.checked_sub(1).ok_or(Why::TooSlow)?;
        let fresh = self.done.insert((at, count));
        Ok(Todo { moves: if fresh { moves } else { vec![] }, plies: left })
    }

    fn visit_hold(&mut self, at: Place) -> Result<Todo<G::Move>, Why> {
        let mut moves = Vec::new();
        if !self.done.insert((at, 0)) {
            return Ok(Todo { moves, plies: 0 });
        }
        self.game.moves(&mut moves);
        if self.game.turn() == Turn::Or {
            return Ok(Todo { moves, plies: 0 });
        }
        if moves.is_empty() {
            return Err(Why::Won);
        }
        match self.claims.at.get(&at).and_then(|claims| claims.first()) {
            Some(Claim::Hold { m }) if moves.contains(m) => Ok(Todo { moves: vec![*m], plies: 0 }),
            Some(_) => Err(Why::NoSuchMove),
            None => Err(Why::Missing),
        }
    }
}
