//! `tsumugi-lab solve`: every engine and every preset gives the same answers, in every format.

use crate::program::{HEAD_GOLD, Outcome, tsumugi as lab};
use serde_json::Value;

/// Takes more than one node.
const HARD: &str = "4k4/9/9/9/9/9/9/9/9 b RB2G2S 1";
/// A board of six squares.
const TINY: &str =
    "k1OOOOOOO/2OOOOOOO/1POOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO";

fn solve(args: &[&str]) -> Outcome {
    lab([&["solve", "--hash", "16"], args].concat())
}

#[test]
fn every_engine_says_the_same() {
    for engine in ["brute", "pn", "pn2", "cstar", "dfpn"] {
        for (hand, code, verdict) in [("GS", 0, "mate in "), ("S", 1, "no mate")] {
            let outcome = solve(&[&format!("{TINY} b {hand} 1"), "--engine", engine, "--as-written"]);
            assert_eq!(outcome.code, code, "{engine} {outcome:?}");
            assert!(outcome.stdout.starts_with(verdict), "{engine} {outcome:?}");
        }
    }
}

#[test]
fn presets_say_the_same_with_other_effort() {
    for preset in
        ["default", "plain", "nagai", "kishimoto", "komoring-like", "branch-number", "no-mate"]
    {
        let option = format!("preset={preset}");
        let said = solve(&[HEAD_GOLD, "--option", &option]).good();
        assert_eq!(said, "mate in at most 1   (proved)\n▲５二金\n", "{preset}");
    }
    let effort = |options: &[&str]| -> Value {
        let args = [&[HARD, "--format", "json", "--nodes", "20000"], options].concat();
        serde_json::from_str::<Value>(&solve(&args).stdout).unwrap()["nodes"].take()
    };
    assert_ne!(effort(&["--option", "preset=plain"]), effort(&[]));
}

#[test]
fn formats_and_limits_are_those_of_the_product() {
    let usi = solve(&[HEAD_GOLD, "--option", "preset=plain", "--format", "usi"]).good();
    assert_eq!(usi, "checkmate G*5b\n");
    let json = solve(&[HEAD_GOLD, "--engine", "pn2", "--format", "json"]).good();
    let json: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&json["engine"], &json["verdict"]), (&"pn2".into(), &"mate".into()));
    let limited = solve(&[HARD, "--engine", "pn", "--nodes", "1"]);
    assert_eq!((limited.code, &limited.stdout[..]), (3, "unknown: the limit of nodes is reached\n"));
    for args in [&["--engine", "magic"][..], &["--option", "preset=x"]] {
        assert_eq!(solve(&[&[HEAD_GOLD], args].concat()).code, 2, "{args:?}");
    }
}

#[test]
fn brinkmates_are_asked_of_any_engine() {
    let sfen = "7k1/5R3/9/9/9/9/9/9/9 b Sp 1";
    for engine in ["pn", "pn2", "dfpn"] {
        let said = solve(&[sfen, "--question", "brinkmate", "--engine", engine]).good();
        assert!(said.starts_with("brinkmate, mate in at most "), "{engine}: {said}");
    }
}

#[test]
fn bench_takes_every_engine() {
    let args = ["bench", "--quick", "--hash", "2", "--nodes", "500", "--format", "json", "--engine"];
    let json: Value = serde_json::from_str(&lab([&args[..], &["cstar"]].concat()).good()).unwrap();
    assert_eq!(json["engine"], "cstar");
}

#[test]
fn every_shell_gets_a_script_with_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = lab(["completions", shell]).good();
        for word in ["solve", "bench", "reproduce", "train", "completions", "dfpn-plus"] {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}
