//! From a solved search to claims that anyone can check one by one.
//!
//! A *win* is claimed position by position: this move, and it is over within this many plies. Plies go down
//! strictly from claim to claim, so no chain of them can run in a circle. A *hold* (OR does not win) is a
//! set of positions that play never leaves: every OR move leads to an AND position with a listed reply, and
//! that leads back into the set. No count is needed: whoever stays inside for ever is not beaten. A hold for a number of
//! plies says only that OR does not win within them; there the plies go down as in a win.
//!
//! A claim speaks for many positions: a win for every resource that covers the one of the claim, a hold for
//! every one that the claim's covers. It is followed with *its* resource, not with the one that led to
//! it: that is the hardest case of all it speaks for.
//!
//! The table may have lost parts of the proof. What is missing is searched again: a hold by the search
//! itself, a win within the plies that are left, which makes sure that the counts still go down.

mod check;
mod extract;
mod line;
mod multimap;

pub use check::{Fault, Why, check};
pub use extract::{Extraction, extract, extract_on, extract_with};
pub use line::{Line, holding_move, winning_line};

use crate::game::Resource;
use crate::{GameValue, Plies, StopReason};
use multimap::{Multimap, part_of};

/// What a proof shows about the position it starts from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Statement {
    /// OR wins within this many plies.
    Won(Plies),
    /// OR does not win within this many plies; with [`Plies::UNLIMITED`], never.
    NotWon(Plies),
}

impl Statement {
    /// What a verdict states.
    ///
    /// # Errors
    /// Why there is no verdict, if there is none.
    pub fn of(verdict: GameValue) -> Result<Statement, StopReason> {
        match verdict {
            GameValue::Proved(plies) => Ok(Statement::Won(plies)),
            GameValue::Disproved => Ok(Statement::NotWon(Plies::UNLIMITED)),
            GameValue::Unknown(reason) => Err(reason),
        }
    }

    /// Is it that OR wins?
    pub fn is_win(self) -> bool {
        matches!(self, Statement::Won(_))
    }

    /// The plies within which OR wins, or does not.
    pub fn plies(self) -> Plies {
        match self {
            Statement::Won(plies) | Statement::NotWon(plies) => plies,
        }
    }
}

/// What is claimed about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim<M> {
    /// OR to move plays this and has won after at most this many plies.
    Win {
        /// The move.
        m: M,
        /// Plies, that move included.
        plies: Plies,
    },
    /// AND to move plays this and has not lost after this many plies.
    Hold {
        /// The reply.
        m: M,
        /// Plies, that reply included; [`Plies::UNLIMITED`] if it never loses, otherwise at least two.
        plies: Plies,
    },
}

/// A claim and the position it is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Placed<M, R> {
    /// The key of the position.
    pub key: u64,
    /// A win holds with at least this resource, a hold with at most this.
    pub resource: R,
    /// What is claimed.
    pub claim: Claim<M>,
}

/// All claims of a proof.
#[derive(Clone, Debug)]
pub struct Claims<M, R> {
    /// What they show about the root.
    pub statement: Statement,
    /// By the keys of their positions, see [`part_of`], if several threads made them; otherwise one.
    parts: Vec<Multimap<R, Claim<M>>>,
}

impl<M: Copy, R: Resource> Claims<M, R> {
    /// No claims yet.
    pub fn new(statement: Statement) -> Claims<M, R> {
        Claims { statement, parts: vec![Multimap::default()] }
    }

    /// Those of parts in which claims are by the keys of their positions, see [`part_of`].
    fn of_parts(statement: Statement, parts: impl Iterator<Item = Claims<M, R>>) -> Claims<M, R> {
        Claims { statement, parts: parts.flat_map(|part| part.parts).collect() }
    }

    /// The part of a key, and its number.
    fn part(&self, key: u64) -> (usize, &Multimap<R, Claim<M>>) {
        let part = part_of(key, self.parts.len());
        (part, &self.parts[part])
    }

    /// Adds a claim.
    pub fn add(&mut self, Placed { key, resource, claim }: Placed<M, R>) {
        let part = part_of(key, self.parts.len());
        self.parts[part].add(key, resource, claim);
    }

    /// Every claim. Those about one position come in the order in which they were added, and so do all if one thread made them.
    pub fn iter(&self) -> impl Iterator<Item = Placed<M, R>> + '_ {
        let claims = self.parts.iter().flat_map(Multimap::iter);
        claims.map(|(key, resource, claim)| Placed { key, resource, claim: *claim })
    }

    /// A claim by its number.
    pub fn get(&self, number: usize) -> Option<Placed<M, R>> {
        let part = &self.parts[number & (self.parts.len() - 1)];
        let (key, resource, &claim) = part.get(number >> self.parts.len().ilog2())?;
        Some(Placed { key, resource, claim })
    }

    /// The numbers of all claims are below this one; there may be a few more numbers than claims.
    pub fn numbers(&self) -> usize {
        self.parts.iter().map(Multimap::len).max().unwrap_or(0) * self.parts.len()
    }

    /// The number of the claim that shows this about a position; of several that of the quickest win.
    pub fn covering(&self, key: u64, resource: R, statement: Statement) -> Option<usize> {
        let (part, claims) = self.part(key);
        let here = claims.numbered(key);
        let found = match statement {
            Statement::Won(plies) => here
                .filter_map(|(number, least, claim)| match *claim {
                    Claim::Win { plies: n, .. } if n <= plies && resource.covers(least) => {
                        Some((n, number))
                    }
                    _ => None,
                })
                .min()
                .map(|(_, number)| number),
            Statement::NotWon(plies) => here
                .filter(|(_, most, claim)| match **claim {
                    Claim::Hold { plies: n, .. } => n >= plies && most.covers(resource),
                    Claim::Win { .. } => false,
                })
                .map(|(number, ..)| number)
                .last(),
        };
        found.map(|number| number << self.parts.len().ilog2() | part)
    }

    /// How many claims.
    pub fn len(&self) -> usize {
        self.parts.iter().map(Multimap::len).sum()
    }

    /// None?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The quickest claim that OR, with this resource, wins here within `plies`.
    pub fn win_within(&self, key: u64, resource: R, plies: Plies) -> Option<Placed<M, R>> {
        let here = self.part(key).1.at(key).filter_map(|(least, &claim)| match claim {
            Claim::Win { plies: n, .. } if n <= plies && resource.covers(least) => {
                Some((n, Placed { key, resource: least, claim }))
            }
            _ => None,
        });
        here.min_by_key(|(n, _)| *n).map(|(_, placed)| placed)
    }

    /// A claim that AND does not lose here within `plies` against this resource.
    pub fn hold_against(&self, key: u64, resource: R, plies: Plies) -> Option<Placed<M, R>> {
        self.part(key).1.at(key).find_map(|(most, &claim)| match claim {
            Claim::Hold { plies: n, .. } if n >= plies && most.covers(resource) => {
                Some(Placed { key, resource: most, claim })
            }
            _ => None,
        })
    }
}
