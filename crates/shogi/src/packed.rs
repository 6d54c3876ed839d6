//! A position in forty bytes, for those who must keep very many.
//!
//! What never changes between the positions of one game is left out: the walls, and how many pieces there are
//! of each kind. So one hand is enough, and a [`Packer`] that knows the rest unpacks.
//!
//! Five words. The first two hold the occupied squares (bits 0–80), the hand of one side (81–109), the last three
//! pieces (110–124) and the side to move (125); the next two hold 25 pieces and the fifth 12. A piece takes five
//! bits, its [`crate::Piece::index`], and pieces are in the order of their squares.

use crate::position::{Position, WALL};
use crate::{Bitboard, Color, Hand, HandKind};

/// A packed position. Equal if and only if the positions are, among those of one [`Packer`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Packed(pub [u64; 5]);

/// The most pieces that can be packed.
const MOST: u32 = 40;
/// How many pieces the third and fourth word hold, and the fifth.
const BODY: u32 = 25;
const TAIL: u32 = 12;
const HAND_AT: u32 = 81;
const PIECES_AT: u32 = 110;
const TURN_AT: u32 = 125;

/// Packs and unpacks the positions of one game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Packer {
    walls: Bitboard,
    /// All pieces but kings, as if in one hand.
    total: Hand,
    /// Whose hand is packed.
    side: Color,
}

impl Packer {
    /// For the positions that can arise from this one; the hand of `side` is kept as it is. None if there are more
    /// than forty pieces.
    pub fn new(position: &Position, side: Color) -> Option<Packer> {
        let setup = position.to_setup();
        let counts = HandKind::ALL.map(|kind| setup.count(kind));
        let kings = Color::ALL.iter().filter(|&&color| position.king(color).is_some()).count() as u32;
        if counts.iter().sum::<u32>() + kings > MOST {
            return None;
        }
        let total = Hand::from_counts(counts.map(|n| n as u8))?;
        Some(Packer::of(position.walls(), total, side))
    }

    /// For the positions with these walls and, in all, these pieces besides kings, forty at most; the hand of `side` is kept
    /// as it is.
    pub fn of(walls: Bitboard, total: Hand, side: Color) -> Packer {
        Packer { walls, total, side }
    }

    /// The squares that are walled.
    pub fn walls(&self) -> Bitboard {
        self.walls
    }

    /// All pieces but kings, as if in one hand.
    pub fn total(&self) -> Hand {
        self.total
    }

    /// The position in forty bytes.
    #[inline]
    pub fn pack(&self, position: &Position) -> Packed {
        let pieces = position.pieces(Color::Black) | position.pieces(Color::White);
        let (mut body, mut rest, mut shift) = (0u128, 0u128, 0);
        for square in pieces {
            let piece = position.packed_on(square) as u128;
            match shift < BODY * 5 {
                true => body |= piece << shift,
                false => rest |= piece << (shift - BODY * 5),
            }
            shift += 5;
        }
        let head = pieces.bits()
            | (position.hand(self.side).to_bits() as u128) << HAND_AT
            | (rest >> (TAIL * 5)) << PIECES_AT
            | (position.turn() as u128) << TURN_AT;
        let tail = rest as u64 & ((1 << (TAIL * 5)) - 1);
        Packed([head as u64, (head >> 64) as u64, body as u64, (body >> 64) as u64, tail])
    }

    /// The position again. Its move number is not kept.
    #[inline]
    pub fn unpack(&self, packed: &Packed) -> Position {
        let mut position = Position::bare(self.walls);
        self.fill(packed, &mut position);
        position
    }

    /// As [`Packer::unpack`], over any position there was.
    #[inline]
    pub fn unpack_into(&self, packed: &Packed, position: &mut Position) {
        *position = Position::bare(self.walls);
        self.fill(packed, position);
    }

    /// Puts what is packed on an empty board.
    #[inline]
    fn fill(&self, packed: &Packed, position: &mut Position) {
        let [a, b, c, d, tail] = packed.0;
        let head = a as u128 | (b as u128) << 64;
        let last = head >> PIECES_AT & ((1 << (TURN_AT - PIECES_AT)) - 1);
        let streams = [c as u128 | (d as u128) << 64, tail as u128 | last << (TAIL * 5)];
        let squares = Bitboard::from_bits(head & Bitboard::ALL.bits());
        let turn = if head >> TURN_AT & 1 == 0 { Color::Black } else { Color::White };
        let hand = Hand::from_bits((head >> HAND_AT) as u32 & ((1 << Hand::BITS) - 1));
        let mut on_board = Hand::EMPTY;
        let mut stream = streams[0];
        for (i, square) in squares.into_iter().enumerate() {
            if i == BODY as usize {
                stream = streams[1];
            }
            let piece = stream as u8 & 31;
            stream >>= 5;
            // A wall's number is no piece's: such bits are not ours, and are dropped.
            if piece & 15 != WALL {
                position.put(square, piece);
                on_board.add_packed(piece as usize & 7);
            }
        }
        let hand = hand.unwrap_or(Hand::EMPTY);
        let others = self.total.to_bits().wrapping_sub(on_board.to_bits()).wrapping_sub(hand.to_bits());
        position.finish(turn, self.side, [hand, Hand::from_bits(others).unwrap_or(Hand::EMPTY)]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::MoveList;

    #[test]
    fn unpacked_is_what_was_packed() {
        let sfens = [
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            "O3k3O/1+r+b+s+n+l+p2/9/2r1B4/4O4/9/6L2/1+R+S+N+L+P3/O3K3O b 2G3n3p 1",
            "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL b RGgsn5p 1",
            "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
        ];
        for sfen in sfens {
            let mut position = Position::new(&sfen.parse().unwrap(), crate::Waivers::ALL).unwrap();
            let packer = Packer::new(&position, Color::Black).unwrap();
            let mut other = packer.unpack(&packer.pack(&position));
            for step in 0..200usize {
                let packed = packer.pack(&position);
                packer.unpack_into(&packed, &mut other);
                assert_eq!(other, position);
                assert_eq!(other.validate(), Ok(()));
                assert_eq!(other.board_key(), position.board_key());
                assert_eq!(other.checkers(), position.checkers());
                assert_eq!(packer.pack(&other), packed);
                let mut moves = MoveList::new();
                position.legal_moves(&mut moves);
                let Some(&m) = moves.get(step * 7919 % moves.len().max(1)) else { break };
                let _ = position.play(m);
            }
        }
    }

    #[test]
    fn more_than_forty_pieces_are_refused() {
        let setup: crate::Setup = "4k4/9/9/9/9/9/9/9/4K4 b 31P4L4N 1".parse().unwrap();
        let position = Position::new(&setup, crate::Waivers::ALL).unwrap();
        assert!(Packer::new(&position, Color::Black).is_none());
    }
}
