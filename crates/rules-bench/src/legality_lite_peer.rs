//! `shogi_legality_lite` 0.1.3 with `shogi_core` and `shogi_usi_parser`: no tables, copy and make, slow.
//!
//! The second oracle, of different descent from the first. What it cannot do:
//! - Its own `all_checks_partial` gives drops that leave the mover's king in check, so checks are found
//!   here by making every legal move and asking whether the other king is attacked.
//! - Its own `is_mate` means "no legal move", in check or not, and knows no answer without a king.
//!   [`is_mate`] asks for the check as well; without a king the answer is no.
//! - Nothing is validated on reading: nifu, dead pieces and superfluous pieces pass.
//! - Where the side to move can take the other king, that capture is not listed, and every move that leaves
//!   the attack standing counts as a check: on such illegal positions the two oracles differ.
//! - Pawn-drop mate is tested by searching for an answer, which makes it far too slow to be a benchmark.

use crate::Budget;
use shogi_core::{Move, PartialPosition, ToUsi};
use shogi_legality_lite::{all_legal_moves_partial, is_in_check_partial_lite};
use shogi_usi_parser::FromUsi;
use std::collections::BTreeSet;

/// All legal moves.
///
/// # Panics
/// If the text is no SFEN, or a move is generated twice.
#[must_use]
pub fn legal_moves(sfen: &str) -> BTreeSet<String> {
    texts(all_legal_moves_partial(&read(sfen)))
}

/// All legal moves after which the other side is in check.
///
/// # Panics
/// If the text is no SFEN, or a move is generated twice.
#[must_use]
pub fn checks(sfen: &str) -> BTreeSet<String> {
    texts(checking_moves(&read(sfen)))
}

/// Whether the side to move is in check and has no legal move.
///
/// # Panics
/// If the text is no SFEN.
#[must_use]
pub fn is_mate(sfen: &str) -> bool {
    let position = read(sfen);
    is_in_check_partial_lite(&position) && all_legal_moves_partial(&position).is_empty()
}

/// Moves made when the side to move only checks, the other side only evades, to `depth`, leaves included.
///
/// # Panics
/// If the text is no SFEN.
#[must_use]
pub fn check_walk(sfen: &str, depth: u32) -> u64 {
    let mut budget = Budget::new(u64::MAX);
    walk(&read(sfen), depth, true, &mut budget);
    budget.made()
}

fn read(sfen: &str) -> PartialPosition {
    PartialPosition::from_usi(&format!("sfen {sfen}"))
        .unwrap_or_else(|error| panic!("{sfen}: {error:?}"))
}

fn texts(moves: Vec<Move>) -> BTreeSet<String> {
    let count = moves.len();
    let texts: BTreeSet<String> = moves.iter().map(ToUsi::to_usi_owned).collect();
    assert_eq!(texts.len(), count, "a move generated twice");
    texts
}

fn after(position: &PartialPosition, mv: Move) -> PartialPosition {
    let mut next = position.clone();
    next.make_move(mv).expect("a legal move");
    next
}

fn checking_moves(position: &PartialPosition) -> Vec<Move> {
    let mut moves = all_legal_moves_partial(position);
    moves.retain(|&mv| is_in_check_partial_lite(&after(position, mv)));
    moves
}

fn walk(position: &PartialPosition, depth: u32, attacking: bool, budget: &mut Budget) -> bool {
    if depth == 0 {
        return false;
    }
    let moves = if attacking { checking_moves(position) } else { all_legal_moves_partial(position) };
    moves.into_iter().any(|mv| {
        let next = after(position, mv);
        budget.spend() || walk(&next, depth - 1, !attacking, budget)
    })
}
