//! Moving pieces about on a [`Setup`] without asking whether the move is legal.
//!
//! Records need this: a game file may end with the illegal move that lost the game, and a diagram with
//! two faults can still carry a line of moves. Search uses [`crate::Position`] instead.

use crate::{Cell, Kind, Move, MoveParts, Piece, Setup, Square};
use alloc::format;
use core::fmt;

/// Why a move cannot even be carried out on a diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CannotPlay {
    /// Nothing of the side to move stands on the square of departure.
    NothingThere(Square),
    /// The square of arrival holds a piece of the same side, a king or a wall, or a drop's square is not empty.
    Blocked(Square),
    /// The piece cannot promote: it is gold, king or promoted already, or neither square is in the zone.
    CannotPromote(Square),
    /// The side to move does not hold the piece it drops.
    NotInHand(Kind),
    /// More of the captured kind in hand than can be counted.
    HandFull(Kind),
}

impl fmt::Display for CannotPlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CannotPlay::NothingThere(square) => {
                write!(f, "no piece of the side to move stands on {square}")
            }
            CannotPlay::Blocked(square) => write!(f, "{square} is not free"),
            CannotPlay::CannotPromote(square) => {
                write!(f, "the piece on {square} cannot promote with this move")
            }
            CannotPlay::HandFull(kind) => write!(f, "too many pieces in hand to capture a {kind:?}"),
            CannotPlay::NotInHand(kind) => {
                write!(f, "no {} in hand to drop", format!("{kind:?}").to_lowercase())
            }
        }
    }
}

impl core::error::Error for CannotPlay {}

impl Setup {
    /// Carries out a move as hands would, legal or not; counts the ply and passes the turn.
    ///
    /// # Errors
    /// When there is no such piece, no room for it, or no promotion. The setup is then unchanged.
    pub fn play(&mut self, m: Move) -> Result<(), CannotPlay> {
        let us = self.turn;
        match m.parts() {
            MoveParts::Drop { kind, to } => {
                if self.cell(to) != Cell::Empty {
                    return Err(CannotPlay::Blocked(to));
                }
                let held = &mut self.hands[us.index()][kind.index()];
                *held = held.checked_sub(1).ok_or(CannotPlay::NotInHand(kind.kind()))?;
                self.set(to, Cell::Piece(Piece::new(us, kind.kind())));
            }
            MoveParts::Board { from, to, promote } => {
                let mover = self.piece(from).filter(|p| p.color == us);
                let mover = mover.ok_or(CannotPlay::NothingThere(from))?;
                let mut kind = mover.kind;
                if promote {
                    let zone = in_zone(us, from) || in_zone(us, to);
                    let promoted = kind.promoted().filter(|_| zone);
                    kind = promoted.ok_or(CannotPlay::CannotPromote(from))?;
                }
                match self.cell(to) {
                    Cell::Empty => {}
                    Cell::Piece(Piece { color, kind }) if color != us && kind != Kind::King => {
                        let hand = kind.in_hand().ok_or(CannotPlay::Blocked(to))?;
                        let held = &mut self.hands[us.index()][hand.index()];
                        *held = held.checked_add(1).ok_or(CannotPlay::HandFull(kind))?;
                    }
                    _ => return Err(CannotPlay::Blocked(to)),
                }
                self.set(from, Cell::Empty);
                self.set(to, Cell::Piece(Piece::new(us, kind)));
            }
        }
        self.turn = !us;
        self.ply = self.ply.saturating_add(1);
        Ok(())
    }
}

/// Is the square among the three ranks farthest from the side's own?
pub(crate) const fn in_zone(color: crate::Color, square: Square) -> bool {
    match color {
        crate::Color::Black => square.rank() <= 3,
        crate::Color::White => square.rank() >= 7,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_carried_out_and_nonsense_is_refused() {
        let mut setup = Setup::startpos();
        for usi in ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"] {
            setup.play(usi.parse().unwrap()).unwrap();
        }
        assert_eq!(
            setup.to_sfen(),
            "lnsgkg1nl/1r5s1/pppppp1pp/6p2/5B3/2P6/PP1PPPPPP/7R1/LNSGKGSNL w b 6"
        );
        let before = setup.clone();
        for (usi, why) in [
            ("5e5f", CannotPlay::NothingThere(Square::from_usi("5e").unwrap())),
            ("7f7e", CannotPlay::NothingThere(Square::from_usi("7f").unwrap())),
            ("2b3a+", CannotPlay::CannotPromote(Square::from_usi("2b").unwrap())),
            ("1a1c", CannotPlay::Blocked(Square::from_usi("1c").unwrap())),
            ("B*4e", CannotPlay::Blocked(Square::from_usi("4e").unwrap())),
            ("R*5e", CannotPlay::NotInHand(Kind::Rook)),
        ] {
            assert_eq!(setup.play(usi.parse().unwrap()), Err(why), "{usi}");
        }
        assert_eq!(setup, before);
    }

    #[test]
    fn counters_at_their_end_do_not_overflow() {
        let mut setup: Setup = "4k4/9/4p4/4G4/9/9/9/9/9 b 99P 4294967295".parse().unwrap();
        setup.play("5d5c".parse().unwrap()).unwrap();
        assert_eq!(setup.ply, u32::MAX);
        let mut setup: Setup = "4k4/9/4p4/4G4/9/9/9/9/9 b 99P 1".parse().unwrap();
        setup.hands[0][0] = 255;
        let before = setup.clone();
        let full = Err(CannotPlay::HandFull(Kind::Pawn));
        assert_eq!(setup.play("5d5c".parse().unwrap()), full);
        assert_eq!(setup, before);
    }
}
