//! `tsumugi compose`: patterns, parts, stores, workers, bad input.

use crate::program::{Outcome, Scratch, command, outcome, tsumugi};
use serde_json::Value;
use std::io::Write;
use std::path::Path;
use std::process::Stdio;

/// A small family with five sound problems.
const PATTERN: &str =
    "| . k/. k/. k/. |\n| . . . . |\n| . +P/P/S . S/N/. |\nhand: G S N 1-2\nlength: 3-5\n";
/// One that takes hours.
const LARGE: &str = "class any: attacker/k/.\n| any any any any |\n| any any any any |\n| any any any any |\n\
    hand: any 0-3\npieces: 0-4\nlength: 3\n";

fn compose(args: &[&str]) -> Outcome {
    tsumugi([&["compose", "--threads", "1"], args].concat())
}

/// A pattern in a file of its own.
fn file(scratch: &Scratch, text: &str) -> String {
    scratch.file("pattern.txt", text).to_str().unwrap().to_string()
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| panic!("{text}"))
}

#[test]
fn every_problem_told_is_sound_for_check() {
    let scratch = Scratch::new("compose");
    let pattern = file(&scratch, PATTERN);
    let list = compose(&[&pattern, "--format", "tsv"]).good();
    assert_eq!(list.lines().count(), 5);
    for line in list.lines() {
        let columns: Vec<&str> = line.split('\t').collect();
        let [sfen, _, length, _, moves] = columns[..] else { panic!("{line}") };
        let checked = tsumugi(["check", "--hash", "4", &format!("sfen {sfen} moves {moves}")]).good();
        assert!(checked.starts_with("sound"), "{line}\n{checked}");
        assert!(checked.contains(&format!("mate in {length}, the shortest")), "{line}\n{checked}");
    }
    // Every command reads the list, and standard input is a pattern like any other.
    let path = scratch.file("list.tsv", &list);
    assert_eq!(tsumugi(["show", path.to_str().unwrap(), "--format", "sfen"]).good().lines().count(), 5);
    let mut child = command()
        .args(["compose", "-", "--format", "tsv", "--threads", "1"])
        .stdin(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(PATTERN.as_bytes()).unwrap();
    assert_eq!(outcome(child.wait_with_output().unwrap()).good(), list);
    let answer = json(&compose(&[&pattern, "--format", "json"]).good());
    let tried = &answer["tried"];
    assert_eq!((&tried["arrangements"], &tried["sound"]), (&243.into(), &5.into()));
    assert_eq!(answer["problems"].as_array().unwrap().len(), 5);
    let counted = json(&compose(&[&pattern, "--count", "--format", "json"]).good());
    assert_eq!(counted["arrangements"], tried["arrangements"]);
}

#[test]
fn every_kind_of_end_has_its_code() {
    let scratch = Scratch::new("compose-ends");
    let pattern = file(&scratch, PATTERN);
    let none = scratch.file("none.txt", "| k |\nlength: 3\n");
    let bad = scratch.file("bad.txt", "# one\n| . G/X k |\nlength: 3\n");
    let bytes = scratch.file("bytes.txt", b"| k |\nlength: 3 # \xff\n");
    let row = format!("|{}|\n", " attacker/defender/k/.".repeat(9));
    let endless = scratch.file("endless.txt", format!("{}length: 3\n", row.repeat(9)));
    let large = scratch.file("large.txt", format!("{PATTERN}#{}", " ".repeat(1 << 20)));
    let [none, bad, bytes, endless, large] =
        [&none, &bad, &bytes, &endless, &large].map(|path| path.to_str().unwrap());
    for (args, code, said) in [
        (&[pattern.as_str()][..], 0, ""),
        (&[&pattern, "--count"], 0, ""),
        (&[none], 1, ""),
        (&[&pattern, "--time", "0"], 3, ""),
        (&[bad], 2, "\"X\" is no piece"),
        (&[bytes], 2, "no UTF-8 text"),
        (&[endless], 2, "more than 2 to the 64"),
        (&[large], 2, "more than 1 MiB: not a pattern"),
        (&["no-such-file.txt"], 2, "cannot read no-such-file.txt"),
        (&[scratch.path().to_str().unwrap()], 2, "cannot read"),
        (&[&pattern, "--from", "9", "--to", "8"], 2, "--from 9 --to 8"),
        (&[&pattern, "--to", "1000000"], 2, "243 arrangements"),
        (&[&pattern, "--option", "magic=1"], 2, "magic"),
        (&[&pattern, "--limit", "0"], 2, "--limit"),
        (&[&pattern, "--out", "results.txt"], 2, "neither .sqlite nor .jsonl"),
        (&[&pattern, "--out", "no/such/place.jsonl"], 2, "cannot use"),
    ] {
        let outcome = compose(args);
        assert_eq!(outcome.code, code, "{args:?} {outcome:?}");
        assert!(outcome.stderr.contains(said), "{args:?} {outcome:?}");
        assert_eq!(outcome.stderr.is_empty(), code != 2, "{args:?} {outcome:?}");
    }
    let shown = compose(&[bad]).stderr;
    assert!(shown.contains("bad.txt:2:7") && shown.contains("| . G/X k |"), "{shown}");
    let caret = shown.lines().find(|line| line.contains('^')).unwrap();
    let row = shown.lines().find(|line| line.contains("G/X")).unwrap();
    assert_eq!(caret.find('^'), row.find('X'), "{shown}");
}

/// What is told about the whole family, times left out.
fn told(args: &[&str]) -> Value {
    let mut answer = json(&compose(&[args, &["--format", "json"]].concat()).stdout);
    answer.as_object_mut().unwrap().remove("seconds");
    answer
}

#[test]
fn what_was_done_is_kept_and_nothing_else_is_done_again() {
    let scratch = Scratch::new("compose-out");
    let pattern = file(&scratch, &PATTERN.replace(" . . . . |", " G/. S/. . G/. |"));
    let whole = told(&[&pattern]);
    let family = whole["family"].as_u64().unwrap();
    assert!(family > 1_000, "{family}: several parts");
    for name in ["parts.jsonl", "parts.sqlite"] {
        let out = scratch.join(name);
        let out = out.to_str().unwrap();
        let part = told(&[&pattern, "--out", out, "--to", "600"]);
        assert_eq!(part["tried"]["arrangements"], 600);
        // A program that was killed leaves half a line behind.
        if name.ends_with("jsonl") {
            let mut file = std::fs::OpenOptions::new().append(true).open(out).unwrap();
            file.write_all(b"{\"source\":\"pat").unwrap();
        }
        assert_eq!(told(&[&pattern, "--out", out]), whole, "{name}");
        // All is there: no time is needed.
        let again = compose(&[&pattern, "--out", out, "--time", "0", "--format", "json"]);
        assert_eq!(again.code, 0, "{again:?}");
        assert_eq!(json(&again.stdout)["problems"], whole["problems"]);
        let other = scratch.file("other.txt", PATTERN);
        let refused = compose(&[other.to_str().unwrap(), "--out", out]);
        assert_eq!(refused.code, 2);
        assert!(refused.stderr.contains("another question"), "{refused:?}");
    }
    let four = json(&tsumugi(["compose", &pattern, "--threads", "4", "--format", "json"]).good());
    assert_eq!((&four["tried"], &four["problems"]), (&whole["tried"], &whole["problems"]));
    if Path::new("/dev/full").exists() {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let mut child = command();
        child.args(["compose", &pattern, "--threads", "1"]).stdout(full).stderr(Stdio::piped());
        let outcome = child.spawn().unwrap().wait_with_output().unwrap();
        let said = String::from_utf8_lossy(&outcome.stderr);
        assert!(outcome.status.code() == Some(2) && said.contains("no space"), "{said}");
    }
}

#[cfg(unix)]
#[test]
fn what_may_not_be_written_is_said() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::new("compose-denied");
    let pattern = file(&scratch, PATTERN);
    let store = scratch.file("store.jsonl", "");
    std::fs::set_permissions(&store, PermissionsExt::from_mode(0o400)).unwrap();
    // Whoever may do anything may do this too.
    if std::fs::OpenOptions::new().append(true).open(&store).is_ok() {
        eprintln!("skipped: permissions do not bind this user");
        return;
    }
    let outcome = compose(&[&pattern, "--out", store.to_str().unwrap()]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.contains("permission denied"), "{outcome:?}");
}

#[cfg(unix)]
#[test]
fn ctrl_c_shows_what_was_found_and_kill_loses_no_part() {
    let scratch = Scratch::new("compose-stop");
    let pattern = file(&scratch, LARGE);
    let out = scratch.join("large.jsonl");
    let run = |signal: &str| {
        let mut child = command();
        child.args(["compose", &pattern, "--threads", "2", "--format", "json", "--out"]).arg(&out);
        let written = || std::fs::metadata(&out).map_or(0, |file| file.len());
        let (before, child) = (written(), child.spawn().unwrap());
        // Until a part is done; the next one is then begun.
        let start = std::time::Instant::now();
        while written() == before {
            assert!(start.elapsed().as_secs() < 60, "no part is ever done");
            std::thread::sleep(std::time::Duration::from_millis(20));
        }
        let killed =
            std::process::Command::new("kill").args([signal, &child.id().to_string()]).status();
        assert!(killed.unwrap().success());
        child.wait_with_output().unwrap()
    };
    let stopped = outcome(run("-INT"));
    assert_eq!(stopped.code, 3, "{stopped:?}");
    let answer = json(&stopped.stdout);
    assert_eq!(answer["reason"], "stopped");
    assert!(answer["tried"]["arrangements"].as_u64().unwrap() > 0, "{answer}");
    run("-KILL");
    let written = std::fs::read_to_string(&out).unwrap();
    let parts = written.lines().filter(|line| serde_json::from_str::<Value>(line).is_ok()).count();
    let again = told(&[&pattern, "--out", out.to_str().unwrap(), "--time", "0"]);
    let done = again["tried"]["arrangements"].as_u64().unwrap();
    println!("{parts} parts, {done} arrangements");
    assert_eq!(
        done,
        written.lines().map(|line| json(line)["tried"]["arrangements"].as_u64().unwrap()).sum::<u64>()
    );
}

#[cfg(feature = "queue")]
#[test]
fn workers_answer_as_threads_do() {
    use crate::queue::{Server, nats_server};
    let Some(program) = nats_server() else { return };
    let scratch = Scratch::new("compose-queue");
    let server = Server::new(program, &scratch);
    let url = server.url();
    let pattern = file(&scratch, &PATTERN.replace(" . . . . |", " G/. S/. . G/. |"));
    let alone = told(&[&pattern]);
    let _worker = server.worker(&[]);
    let out = scratch.join("queue.jsonl");
    let together = told(&[&pattern, "--queue", &url, "--out", out.to_str().unwrap()]);
    assert_eq!(together, alone);
    assert_eq!(told(&[&pattern, "--out", out.to_str().unwrap()]), alone);
}
