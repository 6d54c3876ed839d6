//! Problems to try at once: a few made for this project, then the two classic books.

use serde_json::{Value, json};
use tsumugi_problems::{MUSO, ZUKO};

/// The SFEN, the kind, the length if it is told, and the names in Japanese and English.
const SMALL: &str = include_str!("collection.tsv");

/// What a book is called in the lists, and in English.
const BOOKS: [(&str, &str, &str); 2] =
    [(ZUKO, "将棋図巧", "Shogi Zuko"), (MUSO, "将棋無双", "Shogi Muso")];

/// The problems: easy ones first, then book by book.
pub(crate) fn all() -> Value {
    let of_books = BOOKS.iter().flat_map(|&(list, title, english)| {
        list.lines().filter_map(move |line| of_book(line, title, english))
    });
    SMALL.lines().filter_map(small).chain(of_books).collect()
}

fn small(line: &str) -> Option<Value> {
    let mut columns = line.split('\t');
    let (sfen, kind, length) = (columns.next()?, columns.next()?, columns.next()?);
    let (japanese, english) = (columns.next()?, columns.next()?);
    Some(problem(sfen, kind, length, japanese, english))
}

/// A row such as 「将棋図巧 第27番 (原図; 作意43; 補正図あり)」.
fn of_book(line: &str, title: &str, in_english: &str) -> Option<Value> {
    let mut columns = line.split('\t');
    let (sfen, name, length) = (columns.next()?, columns.next()?, columns.next()?);
    let (number, rest) = name.strip_prefix(title)?.trim_start().strip_prefix('第')?.split_once('番')?;
    let diagram = match rest {
        _ if rest.contains("(原図") => ", as first printed",
        _ if rest.contains("(補正図") => ", corrected",
        _ if rest.contains("(異本図") => ", other diagram",
        _ => "",
    };
    Some(problem(sfen, "mate", length, name, &format!("{in_english} {number}{diagram}")))
}

fn problem(sfen: &str, kind: &str, length: &str, japanese: &str, english: &str) -> Value {
    json!({
        "sfen": sfen,
        "kind": kind,
        "length": length.parse::<u32>().ok(),
        "name": { "ja": japanese, "en": english },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_of_the_books_is_a_problem_with_a_name_of_its_own() {
        let all = all();
        let rows = SMALL.lines().count() + ZUKO.lines().count() + MUSO.lines().count();
        assert_eq!((all.as_array().map(Vec::len), rows), (Some(rows), 11 + 210));
        let mut names: Vec<String> =
            all.as_array().into_iter().flatten().map(|one| one["name"]["en"].to_string()).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), rows, "{names:?}");
        assert_eq!(all[rows - 1]["name"]["en"], "Shogi Muso 100");
    }
}
