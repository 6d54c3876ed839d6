//! `tsumugi similar`: what is found in files, folders and the classics, in which order; bad input.

use crate::program::{HEAD_GOLD, Outcome, Scratch, tsumugi, tsumugi_reading};
use serde_json::Value;

const PROBLEM: &str = "7s1/6+B1k/9/9/9/9/9/9/9 b G 1";
/// The same, mirrored.
const MIRRORED: &str = "1s7/k1+B6/9/9/9/9/9/9/9 b G 1";
/// Two pieces differ.
const NEAR: &str = "7n1/6+B1k/9/9/9/9/9/9/9 b S 1";
/// As good as nothing in common.
const FAR: &str = "4k4/9/4P4/9/9/9/9/9/9 b 2L2N3P 1";

fn similar(args: &[&str]) -> Outcome {
    tsumugi([&["similar", "--threads", "1"], args].concat())
}

fn json(args: &[&str]) -> Value {
    let outcome = similar(&[args, &["--format", "json"]].concat());
    assert_eq!(outcome.stderr, "", "{args:?}");
    serde_json::from_str(&outcome.stdout).unwrap_or_else(|_| panic!("{outcome:?}"))
}

fn numbers(answer: &Value) -> Vec<u64> {
    answer["similar"].as_array().unwrap().iter().filter_map(|one| one["number"].as_u64()).collect()
}

#[test]
fn lists_records_and_folders_are_searched() {
    let scratch = Scratch::new("similar");
    let list =
        scratch.file("list.tsv", format!("{FAR}\tfar\n# nothing\n{MIRRORED}\tthe mirror image\n"));
    let kif = tsumugi(["convert", NEAR, "--to", "kif"]).good();
    scratch.file("near.kif", &kif);
    let folder = scratch.path().to_str().unwrap();
    let text = similar(&[PROBLEM, "--in", folder]).good();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines[0], "2 similar problems among 3");
    assert!(
        lines[1].starts_with("1. the mirror image (")
            && lines[1].ends_with("list.tsv:3): equal; mirrored")
    );
    assert_eq!(lines[2], "   sfen 1s7/k1+B6/9/9/9/9/9/9/9 b G2rb3g3s4n4l18p 1");
    assert!(lines[3].ends_with("near.kif): 2 pieces differ"), "{text}");
    assert_eq!(lines[4], "   only here: defender's silver 2a, gold in hand");
    assert_eq!(lines[5], "   only there: defender's knight 2a, silver in hand");
    // A problem of the collection is not found in itself.
    let text = similar(&[list.to_str().unwrap(), "--in", list.to_str().unwrap()]);
    assert_eq!(text.stdout.matches("nothing similar among 1 problems").count(), 2, "{text:?}");
}

#[test]
fn a_line_is_taken_from_the_column_of_a_list_and_else_looked_for() {
    let scratch = Scratch::new("similar-lines");
    let elsewhere = "2k6/9/2P6/9/9/p7p/9/9/9 b G 1";
    let given = scratch.file("given.tsv", format!("{elsewhere}\tgiven\t1\tG*7b\n"));
    let found = scratch.file("found.tsv", format!("{elsewhere}\tfound\t1\n{FAR}\tno mate\n"));
    for (file, unsettled) in [(&given, 0), (&found, 0)] {
        let answer = json(&[HEAD_GOLD, "--by", "picture", "--in", file.to_str().unwrap()]);
        assert_eq!((numbers(&answer), &answer["unsettled"]), (vec![1], &unsettled.into()), "{answer}");
        assert_eq!(answer["similar"][0]["picture"], true);
    }
    let hard = scratch.file("hard.tsv", "8k/9/9/9/9/9/9/9/9 b RBGSNLP 1\thard\n");
    let outcome =
        similar(&[HEAD_GOLD, "--by", "picture", "--nodes", "1", "--in", hard.to_str().unwrap()]);
    assert_eq!(outcome.code, 3, "{outcome:?}");
    assert!(outcome.stdout.contains("1 without a solution"), "{outcome:?}");
}

#[test]
fn the_classics_are_searched_if_no_set_is_named() {
    let zuko_2 = "9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1";
    let text = similar(&[zuko_2]).good();
    assert!(text.starts_with("1 similar problem among 210\n1. 将棋図巧 第2番: equal\n"), "{text}");
    let japanese = similar(&[zuko_2, "--lang", "ja"]).good();
    assert!(japanese.starts_with("210題中1題が類似\n1. 将棋図巧 第2番: 同一図\n"), "{japanese}");
    assert_eq!(similar(&[PROBLEM]).code, 1);
}

#[test]
fn many_can_be_asked_about_and_a_limit_says_how_many_more_there_are() {
    let answer = json(&[PROBLEM, "--limit", "1", "--in", MIRRORED, NEAR, PROBLEM, FAR]);
    assert_eq!((numbers(&answer), &answer["more"]), (vec![3], &2.into()));
    let text = similar(&[PROBLEM, "--limit", "1", "--in", MIRRORED, NEAR, PROBLEM, FAR]).good();
    assert!(text.ends_with("2 more, see --limit\n"), "{text}");
    let two = tsumugi_reading(
        ["similar", "-", "--in", PROBLEM, "--differ", "0"],
        format!("{MIRRORED}\n{FAR}\n").as_bytes(),
    );
    assert_eq!((two.code, two.stdout.lines().count()), (0, 4), "{two:?}");
}

#[test]
fn what_is_bad_is_refused_and_the_rest_is_done() {
    let scratch = Scratch::new("similar-bad");
    let half = scratch.file(
        "half.tsv",
        format!("{MIRRORED}\tgood\n4k4/9 b G 1\tbad\n9/9/9/9/9/9/9/9/9 b G 1\tno king\n"),
    );
    let empty = scratch.file("empty.tsv", "");
    let folder = scratch.join("folder");
    std::fs::create_dir(&folder).unwrap();
    let [half, empty, folder] = [&half, &empty, &folder].map(|path| path.to_str().unwrap());
    let outcome = similar(&[PROBLEM, "--in", half]);
    assert_eq!(outcome.code, 2, "{outcome:?}");
    assert!(outcome.stdout.contains("1. good"), "{outcome:?}");
    assert!(
        outcome.stderr.contains("half.tsv:2") && outcome.stderr.contains("half.tsv:3"),
        "{outcome:?}"
    );
    for (args, said) in [
        (&[PROBLEM, "--in", "nothing.tsv"][..], "no such file"),
        (&[PROBLEM, "--in", empty], "nothing to compare with"),
        (&[PROBLEM, "--in", folder], "no records in this folder"),
        (&[PROBLEM, "--by", "magic"], "magic"),
        (&[PROBLEM, "--differ", "many"], "differ"),
        (&[PROBLEM, "--limit", "0"], "limit"),
        (&[PROBLEM, "--hash", "0"], "hash"),
        (&[PROBLEM, "--in"], "--in"),
        (&["4k4/9 b G 1"], "rank"),
        (&["nothing.kif"], "no such file"),
        (&[], "PROBLEM"),
    ] {
        let outcome = similar(args);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""), "{args:?} {outcome:?}");
        assert!(outcome.stderr.contains(said), "{args:?} {outcome:?}");
    }
}

#[cfg(unix)]
#[test]
fn files_that_may_not_be_read_are_reported() {
    use std::os::unix::fs::PermissionsExt;
    let scratch = Scratch::new("similar-locked");
    let locked = scratch.file("locked.tsv", PROBLEM);
    std::fs::set_permissions(&locked, std::fs::Permissions::from_mode(0o000)).unwrap();
    if std::fs::read(&locked).is_ok() {
        println!("skipped: this user may read everything");
        return;
    }
    let outcome = similar(&[PROBLEM, "--in", locked.to_str().unwrap()]);
    assert_eq!(outcome.code, 2, "{outcome:?}");
    assert!(outcome.stderr.contains("cannot read"), "{outcome:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_said() {
    use crate::program::{command, outcome};
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let mut child = command();
    child.args(["similar", PROBLEM, "--in", MIRRORED]).stdout(full);
    let outcome = outcome(child.spawn().unwrap().wait_with_output().unwrap());
    assert_eq!(outcome.code, 2, "{outcome:?}");
    assert!(outcome.stderr.contains("no space"), "{outcome:?}");
}
