//! Names of moves against `shogi_official_kifu`, on random positions. It writes 竜 and 同 without a space.

use crate::kif_support::{crowded, legal_moves};
use shogi_usi_parser::FromUsi;
use tsumugi_notation::japanese::{Style, move_name};
use tsumugi_shogi::random::Random;
use tsumugi_shogi::{Move, Position, Setup, Square, Waivers};
use tsumugi_testkit::full;

/// Compares the names of legal moves, all with `TSUMUGI_FULL`; returns how many.
fn compare(before: &Setup, played: Option<Move>, random: &mut Random) -> usize {
    let seed = random.clone();
    let mut setup = before.clone();
    let mut usi = format!("sfen {}", before.to_sfen());
    if let Some(m) = played {
        usi += &format!(" moves {m}");
        setup.play(m).unwrap();
    }
    let theirs = shogi_core::Position::from_usi(&usi).unwrap();
    let previous: Option<Square> = played.map(Move::to);
    let moves = legal_moves(&Position::new(&setup, Waivers::NONE).unwrap());
    let mut named = 0;
    for &m in &moves {
        let ours = move_name(&setup, m, previous, Style::Triangles).unwrap();
        // The oracle is slow: by default only names with words such as 左 count here, and every 64th other.
        if !full() && !ours.contains(['左', '右', '直', '上', '寄', '引', '打']) && !random.one_in(64)
        {
            continue;
        }
        named += 1;
        let ours = ours.replace('龍', "竜").replace("同　", "同");
        let wanted =
            shogi_official_kifu::display_single_move_kansuji(theirs.inner(), converted(m, &setup));
        assert_eq!(Some(ours), wanted, "state {seed:?}: {usi} then {m}");
    }
    named
}

fn converted(m: Move, setup: &Setup) -> shogi_core::Move {
    let square = |s: Square| shogi_core::Square::new(s.file(), s.rank()).unwrap();
    match m.from() {
        Some(from) => shogi_core::Move::Normal {
            from: square(from),
            to: square(m.to()),
            promote: m.is_promotion(),
        },
        None => {
            let usi = m.to_string();
            let theirs = shogi_core::Move::from_usi(&usi).unwrap();
            match theirs {
                shogi_core::Move::Drop { piece, to } => {
                    let color = match setup.turn {
                        tsumugi_shogi::Color::Black => shogi_core::Color::Black,
                        tsumugi_shogi::Color::White => shogi_core::Color::White,
                    };
                    let piece = shogi_core::Piece::new(piece.piece_kind(), color);
                    shogi_core::Move::Drop { piece, to }
                }
                other => other,
            }
        }
    }
}

#[test]
fn names_of_moves_in_random_games_are_official() {
    let (mut named, mut positions) = (0, 0);
    for seed in 0..12 {
        let mut random = Random::new(seed);
        let (mut setup, mut played) = (Setup::startpos(), None);
        for _ in 0..150 {
            named += compare(&setup, played, &mut random);
            positions += 1;
            if let Some(m) = played {
                setup.play(m).unwrap();
            }
            let moves = legal_moves(&Position::new(&setup, Waivers::NONE).unwrap());
            if moves.is_empty() {
                break;
            }
            played = Some(random.pick(&moves));
        }
    }
    println!("seeds 0..12: {named} moves in {positions} positions");
    assert!(named > 1_000);
}

#[test]
fn names_of_moves_on_crowded_boards_are_official() {
    let mut named = 0;
    let seeds = if full() { 1_000 } else { 500 };
    for seed in 0..seeds {
        let mut random = Random::new(1_000_000 + seed);
        let setup = crowded(&mut random);
        let moves = legal_moves(&Position::new(&setup, Waivers::NONE).unwrap());
        named += compare(&setup, None, &mut random);
        if !moves.is_empty() {
            let m = random.pick(&moves);
            named += compare(&setup, Some(m), &mut random);
        }
    }
    println!("seeds 0..{seeds}: {named} moves");
    assert!(named > 5_000);
}
