//! Which pieces could go to a square, how they would move, and from which side they come.

use tsumugi_shogi::{Cell, Color, Kind, Piece, Setup, Square};

/// The squares from which a piece of this kind of the side to move could go to `to`, in index order.
///
/// Asks how pieces move and what stands between, walls included; not whether the square is taken by an own
/// piece, nor whether the move is legal.
pub fn reaching(setup: &Setup, kind: Kind, to: Square) -> Vec<Square> {
    let piece = Piece::new(setup.turn, kind);
    let stands = |&(_, p): &(Square, Piece)| p == piece;
    let squares = setup.pieces().filter(stands).map(|(square, _)| square);
    squares.filter(|&from| reaches(setup, piece, from, to)).collect()
}

fn reaches(setup: &Setup, piece: Piece, from: Square, to: Square) -> bool {
    // Towards the promotion zone is up, and to the right is the lower file, as the mover sees it.
    let (up, right) = offset(piece.color, from, to);
    let (vertical, horizontal) = (up.abs(), right.abs());
    let near = vertical.max(horizontal) == 1;
    let diagonal = vertical == horizontal && vertical > 0;
    let straight = (vertical == 0) != (horizontal == 0);
    let gold = near && !(up == -1 && horizontal == 1);
    let shape = match piece.kind {
        Kind::Pawn => up == 1 && right == 0,
        Kind::Lance => up > 0 && right == 0,
        Kind::Knight => up == 2 && horizontal == 1,
        Kind::Silver => near && (diagonal || up == 1),
        Kind::Gold | Kind::ProPawn | Kind::ProLance | Kind::ProKnight | Kind::ProSilver => gold,
        Kind::Bishop => diagonal,
        Kind::Rook => straight,
        Kind::King => near,
        Kind::Horse => diagonal || near,
        Kind::Dragon => straight || near,
    };
    shape && (piece.kind == Kind::Knight || free_between(setup, from, to))
}

/// How far up and to the right a move goes, as the side sees it.
fn offset(us: Color, from: Square, to: Square) -> (i8, i8) {
    let up = from.rank() as i8 - to.rank() as i8;
    let right = from.file() as i8 - to.file() as i8;
    match us {
        Color::Black => (up, right),
        Color::White => (-up, -right),
    }
}

/// Are the squares between two that lie on one line empty?
fn free_between(setup: &Setup, from: Square, to: Square) -> bool {
    let (file, rank) = (from.file() as i8, from.rank() as i8);
    let (across, down) = (to.file() as i8 - file, to.rank() as i8 - rank);
    let steps = across.abs().max(down.abs());
    (1..steps).all(|i| {
        let (file, rank) = (file + i * across.signum(), rank + i * down.signum());
        let square = Square::new(file as u8, rank as u8);
        square.is_some_and(|square| setup.cell(square) == Cell::Empty)
    })
}

/// How a piece moves, as its side sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Motion {
    Up,
    Across,
    Down,
}

impl Motion {
    pub fn of(us: Color, from: Square, to: Square) -> Motion {
        match offset(us, from, to).0 {
            1.. => Motion::Up,
            0 => Motion::Across,
            _ => Motion::Down,
        }
    }

    pub const fn word(self) -> &'static str {
        match self {
            Motion::Up => "上",
            Motion::Across => "寄",
            Motion::Down => "引",
        }
    }
}

/// From which side a piece comes, as its side sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    Left,
    Straight,
    Right,
}

impl Side {
    /// The side of `from` among `candidates`.
    ///
    /// Golds and silvers are left or right of the square they go to, or below it (直). The others (knights,
    /// bishops, rooks, horses, dragons) are left or right of each other.
    pub fn of(us: Color, kind: Kind, from: Square, to: Square, candidates: &[Square]) -> Option<Side> {
        let (up, right) = offset(us, from, to);
        if !steps_like_gold_or_silver(kind) {
            let others = || candidates.iter().filter(|&&c| c != from).map(|&c| offset(us, c, to).1);
            return if others().all(|other| right < other) {
                Some(Side::Right)
            } else if others().all(|other| right > other) {
                Some(Side::Left)
            } else {
                None
            };
        }
        match right {
            1.. => Some(Side::Left),
            0 if up > 0 => Some(Side::Straight),
            0 => None,
            _ => Some(Side::Right),
        }
    }

    pub const fn word(self) -> &'static str {
        match self {
            Side::Left => "左",
            Side::Straight => "直",
            Side::Right => "右",
        }
    }
}

const fn steps_like_gold_or_silver(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Gold | Kind::Silver | Kind::ProPawn | Kind::ProLance | Kind::ProKnight | Kind::ProSilver
    )
}
