//! Counting move paths, to compare rules with published counts.

use crate::{Color, Move, MoveList, Position};
use alloc::vec::Vec;

/// How many legal move paths of exactly `depth` plies there are. The last ply is counted, not played.
pub fn perft(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves(),
        _ => sum_over(position, |p, out| p.legal_moves(out), |p| perft(p, depth - 1)),
    }
}

/// As [`perft`], but every move of the last ply is played and taken back too.
pub fn perft_playing_all(position: &mut Position, depth: u32) -> u64 {
    match depth {
        0 => 1,
        _ => sum_over(position, |p, out| p.legal_moves(out), |p| perft_playing_all(p, depth - 1)),
    }
}

/// How many paths of exactly `depth` plies there are on which `attacker` gives check with every move
/// and the other side answers check.
pub fn perft_checks(position: &mut Position, attacker: Color, depth: u32) -> u64 {
    match depth {
        0 => 1,
        1 if position.turn() == attacker => position.count_checks(),
        _ if position.turn() == attacker => {
            sum_over(position, |p, out| p.checks(out), |p| perft_checks(p, attacker, depth - 1))
        }
        _ => sum_over(position, |p, out| p.legal_moves(out), |p| perft_checks(p, attacker, depth - 1)),
    }
}

/// The share of each first move in a count, in generation order.
pub fn divide(
    position: &mut Position,
    list: impl Fn(&Position, &mut MoveList),
    mut count: impl FnMut(&mut Position) -> u64,
) -> Vec<(Move, u64)> {
    let mut moves = MoveList::new();
    list(position, &mut moves);
    let mut out = Vec::with_capacity(moves.len());
    for &m in &moves {
        let undo = position.play(m);
        out.push((m, count(position)));
        position.undo(undo);
    }
    out
}

fn sum_over(
    position: &mut Position,
    list: impl Fn(&Position, &mut MoveList),
    mut count: impl FnMut(&mut Position) -> u64,
) -> u64 {
    let mut moves = MoveList::new();
    list(position, &mut moves);
    let mut total = 0;
    for &m in &moves {
        let undo = position.play(m);
        total += count(position);
        position.undo(undo);
    }
    total
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn published_counts_are_met() {
        let drop_heavy = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";
        let most_moves = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1";
        for (sfen, counts) in [
            (crate::sfen::STARTPOS, &[1, 30, 900, 25_470, 719_731][..]),
            (drop_heavy, &[1, 207, 28_684]),
            (most_moves, &[1, 593]),
        ] {
            let mut position = Position::from_sfen(sfen).unwrap();
            // Miri has time for a few moves only.
            let deepest = if cfg!(miri) { 2 } else { counts.len() };
            for (depth, &count) in counts.iter().enumerate().take(deepest) {
                assert_eq!(perft(&mut position, depth as u32), count, "{sfen} depth {depth}");
            }
        }
    }
}
