//! Boards and moves in few bytes: a certificate may have millions.

use crate::naive::{Color, Content, Kind, Move, Piece, Position, Square};

/// A board, five bits a square. Different boards have different bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct PackedBoard([u64; 7]);

/// Squares in one word.
const SQUARES: usize = 12;
const BITS: usize = 5;

impl PackedBoard {
    pub(crate) fn of(position: &Position) -> PackedBoard {
        let mut words = [0; 7];
        for (i, content) in position.contents().enumerate() {
            words[i / SQUARES] |= code(content) << (i % SQUARES * BITS);
        }
        PackedBoard(words)
    }

    /// The board with empty hands, Black to move.
    pub(crate) fn unpack(&self) -> Position {
        let mut position = Position::empty();
        for (i, square) in Square::all().enumerate() {
            position.put(square, content(self.0[i / SQUARES] >> (i % SQUARES * BITS) & 31));
        }
        position
    }
}

/// 0 for an empty square, 1 for a stone, then the pieces.
fn code(content: Content) -> u64 {
    match content {
        Content::Empty => 0,
        Content::Stone => 1,
        Content::Piece(Piece { color, kind }) => 2 + 2 * kind as u64 + color as u64,
    }
}

fn content(code: u64) -> Content {
    match code {
        0 => Content::Empty,
        1 => Content::Stone,
        _ => {
            let color = Color::BOTH[code as usize % 2];
            Content::Piece(Piece { color, kind: Kind::ALL[code as usize / 2 - 1] })
        }
    }
}

/// A move: where to in the low seven bits, then where from, or 81 and up for the kind dropped, then promotion.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct PackedMove(u16);

impl PackedMove {
    pub(crate) fn of(m: Move) -> PackedMove {
        PackedMove(match m {
            Move::Board { from, to, promote } => {
                to.index() as u16 | (from.index() as u16) << 7 | u16::from(promote) << 14
            }
            Move::Drop { kind, to } => to.index() as u16 | (81 + kind as u16) << 7,
        })
    }

    pub(crate) fn unpack(self) -> Move {
        let to = Square::from_index(self.0 as usize & 127);
        match self.0 as usize >> 7 & 127 {
            from @ 0..81 => {
                Move::Board { from: Square::from_index(from), to, promote: self.0 >> 14 != 0 }
            }
            kind => Move::Drop { kind: Kind::ALL[kind - 81], to },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_packed_is_unpacked() {
        for sfen in [
            "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
            "O3k3O/1+r+b+s+n+l+p2/9/9/4O4/9/9/1+R+B+S+N+L+P2/O3K3O b - 1",
        ] {
            let position = Position::from_sfen(sfen).unwrap();
            assert_eq!(PackedBoard::of(&position).unpack(), position);
        }
        for text in ["7g7f", "8h2b+", "9a1i", "1i9a+", "G*5b", "P*1i", "R*9a"] {
            let m: Move = text.parse().unwrap();
            assert_eq!(PackedMove::of(m).unpack(), m);
        }
    }
}
