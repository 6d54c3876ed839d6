//! `tsumugi perft` gives the published counts, and stops when asked.

use crate::program::{command, outcome, tsumugi};
use std::time::Duration;

const DROP_HEAVY: &str = "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1";
const MOST_MOVES: &str = "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1";

#[test]
fn published_counts_are_met() {
    // https://www.chessprogramming.org/Shogi_Perft_Results and the record position of 593 moves.
    for (sfen, counts) in [
        ("startpos", &[1, 30, 900, 25_470, 719_731, 19_861_490][..]),
        (DROP_HEAVY, &[1, 207, 28_684, 4_809_015]),
        (MOST_MOVES, &[1, 593]),
    ] {
        for (depth, count) in counts.iter().enumerate() {
            let depth = depth.to_string();
            let stdout = tsumugi(["perft", sfen, "--depth", &depth]).good();
            assert_eq!(stdout, format!("{count}\n"), "{sfen} depth {depth}");
        }
    }
}

#[test]
fn playing_the_last_ply_changes_no_count() {
    let stdout = tsumugi(["perft", "startpos", "--depth", "4", "--play-all"]).good();
    assert_eq!(stdout, "719731\n");
}

#[test]
fn the_shares_add_up_and_the_total_comes_last() {
    let stdout = tsumugi(["perft", DROP_HEAVY, "--depth", "2", "--divide"]).good();
    let lines: Vec<&str> = stdout.lines().collect();
    let (total, shares) = lines.split_last().unwrap();
    let share = |line: &&str| line.split_once(": ").unwrap().1.parse::<u64>().unwrap();
    assert_eq!(shares.len(), 207);
    assert_eq!(shares.iter().map(share).sum::<u64>(), total.parse::<u64>().unwrap());
    assert!(shares.is_sorted_by_key(|line| line.split(':').next()));
}

#[test]
fn checks_are_counted_from_the_side_to_move() {
    let head_gold = crate::program::HEAD_GOLD;
    assert_eq!(tsumugi(["perft", head_gold, "--depth", "1", "--checks"]).good(), "7\n");
    // After the mate there is no path of two plies.
    let mate = format!("{head_gold} moves G*5b");
    assert_eq!(tsumugi(["perft", &mate, "--depth", "1"]).good(), "0\n");
    let both = ["perft", "startpos", "--depth", "1", "--checks", "--play-all"];
    assert_eq!(tsumugi(both).code, 2);
}

#[test]
fn json_says_the_same() {
    let args = ["perft", "startpos", "--depth", "2", "--divide", "--format", "json"];
    let stdout = tsumugi(args).good();
    let json: serde_json::Value = serde_json::from_str(&stdout).unwrap();
    assert_eq!((&json["nodes"], &json["depth"]), (&900.into(), &2.into()));
    assert_eq!(json["divide"]["7g7f"], 30);
    assert!(json["reason"].is_null() && stdout.ends_with("}\n") && stdout.lines().count() == 1);
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_count_with_what_is_known() {
    let args = ["perft", "startpos", "--depth", "12", "--format", "json"];
    let child = command().args(args).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    // Every shell has a kill of its own; not every machine has the program.
    let kill = format!("kill -INT {}", child.id());
    let sent = std::process::Command::new("sh").args(["-c", &kill]).status();
    assert!(sent.unwrap().success());
    let outcome = outcome(child.wait_with_output().unwrap());
    assert_eq!(outcome.code, 3, "{outcome:?}");
    let json: serde_json::Value = serde_json::from_str(&outcome.stdout).unwrap();
    assert!(json["nodes"].is_null() && json["at_least"].as_u64().unwrap() > 0);
    assert_eq!(json["reason"], "stopped");
    assert!(outcome.stderr.contains("0 of 30 first moves counted"), "{outcome:?}");
}

#[test]
fn a_file_is_refused_with_advice() {
    let outcome = tsumugi(["perft", "Cargo.toml", "--depth", "1"]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.stderr.contains("a file is not read here"), "{outcome:?}");
}
