//! Checks a line of play that is claimed to be a helpmate: move by move, by the slow rules.
//!
//! What is checked is that the line *is* a mate by the rules. That none is shorter, and how many there are, rests on
//! the search.

use crate::naive::{Color, Move, Position};
use std::fmt;

/// What the end of the line is to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LineGoal {
    /// The side that is checked is mated.
    MateDefender,
    /// The side that checks is mated.
    MateAttacker,
}

/// Why a line is not what it claims to be.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct LineFault {
    /// After how many moves; the number of moves for a fault of the last position.
    pub ply: usize,
    /// What is wrong there.
    pub reason: LineReason,
}

/// What is wrong with a line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum LineReason {
    /// The problem is no SFEN.
    NotASfen,
    /// A text is no USI move.
    NotAMove,
    /// A move is not legal.
    Illegal,
    /// A move of the attacker gives no check.
    NoCheck,
    /// The last position is no mate of the right side.
    NoMate,
}

impl fmt::Display for LineReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            LineReason::NotASfen => "not a SFEN",
            LineReason::NotAMove => "not a move",
            LineReason::Illegal => "the next move is not legal",
            LineReason::NoCheck => "the attacker's move gave no check",
            LineReason::NoMate => "it is no mate",
        })
    }
}

impl fmt::Display for LineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "after {} moves: {}", self.ply, self.reason)
    }
}

impl std::error::Error for LineFault {}

/// Checks that the line is legal, that each move of the attacker gives check, and that it ends in mate.
///
/// # Errors
/// The first thing that is wrong.
pub fn check_line<'a>(
    sfen: &str,
    attacker_is_black: bool,
    goal: LineGoal,
    moves: impl IntoIterator<Item = &'a str>,
) -> Result<(), LineFault> {
    let fault = |ply, reason| Err(LineFault { ply, reason });
    let Ok(mut position) = Position::from_sfen(sfen) else { return fault(0, LineReason::NotASfen) };
    let attacker = if attacker_is_black { Color::Black } else { Color::White };
    let mut ply = 0;
    for text in moves {
        let Ok(m) = text.parse::<Move>() else { return fault(ply, LineReason::NotAMove) };
        if !position.is_legal(m) {
            return fault(ply, LineReason::Illegal);
        }
        let checks = position.turn() == attacker;
        position = position.play(m);
        ply += 1;
        if checks && !position.in_check(attacker.opponent()) {
            return fault(ply, LineReason::NoCheck);
        }
    }
    let mated = match goal {
        LineGoal::MateDefender => attacker.opponent(),
        LineGoal::MateAttacker => attacker,
    };
    match position.turn() == mated && position.is_mate() {
        true => Ok(()),
        false => fault(ply, LineReason::NoMate),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROBLEM: &str = "4k4/9/4P4/9/9/9/9/9/9 b RG2b 1";

    fn check(line: &str) -> Result<(), LineFault> {
        check_line(PROBLEM, true, LineGoal::MateDefender, line.split(' '))
    }

    #[test]
    fn a_line_is_checked_to_its_end() {
        assert_eq!(check("R*5b 5a4a G*4b"), Ok(()));
        let moves = "R*5b 5a4a G*4b".split(' ');
        assert!(check_line(PROBLEM, true, LineGoal::MateAttacker, moves).is_err());
        for (line, ply, reason) in [
            ("R*5b", 1, LineReason::NoMate),
            ("R*1b", 1, LineReason::NoCheck),
            ("R*5b B*5c", 1, LineReason::Illegal),
            ("R*5b x", 1, LineReason::NotAMove),
        ] {
            let fault = check(line).unwrap_err();
            assert_eq!((fault.ply, fault.reason), (ply, reason), "{line}");
        }
    }
}
