//! The census as words, as a table, and as a page with a board of all squares.

use super::survey::{Note, Survey, name};
use crate::language::told;
use std::fmt::Write;
use tsumugi_api::message;
use tsumugi_shogi::{Hand, Square};
use tsumugi_tsume::frontier::Known;

/// A line per square.
pub fn summary(surveys: &[Survey]) -> String {
    let mut out = String::new();
    for survey in surveys {
        let (mate, no_mate, open) = survey.frontier.counts();
        let (seconds, expansions, questions) = survey.spent;
        let (least, largest) = (survey.frontier.least_mates(), survey.frontier.largest_no_mates());
        let certified = frontier(survey).iter().filter(|(_, _, note)| note.claims.is_some()).count();
        let (name, least, largest) = (name(survey.square), least.len(), largest.len());
        out += &told(&message!(
            "{name}: {mate} hands mate, {no_mate} do not, {open} open; frontier {least} + {largest}, \
             {certified} certified; {questions} questions, {expansions} positions, {seconds:.1} s\n",
            "{name}: 持駒の組合せ 詰み{mate} 不詰{no_mate} 未確定{open} 境界{least}+{largest}（証明書{certified}） \
             問い合わせ{questions} 局面{expansions} {seconds:.1}秒\n",
        ));
    }
    out
}

/// The hands of a frontier: whether they mate, and what else is known.
fn frontier(survey: &Survey) -> Vec<(bool, Hand, Note)> {
    let note = |hand: &Hand| survey.notes.get(&format!("{hand:?}")).cloned().unwrap_or_default();
    let mut all: Vec<(bool, Hand, Note)> = Vec::new();
    all.extend(survey.frontier.least_mates().iter().map(|hand| (true, *hand, note(hand))));
    all.extend(survey.frontier.largest_no_mates().iter().map(|hand| (false, *hand, note(hand))));
    all.sort_by_key(|(mates, hand, _)| (!mates, hand.total(), hand.to_bits()));
    all
}

/// Every hand of every frontier, a line each.
pub fn table(surveys: &[Survey]) -> String {
    let mut out = String::from("square\tverdict\thand\tpieces\tclaims\tlength\tcheck\n");
    for survey in surveys {
        for (mates, hand, note) in frontier(survey) {
            let number = |n: Option<u64>| n.map(|n| n.to_string()).unwrap_or_default();
            let _ = writeln!(
                out,
                "{}\t{}\t{hand:?}\t{}\t{}\t{}\t{}",
                name(survey.square),
                if mates { "mate" } else { "nomate" },
                hand.total(),
                number(note.claims),
                number(note.length),
                note.check.unwrap_or_default(),
            );
        }
    }
    out
}

const CELL: u32 = 64;

/// A page with the board, where each square says how few pieces can mate there, and the frontiers below.
pub fn page(surveys: &[Survey], most: u32) -> String {
    let mut out = String::from(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Bare kings</title>\n\
         <style>body{font-family:sans-serif;max-width:60em;margin:2em auto;padding:0 1em}\
         td,th{padding:.1em .6em;text-align:left}.n{color:#777}</style></head><body>\n<h1>Bare kings (裸玉)</h1>\n",
    );
    let _ = writeln!(
        out,
        "<p>Hands of at most {most} pieces. In each square: the fewest pieces that mate a king there, and the share \
         of hands that do. The left half mirrors the right. The defender holds all other pieces.</p>"
    );
    out += &board(surveys);
    for survey in surveys {
        out += &section(survey);
    }
    out + "</body></html>\n"
}

fn board(surveys: &[Survey]) -> String {
    let side = CELL * 9 + 2;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-1 -1 {side} {side}\" width=\"{side}\" \
         font-family=\"sans-serif\" text-anchor=\"middle\">\n"
    );
    for square in Square::all() {
        let right = if square.file() > 5 { square.mirrored() } else { square };
        let survey = surveys.iter().find(|survey| survey.square == right);
        let (x, y) = (u32::from(9 - square.file()) * CELL, u32::from(square.rank() - 1) * CELL);
        let share = survey.map_or(0.0, share);
        let fill = match survey {
            Some(_) => format!("hsl(25 80% {:.0}%)", 97.0 - 50.0 * share),
            None => "#f4f4f4".to_string(),
        };
        let _ = write!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{CELL}\" height=\"{CELL}\" fill=\"{fill}\" stroke=\"black\"/>"
        );
        if let Some(survey) = survey {
            let fewest = survey.frontier.least_mates().iter().map(|hand| hand.total()).min();
            let fewest = fewest.map_or("–".to_string(), |n| n.to_string());
            let _ = write!(
                out,
                "<a href=\"#k{}\"><text x=\"{}\" y=\"{}\" font-size=\"22\">{fewest}</text>\
                 <text x=\"{}\" y=\"{}\" font-size=\"12\">{:.1} %</text></a>",
                name(right),
                x + CELL / 2,
                y + 32,
                x + CELL / 2,
                y + 52,
                share * 100.0,
            );
        }
        out.push('\n');
    }
    out + "</svg>\n"
}

/// Which part of the hands that are wanted is known to mate.
fn share(survey: &Survey) -> f64 {
    let (mate, no_mate, open) = survey.frontier.counts();
    mate as f64 / (mate + no_mate + open).max(1) as f64
}

fn section(survey: &Survey) -> String {
    let (mate, no_mate, open) = survey.frontier.counts();
    let square = name(survey.square);
    let mut out = format!(
        "<h2 id=\"k{square}\">King on {square}</h2>\n<p>{mate} hands mate, {no_mate} do not, {open} are open.</p>\n"
    );
    for (title, known) in
        [("Least hands that mate", Known::Mate), ("Largest hands that do not", Known::NoMate)]
    {
        let _ = writeln!(
            out,
            "<h3>{title}</h3>\n<table><tr><th>hand<th>pieces<th>certificate<th>length<th>check</tr>"
        );
        for (_, hand, note) in
            frontier(survey).into_iter().filter(|(mates, ..)| *mates == (known == Known::Mate))
        {
            let claims = note.claims.map_or("none".to_string(), |n| format!("{n} claims, verified"));
            let length = note.length.map(|n| n.to_string()).unwrap_or_default();
            let check = note.check.unwrap_or_default();
            let _ = writeln!(
                out,
                "<tr><td>{hand:?}<td>{}<td class=n>{claims}<td>{length}<td>{check}</tr>",
                hand.total()
            );
        }
        out += "</table>\n";
    }
    out
}
