//! A position play can start from: board, hands, side to move, and what follows from them.
//!
//! Here is what it holds and how it is built and asked; `assemble.rs` builds it without a diagram, `play.rs` plays moves and takes
//! them back, `attacked.rs` says what attacks what, `gives_check.rs` which moves check.

mod assemble;
mod attacked;
mod gives_check;
mod play;

pub use play::Undo;

use crate::setup::{Cell, Setup, SetupError, SetupFault, Waivers};
use crate::sfen::SfenError;
use crate::{Bitboard, Color, Hand, Kind, Move, Piece, Square, key};
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

/// A legal diagram and all that move generation needs to know about it.
///
/// Always, by construction and by [`Position::play`] of legal moves:
/// - each side has at most one king, and the side not to move is not in check;
/// - no kind has more pieces in all than a [`Hand`] can count;
/// - `sets`, `by_color`, `occupied`, `kings`, `key` and `checkers` say what `board`, `hands` and `turn` say
///   (spot-checked after moves in debug builds).
#[derive(Clone)]
pub struct Position {
    /// Squares of both sides' pieces by how they move, see [`Set`].
    sets: [Bitboard; SETS],
    by_color: [Bitboard; 2],
    /// Pieces, walls, and everything outside the board: what is not free.
    occupied: Bitboard,
    /// [`Piece::index`] by square, or [`EMPTY`], or [`WALL`].
    board: [u8; 81],
    /// Square index, or [`NO_SQUARE`].
    kings: [u8; 2],
    turn: Color,
    hands: [Hand; 2],
    key: u64,
    checkers: Bitboard,
    ply: u32,
}

/// Which pieces a set of [`Position`] holds. Every piece is in exactly one, so that a move touches few.
#[derive(Clone, Copy)]
#[repr(u8)]
pub(crate) enum Set {
    Pawns,
    Lances,
    Knights,
    Silvers,
    /// Golds and all that move like gold.
    Golds,
    Bishops,
    Rooks,
    Kings,
    Horses,
    Dragons,
}

const SETS: usize = 10;

const EMPTY: u8 = 15;
pub(crate) const WALL: u8 = 12;
const NO_SQUARE: u8 = 81;

/// The set of each [`Kind`], by its index.
static SET_OF: [Set; 16] = {
    let mut table = [Set::Golds; 16];
    let mut i = 0;
    while i < 14 {
        let kind = Kind::ALL[i];
        table[kind.index()] = match kind {
            Kind::Pawn => Set::Pawns,
            Kind::Lance => Set::Lances,
            Kind::Knight => Set::Knights,
            Kind::Silver => Set::Silvers,
            Kind::Bishop => Set::Bishops,
            Kind::Rook => Set::Rooks,
            Kind::King => Set::Kings,
            Kind::Horse => Set::Horses,
            Kind::Dragon => Set::Dragons,
            Kind::Gold | Kind::ProPawn | Kind::ProLance | Kind::ProKnight | Kind::ProSilver => {
                Set::Golds
            }
        };
        i += 1;
    }
    table
};

/// The number of the set that a packed piece is in.
#[inline]
fn set_of(packed: u8) -> usize {
    SET_OF[packed as usize & 15] as usize
}

impl Position {
    /// Admits a diagram, or says everything that is wrong with it and not waived.
    ///
    /// # Errors
    /// All faults that `waivers` does not waive.
    pub fn new(setup: &Setup, waivers: Waivers) -> Result<Position, SetupError> {
        let mut faults = Vec::new();
        let mut found = |fault: SetupFault| {
            if !waivers.waives(fault.name()) {
                faults.push(fault);
            }
        };
        setup.still_faults(&mut found);
        let walls = Square::all().filter(|&square| setup.cell(square) == Cell::Wall);
        let mut position = Position {
            kings: Color::ALL.map(|c| setup.kings(c).next().map_or(NO_SQUARE, |s| s.index() as u8)),
            turn: setup.turn,
            ply: setup.ply,
            ..Position::bare(walls.fold(Bitboard::EMPTY, |all, square| all | Bitboard::of(square)))
        };
        position.key ^= key::turn(Color::Black) ^ key::turn(setup.turn);
        for square in Square::all() {
            match setup.cell(square) {
                Cell::Empty | Cell::Wall => {}
                Cell::Piece(piece) => {
                    position.toggle(square, piece.index() as u8);
                    position.key ^= key::of_piece(piece, square);
                    position.board[square.index()] = piece.index() as u8;
                    position.by_color[piece.color.index()] |= Bitboard::of(square);
                    position.occupied |= Bitboard::of(square);
                }
            }
        }
        let them = !position.turn;
        let attacked = |&king: &Square| position.is_attacked(king, position.turn, position.occupied);
        if let Some(king) = setup.kings(them).find(attacked) {
            found(SetupFault::KingCapturable(them, king));
        }
        for color in Color::ALL {
            position.hands[color.index()] =
                Hand::from_counts(setup.hands[color.index()]).unwrap_or(Hand::EMPTY);
        }
        position.checkers = position.checkers_from_scratch();
        if faults.is_empty() { Ok(position) } else { Err(SetupError { faults }) }
    }

    /// No pieces, only walls.
    #[inline]
    pub(crate) fn bare(walls: Bitboard) -> Position {
        let mut position = Position {
            sets: [Bitboard::EMPTY; SETS],
            by_color: [Bitboard::EMPTY; 2],
            occupied: !Bitboard::ALL | walls,
            board: [EMPTY; 81],
            kings: [NO_SQUARE; 2],
            turn: Color::Black,
            hands: [Hand::EMPTY; 2],
            key: key::turn(Color::Black),
            checkers: Bitboard::EMPTY,
            ply: 1,
        };
        for square in walls {
            position.board[square.index()] = WALL;
            position.key ^= key::wall(square);
        }
        position
    }

    /// Reads a SFEN and admits it as a mate problem ([`Waivers::TSUME`]).
    ///
    /// # Errors
    /// The fault in the text, or the faults of the diagram.
    pub fn from_sfen(sfen: &str) -> Result<Position, PositionError> {
        let setup = sfen.parse::<Setup>().map_err(PositionError::Sfen)?;
        Position::new(&setup, Waivers::TSUME).map_err(PositionError::Setup)
    }

    /// The starting position of the game.
    pub fn startpos() -> Position {
        Position::new(&Setup::startpos(), Waivers::NONE).expect("the starting position is legal")
    }

    /// The diagram.
    pub fn to_setup(&self) -> Setup {
        let mut setup = Setup::empty();
        for square in Square::all() {
            let cell = match self.board[square.index()] {
                WALL => Cell::Wall,
                _ => self.piece(square).map_or(Cell::Empty, Cell::Piece),
            };
            setup.set(square, cell);
        }
        setup.hands = self.hands.map(Hand::counts);
        setup.turn = self.turn;
        setup.ply = self.ply;
        setup
    }

    /// The diagram as SFEN.
    pub fn to_sfen(&self) -> String {
        self.to_setup().to_sfen()
    }

    /// Whose move it is.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// The move number, counted on from the diagram's.
    pub fn ply(&self) -> u32 {
        self.ply
    }

    /// The piece on a square.
    #[inline]
    pub fn piece(&self, square: Square) -> Option<Piece> {
        let packed = self.board[square.index()];
        let color = if packed & 16 == 0 { Color::Black } else { Color::White };
        Kind::from_index(packed as usize & 15).map(|kind| Piece::new(color, kind))
    }

    /// The kind on a square known to hold a piece.
    #[inline]
    pub(crate) fn kind_on(&self, square: Square) -> Kind {
        debug_assert!(!matches!(self.board[square.index()], EMPTY | WALL));
        // The king is a harmless answer for a square without piece, which no caller asks about.
        Kind::from_index(self.board[square.index()] as usize & 15).unwrap_or(Kind::King)
    }

    /// The [`Piece::index`] on a square known to hold a piece.
    #[inline]
    pub(crate) fn packed_on(&self, square: Square) -> u8 {
        debug_assert!(!matches!(self.board[square.index()], EMPTY | WALL));
        self.board[square.index()]
    }

    /// Puts a piece, given as its [`Piece::index`], on a free square. [`Position::finish`] must follow.
    #[inline]
    pub(crate) fn put(&mut self, square: Square, packed: u8) {
        let bit = Bitboard::of(square);
        self.sets[set_of(packed)] |= bit;
        self.by_color[packed as usize >> 4 & 1] |= bit;
        self.occupied |= bit;
        self.board[square.index()] = packed;
        self.key ^= key::piece(packed as usize, square);
        if packed & 15 == Kind::King as u8 {
            self.kings[packed as usize >> 4 & 1] = square.index() as u8;
        }
    }

    /// After [`Position::put`] on an empty board: whose move it is, and what `side` and the other side hold.
    #[inline]
    pub(crate) fn finish(&mut self, turn: Color, side: Color, hands: [Hand; 2]) {
        self.key ^= key::turn(self.turn) ^ key::turn(turn);
        self.turn = turn;
        self.hands[side.index()] = hands[0];
        self.hands[(!side).index()] = hands[1];
        self.checkers = self.checkers_from_scratch();
    }

    /// What a side holds.
    #[inline]
    pub fn hand(&self, color: Color) -> Hand {
        self.hands[color.index()]
    }

    /// Passes pieces in hand from one side to the other: `color` then holds exactly `hand`, the other side the
    /// rest. False, and nothing changes, if the two do not hold that much together.
    ///
    /// ```
    /// use tsumugi_shogi::{Color, Position};
    ///
    /// let mut position = Position::from_sfen("4k4/9/9/9/9/9/9/9/9 b G2p 1").unwrap();
    /// let pawns = position.hand(Color::White);
    /// assert!(position.share_hands(Color::Black, pawns));
    /// assert_eq!(position.to_sfen(), "4k4/9/9/9/9/9/9/9/9 b 2Pg 1");
    /// assert!(!position.share_hands(Color::White, pawns.together(pawns)));
    /// assert_eq!(position.hand(Color::Black), pawns);
    /// ```
    pub fn share_hands(&mut self, color: Color, hand: Hand) -> bool {
        let all = self.hands[0].together(self.hands[1]);
        if !all.covers(hand) {
            return false;
        }
        self.hands[color.index()] = hand;
        self.hands[(!color).index()] = all.without(hand);
        true
    }

    /// Where a side's king stands, if it has one.
    #[inline]
    pub fn king(&self, color: Color) -> Option<Square> {
        Square::from_index(self.kings[color.index()] as usize)
    }

    /// All squares with a side's pieces.
    #[inline]
    pub fn pieces(&self, color: Color) -> Bitboard {
        self.by_color[color.index()]
    }

    /// All squares with neither piece nor wall.
    #[inline]
    pub fn free(&self) -> Bitboard {
        !self.occupied
    }

    /// All walled squares.
    pub fn walls(&self) -> Bitboard {
        self.occupied & Bitboard::ALL & !(self.by_color[0] | self.by_color[1])
    }

    /// Squares that stop a slide: pieces and walls, and all outside the board.
    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.occupied
    }

    /// Both sides' pieces in a set.
    #[inline]
    pub(crate) fn set(&self, set: Set) -> Bitboard {
        self.sets[set as usize]
    }

    /// Bishops and horses.
    #[inline]
    pub(crate) fn diagonal(&self) -> Bitboard {
        self.set(Set::Bishops) | self.set(Set::Horses)
    }

    /// Rooks and dragons.
    #[inline]
    pub(crate) fn orthogonal(&self) -> Bitboard {
        self.set(Set::Rooks) | self.set(Set::Dragons)
    }

    /// All that slides.
    #[inline]
    pub(crate) fn sliders(&self) -> Bitboard {
        self.set(Set::Lances) | self.diagonal() | self.orthogonal()
    }

    /// One side's pieces in a set.
    #[inline]
    pub(crate) fn own(&self, color: Color, set: Set) -> Bitboard {
        self.sets[set as usize] & self.by_color[color.index()]
    }

    /// The pieces that give check to the side to move.
    #[inline]
    pub fn checkers(&self) -> Bitboard {
        self.checkers
    }

    /// Is the side to move in check?
    #[inline]
    pub fn in_check(&self) -> bool {
        self.checkers.any()
    }

    /// A 64-bit key of board and side to move. Hands are not in it, see [`Position::hand`].
    #[inline]
    pub fn board_key(&self) -> u64 {
        self.key
    }

    /// What [`Position::board_key`] will be after a legal move, without playing it: for fetching a table
    /// entry ahead of time.
    #[inline]
    pub fn board_key_after(&self, m: Move) -> u64 {
        let to = m.to();
        let key = self.key ^ key::WHITE_TO_MOVE ^ key::piece(self.packed_after(m), to);
        if m.is_drop() {
            return key;
        }
        let (from, captured) = (m.start(), self.board[to.index()]);
        let key = key ^ key::piece(self.board[from.index()] as usize, from);
        if captured == EMPTY { key } else { key ^ key::piece(captured as usize, to) }
    }

    /// What [`Position::board_key`] would be if the piece on a square were of another kind, of the same side;
    /// `None` if the square is empty.
    pub fn board_key_with(&self, square: Square, kind: Kind) -> Option<u64> {
        let now = self.piece(square)?;
        let instead = Piece::new(now.color, kind);
        Some(self.key ^ key::piece(now.index(), square) ^ key::piece(instead.index(), square))
    }

    /// The piece, as [`Piece::index`], that a legal move puts on its square.
    #[inline]
    pub(crate) fn packed_after(&self, m: Move) -> usize {
        if m.is_drop() {
            (self.turn as usize) << 4 | m.to_bits() as usize >> 7 & 7
        } else {
            self.board[m.start().index()] as usize | (m.is_promotion() as usize) << 3
        }
    }

    /// A 128-bit key of board and side to move, computed on demand and independent of
    /// [`Position::board_key`].
    pub fn wide_key(&self) -> u128 {
        let mut bytes = [0; 82];
        bytes[..81].copy_from_slice(&self.board);
        bytes[81] = self.turn as u8;
        key::wide(&bytes)
    }

    fn checkers_from_scratch(&self) -> Bitboard {
        match self.king(self.turn) {
            Some(king) => self.attackers(king, !self.turn, self.occupied),
            None => Bitboard::EMPTY,
        }
    }

    /// [`Position::validate`] at one position in 32, which debug builds can afford after every move.
    fn spot_check(&self) -> Result<(), Inconsistent> {
        if self.key.is_multiple_of(32) { self.validate() } else { Ok(()) }
    }

    /// Compares everything kept up move by move with the same computed afresh.
    ///
    /// # Errors
    /// What differs.
    pub fn validate(&self) -> Result<(), Inconsistent> {
        let Ok(fresh) = Position::new(&self.to_setup(), Waivers::ALL) else {
            return Err(Inconsistent { what: "diagram" });
        };
        let checks = [
            (self.sets == fresh.sets, "sets"),
            (self.by_color == fresh.by_color, "by_color"),
            (self.occupied == fresh.occupied, "occupied"),
            (self.board == fresh.board, "board"),
            (self.kings == fresh.kings, "kings"),
            (self.hands == fresh.hands, "hands"),
            (self.key == fresh.key, "key"),
            (self.checkers == fresh.checkers, "checkers"),
        ];
        checks
            .into_iter()
            .find(|(equal, _)| !equal)
            .map_or(Ok(()), |(_, what)| Err(Inconsistent { what }))
    }
}

/// Why a SFEN is no position of a mate problem.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum PositionError {
    /// The text is malformed.
    Sfen(SfenError),
    /// The diagram breaks rules.
    Setup(SetupError),
}

impl fmt::Display for PositionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PositionError::Sfen(error) => error.fmt(f),
            PositionError::Setup(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for PositionError {}

/// Something that a position keeps up move by move is not what it should be: a bug.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Inconsistent {
    /// The name of what differs.
    pub what: &'static str,
}

impl fmt::Display for Inconsistent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the position is inconsistent: {}", self.what)
    }
}

impl core::error::Error for Inconsistent {}

impl PartialEq for Position {
    /// Equal diagrams: board, hands, side to move; not the move number.
    fn eq(&self, other: &Position) -> bool {
        (self.board, self.hands, self.turn) == (other.board, other.hands, other.turn)
    }
}

impl Eq for Position {}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.to_sfen())
    }
}
