//! The answer to a problem as text, JSON, USI and records.

use crate::args::{Answers, Question};
use crate::commands::solve::{Solved, Verdict, reason};
use crate::report::Report;
use serde_json::json;
use tsumugi_notation::japanese::{Style, line_names};
use tsumugi_notation::read::{self, Format};
use tsumugi_notation::{Ending, Play, Record};
use tsumugi_shogi::Move;
use tsumugi_tsume::{Futile, Solution};

/// For a person.
pub fn text(solved: &Solved<'_>) -> String {
    let found = &solved.found;
    let name = solved.source.name.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
    match found.verdict {
        Verdict::Yes(plies) => format!("{name}{}\n{}", yes(solved, plies), lines(solved)),
        Verdict::No => {
            let proved = in_brackets(&[proved(solved)]);
            format!("{name}{}{proved}\n", no(solved))
        }
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

/// What the answer rests on, in a word.
fn proved(solved: &Solved<'_>) -> Option<&'static str> {
    match solved.question {
        // Checked by the program itself, which leaves nothing to verify.
        Question::Brinkmate => Some("checked"),
        _ => Some("proved"),
    }
    .filter(|_| solved.found.proved)
}

fn in_brackets(words: &[Option<&str>]) -> String {
    let words: Vec<&str> = words.iter().copied().flatten().collect();
    if words.is_empty() { String::new() } else { format!("   ({})", words.join(", ")) }
}

/// The answer yes, in words: how long it takes, and what is known about that.
fn yes(solved: &Solved<'_>, plies: u32) -> String {
    let Some(length) = &solved.found.length else {
        let what = if solved.question == Question::Brinkmate { "brinkmate, mate" } else { "mate" };
        return format!("{what} in at most {plies}{}", in_brackets(&[proved(solved)]));
    };
    let Some(strict) = length.exact() else {
        let proved = in_brackets(&[proved(solved)]);
        return format!("mate in at most {plies}, at least {}, not settled{proved}", length.at_least);
    };
    let counted = solved.found.solution.as_ref().map(|solution| &solution.conventional);
    let how_long = match counted.map(|counted| (counted.exact(), counted.at_most)) {
        None => format!("mate in {strict}"),
        Some((Some(counted), _)) if counted == strict => format!("mate in {strict}"),
        Some((Some(counted), _)) => format!("mate in {counted} by convention, {strict} strictly"),
        Some((None, most)) => {
            let most = most.unwrap_or(strict);
            format!("mate in {strict} strictly, by convention in at most {most}, not settled")
        }
    };
    format!("{how_long}{}", in_brackets(&[Some("shortest"), proved(solved)]))
}

/// The lines of a mate, each on a line of its own, and what is to be said about them.
fn lines(solved: &Solved<'_>) -> String {
    let names = |moves: &[Move]| {
        let setup = solved.problem.position().to_setup();
        line_names(&setup, moves, Style::Triangles).unwrap_or_default().join(" ")
    };
    let found = &solved.found;
    let solution = found.solution.as_ref();
    let main = solution.and_then(Solution::main_line).map_or(&found.line, |line| &line.moves);
    // Over already, or found by an engine that keeps no line.
    let mut text = if main.is_empty() { String::new() } else { names(main) + "\n" };
    if let Some(line) = solution.and_then(Solution::main_line).filter(|line| !line.leftover.is_empty())
    {
        text += &format!("left in hand: {:?}\n", line.leftover);
    }
    if solution.is_some_and(|solution| solution.conventional_line.is_some()) {
        text += &format!("strictly: {}\n", names(&found.line));
    }
    for Futile { after, reply, capture, plies } in found.futile.iter().flatten() {
        let mates = match plies {
            0 => "is mate all the same".to_string(),
            _ => format!("mates within {plies} all the same"),
        };
        let moves = if *after == 1 { "move" } else { "moves" };
        text += &format!(
            "after {after} {moves} {reply} is futile: {capture} takes it and {mates}, the piece unused\n"
        );
    }
    text
}

/// The answer no, in words.
fn no(solved: &Solved<'_>) -> &'static str {
    match solved.question {
        Question::Brinkmate => "no brinkmate",
        _ => "no mate",
    }
}

/// For programs: one object per problem and line.
pub fn json(solved: &Solved<'_>) -> String {
    let found = &solved.found;
    let (question, yes, no) = match solved.question {
        Question::Mate => ("mate", "mate", "nomate"),
        Question::Shortest => ("shortest", "mate", "nomate"),
        Question::Line => ("line", "mate", "nomate"),
        Question::Brinkmate => ("brinkmate", "brinkmate", "nobrinkmate"),
    };
    let (verdict, strict) = match found.verdict {
        Verdict::Yes(plies) => (yes, Some(plies)),
        Verdict::No => (no, None),
        Verdict::Unknown(_) => ("unknown", None),
    };
    let usi = |moves: &[Move]| moves.iter().map(ToString::to_string).collect::<Vec<_>>();
    let solution = found.solution.as_ref();
    let main = solution.and_then(Solution::main_line);
    let counted = solution.and_then(|solution| solution.conventional.at_most);
    let conventional = |solution: &Solution| solution.conventional.exact().is_some();
    let futile = |all: &Vec<Futile>| {
        let object = |f: &Futile| {
            json!({
                "after": f.after,
                "reply": f.reply.to_string(),
                "capture": f.capture.to_string(),
                "plies": f.plies,
            })
        };
        all.iter().map(object).collect::<Vec<_>>()
    };
    let object = json!({
        "sfen": solved.problem.position().to_sfen(),
        "question": question,
        "verdict": verdict,
        "length": counted.or(strict),
        "strict_length": strict,
        "shortest": found.length.as_ref().is_some_and(|length| length.exact().is_some()),
        "conventional": solution.is_some_and(conventional),
        "at_least": strict.and(found.length.as_ref()).map(|length| length.at_least),
        "line": usi(main.map_or(&found.line, |line| &line.moves)),
        "strict_line": solution.map(|_| usi(&found.line)),
        "leftover": main.map(|line| format!("{:?}", line.leftover)),
        "futile": found.futile.as_ref().map(futile),
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
        (Verdict::No, Question::Brinkmate) => Err(no(solved)),
        (Verdict::No, _) => Ok(Ending::NoMate),
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
