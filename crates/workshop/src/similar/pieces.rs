//! What a diagram has, piece by piece: as numbers for the index, and as words for a reader.

use crate::changes::name;
use std::fmt;
use tsumugi_shogi::{Cell, Color, HandKind, Kind, Piece, Setup, Square};
use tsumugi_tsume::canonical::Turned;

/// The numbers of kinds are smaller.
const KINDS: usize = 16;

/// Pieces of either colour, and walls.
const THINGS: usize = 2 * KINDS + 1;

/// From one corner of the board to the other: -8 to 8.
const STEPS: usize = 17;

/// A hand holds no more of a kind.
const MOST_HELD: usize = 18;

pub(super) const BOARD_TOKENS: usize = 81 * THINGS;
pub(super) const STEP_TOKENS: usize = STEPS * STEPS * THINGS;
/// The last one says that the defender moves first.
pub(super) const HAND_TOKENS: usize = HandKind::ALL.len() * MOST_HELD + 1;

/// Something that a diagram has, as a number.
#[derive(Clone, Copy, Debug)]
pub(super) enum Token {
    /// A thing on a square.
    Square(usize),
    /// A thing at a distance from the defender's king.
    Step(usize),
    /// The first, second, … of a kind in the attacker's hand.
    Hand(usize),
}

/// A diagram whose attacker is Black.
pub(super) struct Form {
    setup: Setup,
    king: Option<Square>,
}

impl Form {
    /// The diagram, turned until its attacker is Black, and mirrored if that is wanted.
    pub(super) fn new(setup: &Setup, attacker: Color, mirrored: bool) -> Form {
        let setup = Turned { rotated: attacker == Color::White, mirrored }.setup(setup);
        let king = setup.kings(Color::White).next();
        Form { setup, king }
    }

    pub(super) fn king(&self) -> Option<Square> {
        self.king
    }

    fn things(&self) -> impl Iterator<Item = (Square, usize)> + '_ {
        Square::all().filter_map(|square| {
            let thing = match self.setup.cell(square) {
                Cell::Empty => return None,
                Cell::Wall => THINGS - 1,
                Cell::Piece(piece) => piece.color.index() * KINDS + piece.kind.index(),
            };
            Some((square, thing))
        })
    }

    /// Things on their squares.
    pub(super) fn squares(&self) -> impl Iterator<Item = Token> + '_ {
        self.things().map(|(square, thing)| Token::Square(square.index() * THINGS + thing))
    }

    /// Things at their distance from the defender's king, but for that king.
    pub(super) fn steps(&self) -> impl Iterator<Item = Token> + '_ {
        let king = self.king;
        self.things().filter(move |&(square, _)| Some(square) != king).filter_map(
            move |(square, thing)| {
                let far = |at: u8, king: u8| (at + 8 - king) as usize;
                let (files, ranks) =
                    (far(square.file(), king?.file()), far(square.rank(), king?.rank()));
                Some(Token::Step((files * STEPS + ranks) * THINGS + thing))
            },
        )
    }

    /// The attacker's hand, and whether the defender moves first.
    pub(super) fn hand(&self) -> impl Iterator<Item = Token> + '_ {
        let held = HandKind::ALL.into_iter().flat_map(|kind| {
            let count = usize::from(self.setup.in_hand(Color::Black, kind)).min(MOST_HELD);
            (0..count).map(move |i| Token::Hand(kind.index() * MOST_HELD + i))
        });
        let first = (self.setup.turn == Color::White).then_some(Token::Hand(HAND_TOKENS - 1));
        held.chain(first)
    }

    /// How many things there are.
    pub(super) fn size(&self) -> u8 {
        (self.things().count() + self.hand().count()) as u8
    }

    /// The smallest and the largest file and rank on which something stands.
    pub(super) fn extent(&self) -> ((u8, u8), (u8, u8)) {
        self.things().fold(((9, 9), (1, 1)), |(least, most), (square, _)| {
            let (file, rank) = (square.file(), square.rank());
            let least: (u8, u8) = (least.0.min(file), least.1.min(rank));
            let most: (u8, u8) = (most.0.max(file), most.1.max(rank));
            (least, most)
        })
    }
}

/// Something that one of two diagrams has and the other has not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// A piece on a square.
    Piece {
        /// Where.
        square: Square,
        /// What.
        kind: Kind,
        /// Is it the attacker's?
        attacking: bool,
    },
    /// A walled square.
    Wall(Square),
    /// A piece in the attacker's hand.
    Held(HandKind),
    /// The defender moves first.
    DefenderFirst,
}

/// In English.
impl fmt::Display for Standing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Standing::Piece { square, kind, attacking } => {
                let side = if attacking { "attacker's" } else { "defender's" };
                write!(f, "{side} {} {square}", name(kind))
            }
            Standing::Wall(square) => write!(f, "wall {square}"),
            Standing::Held(kind) => write!(f, "{} in hand", name(kind.kind())),
            Standing::DefenderFirst => f.write_str("the defender moves first"),
        }
    }
}

/// What either of two diagrams has and the other has not.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Difference {
    /// Only the first.
    pub here: Vec<Standing>,
    /// Only the second.
    pub there: Vec<Standing>,
}

impl Difference {
    /// By how many pieces they differ.
    pub fn count(&self) -> usize {
        self.here.len().max(self.there.len())
    }
}

/// Compares two diagrams square by square, with this side as the attacker of both. The defender's hands are not compared.
pub fn differences(here: &Setup, there: &Setup, attacker: Color) -> Difference {
    let mut found = Difference::default();
    for square in Square::in_reading_order() {
        let (a, b) = (here.cell(square), there.cell(square));
        if a != b {
            found.here.extend(standing(square, a, attacker));
            found.there.extend(standing(square, b, attacker));
        }
    }
    for kind in HandKind::ALL.into_iter().rev() {
        let held = [here, there].map(|setup| usize::from(setup.in_hand(attacker, kind)));
        let more = |a: usize, b: usize| vec![Standing::Held(kind); a.saturating_sub(b)];
        found.here.extend(more(held[0], held[1]));
        found.there.extend(more(held[1], held[0]));
    }
    let waits = |setup: &Setup| setup.turn != attacker;
    if waits(here) != waits(there) {
        let side = if waits(here) { &mut found.here } else { &mut found.there };
        side.push(Standing::DefenderFirst);
    }
    found
}

fn standing(square: Square, cell: Cell, attacker: Color) -> Option<Standing> {
    match cell {
        Cell::Empty => None,
        Cell::Wall => Some(Standing::Wall(square)),
        Cell::Piece(Piece { kind, color }) => {
            Some(Standing::Piece { square, kind, attacking: color == attacker })
        }
    }
}
