//! Results → words. Boards and moves are drawn by `tsumugi_notation`.

use crate::report::{Place, Report};

pub mod answer;
mod futile;
pub mod helpmate;
pub mod moves;
pub mod sheet;
pub mod table;
pub mod tree;

/// For programs: an object on a line.
pub fn json(answer: &impl serde::Serialize) -> String {
    // Plain data with texts for keys can always be written.
    format!("{}\n", serde_json::to_string(answer).unwrap_or_default())
}

/// The same with the place it was read at: every line of input gives one object, and says which.
pub fn json_at(place: &Place, answer: &impl serde::Serialize) -> String {
    json(&Placed { answer, source: place.source.to_string(), source_line: place.line })
}

/// A line of input that has no answer: what is wrong with it.
pub fn json_error(report: &Report) -> String {
    let place = report.place();
    let source = place.map(|place| place.source.to_string());
    let (line, column) = (place.and_then(|place| place.line), place.and_then(|place| place.column));
    json(&serde_json::json!({
        "error": report.message().english(), "source": source, "source_line": line, "source_column": column,
    }))
}

#[derive(serde::Serialize)]
struct Placed<'a, T: serde::Serialize> {
    #[serde(flatten)]
    answer: &'a T,
    source: String,
    /// A `line` is a line of play.
    source_line: Option<usize>,
}

/// A large number in a few characters: `950`, `12.3 k`, `4.5 M`.
pub fn short_number(n: f64) -> String {
    let scales = [(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")];
    match scales.into_iter().find(|(scale, _)| n >= *scale) {
        Some((scale, letter)) => format!("{:.1} {letter}", n / scale),
        None => format!("{n:.0}"),
    }
}

/// A span of time in a few characters: `12 s`, `3 min`, `2.5 h`, `4.0 d`.
pub fn short_time(seconds: f64) -> String {
    match seconds {
        s if s < 100.0 => format!("{s:.0} s"),
        s if s < 6_000.0 => format!("{:.0} min", s / 60.0),
        s if s < 360_000.0 => format!("{:.1} h", s / 3_600.0),
        s => format!("{:.1} d", s / 86_400.0),
    }
}

/// The same in Japanese.
pub fn short_time_in_japanese(seconds: f64) -> String {
    match seconds {
        s if s < 100.0 => format!("{s:.0}秒"),
        s if s < 6_000.0 => format!("{:.0}分", s / 60.0),
        s if s < 360_000.0 => format!("{:.1}時間", s / 3_600.0),
        s => format!("{:.1}日", s / 86_400.0),
    }
}
