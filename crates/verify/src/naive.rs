//! A position and what may be played in it, by the plainest reading of `docs/RULES.md`.
//!
//! The board is nine rows of nine squares. A position never changes: [`Position::play`] gives a new
//! one. "Is this move legal?" is answered by playing it and looking at the result.

mod faults;
mod legal;
mod moves;
mod piece;
mod square;
mod write_sfen;

use std::hash::{Hash, Hasher};

pub use faults::{Fault, FaultName};
pub use moves::{Move, MoveFault};
pub use piece::{Color, Kind, Piece};
pub use square::Square;

use crate::read_sfen::{self, SfenFault};
use crate::work;

/// What a square of the board holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Content {
    Empty,
    Stone,
    Piece(Piece),
}

/// A diagram with the side to move: board, hands, turn (RULES 1 to 4).
///
/// Any diagram can be held, also one that breaks the rules; [`Position::faults`] names what is wrong
/// with it. Two positions are equal when board, hands and turn are: the move number is a label only.
#[derive(Clone, Copy, Debug)]
pub struct Position {
    /// `board[rank - 1][file - 1]`.
    board: [[Content; 9]; 9],
    /// `hands[color][kind]`; only the kinds of [`Kind::HAND`] are ever above zero.
    hands: [[u8; 14]; 2],
    turn: Color,
    number: u32,
}

impl Position {
    /// Reads a SFEN, by the rules of [`read_sfen`](crate::read_sfen::read_sfen).
    ///
    /// # Errors
    /// The first place at which the text is not a SFEN. A text that can be read may still have
    /// [`faults`](Position::faults).
    pub fn from_sfen(text: &str) -> Result<Position, SfenFault> {
        read_sfen::read_sfen(text)
    }

    /// An empty board with empty hands, for the reader to fill.
    pub(crate) fn empty() -> Position {
        Position { board: [[Content::Empty; 9]; 9], hands: [[0; 14]; 2], turn: Color::Black, number: 1 }
    }

    /// Sets the side to move and the move number.
    pub(crate) fn set_turn(&mut self, turn: Color, number: u32) {
        self.turn = turn;
        self.number = number;
    }

    /// Puts something on a square, whatever was there.
    pub(crate) fn put(&mut self, square: Square, content: Content) {
        self.board[square.rank() as usize - 1][square.file() as usize - 1] = content;
    }

    /// Sets how many pieces of a kind a side holds in hand.
    pub(crate) fn set_hand(&mut self, color: Color, kind: Kind, count: u8) {
        self.hands[color as usize][kind as usize] = count;
    }

    pub(crate) fn content(&self, square: Square) -> Content {
        self.board[square.rank() as usize - 1][square.file() as usize - 1]
    }

    /// What each square holds, in the order of [`Square::all`].
    pub(crate) fn contents(&self) -> impl Iterator<Item = Content> + '_ {
        (0..81).map(|index| self.board[index / 9][8 - index % 9])
    }

    /// The squares that hold this.
    pub(crate) fn squares_with(&self, content: Content) -> impl Iterator<Item = Square> + '_ {
        let rows = (1..).zip(&self.board).filter(move |(_, row)| row.contains(&content));
        rows.flat_map(move |(rank, row)| {
            let files = (1..).zip(row).filter(move |(_, here)| **here == content);
            files.filter_map(move |(file, _)| Square::new(file, rank))
        })
    }

    /// The side to move.
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The move number: as read, one more for each move played since.
    pub fn number(&self) -> u32 {
        self.number
    }

    /// The piece on a square; none if the square is empty or walled.
    pub fn piece_at(&self, square: Square) -> Option<Piece> {
        match self.content(square) {
            Content::Piece(piece) => Some(piece),
            Content::Empty | Content::Stone => None,
        }
    }

    /// Whether a stone (石) stands on the square: nothing may stand on, enter or slide over it.
    pub fn is_stone(&self, square: Square) -> bool {
        self.content(square) == Content::Stone
    }

    /// How many pieces of a kind a side holds in hand; zero for kings and promoted kinds.
    pub fn hand(&self, color: Color, kind: Kind) -> u8 {
        self.hands[color as usize][kind as usize]
    }

    /// All pieces on the board with their squares, from 9a to 1a, then 9b and so on to 1i.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Square::all().zip(self.contents()).filter_map(|(square, content)| match content {
            Content::Piece(piece) => Some((square, piece)),
            Content::Empty | Content::Stone => None,
        })
    }

    /// The position after a move (RULES 3 to 5): the piece moved or dropped, a captured piece taken in
    /// hand unpromoted, the other side to move.
    ///
    /// Whether the move is legal is not asked; ask [`legal_moves`](Position::legal_moves).
    ///
    /// # Panics
    /// If the move makes no sense on this board: the piece to be moved, promoted or dropped is not
    /// there, or the target holds a stone, a king, or a piece of the mover's own (for a drop: anything). Also if
    /// the mover would hold more than 255 pieces of a kind.
    pub fn play(&self, m: Move) -> Position {
        work::step(1);
        let mover = self.turn;
        let mut after = *self;
        match m {
            Move::Board { from, to, promote } => {
                let mut piece = self.piece_at(from).expect("a piece on the from-square");
                assert_eq!(piece.color, mover, "{m} moves a piece of the other side");
                if promote {
                    piece.kind = piece.kind.promoted().expect("a piece that promotes");
                }
                match self.content(to) {
                    Content::Empty => {}
                    Content::Stone => panic!("{m} enters a walled square"),
                    Content::Piece(taken) => {
                        assert_ne!(taken.color, mover, "{m} captures a piece of its own side");
                        assert_ne!(taken.kind, Kind::King, "{m} captures a king");
                        let kind = taken.kind.unpromoted();
                        let held =
                            self.hand(mover, kind).checked_add(1).expect("a hand that can be counted");
                        after.set_hand(mover, kind, held);
                    }
                }
                after.put(from, Content::Empty);
                after.put(to, Content::Piece(piece));
            }
            Move::Drop { kind, to } => {
                assert!(self.hand(mover, kind) > 0, "{m} drops a piece not held");
                assert_eq!(self.content(to), Content::Empty, "{m} drops on a full square");
                after.set_hand(mover, kind, self.hand(mover, kind) - 1);
                after.put(to, Content::Piece(Piece { color: mover, kind }));
            }
        }
        after.set_turn(mover.opponent(), self.number.saturating_add(1));
        after
    }

    /// Exchanges a piece between the hands: the attacker's is to hold these, the other side the rest of what both
    /// hold now; the first kind of which there are too few if that cannot be.
    pub(crate) fn share_hands(&mut self, color: Color, counts: [u8; 7]) -> Result<(), Kind> {
        for (kind, count) in Kind::HAND.into_iter().zip(counts) {
            let both =
                u16::from(self.hand(Color::Black, kind)) + u16::from(self.hand(Color::White, kind));
            let rest = both.checked_sub(u16::from(count)).and_then(|rest| u8::try_from(rest).ok());
            self.set_hand(color, kind, count);
            self.set_hand(color.opponent(), kind, rest.ok_or(kind)?);
        }
        Ok(())
    }

    /// What makes two positions the same: everything but the move number.
    fn diagram(&self) -> (&[[Content; 9]; 9], &[[u8; 14]; 2], Color) {
        (&self.board, &self.hands, self.turn)
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        self.diagram() == other.diagram()
    }
}

impl Eq for Position {}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.diagram().hash(state);
    }
}
