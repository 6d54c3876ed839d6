//! What tells positions of one problem apart: a number made of board, side to move and the attacker's hand.
//!
//! The pieces in play are fixed by the problem, so the defender's hand follows. How a position came about is not in it:
//! a pawn dropped a move ago is like any other, since a pawn drop that mates is never played.

use tsumugi_shogi::{Color, HandKind, Move, Position, Unmove};

/// What tells two positions apart in a table: 64 bits, or 128.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Key {
    /// The bits that place it: [`key`].
    pub main: u64,
    /// 64 bits more where positions are told apart by 128, else 0. Always odd then.
    pub more: u64,
}

impl Key {
    /// The key of a position, with 128 bits if it is to be `exact`.
    pub fn of(position: &Position, attacker: Color, exact: bool) -> Key {
        let more = if exact { wide_key(position, attacker) as u64 | 1 } else { 0 };
        Key { main: key(position, attacker), more }
    }

    /// The key after a move of the attacker.
    #[inline]
    pub fn after(position: &mut Position, attacker: Color, m: Move, exact: bool) -> Key {
        if !exact {
            return Key { main: key_after(position, attacker, m), more: 0 };
        }
        let undo = position.play(m);
        let key = Key::of(position, attacker, true);
        position.undo(undo);
        key
    }

    /// The first word after a move of the defender, which leaves the attacker's hand as it is.
    #[inline]
    pub fn main_after_reply(position: &Position, attacker: Color, m: Move) -> u64 {
        position.board_key_after(m) ^ hand_key(position.hand(attacker).to_bits())
    }

    /// The first word before a move of the defender that is to be taken back.
    #[inline]
    pub fn main_before_reply(position: &Position, attacker: Color, un: Unmove) -> u64 {
        position.board_key_before(un) ^ hand_key(position.hand(attacker).to_bits())
    }
}

/// Spreads the bits of a hand over a word. Odd, so that no two hands give the same.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;
const SPREAD_WIDE: u128 = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835;

fn hand_key(bits: u32) -> u64 {
    (bits as u64).wrapping_mul(SPREAD)
}

/// A 64-bit key of a position, for the side that attacks.
#[inline]
pub fn key(position: &Position, attacker: Color) -> u64 {
    position.board_key() ^ hand_key(position.hand(attacker).to_bits())
}

/// What [`key`] will be after a legal move of the attacker, without playing it.
#[inline]
pub fn key_after(position: &Position, attacker: Color, m: Move) -> u64 {
    let mut hand = position.hand(attacker);
    if let Some(kind) = m.dropped() {
        hand = hand.minus(kind);
    } else if let Some(kind) = captured(position, m) {
        hand = hand.plus(kind);
    }
    position.board_key_after(m) ^ hand_key(hand.to_bits())
}

#[inline]
fn captured(position: &Position, m: Move) -> Option<HandKind> {
    position.piece(m.to()).and_then(|piece| piece.kind.in_hand())
}

/// A 128-bit key, independent of [`key`].
pub fn wide_key(position: &Position, attacker: Color) -> u128 {
    position.wide_key() ^ (position.hand(attacker).to_bits() as u128).wrapping_mul(SPREAD_WIDE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsumugi_shogi::MoveList;

    #[test]
    fn the_key_after_a_move_is_foreseen() {
        let mut position = Position::from_sfen("4k4/2R1s4/4P4/9/9/9/9/9/9 b GBr2g 1").unwrap();
        let mut moves = MoveList::new();
        position.checks(&mut moves);
        assert!(moves.len() > 5);
        for &m in &moves {
            let foreseen = key_after(&position, Color::Black, m);
            let undo = position.play(m);
            assert_eq!(key(&position, Color::Black), foreseen, "{m}");
            position.undo(undo);
        }
    }
}
