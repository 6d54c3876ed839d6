//! m,n,k-games: k stones in a row on a board of m columns and n rows (tic-tac-toe is 3,3,3).

use crate::toy::Objective;
use crate::{Hints, Resources, Rules, Turn};

/// A position of an m,n,k-game. A move is the number of a cell, row by row.
#[derive(Clone, Debug)]
pub struct Mnk {
    /// Stones of the first and the second player.
    stones: [u32; 2],
    cells: u32,
    lines: Vec<u32>,
    question: Objective,
    played: Vec<u8>,
}

impl Mnk {
    /// The empty board.
    ///
    /// # Panics
    /// If the board has no cells, or more than 32.
    pub fn new(columns: usize, rows: usize, k: usize, question: Objective) -> Mnk {
        let cells = columns * rows;
        assert!((1..=32).contains(&cells) && k > 0, "a board of 1 to 32 cells");
        let mut lines = Vec::new();
        for (dx, dy) in [(1, 0), (0, 1), (1, 1), (-1, 1)] {
            for start in 0..cells as i32 {
                let cell = |i: i32| {
                    let x = start % columns as i32 + i * dx;
                    let y = start / columns as i32 + i * dy;
                    let inside = (0..columns as i32).contains(&x) && (0..rows as i32).contains(&y);
                    inside.then_some(1u32 << (y * columns as i32 + x).max(0))
                };
                let line = (0..k as i32).map(cell).collect::<Option<Vec<u32>>>();
                lines.extend(line.map(|cells| cells.iter().fold(0, |line, cell| line | cell)));
            }
        }
        lines.sort_unstable();
        lines.dedup();
        Mnk { stones: [0, 0], cells: cells as u32, lines, question, played: Vec::new() }
    }

    fn first_to_move(&self) -> bool {
        self.played.len().is_multiple_of(2)
    }

    fn row(&self, player: usize) -> bool {
        self.lines.iter().any(|&line| self.stones[player] & line == line)
    }

    /// Is the game over? `Some(Some(true))`: the first player has won; `Some(None)`: a draw.
    pub fn over(&self) -> Option<Option<bool>> {
        let first = self.first_to_move();
        super::over(first, self.row(usize::from(first)), self.played.len() == self.cells as usize)
    }
}

impl Rules for Mnk {
    type Move = u8;

    fn turn(&self) -> Turn {
        self.question.side(self.over(), self.first_to_move())
    }

    fn moves(&self, out: &mut Vec<u8>) {
        if self.over().is_none() {
            let taken = self.stones[0] | self.stones[1];
            out.extend((0..self.cells as u8).filter(|cell| taken >> cell & 1 == 0));
        }
    }

    fn play(&mut self, cell: u8) {
        self.stones[self.played.len() % 2] |= 1 << cell;
        self.played.push(cell);
    }

    fn undo(&mut self) {
        let cell = self.played.pop().expect("a move to take back");
        self.stones[self.played.len() % 2] &= !(1 << cell);
    }

    fn key(&self) -> u64 {
        u64::from(self.stones[0]) | u64::from(self.stones[1]) << 32
    }
}

impl Resources for Mnk {
    type Resource = ();
    fn resource(&self) {}
}

impl Hints for Mnk {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Plies;
    use crate::engines::brute::Brute;
    use crate::{GameValue, Limits, drive};

    fn verdict(m: usize, n: usize, k: usize, question: Objective) -> GameValue {
        let mut search = Brute::new(Mnk::new(m, n, k, question));
        drive(&mut search, &Limits::default(), &mut ()).verdict
    }

    #[test]
    fn tic_tac_toe_is_a_draw() {
        let answers = Objective::ALL.map(|question| verdict(3, 3, 3, question).answer());
        assert_eq!(answers, [Some(false), Some(true), Some(false), Some(true)]);
        let mut search = Brute::new(Mnk::new(3, 3, 3, Objective::FirstWins));
        drive(&mut search, &Limits::default(), &mut ());
        // The number of positions of tic-tac-toe, finished ones and no symmetry.
        assert_eq!(search.positions(), 5478);
    }

    #[test]
    fn three_in_a_row_on_a_longer_board_is_won() {
        assert_eq!(verdict(4, 3, 3, Objective::FirstWins), GameValue::Proved(Plies::new(7)));
        assert_eq!(verdict(3, 2, 2, Objective::FirstWins), GameValue::Proved(Plies::new(3)));
        assert_eq!(verdict(4, 1, 3, Objective::SecondDraws).answer(), Some(true));
    }
}
