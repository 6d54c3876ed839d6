//! Moves taken back without knowing them: from which positions, by which move, can this one have come about?
//!
//! For positions of mate problems only, where the attacker always checks: [`Position::unchecks`] takes back a check, and
//! [`Position::unevasions`] the answer to one. Both find every legal way and a few that are none, because nobody asks
//! here whether the position before is legal in every respect: whoever looks for known positions does not mind.

use crate::attacks;
use crate::movegen::zone;
use crate::position::Position;
use crate::{Bitboard, Color, HandKind, Kind, Move, Piece, Square};
use alloc::vec::Vec;

/// A move to take back, and the kind it captured.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Unmove {
    /// The move.
    pub m: Move,
    /// What stood on its square before, of the other side.
    pub captured: Option<Kind>,
}

impl Position {
    /// The ways in which the side not to move can have given the check that is on the board. The position
    /// before is one in which the king was not in check.
    pub fn unchecks(&self, out: &mut Vec<Unmove>) {
        let (them, us) = (self.turn(), !self.turn());
        let Some(king) = self.king(them) else { return };
        let checkers = self.checkers();
        let taken = captures(self, us);
        for to in checkers {
            // The checking piece has just arrived. Other checkers' lines were closed where it stood.
            let others = checkers & !Bitboard::of(to);
            let line = others.first().map_or(Bitboard::ALL, |other| attacks::between(king, other));
            self.unmoves_of(us, to, line, &taken, |position, un| {
                if !position.left_in_check(king, us, un) {
                    out.push(un);
                }
            });
            let kind = self.kind_on(to);
            if others.is_empty()
                && !kind.is_promoted()
                && let Some(kind) = kind.in_hand()
            {
                let un = Unmove { m: Move::drop(kind, to), captured: None };
                if !self.left_in_check(king, us, un) {
                    out.push(un);
                }
            }
        }
        // Another piece has just left the line of the only checker.
        let Some(checker) = checkers.first().filter(|_| !checkers.many()) else { return };
        let line = attacks::between(king, checker);
        if line.is_empty() {
            return;
        }
        for to in self.pieces(us) & !checkers {
            self.unmoves_of(us, to, line, &taken, |position, un| {
                if !position.left_in_check(king, us, un) {
                    out.push(un);
                }
            });
        }
    }

    /// The ways in which the side not to move, whose king is not in check, can have answered a check.
    pub fn unevasions(&self, out: &mut Vec<Unmove>) {
        let (us, them) = (!self.turn(), self.turn());
        let Some(king) = self.king(us) else { return };
        let taken = captures(self, us);
        self.king_unevasions(us, king, &taken, out);
        let mut push = |_: &Position, un| out.push(un);
        // A piece was put between, from the hand or from elsewhere.
        for to in self.blockers(king, them) & self.pieces(us) {
            self.unmoves_of(us, to, Bitboard::ALL, &[], &mut push);
            let kind = self.kind_on(to);
            if !kind.is_promoted()
                && let Some(kind) = kind.in_hand()
            {
                push(self, Unmove { m: Move::drop(kind, to), captured: None });
            }
        }
        // A piece took the one that gave check.
        let others = self.pieces(us) & !Bitboard::of(king);
        for &kind in &taken {
            for to in attacks::of(us, kind, king, self.occupied()) & others {
                self.unmoves_onto(us, to, Bitboard::ALL, Some(kind), &mut push);
            }
        }
    }

    /// The king stepped out of check.
    fn king_unevasions(&self, us: Color, king: Square, taken: &[Kind], out: &mut Vec<Unmove>) {
        let them = !us;
        for from in attacks::steps(us, Kind::King, king) & self.free() {
            let m = Move::board(from, king, false);
            let without = self.occupied() ^ Bitboard::of(king) | Bitboard::of(from);
            if self.is_attacked(from, them, without) {
                out.push(Unmove { m, captured: None });
            }
            if taken.is_empty() {
                continue;
            }
            let attacked = self.is_attacked(from, them, self.occupied() | Bitboard::of(from));
            for &kind in taken {
                let piece = Piece::new(them, kind).index();
                if attacked || attacks::reaches(piece, king, from, self.occupied()) {
                    out.push(Unmove { m, captured: Some(kind) });
                }
            }
        }
    }

    /// The board moves that can have brought the piece of `us` to `to`, from a square of `line`, capturing nothing or
    /// one of `taken`.
    #[inline]
    fn unmoves_of(
        &self,
        us: Color,
        to: Square,
        line: Bitboard,
        taken: &[Kind],
        mut each: impl FnMut(&Position, Unmove),
    ) {
        self.unmoves_onto(us, to, line, None, &mut |position: &Position, un| {
            each(position, un);
            taken.iter().for_each(|&kind| each(position, Unmove { captured: Some(kind), ..un }));
        });
    }

    /// The board moves that can have brought the piece of `us` to `to`, from a square of `line`.
    #[inline]
    fn unmoves_onto(
        &self,
        us: Color,
        to: Square,
        line: Bitboard,
        captured: Option<Kind>,
        each: &mut impl FnMut(&Position, Unmove),
    ) {
        let kind = self.kind_on(to);
        let from = self.free() & line;
        // It came from where the other side's piece of its kind would go.
        let back = |kind| attacks::of(!us, kind, to, self.occupied()) & from;
        for from in back(kind) {
            each(self, Unmove { m: Move::board(from, to, false), captured });
        }
        if kind.is_promoted() {
            let near = if zone(us).has(to) { Bitboard::ALL } else { zone(us) };
            for from in back(kind.unpromoted()) & near {
                each(self, Unmove { m: Move::board(from, to, true), captured });
            }
        }
    }

    /// Was the king attacked by `us` already before this move of `us`?
    #[inline]
    fn left_in_check(&self, king: Square, us: Color, un: Unmove) -> bool {
        let to = Bitboard::of(un.m.to());
        let mut occupied = self.occupied();
        if un.captured.is_none() {
            occupied &= !to;
        }
        if let Some(from) = un.m.from() {
            occupied |= Bitboard::of(from);
            let kind = self.kind_on(un.m.to());
            let kind = if un.m.is_promotion() { kind.unpromoted() } else { kind };
            if attacks::reaches(Piece::new(us, kind).index(), from, king, occupied) {
                return true;
            }
        }
        (self.attackers(king, us, occupied) & !to).any()
    }

    /// Takes a move back that was not played here: the position before it, in which the side that made it is to move.
    pub fn retract(&mut self, un: Unmove) {
        let captured = un.captured.map(|kind| Piece::new(self.turn(), kind).index() as u8);
        self.take_back(un.m, captured, self.board_key_before(un));
    }

    /// What [`Position::board_key`] is before a move that is to be taken back.
    #[inline]
    pub fn board_key_before(&self, un: Unmove) -> u64 {
        let (us, to) = (!self.turn(), un.m.to());
        let piece = Piece::new(us, self.kind_on(to));
        let mut key = self.board_key() ^ crate::key::WHITE_TO_MOVE ^ crate::key::of_piece(piece, to);
        if let Some(from) = un.m.from() {
            let kind = if un.m.is_promotion() { piece.kind.unpromoted() } else { piece.kind };
            key ^= crate::key::of_piece(Piece::new(us, kind), from);
        }
        if let Some(kind) = un.captured {
            key ^= crate::key::of_piece(Piece::new(!us, kind), to);
        }
        key
    }
}

/// The kinds that `us` can have captured: those in its hand, promoted or not.
fn captures(position: &Position, us: Color) -> Vec<Kind> {
    let held = position.hand(us).kinds().map(HandKind::kind);
    held.flat_map(|kind| [Some(kind), kind.promoted()]).flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{MoveList, random};

    /// Every move played can be taken back, and what is taken back can be played.
    fn check(before: &mut Position, m: Move, unmoves: impl Fn(&Position, &mut Vec<Unmove>)) {
        let (key, packed) = (before.board_key(), before.to_sfen());
        let undo = before.play(m);
        let un = Unmove { m, captured: undo.captured() };
        let mut found = Vec::new();
        unmoves(before, &mut found);
        assert!(found.contains(&un), "{packed}: {m}, {found:?}");
        for un in found {
            let mut back = before.clone();
            back.retract(un);
            assert_eq!(back.board_key(), before.board_key_before(un));
            if back.validate().is_err() {
                continue;
            }
            let _ = back.play(un.m);
            assert_eq!(back.to_sfen(), before.to_sfen(), "{un:?}");
        }
        assert_eq!(before.board_key_before(un), key);
        before.undo(undo);
    }

    #[test]
    fn checks_and_evasions_can_be_taken_back() {
        let (mut checks_tried, mut evasions_tried) = (0, 0);
        for seed in 0..200 {
            let mut position = random::position(seed);
            let mut checks = MoveList::new();
            position.checks(&mut checks);
            for &m in &checks {
                checks_tried += 1;
                check(&mut position, m, Position::unchecks);
                let undo = position.play(m);
                let mut evasions = MoveList::new();
                position.evasions(&mut evasions);
                for &m in evasions.iter().step_by(5) {
                    evasions_tried += 1;
                    check(&mut position, m, Position::unevasions);
                }
                position.undo(undo);
            }
        }
        assert!(checks_tried > 1000 && evasions_tried > 1000, "{checks_tried} {evasions_tried}");
    }
}
