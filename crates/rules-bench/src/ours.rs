//! `tsumugi-shogi` at the same workloads.

use crate::calls::Pass;
use crate::{Budget, Walk};
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
pub fn check_walks(job: &Walk) -> u64 {
    walks(job, |position, budget| {
        walk(position, true, job.depth, budget);
    })
}

/// As [`check_walks`], but each move is played on a copy.
///
/// # Panics
/// If a text is no SFEN.
#[must_use]
pub fn check_walks_copying(job: &Walk) -> u64 {
    walks(job, |position, budget| {
        walk_copying(position, true, job.depth, budget);
    })
}

fn walks(job: &Walk, walk: impl Fn(&mut Position, &mut Budget)) -> u64 {
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

/// The positions after one check each, drawn by a fixed rule; those without check are left out.
///
/// # Panics
/// If a text is no SFEN.
#[must_use]
pub fn after_a_check(sfens: &[String]) -> Vec<String> {
    let mut out = vec![];
    for (i, sfen) in sfens.iter().enumerate() {
        let mut position = read(sfen);
        let mut moves = MoveList::new();
        position.checks(&mut moves);
        if !moves.is_empty() {
            let _ = position.play(moves[i * 7 % moves.len()]);
            out.push(position.to_sfen());
        }
    }
    out
}

/// Runs a question on every position and adds up the answers.
fn pass(sfens: &[String], mut ask: impl FnMut(&mut Position) -> u64 + 'static) -> Pass {
    let mut positions: Vec<Position> = sfens.iter().map(|sfen| read(sfen)).collect();
    Box::new(move || positions.iter_mut().map(&mut ask).sum())
}

/// Lists checks; the total is their number.
#[must_use]
pub fn checks_pass(sfens: &[String]) -> Pass {
    let mut moves = MoveList::new();
    pass(sfens, move |position| {
        moves.clear();
        position.checks(&mut moves);
        moves.len() as u64
    })
}

/// Asks whether there is a check.
#[must_use]
pub fn has_check_pass(sfens: &[String]) -> Pass {
    pass(sfens, |position| position.has_check() as u64)
}

/// Lists evasions; the total is their number.
#[must_use]
pub fn evasions_pass(sfens: &[String]) -> Pass {
    let mut moves = MoveList::new();
    pass(sfens, move |position| {
        moves.clear();
        position.evasions(&mut moves);
        moves.len() as u64
    })
}

/// Asks whether it is mate.
#[must_use]
pub fn is_mate_pass(sfens: &[String]) -> Pass {
    pass(sfens, |position| position.is_mate() as u64)
}

/// Looks for a mate in one; the total says in how many positions there is one.
#[must_use]
pub fn mate_pass(sfens: &[String]) -> Pass {
    pass(sfens, |position| position.mate_in_one().is_some() as u64)
}

/// Plays and takes back every check; the total is their number.
#[must_use]
pub fn play_pass(sfens: &[String]) -> Pass {
    let listed = |sfen: &String| {
        let position = read(sfen);
        let mut moves = MoveList::new();
        position.checks(&mut moves);
        (position, moves.to_vec())
    };
    let mut positions: Vec<_> = sfens.iter().map(listed).collect();
    Box::new(move || {
        let mut total = 0;
        for (position, moves) in &mut positions {
            for &m in &*moves {
                let undo = position.play(m);
                black_box(&mut *position);
                position.undo(undo);
                total += 1;
            }
        }
        total
    })
}
