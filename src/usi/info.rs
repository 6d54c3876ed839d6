//! What the engine says: `info` lines and answers, in ASCII only, since user interfaces differ in their encodings.

use super::go::Question;
use super::worker::{Found, Progress};
use tsumugi_andor::Stats;
use tsumugi_tsume::{StopReason, Verdict};

/// How a search goes on.
pub fn progress(progress: &Progress) -> String {
    let depth = progress.stats.max_depth;
    let line: String = progress.line.iter().map(|m| format!(" {m}")).collect();
    // A line ends with `string`, so numbers that have no word of their own go last, in place of a line.
    if line.is_empty() {
        let root = progress.root;
        return format!(
            "info depth {depth} {} string pn {} dn {}",
            figures(progress),
            root.pn(),
            root.dn()
        );
    }
    format!("info depth {depth} {} pv{line}", figures(progress))
}

/// What a search found. `attacks`: does the side to move attack? `stopped`: why it was stopped, if it was.
pub fn found(found: &Found, attacks: bool, stopped: &str) -> String {
    let Found { answer, end } = found;
    match answer.verdict {
        Verdict::Mate(plies) => {
            let sign = if attacks { "" } else { "-" };
            let line = answer.best.iter().filter(|_| answer.line.is_empty()).chain(&answer.line);
            let line: String = line.map(|m| format!(" {m}")).collect();
            let pv = if line.is_empty() { String::new() } else { format!(" pv{line}") };
            format!("info depth {plies} {} score mate {sign}{plies}{pv}", figures(end))
        }
        Verdict::NoMate => {
            format!("info depth {} {} string no mate", end.stats.max_depth, figures(end))
        }
        Verdict::Unknown(reason) => {
            let why = match reason {
                StopReason::Nodes => "the limit of nodes is reached",
                StopReason::Memory => "the memory is used up",
                StopReason::Stopped => stopped,
                StopReason::GaveUp => "the engine gave up",
            };
            format!("info depth {} {} string unknown: {why}", end.stats.max_depth, figures(end))
        }
    }
}

fn figures(progress: &Progress) -> String {
    let Progress { stats: Stats { max_depth, plays, .. }, fill, elapsed, .. } = progress;
    let nps = (*plays as f64 / elapsed.as_secs_f64().max(0.001)) as u64;
    let full = (fill * 1000.0) as u64;
    format!("seldepth {max_depth} time {} nodes {plays} nps {nps} hashfull {full}", elapsed.as_millis())
}

/// The answer to a question, from what was found about it, if anything was.
pub fn answer(question: Question, found: Option<&Found>) -> String {
    let answer = found.map(|found| &found.answer);
    match question {
        Question::Move => {
            let best = answer.and_then(|answer| answer.best);
            best.map_or_else(|| "bestmove resign".to_string(), |m| format!("bestmove {m}"))
        }
        Question::Mate => match answer.map(|answer| (answer.verdict, &answer.line)) {
            // Mated already. User interfaces look for the blank.
            Some((Verdict::Mate(0), _)) => "checkmate ".to_string(),
            Some((Verdict::Mate(_), line)) if !line.is_empty() => {
                format!("checkmate{}", line.iter().map(|m| format!(" {m}")).collect::<String>())
            }
            Some((Verdict::NoMate, _)) => "checkmate nomate".to_string(),
            _ => "checkmate timeout".to_string(),
        },
    }
}

/// The answer to a question that makes no sense.
pub fn refusal(question: Question) -> &'static str {
    match question {
        Question::Mate => "checkmate notimplemented",
        Question::Move => "bestmove resign",
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
        assert_eq!(answer(Question::Mate, None), "checkmate timeout");
        assert_eq!(answer(Question::Move, None), "bestmove resign");
    }
}
