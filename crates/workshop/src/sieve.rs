//! Which positions are worth a full check, if the mate is to take a given number of plies.
//!
//! A full check takes a millisecond, and families have millions of diagrams. So what can be seen in microseconds is asked first. Each
//! question throws out only what the check would not call sound with a length that is wanted: a test compares the two.
//!
//! Lengths are conventional: futile interpositions (無駄合) do not count. Where the attacker is spared more interpositions than the
//! convention spares it (`interpositions.rs`), the mate comes no later; so what does not mate *then* within the plies wanted does not
//! mate by convention either. And a mate that is there whatever the defender does is no longer by convention than it is strictly.

mod cooks;
mod interpositions;

use cooks::Listed;
use tsumugi_shogi::{Bitboard, Move, MoveList, Position, Square};
use tsumugi_tsume::{FutileClass, FutileClasses};

/// Positions to look at before a position is passed on unseen. Fewer: the check does what could be seen here. More: a rook in
/// hand on an open board takes longer than the check.
const BUDGET: u64 = 20_000;

/// What was seen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Sifted {
    /// The attacker has no check.
    NoCheck,
    /// There is a shorter mate than wanted.
    Short,
    /// There is no mate within the plies wanted.
    Long,
    /// There is a second solution at the first move.
    Cooked,
    /// Nothing speaks against it.
    Worth,
}

/// Looks at positions with the attacker to move.
#[derive(Clone, Debug)]
pub struct Sieve {
    least: u32,
    most: u32,
    left: u64,
    /// Might every interposition be futile, for all that is known here?
    spared: bool,
    listed: Listed,
}

impl Sieve {
    /// For mates of at least `least` and at most `most` plies, odd numbers, and interpositions of these classes not counted.
    pub fn new(least: u32, most: u32, futile: FutileClasses) -> Sieve {
        let spared = futile.has(FutileClass::Restoration);
        Sieve { least, most, left: 0, spared, listed: Listed::default() }
    }

    /// What can be seen at sight. The position is the same afterwards.
    pub fn look(&mut self, position: &mut Position) -> Sifted {
        self.left = BUDGET;
        if !position.has_check() {
            return Sifted::NoCheck;
        }
        if self.least > 1 && self.mates(position, self.least - 2) == Some(true) {
            return Sifted::Short;
        }
        self.left = BUDGET;
        if self.forces(position, self.most, None).0 == Some(false) {
            return Sifted::Long;
        }
        let longest = self.longest(position);
        self.left = BUDGET;
        match self.is_cooked(position, longest) {
            Some(true) => Sifted::Cooked,
            _ => Sifted::Worth,
        }
    }

    /// No line is longer than this, or it is longer than wanted: where there is a mate within this many plies strictly, the
    /// conventional length is no more.
    fn longest(&mut self, position: &mut Position) -> u32 {
        let shorter = (self.least..self.most).step_by(2);
        for plies in shorter {
            self.left = BUDGET;
            if self.mates(position, plies) == Some(true) {
                return plies;
            }
        }
        self.most
    }

    /// One more position; `None` if that is too many.
    fn spend(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        Some(())
    }

    /// Does the attacker, who is to move, mate within this many plies?
    fn mates(&mut self, position: &mut Position, plies: u32) -> Option<bool> {
        self.spend()?;
        if position.mate_in_one().is_some() {
            return Some(true);
        }
        if plies < 3 {
            return Some(false);
        }
        let mut checks = MoveList::new();
        position.checks(&mut checks);
        for &m in &checks {
            let undo = position.play(m);
            let mated = self.is_mated(position, plies - 1);
            position.undo(undo);
            if mated? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Is the defender, who is to move, mated within this many plies?
    fn is_mated(&mut self, position: &mut Position, plies: u32) -> Option<bool> {
        let mut replies = MoveList::new();
        position.evasions(&mut replies);
        for &m in &replies {
            let undo = position.play(m);
            let mates = self.mates(position, plies - 1);
            position.undo(undo);
            if !mates? {
                return Some(false);
            }
        }
        Some(true)
    }

    /// Does the attacker mate within this many plies, not counting what might be futile? And if not, where the king went:
    /// against the next check it is tried first.
    fn forces(
        &mut self,
        position: &mut Position,
        plies: u32,
        hint: Option<Square>,
    ) -> (Option<bool>, Option<Square>) {
        let mut checks = MoveList::new();
        position.checks(&mut checks);
        let mut met = hint;
        for &m in &checks {
            match self.forces_with(position, m, plies, &mut met) {
                Some(false) => {}
                found => return (found, met),
            }
        }
        (Some(false), met)
    }

    /// The same with this check.
    fn forces_with(
        &mut self,
        position: &mut Position,
        m: Move,
        plies: u32,
        met: &mut Option<Square>,
    ) -> Option<bool> {
        self.spend()?;
        let undo = position.play(m);
        let forced = self.is_forced(position, plies - 1, met);
        position.undo(undo);
        forced
    }

    /// The same with the defender to move.
    fn is_forced(
        &mut self,
        position: &mut Position,
        plies: u32,
        met: &mut Option<Square>,
    ) -> Option<bool> {
        let ways = position.ways_out();
        let Some(king) = position.king(position.turn()) else { return Some(false) };
        if plies == 0 && ways.king.any() {
            return Some(false);
        }
        let first = met.filter(|square| ways.king.has(*square));
        let first_bit = first.map_or(Bitboard::EMPTY, Bitboard::of);
        for to in first.into_iter().chain(ways.king & !first_bit) {
            if !self.goes_on(position, Move::board(king, to, false), plies)? {
                *met = Some(to);
                return Some(false);
            }
        }
        if ways.moves == ways.king.count() && !ways.drops {
            return Some(true);
        }
        let mut replies = MoveList::new();
        position.evasions(&mut replies);
        for &m in replies.iter().filter(|m| m.from() != Some(king)) {
            let takes = position.piece(m.to()).is_some();
            if takes && (plies == 0 || !self.goes_on(position, m, plies)?) {
                return Some(false);
            }
        }
        self.passes(position, king, &replies, plies)
    }

    fn goes_on(&mut self, position: &mut Position, reply: Move, plies: u32) -> Option<bool> {
        let undo = position.play(reply);
        let (forced, _) = self.forces(position, plies - 1, None);
        position.undo(undo);
        forced
    }
}
