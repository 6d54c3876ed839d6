//! Random positions from a seed, for tests, fuzzing and benchmarks.
//!
//! The same seed gives the same position on every machine. The mixture leans towards what breaks move
//! generators: pins, double checks, discovered checks, promotion zones, full hands, edges, walls.

use crate::{Cell, Color, HandKind, Kind, MoveList, Piece, Position, Setup, Square, Waivers};
use alloc::vec::Vec;

/// A small, fast generator of pseudo-random numbers (SplitMix64). Not for secrets.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator; equal seeds give equal sequences.
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0xD134_2543_DE82_EF95).wrapping_add(1))
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// A number below `limit`, which must not be 0.
    pub fn below(&mut self, limit: usize) -> usize {
        (self.bits() % limit as u64) as usize
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of these.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

/// What kind of position to make.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Style {
    /// Reached by random legal moves from the starting position.
    Game,
    /// A king and a few pieces about it, the rest in hand, no attacker king.
    Tsume,
    /// The same with both kings on the board.
    TwoKings,
    /// A small region of free squares, everything else walled off.
    Walled,
}

impl Style {
    /// All styles.
    pub const ALL: [Style; 4] = [Style::Game, Style::Tsume, Style::TwoKings, Style::Walled];
}

/// A random position of a random style; the style follows from the seed too.
pub fn position(seed: u64) -> Position {
    let mut random = Random::new(seed);
    let style = random.pick(&Style::ALL);
    position_of(style, seed)
}

/// A random position of this style.
pub fn position_of(style: Style, seed: u64) -> Position {
    let mut random = Random::new(seed ^ 0x5EED << 32);
    if style == Style::Game {
        let plies = random.below(160);
        return walk(Position::startpos(), plies, &mut random);
    }
    loop {
        let setup = setup_of(style, &mut random);
        if let Ok(position) = Position::new(&setup, Waivers::TSUME) {
            // A few moves on: checks given, evasions due, pieces exchanged.
            let plies = random.pick(&[0, 0, 0, 1, 1, 2, 3]);
            return checking_walk(position, plies, &mut random);
        }
    }
}

/// Plays random legal moves until one side has none.
fn walk(mut position: Position, plies: usize, random: &mut Random) -> Position {
    for _ in 0..plies {
        let mut moves = MoveList::new();
        position.legal_moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        let m = random.pick(&moves);
        let _ = position.play(m);
    }
    position
}

/// As [`walk`], but with checks where there are any.
fn checking_walk(mut position: Position, plies: usize, random: &mut Random) -> Position {
    for _ in 0..plies {
        let mut moves = MoveList::new();
        position.checks(&mut moves);
        if moves.is_empty() {
            position.legal_moves(&mut moves);
        }
        if moves.is_empty() {
            break;
        }
        let m = random.pick(&moves);
        let _ = position.play(m);
    }
    position
}

/// A random diagram, often with faults: other than [`Style::Game`] it makes no attempt at legality.
pub fn setup_of(style: Style, random: &mut Random) -> Setup {
    let mut setup = Setup::empty();
    setup.turn = random.pick(&Color::ALL);
    let defender = !setup.turn;
    if style == Style::Walled {
        wall_off(&mut setup, random);
    }
    let Some(king) = free_square(&setup, random) else { return setup };
    setup.set(king, Cell::Piece(Piece::new(defender, Kind::King)));
    let attackers_king = match style {
        Style::TwoKings | Style::Game => true,
        Style::Tsume => false,
        Style::Walled => random.one_in(2),
    };
    if attackers_king && let Some(square) = free_square(&setup, random) {
        setup.set(square, Cell::Piece(Piece::new(!defender, Kind::King)));
    }
    let mut set = full_set();
    let pieces = if style == Style::Walled { random.below(7) } else { 2 + random.below(24) };
    for _ in 0..pieces {
        let kind = set.swap_remove(random.below(set.len()));
        let Some(square) = near_or_free(&setup, king, random) else { break };
        let kind = match kind.kind().promoted() {
            Some(promoted) if random.one_in(3) => promoted,
            _ => kind.kind(),
        };
        let color = random.pick(&Color::ALL);
        setup.set(square, Cell::Piece(Piece::new(color, kind)));
    }
    for _ in 0..random.below(3) {
        line_up(&mut setup, &mut set, random);
    }
    let share = 1 + random.below(4);
    for kind in set {
        let owner = if random.below(4) < share { defender } else { !defender };
        // Some problems are played with an incomplete set.
        if style != Style::Walled || random.one_in(8) {
            setup.hands[owner.index()][kind.index()] += 1;
        }
    }
    setup
}

fn full_set() -> Vec<HandKind> {
    let of_kind = |kind: HandKind| core::iter::repeat_n(kind, kind.full_set() as usize);
    HandKind::ALL.into_iter().flat_map(of_kind).collect()
}

fn free_square(setup: &Setup, random: &mut Random) -> Option<Square> {
    let free: Vec<Square> = Square::all().filter(|&s| setup.cell(s) == Cell::Empty).collect();
    if free.is_empty() { None } else { Some(random.pick(&free)) }
}

/// Half of the time a free square close to the king or on a line with it.
fn near_or_free(setup: &Setup, king: Square, random: &mut Random) -> Option<Square> {
    if random.one_in(2) {
        let reach = 1 + random.below(3) as i8;
        let (df, dr) = (random.below(3) as i8 - 1, random.below(3) as i8 - 1);
        let (file, rank) = (king.file() as i8 + df * reach, king.rank() as i8 + dr * reach);
        let square = Square::new(file.max(0) as u8, rank.max(0) as u8);
        if let Some(square) = square.filter(|&s| setup.cell(s) == Cell::Empty) {
            return Some(square);
        }
    }
    free_square(setup, random)
}

/// Puts a slider on a line with a king and one piece between them: a pin or a discovered check to come.
fn line_up(setup: &mut Setup, set: &mut Vec<HandKind>, random: &mut Random) {
    let kings: Vec<(Square, Piece)> = setup.pieces().filter(|(_, p)| p.kind == Kind::King).collect();
    let (king, owner) = random.pick(&kings);
    let (df, dr) = random.pick(&[(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)]);
    let near = 1 + random.below(3) as i8;
    let far = near + 1 + random.below(3) as i8;
    let square = |n: i8| {
        let (file, rank) = (king.file() as i8 + df * n, king.rank() as i8 + dr * n);
        Square::new(file.max(0) as u8, rank.max(0) as u8).filter(|&s| setup.cell(s) == Cell::Empty)
    };
    let (Some(near), Some(far)) = (square(near), square(far)) else { return };
    let slider = match (df == 0, df * dr == 0) {
        (true, _) if random.one_in(2) => HandKind::Lance,
        (_, true) => HandKind::Rook,
        _ => HandKind::Bishop,
    };
    for (kind, at, color) in
        [(slider, far, !owner.color), (random.pick(&HandKind::ALL), near, random.pick(&Color::ALL))]
    {
        if let Some(i) = set.iter().position(|&k| k == kind) {
            set.swap_remove(i);
            setup.set(at, Cell::Piece(Piece::new(color, kind.kind())));
        }
    }
}

/// Leaves a rectangle of 2×3 to 5×5 squares free and sprinkles a stone or two into it.
fn wall_off(setup: &mut Setup, random: &mut Random) {
    let (files, ranks) = (2 + random.below(4), 3 + random.below(3));
    let corner = (random.below(10 - files), random.below(10 - ranks));
    leave_free(setup, corner, (files, ranks), Some(24), random);
}

/// Walls off all squares but a rectangle of `files` by `ranks` behind the corner, given as the files and ranks left
/// out before it. One in `stones` squares of the rectangle is walled off too.
pub fn leave_free(
    setup: &mut Setup,
    (left, top): (usize, usize),
    (files, ranks): (usize, usize),
    stones: Option<usize>,
    random: &mut Random,
) {
    for square in Square::all() {
        let inside = (left + 1..=left + files).contains(&(square.file() as usize))
            && (top + 1..=top + ranks).contains(&(square.rank() as usize));
        if !inside || stones.is_some_and(|stones| random.one_in(stones)) {
            setup.set(square, Cell::Wall);
        }
    }
}

/// Puts a piece on some empty square, if there is one.
pub fn place(setup: &mut Setup, piece: Piece, random: &mut Random) {
    if let Some(square) = free_square(setup, random) {
        setup.set(square, Cell::Piece(piece));
    }
}
