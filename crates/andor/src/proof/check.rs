//! Checks claims on any game, by the rules of the game alone.

use super::multimap::Multimap;
use super::{Claim, Claims, Statement};
use crate::Plies;
use crate::game::{Game, Resource, Turn};
use std::collections::HashSet;
use std::fmt;

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

impl fmt::Display for Why {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Why::Missing => "nothing is claimed about a position that others lean on",
            Why::NoSuchMove => "the move claimed does not exist",
            Why::NoSuchResource => "the position cannot have the resource of the claim",
            Why::TooSlow => "a win is claimed where OR has no move left to make",
            Why::Won => "a hold is claimed where OR has won",
        })
    }
}

impl<R: fmt::Debug> fmt::Display for Fault<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "position {:016x} with {:?}: {}", self.key, self.resource, self.why)
    }
}

impl<R: fmt::Debug> std::error::Error for Fault<R> {}

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
    checker.visit(claims.statement.plies())?;
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

/// A position whose moves have still to be followed; after each, OR must win within `plies`, or must not.
struct Todo<M, R> {
    moves: Vec<M>,
    plies: Plies,
    /// The resource to give back when leaving.
    restore: R,
}

struct Checker<'a, G: Game> {
    game: &'a mut G,
    claims: &'a Claims<G::Move, G::Resource>,
    /// Claims already followed: key, resource and plies.
    done: HashSet<(u64, u32, Plies)>,
    /// Positions without a claim already followed, with the plies OR had.
    followed: Multimap<G::Resource, Plies>,
    stack: Vec<Todo<G::Move, G::Resource>>,
}

impl<G: Game> Checker<'_, G> {
    /// Looks at the current position, in which OR must win within `plies` (or must not win within them), and
    /// notes what has to be followed from here.
    fn visit(&mut self, plies: Plies) -> Result<(), Fault<G::Resource>> {
        let (key, restore) = (self.game.key(), self.game.resource());
        let found = match (self.claims.statement, self.game.turn()) {
            (Statement::Won(_), Turn::Or) => self.win(plies),
            (Statement::Won(_), Turn::And) => self.lost(plies),
            (Statement::NotWon(_), Turn::Or) => Ok(self.hold_against(plies)),
            (Statement::NotWon(_), Turn::And) => self.hold(plies),
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

    /// Every move of OR, if it has plies for one; after each it must not win.
    fn hold_against(&mut self, plies: Plies) -> (Vec<G::Move>, Plies) {
        let Some(left) = plies.checked_sub(Plies::ONE) else { return (vec![], plies) };
        let (key, own) = (self.game.key(), self.game.resource());
        let followed = self.followed.at(key).any(|(resource, &n)| resource == own && n >= plies);
        (if followed { vec![] } else { self.follow_all(plies) }, left)
    }

    fn hold(&mut self, plies: Plies) -> Result<(Vec<G::Move>, Plies), Why> {
        if self.moves().is_empty() {
            return Err(Why::Won);
        }
        // Where OR has no time for a move of its own, nothing is claimed: any reply will do that does not lose by itself.
        if plies < 2 {
            let holds = plies == 0 || self.moves().into_iter().any(|m| !self.is_lost_after(m));
            return if holds { Ok((vec![], plies)) } else { Err(Why::Won) };
        }
        let found = self.claims.hold_against(self.game.key(), self.game.resource(), plies);
        let Some(placed) = found else { return Err(Why::Missing) };
        let Claim::Hold { m, plies } = placed.claim else { return Err(Why::Missing) };
        Ok((self.claimed(placed.resource, m, plies)?, plies.saturating_sub(Plies::ONE)))
    }

    /// Every reply, each of which must lose a ply later; none if they were followed before, with as few plies.
    fn lost(&mut self, plies: Plies) -> Result<(Vec<G::Move>, Plies), Why> {
        let (key, own) = (self.game.key(), self.game.resource());
        let followed = self.followed.at(key).any(|(resource, &n)| resource == own && n <= plies);
        let moves = if followed { vec![] } else { self.follow_all(plies) };
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

    /// Notes that all moves of a position that needs no claim are followed, and gives them.
    fn follow_all(&mut self, plies: Plies) -> Vec<G::Move> {
        self.followed.add(self.game.key(), self.game.resource(), plies);
        self.moves()
    }

    /// Has OR won after this reply? Then AND is to move again and cannot.
    fn is_lost_after(&mut self, m: G::Move) -> bool {
        self.game.play(m);
        let lost = self.game.turn() == Turn::And && self.moves().is_empty();
        self.game.undo();
        lost
    }

    fn moves(&self) -> Vec<G::Move> {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        moves
    }
}
