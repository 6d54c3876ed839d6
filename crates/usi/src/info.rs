//! What the engine says: `info` lines and answers, in ASCII only, since user interfaces differ in their encodings.

use crate::Course;
use crate::search::Found;
use tsumugi_api::Reason;
use tsumugi_api::solve::{Answer, Outcome, Verdict};
use tsumugi_notation::usi::AnswerKind;
use tsumugi_shogi::Move;

/// How a search goes on: what is known of each move, if that is asked for, else the line it is at.
pub fn progress(course: &Course, attacks: bool) -> Vec<String> {
    let moves = moves(&course.moves, course, attacks);
    if moves.is_empty() { vec![current_line(course)] } else { moves }
}

fn current_line(course: &Course) -> String {
    let depth = course.depth;
    // A line ends with `string`, so numbers that have no word of their own go last, in place of a line.
    if course.line.is_empty() {
        let (pn, dn) = (course.pn.unwrap_or(1), course.dn.unwrap_or(1));
        return format!("info depth {depth} {} string pn {pn} dn {dn}", figures(course));
    }
    format!("info depth {depth} {} pv {}", figures(course), course.line.join(" "))
}

/// A line for each move of which it is known what it comes to, the best first. A move without a mate has no score: the
/// engine has no opinion about it. User interfaces that show the latest line of each number want all of them again when
/// one changes.
fn moves(outcomes: &[Outcome], end: &Course, attacks: bool) -> Vec<String> {
    let mut settled: Vec<&Outcome> =
        outcomes.iter().filter(|outcome| outcome.verdict.is_yes().is_some()).collect();
    // Scores count every ply, so that is what they are sorted by here.
    settled.sort_by_key(|outcome| match (outcome.verdict, attacks) {
        (Verdict::Mate, true) => (0, i64::from(outcome.strict_at_most.unwrap_or(0))),
        (Verdict::Mate, false) => (2, -i64::from(outcome.strict_at_most.unwrap_or(0))),
        _ => (1, 0),
    });
    let one = |(i, outcome): (usize, &&Outcome)| {
        let sign = if attacks { "" } else { "-" };
        // Told of the position before the move, whose mate is one ply longer.
        let plies = outcome.strict_at_most.filter(|_| outcome.verdict == Verdict::Mate);
        let score = plies.map(|plies| format!(" score mate {sign}{plies}")).unwrap_or_default();
        let line = joined(outcome.whole_line());
        let depth = plies.unwrap_or(outcome.line.len() as u32);
        let figures = figures(&Course { depth: end.depth.max(depth), ..end.clone() });
        format!("info depth {depth} {figures} multipv {}{score} pv{line}", i + 1)
    };
    settled.iter().enumerate().map(one).collect()
}

/// Moves as USI writes them, a space before each.
fn joined(moves: &[Move]) -> String {
    moves.iter().map(|m| format!(" {m}")).collect()
}

/// What a search found. `attacks`: does the side to move attack? `stopped`: why it was stopped, if it was.
pub fn found(found: &Found, attacks: bool, stopped: &str) -> Vec<String> {
    let Found { answer, other, end } = found;
    // The side to move does not mate; that it is mated itself is said first, so that the verdict comes last.
    let mated = other.as_ref().filter(|other| other.verdict == Verdict::Mate);
    let mated = mated.map(|other| verdict(other, end, !attacks, stopped));
    let outcomes = answer.moves.as_deref().unwrap_or_default();
    let mut lines = moves(outcomes, end, attacks);
    let open = outcomes.iter().filter(|outcome| outcome.verdict == Verdict::Unknown);
    let open: Vec<Move> = open.map(|outcome| outcome.m).collect();
    if !open.is_empty() {
        lines.push(remark(&format!("not known:{}", joined(&open))));
    }
    lines.extend(mated);
    // The first of several lines is that of the mate.
    if outcomes.is_empty() || answer.verdict != Verdict::Mate {
        lines.push(verdict(answer, end, attacks, stopped));
    }
    lines
}

fn verdict(answer: &Answer, end: &Course, attacks: bool, stopped: &str) -> String {
    match answer.verdict.is_yes() {
        Some(true) => {
            let plies = answer.strict_at_most.unwrap_or(0);
            let sign = if attacks { "" } else { "-" };
            let line = answer.whole_line();
            let line = answer.best.iter().filter(|_| line.is_empty()).chain(line);
            let line = joined(&line.copied().collect::<Vec<Move>>());
            let pv = if line.is_empty() { String::new() } else { format!(" pv{line}") };
            let end = &Course { depth: end.depth.max(plies), ..end.clone() };
            format!("info depth {plies} {} score mate {sign}{plies}{pv}", figures(end))
        }
        Some(false) => format!("info depth {} {} string no mate", end.depth, figures(end)),
        None => {
            let why = match answer.reason {
                Some(Reason::Nodes) => "the limit of nodes is reached",
                Some(Reason::Memory) => "the memory is used up",
                Some(Reason::Stopped) => stopped,
                Some(Reason::Time) => "the time is up",
                _ => "the engine gave up",
            };
            format!("info depth {} {} string unknown: {why}", end.depth, figures(end))
        }
    }
}

fn figures(course: &Course) -> String {
    let &Course { depth, nodes, seconds, .. } = course;
    let nps = (nodes as f64 / seconds.max(0.001)) as u64;
    let (time, full) = ((seconds * 1000.0) as u64, (course.fill.unwrap_or(0.0) * 1000.0) as u64);
    format!("seldepth {depth} time {time} nodes {nodes} nps {nps} hashfull {full}")
}

/// The answer to a question, from what was found about it, if anything was. `fallback`: a move to play if there is none that
/// mates or gets out of a mate.
pub fn answer(question: AnswerKind, found: Option<&Found>, fallback: Option<Move>) -> String {
    let answer = found.map(|found| &found.answer);
    let mated = answer.is_some_and(|answer| answer.strict_at_most == Some(0));
    match question {
        AnswerKind::Move => {
            // Whoever does not mate but is in check wants to get out of it.
            let other = found.and_then(|found| found.other.as_ref());
            let best = answer.and_then(|answer| answer.best).or(other.and_then(|other| other.best));
            let best = best.or(fallback);
            best.map_or_else(|| "bestmove resign".to_string(), |m| format!("bestmove {m}"))
        }
        AnswerKind::Mate => match answer.map(|answer| (answer.verdict, answer.whole_line())) {
            // Mated already: the side to move has no mate, nor any move.
            Some((Verdict::Mate, line)) if line.is_empty() && mated => "checkmate nomate".to_string(),
            Some((Verdict::Mate, line)) if !line.is_empty() => {
                format!("checkmate{}", joined(line))
            }
            Some((Verdict::NoMate, _)) => "checkmate nomate".to_string(),
            _ => "checkmate timeout".to_string(),
        },
    }
}

/// The answer to a question that makes no sense.
pub fn refusal(question: AnswerKind) -> &'static str {
    match question {
        AnswerKind::Mate => "checkmate notimplemented",
        AnswerKind::Move => "bestmove resign",
    }
}

/// A remark for the user.
pub fn remark(text: &str) -> String {
    let plain = |c: char| if c.is_ascii_graphic() || c == ' ' { c } else { '?' };
    format!("info string {}", text.chars().take(400).map(plain).collect::<String>())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_stay_on_one_line_of_ascii() {
        assert_eq!(remark("a\nb 王\u{7}"), "info string a?b ??");
    }

    #[test]
    fn what_is_not_known_is_not_denied() {
        assert_eq!(answer(AnswerKind::Mate, None, None), "checkmate timeout");
        assert_eq!(answer(AnswerKind::Move, None, None), "bestmove resign");
        assert_eq!(answer(AnswerKind::Move, None, "7g7f".parse().ok()), "bestmove 7g7f");
    }
}
