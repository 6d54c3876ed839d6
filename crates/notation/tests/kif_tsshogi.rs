//! tsshogi (npm) reads the KIF and KI2 we write, and we read what it writes: same trees, same diagrams.

mod kif_support;
mod tsshogi;

use kif_support::{Random, crowded, first_columns, problems, record, record_files};
use serde_json::Value;
use std::fs;
use tsshogi::Oracle;
use tsumugi_notation::{Ending, NodeId, Play, ReadError, Record, ki2, kif};
use tsumugi_shogi::Setup;

/// A node, without times: path from the root, ending, diagram.
#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Seen {
    path: Vec<String>,
    end: Option<String>,
    sfen: String,
    comment: String,
}

fn ending_name(ending: &Ending) -> String {
    let name = match ending {
        Ending::Mate => "mate",
        Ending::NoMate => "noMate",
        Ending::Resign => "resign",
        Ending::Interrupted => "interrupt",
        Ending::Repetition => "repetitionDraw",
        Ending::Impasse => "impass",
        Ending::TimeUp => "timeout",
        Ending::IllegalWin => "foulWin",
        Ending::IllegalLoss => "foulLose",
        Ending::Declaration => "enteringOfKing",
        Ending::Other(words) => return format!("any:{words}"),
    };
    name.to_owned()
}

/// Without the move number, which tsshogi counts from 1.
fn no_ply(sfen: &str) -> String {
    sfen.rsplit_once(' ').map_or("", |(rest, _)| rest).to_owned()
}

/// The tree as a sorted list; siblings differ, so nothing is lost but their order, which is kept apart.
fn ours(record: &Record) -> Vec<Seen> {
    let mut out = Vec::new();
    let see = |id: NodeId| {
        let node = record.node(id);
        let end = match &node.play {
            Play::End(ending) => Some(ending_name(ending)),
            _ => None,
        };
        let path = record.path(id).iter().map(|m| m.to_string()).collect();
        let sfen = no_ply(&record.setup_at(id).unwrap().to_sfen());
        Seen { path, end, sfen, comment: node.comments.join("\n") }
    };
    // Depth first, as tsshogi lists them.
    let mut stack: Vec<NodeId> = record.node(Record::ROOT).children.iter().rev().copied().collect();
    while let Some(id) = stack.pop() {
        out.push(see(id));
        stack.extend(record.node(id).children.iter().rev());
    }
    out
}

fn theirs(answer: &Value) -> Vec<Seen> {
    let mut out: Vec<Seen> = Vec::new();
    for node in answer["nodes"].as_array().unwrap() {
        let parent = node["parent"].as_i64().unwrap();
        let mut path = if parent < 0 { vec![] } else { out[parent as usize].path.clone() };
        path.extend(node["usi"].as_str().map(str::to_owned));
        out.push(Seen {
            path,
            end: node["end"].as_str().map(str::to_owned),
            sfen: no_ply(node["sfen"].as_str().unwrap()),
            // Its comments end with a line end once there are two lines.
            comment: node["comment"].as_str().unwrap().trim_end_matches('\n').to_owned(),
        });
    }
    out
}

fn assert_same(seen: &[Seen], wanted: &[Seen], source: &str, text: &str) {
    for (a, b) in seen.iter().zip(wanted) {
        assert_eq!(a, b, "{source}\n{text}");
    }
    assert_eq!(seen.len(), wanted.len(), "{source}\n{text}");
}

fn compare(oracle: &mut Oracle, record: &Record, source: &str) {
    for (format, written, read) in [
        ("kif", kif::write(record), kif::read as fn(&str) -> Result<Record, ReadError>),
        ("ki2", ki2::write(record), ki2::read),
    ] {
        let answer =
            oracle.read(format, &written).unwrap_or_else(|e| panic!("{source}: {e}\n{written}"));
        let start = no_ply(answer["sfen"].as_str().unwrap());
        assert_eq!(start, no_ply(&record.setup.to_sfen()), "{source}\n{written}");
        assert_same(&theirs(&answer), &ours(record), source, &written);

        let text = oracle.convert("kif", &kif::write(record), format).unwrap();
        let again = read(&text).unwrap_or_else(|e| panic!("{source}: {e}\n{text}"));
        assert_eq!(no_ply(&again.setup.to_sfen()), no_ply(&record.setup.to_sfen()), "{source}\n{text}");
        assert_same(&ours(&again), &ours(record), source, &text);
    }
}

/// tsshogi joins comment lines and drops a last empty one; empty comments are not compared.
fn without_empty_comments(mut record: Record) -> Record {
    let ids: Vec<NodeId> =
        std::iter::once(Record::ROOT).chain(record.nodes().map(|(id, _)| id)).collect();
    for id in ids {
        record.node_mut(id).comments.retain(|comment| !comment.is_empty());
    }
    record
}

#[test]
fn random_records_are_the_same_tree_to_tsshogi() {
    let Some(mut oracle) = Oracle::start() else { return };
    for seed in 0..150 {
        let mut random = Random(seed);
        let setup = if random.one_in(2) { Setup::startpos() } else { crowded(&mut random) };
        let record = without_empty_comments(record(&mut random, setup, 30));
        compare(&mut oracle, &record, &format!("seed {seed}"));
    }
    println!("seeds 0..150");
}

#[test]
fn problems_and_games_are_the_same_to_tsshogi() {
    let Some(folder) = problems() else { return };
    let Some(mut oracle) = Oracle::start() else { return };
    let text = fs::read_to_string(folder.join("games_usi.tsv")).unwrap();
    for column in first_columns(&text).into_iter().step_by(10) {
        let moves = column.trim_start_matches("startpos moves ").split_whitespace();
        let record = Record::of_line(Setup::startpos(), moves.map(|m| m.parse().unwrap()));
        compare(&mut oracle, &record, column);
    }
    for file in ["zuko.tsv", "muso.tsv", "helpmate_tests.tsv", "yaneuraou_mate3.tsv"] {
        let text = fs::read_to_string(folder.join(file)).unwrap();
        for column in first_columns(&text).into_iter().step_by(4) {
            compare(&mut oracle, &Record::new(column.parse().unwrap()), column);
        }
    }
}

/// Reports where tsshogi reads another tree in a file than we do, comments aside; not a failure, since it knows
/// fewer handicaps and endings and takes a misnumbered move for a variation.
#[test]
fn files_in_a_folder_are_the_same_to_tsshogi() {
    let files = record_files();
    let Some(mut oracle) = Oracle::start() else { return };
    let mut differing = String::new();
    for (path, format, text) in files {
        let bare = |mut seen: Vec<Seen>| {
            seen.iter_mut().for_each(|node| node.comment.clear());
            seen
        };
        let read = if format == "kif" { kif::read } else { ki2::read };
        match (oracle.read(format, &text), read(&text)) {
            (Ok(answer), Ok(record)) if bare(theirs(&answer)) == bare(ours(&record)) => {}
            (Ok(answer), Ok(record)) => {
                let (a, b) = (bare(theirs(&answer)), bare(ours(&record)));
                let first = a.iter().zip(&b).find(|(a, b)| a != b);
                differing += &format!("{path}: {} nodes, we {}: {first:?}\n", a.len(), b.len());
            }
            (Err(e), Ok(_)) => differing += &format!("{path}: they {e}\n"),
            (_, Err(e)) => differing += &format!("{path}: we {e}\n"),
        }
    }
    println!("{differing}");
}
