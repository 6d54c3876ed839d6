//! The answer to a mate problem as text, JSON, USI and records.

use crate::args::Answers;
use crate::commands::solve::{Solved, reason};
use crate::report::Report;
use serde_json::json;
use tsumugi_notation::japanese::{Style, line_names};
use tsumugi_notation::read::{self, Format};
use tsumugi_notation::{Ending, Play, Record};
use tsumugi_tsume::Verdict;

/// For a person.
pub fn text(solved: &Solved<'_>) -> String {
    let answer = &solved.answer;
    let proved = if answer.claims.is_some() { "   (proved)" } else { "" };
    let name = solved.source.name.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
    match answer.verdict {
        Verdict::Mate(plies) => {
            let setup = solved.problem.position().to_setup();
            let line = line_names(&setup, &answer.line, Style::Triangles).unwrap_or_default().join(" ");
            // Mated already, or found by an engine that keeps no line.
            let end = if line.is_empty() { "" } else { "\n" };
            format!("{name}mate in at most {plies}{proved}\n{line}{end}")
        }
        Verdict::NoMate => format!("{name}no mate{proved}\n"),
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

/// For programs: one object per problem and line.
pub fn json(solved: &Solved<'_>) -> String {
    let answer = &solved.answer;
    let (verdict, length) = match answer.verdict {
        Verdict::Mate(plies) => ("mate", Some(plies)),
        Verdict::NoMate => ("nomate", None),
        Verdict::Unknown(_) => ("unknown", None),
    };
    let line: Vec<String> = answer.line.iter().map(ToString::to_string).collect();
    let object = json!({
        "sfen": solved.problem.position().to_sfen(),
        "verdict": verdict,
        "length": length,
        "strict_length": length,
        "shortest": false,
        "line": line,
        "nodes": answer.stats.plays,
        "expansions": answer.stats.expansions,
        "seconds": (solved.seconds * 1000.0).round() / 1000.0,
        "reason": reason(solved),
        "engine": solved.engine,
        "proved": answer.claims.is_some(),
        "certificate": solved.certificate,
    });
    format!("{object}\n")
}

/// As a USI engine answers `go mate`.
pub fn usi(solved: &Solved<'_>) -> String {
    let line = || solved.answer.line.iter().map(|m| format!(" {m}")).collect::<String>();
    match solved.answer.verdict {
        Verdict::Mate(_) => format!("checkmate{}\n", line()),
        Verdict::NoMate => "checkmate nomate\n".to_string(),
        Verdict::Unknown(_) => "checkmate timeout\n".to_string(),
    }
}

/// As a record with the line found.
pub fn record(solved: &Solved<'_>, format: Answers) -> Result<String, Report> {
    let mut record = Record::of_line(solved.problem.position().to_setup(), solved.answer.line.clone());
    record.headers = solved.source.record.headers.clone();
    let last = record.main_line_from(Record::ROOT).last().copied().unwrap_or(Record::ROOT);
    match solved.answer.verdict {
        Verdict::Mate(_) => drop(record.add(last, Play::End(Ending::Mate))),
        Verdict::NoMate => drop(record.add(last, Play::End(Ending::NoMate))),
        Verdict::Unknown(_) => record.node_mut(last).comments.push("unknown".to_string()),
    }
    let format = match format {
        Answers::Ki2 => Format::Ki2,
        Answers::Csa => Format::Csa,
        _ => Format::Kif,
    };
    let here = |message: String| Report::new(message).at(solved.source.place.clone());
    read::write(&record, format).map_err(|why| here(why.to_string()))
}
