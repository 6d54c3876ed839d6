//! Capture the stone: a Go-like game of threats on small boards, made for λ-search.
//!
//! OR (`#`) wants to capture the group that holds the target stone of AND (`O`). Stones without liberties
//! are captured as in Go, suicide is forbidden, AND may pass, OR must move. There is no rule of ko: going
//! round counts against OR, as everywhere.

use crate::engines::lambda::LambdaGame;
use crate::toy::random_graphs::Rng;
use crate::{Hints, Resources, Rules, Turn};

/// A move: a cell, row by row, or [`PASS`].
pub type Cell = u8;

/// AND's move without a stone.
pub const PASS: Cell = u8::MAX;

/// A position.
#[derive(Clone, Debug)]
pub struct Capture {
    /// Stones of OR and of AND.
    stones: [u32; 2],
    mover: usize,
    target: u32,
    /// The neighbours of each cell.
    near: Vec<u32>,
    width: usize,
    undo: Vec<([u32; 2], usize)>,
}

impl Capture {
    /// A position from rows of `.`, `#` (OR), `O` (AND) and one `X` (the target, AND's), OR to move.
    /// `None` if there is no target, more than one, a row of other length, another letter, more than 31 cells,
    /// or a group without liberties.
    pub fn from_rows(rows: &[&str]) -> Option<Capture> {
        let width = rows.first()?.len();
        if width == 0 || rows.len() * width > 31 || rows.iter().any(|row| row.len() != width) {
            return None;
        }
        let (mut stones, mut target) = ([0, 0], None);
        for (cell, letter) in rows.iter().flat_map(|row| row.bytes()).enumerate() {
            match letter {
                b'.' => {}
                b'#' => stones[0] |= 1 << cell,
                b'O' => stones[1] |= 1 << cell,
                b'X' if target.is_none() => {
                    stones[1] |= 1 << cell;
                    target = Some(1 << cell);
                }
                _ => return None,
            }
        }
        let near = neighbours(width, rows.len());
        let game = Capture { stones, mover: 0, target: target?, near, width, undo: Vec::new() };
        let breathes =
            |cell: usize| (0..2).all(|s| stones[s] >> cell & 1 == 0 || game.breathes(s, 1 << cell));
        (0..game.near.len()).all(breathes).then_some(game)
    }

    /// A random position with the target somewhere and a stone on about a third of the other cells.
    pub fn random(width: usize, height: usize, seed: u64) -> Capture {
        let mut rng = Rng::new(seed);
        loop {
            let mut cells: Vec<u8> = (0..width * height)
                .map(|_| [b'#', b'.', b'.', b'O', b'#', b'.', b'.', b'.'][rng.below(8)])
                .collect();
            cells[rng.below(width * height)] = b'X';
            let text = String::from_utf8(cells).expect("letters");
            let rows: Vec<&str> = (0..height).map(|y| &text[y * width..(y + 1) * width]).collect();
            if let Some(game) = Capture::from_rows(&rows) {
                return game;
            }
        }
    }

    /// The board as [`Capture::from_rows`] reads it.
    pub fn to_rows(&self) -> Vec<String> {
        let letter = |cell: usize| match (self.stones[0] >> cell & 1, self.stones[1] >> cell & 1) {
            (1, _) => '#',
            (_, 1) if self.target >> cell & 1 == 1 => 'X',
            (_, 1) => 'O',
            _ => '.',
        };
        let cells: Vec<char> = (0..self.near.len()).map(letter).collect();
        cells.chunks(self.width).map(|row| row.iter().collect()).collect()
    }

    fn empty(&self) -> u32 {
        ((1 << self.near.len()) - 1) & !(self.stones[0] | self.stones[1])
    }

    fn near(&self, mut cells: u32) -> u32 {
        let mut near = 0;
        while cells != 0 {
            near |= self.near[cells.trailing_zeros() as usize];
            cells &= cells - 1;
        }
        near
    }

    /// The group of `side` that holds the stone.
    fn group(&self, side: usize, stone: u32) -> u32 {
        let mut group = stone;
        loop {
            let more = group | self.near(group) & self.stones[side];
            if more == group {
                return group;
            }
            group = more;
        }
    }

    fn breathes(&self, side: usize, stone: u32) -> bool {
        self.near(self.group(side, stone)) & self.empty() != 0
    }

    fn captured(&self) -> bool {
        self.stones[1] & self.target == 0
    }

    /// Places a stone and removes what it captures. `false` if it is suicide (then the board is spoiled).
    fn place(&mut self, cell: Cell) -> bool {
        let (side, bit) = (self.mover, 1u32 << cell);
        self.stones[side] |= bit;
        let mut enemies = self.near[cell as usize] & self.stones[1 - side];
        while enemies != 0 {
            let group = self.group(1 - side, 1 << enemies.trailing_zeros());
            if self.near(group) & self.empty() == 0 {
                self.stones[1 - side] &= !group;
            }
            enemies &= !group;
        }
        self.breathes(side, bit)
    }
}

fn neighbours(width: usize, height: usize) -> Vec<u32> {
    let near = |cell: usize| {
        let (x, y) = (cell % width, cell / width);
        let mut bits = 0u32;
        if x > 0 {
            bits |= 1 << (cell - 1);
        }
        if x + 1 < width {
            bits |= 1 << (cell + 1);
        }
        if y > 0 {
            bits |= 1 << (cell - width);
        }
        if y + 1 < height {
            bits |= 1 << (cell + width);
        }
        bits
    };
    (0..width * height).map(near).collect()
}

impl Rules for Capture {
    type Move = Cell;

    fn turn(&self) -> Turn {
        // After the capture AND is to move, and has none.
        if self.mover == 0 { Turn::Or } else { Turn::And }
    }

    fn moves(&self, out: &mut Vec<Cell>) {
        if self.captured() {
            return;
        }
        let mut trial = self.clone();
        for cell in (0..self.near.len() as Cell).filter(|cell| self.empty() >> cell & 1 == 1) {
            trial.stones = self.stones;
            if trial.place(cell) {
                out.push(cell);
            }
        }
        if self.mover == 1 {
            out.push(PASS);
        }
    }

    fn play(&mut self, cell: Cell) {
        self.undo.push((self.stones, self.mover));
        if cell != PASS {
            self.place(cell);
        }
        self.mover = 1 - self.mover;
    }

    fn undo(&mut self) {
        (self.stones, self.mover) = self.undo.pop().expect("a move to take back");
    }

    fn key(&self) -> u64 {
        u64::from(self.stones[0]) | u64::from(self.stones[1]) << 32 | (self.mover as u64) << 63
    }
}

impl Resources for Capture {
    type Resource = ();
    fn resource(&self) {}
}

impl Hints for Capture {}

impl LambdaGame for Capture {
    fn pass(&mut self) {
        self.play(PASS);
    }

    fn wins_at_once(&self, cell: Cell) -> bool {
        self.near(self.group(1, self.target)) & self.empty() == 1 << cell
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Plies;
    use crate::engines::brute::Brute;
    use crate::{GameValue, Limits, drive};

    fn verdict(rows: &[&str]) -> GameValue {
        let game = Capture::from_rows(rows).expect("a position");
        drive(&mut Brute::new(game), &Limits::default(), &mut ()).verdict
    }

    #[test]
    fn a_group_with_one_liberty_is_taken_and_two_eyes_live() {
        assert_eq!(verdict(&["#X.", ".#.", "..."]), GameValue::Proved(Plies::new(1)));
        assert_eq!(verdict(&[".X.O.", "OOOOO", "#####", "....."]), GameValue::Disproved);
    }

    #[test]
    fn winning_at_once_means_that_and_has_no_move() {
        for seed in 0..300 {
            let mut game = Capture::random(4, 3, seed);
            let rows: Vec<String> = game.to_rows();
            let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
            assert_eq!(Capture::from_rows(&rows).unwrap().key(), game.key());
            let mut moves = Vec::new();
            game.moves(&mut moves);
            for m in moves {
                let at_once = game.wins_at_once(m);
                game.play(m);
                let mut replies = Vec::new();
                game.moves(&mut replies);
                game.undo();
                assert_eq!(at_once, replies.is_empty(), "seed {seed}, {m}");
            }
        }
    }
}
