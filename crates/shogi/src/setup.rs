//! Any diagram a person can write down, legal or not, and what is wrong with it.

use crate::{Color, Hand, HandKind, Kind, Piece, Square};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// What stands on a square of a diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Cell {
    /// Nothing.
    #[default]
    Empty,
    /// A stone (石): no piece stands on, enters or slides over a walled square.
    Wall,
    /// A piece.
    Piece(Piece),
}

/// A diagram: board, hands, side to move. Nothing is promised about it.
///
/// [`crate::Position::new`] turns it into a position that play can start from, or lists its
/// [`SetupFault`]s.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setup {
    /// The board, by [`Square::index`].
    pub board: [Cell; 81],
    /// Counts in hand, by [`Color::index`] and [`HandKind::index`].
    pub hands: [[u8; 7]; 2],
    /// Whose move it is.
    pub turn: Color,
    /// The move number printed in SFEN; 1 unless the diagram says otherwise.
    pub ply: u32,
}

/// A rule that a diagram breaks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SetupFault {
    /// Neither side has a king.
    NoKing,
    /// This side has no king, though the other has. Normal for the attacker of a mate problem.
    MissingKing(Color),
    /// This side has more than one king.
    TooManyKings(Color, Vec<Square>),
    /// More pieces of a kind (promoted ones and both hands included) than a full set has.
    TooManyPieces(HandKind, u32),
    /// More pieces of a kind than a hand can count (see [`Hand::capacity`]).
    BeyondCapacity(HandKind, u32),
    /// Two or more unpromoted pawns of one side on a file (二歩).
    TwoPawns(Color, Vec<Square>),
    /// A pawn, lance or knight that could never move again.
    DeadPiece(Piece, Square),
    /// The side to move could take the king of the other side, whose move left it in check.
    KingCapturable(Color, Square),
}

/// The name of a [`SetupFault`] without its place, by which a caller waives it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum FaultName {
    /// [`SetupFault::NoKing`]
    NoKing,
    /// [`SetupFault::MissingKing`]
    MissingKing,
    /// [`SetupFault::TooManyKings`]
    TooManyKings,
    /// [`SetupFault::TooManyPieces`]
    TooManyPieces,
    /// [`SetupFault::BeyondCapacity`]
    BeyondCapacity,
    /// [`SetupFault::TwoPawns`]
    TwoPawns,
    /// [`SetupFault::DeadPiece`]
    DeadPiece,
    /// [`SetupFault::KingCapturable`]
    KingCapturable,
}

impl FaultName {
    /// Every name.
    pub const ALL: [FaultName; 8] = [
        FaultName::NoKing,
        FaultName::MissingKing,
        FaultName::TooManyKings,
        FaultName::TooManyPieces,
        FaultName::BeyondCapacity,
        FaultName::TwoPawns,
        FaultName::DeadPiece,
        FaultName::KingCapturable,
    ];

    /// The name in words, as a caller writes it: `too-many-pieces`.
    pub const fn as_str(self) -> &'static str {
        match self {
            FaultName::NoKing => "no-king",
            FaultName::MissingKing => "missing-king",
            FaultName::TooManyKings => "too-many-kings",
            FaultName::TooManyPieces => "too-many-pieces",
            FaultName::BeyondCapacity => "beyond-capacity",
            FaultName::TwoPawns => "two-pawns",
            FaultName::DeadPiece => "dead-piece",
            FaultName::KingCapturable => "king-capturable",
        }
    }

    /// May a caller waive it? A [`crate::Position`] cannot hold two kings a side, counts beyond its
    /// capacity, or a king that is about to be taken.
    pub const fn can_be_waived(self) -> bool {
        !matches!(self, FaultName::TooManyKings | FaultName::BeyondCapacity | FaultName::KingCapturable)
    }
}

/// A set of faults that a caller does not mind.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Waivers(u8);

impl Waivers {
    /// Every fault counts.
    pub const NONE: Waivers = Waivers(0);
    /// A mate problem: one of the sides may lack a king.
    pub const TSUME: Waivers = Waivers::NONE.and(FaultName::MissingKing);
    /// All that can be waived.
    pub const ALL: Waivers = {
        let mut all = Waivers::NONE;
        let mut i = 0;
        while i < FaultName::ALL.len() {
            all = all.and(FaultName::ALL[i]);
            i += 1;
        }
        all
    };

    /// These and `name` too, if it [can be waived](FaultName::can_be_waived).
    #[must_use]
    pub const fn and(self, name: FaultName) -> Waivers {
        if name.can_be_waived() { Waivers(self.0 | 1 << name as u8) } else { self }
    }

    /// Is a fault of this name waived?
    pub const fn waives(self, name: FaultName) -> bool {
        self.0 >> name as u8 & 1 != 0
    }
}

impl Setup {
    /// An empty board, nothing in hand, Black to move.
    pub const fn empty() -> Setup {
        Setup { board: [Cell::Empty; 81], hands: [[0; 7]; 2], turn: Color::Black, ply: 1 }
    }

    /// The starting position of the game (平手).
    pub fn startpos() -> Setup {
        crate::sfen::STARTPOS.parse().expect("the starting position is a good SFEN")
    }

    /// What stands on a square.
    pub fn cell(&self, square: Square) -> Cell {
        self.board[square.index()]
    }

    /// The piece on a square, if any.
    pub fn piece(&self, square: Square) -> Option<Piece> {
        match self.cell(square) {
            Cell::Piece(piece) => Some(piece),
            _ => None,
        }
    }

    /// Puts something on a square, or clears it.
    pub fn set(&mut self, square: Square, cell: Cell) {
        self.board[square.index()] = cell;
    }

    /// How many of `kind` a side holds.
    pub fn in_hand(&self, color: Color, kind: HandKind) -> u8 {
        self.hands[color.index()][kind.index()]
    }

    /// All pieces on the board with their squares, in index order.
    pub fn pieces(&self) -> impl Iterator<Item = (Square, Piece)> + '_ {
        Square::all().filter_map(|square| self.piece(square).map(|piece| (square, piece)))
    }

    /// Where a side's kings stand.
    pub fn kings(&self, color: Color) -> impl Iterator<Item = Square> + '_ {
        let king = Piece::new(color, Kind::King);
        self.pieces().filter(move |&(_, piece)| piece == king).map(|(square, _)| square)
    }

    /// How many pieces of `kind` there are on the board (promoted too) and in both hands.
    pub fn count(&self, kind: HandKind) -> u32 {
        let board = self.pieces().filter(|(_, piece)| piece.kind.in_hand() == Some(kind)).count();
        let hands = self.hands.iter().map(|hand| hand[kind.index()] as u32).sum::<u32>();
        board as u32 + hands
    }

    /// What a full set of forty has beyond the pieces of this diagram, kings aside.
    pub fn rest(&self) -> [u8; 7] {
        HandKind::ALL.map(|kind| (kind.full_set() as u32).saturating_sub(self.count(kind)) as u8)
    }

    /// Gives all pieces that are missing from a full set to a side (残り全部).
    pub fn give_rest_to(&mut self, color: Color) {
        let rest = self.rest();
        for (held, more) in self.hands[color.index()].iter_mut().zip(rest) {
            *held += more;
        }
    }

    /// The diagram with left and right exchanged.
    #[must_use]
    pub fn mirrored(&self) -> Setup {
        let mut out = self.clone();
        for square in Square::all() {
            out.set(square.mirrored(), self.cell(square));
        }
        out
    }

    /// The diagram with the sides exchanged and the board turned round: the same play, other colours.
    #[must_use]
    pub fn rotated(&self) -> Setup {
        let mut out = self.clone();
        for square in Square::all() {
            let cell = match self.cell(square) {
                Cell::Piece(piece) => Cell::Piece(Piece::new(!piece.color, piece.kind)),
                cell => cell,
            };
            out.set(square.rotated(), cell);
        }
        out.hands.swap(0, 1);
        out.turn = !self.turn;
        out
    }

    /// Everything that is wrong with the diagram, waived or not, except [`SetupFault::KingCapturable`],
    /// which needs attacks and is added by [`crate::Position::new`]. A diagram without faults takes no memory.
    pub(crate) fn still_faults(&self, found: &mut impl FnMut(SetupFault)) {
        let kings = Color::ALL.map(|color| self.kings(color).count());
        if kings == [0, 0] {
            found(SetupFault::NoKing);
        }
        for color in Color::ALL {
            let (own, other) = (kings[color.index()], kings[(!color).index()]);
            if own == 0 && other > 0 {
                found(SetupFault::MissingKing(color));
            }
            if own > 1 {
                found(SetupFault::TooManyKings(color, self.kings(color).collect()));
            }
        }
        for kind in HandKind::ALL {
            let count = self.count(kind);
            if count > Hand::capacity(kind) as u32 {
                found(SetupFault::BeyondCapacity(kind, count));
            } else if count > kind.full_set() as u32 {
                found(SetupFault::TooManyPieces(kind, count));
            }
        }
        for color in Color::ALL {
            for file in 1..=9 {
                let pawn = Piece::new(color, Kind::Pawn);
                let on_file = || self.pieces().filter(|&(s, p)| p == pawn && s.file() == file);
                if on_file().nth(1).is_some() {
                    found(SetupFault::TwoPawns(color, on_file().map(|(square, _)| square).collect()));
                }
            }
        }
        for (square, piece) in self.pieces() {
            if is_dead_end(piece, square) {
                found(SetupFault::DeadPiece(piece, square));
            }
        }
    }
}

/// Could this piece never move again from here, whatever else is on the board (行き所のない駒)?
pub const fn is_dead_end(piece: Piece, square: Square) -> bool {
    let to_go = match piece.color {
        Color::Black => square.rank() - 1,
        Color::White => 9 - square.rank(),
    };
    match piece.kind {
        Kind::Pawn | Kind::Lance => to_go < 1,
        Kind::Knight => to_go < 2,
        _ => false,
    }
}

impl SetupFault {
    /// The name of the rule broken.
    pub const fn name(&self) -> FaultName {
        match self {
            SetupFault::NoKing => FaultName::NoKing,
            SetupFault::MissingKing(_) => FaultName::MissingKing,
            SetupFault::TooManyKings(..) => FaultName::TooManyKings,
            SetupFault::TooManyPieces(..) => FaultName::TooManyPieces,
            SetupFault::BeyondCapacity(..) => FaultName::BeyondCapacity,
            SetupFault::TwoPawns(..) => FaultName::TwoPawns,
            SetupFault::DeadPiece(..) => FaultName::DeadPiece,
            SetupFault::KingCapturable(..) => FaultName::KingCapturable,
        }
    }

    /// The squares that show it.
    pub fn squares(&self) -> &[Square] {
        match self {
            SetupFault::TooManyKings(_, squares) | SetupFault::TwoPawns(_, squares) => squares,
            SetupFault::DeadPiece(_, square) | SetupFault::KingCapturable(_, square) => {
                core::slice::from_ref(square)
            }
            _ => &[],
        }
    }
}

impl fmt::Display for SetupFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list =
            |squares: &[Square]| squares.iter().map(Square::to_string).collect::<Vec<_>>().join(", ");
        let name = |kind: &HandKind| format!("{kind:?}").to_lowercase();
        match self {
            SetupFault::NoKing => write!(f, "there is no king on the board"),
            SetupFault::MissingKing(color) => write!(f, "{color} has no king"),
            SetupFault::TooManyKings(color, squares) => {
                write!(f, "{color} has {} kings ({})", squares.len(), list(squares))
            }
            SetupFault::TooManyPieces(kind, count) => {
                let (name, full) = (name(kind), kind.full_set());
                write!(f, "{count} {name}s on the board and in hand, but a set has {full}")
            }
            SetupFault::BeyondCapacity(kind, count) => {
                let (name, most) = (name(kind), Hand::capacity(*kind));
                write!(f, "{count} {name}s, more than the {most} that can be counted")
            }
            SetupFault::TwoPawns(color, squares) => {
                let file = squares.first().map_or(0, |s| s.file());
                let at = list(squares);
                write!(f, "two unpromoted {color} pawns on file {file} ({at}): nifu (二歩)")
            }
            SetupFault::DeadPiece(piece, square) => {
                let name = format!("{:?}", piece.kind).to_lowercase();
                write!(f, "the {} {name} on {square} could never move", piece.color)
            }
            SetupFault::KingCapturable(color, square) => {
                write!(f, "the {color} king on {square} is in check, but it is {}'s move", !*color)
            }
        }
    }
}

/// All faults of a diagram that were not waived; at least one.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SetupError {
    /// What is wrong, in the order of [`FaultName`].
    pub faults: Vec<SetupFault>,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let faults: Vec<String> = self.faults.iter().map(SetupFault::to_string).collect();
        f.write_str(&faults.join("; "))
    }
}

impl core::error::Error for SetupError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(sfen: &str) -> Vec<FaultName> {
        let setup: Setup = sfen.parse().unwrap();
        let mut names = vec![];
        setup.still_faults(&mut |fault| names.push(fault.name()));
        names
    }

    #[test]
    fn every_fault_is_listed_not_only_the_first() {
        use FaultName::*;
        assert_eq!(names("4k4/9/9/9/9/9/9/9/4K4 b - 1"), []);
        assert_eq!(names("9/9/9/9/9/9/9/9/9 b - 1"), [NoKing]);
        assert_eq!(names("4k4/9/9/9/9/9/9/9/9 b - 1"), [MissingKing]);
        assert_eq!(
            names("N2kkP3/4N4/9/9/4P4/4P4/9/9/4p4 b 32P5G 1"),
            [
                MissingKing,
                TooManyKings,
                BeyondCapacity,
                TooManyPieces,
                TwoPawns,
                DeadPiece,
                DeadPiece,
                DeadPiece,
                DeadPiece
            ],
        );
    }

    #[test]
    fn the_rest_of_the_set_goes_where_it_is_given() {
        let mut setup: Setup = "4k4/9/4P4/9/9/9/9/9/9 b G 1".parse().unwrap();
        setup.give_rest_to(Color::White);
        assert_eq!(setup.to_sfen(), "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
        assert_eq!(setup.rest(), [0; 7]);
    }

    #[test]
    fn turning_the_board_twice_changes_nothing() {
        let setup = Setup::startpos();
        assert_eq!(setup.rotated().rotated(), setup);
        assert_eq!(setup.mirrored().mirrored(), setup);
        assert_ne!(setup.mirrored(), setup);
        assert_eq!(setup.rotated().board, setup.board);
    }
}
