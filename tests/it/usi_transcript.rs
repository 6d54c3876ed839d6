//! The conversation in docs/USI.md is one with the built program. `TSUMUGI_BLESS=1` writes it anew.

use crate::engine::Engine;
use std::path::Path;

/// What is said, and what the last line of the answer has in it.
const SAID: [(&str, &str); 24] = [
    ("usi", "usiok"),
    ("setoption name USI_Hash value 64", ""),
    ("setoption name Threads value 1", ""),
    ("setoption name PvInterval value 0", ""),
    ("isready", "readyok"),
    ("usinewgame", ""),
    // A mate in one; White attacks; no mate; mated already; too hard for half a second.
    ("position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1", ""),
    ("go mate 20000", "checkmate"),
    ("position sfen 9/9/9/9/9/9/4p4/9/4K4 w g 1", ""),
    ("go mate infinite", "checkmate"),
    ("position sfen 4k4/9/9/9/9/9/9/9/9 b G 1", ""),
    ("go mate 20000", "checkmate"),
    ("position sfen 4k4/9/9/9/9/9/9/9/9 b 2R2B 1", ""),
    ("go mate 500", "checkmate"),
    // Every check of a mate in seven, and a look at the tree.
    ("setoption name MultiPV value 6", ""),
    ("position sfen 5B3/7k1/6n2/9/9/9/9/9/9 b 2S 1", ""),
    ("go infinite", " multipv 6 "),
    ("stop", "bestmove"),
    ("tree moves S*2c", "2b3a"),
    ("setoption name MultiPV value 1", ""),
    // In check, and mated soon: that is told, and the longest defence is played.
    ("position sfen 4k4/9/9/9/9/9/3ppp3/9/3gK4 b 2g 1", ""),
    ("go btime 0 wtime 0 byoyomi 10000", "bestmove"),
    // No mate in sight: a legal move.
    ("position startpos moves 7g7f 3c3d", ""),
    ("go btime 0 wtime 0 byoyomi 10000", "bestmove"),
];

/// A line without the numbers that differ from run to run and from machine to machine.
fn masked(line: &str) -> String {
    // A search that comes back a moment too late is answered for, without its figures.
    if let Some((_, why)) = line.split_once(" string unknown") {
        return format!("info string unknown{why}");
    }
    let mut volatile = vec!["time", "nodes", "nps", "hashfull", "seldepth"];
    if line.starts_with("option name Threads ") {
        volatile.push("default");
    }
    let mut mask = false;
    let word = |word: &str| {
        let number = word.bytes().all(|byte| byte.is_ascii_digit());
        let shown = if mask && number { "*" } else { word }.to_string();
        mask = volatile.contains(&word);
        shown
    };
    line.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_conversation_in_the_manual_is_a_real_one() {
    let mut engine = Engine::named(Path::new(env!("CARGO_BIN_EXE_tsumugi")), &["usi"]);
    for (line, end) in SAID {
        engine.send(line);
        if !end.is_empty() {
            engine.until_has(end);
        }
    }
    engine.send("quit");
    assert_eq!(engine.ended().code(), Some(0));
    let said: String = engine.transcript.iter().map(|line| masked(line) + "\n").collect();
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/USI.md");
    let manual = std::fs::read_to_string(&path).expect("docs/USI.md is there");
    let (before, rest) = manual.split_once("## A conversation\n").expect("a conversation");
    let (words, rest) = rest.split_once("```text\n").expect("a block");
    let (shown, after) = rest.split_once("```\n").expect("the end of the block");
    if std::env::var_os("TSUMUGI_BLESS").is_some() {
        let anew = format!("{before}## A conversation\n{words}```text\n{said}```\n{after}");
        std::fs::write(&path, anew).expect("docs/USI.md can be written");
    } else {
        assert_eq!(shown, said, "TSUMUGI_BLESS=1 cargo test --test it usi_transcript:: renews it");
    }
}
