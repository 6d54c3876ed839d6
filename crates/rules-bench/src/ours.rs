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
/// stops at the cap. Moves are played and taken back.
///
/// # Panics
/// If a text is no SFEN.
#[must_use]
pub fn check_walks(job: &Job) -> u64 {
    walks(job, |position, budget| {
        walk(position, true, job.depth, budget);
    })
}

/// As [`check_walks`], but each move is played on a copy.
///
/// # Panics
/// If a text is no SFEN.
#[must_use]
pub fn check_walks_copying(job: &Job) -> u64 {
    walks(job, |position, budget| {
        walk_copying(position, true, job.depth, budget);
    })
}

fn walks(job: &Job, walk: impl Fn(&mut Position, &mut Budget)) -> u64 {
    let mut total = 0;
    for sfen in &job.sfens {
        let mut budget = Budget::new(job.cap);
        walk(&mut read(sfen), &mut budget);
        total += budget.made();
    }
    total
}

#[inline]
fn list(position: &Position, attacking: bool, moves: &mut MoveList) {
    if attacking { position.checks(moves) } else { position.evasions(moves) }
}

/// True when the budget is spent.
fn walk(position: &mut Position, attacking: bool, depth: u32, budget: &mut Budget) -> bool {
    let mut moves = MoveList::new();
    list(position, attacking, &mut moves);
    for &m in &moves {
        let undo = position.play(m);
        black_box(&mut *position);
        let stop = budget.spend() || (depth > 1 && walk(position, !attacking, depth - 1, budget));
        position.undo(undo);
        if stop {
            return true;
        }
    }
    false
}

fn walk_copying(position: &Position, attacking: bool, depth: u32, budget: &mut Budget) -> bool {
    let mut moves = MoveList::new();
    list(position, attacking, &mut moves);
    for &m in &moves {
        let mut child = position.clone();
        let _ = child.play(m);
        black_box(&mut child);
        if budget.spend() || (depth > 1 && walk_copying(&child, !attacking, depth - 1, budget)) {
            return true;
        }
    }
    false
}
