//! What a piece attacks from a square.
//!
//! Steps (including the knight's leap) come from tables. Slides are computed: on a line through the
//! square, the nearest occupied squares on either side bound the attack, and one subtraction marks
//! all squares between them (obstruction difference). That needs 10 KiB of masks, which stay in the
//! first-level cache beside a search; tables indexed by occupancy would not. Where the build targets
//! AVX2, `attacks/avx2.rs` does four directions at once instead; both ways give the same sets.

// Tests try it wherever the processor has it.
#[cfg(all(target_arch = "x86_64", any(target_feature = "avx2", test)))]
mod avx2;

use crate::{Bitboard, Color, Kind, Square};

/// A direction on the board: d and 7 - d are opposite; 4..=7 go to higher square indices.
pub(crate) type Direction = u8;
/// Marks two squares that share no line.
pub(crate) const NO_DIRECTION: Direction = 8;

/// (file, rank) steps of the directions. From 4 on the index grows: +1, +9, +10, +8.
const STEPS: [(i8, i8); 8] = [(-1, 1), (-1, -1), (-1, 0), (0, -1), (0, 1), (1, 0), (1, 1), (1, -1)];

const SOUTH_EAST: u8 = 0;
const NORTH_EAST: u8 = 1;
const EAST: u8 = 2;
const NORTH: u8 = 3;
const SOUTH: u8 = 4;
const WEST: u8 = 5;
const NORTH_WEST: u8 = 7;

const ORTHOGONAL: u8 = 1 << NORTH | 1 << SOUTH | 1 << EAST | 1 << WEST;
const DIAGONAL: u8 = !ORTHOGONAL;

const fn offset(square: Square, step: (i8, i8)) -> Option<Square> {
    let (file, rank) = (square.file() as i8 + step.0, square.rank() as i8 + step.1);
    if file < 1 || rank < 1 { None } else { Square::new(file as u8, rank as u8) }
}

/// All squares from here to the edge, by square and direction.
static RAYS: [[Bitboard; 8]; 81] = {
    let mut rays = [[Bitboard::EMPTY; 8]; 81];
    let mut d = 0;
    while d < 8 {
        let mut i = 0;
        while i < 81 {
            let mut at = offset(Square::known(i), STEPS[d]);
            while let Some(square) = at {
                rays[i][d] = rays[i][d].or(Bitboard::of(square));
                at = offset(square, STEPS[d]);
            }
            i += 1;
        }
        d += 1;
    }
    rays
};

/// The two halves of a line through a square.
#[derive(Clone, Copy)]
struct Line {
    lower: u128,
    upper: u128,
}

/// The lines through a square: rank, file, then the two diagonals. One cache line a pair.
#[derive(Clone, Copy)]
#[repr(align(64))]
struct Lines([Line; 2]);

const fn lines(down: [u8; 2]) -> [Lines; 81] {
    let mut out = [Lines([Line { lower: 0, upper: 0 }; 2]); 81];
    let mut i = 0;
    while i < 81 {
        let mut n = 0;
        while n < 2 {
            let (lower, upper) =
                (RAYS[i][down[n] as usize].bits(), RAYS[i][7 - down[n] as usize].bits());
            out[i].0[n] = Line { lower, upper };
            n += 1;
        }
        i += 1;
    }
    out
}

static ROOK_LINES: [Lines; 81] = lines([NORTH, EAST]);
static BISHOP_LINES: [Lines; 81] = lines([NORTH_EAST, SOUTH_EAST]);

/// How one square lies to another: a [`Direction`] when next to it, the direction + 8 when farther along
/// that line, 16 (17) when a black (white) knight leaps there, [`UNRELATED`] otherwise.
type Relation = u8;
const UNRELATED: Relation = 31;

static RELATIONS: [[Relation; 81]; 81] = {
    let mut table = [[UNRELATED; 81]; 81];
    let mut i = 0;
    while i < 81 {
        let from = Square::known(i);
        let mut d = 0;
        while d < 8 {
            let mut at = offset(from, STEPS[d]);
            let mut relation = d as u8;
            while let Some(square) = at {
                table[i][square.index()] = relation;
                relation = d as u8 + 8;
                at = offset(square, STEPS[d]);
            }
            d += 1;
        }
        let mut n = 0;
        while n < 4 {
            let (leap, relation) = [((1, -2), 16), ((-1, -2), 16), ((1, 2), 17), ((-1, 2), 17)][n];
            if let Some(to) = offset(from, leap) {
                table[i][to.index()] = relation;
            }
            n += 1;
        }
        i += 1;
    }
    table
};

/// Which directions a piece of Black steps in (one square), as a set of direction bits.
const fn black_steps(kind: Kind) -> u8 {
    const GOLD: u8 = ORTHOGONAL | 1 << NORTH_EAST | 1 << NORTH_WEST;
    match kind {
        Kind::Pawn => 1 << NORTH,
        Kind::Lance | Kind::Knight | Kind::Bishop | Kind::Rook => 0,
        Kind::Silver => DIAGONAL | 1 << NORTH,
        Kind::Gold | Kind::ProPawn | Kind::ProLance | Kind::ProKnight | Kind::ProSilver => GOLD,
        Kind::King => 255,
        Kind::Horse => ORTHOGONAL,
        Kind::Dragon => DIAGONAL,
    }
}

/// Which directions a piece of Black slides in.
const fn black_slides(kind: Kind) -> u8 {
    match kind {
        Kind::Lance => 1 << NORTH,
        Kind::Bishop | Kind::Horse => DIAGONAL,
        Kind::Rook | Kind::Dragon => ORTHOGONAL,
        _ => 0,
    }
}

/// The same directions as White sees them.
const fn turned(directions: u8, color: Color) -> u8 {
    match color {
        Color::Black => directions,
        Color::White => directions.reverse_bits(),
    }
}

const COLORS: [Color; 2] = Color::ALL;

/// By [`crate::Piece::index`], a bit for each [`Relation`] in which the piece attacks, were nothing between.
static ATTACKED_RELATIONS: [u32; 32] = {
    let mut table = [0; 32];
    let mut i = 0;
    while i < 28 {
        let (color, kind) = (COLORS[i / 14], Kind::ALL[i % 14]);
        let steps = turned(black_steps(kind), color) as u32;
        let slides = turned(black_slides(kind), color) as u32;
        let leap = if matches!(kind, Kind::Knight) { 1 << (16 + i / 14) } else { 0 };
        table[crate::Piece::new(color, kind).index()] = steps | slides | slides << 8 | leap;
        i += 1;
    }
    table
};

/// Squares a piece steps or leaps to, by square and [`crate::Piece::index`]. Slides are not in it.
static STEP_ATTACKS: [[Bitboard; 32]; 81] = {
    let mut table = [[Bitboard::EMPTY; 32]; 81];
    let mut i = 0;
    while i < 28 {
        let (color, kind) = (COLORS[i / 14], Kind::ALL[i % 14]);
        let piece = crate::Piece::new(color, kind).index();
        let steps = turned(black_steps(kind), color);
        let mut s = 0;
        while s < 81 {
            let from = Square::known(s);
            let mut d = 0;
            while d < 8 {
                if steps >> d & 1 != 0
                    && let Some(to) = offset(from, STEPS[d])
                {
                    table[s][piece] = table[s][piece].or(Bitboard::of(to));
                }
                d += 1;
            }
            if matches!(kind, Kind::Knight) {
                let forward = if matches!(color, Color::Black) { -2 } else { 2 };
                if let Some(to) = offset(from, (1, forward)) {
                    table[s][piece] = table[s][piece].or(Bitboard::of(to));
                }
                if let Some(to) = offset(from, (-1, forward)) {
                    table[s][piece] = table[s][piece].or(Bitboard::of(to));
                }
            }
            s += 1;
        }
        i += 1;
    }
    table
};

/// The squares a piece steps or leaps to; empty for pure sliders.
#[inline]
pub fn steps(color: Color, kind: Kind, from: Square) -> Bitboard {
    STEP_ATTACKS[from.index()][crate::Piece::new(color, kind).index()]
}

/// Does a piece, by [`crate::Piece::index`], attack `target` with these squares occupied?
#[inline]
pub(crate) fn reaches(piece_index: usize, from: Square, target: Square, occupied: Bitboard) -> bool {
    let relation = RELATIONS[from.index()][target.index()];
    if ATTACKED_RELATIONS[piece_index & 31] >> relation & 1 == 0 {
        return false;
    }
    let d = relation & 7;
    relation & 8 == 0 || !(ray(from, d) & ray(target, 7 - d)).meets(occupied)
}

#[cfg_attr(all(target_arch = "x86_64", target_feature = "avx2"), allow(dead_code))]
#[inline]
fn slide(line: Line, occupied: Bitboard) -> u128 {
    let lower = line.lower & occupied.bits() | 1;
    let upper = line.upper & occupied.bits();
    let highest_below = 1u128 << 127 >> lower.leading_zeros();
    let lowest_above = upper & upper.wrapping_neg();
    (lowest_above << 1).wrapping_sub(highest_below) & (line.lower | line.upper)
}

/// Squares a rook attacks; the first occupied square on each line is included.
#[inline]
pub fn rook(from: Square, occupied: Bitboard) -> Bitboard {
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    return avx2::rook(from, occupied);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
    portable_rook(from, occupied)
}

/// Squares a bishop attacks; the first occupied square on each line is included.
#[inline]
pub fn bishop(from: Square, occupied: Bitboard) -> Bitboard {
    #[cfg(all(target_arch = "x86_64", target_feature = "avx2"))]
    return avx2::bishop(from, occupied);
    #[cfg(not(all(target_arch = "x86_64", target_feature = "avx2")))]
    portable_bishop(from, occupied)
}

#[cfg_attr(all(target_arch = "x86_64", target_feature = "avx2"), allow(dead_code))]
#[inline]
fn portable_rook(from: Square, occupied: Bitboard) -> Bitboard {
    let Lines([file, rank]) = ROOK_LINES[from.index()];
    Bitboard::from_bits(slide(file, occupied) | slide(rank, occupied))
}

#[cfg_attr(all(target_arch = "x86_64", target_feature = "avx2"), allow(dead_code))]
#[inline]
fn portable_bishop(from: Square, occupied: Bitboard) -> Bitboard {
    let Lines([one, other]) = BISHOP_LINES[from.index()];
    Bitboard::from_bits(slide(one, occupied) | slide(other, occupied))
}

/// Squares a lance attacks; the first occupied square is included.
#[inline]
pub fn lance(color: Color, from: Square, occupied: Bitboard) -> Bitboard {
    let line = ROOK_LINES[from.index()].0[0];
    match color {
        Color::White => {
            let upper = line.upper & occupied.bits();
            // All bits up to and including the lowest blocker; everything when there is none.
            Bitboard::from_bits((upper ^ upper.wrapping_sub(1)) & line.upper)
        }
        Color::Black => {
            let highest = 1u128 << 127 >> (line.lower & occupied.bits() | 1).leading_zeros();
            Bitboard::from_bits(highest.wrapping_neg() & line.lower)
        }
    }
}

/// Squares a piece attacks with these squares occupied.
#[inline]
pub fn of(color: Color, kind: Kind, from: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        Kind::Lance => lance(color, from, occupied),
        Kind::Bishop => bishop(from, occupied),
        Kind::Rook => rook(from, occupied),
        Kind::Horse => bishop(from, occupied) | steps(color, kind, from),
        Kind::Dragon => rook(from, occupied) | steps(color, kind, from),
        _ => steps(color, kind, from),
    }
}

/// Is the direction along a rank or file?
#[inline]
pub(crate) fn is_orthogonal(direction: Direction) -> bool {
    ORTHOGONAL >> direction & 1 != 0
}

/// The direction from one square to another on a common line, or [`NO_DIRECTION`].
#[inline]
pub(crate) fn direction(from: Square, to: Square) -> Direction {
    let relation = RELATIONS[from.index()][to.index()];
    if relation < 16 { relation & 7 } else { NO_DIRECTION }
}

/// All squares from `from` (not included) to the edge.
#[inline]
pub(crate) fn ray(from: Square, direction: Direction) -> Bitboard {
    RAYS[from.index()][direction as usize & 7]
}

/// The squares from `from` (not included) through `through` to the edge; empty if they share no line.
#[inline]
pub(crate) fn behind(from: Square, through: Square) -> Bitboard {
    let d = direction(from, through);
    if d == NO_DIRECTION { Bitboard::EMPTY } else { ray(from, d) }
}

/// The squares strictly between two squares of a line; empty if they share none.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    let d = direction(a, b);
    if d == NO_DIRECTION { Bitboard::EMPTY } else { ray(a, d) & ray(b, 7 - d) }
}

/// The whole line through two squares, both included; empty if they share none.
#[inline]
pub fn line(a: Square, b: Square) -> Bitboard {
    let d = direction(a, b);
    if d == NO_DIRECTION { Bitboard::EMPTY } else { ray(a, d) | ray(a, 7 - d) | Bitboard::of(a) }
}

/// Squares a rook attacks on an empty board.
#[inline]
pub fn rook_lines(from: Square) -> Bitboard {
    EMPTY_BOARD[from.index()][0]
}

/// Squares a bishop attacks on an empty board.
#[inline]
pub fn bishop_lines(from: Square) -> Bitboard {
    EMPTY_BOARD[from.index()][1]
}

/// Squares a lance attacks on an empty board. A lance attacks a square from exactly where the other
/// side's lance on that square attacks.
#[inline]
pub fn lance_line(color: Color, from: Square) -> Bitboard {
    EMPTY_BOARD[from.index()][2 + color.index()]
}

/// By square: rook, bishop, black lance, white lance.
static EMPTY_BOARD: [[Bitboard; 4]; 81] = {
    let mut table = [[Bitboard::EMPTY; 4]; 81];
    let mut i = 0;
    while i < 81 {
        let rays = &RAYS[i];
        let mut d = 0;
        while d < 8 {
            let row = if ORTHOGONAL >> d & 1 != 0 { 0 } else { 1 };
            table[i][row] = table[i][row].or(rays[d]);
            d += 1;
        }
        table[i][2] = rays[NORTH as usize];
        table[i][3] = rays[SOUTH as usize];
        i += 1;
    }
    table
};

/// Squares from which a step piece of `color` reaches, in one move on an empty board, some square from
/// which it attacks `king`, promoted (to gold) or not.
pub(crate) const fn reach_to_check(color: Color, kind: Kind, king: Square) -> Bitboard {
    let back = crate::Piece::new(color.other(), kind).index();
    let gold_back = crate::Piece::new(color.other(), Kind::Gold).index();
    let attacking = STEP_ATTACKS[king.index()][back].or(STEP_ATTACKS[king.index()][gold_back]);
    let mut out = Bitboard::EMPTY;
    let mut s = 0;
    while s < 81 {
        if attacking.has(Square::known(s)) {
            out = out.or(STEP_ATTACKS[s][back]);
        }
        s += 1;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A slide walked square by square.
    fn walked(directions: u8, from: Square, occupied: Bitboard) -> Bitboard {
        let mut out = Bitboard::EMPTY;
        for (d, &step) in STEPS.iter().enumerate().filter(|(d, _)| directions >> d & 1 != 0) {
            let mut at = offset(from, step);
            while let Some(square) = at {
                assert_eq!(direction(from, square), d as u8);
                out |= Bitboard::of(square);
                at = if occupied.has(square) { None } else { offset(square, step) };
            }
        }
        out
    }

    #[test]
    fn computed_slides_equal_walked_slides() {
        let mut state = 7u64;
        let mut random = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 32) as u128
        };
        for round in 0..if cfg!(miri) { 8 } else { 400 } {
            let dense = random() | random() << 32 | random() << 64;
            let sparse = dense & (random() | random() << 32 | random() << 64);
            let bits = [0, dense, sparse, u128::MAX][round % 4] & Bitboard::ALL.bits();
            // Occupied squares outside the board must not matter.
            let occupied =
                Bitboard::from_bits(bits | if round % 8 > 3 { !Bitboard::ALL.bits() } else { 0 });
            for from in Square::all() {
                assert_eq!(rook(from, occupied), walked(ORTHOGONAL, from, occupied));
                assert_eq!(portable_rook(from, occupied), rook(from, occupied));
                assert_eq!(bishop(from, occupied), walked(DIAGONAL, from, occupied));
                assert_eq!(portable_bishop(from, occupied), bishop(from, occupied));
                #[cfg(target_arch = "x86_64")]
                if std::is_x86_feature_detected!("avx2") {
                    assert_eq!(avx2::rook(from, occupied), rook(from, occupied));
                    assert_eq!(avx2::bishop(from, occupied), bishop(from, occupied));
                }
                for color in Color::ALL {
                    let forward = turned(1 << NORTH, color);
                    assert_eq!(lance(color, from, occupied), walked(forward, from, occupied));
                }
            }
        }
    }

    #[test]
    fn steps_of_one_side_are_the_other_sides_turned_round() {
        for kind in Kind::ALL {
            for from in Square::all() {
                let turned: Bitboard = steps(Color::White, kind, from.rotated())
                    .into_iter()
                    .map(Square::rotated)
                    .collect();
                assert_eq!(steps(Color::Black, kind, from), turned);
            }
        }
        let e5 = Square::new(5, 5).unwrap();
        let counts = Kind::ALL.map(|kind| steps(Color::Black, kind, e5).count());
        assert_eq!(counts, [1, 0, 2, 5, 6, 0, 0, 8, 6, 6, 6, 6, 4, 4]);
    }

    #[test]
    fn between_and_line_are_symmetric() {
        for a in Square::all() {
            for b in Square::all() {
                assert_eq!(between(a, b), between(b, a));
                assert_eq!(line(a, b), line(b, a));
                let inner = between(a, b) | Bitboard::of(a) | Bitboard::of(b);
                assert!(line(a, b).is_empty() || line(a, b) & inner == inner);
            }
        }
    }
}
