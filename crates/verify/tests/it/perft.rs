//! Numbers of lines of play, against published counts.

use tsumugi_verify::naive::Position;

/// The number of lines of `depth` moves, the last ply counted without being played.
fn perft(position: &Position, depth: u32) -> usize {
    let moves = position.legal_moves();
    if depth == 1 {
        return moves.len();
    }
    moves.iter().map(|&m| perft(&position.play(m), depth - 1)).sum()
}

fn read(sfen: &str) -> Position {
    let position = Position::from_sfen(sfen).unwrap();
    assert_eq!(position.faults(), [], "{sfen}");
    position
}

#[test]
fn the_start_position_has_the_published_number_of_lines() {
    let start = read("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1");
    for (depth, lines) in [(1, 30), (2, 900), (3, 25_470), (4, 719_731)] {
        assert_eq!(perft(&start, depth), lines, "depth {depth}");
    }
}

#[test]
fn a_busy_middle_game_has_the_published_number_of_lines() {
    let position = read("l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1");
    for (depth, lines) in [(1, 207), (2, 28_684)] {
        assert_eq!(perft(&position, depth), lines, "depth {depth}");
    }
}

#[test]
fn the_position_with_the_most_moves_has_593() {
    let position = read("R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1");
    assert_eq!(perft(&position, 1), 593);
}
