//! Every diagram of the problem collection, and whole games, through KIF and KI2.

mod kif_support;

use kif_support::{first_columns, problems, record_files};
use std::fs;
use tsumugi_notation::{Ending, Play, Record, ki2, kif};
use tsumugi_shogi::{Move, Setup};

fn survives(record: &Record, source: &str) {
    for (written, again) in [
        (kif::write(record), kif::read(&kif::write(record))),
        (ki2::write(record), ki2::read(&ki2::write(record))),
    ] {
        let again = again.unwrap_or_else(|e| panic!("{source}: {e}\n{written}"));
        assert!(again.is_same_as(record), "{source}\n{written}");
    }
}

fn game(column: &str) -> Option<Record> {
    let moves = column.strip_prefix("startpos moves ")?;
    let moves: Vec<Move> = moves.split_whitespace().map(|m| m.parse().unwrap()).collect();
    let mut record = Record::of_line(Setup::startpos(), moves);
    let last = record.main_line_from(Record::ROOT).last().copied();
    record.add(last.unwrap_or(Record::ROOT), Play::End(Ending::Resign));
    Some(record)
}

#[test]
fn every_problem_and_game_survives_kif_and_ki2() {
    let Some(folder) = problems() else { return };
    let (mut diagrams, mut games) = (0, 0);
    let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    for file in files.iter().filter(|path| path.extension().is_some_and(|ext| ext == "tsv")) {
        let text = fs::read_to_string(file).unwrap();
        for column in first_columns(&text) {
            let record = match game(column) {
                Some(record) => {
                    games += 1;
                    record
                }
                None => {
                    diagrams += 1;
                    Record::new(column.parse().unwrap_or_else(|e| panic!("{column}: {e}")))
                }
            };
            survives(&record, column);
        }
    }
    println!("{diagrams} diagrams and {games} games");
    assert!(diagrams > 1000 && games > 100);
}

#[test]
fn files_in_a_folder_are_read_and_survive() {
    let (mut good, mut bad) = (0, String::new());
    for (path, format, text) in record_files() {
        match if format == "kif" { kif::read(&text) } else { ki2::read(&text) } {
            Ok(mut record) => {
                good += 1;
                forget_times(&mut record);
                survives(&record, &path);
            }
            Err(e) => bad += &format!("{path}: {e}\n    {}\n", e.excerpt),
        }
    }
    println!("{good} files read");
    assert!(bad.is_empty(), "{bad}");
}

fn forget_times(record: &mut Record) {
    let ids: Vec<_> = record.nodes().map(|(id, _)| id).collect();
    ids.into_iter().for_each(|id| record.node_mut(id).seconds = None);
}
