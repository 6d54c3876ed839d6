//! `--shogihome`: positions as a collection of ShogiHome (次の一手問題集), version 1 of its format `shogihome-next-move`.
//!
//! The answer is the first move of the shortest mate; if another move that mates was played, that is right too. Lengths of
//! mates are counted from Black's side: those of White are negative.

use super::collector::About;
use serde_json::{Value, json};
use tsumugi_api::mine::{Mate, Outcome};
use tsumugi_api::{Side, usi};
use tsumugi_shogi::Setup;

/// A position of a game; none where no move was played, or where the mate is merely carried on.
pub fn problem(about: &About, mate: &Mate) -> Option<Value> {
    let (played, best) = (mate.played?, mate.line.first()?);
    if mate.follows {
        return None;
    }
    let setup: Setup = mate.sfen.parse().ok()?;
    let plies = i64::from(mate.length.unwrap_or(mate.at_most));
    let plies = if mate.side == Side::Black { plies } else { -plies };
    let mut candidates =
        vec![json!({ "usi": best, "mate": plies, "accepted": true, "pv": usi(&mate.line) })];
    if mate.outcome == Outcome::Played && played != *best {
        candidates.push(json!({ "usi": played, "accepted": true, "pv": [played] }));
    }
    Some(json!({
        "sfen": Setup { ply: 1, ..setup }.to_sfen(),
        "candidates": candidates,
        "actualMove": { "usi": played },
        "source": source(about, mate.after + 1),
    }))
}

fn source(about: &About, ply: usize) -> Value {
    let mut source = json!({ "path": about.source, "ply": ply });
    for (key, value) in
        [("blackPlayer", &about.black), ("whitePlayer", &about.white), ("date", &about.date)]
    {
        if let Some(value) = value {
            source[key] = json!(value);
        }
    }
    source
}

/// The file.
pub fn collection(problems: Vec<Value>) -> String {
    let collection = json!({
        "format": "shogihome-next-move",
        "version": 1,
        "metadata": { "engine": { "name": concat!("tsumugi ", env!("CARGO_PKG_VERSION")) } },
        "problems": problems,
    });
    // Plain data with texts for keys can always be written.
    serde_json::to_string_pretty(&collection).unwrap_or_default() + "\n"
}
