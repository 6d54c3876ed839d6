//! `tsumugi check`: findings, verdicts, formats, certificates, resuming, the report.

use crate::program::{HEAD_GOLD, Outcome, Scratch, command, outcome, tsumugi};
use serde_json::Value;
use std::path::Path;
use tsumugi_verify::{Proved, verify};

/// Sound, with two duals at the last move.
const SOUND: &str = "8k/6+L2/9/8S/9/9/9/9/9 b S 1";
/// Cooked at move 5.
const COOKED: &str = "5+S+s1+N/6k2/4pp3/9/8+B/9/9/9/9 b G 1";
/// Two defences of equal length at move 4; against one of them there are two ways to mate.
const EITHER: &str = "5B3/7k1/6n2/9/9/9/9/9/9 b 2S 1";
/// Takes more than one node.
const HARD: &str = "4k4/9/9/9/9/9/9/9/9 b RB2G2S 1";

fn check(args: &[&str]) -> Outcome {
    tsumugi([&["check", "--hash", "16"], args].concat())
}

fn json(args: &[&str]) -> Value {
    let outcome = check(&[args, &["--format", "json"]].concat());
    assert_eq!(outcome.stderr, "", "{args:?}");
    serde_json::from_str(&outcome.stdout).unwrap_or_else(|_| panic!("{outcome:?}"))
}

/// What `problems/check.tsv` says about a problem, from what the program found.
fn summary(found: &Value) -> String {
    let mut words: Vec<String> = Vec::new();
    for finding in found["findings"].as_array().map(Vec::as_slice).unwrap_or_default() {
        let text = |key: &str| finding[key].as_str().map(|word| format!(" {word}")).unwrap_or_default();
        words.push(format!(
            "{}{}{}{}",
            finding["move_number"],
            text("class"),
            text("than"),
            text("move")
        ));
    }
    let leftover = found["leftover"].as_str().unwrap_or("-");
    words.extend((leftover != "-").then(|| format!("leftover {leftover}")));
    let verdict = found["verdict"].as_str().unwrap().to_string();
    let length = found["length"].as_u64().map(|plies| format!(" {plies}")).unwrap_or_default();
    let colon = if words.is_empty() { "" } else { ": " };
    format!("{verdict}{length}{colon}{}", words.join(", "))
}

#[test]
fn every_class_is_told_apart() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("problems/check.tsv");
    let text = std::fs::read_to_string(&path).unwrap();
    let outcome = check(&[path.to_str().unwrap(), "--as-written", "--format", "json"]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (0, ""));
    let found: Vec<Value> =
        outcome.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(found.len() >= 30 && found.len() == text.lines().count());
    for (line, found) in text.lines().zip(found) {
        let columns: Vec<&str> = line.split('\t').collect();
        assert_eq!(found["name"], columns[1]);
        assert_eq!(summary(&found), columns[2], "{line}");
        assert_eq!(found["open"].as_array().map_or(0, Vec::len), 0, "{line}");
        assert_eq!(found["no_mate"], found["proved"], "{line}");
    }
}

#[test]
fn verdicts_have_their_codes() {
    for (args, code, first) in [
        (&[SOUND][..], 0, "sound (完全作)"),
        (&[SOUND, "--strict"], 1, "cooked (余詰)"),
        (&[COOKED], 1, "cooked (余詰)"),
        (&[COOKED, "--lang", "ja"], 1, "余詰"),
        (&["4k4/9/9/9/9/9/9/9/9 b G 1"], 1, "no mate (不詰)"),
        (&["9/8k/9/7L1/9/9/9/9/9 b G2P 1"], 1, "flawed (不完全)"),
        (&[HARD, "--nodes-each", "1"], 3, "unsettled (未確認)"),
        (&["4k4/9 b - 1"], 2, ""),
        (&[SOUND, "--option", "magic=1"], 2, ""),
    ] {
        let outcome = check(args);
        assert_eq!(outcome.code, code, "{args:?} {outcome:?}");
        assert_eq!(outcome.stdout.lines().next().unwrap_or_default(), first, "{args:?}");
        assert_eq!(outcome.stderr.is_empty(), code != 2, "{args:?}");
    }
}

#[test]
fn findings_come_with_their_lines() {
    let said = check(&[COOKED]).stdout;
    assert!(said.contains("mate in 7, the shortest\n  ▲３一成銀 △同玉"), "{said}");
    let cook =
        "move 5, ▲３三馬: a second solution (余詰), 7 plies, as long\n    ▲３三馬 △１三玉 ▲２四金\n";
    assert!(said.contains(cook), "{said}");
    let said = check(&[COOKED, "--lang", "en"]).stdout;
    assert!(said.contains("move 5, +B-3c: a second solution"), "{said}");
    let said = check(&[COOKED, "--lang", "ja"]).stdout;
    assert!(said.contains("5手目 ▲３三馬: 余詰 7手 (同手数)"), "{said}");
}

#[test]
fn what_is_not_settled_is_listed_with_what_was_spent() {
    let found = json(&[COOKED, "--nodes-each", "30"]);
    let verdict = found["verdict"].as_str().unwrap();
    assert!(verdict == "unsettled" || verdict == "cooked", "{found}");
    let open = found["open"].as_array().map(Vec::as_slice).unwrap_or_default();
    if found["length"].is_number() {
        assert!(open.iter().all(|one| one["expansions"].is_u64() && one["move"].is_string()));
    }
}

#[test]
fn every_certificate_is_accepted_by_the_verifier() {
    let scratch = Scratch::new("check-certificates");
    let dir = scratch.join("proofs");
    let found = json(&[COOKED, "--certificates", dir.to_str().unwrap()]);
    let index = std::fs::read_to_string(dir.join("index.tsv")).unwrap();
    let mut no_mates = 0;
    for line in index.lines() {
        let columns: Vec<&str> = line.split('\t').collect();
        let certificate = std::fs::read_to_string(dir.join(columns[1])).unwrap();
        let claim = verify(columns[0], &certificate).unwrap().claim;
        assert_eq!(claim == Proved::NoMate, columns[2] == "nomate", "{line}");
        no_mates += (claim == Proved::NoMate) as u64;
    }
    assert_eq!(found["no_mate"], no_mates);
    // And one for the problem itself.
    assert_eq!(index.lines().count() as u64, 1 + found["checks"].as_u64().unwrap());
}

#[test]
fn a_check_goes_on_where_another_was_cut_off() {
    let scratch = Scratch::new("check-resume");
    let file = scratch.join("settled.jsonl");
    let args = [COOKED, "--threads", "1", "--resume", file.to_str().unwrap()];
    let first = json(&args);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.lines().count() as u64 > first["checks"].as_u64().unwrap());
    // Cut in the middle of a line, as by a crash.
    std::fs::write(&file, &text[..text.len() * 2 / 3]).unwrap();
    let second = json(&args);
    for key in ["verdict", "length", "line", "findings", "no_mate", "open"] {
        assert_eq!(first[key], second[key], "{key}");
    }
    // All is known now, so nothing is settled again.
    let lines =
        || std::fs::read_to_string(&file).unwrap().lines().filter(|line| !line.is_empty()).count();
    let before = lines();
    assert_eq!(json(&args)["findings"], first["findings"]);
    assert_eq!(lines(), before);
}

/// Ctrl-C: what is known is told, and the code says that something is missing.
#[cfg(unix)]
#[test]
fn a_stopped_check_tells_what_it_knows() {
    let started = command().args(["check", HARD, "--hash", "16", "--threads", "1"]).spawn();
    let child = started.expect("the program starts");
    std::thread::sleep(std::time::Duration::from_millis(500));
    let kill = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(kill.expect("kill runs").success());
    let outcome = outcome(child.wait_with_output().expect("the program ends"));
    assert!(
        outcome.stdout.starts_with("unsettled") || outcome.stdout.starts_with("cooked"),
        "{outcome:?}"
    );
}

#[test]
fn a_composer_s_file_becomes_a_page() {
    let scratch = Scratch::new("check-report");
    let kif = "作品名：習作\n作者：見本\n後手の持駒：残り全部\n\
               \x20 ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n\
               | ・ ・ ・ ・ ・ ・ ・ ・v玉|一\n| ・ ・ ・ ・ ・ ・ 杏 ・ ・|二\n\
               | ・ ・ ・ ・ ・ ・ ・ ・ ・|三\n| ・ ・ ・ ・ ・ ・ ・ ・ 銀|四\n\
               | ・ ・ ・ ・ ・ ・ ・ ・ ・|五\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|六\n\
               | ・ ・ ・ ・ ・ ・ ・ ・ ・|七\n| ・ ・ ・ ・ ・ ・ ・ ・ ・|八\n\
               | ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n+---------------------------+\n先手の持駒：銀\n\
               手数----指手---------消費時間--\n   1 ２二銀打\n   2 １二玉(11)\n   3 １三銀成(14)\nまで3手で詰み\n";
    let file = scratch.file("study.kifu", kif);
    let page = scratch.join("study.html");
    let args = [file.to_str().unwrap(), "--lang", "ja", "--report", page.to_str().unwrap()];
    let said = check(&args).good();
    assert!(said.starts_with("習作: 完全作\n3手詰\n"), "{said}");
    let html = std::fs::read_to_string(&page).unwrap();
    for word in [
        "<title>詰将棋 検討書</title>",
        "習作",
        "見本",
        "完全作",
        "最終手余詰",
        "まで3手で詰み",
        "詰上り図",
    ] {
        assert!(html.contains(word), "{word}");
    }
    assert_eq!(html.matches("<svg").count(), 2);
    // The outlines of its pieces are its own.
    let html = html.replace("href=\"#", "");
    for link in ["href=", "src=", "url(", "@import"] {
        assert!(!html.contains(link), "{link}");
    }
}

#[test]
fn a_bad_given_line_is_told_and_not_examined() {
    let position = format!("sfen {HEAD_GOLD} moves G*4b");
    let said = check(&[&position]).stdout;
    assert!(said.contains("the line given is not examined"), "{said}");
    assert!(said.contains("mate in 1, the shortest"), "{said}");
}

/// 将棋図巧 第5番 with its author's line.
const ZUKO_5: &str = "sfen n+B1sS4/1R1g5/1Ls6/2k6/2n6/3L5/R8/9/9 b B2P3gs2n2l16p 1";
const ZUKO_5_LINE: &str = "B*6c 7d8d 9g9c+ 8d9c 8b9b 9c8c P*8d 8c8d P*8e 8d8c 8a8b 7c8b 6c7d+ 8c7d \
                           9b9d+ 7d7c 5a6b 6a6b 9d7d 7c7d G*8d";

/// Where the effort does not suffice for the shortest length, it does for the moves beside a line, and they say it too.
#[test]
fn the_moves_beside_a_given_line_settle_the_length() {
    let effort = ["--nodes-each", "2000", "--threads", "1"];
    let alone = json(&[&[ZUKO_5][..], &effort].concat());
    assert_eq!((&alone["verdict"], &alone["given"]), (&"unsettled".into(), &"nothing".into()));
    assert!(alone["length"].is_null() && alone["findings"].is_null(), "{alone}");
    let with_line = format!("{ZUKO_5} moves {ZUKO_5_LINE}");
    let given = json(&[&[with_line.as_str()][..], &effort].concat());
    assert_eq!((&given["length"], &given["given"]), (&21.into(), &"examined".into()), "{given}");
    // One other check is too hard for so little effort, but it has no say in the length.
    assert!(given["no_mate"].as_u64().unwrap() > 60, "{given}");
    let said = check(&[&[with_line.as_str(), "--lang", "en"][..], &effort].concat()).stdout;
    assert!(said.contains("mate in 21, the shortest"), "{said}");
}

#[test]
fn a_line_that_a_defence_escapes_is_no_solution() {
    let found = json(&["sfen 9/7k1/9/9/9/9/9/9/9 b 2G 1 moves G*1c 2b1a G*1b"]);
    assert_eq!((&found["verdict"], &found["given"]), (&"nomate".into(), &"refuted".into()));
    let outcome = check(&["sfen 9/7k1/9/9/9/9/9/9/9 b 2G 1 moves G*1c 2b1a G*1b", "--lang", "en"]);
    assert_eq!(outcome.code, 1);
    assert!(outcome.stdout.contains("the line given is no solution"), "{outcome:?}");
    // There is a mate, but not by this move, which can be taken.
    let wrong = json(&[&format!("sfen {EITHER} moves 4a2c+ 2b2a S*2b")]);
    assert_eq!((&wrong["verdict"], &wrong["given"]), (&"flawed".into(), &"refuted".into()));
    assert_eq!((&wrong["bad_move"], &wrong["line"][0]), (&2.into(), &"S*2c".into()), "{wrong}");
}

#[test]
fn of_equal_defences_the_intended_one_leaves_the_problem_sound() {
    let found = json(&[EITHER]);
    assert_eq!((&found["verdict"], &found["line"][3]), (&"sound".into(), &"1c2b".into()), "{found}");
    let given = format!("sfen {EITHER} moves S*2c 2b1c 2c1d+ 1c1b 1d2c 1b1a S*1b");
    assert_eq!(json(&[&given])["verdict"], "cooked");
    // Nothing is to be chosen where the second solution comes before the defence.
    assert_eq!(json(&[COOKED])["verdict"], "cooked");
}

#[test]
fn two_plies_longer_with_pieces_left_over_is_a_variation() {
    let problem = "9/8k/6s2/6G2/7L1/9/9/9/9 b G 1";
    let found = json(&[problem]);
    let finding = &found["findings"][0];
    assert_eq!((&found["verdict"], &finding["class"]), (&"sound".into(), &"longer-leftover".into()));
    assert_eq!((&finding["leftover"], &finding["length"]), (&"S".into(), &5.into()), "{found}");
    let said = check(&[problem, "--lang", "ja"]).stdout;
    assert!(said.contains("二手変長駒余り 5手 (駒余り: 銀)"), "{said}");
}

#[test]
fn variations_of_a_record_are_compared() {
    let scratch = Scratch::new("check-variations");
    let kif = tsumugi(["solve", EITHER, "--question", "line", "--tree", "1", "--format", "kif"]).good();
    let file = scratch.file("tree.kif", &kif);
    let found = json(&[file.to_str().unwrap()]);
    let all = found["variations"].as_array().unwrap();
    assert!(all.len() >= 5 && all.iter().all(|one| one["worth"] == "agrees"), "{found}");
    // One is broken off, one has a move that is no check, and one is a try.
    let head = kif.split("変化").next().unwrap();
    let short = "変化：2手\n   2 １一玉(22)\n";
    let wrong = "変化：2手\n   2 １一玉(22)\n   3 ９九銀打\n";
    let attempt = "変化：1手\n   1 ２三角成(41)\n";
    for (text, worth) in [(short, "unfinished"), (wrong, "illegal"), (attempt, "fails")] {
        let file = scratch.file("one.kif", format!("{head}{text}"));
        let found = json(&[file.to_str().unwrap()]);
        assert_eq!(found["variations"][0]["worth"], worth, "{text} {found}");
    }
    let file = scratch.file("one.kif", format!("{head}{wrong}"));
    let said = check(&[file.to_str().unwrap(), "--lang", "ja"]).stdout;
    assert!(said.contains("記載の変化 2手目 △１一玉: 3手目が非合法か王手でありません"), "{said}");
}
