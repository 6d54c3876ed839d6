//! The 64-bit key of a position, kept up move by move: board and side to move, and the attacker's hand.
//!
//! The pieces in play are fixed by the problem, so the defender's hand follows. How a position came about is not in it:
//! a pawn dropped a move ago is like any other, since a pawn drop that mates is never played.

use tsumugi_shogi::{Color, HandKind, Move, Position};

/// Spreads the bits of a hand over a word. Odd, so that no two hands give the same.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

/// The part of a key that is the attacker's hand.
#[inline]
pub fn hand_key(position: &Position, attacker: Color) -> u64 {
    hash(position.hand(attacker).to_bits())
}

fn hash(hand: u32) -> u64 {
    (hand as u64).wrapping_mul(SPREAD)
}

/// The key after a legal move of the attacker, without playing it.
#[inline]
pub fn key_after(position: &Position, attacker: Color, m: Move) -> u64 {
    let mut hand = position.hand(attacker);
    if let Some(kind) = m.dropped() {
        hand = hand.minus(kind);
    } else if let Some(kind) = captured(position, m) {
        hand = hand.plus(kind);
    }
    position.board_key_after(m) ^ hash(hand.to_bits())
}

/// The key after a legal move of the defender, which leaves the attacker's hand as it is.
#[inline]
pub fn key_after_reply(position: &Position, attacker: Color, m: Move) -> u64 {
    position.board_key_after(m) ^ hand_key(position, attacker)
}

#[inline]
fn captured(position: &Position, m: Move) -> Option<HandKind> {
    position.piece(m.to()).and_then(|piece| piece.kind.in_hand())
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
            let key = position.board_key() ^ hand_key(&position, Color::Black);
            assert_eq!(key, foreseen, "{m}");
            position.undo(undo);
        }
    }
}
