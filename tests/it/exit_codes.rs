//! The table of exit codes, and where output goes.

use crate::program::{HEAD_GOLD, Scratch, command, outcome, tsumugi, tsumugi_reading};

#[test]
fn every_kind_of_end_has_its_code() {
    let bad = "4k4/9 b - 1";
    for (args, code) in [
        (&["show", HEAD_GOLD][..], 0),
        (&["--help"], 0),
        (&["help", "show"], 0),
        (&["show", "--help"], 0),
        (&["--version"], 0),
        (&["completions", "bash"], 0),
        (&[], 2),
        (&["solv", HEAD_GOLD], 2),
        (&["show"], 2),
        (&["show", HEAD_GOLD, "--format", "gif"], 2),
        (&["show", HEAD_GOLD, "--allow", "king-capturable"], 2),
        (&["show", HEAD_GOLD, "--ply", "one"], 2),
        (&["show", HEAD_GOLD, "--ply", "1"], 2),
        (&["show", bad], 2),
        (&["show", bad, HEAD_GOLD], 2),
        (&["convert", HEAD_GOLD], 2),
        (&["convert", HEAD_GOLD, "--to", "doc"], 2),
        (&["perft", HEAD_GOLD], 2),
        (&["perft", HEAD_GOLD, "--depth", "-1"], 2),
        (&["perft", HEAD_GOLD, "--depth", "65"], 2),
        (&["perft", bad, "--depth", "1"], 2),
        (&["completions", "tcsh"], 2),
        (&["solve", HEAD_GOLD], 0),
        (&["solve"], 2),
        (&["solve", bad], 2),
        (&["solve", HEAD_GOLD, "--engine", "magic"], 2),
        (&["solve", HEAD_GOLD, "--threads", "0"], 2),
        (&["solve", HEAD_GOLD, "--time", "soon"], 2),
        (&["verify", HEAD_GOLD], 2),
        (&["verify", HEAD_GOLD, "no-such.cert"], 2),
    ] {
        let outcome = tsumugi(args);
        assert_eq!(outcome.code, code, "{args:?} {outcome:?}");
        // A complaint goes to stderr, help and results to stdout.
        assert_eq!(outcome.stderr.is_empty(), code == 0, "{args:?} {outcome:?}");
    }
}

#[test]
fn what_the_laboratory_does_is_said_to_be_there() {
    for (args, said) in [
        (&["reproduce", "graphs"][..], "reproduce is a command of tsumugi-lab"),
        (&["train", "--help"], "train is a command of tsumugi-lab"),
        (&["solve", HEAD_GOLD, "--engine", "cstar"], "tsumugi-lab has --engine cstar"),
        (&["bench", "--engine=brute"], "tsumugi-lab has --engine brute"),
    ] {
        let outcome = tsumugi(args);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""), "{args:?}");
        assert!(outcome.stderr.contains(said), "{args:?} {outcome:?}");
    }
}

#[test]
fn a_bad_problem_is_reported_and_the_others_are_done() {
    let scratch = Scratch::new("several");
    let text = format!("{HEAD_GOLD}\nnonsense/9 b - 1\nstartpos\n");
    let file = scratch.file("three.sfen", text);
    let outcome =
        tsumugi(["show", "--format", "sfen", file.to_str().unwrap(), "no-such-file", HEAD_GOLD]);
    assert_eq!(outcome.code, 2);
    assert_eq!(outcome.stdout.lines().count(), 3, "{outcome:?}");
    assert!(outcome.stderr.contains("three.sfen:2:2"), "{outcome:?}");
    assert!(outcome.stderr.contains("\"no-such-file\" is neither an existing file nor a position"));
}

#[test]
fn many_bad_problems_do_not_flood_the_terminal() {
    let input = "4k4/9 b - 1\n".repeat(500);
    let outcome = tsumugi_reading(["show", "-"], input.as_bytes());
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.len() < 5000, "{}", outcome.stderr.len());
    assert!(outcome.stderr.contains("480 more bad problems not shown"), "{}", outcome.stderr);
}

#[test]
fn a_reader_that_leaves_is_no_error() {
    let mut many = command();
    many.args(["show", "-"]);
    let mut child = many.spawn().unwrap();
    drop(child.stdout.take());
    let input = format!("{HEAD_GOLD}\n").repeat(2000);
    std::io::Write::write_all(&mut child.stdin.take().unwrap(), input.as_bytes()).unwrap();
    let outcome = outcome(child.wait_with_output().unwrap());
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""), "{outcome:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_an_error() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = command().args(["show", HEAD_GOLD]).stdout(full).output().unwrap();
    let outcome = outcome(output);
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.contains("cannot write to standard output"), "{outcome:?}");
}
