//! Little games and graphs whose truth is known: for tests, examples and experiments.

pub mod bare;
pub mod capture;
pub mod connect_four;
pub mod fixtures;
pub mod graph;
pub mod mnk;
pub mod othello;
pub mod random_graphs;
pub mod tangles;
pub mod tokens;

/// What is asked about a game that can be won by the first player, by the second, or drawn.
///
/// OR is the player the question is about. At the end of such a game nobody has a move, and the side to move
/// is, by definition, the one whose claim has failed: see [`Objective::at_end`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Objective {
    /// Can the first player win?
    FirstWins,
    /// Can the first player win or draw?
    FirstDraws,
    /// Can the second player win?
    SecondWins,
    /// Can the second player win or draw?
    SecondDraws,
}

impl Objective {
    /// Every question.
    pub const ALL: [Objective; 4] =
        [Objective::FirstWins, Objective::FirstDraws, Objective::SecondWins, Objective::SecondDraws];

    /// Is it about the first player?
    pub fn about_first(self) -> bool {
        matches!(self, Objective::FirstWins | Objective::FirstDraws)
    }

    /// The turn during the game.
    pub fn turn(self, first_to_move: bool) -> crate::Turn {
        if first_to_move == self.about_first() { crate::Turn::Or } else { crate::Turn::And }
    }

    /// The turn at the end of the game, with the winner if there is one (`Some(true)`: the first player).
    pub fn at_end(self, first_won: Option<bool>) -> crate::Turn {
        let yes = match self {
            Objective::FirstWins => first_won == Some(true),
            Objective::FirstDraws => first_won != Some(false),
            Objective::SecondWins => first_won == Some(false),
            Objective::SecondDraws => first_won != Some(true),
        };
        if yes { crate::Turn::And } else { crate::Turn::Or }
    }

    /// The side to move, also at the end of a game.
    fn side(self, winner: Option<Option<bool>>, first_to_move: bool) -> crate::Turn {
        match winner {
            Some(winner) => self.at_end(winner),
            None => self.turn(first_to_move),
        }
    }
}

/// Is a game of stones over, in which only the side that moved last can have won? `Some(Some(true))`: the first player has
/// won; `Some(None)`: the board is full, a draw.
fn over(first_to_move: bool, last_has_won: bool, full: bool) -> Option<Option<bool>> {
    match last_has_won {
        true => Some(Some(!first_to_move)),
        false => full.then_some(None),
    }
}
