//! From a solved search to claims that anyone can check one by one.
//!
//! A *win* is claimed position by position: this move, and it is over within so many plies. Plies go down
//! strictly from claim to claim, so no chain of them can run in a circle. A *hold* (OR does not win) is a
//! set of positions that play never leaves: every OR move leads to an AND position with a listed reply, and
//! that leads back into the set. No count is needed: whoever stays inside for ever is not beaten.
//!
//! The table may have lost parts of the proof. What is missing is searched again: a hold by the search
//! itself, a win within the plies that are left, which makes sure that the counts still go down.

mod check;
mod extract;

pub use check::{Fault, check};
pub use extract::{Extraction, extract, extract_with};

use std::collections::HashMap;

/// What is claimed about a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim<M> {
    /// OR to move plays this and has won after at most so many plies.
    Win {
        /// The move.
        m: M,
        /// Plies, that move included.
        plies: u32,
    },
    /// AND to move has lost after at most so many plies, whatever it plays.
    Lost {
        /// Plies, its own move included.
        plies: u32,
    },
    /// AND to move plays this and does not lose.
    Hold {
        /// The reply.
        m: M,
    },
}

/// A position as tables know it: key and packed resource.
pub type Place = (u64, u32);

/// All claims of a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claims<M> {
    /// Is it claimed that OR wins at the root?
    pub win: bool,
    /// The claims, by position. A position may have several with different counts.
    pub at: HashMap<Place, Vec<Claim<M>>>,
}

impl<M> Claims<M> {
    /// No claims yet.
    pub fn new(win: bool) -> Claims<M> {
        Claims { win, at: HashMap::new() }
    }

    /// How many claims.
    pub fn len(&self) -> usize {
        self.at.values().map(Vec::len).sum()
    }

    /// The quickest claim that OR wins here, if it is within `plies`.
    pub fn win_within(&self, at: Place, plies: u32) -> Option<Claim<M>>
    where
        M: Copy,
    {
        let count = |claim: &Claim<M>| match *claim {
            Claim::Win { plies, .. } | Claim::Lost { plies } => plies,
            Claim::Hold { .. } => u32::MAX,
        };
        let here = self.at.get(&at)?;
        let wins = here.iter().filter(|claim| !matches!(claim, Claim::Hold { .. }));
        wins.min_by_key(|claim| count(claim)).filter(|claim| count(claim) <= plies).copied()
    }

    /// None?
    pub fn is_empty(&self) -> bool {
        self.at.is_empty()
    }
}
