//! `tsumugi-shogi` at the same workloads.

use crate::{Budget, Job};
use std::hint::black_box;
use tsumugi_shogi::{MoveList, Position, perft};

fn read(sfen: &str) -> Position {
    Position::from_sfen(sfen).unwrap_or_else(|error| panic!("{sfen}: {error}"))
}

/// Perft with the last ply counted.
///
/// # Panics
/// If the text is no SFEN.
#[must_use]
pub fn perft_bulk(sfen: &str, depth: u32) -> u64 {
    perft::perft(&mut read(sfen), depth)
}

/// Perft with every leaf played and taken back.
///
/// # Panics
/// If the text is no SFEN.
#[must_use]
pub fn perft_leaf(sfen: &str, depth: u32) -> u64 {
    perft::perft_playing_all(&mut read(sfen), depth)
}

/// Walks checks and evasions alternately, playing every move, and returns the moves played; each position
/// stops at the cap.
///
/// # Panics
/// If a text is no SFEN.
#[must_use]
pub fn check_walks(job: &Job) -> u64 {
    let mut total = 0;
    for sfen in &job.sfens {
        let mut position = read(sfen);
        let mut budget = Budget::new(job.cap);
        walk(&mut position, true, job.depth, &mut budget);
        total += budget.made();
    }
    total
}

/// True when the budget is spent.
fn walk(position: &mut Position, attacking: bool, depth: u32, budget: &mut Budget) -> bool {
    if depth == 0 {
        return false;
    }
    let mut moves = MoveList::new();
    if attacking {
        position.checks(&mut moves);
    } else {
        position.evasions(&mut moves);
    }
    for &m in &moves {
        let undo = position.play(m);
        black_box(&mut *position);
        let stop = budget.spend() || walk(position, !attacking, depth - 1, budget);
        position.undo(undo);
        if stop {
            return true;
        }
    }
    false
}
