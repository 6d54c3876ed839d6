//! `tree`: what is known about any position below the one that was set up, in words.

use crate::position::Readings;
use tsumugi_api::inspect::{Answer, Knowledge};
use tsumugi_shogi::Move;
use tsumugi_tsume::{Known, Problem, Standing};

/// What is known about the position after these moves, a line for it and one for each move there.
///
/// # Errors
/// When a move cannot be played, or there is no table: nothing was searched yet, or the search runs where its memory is not
/// ours.
pub fn lines(
    readings: &Readings,
    moves: &[(usize, Move)],
    knowledge: Option<&mut Knowledge>,
) -> Result<Vec<String>, String> {
    let knowledge = knowledge.ok_or("there is no table to look at")?;
    let mut lines = Vec::new();
    for problem in [&readings.first].into_iter().chain(&readings.other) {
        let here = played(problem, moves)?;
        lines.extend(words(&knowledge.about(&here), here.attacker() == problem.position().turn()));
    }
    Ok(lines)
}

fn played(problem: &Problem, moves: &[(usize, Move)]) -> Result<Problem, String> {
    moves.iter().try_fold(problem.clone(), |here, &(column, m)| {
        let legal = here.position().is_legal(m);
        legal.then(|| here.after(m)).ok_or(format!("column {column}: {m} is not a legal move there"))
    })
}

/// `mover_attacks`: is it the side to move at the start that is to mate?
fn words(answer: &Answer, mover_attacks: bool) -> Vec<String> {
    let turn = if answer.attacks { "attacker" } else { "defender" };
    let whom = if mover_attacks { "" } else { "as the defender: " };
    let head = format!("{whom}sfen {}, {turn} to move: {}", answer.sfen, standing(&answer.known));
    let each = answer.moves.iter().map(|(m, known)| format!("{whom}{m} {}", standing(known)));
    [head].into_iter().chain(each).collect()
}

fn standing(known: &Known) -> String {
    let longer = known.not_within.map(|plies| format!(", not within {plies}")).unwrap_or_default();
    let best = known.best.map(|m| format!(", by {m}")).unwrap_or_default();
    match known.standing {
        Standing::Mate(0) => "mate".to_string(),
        Standing::Mate(plies) => {
            let longer = if known.not_within.is_some_and(|not| not >= plies) { "" } else { &longer };
            format!("mate within {plies}{longer}{best}")
        }
        Standing::NoMate => format!("no mate{best}"),
        Standing::Open { pn, dn } => format!("open, pn {pn} dn {dn}{longer}"),
        Standing::Unknown => "not searched".to_string(),
    }
}
