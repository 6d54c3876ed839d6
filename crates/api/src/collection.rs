//! A few problems to try at once: all made for this project, or in the public domain.

use serde_json::{Value, json};

/// The SFEN, the kind, the length if it is told, and the names in Japanese and English.
const ALL: &str = include_str!("collection.tsv");

/// The problems, easy ones first.
pub(crate) fn all() -> Value {
    ALL.lines().filter_map(one).collect()
}

fn one(line: &str) -> Option<Value> {
    let mut columns = line.split('\t');
    let (sfen, kind, length) = (columns.next()?, columns.next()?, columns.next()?);
    let (japanese, english) = (columns.next()?, columns.next()?);
    Some(json!({
        "sfen": sfen,
        "kind": kind,
        "length": length.parse::<u32>().ok(),
        "name": { "ja": japanese, "en": english },
    }))
}
