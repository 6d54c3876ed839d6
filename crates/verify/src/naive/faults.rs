//! What is wrong with a diagram (RULES 8).

use std::fmt;

use super::legal::is_dead_end;
use super::{Color, Kind, Piece, Position, Square};

/// A way in which a diagram breaks the rules.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fault {
    /// Neither side has a king.
    NoKing,
    /// A side has more than one king.
    ManyKings {
        /// The side.
        color: Color,
        /// How many kings it has.
        count: usize,
    },
    /// Board and hands together hold more pieces of a kind than a set has.
    TooMany {
        /// The kind, unpromoted; never the king.
        kind: Kind,
        /// How many there are, promoted ones included.
        count: usize,
    },
    /// A side has two or more unpromoted pawns on one file (二歩).
    TwoPawns {
        /// The side.
        color: Color,
        /// The file.
        file: u8,
    },
    /// A pawn, lance or knight stands where it could never move.
    DeadPiece {
        /// Where it stands.
        square: Square,
        /// The piece.
        piece: Piece,
    },
    /// The side not to move is in check: the mover could capture its king.
    KingCanBeCaptured {
        /// The side not to move.
        color: Color,
    },
}

/// The faults with which play still makes sense, so that whoever asks may allow them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FaultName {
    /// See [`Fault::TooMany`].
    TooMany,
    /// See [`Fault::TwoPawns`].
    TwoPawns,
    /// See [`Fault::DeadPiece`].
    DeadPiece,
}

impl Fault {
    /// Its name, if it is one that may be allowed.
    pub fn name(&self) -> Option<FaultName> {
        match self {
            Fault::TooMany { .. } => Some(FaultName::TooMany),
            Fault::TwoPawns { .. } => Some(FaultName::TwoPawns),
            Fault::DeadPiece { .. } => Some(FaultName::DeadPiece),
            Fault::NoKing | Fault::ManyKings { .. } | Fault::KingCanBeCaptured { .. } => None,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::NoKing => write!(f, "there is no king"),
            Fault::ManyKings { color, count } => write!(f, "{color:?} has {count} kings"),
            Fault::TooMany { kind, count } => {
                let most = kind.in_full_set();
                write!(f, "there are {count} pieces {}, a set has {most}", kind.letter())
            }
            Fault::TwoPawns { color, file } => {
                write!(f, "{color:?} has two unpromoted pawns on file {file}")
            }
            Fault::DeadPiece { square, piece } => {
                write!(f, "{:?}'s {:?} on {square} can never move", piece.color, piece.kind)
            }
            Fault::KingCanBeCaptured { color } => {
                write!(f, "{color:?} is in check but not to move")
            }
        }
    }
}

impl Position {
    /// Every fault of the diagram; none if it is one that may occur.
    ///
    /// The other questions have a plain answer in a faulty diagram too, but only a faultless one is
    /// governed by the rules.
    pub fn faults(&self) -> Vec<Fault> {
        let pieces: Vec<(Square, Piece)> = self.pieces().collect();
        let mut faults = king_faults(&pieces);
        faults.extend(self.count_faults(&pieces));
        faults.extend(pawn_faults(&pieces));
        for &(square, piece) in &pieces {
            if is_dead_end(piece, square) {
                faults.push(Fault::DeadPiece { square, piece });
            }
        }
        let color = self.turn().opponent();
        if self.in_check(color) {
            faults.push(Fault::KingCanBeCaptured { color });
        }
        faults
    }

    fn count_faults(&self, pieces: &[(Square, Piece)]) -> Vec<Fault> {
        let total = |kind| {
            let held = Color::BOTH.into_iter().map(|color| usize::from(self.hand(color, kind)));
            held.sum::<usize>() + count(pieces, |_, piece| piece.kind.unpromoted() == kind)
        };
        let totals = Kind::HAND.into_iter().map(|kind| (kind, total(kind)));
        let too_many = totals.filter(|(kind, count)| *count > usize::from(kind.in_full_set()));
        too_many.map(|(kind, count)| Fault::TooMany { kind, count }).collect()
    }
}

fn count(pieces: &[(Square, Piece)], wanted: impl Fn(Square, Piece) -> bool) -> usize {
    pieces.iter().filter(|&&(square, piece)| wanted(square, piece)).count()
}

fn king_faults(pieces: &[(Square, Piece)]) -> Vec<Fault> {
    let kings = |color| {
        let kind = Kind::King;
        count(pieces, |_, piece| piece == Piece { color, kind })
    };
    let mut faults = Vec::new();
    if Color::BOTH.into_iter().all(|color| kings(color) == 0) {
        faults.push(Fault::NoKing);
    }
    for color in Color::BOTH {
        let count = kings(color);
        if count > 1 {
            faults.push(Fault::ManyKings { color, count });
        }
    }
    faults
}

fn pawn_faults(pieces: &[(Square, Piece)]) -> Vec<Fault> {
    let mut faults = Vec::new();
    for color in Color::BOTH {
        let pawn = Piece { color, kind: Kind::Pawn };
        for file in 1..=9 {
            if count(pieces, |square, piece| square.file() == file && piece == pawn) > 1 {
                faults.push(Fault::TwoPawns { color, file });
            }
        }
    }
    faults
}
