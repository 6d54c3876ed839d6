//! tsshogi (npm) reads the CSA, JKF and USEN we write, and we read what it writes: same trees.
//!
//! What tsshogi 2.2.0 does otherwise is left out: it reads `%+ILLEGAL_ACTION` as White's offence, against the
//! standard; in USEN it joins a variation to the line of an ending beside it and repeats the ending of a line
//! in later ones; in JKF it leaves `same` out now and then; and it trims comments.

use crate::kif_support::{crowded, record, sample_positions};
use crate::tsshogi::{Oracle, Seen, ending_name, no_ply, ours, theirs};
use serde_json::Value;
use tsumugi_notation::{Ending, NodeId, Play, Record, csa, jkf, position_command, usen};
use tsumugi_shogi::Setup;
use tsumugi_shogi::random::Random;

/// The four endings of USEN.
fn usen_ending(ending: &Ending) -> String {
    match ending {
        Ending::Resign | Ending::TimeUp | Ending::Impasse => ending_name(ending),
        _ => ending_name(&Ending::Interrupted),
    }
}

/// The record without what tsshogi gets wrong.
fn plain(record: &Record) -> Record {
    let mut out = Record::new(record.setup.clone());
    let mut stack = vec![(Record::ROOT, Record::ROOT)];
    while let Some((from, to)) = stack.pop() {
        let node = record.node(from);
        out.node_mut(to).seconds = node.seconds;
        let said = node.comments.iter().map(|comment| comment.trim_end().to_string());
        out.node_mut(to).comments = said.filter(|comment| !comment.is_empty()).collect();
        let is_end = |id: &NodeId| matches!(record.node(*id).play, Play::End(_));
        let alone = node.children.len() == 1;
        let mut added = Vec::new();
        for &child in node.children.iter().filter(|child| alone || !is_end(child)) {
            let play = match &record.node(child).play {
                Play::End(Ending::IllegalWin | Ending::Other(_)) => Play::End(Ending::Mate),
                play => play.clone(),
            };
            added.push((child, out.add(to, play)));
        }
        stack.extend(added.into_iter().rev());
    }
    out
}

fn compare(oracle: &mut Oracle, record: &Record, source: &str) {
    let record = plain(record);
    let bare = usen::read(&usen::write(&record).unwrap()).unwrap();
    let line = csa::read(&csa::write(&record).unwrap()).unwrap();
    let start = record.setup.to_sfen();
    for (format, text, wanted) in [
        ("csa", csa::write(&record).unwrap(), ours(&line, ending_name)),
        ("jkf", jkf::write(&record).unwrap(), ours(&record, ending_name)),
        ("usen", usen::write(&record).unwrap(), ours(&bare, usen_ending)),
    ] {
        let answer = oracle.read(format, &text).unwrap_or_else(|e| panic!("{source}: {e}\n{text}"));
        assert_eq!(no_ply(answer["sfen"].as_str().unwrap()), no_ply(&start), "{source}\n{text}");
        assert_eq!(theirs(&answer), wanted, "{source}\n{text}");

        let written = oracle.convert(format, &text, format).unwrap();
        let read = match format {
            "csa" => csa::read(&written),
            "jkf" => jkf::read(&written),
            _ => usen::read(&written),
        };
        let again = read.unwrap_or_else(|e| panic!("{source}: {e}\n{written}"));
        assert_eq!(no_ply(&again.setup.to_sfen()), no_ply(&start), "{source}\n{written}");
        if format == "usen" {
            // tsshogi repeats the ending of a line in all later ones.
            let moves = |record: &Record| -> Vec<Seen> {
                let nodes = ours(record, ending_name).into_iter();
                nodes.filter(|node| node.end.is_none()).collect()
            };
            assert_eq!(moves(&again), moves(&bare), "{source}\n{written}");
        } else {
            assert_eq!(ours(&again, ending_name), wanted, "{source}\n{written}");
        }
        if format == "jkf" {
            assert_eq!(moves_of(&written), moves_of(&text), "{source}");
        }
    }
}

/// All that a JKF text says about its moves, but `same`, in file order.
fn moves_of(text: &str) -> Vec<Value> {
    let mut found = Vec::new();
    let mut stack = vec![serde_json::from_str::<Value>(text).unwrap()["moves"].take()];
    while let Some(value) = stack.pop() {
        match value {
            Value::Array(items) => stack.extend(items.into_iter().rev()),
            Value::Object(mut entry) => {
                if let Some(Value::Object(mut m)) = entry.remove("move") {
                    m.remove("same");
                    found.push(Value::Object(m));
                }
                stack.extend(entry.remove("forks"));
            }
            _ => {}
        }
    }
    found
}

#[test]
fn random_records_are_the_same_to_tsshogi() {
    let Some(mut oracle) = Oracle::start() else { return };
    for seed in 0..200 {
        let mut random = Random::new(seed);
        let setup = if random.one_in(2) { Setup::startpos() } else { crowded(&mut random) };
        let length = 1 + random.below(60);
        let record = record(&mut random, setup, length);
        compare(&mut oracle, &record, &format!("seed {seed}"));
    }
}

#[test]
fn problems_and_games_are_the_same_to_tsshogi() {
    let Some(mut oracle) = Oracle::start() else { return };
    for position in sample_positions() {
        compare(&mut oracle, &position_command::read(&position).unwrap(), &position);
    }
}
