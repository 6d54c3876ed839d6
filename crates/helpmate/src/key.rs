//! What tells positions of one problem apart: a number made of board, side to move and the attacker's hand.
//!
//! Tables hold 64 bits of it, as `tsumugi_helpmate_kernel::key` computes them on every device, or 128.

use tsumugi_helpmate_kernel::key::{hand_key, key_after_reply};
use tsumugi_shogi::{Color, Move, Position, Unmove};

pub use tsumugi_helpmate_kernel::key::key_after;

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

    /// The first word after a move of the defender.
    #[inline]
    pub fn main_after_reply(position: &Position, attacker: Color, m: Move) -> u64 {
        key_after_reply(position, attacker, m)
    }

    /// The first word before a move of the defender that is to be taken back.
    #[inline]
    pub fn main_before_reply(position: &Position, attacker: Color, un: Unmove) -> u64 {
        position.board_key_before(un) ^ hand_key(position, attacker)
    }
}

/// A 64-bit key of a position, for the side that attacks.
#[inline]
pub fn key(position: &Position, attacker: Color) -> u64 {
    position.board_key() ^ hand_key(position, attacker)
}

/// Spreads the bits of a hand over two words. Odd, so that no two hands give the same.
const SPREAD_WIDE: u128 = 0x9E37_79B9_7F4A_7C15_F39C_C060_5CED_C835;

/// A 128-bit key, independent of [`key`].
pub fn wide_key(position: &Position, attacker: Color) -> u128 {
    position.wide_key() ^ (position.hand(attacker).to_bits() as u128).wrapping_mul(SPREAD_WIDE)
}
