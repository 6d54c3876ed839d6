//! A position put together from its pieces, for whoever goes through millions of diagrams: without a [`crate::Setup`], without
//! memory, and without saying what is wrong.

use super::{NO_SQUARE, Position};
use crate::setup::is_dead_end;
use crate::{Bitboard, Color, Hand, HandKind, Kind, Piece, Square};

impl Position {
    /// The position with these walls, pieces and hands. `None` wherever [`Position::new`] with [`crate::Waivers::TSUME`] finds a
    /// fault, and where two things would share a square.
    ///
    /// ```
    /// use tsumugi_shogi::{Bitboard, Color, Hand, HandKind, Kind, Piece, Position, Square};
    ///
    /// let on = |usi, color, kind| (Square::from_usi(usi).unwrap(), Piece::new(color, kind));
    /// let pieces = [on("5a", Color::White, Kind::King), on("5c", Color::Black, Kind::Pawn)];
    /// let hands = [Hand::EMPTY.plus(HandKind::Gold), Hand::EMPTY];
    /// let position = Position::assemble(Bitboard::EMPTY, &pieces, hands, Color::Black).unwrap();
    /// assert_eq!(position.to_sfen(), "4k4/9/4P4/9/9/9/9/9/9 b G 1");
    /// ```
    pub fn assemble(
        walls: Bitboard,
        pieces: &[(Square, Piece)],
        hands: [Hand; 2],
        turn: Color,
    ) -> Option<Position> {
        let mut position = Position::bare(walls);
        let mut counts = [0; 8];
        let mut pawns = [Bitboard::EMPTY; 2];
        for &(square, piece) in pieces {
            let side = piece.color.index();
            let second_king = piece.kind == Kind::King && position.kings[side] != NO_SQUARE;
            if position.occupied.has(square) || second_king || is_dead_end(piece, square) {
                return None;
            }
            if piece.kind == Kind::Pawn {
                if pawns[side].has(square) {
                    return None;
                }
                pawns[side] |= Bitboard::file(square.file());
            }
            counts[piece.kind as usize & 7] += 1;
            position.put(square, piece.index() as u8);
        }
        let held = |kind: HandKind| u32::from(hands[0].count(kind)) + u32::from(hands[1].count(kind));
        let too_many =
            |kind: &HandKind| counts[kind.index()] + held(*kind) > u32::from(kind.full_set());
        if position.kings == [NO_SQUARE; 2] || HandKind::ALL.iter().any(too_many) {
            return None;
        }
        position.finish(turn, Color::Black, hands);
        let takes = |&king: &Square| position.is_attacked(king, turn, position.occupied);
        if position.king(!turn).as_ref().is_some_and(takes) {
            return None;
        }
        Some(position)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;
    use crate::setup::{Cell, Setup, Waivers};
    use alloc::vec::Vec;

    /// A diagram with a few pieces anywhere, good or bad.
    fn diagram(random: &mut Random) -> Setup {
        let mut setup = Setup::empty();
        for _ in 0..2 + random.below(9) {
            let square = Square::from_index(random.below(81)).unwrap();
            let color = if random.below(2) == 0 { Color::Black } else { Color::White };
            // Kings and pawns often: most faults are theirs.
            let kind = match random.below(8) {
                0 => Kind::King,
                1 => Kind::Pawn,
                _ => random.pick(&Kind::ALL),
            };
            let cell =
                if random.below(12) == 0 { Cell::Wall } else { Cell::Piece(Piece::new(color, kind)) };
            setup.set(square, cell);
        }
        for side in 0..2 {
            for kind in HandKind::ALL {
                setup.hands[side][kind.index()] =
                    (random.below(kind.full_set() as usize + 2) / 2) as u8;
            }
        }
        setup.turn = if random.below(2) == 0 { Color::Black } else { Color::White };
        setup
    }

    #[test]
    fn what_is_assembled_is_what_a_diagram_is_admitted_as() {
        let mut random = Random::new(20);
        let (mut good, mut bad) = (0, 0);
        for case in 0..20_000 {
            let setup = diagram(&mut random);
            let walls = Square::all().filter(|&square| setup.cell(square) == Cell::Wall);
            let walls = walls.fold(Bitboard::EMPTY, |all, square| all | Bitboard::of(square));
            let pieces: Vec<_> = setup.pieces().collect();
            let hands = setup.hands.map(|counts| Hand::from_counts(counts).unwrap_or(Hand::EMPTY));
            let whole = setup.hands == hands.map(Hand::counts);
            let assembled = Position::assemble(walls, &pieces, hands, setup.turn);
            match Position::new(&setup, Waivers::TSUME) {
                Ok(position) => {
                    let assembled = assembled.unwrap_or_else(|| panic!("{case}: {}", setup.to_sfen()));
                    assert_eq!(assembled.to_sfen(), position.to_sfen(), "case {case}");
                    assert_eq!(assembled.key, position.key, "case {case}");
                    assert_eq!(assembled.checkers(), position.checkers(), "case {case}");
                    assert!(assembled.validate().is_ok(), "case {case}");
                    good += 1;
                }
                Err(error) if whole => {
                    assert!(assembled.is_none(), "case {case}: {error}: {}", setup.to_sfen());
                    bad += 1;
                }
                Err(_) => {}
            }
        }
        assert!(good > 1_000 && bad > 1_000, "{good} good, {bad} bad");
        let king = (Square::from_index(0).unwrap(), Piece::new(Color::White, Kind::King));
        let hands = [Hand::EMPTY; 2];
        assert!(Position::assemble(Bitboard::EMPTY, &[king, king], hands, Color::Black).is_none());
        assert!(Position::assemble(Bitboard::of(king.0), &[king], hands, Color::Black).is_none());
    }
}
