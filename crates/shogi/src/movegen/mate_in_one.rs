//! Mate in one move, and the least the attacker must hold for it.
//!
//! Most checks are no mate for a plain reason: the king steps to a square that neither side's move changes,
//! or an unpinned piece takes the checking one. [`Refuter`] sees that without playing the check. What it
//! lets pass is played and asked [`Position::is_mate`], so it need not be complete, only right.

use crate::attacks;
use crate::position::Position;
use crate::{Bitboard, Color, Hand, HandKind, Kind, Move, MoveList, Square};

/// A mating move and its minimal hand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MateInOne {
    /// A move that mates at once.
    pub m: Move,
    /// The move also mates from every position with the same board and pieces in play in which the
    /// attacker holds at least this.
    pub hand: Hand,
}

/// What a first look at an attacker's position shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MateLook {
    /// A mate in one move.
    Mate(MateInOne),
    /// There are checks, but none mates at once.
    Open(Checks),
    /// There is no check.
    NoCheck,
}

/// Checks none of which mates at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Checks {
    /// How many there are.
    pub count: u32,
    /// How many of them have no plain answer and had to be tried.
    pub close: u32,
    /// Where the king could step before any of them.
    pub escapes: Bitboard,
}

/// What the defender could do if it were to move, before any check is given.
struct Refuter {
    us: Color,
    king: Square,
    /// Where the king could step.
    escapes: Bitboard,
    /// The defender's pieces that may go anywhere, the king apart.
    free: Bitboard,
}

impl Refuter {
    /// None if there is no king to mate.
    #[inline]
    fn new(position: &Position) -> Option<Refuter> {
        let us = position.turn();
        let king = position.king(!us)?;
        let tied = position.blockers(king, us) | Bitboard::of(king);
        let free = position.pieces(!us) & !tied;
        Some(Refuter { us, king, escapes: position.safe_king_squares(king, !us), free })
    }

    /// True only if the check `m` is answered; false says nothing.
    #[inline]
    fn refutes(&self, position: &Position, m: Move) -> bool {
        let (to, king, us) = (m.to(), self.king, self.us);
        let mover = position.packed_after(m);
        let mut occupied = position.occupied();
        let mut from = Bitboard::EMPTY;
        if !m.is_drop() {
            from = Bitboard::of(m.start());
            occupied &= !from;
        }
        let without_king = occupied & !Bitboard::of(king);
        // The king steps where it could before. The piece on its new square may attack there, and so may a slider
        // of ours that its departure lets through; by standing in the way it can only make room.
        for escape in self.escapes {
            let opened = || {
                (attacks::behind(escape, m.start()) & position.sliders() & !from)
                    .meets(position.pieces(us))
            };
            if !attacks::reaches(mover, to, escape, without_king) && (m.is_drop() || !opened()) {
                return true;
            }
        }
        if !m.is_drop() {
            // The king takes the piece, which only its own departure had protected.
            let near = attacks::steps(us, Kind::King, king).has(to);
            if near && (position.attackers(to, us, without_king) & !from).is_empty() {
                return true;
            }
            // A line opened to the king makes a double check, or a new pin.
            if attacks::direction(king, m.start()) != attacks::NO_DIRECTION {
                return false;
            }
        }
        // A piece free to leave takes the only checking piece.
        self.free.any() && position.attackers(to, !us, occupied).meets(self.free)
    }
}

impl Position {
    /// A move that mates at once, if there is one, with its minimal hand (証明駒).
    pub fn mate_in_one(&mut self) -> Option<MateInOne> {
        match self.look_for_mate() {
            MateLook::Mate(mate) => Some(mate),
            _ => None,
        }
    }

    /// Is there a mate in one move, or a check at all?
    pub fn look_for_mate(&mut self) -> MateLook {
        let mut checks = MoveList::new();
        self.checks(&mut checks);
        if checks.is_empty() {
            return MateLook::NoCheck;
        }
        let mut seen = Checks { count: checks.len() as u32, ..Checks::default() };
        let Some(refuter) = Refuter::new(self) else { return MateLook::Open(seen) };
        seen.escapes = refuter.escapes;
        for &m in &checks {
            if refuter.refutes(self, m) {
                continue;
            }
            seen.close += 1;
            let undo = self.play(m);
            let found = self.is_mate().then(|| self.hand_before(m, undo.captured()));
            self.undo(undo);
            if let Some(hand) = found {
                return MateLook::Mate(MateInOne { m, hand });
            }
        }
        MateLook::Open(seen)
    }

    /// What the attacker must hold before `m`, which has just mated.
    fn hand_before(&self, m: Move, captured: Option<crate::Kind>) -> Hand {
        let hand = self.mate_hand();
        match (m.dropped(), captured.and_then(crate::Kind::in_hand)) {
            (Some(kind), _) => hand.plus(kind),
            (None, Some(kind)) if hand.has(kind) => hand.minus(kind),
            _ => hand,
        }
    }

    /// In a mated position, what the attacker must hold for it to be mate: all pieces of each kind
    /// that the defender lacks and could otherwise put between.
    pub fn mate_hand(&self) -> Hand {
        let (them, us) = (self.turn(), !self.turn());
        let mut hand = Hand::EMPTY;
        for kind in HandKind::ALL {
            if !self.hand(them).has(kind) && self.hand(us).has(kind) && self.could_interpose(kind) {
                hand = hand.with(kind, self.hand(us).count(kind));
            }
        }
        hand
    }
}
