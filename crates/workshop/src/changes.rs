//! Small changes of a diagram.
//!
//! The set of pieces in play stays what it is: what is put on the board or into the attacker's hand comes out of the defender's
//! hand, and what is taken away goes there. So a diagram whose defender holds the rest of the set remains one, and a diagram with
//! hands as written has no more pieces than before.

use std::fmt;
use tsumugi_shogi::{Cell, Color, HandKind, Kind, Piece, Setup, Square, is_dead_end};

/// A small change of a diagram.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Change {
    /// A piece is put on an empty square.
    Add {
        /// Where.
        square: Square,
        /// What.
        piece: Piece,
        /// Is it the attacker's?
        attacking: bool,
    },
    /// A piece is taken off the board.
    Remove {
        /// Where.
        square: Square,
        /// What.
        piece: Piece,
        /// Is it the attacker's?
        attacking: bool,
    },
    /// A piece stands elsewhere.
    Shift {
        /// Where it stood.
        from: Square,
        /// Where it stands.
        to: Square,
        /// What.
        piece: Piece,
        /// Is it the attacker's?
        attacking: bool,
    },
    /// Another piece stands on the square, or the same of the other side.
    Exchange {
        /// Where.
        square: Square,
        /// What stood there.
        was: Piece,
        /// What stands there.
        now: Piece,
        /// Was the old piece the attacker's?
        attacking: bool,
    },
    /// The attacker holds one more.
    Give(HandKind),
    /// The attacker holds one less.
    Take(HandKind),
    /// The attacker holds one of these instead of one of those.
    Swap {
        /// What was held.
        was: HandKind,
        /// What is held.
        now: HandKind,
    },
}

/// What a change does, in a word.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ChangeKind {
    /// [`Change::Remove`]
    Remove,
    /// [`Change::Shift`]
    Shift,
    /// [`Change::Exchange`]
    Exchange,
    /// [`Change::Give`], [`Change::Take`], [`Change::Swap`]
    Hand,
    /// [`Change::Add`]
    Add,
}

impl ChangeKind {
    /// Every kind.
    pub const ALL: [ChangeKind; 5] = [
        ChangeKind::Remove,
        ChangeKind::Shift,
        ChangeKind::Exchange,
        ChangeKind::Hand,
        ChangeKind::Add,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            ChangeKind::Remove => "remove",
            ChangeKind::Shift => "shift",
            ChangeKind::Exchange => "exchange",
            ChangeKind::Hand => "hand",
            ChangeKind::Add => "add",
        }
    }
}

impl Change {
    /// What it does, in a word.
    pub const fn kind(self) -> ChangeKind {
        match self {
            Change::Add { .. } => ChangeKind::Add,
            Change::Remove { .. } => ChangeKind::Remove,
            Change::Shift { .. } => ChangeKind::Shift,
            Change::Exchange { .. } => ChangeKind::Exchange,
            Change::Give(_) | Change::Take(_) | Change::Swap { .. } => ChangeKind::Hand,
        }
    }

    /// The squares it changes.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        let (one, other) = match self {
            Change::Add { square, .. }
            | Change::Remove { square, .. }
            | Change::Exchange { square, .. } => (Some(square), None),
            Change::Shift { from, to, .. } => (Some(from), Some(to)),
            Change::Give(_) | Change::Take(_) | Change::Swap { .. } => (None, None),
        };
        one.into_iter().chain(other)
    }

    /// The square on which it puts a piece, if it does, and the piece.
    pub const fn placed(self) -> Option<(Square, Piece)> {
        match self {
            Change::Add { square, piece, .. } | Change::Shift { to: square, piece, .. } => {
                Some((square, piece))
            }
            Change::Exchange { square, now, .. } => Some((square, now)),
            Change::Remove { .. } | Change::Give(_) | Change::Take(_) | Change::Swap { .. } => None,
        }
    }

    /// The diagram after the change; `None` if there is not what it takes away, no room for what it puts down, or nothing of
    /// the kind left in the defender's hand.
    pub fn apply(self, setup: &Setup, attacker: Color) -> Option<Setup> {
        let mut out = setup.clone();
        let (own, rest) = (attacker.index(), (!attacker).index());
        let take_off = |out: &mut Setup, square: Square, piece: Piece| {
            (out.cell(square) == Cell::Piece(piece)).then(|| out.set(square, Cell::Empty))
        };
        let put_down = |out: &mut Setup, square: Square, piece: Piece| {
            (out.cell(square) == Cell::Empty).then(|| out.set(square, Cell::Piece(piece)))
        };
        let from_hand = |out: &mut Setup, side: usize, kind: HandKind| {
            let held = &mut out.hands[side][kind.index()];
            *held = held.checked_sub(1)?;
            Some(())
        };
        let to_hand = |out: &mut Setup, side: usize, kind: HandKind| out.hands[side][kind.index()] += 1;
        match self {
            Change::Add { square, piece, .. } => {
                from_hand(&mut out, rest, piece.kind.in_hand()?)?;
                put_down(&mut out, square, piece)?;
            }
            Change::Remove { square, piece, .. } => {
                take_off(&mut out, square, piece)?;
                to_hand(&mut out, rest, piece.kind.in_hand()?);
            }
            Change::Shift { from, to, piece, .. } => {
                take_off(&mut out, from, piece)?;
                put_down(&mut out, to, piece)?;
            }
            Change::Exchange { square, was, now, .. } => {
                take_off(&mut out, square, was)?;
                to_hand(&mut out, rest, was.kind.in_hand()?);
                from_hand(&mut out, rest, now.kind.in_hand()?)?;
                put_down(&mut out, square, now)?;
            }
            Change::Give(kind) => {
                from_hand(&mut out, rest, kind)?;
                to_hand(&mut out, own, kind);
            }
            Change::Take(kind) => {
                from_hand(&mut out, own, kind)?;
                to_hand(&mut out, rest, kind);
            }
            Change::Swap { was, now } => {
                from_hand(&mut out, own, was)?;
                to_hand(&mut out, rest, was);
                from_hand(&mut out, rest, now)?;
                to_hand(&mut out, own, now);
            }
        }
        Some(out)
    }
}

/// All single changes of these kinds that can be made and leave alone what stands on the squares to `keep`. Each leads to
/// another diagram: none is there twice. Kings may be shifted and nothing else; no piece is put where it could never move.
pub fn all(setup: &Setup, attacker: Color, kinds: &[ChangeKind], keep: &[Square]) -> Vec<Change> {
    let mut out = Vec::new();
    let mut add = |change: Change| {
        let dead = change.placed().is_some_and(|(square, piece)| is_dead_end(piece, square));
        if !dead && change.apply(setup, attacker).is_some() {
            out.push(change);
        }
    };
    let wanted = |kind| kinds.contains(&kind);
    let pieces: Vec<Piece> = Color::ALL
        .into_iter()
        .flat_map(|color| Kind::ALL.map(|kind| Piece::new(color, kind)))
        .filter(|piece| piece.kind != Kind::King)
        .collect();
    let empty: Vec<Square> =
        Square::all().filter(|&s| setup.cell(s) == Cell::Empty && !keep.contains(&s)).collect();
    for (square, piece) in setup.pieces().filter(|(square, _)| !keep.contains(square)) {
        let attacking = piece.color == attacker;
        if wanted(ChangeKind::Remove) && piece.kind != Kind::King {
            add(Change::Remove { square, piece, attacking });
        }
        if wanted(ChangeKind::Shift) {
            empty.iter().for_each(|&to| add(Change::Shift { from: square, to, piece, attacking }));
        }
        if wanted(ChangeKind::Exchange) && piece.kind != Kind::King {
            let others = pieces.iter().filter(|&&other| other != piece);
            others.for_each(|&now| add(Change::Exchange { square, was: piece, now, attacking }));
        }
    }
    if wanted(ChangeKind::Hand) {
        for kind in HandKind::ALL {
            add(Change::Give(kind));
            add(Change::Take(kind));
            let others = HandKind::ALL.into_iter().filter(|&other| other != kind);
            others.for_each(|now| add(Change::Swap { was: kind, now }));
        }
    }
    if wanted(ChangeKind::Add) {
        for &square in &empty {
            let attacking = |piece: Piece| piece.color == attacker;
            pieces
                .iter()
                .for_each(|&piece| add(Change::Add { square, piece, attacking: attacking(piece) }));
        }
    }
    out
}

/// How an English reader calls a piece.
pub fn name(kind: Kind) -> &'static str {
    match kind {
        Kind::Pawn => "pawn",
        Kind::Lance => "lance",
        Kind::Knight => "knight",
        Kind::Silver => "silver",
        Kind::Gold => "gold",
        Kind::Bishop => "bishop",
        Kind::Rook => "rook",
        Kind::King => "king",
        Kind::ProPawn => "promoted pawn",
        Kind::ProLance => "promoted lance",
        Kind::ProKnight => "promoted knight",
        Kind::ProSilver => "promoted silver",
        Kind::Horse => "horse",
        Kind::Dragon => "dragon",
    }
}

/// In English.
impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let whose = |attacking: bool| if attacking { "attacker's" } else { "defender's" };
        match *self {
            Change::Add { square, piece, attacking } => {
                let article = if attacking { "an" } else { "a" };
                write!(f, "add {article} {} {} on {square}", whose(attacking), name(piece.kind))
            }
            Change::Remove { square, piece, attacking } => {
                write!(f, "remove the {} {} on {square}", whose(attacking), name(piece.kind))
            }
            Change::Shift { from, to, piece, attacking } => {
                write!(f, "shift the {} {} from {from} to {to}", whose(attacking), name(piece.kind))
            }
            Change::Exchange { square, was, now, attacking } => {
                let (old, new) = (name(was.kind), name(now.kind));
                let (mine, yours) = (whose(attacking), whose(attacking ^ (was.color != now.color)));
                write!(f, "exchange the {mine} {old} on {square} for ")?;
                let article = if yours.starts_with('a') { "an" } else { "a" };
                write!(f, "{article} {yours} {new}")
            }
            Change::Give(kind) => write!(f, "add a {} to the attacker's hand", name(kind.kind())),
            Change::Take(kind) => {
                write!(f, "take a {} out of the attacker's hand", name(kind.kind()))
            }
            Change::Swap { was, now } => {
                let (was, now) = (name(was.kind()), name(now.kind()));
                write!(f, "exchange a {was} in the attacker's hand for a {now}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    const SETUP: &str = "7s1/6+B1k/9/9/9/9/9/9/9 b G2rb3g3s4n4l18p 1";

    fn setup() -> Setup {
        SETUP.parse().unwrap()
    }

    #[test]
    fn every_change_leads_to_another_diagram_and_none_is_there_twice() {
        let setup = setup();
        let changes = all(&setup, Color::Black, &ChangeKind::ALL, &[]);
        let mut seen = HashSet::from([setup.to_sfen()]);
        for change in &changes {
            let after = change.apply(&setup, Color::Black).unwrap();
            assert!(seen.insert(after.to_sfen()), "{change}");
            assert_eq!(after.rest(), setup.rest(), "{change}: the set is the same");
        }
        // Counted by hand. Two pieces may go; three may be shifted to 78 squares; a silver may be any of 12 other pieces of
        // its side or 13 of the other, less the pawn, lance and knight of Black on the first rank, and so may a horse, less
        // the knight of Black on the second rank; golds, silvers ... may be given, the gold may go or be swapped for six others.
        let count = |kind| changes.iter().filter(|change| change.kind() == kind).count();
        assert_eq!(count(ChangeKind::Remove), 2);
        assert_eq!(count(ChangeKind::Shift), 3 * 78);
        assert_eq!(count(ChangeKind::Exchange), 25 - 3 + 25 - 1);
        assert_eq!(count(ChangeKind::Hand), 7 + 1 + 6);
        // 26 pieces on 78 squares, less those that could not move: pawns and lances on the last rank, knights on the last two.
        // Black's last rank has seven empty squares and the next seven; White's have nine each.
        let dead = 2 * 8 + (8 + 7) + 2 * 9 + 2 * 9;
        assert_eq!(count(ChangeKind::Add), 26 * 78 - dead);
    }

    #[test]
    fn what_is_to_be_kept_is_not_touched() {
        let keep = ["3b", "2a"].map(|square| Square::from_usi(square).unwrap());
        for change in all(&setup(), Color::Black, &ChangeKind::ALL, &keep) {
            assert!(change.squares().all(|square| !keep.contains(&square)), "{change}");
        }
        assert!(all(&setup(), Color::Black, &[], &[]).is_empty());
    }

    #[test]
    fn nothing_comes_from_nowhere() {
        // Hands as written: the defender holds a pawn and nothing else.
        let setup: Setup = "8k/9/8P/9/9/9/9/9/9 b Gp 1".parse().unwrap();
        let changes = all(&setup, Color::Black, &ChangeKind::ALL, &[]);
        for change in &changes {
            if let Change::Add { piece, .. } = change {
                assert_eq!(piece.kind.unpromoted(), Kind::Pawn, "{change}");
            }
            assert_eq!(change.apply(&setup, Color::Black).unwrap().rest(), setup.rest());
        }
        assert!(changes.contains(&Change::Give(HandKind::Pawn)));
        assert!(!changes.contains(&Change::Give(HandKind::Rook)));
    }

    #[test]
    fn changes_are_told_in_words() {
        let words = |change: Change| change.to_string();
        let square = Square::from_usi("3c").unwrap();
        let (mine, yours) =
            (Piece::new(Color::Black, Kind::Silver), Piece::new(Color::White, Kind::ProPawn));
        assert_eq!(
            words(Change::Exchange { square, was: mine, now: yours, attacking: true }),
            "exchange the attacker's silver on 3c for a defender's promoted pawn",
        );
        assert_eq!(
            words(Change::Add { square, piece: mine, attacking: true }),
            "add an attacker's silver on 3c",
        );
        assert_eq!(
            words(Change::Swap { was: HandKind::Pawn, now: HandKind::Rook }),
            "exchange a pawn in the attacker's hand for a rook",
        );
    }
}
