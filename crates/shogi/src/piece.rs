//! Pieces: what kind, whose, and how they are written in SFEN.

use crate::Color;

/// What a piece is, promoted or not.
///
/// The seven kinds that can be held in hand are 0..=6 in the order of [`HandKind`]; a promoted kind is
/// its unpromoted kind plus 8. Gold and king do not promote, so 12 and 15 stay unused.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// 歩
    Pawn = 0,
    /// 香
    Lance = 1,
    /// 桂
    Knight = 2,
    /// 銀
    Silver = 3,
    /// 金
    Gold = 4,
    /// 角
    Bishop = 5,
    /// 飛
    Rook = 6,
    /// 玉
    King = 7,
    /// と, a promoted pawn
    ProPawn = 8,
    /// 成香, a promoted lance
    ProLance = 9,
    /// 成桂, a promoted knight
    ProKnight = 10,
    /// 成銀, a promoted silver
    ProSilver = 11,
    /// 馬, a promoted bishop
    Horse = 13,
    /// 龍, a promoted rook
    Dragon = 14,
}

/// A kind that can be held in hand.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum HandKind {
    /// 歩
    Pawn = 0,
    /// 香
    Lance = 1,
    /// 桂
    Knight = 2,
    /// 銀
    Silver = 3,
    /// 金
    Gold = 4,
    /// 角
    Bishop = 5,
    /// 飛
    Rook = 6,
}

impl Kind {
    /// All fourteen kinds, in index order.
    pub const ALL: [Kind; 14] = [
        Kind::Pawn,
        Kind::Lance,
        Kind::Knight,
        Kind::Silver,
        Kind::Gold,
        Kind::Bishop,
        Kind::Rook,
        Kind::King,
        Kind::ProPawn,
        Kind::ProLance,
        Kind::ProKnight,
        Kind::ProSilver,
        Kind::Horse,
        Kind::Dragon,
    ];

    const BY_INDEX: [Option<Kind>; 16] = {
        let mut table = [None; 16];
        let mut i = 0;
        while i < 14 {
            table[Kind::ALL[i] as usize] = Some(Kind::ALL[i]);
            i += 1;
        }
        table
    };

    /// The number of the kind (see the type), below 16.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The kind with this number.
    #[inline]
    pub const fn from_index(index: usize) -> Option<Kind> {
        if index < 16 { Kind::BY_INDEX[index] } else { None }
    }

    /// Is this the promoted side of a piece?
    #[inline]
    pub const fn is_promoted(self) -> bool {
        self as u8 >= 8
    }

    /// The kind this one promotes to; `None` for gold, king and promoted kinds.
    #[inline]
    pub const fn promoted(self) -> Option<Kind> {
        match self {
            Kind::Gold | Kind::King => None,
            kind => Kind::from_index(kind as usize + 8),
        }
    }

    /// The kind with any promotion taken off.
    #[inline]
    pub const fn unpromoted(self) -> Kind {
        match Kind::BY_INDEX[self as usize & 7] {
            Some(kind) => kind,
            None => self,
        }
    }

    /// What a captor holds after taking this piece; `None` for the king.
    #[inline]
    pub const fn in_hand(self) -> Option<HandKind> {
        HandKind::from_index(self as usize & 7)
    }

    /// The upper-case SFEN letter of the unpromoted kind.
    pub const fn letter(self) -> char {
        b"PLNSGBRK"[self as usize & 7] as char
    }

    /// The kind for an SFEN letter of either case, unpromoted.
    pub const fn from_letter(letter: char) -> Option<Kind> {
        Some(match letter.to_ascii_uppercase() {
            'P' => Kind::Pawn,
            'L' => Kind::Lance,
            'N' => Kind::Knight,
            'S' => Kind::Silver,
            'G' => Kind::Gold,
            'B' => Kind::Bishop,
            'R' => Kind::Rook,
            'K' => Kind::King,
            _ => return None,
        })
    }
}

impl HandKind {
    /// All seven, from pawn to rook.
    pub const ALL: [HandKind; 7] = [
        HandKind::Pawn,
        HandKind::Lance,
        HandKind::Knight,
        HandKind::Silver,
        HandKind::Gold,
        HandKind::Bishop,
        HandKind::Rook,
    ];

    /// 0 (pawn) to 6 (rook).
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The hand kind with this number.
    #[inline]
    pub const fn from_index(index: usize) -> Option<HandKind> {
        if index < 7 { Some(HandKind::ALL[index]) } else { None }
    }

    /// The same kind on the board.
    #[inline]
    pub const fn kind(self) -> Kind {
        match Kind::BY_INDEX[self as usize] {
            Some(kind) => kind,
            None => unreachable!(),
        }
    }

    /// How many of this kind a full set of forty pieces has.
    pub const fn full_set(self) -> u8 {
        [18, 4, 4, 4, 4, 2, 2][self as usize]
    }

    /// The upper-case SFEN letter.
    pub const fn letter(self) -> char {
        self.kind().letter()
    }
}

impl From<HandKind> for Kind {
    fn from(kind: HandKind) -> Kind {
        kind.kind()
    }
}

/// A piece on the board: a kind and its owner.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Piece {
    /// Whose piece it is.
    pub color: Color,
    /// What it is.
    pub kind: Kind,
}

impl Piece {
    /// A piece of `color` and `kind`.
    #[inline]
    pub const fn new(color: Color, kind: Kind) -> Piece {
        Piece { color, kind }
    }

    /// `color * 16 + kind`, below 32.
    #[inline]
    pub const fn index(self) -> usize {
        (self.color as usize) << 4 | self.kind as usize
    }
}

impl core::fmt::Display for Piece {
    /// SFEN: `+` for promoted, upper case for Black.
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let letter = match self.color {
            Color::Black => self.kind.letter(),
            Color::White => self.kind.letter().to_ascii_lowercase(),
        };
        write!(f, "{}{letter}", if self.kind.is_promoted() { "+" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn promotion_is_undone_by_unpromotion() {
        for kind in Kind::ALL {
            assert_eq!(Kind::from_index(kind.index()), Some(kind));
            if let Some(promoted) = kind.promoted() {
                assert!(promoted.is_promoted() && !kind.is_promoted());
                assert_eq!(promoted.unpromoted(), kind);
                assert_eq!(promoted.in_hand(), kind.in_hand());
            }
            assert_eq!(Kind::from_letter(kind.letter()), Some(kind.unpromoted()));
        }
        assert_eq!(Kind::King.in_hand(), None);
        assert_eq!(HandKind::ALL.map(|k| k.full_set() as u32).iter().sum::<u32>(), 38);
    }
}
