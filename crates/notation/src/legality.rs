//! Asking the rules which of several readings of a move is legal.

use tsumugi_shogi::{Move, Position, Setup, Waivers};

/// The legal ones among `moves`, if there are any and the diagram is one that play can start from; else all.
pub(crate) fn prefer_legal(setup: &Setup, moves: Vec<Move>) -> Vec<Move> {
    let Ok(position) = Position::new(setup, Waivers::ALL) else { return moves };
    let legal: Vec<Move> = moves.iter().copied().filter(|&m| position.is_legal(m)).collect();
    if legal.is_empty() { moves } else { legal }
}
