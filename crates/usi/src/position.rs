//! `position …` → a mate problem, or what is wrong with it.
//!
//! The side to move attacks, as everywhere in USI. A side to move that stands in check may also be the one to be mated;
//! that is a second reading, of interest only where the first has no mate.

use serde::{Deserialize, Serialize};
use tsumugi_api::Side;
use tsumugi_notation::ReadError;
use tsumugi_notation::usi::PositionLine;
use tsumugi_shogi::{Color, Position, PositionError, Waivers};
use tsumugi_tsume::Problem;

/// How a position is understood.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rules {
    /// A defender's empty hand is empty; otherwise it holds the rest of the set.
    pub as_written: bool,
    /// Where a side to move that is in check has no mate itself, is it asked whether it is mated?
    pub checked_defends: bool,
}

/// What a position asks.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(into = "Texts", try_from = "Texts")]
pub struct Readings {
    /// Does the attacker mate?
    pub first: Problem,
    /// If not: is the side to move, which is in check, mated?
    pub other: Option<Problem>,
}

/// Readings as they are sent: the position, and who attacks in each.
#[derive(Clone, Serialize, Deserialize)]
struct Texts {
    sfen: String,
    attackers: Vec<Side>,
}

impl From<Readings> for Texts {
    fn from(readings: Readings) -> Texts {
        let sfen = readings.first.position().to_sfen();
        let all = [&readings.first].into_iter().chain(&readings.other);
        Texts { sfen, attackers: all.map(|problem| problem.attacker().into()).collect() }
    }
}

impl TryFrom<Texts> for Readings {
    type Error = PositionError;

    fn try_from(texts: Texts) -> Result<Readings, PositionError> {
        let problem = Problem::new(Position::from_sfen(&texts.sfen)?);
        let mut all = texts.attackers.iter().map(|&side| problem.clone().attacked_by(side.into()));
        Ok(Readings { first: all.next().unwrap_or_else(|| problem.clone()), other: all.next() })
    }
}

/// What is wrong with a line; there is only one.
pub fn unreadable(error: ReadError) -> String {
    format!("column {}: {}", error.column, error.why)
}

/// What is asked about the position at the end of a line of moves.
///
/// # Errors
/// When play cannot start from the diagram, or a move is illegal.
pub fn readings(asked: &PositionLine, rules: Rules) -> Result<Readings, String> {
    // The hands are completed before the first move: later the defender may have dropped something.
    let start = Problem::from_setup(&asked.setup, Waivers::TSUME, rules.as_written);
    let mut position = start.map_err(|error| error.to_string())?.position().clone();
    for &(column, m) in &asked.moves {
        if !position.is_legal(m) {
            return Err(format!("column {column}: {m} is not a legal move there"));
        }
        let _ = position.play(m);
    }
    let both = Color::ALL.into_iter().all(|color| position.king(color).is_some());
    let first = Problem::new(position);
    let defends = both && first.position().in_check() && rules.checked_defends;
    let other = defends.then(|| first.clone().attacked_by(first.defender()));
    Ok(Readings { first, other })
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULES: Rules = Rules { as_written: false, checked_defends: true };

    fn asked(text: &str, rules: Rules) -> Result<Readings, String> {
        readings(&PositionLine::parse(text).map_err(unreadable)?, rules)
    }

    #[test]
    fn the_side_to_move_attacks_even_in_check() {
        let only_attacks = Rules { checked_defends: false, ..RULES };
        for (sfen, rules, attacker, other) in [
            ("4k4/9/4P4/9/9/9/9/9/9 b G", RULES, Color::Black, None),
            ("4k4/4G4/4P4/9/9/9/9/9/9 w -", RULES, Color::Black, None),
            ("9/9/9/9/9/9/4p4/9/4K4 w g", RULES, Color::White, None),
            ("4k4/9/4P4/9/9/9/9/9/4K4 b G", RULES, Color::Black, None),
            ("4k4/4G4/4P4/9/9/9/9/9/4K4 w -", RULES, Color::White, Some(Color::Black)),
            ("4k4/4G4/4P4/9/9/9/9/9/4K4 w -", only_attacks, Color::White, None),
        ] {
            let readings = asked(&format!("position sfen {sfen}"), rules).unwrap();
            assert_eq!(readings.first.attacker(), attacker, "{sfen}");
            assert_eq!(readings.other.map(|problem| problem.attacker()), other, "{sfen}");
        }
    }

    #[test]
    fn the_defender_holds_the_rest_before_the_first_move() {
        let problem = asked("position sfen 4k4/9/9/9/9/9/9/9/8L b G 1 moves 1i1e P*5b", RULES);
        let sfen = "4k4/4p4/9/9/8L/9/9/9/9 b G2r2b3g4s4n3l17p 3";
        assert_eq!(problem.unwrap().first.position().to_sfen(), sfen);
        let as_written = Rules { as_written: true, ..RULES };
        let problem = asked("position sfen 4k4/9/4P4/9/9/9/9/9/9 b G", as_written).unwrap();
        assert_eq!(problem.first.position().hand(Color::White), tsumugi_shogi::Hand::EMPTY);
    }

    #[test]
    fn readings_arrive_as_they_were_sent() {
        for line in [
            "position startpos moves 7g7f 3c3d",
            "position sfen 4k4/9/4P4/9/9/9/9/9/9 b G",
            "position sfen 4k4/4G4/4P4/9/9/9/9/9/9 w - 12",
            "position sfen 4k4/4G4/4P4/9/9/9/9/9/4K4 w -",
            "position sfen 4k4/9/9/9/9/9/9/9/8L b G 1 moves 1i1e P*5b",
        ] {
            let sent = asked(line, RULES).unwrap();
            let text = serde_json::to_string(&sent).unwrap();
            assert_eq!(serde_json::from_str::<Readings>(&text).unwrap(), sent, "{line}");
        }
        let none = r#"{ "sfen": "9/9/9/9/9/9/9/9/9 b -", "attackers": ["black"] }"#;
        assert!(serde_json::from_str::<Readings>(none).is_err());
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (line, why) in [
            ("position sfen 4k4/9 b -", "column 20: the board has 2 ranks, expected 9"),
            ("position startpos moves 7g7f 7g7f", "column 30: 7g7f is not a legal move there"),
            ("position startpos moves 7g7f 3c3e", "column 30: 3c3e is not a legal move there"),
            ("position startpos moves 7g7f 3c3", "column 33: the move ends too soon"),
            ("position startpos 7g7f", "column 19: expected moves"),
            ("position sfen 9/9/9/9/9/9/9/9/9 b -", "there is no king"),
        ] {
            let error = asked(line, RULES).unwrap_err();
            assert!(error.contains(why), "{line}: {error}");
        }
    }
}
