//! `tsumugi helpmate` as a user runs it.

use crate::program::{Scratch, command, outcome, tsumugi};
use serde_json::Value;
use std::path::Path;
use std::time::{Duration, Instant, SystemTime};
use tsumugi_shogi::random::Random;
use tsumugi_testkit::{list, number};

/// Mate in 13, one solution.
const UNIQUE: &str = "3K5/6S2/9/9/3k5/9/9/9/3+s5 b Pbsl 1";
/// Mate in 11, two solutions.
const TWO: &str = "4k3b/9/4P4/1+P2+r4/9/4+s4/1S7/2+P6/9 b b 1";
/// Mate in 15, many solutions; takes a while.
const WIDE: &str = "9/9/9/3+s5/9/7+b1/9/9/7k1 b GN2rb3g3s3n4l18p 1";
const NONE: &str = "4k4/9/9/9/9/9/9/9/9 b G 1";

fn json(args: &[&str]) -> Value {
    let printed = tsumugi([&["helpmate", "--format", "json"], args].concat()).good();
    serde_json::from_str(&printed).expect("one object")
}

#[test]
fn the_answer_says_length_number_and_line() {
    let answer = json(&[UNIQUE]);
    assert_eq!(answer["verdict"], "mate");
    assert_eq!(answer["length"], 13);
    assert_eq!((&answer["solutions"], &answer["unique"]), (&1.into(), &true.into()));
    assert_eq!(answer["lines"][0].as_array().map(Vec::len), Some(13));
    assert_eq!(answer["verified"], true);
    let answer = json(&[TWO, "--max-solutions", "10"]);
    assert_eq!((&answer["length"], &answer["solutions"]), (&11.into(), &2.into()));
    assert_eq!(answer["lines"].as_array().map(Vec::len), Some(2));
    assert_eq!(answer["branch_count"], 1);
    assert_eq!(answer["branches"][0]["moves"].as_array().map(Vec::len), Some(2));
    let text = tsumugi(["helpmate", TWO]).good();
    assert!(text.starts_with("helpmate in 11, 2 solutions"), "{text}");
}

#[test]
fn layers_are_told_in_text_and_json() {
    let answer = json(&[TWO, "--digest"]);
    assert_eq!((&answer["length"], &answer["solutions"]), (&11.into(), &2.into()));
    let layers = &answer["layers"];
    let plies = layers["plies"].as_array().expect("a list");
    assert_eq!((plies.len(), &plies[0]["ply"], &plies[0]["positions"]), (12, &0.into(), &1.into()));
    let text = tsumugi(["helpmate", TWO, "--digest"]).good();
    for layer in plies {
        let digest = layer["digest"].as_str().unwrap();
        assert!(digest.len() == 16 && text.contains(digest), "{digest}: {text}");
    }
    let all: u64 = plies.iter().map(|layer| layer["positions"].as_u64().unwrap()).sum();
    let last = format!("in all: {all} positions {}\n", layers["digest"].as_str().unwrap());
    assert!(text.ends_with(&last), "{text}");
    assert_eq!(answer["positions"], all);
    // Without a mate: everything there is. Cut short: what was finished.
    let none = tsumugi(["helpmate", NONE, "--digest", "--format", "json"]).stdout;
    let none: Value = serde_json::from_str(&none).unwrap();
    assert_eq!((&none["verdict"], &none["length"]), (&"nomate".into(), &Value::Null));
    assert!(!none["layers"]["plies"].as_array().unwrap().is_empty());
    let cut = tsumugi(["helpmate", WIDE, "--digest", "--nodes", "10", "--format", "json"]).stdout;
    let cut: Value = serde_json::from_str(&cut).unwrap();
    assert_eq!(
        (&cut["verdict"], &cut["layers"]["plies"][0]["positions"]),
        (&"unknown".into(), &1.into())
    );
    assert_eq!(json(&[TWO])["layers"], Value::Null);
}

#[test]
fn records_have_all_lines() {
    let kif = tsumugi(["helpmate", TWO, "--max-solutions", "2", "--format", "kif"]).good();
    assert_eq!(kif.matches("詰み").count(), 3, "{kif}");
    assert!(kif.contains("変化："), "{kif}");
}

#[test]
fn exit_codes_tell_yes_no_and_unknown() {
    for (args, code) in [
        (&["helpmate", UNIQUE][..], 0),
        (&["helpmate", NONE], 1),
        (&["helpmate", UNIQUE, "--plies", "11"], 1),
        (&["helpmate", WIDE, "--nodes", "10"], 3),
        (&["helpmate", UNIQUE, "--format", "usi"], 2),
        (&["helpmate", UNIQUE, "--resume"], 2),
        (&["helpmate", UNIQUE, "--selfmate", "--engine", "magic"], 2),
        (&["helpmate", UNIQUE, "--engine", "gpu", "--device", "processor", "--spill", "nowhere"], 2),
        (&["helpmate", UNIQUE, "--engine", "gpu", "--device", "processor", "--exact"], 2),
        (&["helpmate", UNIQUE, "--device", "processor"], 2),
        (&["helpmate", UNIQUE, "--digest"], 0),
        (&["helpmate", WIDE, "--digest", "--nodes", "10"], 3),
        (&["helpmate", UNIQUE, "--digest", "--engine", "layers"], 2),
        (&["helpmate", UNIQUE, "--digest", "--format", "kif"], 2),
        (&["helpmate", UNIQUE, "--digest", "--exact"], 2),
        (&["helpmate", "4k4/9/9/9/9/9/9/9/9 b G 1", "--selfmate"], 2),
    ] {
        assert_eq!(tsumugi(args).code, code, "{args:?}");
    }
}

#[test]
#[cfg(not(feature = "cuda"))]
fn without_support_for_cards_it_says_so() {
    let said = tsumugi(["helpmate", UNIQUE, "--engine", "gpu"]);
    assert_eq!(said.code, 2, "{said:?}");
    assert!(said.stderr.contains("--features cuda"), "{said:?}");
}

#[test]
fn engines_and_conditions_are_chosen() {
    for engine in ["layers", "plain"] {
        let answer = json(&[UNIQUE, "--engine", engine]);
        assert_eq!((&answer["length"], &answer["engine"]), (&13.into(), &engine.into()));
    }
    let gpu = ["--engine", "gpu", "--device", "processor", "--memory", "16"];
    let answer = json(&[&[TWO], &gpu[..]].concat());
    assert_eq!((&answer["length"], &answer["solutions"]), (&11.into(), &2.into()));
    assert_eq!((&answer["engine"], &answer["key_bits"]), (&"gpu".into(), &62.into()));
    assert_eq!(answer["verified"], true);
    // The next problem has the GPU's memory again.
    let many = tsumugi([&["helpmate", UNIQUE, TWO, NONE], &gpu[..]].concat()).good();
    assert_eq!(many.matches("helpmate").count(), 3, "{many}");
    assert_eq!(json(&[UNIQUE, "--exact"])["key_bits"], 128);
    let many = tsumugi(["helpmate", UNIQUE, TWO, NONE]).good();
    assert_eq!(many.matches("helpmate").count(), 3, "{many}");
}

/// Solves a problem with little memory and a directory; each time the given time has passed the program is killed and started
/// again. Says what it answers in the end and how often it was killed at work.
fn solved_between_kills(
    problem: &str,
    memory: &str,
    spill: &Path,
    delays: &[Duration],
) -> (Value, usize) {
    let start = || {
        let mut command = command();
        let options = ["--checkpoint-every", "0.01", "--resume", "--format", "json"];
        command.args(["helpmate", problem, "--memory", memory]).args(options);
        command.arg("--spill").arg(spill).spawn().expect("the program starts")
    };
    let mut kills = 0;
    for delay in delays {
        let mut child = start();
        std::thread::sleep(*delay);
        kills += usize::from(child.try_wait().expect("a state").is_none());
        child.kill().expect("killed");
        child.wait().expect("ended");
    }
    let last = outcome(start().wait_with_output().expect("an answer"));
    assert_eq!(last.code, 0, "{last:?}");
    let left: Vec<_> = std::fs::read_dir(spill).expect("the directory").collect();
    assert!(left.is_empty(), "{left:?}");
    (serde_json::from_str(&last.stdout).expect("one object"), kills)
}

fn assert_same_answer(one: &Value, other: &Value) {
    for field in ["verdict", "length", "solutions", "branch_count", "lines"] {
        assert_eq!(one[field], other[field], "{field}");
    }
}

#[test]
fn a_killed_search_is_continued() {
    let scratch = Scratch::new("helpmate-killed");
    // A fixed sequence of uneven delays.
    let delays: Vec<_> = (0..10u64).map(|i| Duration::from_millis(30 + i * 7919 % 250)).collect();
    let (answer, kills) = solved_between_kills(WIDE, "8", &scratch.join("spill"), &delays);
    assert!(kills > 2, "{kills}");
    assert_same_answer(&answer, &json(&[WIDE]));
}

/// The long form of the test above, on a published problem of 12555 plies (`helpmate.tsv` in `../shared/problems`, or where
/// `TSUMUGI_PROBLEMS` says): all ten kills hit a search at work. It takes a minute or two:
/// `cargo test --release --test it helpmate:: -- --ignored --nocapture`. `TSUMUGI_SEED` repeats a run.
#[test]
#[ignore = "takes minutes and needs a published problem"]
fn ten_kills_at_random_change_nothing() {
    let Some(text) = list("helpmate.tsv") else { return };
    let row = text.lines().find(|line| line.split('\t').nth(2) == Some("12555"));
    let problem = row.and_then(|row| row.split('\t').next()).expect("the problem");
    let scratch = Scratch::new("helpmate-ten-kills");
    let start = Instant::now();
    let (whole, _) = solved_between_kills(problem, "16", &scratch.join("spill"), &[]);
    // Ten of these take less than the whole search does.
    let longest = start.elapsed().as_millis() as u64 / 6;
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).expect("after 1970").as_millis()
        as u64;
    let seed = number("TSUMUGI_SEED", now);
    let mut random = Random::new(seed);
    let delays: Vec<_> = (0..10).map(|_| Duration::from_millis(random.bits() % longest)).collect();
    println!("seed {seed}: {} ms alone, killed after {delays:?}", start.elapsed().as_millis());
    let (answer, kills) = solved_between_kills(problem, "16", &scratch.join("spill"), &delays);
    assert_eq!(kills, 10);
    assert_eq!(answer["length"], 12555);
    assert_same_answer(&answer, &whole);
}

/// A limit on the size of files stands in for a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_is_said_and_the_checkpoint_stays() {
    let scratch = Scratch::new("helpmate-full");
    let spill = scratch.join("spill");
    let program = env!("CARGO_BIN_EXE_tsumugi");
    let options = format!("--spill '{}' --resume --checkpoint-every 0.001 --memory 8", spill.display());
    let shell = |script: String| {
        outcome(std::process::Command::new("sh").args(["-c", &script]).output().expect("a shell"))
    };
    let begun = shell(format!("'{program}' helpmate '{WIDE}' {options} --nodes 2000"));
    assert_eq!(begun.code, 3, "{begun:?}");
    // Blocks of 512 bytes, too few for any table from here on; the signal for too large a file is ignored, so that
    // writing fails instead.
    let first = shell(format!("trap '' XFSZ; ulimit -f 20; '{program}' helpmate '{WIDE}' {options}"));
    assert_eq!(first.code, 3, "{first:?}");
    assert!(first.stdout.contains("cannot write"), "{first:?}");
    assert!(first.stderr.contains("--resume"), "{first:?}");
    assert!(spill.join("checkpoint").exists());
    let last = shell(format!("'{program}' helpmate '{WIDE}' {options}"));
    assert!(last.stdout.starts_with("helpmate in 15"), "{last:?}");
}
