//! Connect Four on boards of any size.

use crate::Plies;
use crate::toy::Objective;
use crate::{Bounds, Decided, Hints, Resources, Rules, Turn};

/// A position. A move is the number of a column.
///
/// Stones lie in columns of `height + 1` bits, the topmost always empty, so that shifting by one row,
/// column or diagonal never runs from one column into another (Tromp's layout).
#[derive(Clone, Debug)]
pub struct ConnectFour {
    /// Stones of the first and the second player.
    stones: [u64; 2],
    width: u32,
    height: u32,
    question: Objective,
    look_ahead: bool,
    played: Vec<u8>,
}

impl ConnectFour {
    /// The empty board.
    ///
    /// # Panics
    /// If the board has no cells, or `width * (height + 1)` is over 63.
    pub fn new(width: u32, height: u32, question: Objective) -> ConnectFour {
        assert!(width > 0 && height > 0 && width * (height + 1) < 64, "a board that fits into 64 bits");
        ConnectFour { stones: [0, 0], width, height, question, look_ahead: false, played: Vec::new() }
    }

    /// Makes [`Hints::decided`] see who wins within two plies, and [`Hints::estimate`] count the moves that do not
    /// lose at once.
    pub fn with_look_ahead(mut self) -> ConnectFour {
        self.look_ahead = true;
        self
    }

    fn first_to_move(&self) -> bool {
        self.played.len().is_multiple_of(2)
    }

    /// The bits of a column, without the one above it.
    fn column(&self, column: u32) -> u64 {
        ((1 << self.height) - 1) << (column * (self.height + 1))
    }

    /// Are there four in a row?
    fn four(&self, stones: u64) -> bool {
        let four = |step: u32| {
            let pairs = stones & (stones >> step);
            pairs & (pairs >> (2 * step)) != 0
        };
        let column = self.height + 1;
        [1, column - 1, column, column + 1].into_iter().any(four)
    }

    /// The cell of the next stone in each column that is not full.
    fn cells(&self) -> impl Iterator<Item = u64> + '_ {
        let taken = self.stones[0] | self.stones[1];
        let cell = move |column| {
            let bits = self.column(column);
            ((taken & bits) + (bits & bits.wrapping_neg())) & bits
        };
        (0..self.width).map(cell).filter(|&cell| cell != 0)
    }

    /// Would a stone on this cell win for a player?
    fn wins(&self, player: usize, cell: u64) -> bool {
        self.four(self.stones[player] | cell)
    }

    /// The cells on which the mover does not lose at once.
    fn safe_cells(&self) -> impl Iterator<Item = u64> + '_ {
        let other = usize::from(self.first_to_move());
        let forced =
            self.cells().filter(move |&cell| self.wins(other, cell)).fold(0, |all, cell| all | cell);
        // The cell above may be one over the top of its column: then nobody can play there.
        let top: u64 =
            (0..self.width).map(|column| 1 << (column * (self.height + 1) + self.height)).sum();
        let buried = move |cell: u64| cell << 1 & top == 0 && self.wins(other, cell << 1);
        self.cells().filter(move |&cell| (forced & !cell) == 0 && !buried(cell))
    }

    /// Is the game over? `Some(Some(true))`: the first player has won; `Some(None)`: a draw.
    pub fn over(&self) -> Option<Option<bool>> {
        let first = self.first_to_move();
        let full = self.played.len() == (self.width * self.height) as usize;
        super::over(first, self.four(self.stones[usize::from(first)]), full)
    }
}

impl Rules for ConnectFour {
    type Move = u8;

    fn turn(&self) -> Turn {
        self.question.side(self.over(), self.first_to_move())
    }

    fn moves(&self, out: &mut Vec<u8>) {
        if self.over().is_none() {
            let taken = self.stones[0] | self.stones[1];
            let free = |&column: &u32| taken & self.column(column) != self.column(column);
            out.extend((0..self.width).filter(free).map(|column| column as u8));
        }
    }

    fn play(&mut self, column: u8) {
        let taken = self.stones[0] | self.stones[1];
        let bits = self.column(u32::from(column));
        // One above the highest stone.
        let cell = ((taken & bits) + (bits & bits.wrapping_neg())) & bits;
        debug_assert!(cell != 0, "the column is full");
        self.stones[self.played.len() % 2] |= cell;
        self.played.push(column);
    }

    fn undo(&mut self) {
        let column = self.played.pop().expect("a move to take back");
        let taken = (self.stones[0] | self.stones[1]) & self.column(u32::from(column));
        let top = 1 << (63 - taken.leading_zeros());
        self.stones[self.played.len() % 2] &= !top;
    }

    fn key(&self) -> u64 {
        // Every cell of the first player, and one more above each column: different for different boards.
        let taken = self.stones[0] | self.stones[1];
        let bottom: u64 = (0..self.width).map(|column| 1 << (column * (self.height + 1))).sum();
        self.stones[0] + taken + bottom
    }
}

impl Resources for ConnectFour {
    type Resource = ();
    fn resource(&self) {}
}

impl Hints for ConnectFour {
    fn decided(&mut self) -> Option<Decided<()>> {
        if !self.look_ahead || self.over().is_some() {
            return None;
        }
        let mover = usize::from(!self.first_to_move());
        let (winner, plies) = if self.cells().any(|cell| self.wins(mover, cell)) {
            (mover, 1)
        } else if self.safe_cells().next().is_none()
            && self.played.len() + 2 <= (self.width * self.height) as usize
        {
            (1 - mover, 2)
        } else {
            return None;
        };
        Some(match self.question.at_end(Some(winner == 0)) {
            Turn::And => Decided::Win(Plies::new(plies), ()),
            Turn::Or => Decided::Loss(()),
        })
    }

    fn estimate(&mut self) -> Bounds {
        if !self.look_ahead {
            return Bounds::UNIT;
        }
        // Of n moves all must fail for the other side: as in Othello, that takes more than n.
        let replies = (self.safe_cells().count().max(1) as u32).pow(2);
        match self.turn() {
            Turn::Or => Bounds::open(1, replies),
            Turn::And => Bounds::open(replies, 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engines::brute::Brute;
    use crate::{Limits, drive};

    /// Wins, draws or loses the first player?
    fn value(width: u32, height: u32) -> char {
        let ask = |question| {
            let mut search = Brute::new(ConnectFour::new(width, height, question));
            drive(&mut search, &Limits::default(), &mut ()).verdict.answer().expect("an answer")
        };
        match (ask(Objective::FirstWins), ask(Objective::SecondWins)) {
            (true, false) => '+',
            (false, true) => '-',
            (false, false) => '=',
            (true, true) => panic!("both win"),
        }
    }

    #[test]
    fn positions_are_counted_right() {
        // Tromp's count.
        let mut search = Brute::new(ConnectFour::new(4, 4, Objective::FirstWins));
        drive(&mut search, &Limits::default(), &mut ());
        assert_eq!(search.positions(), 161_029);
    }

    #[test]
    fn small_boards_are_drawn() {
        for (width, height) in [(4, 2), (4, 4), (5, 2), (5, 3), (3, 6), (6, 2)] {
            assert_eq!(value(width, height), '=', "{width} × {height}");
        }
    }

    #[test]
    fn looking_ahead_sees_what_is_there() {
        let mut rng = crate::toy::random_graphs::Rng::new(1);
        let (mut decided, mut moves) = (0, Vec::new());
        for question in Objective::ALL {
            let start = ConnectFour::new(4, 4, question);
            let mut truth = Brute::new(start.clone());
            drive(&mut truth, &Limits::default(), &mut ());
            for _ in 0..3000 {
                let mut game = start.clone().with_look_ahead();
                for _ in 0..rng.below(17) {
                    moves.clear();
                    game.moves(&mut moves);
                    if !moves.is_empty() {
                        game.play(moves[rng.below(moves.len())]);
                    }
                }
                let rank = truth.rank(&game).expect("a position of the game");
                match game.decided() {
                    Some(Decided::Win(plies, ())) => assert_eq!(rank, Some(plies.get()), "{game:?}"),
                    Some(Decided::Loss(())) => assert_eq!(rank, None, "{game:?}"),
                    None => continue,
                }
                decided += 1;
            }
        }
        assert!(decided > 500, "{decided}");
    }

    #[test]
    fn undo_takes_back_everything() {
        let mut game = ConnectFour::new(7, 6, Objective::FirstWins);
        let mut keys = Vec::new();
        for column in [3, 3, 3, 4, 2, 2, 6, 3, 0, 3, 3] {
            keys.push(game.key());
            game.play(column);
        }
        for key in keys.into_iter().rev() {
            game.undo();
            assert_eq!(game.key(), key);
        }
    }
}
