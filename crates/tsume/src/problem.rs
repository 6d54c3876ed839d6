//! A mate problem: a position, and who is to mate whom.

use crate::game::attacker_of;
use tsumugi_shogi::{Color, Move, Position, Setup, SetupError, Waivers};

/// A mate problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    position: Position,
    attacker: Color,
}

impl Problem {
    /// The problem of a position in which everything is as written.
    pub fn new(position: Position) -> Problem {
        let attacker = attacker_of(&position);
        Problem { position, attacker }
    }

    /// As [`Problem::from_setup`], with this side as the attacker, if one is named.
    ///
    /// # Errors
    /// What is wrong with the diagram.
    pub fn from_setup_for(
        setup: &Setup,
        waivers: Waivers,
        as_written: bool,
        attacker: Option<Color>,
    ) -> Result<Problem, SetupError> {
        let mut problem = Problem::new(Position::new(setup, waivers)?);
        problem.attacker = attacker.unwrap_or(problem.attacker);
        let defender = problem.defender();
        if as_written || setup.hands[defender.index()] != [0; 7] {
            return Ok(problem);
        }
        let mut setup = setup.clone();
        setup.give_rest_to(defender);
        Ok(Problem { position: Position::new(&setup, waivers)?, ..problem })
    }

    /// Admits a diagram as a problem. If the defender holds nothing and the set is incomplete, it gets the rest
    /// of the set, as the convention of mate problems has it, unless the hands are meant `as_written`.
    ///
    /// # Errors
    /// What is wrong with the diagram.
    pub fn from_setup(
        setup: &Setup,
        waivers: Waivers,
        as_written: bool,
    ) -> Result<Problem, SetupError> {
        Problem::from_setup_for(setup, waivers, as_written, None)
    }

    /// The same position with this side as the attacker.
    #[must_use]
    pub fn attacked_by(self, attacker: Color) -> Problem {
        Problem { attacker, ..self }
    }

    /// The pawn that would mate if the attacker dropped it now, were that not forbidden (打歩詰).
    pub fn pawn_drop_mate(&self) -> Option<Move> {
        self.position().forbidden_pawn_drop().filter(|_| self.position().turn() == self.attacker())
    }

    /// The problem that is left after a legal move: the same attacker, the same pieces in play.
    #[must_use]
    pub fn after(&self, m: Move) -> Problem {
        let mut position = self.position.clone();
        _ = position.play(m);
        Problem { position, attacker: self.attacker }
    }

    /// The position.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Who gives mate.
    pub fn attacker(&self) -> Color {
        self.attacker
    }

    /// Who is to be mated.
    pub fn defender(&self) -> Color {
        !self.attacker
    }
}
