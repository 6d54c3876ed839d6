//! `tsumugi usi`: conversations with the built program.

use crate::engine::{Engine, GOLD, HARD, NO_MATE};
use std::time::{Duration, Instant};
use tsumugi_verify::{LineGoal, check_line};

#[test]
fn it_introduces_itself_and_quits() {
    let mut engine = Engine::new();
    engine.send("usi");
    let (_, lines) = engine.until("usiok");
    let hash = "option name USI_Hash type spin default 1024 ";
    let post = "option name PostSearchLevel type combo default MinLength var None var UpperBound ";
    for start in ["id name tsumugi ", "id author ", hash, post] {
        assert!(lines.iter().any(|line| line.starts_with(start)), "{start}: {lines:#?}");
    }
    // The techniques of the search are listed for those who ask for them.
    let combo = "option name sums type combo default snda ";
    assert!(!lines.iter().any(|line| line.starts_with(combo)), "{lines:#?}");
    let program = std::path::Path::new(env!("CARGO_BIN_EXE_tsumugi"));
    let mut research = Engine::named(program, &["usi", "--research"]);
    research.send("usi");
    let (_, lines) = research.until("usiok");
    assert!(lines.iter().any(|line| line.starts_with(combo)), "{lines:#?}");
    engine.send("isready");
    assert_eq!(engine.answer("readyok"), "readyok");
    engine.send("quit");
    assert_eq!(engine.ended().code(), Some(0));
}

#[test]
fn each_question_has_its_answer() {
    let mut engine = Engine::new();
    for (position, answer) in [
        (GOLD, "checkmate G*5b"),
        (NO_MATE, "checkmate nomate"),
        // White attacks.
        ("sfen 9/9/9/9/9/9/4p4/9/4K4 w g 1", "checkmate G*5h"),
        // From a line of moves; the defender dropped a piece it holds by convention.
        ("sfen 4k4/9/4P4/9/9/9/9/9/8L b G moves 1i1h P*9h", "checkmate G*5b"),
        // The game has just begun.
        ("startpos moves 7g7f 3c3d", "checkmate nomate"),
        // Mated already: the side to move has neither a mate nor a move.
        ("sfen 4k4/4G4/4P4/9/9/9/9/9/9 w - 1", "checkmate nomate"),
        // No question at all: no king, a king that could be taken, not a position.
        ("sfen 9/9/9/9/9/9/9/9/9 b G", "checkmate notimplemented"),
        ("sfen 4k4/4G4/4P4/9/9/9/9/9/9 b -", "checkmate notimplemented"),
        ("sfen nonsense", "checkmate notimplemented"),
        ("startpos moves 7g7f 7g7f", "checkmate notimplemented"),
    ] {
        assert_eq!(engine.mate(position, "10000"), answer, "{position}");
        assert_eq!(engine.mate(GOLD, "infinite"), "checkmate G*5b");
    }
}

#[test]
fn the_side_to_move_attacks_though_it_stands_in_check() {
    let mut engine = Engine::new();
    // In check, and the answer to it is the first move of a mate.
    let mates = "sfen ln4k2/9/2sp1s3/p1p1pp2P/9/1PP6/PG1PPP1G1/1B1g1KL+r1/LN1bN3L w G4Pr2sn2p 1";
    let said = engine.mate(mates, "10000");
    let line: Vec<&str> = said.split(' ').skip(1).collect();
    assert_eq!(line.len(), 3, "{said}");
    let sfen = mates.strip_prefix("sfen ").expect("a SFEN");
    assert_eq!(check_line(sfen, false, LineGoal::MateDefender, line), Ok(()));
    // In check, without a mate, and mated: that is told in an info line, but the question was another one.
    let mated = "sfen 4k4/9/9/9/9/9/4p4/4g4/4K4 b 2r2b3g4s4n4l17p 1";
    engine.send(&format!("position {mated}"));
    engine.send("go mate 10000");
    let (_, lines) = engine.until("checkmate");
    assert_eq!(lines.last().map(String::as_str), Some("checkmate nomate"));
    assert!(lines.iter().any(|line| line.contains("score mate -0")), "{lines:#?}");
    let mated_soon = "sfen 4k4/9/9/9/9/9/4p4/9/3gK4 b r2b3g4s4n4l17p 1";
    engine.send(&format!("position {mated_soon}"));
    engine.send("go mate 10000");
    let (_, lines) = engine.until("checkmate");
    assert_eq!(lines.last().map(String::as_str), Some("checkmate nomate"));
    let mated = |line: &&String| line.contains(" score mate -") && line.contains(" pv 5i");
    assert!(lines.iter().find(mated).is_some(), "{lines:#?}");
    // Nowhere is it told as a mate of the side to move.
    let scores = || lines.iter().filter(|line| line.contains(" score mate "));
    assert!(scores().all(|line| line.contains(" score mate -")), "{lines:#?}");
    // Whoever has to move gets out of check as well as can be done.
    engine.send("go");
    assert!(engine.answer("bestmove").starts_with("bestmove 5i"));
    engine.send("setoption name RootIsAndNodeIfChecked value false");
    engine.send("go mate 10000");
    let (_, lines) = engine.until("checkmate");
    assert_eq!(lines.last().map(String::as_str), Some("checkmate nomate"));
    assert!(lines.iter().all(|line| !line.contains("score")), "{lines:#?}");
}

#[test]
fn a_mate_of_hundreds_of_plies_has_its_line() {
    let mut engine = Engine::new();
    let sfen = "1k1+B1+r3/2p4S1/sS3+L3/g8/1+rg6/2N6/2L1+s2n1/1N2G+nL2/6+b2 b gl17p 1";
    let said = engine.mate(&format!("sfen {sfen}"), "60000");
    let line: Vec<&str> = said.split(' ').skip(1).collect();
    assert!(line.len() > 100, "{said}");
    assert_eq!(check_line(sfen, true, LineGoal::MateDefender, line), Ok(()));
}

#[test]
fn info_lines_tell_the_figures_and_the_line() {
    let mut engine = Engine::new();
    engine.send(&format!("position {GOLD}"));
    engine.send("go mate 10000");
    let (_, lines) = engine.until("checkmate");
    let info = lines.iter().find(|line| line.contains(" score ")).expect("a line with the score");
    let words: Vec<&str> = info.split(' ').collect();
    let keys = ["info", "depth", "seldepth", "time", "nodes", "nps", "hashfull", "score"];
    let places = keys.map(|key| words.iter().position(|word| *word == key).expect(key));
    assert!(places.is_sorted(), "{info}");
    assert!(info.ends_with(" score mate 1 pv G*5b"), "{info}");
    // A search that goes on says so about once a second.
    engine.send(&format!("position {HARD}"));
    engine.send("go mate 2200");
    let (_, lines) = engine.until("checkmate");
    let reports =
        lines.iter().filter(|line| line.contains(" hashfull ") && line.contains(" pv ")).count();
    assert!((1..=3).contains(&reports), "{lines:#?}");
}

#[test]
fn bad_positions_are_explained() {
    let mut engine = Engine::new();
    for (position, remark) in [
        ("sfen 4k4/9 b -", "info string position: column 20: the board has 2 ranks, expected 9"),
        ("startpos moves 7g7f 3c3e", "info string position: column 30: 3c3e is not a legal move there"),
        ("", "info string position: column 9: expected startpos or a SFEN"),
    ] {
        engine.send(format!("position {position}").trim());
        assert_eq!(engine.answer("info"), remark);
        engine.send("go mate 1000");
        assert_eq!(engine.answer("checkmate"), "checkmate notimplemented");
        engine.send("go btime 0 wtime 0 byoyomi 1000");
        assert_eq!(engine.answer("bestmove"), "bestmove resign");
    }
}

#[test]
fn time_is_kept() {
    let mut engine = Engine::new();
    engine.mate(GOLD, "1000");
    for millis in [0, 1, 100, 500] {
        engine.send(&format!("position {HARD}"));
        let asked = Instant::now();
        engine.send(&format!("go mate {millis}"));
        let (at, lines) = engine.until("checkmate");
        let took = at - asked;
        println!("go mate {millis}: answered after {took:?}");
        assert_eq!(lines.last().map(String::as_str), Some("checkmate timeout"));
        let asked_for = Duration::from_millis(millis);
        assert!(took >= asked_for / 2 && took < asked_for + Duration::from_secs(2), "{took:?}");
    }
}

#[test]
fn stop_is_obeyed_at_once() {
    let mut engine = Engine::new();
    // Not known is no reason to resign: a legal move is played.
    for (go, answer) in [("go mate infinite", "checkmate timeout"), ("go infinite", "bestmove B*1a")] {
        for wait in [0, 5, 300] {
            engine.send(&format!("position {HARD}"));
            engine.send(go);
            std::thread::sleep(Duration::from_millis(wait));
            let asked = Instant::now();
            engine.send("stop");
            let (at, lines) = engine.until(&answer[..9]);
            println!("stop {wait} ms after {go}: answered after {:?}", at - asked);
            assert_eq!(lines.last().map(String::as_str), Some(answer));
            assert!(at - asked < Duration::from_secs(2), "{:?}", at - asked);
        }
    }
}

#[test]
fn a_second_question_ends_the_first() {
    let mut engine = Engine::new();
    engine.send(&format!("position {HARD}"));
    engine.send("go mate infinite");
    engine.send("isready");
    assert_eq!(engine.answer("readyok"), "readyok");
    // None of these is about the search that is on.
    engine.send("setoption name Threads value 2");
    engine.send("usinewgame");
    engine.send(&format!("position {GOLD}"));
    engine.send("setoption name Nonsense value 1");
    let remark = "info string setoption Nonsense: expected one of ";
    engine.until(remark);
    engine.send("go mate infinite");
    assert_eq!(engine.answer("checkmate"), "checkmate timeout");
    assert_eq!(engine.answer("checkmate"), "checkmate G*5b");
    engine.send("go mate 0 0 0");
    engine.answer("checkmate");
    engine.assert_silent(Duration::from_millis(200));
}

#[test]
fn an_answer_waits_for_stop_or_ponderhit_if_it_was_asked_to() {
    let mut engine = Engine::new();
    engine.send(&format!("position {GOLD}"));
    for (go, end) in [
        ("go infinite", "stop"),
        ("go ponder btime 1000 wtime 1000 byoyomi 1000", "ponderhit"),
        ("go ponder btime 1000 wtime 1000 byoyomi 1000", "stop"),
        ("go infinite", "gameover lose"),
    ] {
        engine.send(go);
        engine.until("info depth 1 ");
        engine.assert_silent(Duration::from_millis(200));
        engine.send(end);
        assert_eq!(engine.answer("bestmove"), "bestmove G*5b", "{go}, {end}");
    }
    // Nobody pondered: the answer goes on waiting.
    engine.send("go infinite");
    engine.until("info depth 1 ");
    engine.send("ponderhit");
    engine.assert_silent(Duration::from_millis(200));
    engine.send("stop");
    assert_eq!(engine.answer("bestmove"), "bestmove G*5b");
    // A question that makes no sense waits too.
    for (go, end) in [("go infinite", "stop"), ("go ponder byoyomi 100", "ponderhit")] {
        engine.send("position nonsense");
        engine.send(go);
        engine.until("info string there is no position");
        engine.assert_silent(Duration::from_millis(200));
        engine.send(end);
        assert_eq!(engine.answer("bestmove"), "bestmove resign");
    }
    // The clock starts with ponderhit.
    engine.send(&format!("position {HARD}"));
    for (go, hit) in [
        ("go ponder btime 0 wtime 0 byoyomi 500", "ponderhit"),
        // Some user interfaces tell the clocks only then.
        ("go ponder", "ponderhit btime 0 wtime 0 byoyomi 500"),
        ("go ponder btime 0 wtime 0 byoyomi 100000", "ponderhit btime 0 wtime 0 byoyomi 500"),
    ] {
        engine.send(go);
        engine.send(hit);
        assert_eq!(engine.answer("bestmove"), "bestmove B*1a", "{go}, {hit}");
    }
    // Nothing to stop.
    for line in ["stop", "ponderhit", "gameover win", "", "   "] {
        engine.send(line);
    }
    engine.assert_silent(Duration::from_millis(200));
}

#[test]
fn plain_go_plays_the_mate_or_the_defence() {
    let mut engine = Engine::new();
    for (position, go, answer) in [
        (GOLD, "go", &["bestmove G*5b"][..]),
        (GOLD, "go btime 60000 wtime 60000 byoyomi 1000", &["bestmove G*5b"]),
        (GOLD, "go depth 3", &["bestmove G*5b"]),
        // No mate, or none that is known: a legal move.
        (NO_MATE, "go nodes 100000", &["bestmove G*1a"]),
        (HARD, "go nodes 1000", &["bestmove B*1a"]),
        ("startpos", "go btime 60000 wtime 60000", &["bestmove 1g1f"]),
        // The rook can be taken for nothing.
        ("sfen 4k4/9/9/9/9/4r4/4P4/9/4K4 b - 1", "go btime 9000 wtime 9000", &["bestmove 5g5f"]),
        // White threatens mate in one: only moves that see to it.
        (
            "sfen 8k/9/9/9/9/9/4p4/9/3PKP3 b 9p2r2bg3s4n4l 1",
            "go btime 9000 wtime 9000",
            &["bestmove 5i6h", "bestmove 5i4h", "bestmove 5i5h"],
        ),
        // Mated: nothing is left to be played.
        ("sfen 4k4/4G4/4P4/9/9/9/9/9/9 w - 1", "go movetime 1000", &["bestmove resign"]),
        // In check, and not mated: the king takes the gold.
        ("sfen 4k4/4G4/9/9/9/9/9/9/9 w - 1", "go movetime 10000", &["bestmove 5a5b"]),
        // Not in check, and nothing mates: any move will do that keeps it so.
        (
            "sfen 4k4/9/3GP4/4L4/9/9/9/9/9 w - 1",
            "go movetime 10000",
            &["bestmove 5a4a", "bestmove 5a6a", "bestmove 5a4b"],
        ),
    ] {
        engine.send(&format!("position {position}"));
        engine.send(go);
        let said = engine.answer("bestmove");
        assert!(answer.contains(&said.as_str()), "{position} {go}: {said}");
    }
}

#[test]
fn options_hold_from_the_next_question_on() {
    let mut engine = Engine::new();
    let lance = "sfen 7lk/7p1/9/9/9/9/9/9/9 b L 1";
    assert_eq!(engine.mate(lance, "10000"), "checkmate nomate");
    engine.send("setoption name DefenderHandAsWritten value true");
    assert_eq!(engine.mate(lance, "10000"), "checkmate L*1c");
    let in_check = "sfen 4k4/9/4P4/9/9/9/9/4g4/4K4 b G2r2b2g4s4n4l17p 1";
    engine.send("setoption name RootIsAndNodeIfChecked value false");
    assert_eq!(engine.mate(in_check, "10000"), "checkmate nomate");
    engine.send("setoption name NodesLimit value 1");
    assert_eq!(engine.mate(HARD, "infinite"), "checkmate timeout");
    engine.send("setoption name NodesLimit value 0");
    for threads in [2, 1] {
        engine.send(&format!("setoption name Threads value {threads}"));
        engine.send("setoption name USI_Hash value 2");
        engine.send("usinewgame");
        assert_eq!(engine.mate(GOLD, "10000"), "checkmate G*5b");
    }
}

#[test]
fn hanging_up_is_quitting() {
    // A script that does not wait still gets its answer; nobody gets one from an endless search.
    for (position, go, answer) in [
        (GOLD, "go mate infinite", "checkmate G*5b"),
        (GOLD, "go infinite", "bestmove G*5b"),
        // One of them: it searches for some seconds more, and the other ends in the same way.
        (HARD, "go mate infinite", "checkmate timeout"),
    ] {
        let mut engine = Engine::new();
        engine.send(&format!("position {position}"));
        engine.send(go);
        engine.hang_up();
        assert_eq!(engine.answer(&answer[..9]), answer);
        assert_eq!(engine.ended().code(), Some(0));
    }
    let mut engine = Engine::new();
    engine.hang_up();
    assert_eq!(engine.ended().code(), Some(0));
}

#[test]
fn quit_during_a_search_ends_it_without_a_word() {
    let mut engine = Engine::new();
    engine.send(&format!("position {HARD}"));
    engine.send("go mate infinite");
    engine.send("quit");
    assert_eq!(engine.ended().code(), Some(0));
    engine.assert_silent(Duration::from_millis(100));
}

#[test]
fn whatever_is_said_the_conversation_goes_on() {
    let mut engine = Engine::new();
    let long = format!("position startpos moves {}", "7g7f ".repeat(100_000));
    for line in [
        "xyzzy",
        "go mate soon",
        "setoption",
        "setoption name",
        "position",
        "王手",
        "\u{0}\u{1}",
        &long,
    ] {
        engine.send(line);
    }
    assert_eq!(engine.mate(GOLD, "10000").split(' ').next(), Some("checkmate"));
    engine.send("isready");
    engine.until("readyok");
    assert!(
        engine.transcript.iter().filter(|line| !line.starts_with("> ")).all(|line| line.is_ascii())
    );
}

#[cfg(unix)]
#[test]
fn a_program_called_tsumugi_usi_needs_no_argument() {
    let scratch = crate::program::Scratch::new("usi-name");
    let link = scratch.join("tsumugi-usi");
    std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_tsumugi"), &link).expect("a link");
    let mut engine = Engine::named(&link, &[]);
    engine.send("usi");
    engine.until("usiok");
    engine.send("quit");
    assert_eq!(engine.ended().code(), Some(0));
}

#[test]
fn the_shortest_mate_is_looked_for_as_long_as_there_is_time() {
    // A mate in 7 of which longer ones are found first, too.
    let seven = "sfen 5B3/7k1/6n2/9/9/9/9/9/9 b 2S2rb4g2s3n4l18p 1";
    let line = "checkmate S*2c 2b1c 2c1d+ 1c1b 1d2c 1b1a S*1b";
    let mut engine = Engine::new();
    for time in ["10000", "infinite"] {
        assert_eq!(engine.mate(seven, time), line);
    }
    engine.send("setoption name PostSearchLevel value None");
    assert!(engine.mate(seven, "10000").starts_with("checkmate S*2c "));
    engine.send("setoption name PostSearchLevel value MinLength");
    // A mate is found in a moment; its length is not settled for minutes. The mate is the answer.
    let long = "sfen 4k4/9/9/9/9/9/9/9/9 b RBGSNLPrb3g3s3n3l17p 1";
    let said = engine.mate(long, "1500");
    let moves: Vec<&str> = said.split(' ').skip(1).collect();
    assert!(moves.len() > 10, "{said}");
    let sfen = long.strip_prefix("sfen ").expect("a SFEN");
    assert_eq!(check_line(sfen, true, LineGoal::MateDefender, moves), Ok(()));
}

/// The lines that tell of each move, as (number, score, moves).
fn told_moves(lines: &[String]) -> Vec<(usize, Option<i32>, Vec<String>)> {
    let one = |line: &String| {
        let words: Vec<&str> = line.split(' ').collect();
        let after = |word: &str| words.iter().position(|other| *other == word).map(|at| at + 1);
        let number = words[after("multipv")?].parse().ok()?;
        let score = after("mate").and_then(|at| words[at].parse().ok());
        Some((number, score, words[after("pv")?..].iter().map(ToString::to_string).collect()))
    };
    lines.iter().filter_map(one).collect()
}

#[test]
fn each_check_is_told_with_its_mate_or_its_refutation() {
    let mut engine = Engine::new();
    engine.send("setoption name MultiPV value 10");
    engine.send("position sfen 5B3/7k1/6n2/9/9/9/9/9/9 b 2S2rb4g2s3n4l18p 1");
    let expected = [
        (1, Some(7), "S*2c 2b1c 2c1d+ 1c1b 1d2c 1b1a S*1b"),
        (2, None, "4a2c+ 2b2c"),
        (3, None, "4a3b+ 2b3b"),
        (4, None, "S*1a 2b1a"),
        (5, None, "S*1c 2b1c"),
        (6, None, "S*3a 2b3a"),
    ];
    let expected = expected.map(|(number, score, line)| {
        (number, score, line.split(' ').map(str::to_string).collect::<Vec<_>>())
    });
    for (go, end, answer) in [
        ("go infinite", "stop", "bestmove S*2c"),
        ("go movetime 10000", "", "bestmove S*2c"),
        ("go", "", "bestmove S*2c"),
        ("go mate 10000", "", "checkmate S*2c 2b1c 2c1d+ 1c1b 1d2c 1b1a S*1b"),
    ] {
        engine.send(go);
        let mut lines = engine.until_has(" multipv 6 ");
        engine.send(end);
        lines.extend(engine.until(&answer[..9]).1);
        assert_eq!(lines.last().map(String::as_str), Some(answer), "{go}");
        let told = told_moves(&lines);
        // What is told last is everything; ahead of it may come what was known by then.
        assert_eq!(told[told.len() - 6..], expected, "{go}");
    }
    // The best only.
    engine.send("setoption name MultiPV value 2");
    engine.send("go mate 10000");
    let (_, lines) = engine.until("checkmate");
    assert_eq!(told_moves(&lines)[..], expected[..2], "{lines:#?}");
    // No mate: every check is refuted.
    engine.send("setoption name MultiPV value 593");
    engine.send(&format!("position {NO_MATE}"));
    engine.send("go mate 10000");
    let (_, lines) = engine.until("checkmate");
    assert_eq!(lines.last().map(String::as_str), Some("checkmate nomate"));
    let told = told_moves(&lines);
    assert!(told.len() == 5 && told.iter().all(|(_, score, line)| score.is_none() && line.len() == 2));
    // The defender to move: each reply, the one that holds out longest first.
    engine.send("position sfen 3lkl3/9/4R4/4NN3/9/9/9/9/9 w p 1");
    engine.send("setoption name DefenderHandAsWritten value true");
    engine.send("go infinite");
    let lines = engine.until_has(" multipv 1 ");
    assert_eq!(told_moves(&lines)[0].1, Some(-2), "{lines:#?}");
    engine.send("stop");
    assert_eq!(engine.answer("bestmove"), "bestmove P*5b");
}

#[test]
fn checks_that_are_settled_are_told_while_others_are_not() {
    let mut engine = Engine::new();
    engine.send("setoption name MultiPV value 593");
    engine.send("setoption name PvInterval value 50");
    engine.send("position sfen 4k4/9/4P4/9/9/9/9/9/9 b 2R2BG3g4s4n4l17p 1");
    engine.send("go infinite");
    let lines = engine.until_has(" multipv 3 ");
    let told = told_moves(&lines);
    assert!(told.iter().any(|(_, score, line)| (*score, line[0].as_str()) == (Some(1), "G*5b")));
    engine.send("stop");
    let (_, lines) = engine.until("bestmove");
    assert_eq!(lines.last().map(String::as_str), Some("bestmove G*5b"));
    let numbers: Vec<usize> = told_moves(&lines).iter().map(|(number, ..)| *number).collect();
    // Whatever was told, it was told whole: from the first to the last.
    assert!(numbers.windows(2).all(|pair| pair[1] == pair[0] + 1 || pair[1] == 1), "{numbers:?}");
}

#[test]
fn any_position_of_the_tree_can_be_looked_at() {
    let mut engine = Engine::new();
    let tree = |engine: &mut Engine, line: &str| {
        engine.send(line);
        engine.send("isready");
        engine.until("readyok").1
    };
    assert_eq!(tree(&mut engine, "tree")[0], "info string tree: there is no table to look at");
    let seven = "sfen 5B3/7k1/6n2/9/9/9/9/9/9 b 2S2rb4g2s3n4l18p 1";
    assert!(engine.mate(seven, "10000").starts_with("checkmate S*2c"));
    // The other checks were not looked at: one mates.
    let lines = tree(&mut engine, "tree");
    assert!(lines[2..7].iter().all(|line| line.ends_with(" not searched")), "{lines:#?}");
    engine.send("setoption name MultiPV value 6");
    assert!(engine.mate(seven, "10000").starts_with("checkmate S*2c"));
    let lines = tree(&mut engine, "tree");
    let head =
        format!("info string tree: {seven}, attacker to move: mate within 7, not within 5, by S*2c");
    assert_eq!(lines[0], head);
    assert_eq!(lines[1], "info string tree: S*2c mate within 6, not within 4");
    assert_eq!(lines.len(), 8, "{lines:#?}");
    assert!(lines[2..7].iter().all(|line| line.contains("no mate")), "{lines:#?}");
    let lines = tree(&mut engine, "tree moves S*2c 2b1c");
    assert!(lines[0].contains(" attacker to move: mate within 5"), "{lines:#?}");
    let lines = tree(&mut engine, "tree S*2c");
    assert!(lines[0].contains(" defender to move: mate within 6"), "{lines:#?}");
    assert!(lines[1].contains("tree: 2b1c mate within 5"), "{lines:#?}");
    let bad = "info string tree: column 11: 7g7f is not a legal move there";
    assert_eq!(tree(&mut engine, "tree S*2c 7g7f")[0], bad);
    assert!(tree(&mut engine, "tree S*2c 7g")[0].contains("column "));
    // A search that is on goes on, and is seen at work.
    engine.send(&format!("position {HARD}"));
    engine.send("go mate infinite");
    std::thread::sleep(Duration::from_millis(400));
    let lines = tree(&mut engine, "tree");
    let root = |line: &&String| line.contains("attacker to move: open, pn ");
    assert!(lines.iter().find(root).is_some(), "{lines:#?}");
    assert!(lines.iter().filter(|line| line.contains("open, pn ")).count() > 1, "{lines:#?}");
    engine.send("stop");
    assert_eq!(engine.answer("checkmate"), "checkmate timeout");
    engine.send("position nonsense");
    assert!(
        tree(&mut engine, "tree").iter().any(|line| line == "info string tree: there is no position")
    );
}
