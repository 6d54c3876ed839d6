//! The answer to a problem as text, JSON, USI and records.

use crate::args::{Answers, Question};
use crate::commands::solve::{Solved, Verdict, reason};
use crate::report::Report;
use serde_json::json;
use tsumugi_notation::japanese::{Style, line_names};
use tsumugi_notation::read::{self, Format};
use tsumugi_notation::{Ending, Play, Record};

/// For a person.
pub fn text(solved: &Solved<'_>) -> String {
    let found = &solved.found;
    let proved = match (found.proved, solved.question) {
        (true, Question::Mate) => "   (proved)",
        // Checked by the program itself, which leaves nothing to verify.
        (true, Question::Brinkmate) => "   (checked)",
        (false, _) => "",
    };
    let name = solved.source.name.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
    match found.verdict {
        Verdict::Yes(plies) => {
            let setup = solved.problem.position().to_setup();
            let line = line_names(&setup, &found.line, Style::Triangles).unwrap_or_default().join(" ");
            // Over already, or found by an engine that keeps no line.
            let end = if line.is_empty() { "" } else { "\n" };
            let yes = match solved.question {
                Question::Mate => "mate in at most",
                Question::Brinkmate => "brinkmate, mate in at most",
            };
            format!("{name}{yes} {plies}{proved}\n{line}{end}")
        }
        Verdict::No => format!("{name}{}{proved}\n", no(solved)),
        Verdict::Unknown(_) => {
            format!(
                "{name}unknown: {}\n",
                match reason(solved) {
                    Some("time") => "the time is up",
                    Some("nodes") => "the limit of nodes is reached",
                    Some("memory") => "the memory is used up",
                    Some("stopped") => "stopped",
                    _ => "the engine gave up",
                }
            )
        }
    }
}

/// The answer no, in words.
fn no(solved: &Solved<'_>) -> &'static str {
    match solved.question {
        Question::Mate => "no mate",
        Question::Brinkmate => "no brinkmate",
    }
}

/// For programs: one object per problem and line.
pub fn json(solved: &Solved<'_>) -> String {
    let found = &solved.found;
    let (question, no) = match solved.question {
        Question::Mate => ("mate", "nomate"),
        Question::Brinkmate => ("brinkmate", "nobrinkmate"),
    };
    let (verdict, length) = match found.verdict {
        Verdict::Yes(plies) => (question, Some(plies)),
        Verdict::No => (no, None),
        Verdict::Unknown(_) => ("unknown", None),
    };
    let line: Vec<String> = found.line.iter().map(ToString::to_string).collect();
    let object = json!({
        "sfen": solved.problem.position().to_sfen(),
        "question": question,
        "verdict": verdict,
        "length": length,
        "strict_length": length,
        "shortest": false,
        "line": line,
        "nodes": found.stats.plays,
        "expansions": found.stats.expansions,
        "seconds": (solved.seconds * 1000.0).round() / 1000.0,
        "reason": reason(solved),
        "engine": solved.engine,
        "proved": found.proved,
        "certificate": solved.certificate,
    });
    format!("{object}\n")
}

/// As a USI engine answers `go mate`.
pub fn usi(solved: &Solved<'_>) -> String {
    let line = || solved.found.line.iter().map(|m| format!(" {m}")).collect::<String>();
    match solved.found.verdict {
        Verdict::Yes(_) => format!("checkmate{}\n", line()),
        Verdict::No => "checkmate nomate\n".to_string(),
        Verdict::Unknown(_) => "checkmate timeout\n".to_string(),
    }
}

/// As a record with the line found.
pub fn record(solved: &Solved<'_>, format: Answers) -> Result<String, Report> {
    let mut record = Record::of_line(solved.problem.position().to_setup(), solved.found.line.clone());
    record.headers = solved.source.record.headers.clone();
    let last = record.main_line_from(Record::ROOT).last().copied().unwrap_or(Record::ROOT);
    let ending = match (solved.found.verdict, solved.question) {
        (Verdict::Yes(_), _) => Ok(Ending::Mate),
        (Verdict::No, Question::Mate) => Ok(Ending::NoMate),
        (Verdict::No, Question::Brinkmate) => Err(no(solved)),
        (Verdict::Unknown(_), _) => Err("unknown"),
    };
    match ending {
        Ok(ending) => _ = record.add(last, Play::End(ending)),
        Err(comment) => record.node_mut(last).comments.push(comment.to_string()),
    }
    let format = match format {
        Answers::Ki2 => Format::Ki2,
        Answers::Csa => Format::Csa,
        _ => Format::Kif,
    };
    let here = |message: String| Report::new(message).at(solved.source.place.clone());
    read::write(&record, format).map_err(|why| here(why.to_string()))
}
