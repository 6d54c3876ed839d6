//! Colours, the fourteen kinds of piece, and how each kind moves (RULES 2).

/// A side. Black (先手) plays up the board, towards rank a; White (後手) plays down.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Color {
    /// Sente, written in capitals.
    Black,
    /// Gote, written in small letters.
    White,
}

impl Color {
    /// Both sides, Black first.
    pub const BOTH: [Color; 2] = [Color::Black, Color::White];

    /// The other side.
    pub fn opponent(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

/// A kind of piece, promoted kinds counted as kinds of their own.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Kind {
    /// King (玉), `K`.
    King,
    /// Rook (飛), `R`.
    Rook,
    /// Bishop (角), `B`.
    Bishop,
    /// Gold (金), `G`.
    Gold,
    /// Silver (銀), `S`.
    Silver,
    /// Knight (桂), `N`.
    Knight,
    /// Lance (香), `L`.
    Lance,
    /// Pawn (歩), `P`.
    Pawn,
    /// Promoted rook (龍), `+R`.
    Dragon,
    /// Promoted bishop (馬), `+B`.
    Horse,
    /// Promoted silver (成銀), `+S`.
    PromotedSilver,
    /// Promoted knight (成桂), `+N`.
    PromotedKnight,
    /// Promoted lance (成香), `+L`.
    PromotedLance,
    /// Promoted pawn (と金), `+P`.
    Tokin,
}

/// A direction: files to the left, ranks towards Black. So (0, -1) is straight ahead for Black.
type Step = (i8, i8);

const AHEAD: [Step; 1] = [(0, -1)];
const ORTHOGONAL: [Step; 4] = [(0, -1), (1, 0), (-1, 0), (0, 1)];
const DIAGONAL: [Step; 4] = [(1, -1), (-1, -1), (1, 1), (-1, 1)];
const KING: [Step; 8] = [(0, -1), (1, 0), (-1, 0), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1)];
const GOLD: [Step; 6] = [(0, -1), (1, -1), (-1, -1), (1, 0), (-1, 0), (0, 1)];
const SILVER: [Step; 5] = [(0, -1), (1, -1), (-1, -1), (1, 1), (-1, 1)];
const KNIGHT: [Step; 2] = [(1, -2), (-1, -2)];

impl Kind {
    /// Every kind, unpromoted ones first.
    pub const ALL: [Kind; 14] = [
        Kind::King,
        Kind::Rook,
        Kind::Bishop,
        Kind::Gold,
        Kind::Silver,
        Kind::Knight,
        Kind::Lance,
        Kind::Pawn,
        Kind::Dragon,
        Kind::Horse,
        Kind::PromotedSilver,
        Kind::PromotedKnight,
        Kind::PromotedLance,
        Kind::Tokin,
    ];

    /// The kinds that can be held in hand, in the order in which SFEN writes them.
    pub const HAND: [Kind; 7] =
        [Kind::Rook, Kind::Bishop, Kind::Gold, Kind::Silver, Kind::Knight, Kind::Lance, Kind::Pawn];

    /// Every step that some kind makes, for Black.
    pub(super) const EVERY_STEP: [Step; 10] =
        [(0, -1), (1, 0), (-1, 0), (0, 1), (1, -1), (-1, -1), (1, 1), (-1, 1), (1, -2), (-1, -2)];

    /// Every direction in which some kind slides.
    pub(super) const EVERY_SLIDE: [Step; 8] = KING;

    /// The kind this one promotes to; none for kings, golds and promoted kinds.
    pub fn promoted(self) -> Option<Kind> {
        match self {
            Kind::Rook => Some(Kind::Dragon),
            Kind::Bishop => Some(Kind::Horse),
            Kind::Silver => Some(Kind::PromotedSilver),
            Kind::Knight => Some(Kind::PromotedKnight),
            Kind::Lance => Some(Kind::PromotedLance),
            Kind::Pawn => Some(Kind::Tokin),
            _ => None,
        }
    }

    /// The kind on the unpromoted side of the piece; itself if not promoted.
    pub fn unpromoted(self) -> Kind {
        match self {
            Kind::Dragon => Kind::Rook,
            Kind::Horse => Kind::Bishop,
            Kind::PromotedSilver => Kind::Silver,
            Kind::PromotedKnight => Kind::Knight,
            Kind::PromotedLance => Kind::Lance,
            Kind::Tokin => Kind::Pawn,
            unpromoted => unpromoted,
        }
    }

    /// The capital letter of the unpromoted kind: `R` for a rook and for a dragon.
    pub fn letter(self) -> char {
        match self.unpromoted() {
            Kind::King => 'K',
            Kind::Rook => 'R',
            Kind::Bishop => 'B',
            Kind::Gold => 'G',
            Kind::Silver => 'S',
            Kind::Knight => 'N',
            Kind::Lance => 'L',
            _ => 'P',
        }
    }

    /// The unpromoted kind with this capital letter.
    pub fn from_letter(letter: char) -> Option<Kind> {
        Kind::ALL.into_iter().find(|kind| kind.unpromoted() == *kind && kind.letter() == letter)
    }

    /// How many pieces of this kind a full set has, promoted ones included; one king for each side.
    pub fn in_full_set(self) -> u8 {
        match self.unpromoted() {
            Kind::King | Kind::Rook | Kind::Bishop => 2,
            Kind::Gold | Kind::Silver | Kind::Knight | Kind::Lance => 4,
            _ => 18,
        }
    }

    /// Moves of exactly one step, for Black. A knight's leap is such a step.
    pub(super) fn steps(self) -> &'static [Step] {
        match self {
            Kind::King => &KING,
            Kind::Gold
            | Kind::PromotedSilver
            | Kind::PromotedKnight
            | Kind::PromotedLance
            | Kind::Tokin => &GOLD,
            Kind::Silver => &SILVER,
            Kind::Knight => &KNIGHT,
            Kind::Pawn => &AHEAD,
            Kind::Dragon => &DIAGONAL,
            Kind::Horse => &ORTHOGONAL,
            Kind::Rook | Kind::Bishop | Kind::Lance => &[],
        }
    }

    /// Directions in which it moves any number of squares until something is in the way, for Black.
    pub(super) fn slides(self) -> &'static [Step] {
        match self {
            Kind::Rook | Kind::Dragon => &ORTHOGONAL,
            Kind::Bishop | Kind::Horse => &DIAGONAL,
            Kind::Lance => &AHEAD,
            _ => &[],
        }
    }
}

/// A piece of a side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece {
    /// Its owner.
    pub color: Color,
    /// Its kind.
    pub kind: Kind,
}
