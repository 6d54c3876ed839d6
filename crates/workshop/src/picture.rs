//! The picture at the end of a mate (詰上り): what holds the king.
//!
//! Of the final position it has the squares about the defender's king that are off the board or walled, the defender's own pieces on the
//! others, and the attacker's pieces that attack the king or one of these squares, each by its distance from the king. Left and right
//! do not matter, nor does where on the board it stands. Pieces that only look on, and what is held in hand, are not part of it.

use tsumugi_shogi::{Bitboard, Color, Kind, Position, Square, attacks};

/// What holds a king. Two mates with equal pictures end in the same way.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Picture(Vec<Part>);

/// How many files and ranks away from the king, in the attacker's direction of play; and what it is.
type Part = (i8, i8, Thing);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
enum Thing {
    /// No piece can stand there.
    Closed,
    Own(usize),
    Attacker(usize),
}

impl Picture {
    /// The picture of a position in which this side gave mate; `None` if it is no mate.
    pub fn of(position: &Position, attacker: Color) -> Option<Picture> {
        let defender = !attacker;
        let king = position.king(defender)?;
        if position.turn() != defender || !position.in_check() || position.has_legal_move() {
            return None;
        }
        // As Black sees it, the attacker plays up the board.
        let up = if attacker == Color::Black { 1 } else { -1 };
        let away = |square: Square| {
            let far = |at: u8, from: u8| (at as i8 - from as i8) * up;
            (far(square.file(), king.file()), far(square.rank(), king.rank()))
        };
        let about = attacks::steps(defender, Kind::King, king);
        let mut parts = closed(position, king, up);
        for square in about {
            let own = position.piece(square).filter(|piece| piece.color == defender);
            let part = |kind: Kind| (away(square).0, away(square).1, Thing::Own(kind.index()));
            parts.extend(own.map(|piece| part(piece.kind)));
        }
        // Lines go on through the king, who cannot hide behind himself.
        let occupied = position.occupied() ^ Bitboard::of(king);
        let held = about | Bitboard::of(king);
        for square in position.pieces(attacker) {
            let Some(piece) = position.piece(square) else { continue };
            if attacks::of(attacker, piece.kind, square, occupied).meets(held) {
                let (file, rank) = away(square);
                parts.push((file, rank, Thing::Attacker(piece.kind.index())));
            }
        }
        Some(Picture::either_way(parts))
    }

    /// It or its mirror image, whichever is the smaller.
    fn either_way(mut parts: Vec<Part>) -> Picture {
        let mut mirrored: Vec<Part> =
            parts.iter().map(|&(file, rank, thing)| (-file, rank, thing)).collect();
        parts.sort_unstable();
        mirrored.sort_unstable();
        Picture(parts.min(mirrored))
    }
}

/// The squares about the king that are off the board or walled.
fn closed(position: &Position, king: Square, up: i8) -> Vec<Part> {
    let mut parts = Vec::new();
    for file in -1..=1 {
        for rank in -1..=1 {
            let at = |king: u8, by: i8| u8::try_from(king as i8 + by * up).ok();
            let square = at(king.file(), file).zip(at(king.rank(), rank));
            let square = square.and_then(|(file, rank)| Square::new(file, rank));
            if square.is_none_or(|square| position.walls().has(square)) {
                parts.push((file, rank, Thing::Closed));
            }
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsumugi_shogi::{Setup, Waivers};
    use tsumugi_tsume::canonical::Turned;

    fn picture(setup: &Setup, attacker: Color) -> Option<Picture> {
        Picture::of(&Position::new(setup, Waivers::ALL).unwrap(), attacker)
    }

    fn of(sfen: &str) -> Option<Picture> {
        picture(&sfen.parse().unwrap(), Color::Black)
    }

    /// Gold before the king, guarded by a pawn.
    const MATE: &str = "4k4/4G4/4P4/9/9/9/9/9/9 w - 1";

    #[test]
    fn turned_moved_along_the_edge_and_with_onlookers_it_is_the_same() {
        let one = of(MATE).unwrap();
        let setup: Setup = MATE.parse().unwrap();
        for bits in 0..4 {
            let turned = Turned::from_bits(bits);
            let attacker = if turned.rotated { Color::White } else { Color::Black };
            assert_eq!(picture(&turned.setup(&setup), attacker), Some(one.clone()), "{turned:?}");
        }
        for same in [
            "2k6/2G6/2P6/9/9/9/9/9/9 w - 1",
            "4k4/4G4/4P4/9/9/8p/9/9/R7K w 2P 1",
            "6k2/6G2/6P2/9/l8/9/9/9/9 w Gb 1",
        ] {
            assert_eq!(of(same), Some(one.clone()), "{same}");
        }
    }

    #[test]
    fn another_piece_another_edge_or_another_square_make_another_picture() {
        let one = of(MATE).unwrap();
        for other in [
            // A lance guards the gold, from farther away.
            "4k4/4G4/9/4L4/9/9/9/9/9 w - 1",
            // In the corner.
            "8k/8G/8P/9/9/9/9/9/9 w - 1",
            // The king's own piece beside him.
            "3lk4/4G4/4P4/9/9/9/9/9/9 w - 1",
            // A rook takes part.
            "4k4/4G4/4P4/9/9/9/9/9/3R5 w - 1",
        ] {
            assert_ne!(of(other).as_ref(), Some(&one), "{other}");
            assert!(of(other).is_some(), "{other}");
        }
    }

    #[test]
    fn walls_are_edges_and_what_is_no_mate_has_no_picture() {
        let walled = "OOOOOOOOO/4k4/4G4/4P4/9/9/9/9/9 w - 1";
        assert_eq!(of(walled), of(MATE));
        for none in [
            "4k4/4G4/9/9/9/9/9/9/9 w - 1",
            "4k4/9/4P4/9/9/9/9/9/9 b G 1",
            "4k4/9/4P4/9/9/9/9/9/9 w G 1",
            "r3k4/9/9/9/9/9/9/9/9 w - 1",
        ] {
            assert_eq!(of(none), None, "{none}");
        }
    }
}
