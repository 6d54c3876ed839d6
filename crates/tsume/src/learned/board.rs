//! What a learned guess sees of the board and the hands: each piece as the king sees it, each side's hand, the king's
//! place. Left and right are the same: a king on the right half of the board sees everything mirrored.

use tsumugi_shogi::{Bitboard, Color, Hand, HandKind, Kind, Piece, Square};

/// Rows of pieces within four squares of the king in both directions: whose, the kind, where.
const NEAR: usize = 2 * 16 * 81;
/// Rows of far-reaching pieces beyond: whose, the kind, on which line to the king, or on none.
const FAR: usize = 2 * 5 * 9;
/// Rows of the attacker's hand: a kind, and how many of it.
const HELD: usize = 7 * 8;
/// Rows of the kinds that the defender could interpose.
const REST: usize = 128;
/// Rows of the king's place.
const HOME: usize = 81;

/// How many rows there are.
pub(super) const ROWS: usize = NEAR + FAR + HELD + REST + HOME;

/// A square as the king sees it: below 81 within four squares of it, above that a line.
type Seen = u8;
/// On no line to the king.
const ASTRAY: Seen = 81 + 8;

/// How the king, in the first place, sees a square, in the second. Both as an attacker sees them who moves up the board.
static SEEN: [[Seen; 81]; 81] = {
    let (mut out, mut king) = ([[ASTRAY; 81]; 81], 0);
    while king < 81 {
        let mut square = 0;
        while square < 81 {
            let across = square as i32 / 9 - king as i32 / 9;
            // Files count from the right: the fifth, which is in the middle, is not mirrored.
            let across = if king / 9 > 4 { -across } else { across };
            out[king][square] = seen(across, square as i32 % 9 - king as i32 % 9);
            square += 1;
        }
        king += 1;
    }
    out
};

/// The squares within four of a square in both directions.
pub(super) static NEIGHBOURHOODS: [Bitboard; 81] = {
    let (mut out, mut king) = ([Bitboard::EMPTY; 81], 0);
    while king < 81 {
        let (mut bits, mut square) = (0, 0);
        while square < 81 {
            if SEEN[king][square] < 81 {
                bits |= BITS[square];
            }
            square += 1;
        }
        out[king] = Bitboard::from_bits(bits);
        king += 1;
    }
    out
};

/// The set of each square alone.
const BITS: [u128; 81] = {
    let (mut out, mut square) = ([0; 81], 0);
    while square < 81 {
        if let Some(alone) = Square::from_index(square) {
            out[square] = Bitboard::of(alone).bits();
        }
        square += 1;
    }
    out
};

const fn seen(across: i32, down: i32) -> Seen {
    if across.abs() <= 4 && down.abs() <= 4 {
        return ((down + 4) * 9 + across + 4) as Seen;
    }
    81 + if across == 0 {
        (down > 0) as Seen
    } else if down == 0 {
        2 + (across > 0) as Seen
    } else if across.abs() == down.abs() {
        4 + 2 * (across > 0) as Seen + (down > 0) as Seen
    } else {
        8
    }
}

/// Who looks at the board: the attacker, and a king to be mated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct View {
    us: Color,
    /// As `us` sees it.
    king: Square,
}

impl View {
    #[inline]
    pub(super) fn new(us: Color, king: Square) -> View {
        View { us, king: turned(us, king) }
    }

    /// The row of a piece, if it has one: those far away that reach no further than a few squares have none.
    #[inline]
    pub(super) fn piece(self, square: Square, piece: Piece) -> Option<usize> {
        let seen = usize::from(SEEN[self.king.index()][turned(self.us, square).index()]);
        let theirs = usize::from(piece.color != self.us);
        if seen < 81 {
            return Some((theirs * 16 + piece.kind.index()) * 81 + seen);
        }
        let far = match piece.kind {
            Kind::Lance => 0,
            Kind::Bishop => 1,
            Kind::Rook => 2,
            Kind::Horse => 3,
            Kind::Dragon => 4,
            _ => return None,
        };
        Some(NEAR + (theirs * 5 + far) * 9 + seen - 81)
    }

    /// The row of the king's place.
    pub(super) fn home(self) -> usize {
        let file = self.king.file().min(10 - self.king.file());
        NEAR + FAR + HELD + REST + usize::from(file - 1) * 9 + usize::from(self.king.rank() - 1)
    }
}

#[inline]
fn turned(us: Color, square: Square) -> Square {
    if us == Color::Black { square } else { square.rotated() }
}

/// The row of this number of pieces of a kind in the attacker's hand, if there are any.
#[inline]
pub(super) fn held(kind: HandKind, count: u8) -> Option<usize> {
    (count > 0).then(|| NEAR + FAR + kind.index() * 8 + usize::from(count.min(7)))
}

/// The row of what the defender holds.
#[inline]
pub(super) fn rest(hand: Hand) -> usize {
    let mut kinds = 0;
    for kind in HandKind::ALL {
        kinds |= usize::from(hand.has(kind)) << kind.index();
    }
    NEAR + FAR + HELD + kinds
}
