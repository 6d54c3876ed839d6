//! Little games and graphs whose truth is known: for tests, examples and experiments.

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
/// is, by definition, the one whose claim has failed: see [`Question::at_end`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Question {
    /// Can the first player win?
    FirstWins,
    /// Can the first player win or draw?
    FirstDraws,
    /// Can the second player win?
    SecondWins,
    /// Can the second player win or draw?
    SecondDraws,
}

impl Question {
    /// Every question.
    pub const ALL: [Question; 4] =
        [Question::FirstWins, Question::FirstDraws, Question::SecondWins, Question::SecondDraws];

    /// Is it about the first player?
    pub fn about_first(self) -> bool {
        matches!(self, Question::FirstWins | Question::FirstDraws)
    }

    /// The turn during the game.
    pub fn turn(self, first_to_move: bool) -> crate::Turn {
        if first_to_move == self.about_first() { crate::Turn::Or } else { crate::Turn::And }
    }

    /// The turn at the end of the game, with the winner if there is one (`Some(true)`: the first player).
    pub fn at_end(self, first_won: Option<bool>) -> crate::Turn {
        let yes = match self {
            Question::FirstWins => first_won == Some(true),
            Question::FirstDraws => first_won != Some(false),
            Question::SecondWins => first_won == Some(false),
            Question::SecondDraws => first_won != Some(true),
        };
        if yes { crate::Turn::And } else { crate::Turn::Or }
    }
}
