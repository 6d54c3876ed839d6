//! Othello on small boards: how far can a side win?

use crate::engines::pseudo::EvaluatedGame;
use crate::toy::random_graphs::{Rng, mix};
use crate::{Bounds, Hints, Resources, Rules, Turn};

/// A move: a cell, row by row, or [`PASS`].
pub type Cell = u8;

/// The move of a side that can place no disc while the other can.
pub const PASS: Cell = u8::MAX;

/// A position with the question: does the side that was to move at the start end at least a given number of discs
/// ahead?
///
/// Discs are counted as they lie at the end; empty cells belong to nobody.
#[derive(Clone, Debug)]
pub struct Othello {
    /// Discs of OR and of AND.
    discs: [u64; 2],
    /// Whose move it is: 0 for OR.
    mover: usize,
    size: u32,
    goal: i32,
    evaluated: bool,
    undo: Vec<([u64; 2], usize)>,
}

impl Othello {
    /// The start position, OR to move: can it end at least `goal` discs ahead?
    ///
    /// # Panics
    /// If the size is not 4, 6 or 8.
    pub fn new(size: u32, goal: i32) -> Othello {
        assert!(matches!(size, 4 | 6 | 8), "a board of 4, 6 or 8 rows");
        let at = |x: u32, y: u32| 1u64 << (y * size + x);
        let (low, high) = (size / 2 - 1, size / 2);
        let or = at(high, low) | at(low, high);
        let and = at(low, low) | at(high, high);
        Othello { discs: [or, and], mover: 0, size, goal, evaluated: false, undo: Vec::new() }
    }

    /// A position with `empty` cells left (or the end of the game), reached by random moves; the side then to
    /// move is OR.
    pub fn random(size: u32, empty: u32, goal: i32, seed: u64) -> Othello {
        let mut game = Othello::new(size, goal);
        let mut rng = Rng::new(seed);
        let mut moves = Vec::new();
        while game.empty().count_ones() > empty {
            moves.clear();
            game.moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            game.play(moves[rng.below(moves.len())]);
        }
        if game.mover == 1 {
            game.discs.swap(0, 1);
            game.mover = 0;
        }
        game.undo.clear();
        game
    }

    /// Makes [`Hints::estimate`] speak: how many replies there are, and who has the corners.
    pub fn with_evaluation(mut self) -> Othello {
        self.evaluated = true;
        self
    }

    /// How many discs OR is ahead.
    pub fn difference(&self) -> i32 {
        self.discs[0].count_ones() as i32 - self.discs[1].count_ones() as i32
    }

    fn empty(&self) -> u64 {
        let cells = self.size * self.size;
        let board = if cells == 64 { u64::MAX } else { (1 << cells) - 1 };
        board & !(self.discs[0] | self.discs[1])
    }

    /// The discs turned by a disc of `side` on `cell`.
    fn turned(&self, side: usize, cell: u32) -> u64 {
        let size = self.size as i32;
        let (x0, y0) = (cell as i32 % size, cell as i32 / size);
        let mut turned = 0;
        for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (1, -1), (-1, 1), (-1, -1)] {
            let (mut x, mut y, mut run) = (x0 + dx, y0 + dy, 0u64);
            while (0..size).contains(&x) && (0..size).contains(&y) {
                let bit = 1 << (y * size + x);
                if self.discs[1 - side] & bit != 0 {
                    run |= bit;
                } else {
                    if self.discs[side] & bit != 0 {
                        turned |= run;
                    }
                    break;
                }
                (x, y) = (x + dx, y + dy);
            }
        }
        turned
    }

    /// The cells where `side` may place a disc.
    fn places(&self, side: usize) -> impl Iterator<Item = Cell> + '_ {
        let empty = self.empty();
        let cells = (0..self.size * self.size).filter(move |&cell| empty >> cell & 1 != 0);
        cells.filter(move |&cell| self.turned(side, cell) != 0).map(|cell| cell as Cell)
    }

    /// How many of the four corners a side has.
    fn corners(&self, side: usize) -> i32 {
        let n = self.size;
        let corners = [0, n - 1, n * (n - 1), n * n - 1].iter().fold(0u64, |all, cell| all | 1 << cell);
        (self.discs[side] & corners).count_ones() as i32
    }

    fn over(&self) -> bool {
        self.places(0).next().is_none() && self.places(1).next().is_none()
    }
}

impl Rules for Othello {
    type Move = Cell;

    fn turn(&self) -> Turn {
        let or = if self.over() { self.difference() < self.goal } else { self.mover == 0 };
        if or { Turn::Or } else { Turn::And }
    }

    fn moves(&self, out: &mut Vec<Cell>) {
        let start = out.len();
        out.extend(self.places(self.mover));
        if out.len() == start && self.places(1 - self.mover).next().is_some() {
            out.push(PASS);
        }
    }

    fn play(&mut self, cell: Cell) {
        self.undo.push((self.discs, self.mover));
        if cell != PASS {
            let turned = self.turned(self.mover, u32::from(cell));
            self.discs[self.mover] |= turned | 1 << cell;
            self.discs[1 - self.mover] &= !turned;
        }
        self.mover = 1 - self.mover;
    }

    fn undo(&mut self) {
        (self.discs, self.mover) = self.undo.pop().expect("a move to take back");
    }

    fn key(&self) -> u64 {
        if self.size == 4 {
            return self.discs[0] | self.discs[1] << 16 | (self.mover as u64) << 32;
        }
        mix(self.discs[0] ^ mix(self.discs[1] ^ mix(self.mover as u64)))
    }
}

impl Resources for Othello {
    type Resource = ();
    fn resource(&self) {}
}

impl Hints for Othello {
    fn estimate(&mut self) -> Bounds {
        if !self.evaluated {
            return Bounds::UNIT;
        }
        // To refute all of n moves takes far more than to find a good one: n³ and 1, by experiment. A corner
        // more for OR halves what a proof takes and doubles a disproof.
        let replies = self.places(self.mover).count().max(1) as u32;
        let (pn, dn) = if self.mover == 0 { (1, replies.pow(3)) } else { (replies.pow(3), 1) };
        let corners = self.corners(0) - self.corners(1);
        Bounds::open(pn << (4 - corners), dn << (4 + corners))
    }
}

impl EvaluatedGame for Othello {
    /// Mobility, corners, who moves last and, near the end, discs.
    fn evaluation(&mut self) -> i32 {
        let count = |side| self.places(side).count() as i32;
        // With an odd number of cells left, the side to move also moves last.
        let left = self.empty().count_ones();
        let last = if (left % 2 == 1) == (self.mover == 0) { 1 } else { -1 };
        let discs = if left < 8 { (self.difference() - self.goal) / 2 } else { 0 };
        (count(0) - count(1)) + 3 * (self.corners(0) - self.corners(1)) + last + discs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::{brute::Brute, dfpn::Dfpn};
    use crate::{Limits, Options, Table, drive};
    use std::sync::Arc;

    fn reaches(game: Othello) -> bool {
        drive(&mut Brute::new(game), &Limits::default(), &mut ()).verdict.answer().expect("an answer")
    }

    /// The final difference with best play, by plain minimax.
    fn minimax(game: &mut Othello) -> i32 {
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let mover = game.mover;
        let mut best = None;
        for cell in moves {
            game.play(cell);
            let value = minimax(game);
            game.undo();
            best =
                Some(best.map_or(
                    value,
                    |best: i32| if mover == 0 { best.max(value) } else { best.min(value) },
                ));
        }
        best.unwrap_or_else(|| game.difference())
    }

    #[test]
    fn the_second_player_wins_on_four_by_four_by_eight_discs() {
        assert!(reaches(Othello::new(4, -8)));
        assert!(!reaches(Othello::new(4, -7)));
    }

    #[test]
    fn the_question_is_answered_as_by_minimax() {
        for seed in 0..60 {
            let value = minimax(&mut Othello::random(6, 7, 0, seed));
            for goal in [value - 1, value, value + 1] {
                let game = Othello::random(6, 7, goal, seed).with_evaluation();
                assert_eq!(reaches(game), value >= goal, "seed {seed}: {goal} of {value}");
            }
        }
    }

    #[test]
    fn the_evaluation_saves_df_pn_work() {
        let work = |evaluated: bool| {
            let expansions = (0..8).map(|seed| {
                let game = Othello::random(6, 12, 0, seed);
                let game = if evaluated { game.with_evaluation() } else { game };
                let mut search =
                    Dfpn::new(game, Options::default(), Arc::new(Table::with_bytes(4 << 20)));
                let outcome = drive(&mut search, &Limits::default(), &mut ());
                (outcome.verdict.answer(), outcome.stats.expansions)
            });
            expansions.collect::<Vec<_>>()
        };
        let (plain, evaluated) = (work(false), work(true));
        assert!(plain.iter().zip(&evaluated).all(|(a, b)| a.0.is_some() && a.0 == b.0));
        let sum = |work: &[(Option<bool>, u64)]| work.iter().map(|w| w.1).sum::<u64>();
        assert!(4 * sum(&evaluated) < 3 * sum(&plain), "{plain:?} {evaluated:?}");
    }

    #[test]
    fn estimates_are_open_and_switchable() {
        for seed in 0..50 {
            let mut game = Othello::random(6, 20, 0, seed);
            assert_eq!(game.estimate(), Bounds::UNIT);
            let bounds = game.with_evaluation().estimate();
            assert!(!bounds.is_solved() && bounds != Bounds::UNIT, "seed {seed}: {bounds:?}");
        }
    }
}
