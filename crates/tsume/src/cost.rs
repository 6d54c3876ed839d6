//! Edge costs (df-pn+): what giving a piece away adds to the numbers of the position after it.
//!
//! Trouble  A check in which the attacker gives away a strong piece is rarely the one that mates, but opens as many
//!          positions as any other.
//! Idea     A check by a piece that is not supported enough costs, the more the stronger the piece.
//! Source   \[GPSShogi\], after \[Kaneko04\].
//! Switch   `cost`. Off by default: composed problems are full of sacrifices, and it made them harder.

use crate::game::TsumeGame;
use tsumugi_andor::{Rules, Turn};
use tsumugi_shogi::{Kind, Move};

/// What a move of the current position adds to (pn, dn).
pub(crate) fn of(game: &TsumeGame, m: Move) -> (i32, i32) {
    if game.turn() == Turn::And || game.position().piece(m.to()).is_some() {
        return (0, 0);
    }
    let supported = game.attackers(m.to(), game.attacker()) + m.is_drop() as u32;
    let guarded = game.attackers(m.to(), game.defender());
    if supported > guarded {
        return (0, 0);
    }
    let whole = game.moved_kind(m).map_or(0, price);
    let evenly_matched = supported == guarded && supported >= 2;
    (if evenly_matched { whole / 2 } else { whole }, 0)
}

/// GPS Shogi's price of a piece.
fn price(kind: Kind) -> i32 {
    match kind {
        Kind::King => 0,
        Kind::Pawn | Kind::ProPawn => 1,
        Kind::Bishop | Kind::Rook => 3,
        Kind::Gold | Kind::Horse | Kind::Dragon => 4,
        _ => 2,
    }
}
