//! `haitaka` 0.3.2: bitboards, copy and make, moves handed out as sets of target squares.
//!
//! For speed only. What it cannot do:
//! - No oracle: a few legal moves differ from the other crates (some pawn-drop mates pass), and its checks
//!   contain false discovered ones, so there is no check walk either.
//! - Both kings must stand on the board. `Board::tsume` takes one king but only Black to move, and replaces
//!   White's hand by all pieces left.
//! - `PieceMoves::len` counts target squares, not moves; `into_iter().len()` counts promotions too.

use haitaka::Board;
use std::hint::black_box;

/// Leaves at `depth`, the last ply counted by the sizes of the move sets.
///
/// # Panics
/// If the text is no SFEN of a legal position with both kings.
#[must_use]
pub fn perft_bulk(sfen: &str, depth: u32) -> u64 {
    let board = read(sfen);
    match depth {
        0 => 1,
        _ => count_bulk(&board, depth),
    }
}

/// Leaves at `depth`, every one of them made on a copy of its parent.
///
/// # Panics
/// If the text is no SFEN of a legal position with both kings.
#[must_use]
pub fn perft_leaf(sfen: &str, depth: u32) -> u64 {
    count_leaves(&read(sfen), depth)
}

fn read(sfen: &str) -> Board {
    Board::from_sfen(sfen).unwrap_or_else(|error| panic!("{sfen}: {error}"))
}

fn count_bulk(board: &Board, depth: u32) -> u64 {
    let mut leaves = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            leaves += moves.into_iter().len() as u64;
            return false;
        }
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            leaves += count_bulk(&child, depth - 1);
        }
        false
    });
    leaves
}

fn count_leaves(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        // Nobody reads a leaf: without this the compiler may leave out part of the making.
        black_box(board);
        return 1;
    }
    let mut leaves = 0;
    board.generate_moves(|moves| {
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            leaves += count_leaves(&child, depth - 1);
        }
        false
    });
    leaves
}
