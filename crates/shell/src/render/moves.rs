//! What each move comes to, a line of text each, the best first.

use crate::language::Tongue;
use tsumugi_api::solve::{Outcome, Verdict};
use tsumugi_shogi::Setup;

/// The moves with their mates and refutations.
pub fn text(setup: &Setup, outcomes: &[Outcome], tongue: Tongue) -> String {
    let rows: Vec<(String, String)> = outcomes
        .iter()
        .map(|outcome| (comes_to(outcome, tongue), tongue.line(setup, &outcome.line).join(" ")))
        .collect();
    let width = rows.iter().map(|(comes_to, _)| comes_to.chars().count()).max().unwrap_or(0);
    let row = |(i, (comes_to, line)): (usize, &(String, String))| {
        let filled = width - comes_to.chars().count();
        // Japanese characters take two columns.
        let fill = " ".repeat(filled * tongue.say("-", "--").len());
        format!("{:>4}. {comes_to}{fill}  {line}\n", i + 1)
    };
    rows.iter().enumerate().map(row).collect()
}

fn comes_to(outcome: &Outcome, tongue: Tongue) -> String {
    let most = outcome.at_most.unwrap_or(0);
    let (english, japanese) = match (outcome.verdict, outcome.length) {
        (Verdict::Mate, Some(plies)) => (format!("mate in {plies}"), format!("{plies}手詰")),
        (Verdict::Mate, None) => (format!("mate in at most {most}"), format!("{most}手以内の詰み")),
        (Verdict::NoMate, _) => ("no mate".to_string(), "不詰".to_string()),
        _ => ("not known".to_string(), "不明".to_string()),
    };
    tongue.say(&english, &japanese).to_string()
}
