//! `check --report`: a page with diagrams, the solution, variations and findings. One file, nothing linked, made to be
//! printed on A4.

use super::sheet;
use crate::language::Tongue;
use crate::problems::InputProblem;
use std::fmt::Write;
use tsumugi_api::Branch;
use tsumugi_api::check::{Answer, Solution, Soundness};
use tsumugi_notation::svg::{SvgOptions, svg};
use tsumugi_shogi::Setup;

const STYLE: &str = include_str!("page.css");

/// A page of sections, each as [`section`] makes it.
pub fn page(sections: &[String], tongue: Tongue) -> String {
    let (language, title) = (tongue.say("en", "ja"), tongue.say("Solution sheet", "詰将棋 検討書"));
    format!(
        "<!DOCTYPE html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n{}</body>\n</html>\n",
        sections.concat()
    )
}

/// What there is to say about one problem.
pub fn section(source: &InputProblem, answer: &Answer, tongue: Tongue) -> String {
    let name = answer.name.as_deref().unwrap_or(tongue.say("Mate problem", "詰将棋"));
    let verdict = answer.verdict;
    let mut out = format!(
        "<section>\n<header><h1>{}</h1><span class=\"verdict {}\">{}</span></header>\n",
        escape(name),
        class(verdict),
        sheet::verdict_words(verdict, tongue)
    );
    out += &boards(source, answer, tongue);
    if let Some(solution) = &answer.solution {
        out += &main_line(answer, solution, tongue);
        out += &findings(answer, tongue);
        if let Some(tree) = &solution.tree {
            out += &variations(answer, tree, tongue);
        }
        out += &list(
            tongue.say("How it was checked", "検討の範囲"),
            &sheet::summary(answer, solution, tongue),
        );
    }
    let (sfen, version) = (&answer.sfen, env!("CARGO_PKG_VERSION"));
    let _ = writeln!(out, "<footer>tsumugi {version} · <code>{sfen}</code></footer>\n</section>");
    out
}

fn class(verdict: Soundness) -> &'static str {
    match verdict {
        Soundness::Sound => "sound",
        Soundness::Cooked => "cooked",
        Soundness::NoMate => "nomate",
        Soundness::Flawed => "flawed",
        Soundness::Unsettled => "unsettled",
    }
}

/// The diagram, the end of the main line, and what the record says about itself.
fn boards(source: &InputProblem, answer: &Answer, tongue: Tongue) -> String {
    let setup = sheet::setup(answer);
    let mut out = format!(
        "<div class=\"boards\">\n<figure class=\"start\">{}</figure>\n<div>\n<dl>\n",
        svg(&setup, &SvgOptions::default())
    );
    let headers = source.record.headers.iter();
    let tells = |value: &String| !value.is_empty() && Some(value) != answer.name.as_ref();
    for (key, value) in headers.filter(|(_, value)| tells(value)) {
        let _ = writeln!(out, "<dt>{}</dt><dd>{}</dd>", escape(key), escape(value));
    }
    out += "</dl>\n";
    for note in sheet::notes(answer, tongue) {
        let _ = writeln!(out, "<p>{}</p>", escape(&note));
    }
    if let Some(solution) = &answer.solution {
        out += &end(solution, setup, tongue);
    }
    out + "</div>\n</div>\n"
}

/// The board at the end of the main line.
fn end(solution: &Solution, mut setup: Setup, tongue: Tongue) -> String {
    let line = &solution.line;
    // A line that was examined can be played.
    let _ = line.iter().try_for_each(|&m| setup.play(m));
    let options = SvgOptions { last_move: line.last().copied(), ..SvgOptions::default() };
    let caption = tongue.say("the end", "詰上り図");
    format!(
        "<figure class=\"end\">{}<figcaption>{caption}</figcaption></figure>\n",
        svg(&setup, &options)
    )
}

fn main_line(answer: &Answer, solution: &Solution, tongue: Tongue) -> String {
    let names = sheet::line(answer, 0, &solution.line, tongue);
    let moves =
        names.iter().zip(1..).map(|(name, n)| format!("<li><small>{n}</small>{}</li>", escape(name)));
    let plies = names.len();
    let english = format!("Solution, {plies} plies");
    let heading = tongue.say(&english, "作意").to_string();
    let end = match tongue.say("en", "ja") {
        "ja" => format!("<p>まで{plies}手で詰み</p>\n"),
        _ => String::new(),
    };
    format!("<h2>{heading}</h2>\n<ol class=\"line\">{}</ol>\n{end}", moves.collect::<String>())
}

fn findings(answer: &Answer, tongue: Tongue) -> String {
    let found = sheet::findings(answer, tongue);
    let heading = tongue.say("Findings", "指摘");
    if found.is_empty() {
        return String::new();
    }
    let rows: String = found
        .iter()
        .map(|finding| {
            let bad = if finding.spoils { " class=\"bad\"" } else { "" };
            format!(
                "<tr{bad}><td class=\"n\">{}</td><td>{}</td><td>{}</td></tr>\n",
                finding.number,
                escape(&finding.what),
                escape(&finding.line.join(" "))
            )
        })
        .collect();
    let head = [tongue.say("Move", "手"), tongue.say("What", "種別"), tongue.say("Moves", "手順")];
    table(heading, &head, &rows)
}

fn variations(answer: &Answer, tree: &Branch, tongue: Tongue) -> String {
    let row = |fork: &Branch| {
        let at = fork.after.unwrap_or(0);
        let names = sheet::line(answer, at, &fork.line, tongue);
        let same = fork.same.iter().map(|&m| sheet::line(answer, at, &[m], tongue).concat());
        let first: Vec<String> = names[..1].iter().cloned().chain(same).collect();
        format!(
            "<tr><td class=\"n\">{}</td><td>{}</td><td>{}</td><td class=\"n\">{}</td></tr>\n",
            at + 1,
            escape(&first.join(" / ")),
            escape(&names[1..].join(" ")),
            at + fork.line.len()
        )
    };
    let rows: String = tree.forks.iter().map(row).collect();
    if rows.is_empty() {
        return String::new();
    }
    let head = [
        tongue.say("Move", "手"),
        tongue.say("Defence", "応手"),
        tongue.say("Mate", "以下"),
        tongue.say("Length", "手数"),
    ];
    table(tongue.say("Variations", "変化"), &head, &rows)
}

fn table(heading: &str, head: &[&str], rows: &str) -> String {
    let head: String = head.iter().map(|cell| format!("<th>{cell}</th>")).collect();
    format!(
        "<h2>{heading}</h2>\n<table><thead><tr>{head}</tr></thead><tbody>\n{rows}</tbody></table>\n"
    )
}

fn list(heading: &str, lines: &[String]) -> String {
    let lines: String = lines.iter().map(|line| format!("<p>{}</p>\n", escape(line))).collect();
    format!("<h2>{heading}</h2>\n{lines}")
}

/// A text in HTML.
pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
