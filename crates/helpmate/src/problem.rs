//! A helpmate problem: a position, who is to be mated, and which moves either side has.

use crate::key;
use std::fmt;
use tsumugi_shogi::{Color, MoveList, Packer, Position, Setup, SetupError, Waivers};

/// Whose king is to be mated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Goal {
    /// The defender's (協力詰).
    #[default]
    Helpmate,
    /// The attacker's own, by a move of the defender (協力自玉詰).
    HelpSelfmate,
}

/// What a caller says about a problem beyond its diagram.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Conditions {
    /// Whose king is to be mated.
    pub goal: Goal,
    /// Who checks; by default the side to move, and with one king on the board the side without.
    pub attacker: Option<Color>,
    /// Take a defender's empty hand as empty instead of giving it the rest of the set.
    pub as_written: bool,
    /// Which rules the diagram may break, beyond a missing king.
    pub waivers: Waivers,
    /// Nothing longer than this counts.
    pub plies: Option<u32>,
    /// Only mates that leave the attacker without pieces in hand count (駒余りなし).
    pub no_surplus: bool,
}

/// A helpmate problem.
#[derive(Clone, Debug)]
pub struct Problem {
    position: Position,
    attacker: Color,
    packer: Packer,
    conditions: Conditions,
}

/// Why a diagram is no helpmate problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProblemError {
    /// Play cannot start from the diagram.
    Setup(SetupError),
    /// The side that is to be mated has no king.
    NoKingToMate(Color),
    /// The side that is to be checked has no king.
    NoKingToCheck(Color),
    /// More than forty pieces.
    TooManyPieces,
}

impl fmt::Display for ProblemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProblemError::Setup(error) => error.fmt(f),
            ProblemError::NoKingToMate(color) => write!(f, "{color} is to be mated but has no king"),
            ProblemError::NoKingToCheck(color) => write!(f, "{color} is to be checked but has no king"),
            ProblemError::TooManyPieces => write!(f, "a helpmate has at most forty pieces"),
        }
    }
}

impl std::error::Error for ProblemError {}

impl From<SetupError> for ProblemError {
    fn from(error: SetupError) -> ProblemError {
        ProblemError::Setup(error)
    }
}

impl Problem {
    /// Admits a diagram as a problem. If the defender holds nothing and the set is incomplete, it gets the rest of
    /// the set, unless the hands are meant as written. Either side may move first (受先: the defender).
    ///
    /// # Errors
    /// Why this is no problem.
    pub fn from_setup(setup: &Setup, conditions: Conditions) -> Result<Problem, ProblemError> {
        let waivers = conditions.waivers.and(tsumugi_shogi::FaultName::MissingKing);
        let mut position = Position::new(setup, waivers)?;
        let attacker = conditions.attacker.unwrap_or_else(|| attacker_of(&position));
        let defender = !attacker;
        if !conditions.as_written && setup.hands[defender.index()] == [0; 7] {
            let mut setup = setup.clone();
            setup.give_rest_to(defender);
            position = Position::new(&setup, waivers)?;
        }
        if position.king(defender).is_none() {
            return Err(ProblemError::NoKingToCheck(defender));
        }
        if conditions.goal == Goal::HelpSelfmate && position.king(attacker).is_none() {
            return Err(ProblemError::NoKingToMate(attacker));
        }
        let packer = Packer::new(&position, attacker).ok_or(ProblemError::TooManyPieces)?;
        Ok(Problem { position, attacker, packer, conditions })
    }

    /// Where play starts.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Who checks with every move.
    pub fn attacker(&self) -> Color {
        self.attacker
    }

    /// Who helps.
    pub fn defender(&self) -> Color {
        !self.attacker
    }

    /// Whose king is to be mated.
    pub fn goal(&self) -> Goal {
        self.conditions.goal
    }

    /// The conditions as given.
    pub fn conditions(&self) -> &Conditions {
        &self.conditions
    }

    /// The most plies a solution may have.
    pub fn plies(&self) -> u32 {
        self.conditions.plies.unwrap_or(u32::MAX)
    }

    /// Packs the positions of this problem into forty bytes.
    pub fn packer(&self) -> &Packer {
        &self.packer
    }

    /// Is it the attacker's move?
    #[inline]
    pub fn attacks(&self, position: &Position) -> bool {
        position.turn() == self.attacker
    }

    /// The moves of the side to move: checks for the attacker, every legal move for the defender. A pawn drop that
    /// mates is not among them.
    #[inline]
    pub fn moves(&self, position: &Position, out: &mut MoveList) {
        match self.attacks(position) {
            true => position.checks(out),
            false => position.legal_moves(out),
        }
    }

    /// Is this the end of a solution? Asked of a position that was reached by such moves.
    #[inline]
    pub fn is_goal(&self, position: &Position) -> bool {
        let mated = match self.goal() {
            Goal::Helpmate => self.defender(),
            Goal::HelpSelfmate => self.attacker,
        };
        position.turn() == mated
            && position.is_mate()
            && (!self.conditions.no_surplus || position.hand(self.attacker).is_empty())
    }

    /// The 64-bit key of a position of this problem.
    #[inline]
    pub fn key(&self, position: &Position) -> u64 {
        key::key(position, self.attacker)
    }

    /// The 128-bit key of a position of this problem.
    pub fn wide_key(&self, position: &Position) -> u128 {
        key::wide_key(position, self.attacker)
    }
}

/// The side to move if both kings are on the board; with one king, the other side.
fn attacker_of(position: &Position) -> Color {
    match (position.king(Color::Black), position.king(Color::White)) {
        (None, Some(_)) => Color::Black,
        (Some(_), None) => Color::White,
        _ => position.turn(),
    }
}
