//! Prints random positions with their legal moves and checks as `tsumugi-verify` sees them, in the canonical order of
//! certificates: `cargo run --example listed_moves -- COUNT SEED`. `proof/check moves FILE` compares them with its own.
//!
//! A line is the SFEN, a tab, the legal moves, a tab, the checks among them; moves are separated by spaces.

use tsumugi_shogi::random::position;
use tsumugi_verify::naive::{Kind, Move, Position, Square};

fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let mut next = |default| numbers.next().and_then(Result::ok).unwrap_or(default);
    let (count, seed) = (next(10), next(0));
    for seed in seed..seed + count {
        let sfen = position(seed).to_sfen();
        let position = Position::from_sfen(&sfen).expect("a SFEN that we wrote");
        println!("{sfen}\t{}\t{}", listed(position.legal_moves()), listed(position.checks()));
    }
}

fn listed(mut moves: Vec<Move>) -> String {
    moves.sort_by_key(|&m| match m {
        Move::Board { from, to, promote } => (0, index(from), index(to), promote),
        Move::Drop { kind, to } => {
            let kind = Kind::HAND.iter().position(|&held| held == kind).unwrap_or_default();
            (1, kind, index(to), false)
        }
    });
    moves.iter().map(Move::to_string).collect::<Vec<_>>().join(" ")
}

/// The place of a square in the order of SFEN.
fn index(square: Square) -> usize {
    usize::from(square.rank()) * 9 - usize::from(square.file())
}
