//! `rsshogi` 1.7.3: bitboards, make and unmake on one position with a stack of states.
//!
//! What to know, and what it cannot do:
//! - The generators without `All` leave out non-promotions of pawn, lance, bishop and rook, which decide
//!   pawn-drop mates. Only the `All` ones are used here.
//! - `ChecksAll` ignores pins and own king moves into attack: its output is filtered.
//! - It presupposes that the side to move cannot take the other king. Where it can, the capture is listed as
//!   legal (making it panics), and checks that merely leave that attack standing are missing.
//! - `is_mated` means "no legal move", in check or not. [`is_mate`] asks for the check as well.
//! - Nothing is validated on reading: nifu, dead pieces and superfluous pieces pass.
//! - Lists hold 600 moves; pieces beyond the set of 40 can overflow them, which panics.
//! - Each move also updates six keys, material and repetition, none of which can be switched off.
//! - Its fastest undo, `undo_move32_unchecked`, is `unsafe` and therefore only used through its own perft;
//!   the walks here use the checked `undo_move32`.

use crate::calls::Pass;
use crate::{Budget, Walk};
use rsshogi::board::{Bitboard, ChecksAll, LegalAll, Move32List, Move32Sink, Position};
use rsshogi::movegen::{
    generate_legal_all_move32, generate_legal_all_move32_into, generate_legal_evasions_all_move32_into,
    generate_moves_move32,
};
use rsshogi::types::{Color, Move32, PieceType};
use std::collections::BTreeSet;

/// All legal moves.
///
/// # Panics
/// If the text is no SFEN, or a move is generated twice.
#[must_use]
pub fn legal_moves(sfen: &str) -> BTreeSet<String> {
    let position = read(sfen);
    let mut moves = Move32List::new();
    generate_moves_move32::<LegalAll>(&position, &mut moves);
    legal_texts(&position, &moves)
}

/// All legal moves that give check.
///
/// # Panics
/// If the text is no SFEN, or a move is generated twice.
#[must_use]
pub fn checks(sfen: &str) -> BTreeSet<String> {
    let position = read(sfen);
    let mut moves = Move32List::new();
    generate_moves_move32::<ChecksAll>(&position, &mut moves);
    legal_texts(&position, &moves)
}

/// All legal moves if the side to move is in check, else nothing.
///
/// # Panics
/// If the text is no SFEN, or a move is generated twice.
#[must_use]
pub fn evasions(sfen: &str) -> BTreeSet<String> {
    let position = read(sfen);
    let mut moves = Move32List::new();
    generate_legal_evasions_all_move32_into(&position, &mut moves);
    legal_texts(&position, &moves)
}

/// Whether the side to move is in check and has no legal move.
///
/// # Panics
/// If the text is no SFEN.
#[must_use]
pub fn is_mate(sfen: &str) -> bool {
    let position = read(sfen);
    position.is_in_check() && position.is_mated()
}

/// Leaves at `depth`, the last ply counted and not made.
///
/// # Panics
/// If the text is no SFEN.
#[must_use]
pub fn perft_bulk(sfen: &str, depth: u32) -> u64 {
    let mut position = read(sfen);
    match depth {
        0 => 1,
        _ => count_bulk(&mut position, &mut lists(depth - 1)),
    }
}

/// Leaves at `depth`, counted by the crate's own perft, which undoes moves without checks.
///
/// # Panics
/// If the text is no SFEN or `depth` exceeds 255.
#[must_use]
pub fn perft_own(sfen: &str, depth: u32) -> u64 {
    let depth = u8::try_from(depth).expect("perft depth fits in a byte");
    rsshogi::board::perft::compute_perft(&mut read(sfen), depth)
}

/// Leaves at `depth`, every one of them made and unmade.
///
/// # Panics
/// If the text is no SFEN.
#[must_use]
pub fn perft_leaf(sfen: &str, depth: u32) -> u64 {
    let mut position = read(sfen);
    match depth {
        0 => 1,
        _ => count_leaves(&mut position, &mut lists(depth)),
    }
}

/// Moves made when the side to move only checks, the other side only evades, to `depth`, leaves included.
///
/// # Panics
/// If the text is no SFEN.
#[must_use]
pub fn check_walk(sfen: &str, depth: u32) -> u64 {
    check_walks(&Walk { sfens: vec![sfen.to_owned()], depth, cap: u64::MAX })
}

/// The sum of [`check_walk`] over many positions, each stopped at the cap. Nothing is allocated between
/// positions.
///
/// # Panics
/// If a text is no SFEN.
#[must_use]
pub fn check_walks(job: &Walk) -> u64 {
    if job.depth == 0 {
        return 0;
    }
    let mut position = Position::empty();
    let mut lists = lists(job.depth);
    let mut total = 0;
    for sfen in &job.sfens {
        position.set_sfen(sfen).expect("an SFEN");
        let mut budget = Budget::new(job.cap);
        attack(&mut position, &mut lists, &mut budget);
        total += budget.made();
    }
    total
}

fn read(sfen: &str) -> Position {
    Position::from_sfen(sfen).unwrap_or_else(|error| panic!("{sfen}: {error}"))
}

fn lists(depth: u32) -> Vec<Move32List> {
    (0..depth).map(|_| Move32List::new()).collect()
}

fn legal_texts(position: &Position, moves: &Move32List) -> BTreeSet<String> {
    let mut texts = BTreeSet::new();
    for &mv in moves {
        if position.is_legal_move32(mv) {
            assert!(texts.insert(mv.to_usi()), "{mv} generated twice");
        }
    }
    texts
}

/// Counts moves without storing them, drops by the size of their target set.
struct Counter(u64);

impl Move32Sink for Counter {
    #[inline]
    fn push_move32(&mut self, _: Move32) {
        self.0 += 1;
    }

    /// Never called by the generator of legal moves, which emits only legal ones.
    fn retain_unordered<F>(&mut self, _: F)
    where
        F: FnMut(Move32) -> bool,
    {
        unreachable!("legal moves are not filtered afterwards");
    }

    #[inline]
    fn push_drop_targets(&mut self, _: PieceType, targets: Bitboard, _: Color) {
        self.0 += u64::from(targets.count());
    }
}

fn count_bulk(position: &mut Position, lists: &mut [Move32List]) -> u64 {
    let Some((moves, rest)) = lists.split_first_mut() else {
        let mut counter = Counter(0);
        generate_legal_all_move32_into(position, &mut counter);
        return counter.0;
    };
    generate_legal_all_move32(position, moves);
    let mut leaves = 0;
    for &mv in &*moves {
        position.apply_move32(mv);
        leaves += count_bulk(position, rest);
        undo(position, mv);
    }
    leaves
}

fn count_leaves(position: &mut Position, lists: &mut [Move32List]) -> u64 {
    let Some((moves, rest)) = lists.split_first_mut() else {
        return 1;
    };
    generate_legal_all_move32(position, moves);
    let mut leaves = 0;
    for &mv in &*moves {
        position.apply_move32(mv);
        leaves += count_leaves(position, rest);
        undo(position, mv);
    }
    leaves
}

/// The checks of one node and all below; true when the budget is spent.
///
/// What `ChecksAll` emits is pseudo-legal with pawn-drop mates removed, so the cheap second half of the
/// legality test is enough; that these moves check need not be worked out again.
fn attack(position: &mut Position, lists: &mut [Move32List], budget: &mut Budget) -> bool {
    let Some((moves, rest)) = lists.split_first_mut() else {
        return false;
    };
    generate_moves_move32::<ChecksAll>(position, moves);
    for &mv in &*moves {
        if !position.is_legal_after_pseudo_move32(mv) {
            continue;
        }
        position.apply_move32_with_gives_check(mv, true);
        let stop = budget.spend() || defend(position, rest, budget);
        undo(position, mv);
        if stop {
            return true;
        }
    }
    false
}

/// The evasions of one node and all below; true when the budget is spent.
fn defend(position: &mut Position, lists: &mut [Move32List], budget: &mut Budget) -> bool {
    let Some((moves, rest)) = lists.split_first_mut() else {
        return false;
    };
    moves.clear();
    // Not `generate_legal_evasions_all_move32`: that one goes through two lists and full legality tests.
    generate_legal_evasions_all_move32_into(position, moves);
    for &mv in &*moves {
        position.apply_move32(mv);
        let stop = budget.spend() || attack(position, rest, budget);
        undo(position, mv);
        if stop {
            return true;
        }
    }
    false
}

#[inline]
fn undo(position: &mut Position, mv: Move32) {
    position.undo_move32(mv).expect("the last move made");
}

/// Runs a question on every position and adds up the answers.
fn pass(sfens: &[String], mut ask: impl FnMut(&mut Position) -> u64 + 'static) -> Pass {
    let mut positions: Vec<Position> = sfens.iter().map(|sfen| read(sfen)).collect();
    Box::new(move || positions.iter_mut().map(&mut ask).sum())
}

fn legal_checks(position: &Position, moves: &mut Move32List) -> Vec<Move32> {
    generate_moves_move32::<ChecksAll>(position, moves);
    moves.into_iter().copied().filter(|&mv| position.is_legal_after_pseudo_move32(mv)).collect()
}

/// Lists checks and counts the legal ones.
#[must_use]
pub fn checks_pass(sfens: &[String]) -> Pass {
    let mut moves = Move32List::new();
    pass(sfens, move |position| {
        generate_moves_move32::<ChecksAll>(position, &mut moves);
        let legal = |mv: &&Move32| position.is_legal_after_pseudo_move32(**mv);
        moves.into_iter().filter(legal).count() as u64
    })
}

/// Lists evasions; the total is their number.
#[must_use]
pub fn evasions_pass(sfens: &[String]) -> Pass {
    let mut moves = Move32List::new();
    pass(sfens, move |position| {
        moves.clear();
        generate_legal_evasions_all_move32_into(position, &mut moves);
        moves.len() as u64
    })
}

/// Asks whether it is mate.
#[must_use]
pub fn is_mate_pass(sfens: &[String]) -> Pass {
    pass(sfens, |position| (position.is_in_check() && position.is_mated()) as u64)
}

/// Looks for a mate in one; the total says in how many positions there is one.
#[must_use]
pub fn mate_pass(sfens: &[String]) -> Pass {
    pass(sfens, |position| rsshogi::mate::solve_mate_in_one_in_place(position).is_some() as u64)
}

/// Makes and takes back every check; the total is their number.
#[must_use]
pub fn play_pass(sfens: &[String]) -> Pass {
    let mut list = Move32List::new();
    let mut positions: Vec<_> = sfens
        .iter()
        .map(|sfen| {
            let position = read(sfen);
            let moves = legal_checks(&position, &mut list);
            (position, moves)
        })
        .collect();
    Box::new(move || {
        let mut total = 0;
        for (position, moves) in &mut positions {
            for &mv in &*moves {
                position.apply_move32_with_gives_check(mv, true);
                std::hint::black_box(&mut *position);
                undo(position, mv);
                total += 1;
            }
        }
        total
    })
}
