//! `tsumugi mend`: what is proposed, formats, resuming, bad input.

use crate::program::{Outcome, Scratch, command, outcome, tsumugi};
use serde_json::Value;

/// Mate in five by G*2c, and sound.
const SOUND: &str = "7s1/6+B1k/9/9/9/9/9/9/9 b G 1";
/// The same without the silver.
const SPOILT: &str = "9/6+B1k/9/9/9/9/9/9/9 b G 1";
/// The solution, which cannot be played without it.
const LINE: &str = "sfen 7s1/6+B1k/9/9/9/9/9/9/9 b G 1 moves G*2c 1b1a 3b2a 1a2a S*2b";
/// Cooked at the first move.
const COOKED: &str = "6B1b/8k/9/7+P1/9/9/9/9/9 b G 1";

fn mend(args: &[&str]) -> Outcome {
    tsumugi([&["mend", "--hash", "16", "--threads", "1"], args].concat())
}

fn json(args: &[&str]) -> Value {
    let outcome = mend(&[args, &["--format", "json"]].concat());
    assert_eq!(outcome.stderr, "", "{args:?}");
    serde_json::from_str(&outcome.stdout).unwrap_or_else(|_| panic!("{outcome:?}"))
}

/// Every diagram proposed is sound for the program itself.
fn verify(answer: &Value) -> usize {
    let mended = answer["mended"].as_array().unwrap();
    for one in mended {
        let moves: Vec<&str> =
            one["line"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
        let problem = format!("sfen {} moves {}", one["sfen"].as_str().unwrap(), moves.join(" "));
        let checked = tsumugi(["check", "--hash", "16", &problem]).good();
        assert!(checked.starts_with("sound"), "{one}\n{checked}");
    }
    mended.len()
}

#[test]
fn a_missing_piece_is_found_again() {
    let answer = json(&[SPOILT, "--line", LINE, "--with", "add", "--changes", "1"]);
    assert!(verify(&answer) > 0, "{answer}");
    assert_eq!((&answer["intended"], &answer["complete"]), (&"given".into(), &true.into()));
    let first = &answer["mended"][0];
    assert_eq!(first["changes"][0]["text"], "add a defender's silver on 2a");
    assert_eq!(first["changes"][0]["text_ja"], "２一に玉方銀を追加");
    assert_eq!(first["sfen"], "7s1/6+B1k/9/9/9/9/9/9/9 b G2rb3g3s4n4l18p 1");
}

#[test]
fn every_kind_of_end_has_its_code() {
    for (args, code, first) in [
        (&[SOUND][..], 0, "sound (完全作)"),
        (&[COOKED, "--changes", "1", "--with", "add", "--limit", "1"], 0, "cooked (余詰)"),
        (&[SPOILT, "--line", LINE, "--with", "remove"], 1, "cooked (余詰)"),
        (&[COOKED, "--time", "0"], 3, "unsettled (未確認)"),
        (&["4k4/9 b - 1"], 2, ""),
        (&[COOKED, "--option", "magic=1"], 2, ""),
        (&[COOKED, "--keep", "0z"], 2, ""),
        (&[COOKED, "--changes", "3"], 2, ""),
        (&[COOKED, "--with", "magic"], 2, ""),
        (&[COOKED, SOUND, "--line", LINE], 2, ""),
        (&["no-such-file.kif"], 2, ""),
    ] {
        let outcome = mend(args);
        assert_eq!(outcome.code, code, "{args:?} {outcome:?}");
        assert_eq!(outcome.stdout.lines().next().unwrap_or_default(), first, "{args:?}");
        assert_eq!(outcome.stderr.is_empty(), code != 2, "{args:?} {outcome:?}");
    }
}

#[test]
fn squares_to_keep_are_kept() {
    let answer = json(&[COOKED, "--changes", "1", "--with", "shift,exchange", "--keep", "3a,2d"]);
    for mended in answer["mended"].as_array().unwrap() {
        let squares = mended["changes"][0]["squares"].as_array().unwrap();
        assert!(squares.iter().all(|square| square != "3a" && square != "2d"), "{mended}");
    }
}

#[test]
fn what_was_tried_is_kept() {
    let scratch = Scratch::new("mend");
    let log = scratch.join("tried.jsonl");
    let kept = ["--resume", log.to_str().unwrap()];
    let args = [&[COOKED, "--changes", "1", "--with", "add", "--limit", "2"][..], &kept].concat();
    let first = json(&args);
    let written = std::fs::read_to_string(&log).unwrap();
    assert!(written.lines().any(|line| line.contains("\"sound\"")), "{written}");
    // A line that was cut off is cut off altogether.
    std::fs::write(&log, written.clone() + "{\"request\":\"").unwrap();
    let again = json(&args);
    assert_eq!(first["mended"], again["mended"]);
    let more = std::fs::read_to_string(&log).unwrap();
    assert_eq!(more, written);
    let outcome = mend(&[COOKED, "--resume", scratch.path().to_str().unwrap()]);
    assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""));
    assert!(outcome.stderr.contains("cannot use"), "{outcome:?}");
    if std::path::Path::new("/dev/full").exists() {
        let outcome = mend(&[COOKED, "--with", "shift", "--resume", "/dev/full"]);
        assert_eq!(outcome.code, 2, "{outcome:?}");
        assert!(outcome.stderr.contains("no space"), "{outcome:?}");
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_shows_what_was_found() {
    // Two changes of everything take hours.
    let mut child = command();
    child.args(["mend", "--hash", "16", "--threads", "1", "--changes", "2", "--with", "remove"]);
    child.args(["9/9/9/9/4k4/9/9/9/9 b 2R2B4G 1", "--time", "600", "--format", "json"]);
    let child = child.spawn().unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    let killed = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(killed.unwrap().success());
    let outcome = outcome(child.wait_with_output().unwrap());
    assert_eq!(outcome.code, 3, "{outcome:?}");
    let answer: Value = serde_json::from_str(&outcome.stdout).unwrap();
    assert_eq!((&answer["complete"], &answer["reason"]), (&false.into(), &"stopped".into()));
}

#[test]
fn it_is_told_in_japanese_too() {
    let said =
        mend(&[SPOILT, "--line", LINE, "--with", "add", "--changes", "1", "--lang", "ja"]).stdout;
    assert!(said.contains("1. ２一に玉方銀を追加\n"), "{said}");
    assert!(said.contains("完全作"), "{said}");
}
