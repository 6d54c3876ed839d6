//! Prints random diagrams with the faults that `tsumugi-verify` finds in them: `cargo run --example listed_faults -- COUNT SEED`.
//! `proof/check faults FILE` compares them with its own.
//!
//! A line is the SFEN, a tab, and the names of the faults in the order of RULES 8, separated by spaces.

use tsumugi_shogi::random::{Random, Style, place, setup_of};
use tsumugi_shogi::{Cell, Color, Kind, Piece, Setup, Square};
use tsumugi_verify::naive::{Fault, Position};

fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let mut next = |default| numbers.next().and_then(Result::ok).unwrap_or(default);
    let (count, seed) = (next(10), next(0));
    for seed in seed..seed + count {
        let mut random = Random::new(seed);
        let style = random.pick(&Style::ALL);
        let mut setup = setup_of(style, &mut random);
        spoil(&mut setup, &mut random);
        let sfen = setup.to_sfen();
        let position = Position::from_sfen(&sfen).expect("a SFEN that we wrote");
        let mut faults: Vec<(u8, &str)> = position.faults().iter().map(name).collect();
        faults.sort_unstable();
        faults.dedup();
        let names: Vec<&str> = faults.into_iter().map(|(_, name)| name).collect();
        println!("{sfen}\t{}", names.join(" "));
    }
}

/// Takes the kings away, or adds pieces that are too many, or does nothing.
fn spoil(setup: &mut Setup, random: &mut Random) {
    match random.below(4) {
        0 => {
            for square in Square::all() {
                if matches!(setup.cell(square), Cell::Piece(piece) if piece.kind == Kind::King) {
                    setup.set(square, Cell::Empty);
                }
            }
        }
        1 => {
            for _ in 0..1 + random.below(3) {
                let kind = random.pick(&[Kind::King, Kind::Rook, Kind::Gold, Kind::Knight, Kind::Pawn]);
                place(setup, Piece::new(random.pick(&Color::ALL), kind), random);
            }
        }
        _ => {}
    }
}

/// The number of the fault in RULES 8, and its name.
fn name(fault: &Fault) -> (u8, &'static str) {
    match fault {
        Fault::NoKing => (1, "no-king"),
        Fault::ManyKings { .. } => (2, "many-kings"),
        Fault::TooMany { .. } => (3, "too-many"),
        Fault::TwoPawns { .. } => (4, "two-pawns"),
        Fault::DeadPiece { .. } => (5, "dead-piece"),
        Fault::KingCanBeCaptured { .. } => (6, "king-can-be-captured"),
    }
}
