//! Asking the rules which of several readings of a move is legal.

use tsumugi_shogi::{Move, Setup};

/// The legal ones among `moves`, if there are any and the diagram is one that play can start from; else all.
pub(crate) fn prefer_legal(_setup: &Setup, moves: Vec<Move>) -> Vec<Move> {
    moves
}
