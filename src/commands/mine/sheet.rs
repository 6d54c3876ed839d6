//! `--sheet`: problems to be printed, six to a page of A4, and the answers on pages of their own.

use super::collector::Posed;
use crate::language::Tongue;
use crate::render::page::escape;
use std::fmt::Write;
use tsumugi_api::message;
use tsumugi_notation::svg::{SvgOptions, svg};

const STYLE: &str = include_str!("sheet.css");

/// The page.
pub fn page(problems: &[Posed], tongue: Tongue) -> String {
    let (language, title) = (tongue.say("en", "ja"), tongue.say("Mates from games", "実戦の詰み"));
    let answers = tongue.say("Answers", "解答");
    let mut out = format!(
        "<!DOCTYPE html>\n<html lang=\"{language}\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<h1>{title}</h1>\n<div class=\"problems\">\n"
    );
    for (number, posed) in (1..).zip(problems) {
        let plies = posed.problem.length;
        let caption = tongue.told(&message!("{number}: mate in {plies}", "第{number}問 {plies}手詰"));
        let picture = svg(&posed.setup, &SvgOptions::default());
        let _ = writeln!(out, "<figure>{picture}<figcaption>{caption}</figcaption></figure>");
    }
    let _ = writeln!(out, "</div>\n<div class=\"answers\">\n<h1>{answers}</h1>\n<ol>");
    for posed in problems {
        let (problem, name) = (&posed.problem, escape(&posed.name));
        let line = escape(&tongue.line(&posed.setup, &problem.line).join(" "));
        let difficulty = problem.difficulty;
        let rated = tongue.told(&message!("difficulty {difficulty}", "難度{difficulty}"));
        let _ = writeln!(out, "<li>{line}<br><small>{name} · {rated}</small></li>");
    }
    out + "</ol>\n</div>\n</body>\n</html>\n"
}
