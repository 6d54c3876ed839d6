//! The answer to a problem as text, JSON, USI and records.

use crate::args::{Answers, Question};
use crate::commands::solve::{Solved, Verdict, reason};
use crate::language::{Language, Tongue};
use crate::render::tree::{self, Try};
use crate::report::Report;
use serde_json::{Value, json};
use tsumugi_notation::japanese::{Style, line_names};
use tsumugi_notation::read::{self, Format};
use tsumugi_notation::{Ending, Play, Record, diagram};
use tsumugi_shogi::{Color, Setup};

/// For a person.
pub fn text(solved: &Solved<'_>, tongue: Tongue) -> String {
    let found = &solved.found;
    let proved = match (found.proved, solved.question) {
        (true, Question::Mate) => tongue.say("   (proved)", "   (証明済)"),
        // Checked by the program itself, which leaves nothing to verify.
        (true, Question::Brinkmate) => tongue.say("   (checked)", "   (検査済)"),
        (false, _) => "",
    };
    let name = solved.source.name.as_ref().map(|name| format!("{name}: ")).unwrap_or_default();
    match found.verdict {
        Verdict::Yes(plies) => {
            format!("{name}{}{proved}\n{}", yes(solved, plies, tongue), line(solved, tongue))
        }
        Verdict::No => format!("{name}{}{proved}\n", tongue.say(no(solved), no_in_japanese(solved))),
        Verdict::Unknown(_) => format!("{name}{}\n", unknown(reason(solved), tongue)),
    }
}

/// The answer yes, in words.
fn yes(solved: &Solved<'_>, plies: u32, tongue: Tongue) -> String {
    let (english, japanese) = match solved.question {
        Question::Mate => ("mate in at most", "手以内の詰み"),
        Question::Brinkmate => ("brinkmate, mate in at most", "手以内の必至"),
    };
    match tongue.language {
        Language::En => format!("{english} {plies}"),
        Language::Ja => format!("{plies}{japanese}"),
    }
}

fn unknown(reason: Option<&str>, tongue: Tongue) -> &'static str {
    match reason {
        Some("time") => tongue.say("unknown: the time is up", "不明: 時間切れ"),
        Some("nodes") => tongue.say("unknown: the limit of nodes is reached", "不明: 局面数の上限"),
        Some("memory") => tongue.say("unknown: the memory is used up", "不明: メモリ不足"),
        Some("stopped") => tongue.say("unknown: stopped", "不明: 中断"),
        _ => tongue.say("unknown: the engine gave up", "不明: 探索断念"),
    }
}

/// The line, its variations, and the board at its end, as far as they are there and asked for.
fn line(solved: &Solved<'_>, tongue: Tongue) -> String {
    let setup = solved.problem.position().to_setup();
    let moves = &solved.found.line;
    // Over already, or found by an engine that keeps no line.
    if moves.is_empty() {
        return String::new();
    }
    let names = match tongue.western {
        true => tongue.line(&setup, moves),
        false => line_names(&setup, moves, Style::Triangles).unwrap_or_default(),
    };
    let mut out = names.join(" ") + "\n";
    if tongue.language == Language::Ja {
        out += &format!("まで{}手で詰み\n", moves.len());
    }
    if let Some(tree) = &solved.tree {
        out += &tree::text(&setup, &[], &tree.branch, &tree.tries, tongue);
    }
    if solved.final_board {
        let mut end = setup;
        // A line found was played, so it can be played.
        let _ = moves.iter().try_for_each(|&m| end.play(m));
        out += &diagram::write(&Setup { turn: Color::Black, ply: 1, ..end });
    }
    out
}

/// The answer no, in words.
fn no(solved: &Solved<'_>) -> &'static str {
    match solved.question {
        Question::Mate => "no mate",
        Question::Brinkmate => "no brinkmate",
    }
}

fn no_in_japanese(solved: &Solved<'_>) -> &'static str {
    match solved.question {
        Question::Mate => "不詰",
        Question::Brinkmate => "必至なし",
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
    let mut object = json!({
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
    if let Some(tree) = &solved.tree {
        object["tree"] = tree::json(&tree.branch);
        object["tries"] = tree.tries.iter().map(try_json).collect();
    }
    format!("{object}\n")
}

fn try_json(failed: &Try) -> Value {
    let refutation = failed.refutation.map(|m| m.to_string());
    json!({ "after": failed.after, "move": failed.m.to_string(), "refutation": refutation })
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
    let setup = solved.problem.position().to_setup();
    let mut record = match &solved.tree {
        Some(tree) => tree::record(setup, &tree.branch, &tree.tries),
        None => Record::of_line(setup, solved.found.line.clone()),
    };
    record.headers = solved.source.record.headers.clone();
    if solved.tree.is_none() {
        end(&mut record, solved);
    }
    let format = match format {
        Answers::Ki2 => Format::Ki2,
        Answers::Csa => Format::Csa,
        Answers::Jkf => Format::Jkf,
        _ => Format::Kif,
    };
    let here = |message: String| Report::new(message).at(solved.source.place.clone());
    let text = read::write(&record, format).map_err(|why| here(why.to_string()))?;
    Ok(if text.ends_with('\n') { text } else { text + "\n" })
}

/// Says how the line of a record ends.
fn end(record: &mut Record, solved: &Solved<'_>) {
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
}
