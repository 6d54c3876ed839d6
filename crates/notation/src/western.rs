//! Moves in Western notation: `G*5b`, `Rx3c+`, `K-1b`.
//!
//! A piece by its English initial, `+` before it if it is promoted; `-` for a move, `x` for a capture, `*` for a drop;
//! the square as in USI; `+` for promoting, `=` for declining to. Where another piece of the kind could go there
//! too, the square of departure stands behind the piece: `G4c-5b`.

use crate::japanese::{could_promote, reaching};
use tsumugi_shogi::{Kind, Move, MoveParts, Setup};

/// The name of a move in the diagram before it; `None` when no piece stands on the square of departure.
pub fn move_name(setup: &Setup, m: Move) -> Option<String> {
    let (from, to, promote) = match m.parts() {
        MoveParts::Drop { kind, to } => return Some(format!("{}*{to}", letters(kind.kind()))),
        MoveParts::Board { from, to, promote } => (from, to, promote),
    };
    let kind = setup.piece(from).filter(|piece| piece.color == setup.turn)?.kind;
    let alone = reaching(setup, kind, to).iter().all(|&other| other == from);
    let origin = if alone { String::new() } else { from.to_string() };
    let sign = if setup.piece(to).is_some() { 'x' } else { '-' };
    let end = match promote {
        true => "+",
        false if could_promote(setup.turn, kind, from, to) => "=",
        false => "",
    };
    Some(format!("{}{origin}{sign}{to}{end}", letters(kind)))
}

/// The names of a line of moves; `None` when a move cannot be carried out.
pub fn line_names(setup: &Setup, moves: &[Move]) -> Option<Vec<String>> {
    let mut here = setup.clone();
    let mut names = Vec::with_capacity(moves.len());
    for &m in moves {
        names.push(move_name(&here, m)?);
        here.play(m).ok()?;
    }
    Some(names)
}

const fn letters(kind: Kind) -> &'static str {
    match kind {
        Kind::Pawn => "P",
        Kind::Lance => "L",
        Kind::Knight => "N",
        Kind::Silver => "S",
        Kind::Gold => "G",
        Kind::Bishop => "B",
        Kind::Rook => "R",
        Kind::King => "K",
        Kind::ProPawn => "+P",
        Kind::ProLance => "+L",
        Kind::ProKnight => "+N",
        Kind::ProSilver => "+S",
        Kind::Horse => "+B",
        Kind::Dragon => "+R",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_captures_drops_and_promotions_are_told_apart() {
        for (sfen, usi, expected) in [
            ("4k4/9/4P4/9/9/9/9/9/9 b G 1", "G*5b", "G*5b"),
            ("4k4/4p4/4R4/9/9/9/9/9/9 b - 1", "5c5b+", "Rx5b+"),
            ("4k4/4p4/4R4/9/9/9/9/9/9 b - 1", "5c5b", "Rx5b="),
            ("4k4/9/3G1G3/9/9/9/9/9/9 b - 1", "4c5b", "G4c-5b"),
            ("4k4/9/3+P5/9/9/9/9/9/9 b - 1", "6c5b", "+P-5b"),
            ("4k4/9/9/9/9/9/9/9/9 w - 1", "5a4b", "K-4b"),
        ] {
            let name = move_name(&sfen.parse().unwrap(), usi.parse().unwrap());
            assert_eq!(name.as_deref(), Some(expected));
        }
        assert_eq!(move_name(&Setup::startpos(), "5e5d".parse().unwrap()), None);
    }
}
