//! `tsumugi solve`: answers, formats, limits, complaints.

use crate::program::{HEAD_GOLD, Outcome, Scratch, tsumugi};

/// Takes more than one node.
const HARD: &str = "4k4/9/9/9/9/9/9/9/9 b RB2G2S 1";
fn solve(args: &[&str]) -> Outcome {
    tsumugi([&["solve", "--hash", "16"], args].concat())
}

#[track_caller]
fn assert_says(args: &[&str], code: i32, stdout: &str) {
    let outcome = solve(args);
    let said = (outcome.code, outcome.stdout.as_str(), outcome.stderr.as_str());
    assert_eq!(said, (code, stdout, ""), "{args:?}");
}

const NO_MATE: &str = "no mate   (proved)\n";

#[test]
fn answers_and_their_codes() {
    assert_says(&[HEAD_GOLD], 0, "mate in 1   (shortest, proved)\n▲５二金\n");
    assert_says(&["4k4/9/9/9/9/9/9/9/9 b G 1"], 1, NO_MATE);
    assert_says(&[HARD, "--nodes", "1"], 3, "unknown: the limit of nodes is reached\n");
    assert_says(&[HEAD_GOLD, "--engine", "dfpn"], 0, "mate in 1   (shortest, proved)\n▲５二金\n");
    assert_says(&[HEAD_GOLD, "--threads", "2"], 0, "mate in 1   (shortest, proved)\n▲５二金\n");
}

#[test]
fn either_side_attacks_and_either_moves_first() {
    assert_says(&["9/9/9/9/9/9/4p4/9/4K4 w g 1"], 0, "mate in 1   (shortest, proved)\n△５八金\n");
    assert_says(&["4k4/4G4/4P4/9/9/9/9/9/9 w - 1"], 0, "mate in 0   (shortest, proved)\n");
    assert_says(&["3gk4/4L4/9/9/9/9/9/9/9 w - 1"], 1, NO_MATE);
}

#[test]
fn an_attacker_with_a_king_must_look_after_it() {
    let mate = "mate in 3   (shortest, proved)\n▲５三金 △４一玉 ▲４二金打\n";
    assert_says(&["3b5/4k4/9/4P4/9/9/9/9/9 b 2G 1", "--as-written"], 0, mate);
    // The king steps aside and the bishop behind it gives check.
    assert_says(&["3b5/4k4/9/4P4/9/8K/9/9/9 b 2G 1", "--as-written"], 1, NO_MATE);
    // In check already.
    assert_says(&["4k4/9/4P4/9/4r4/9/9/9/4K4 b G 1"], 1, NO_MATE);
}

#[test]
fn a_defender_without_a_hand_gets_the_rest_unless_told_otherwise() {
    let lance = "7lk/7p1/9/9/9/9/9/9/9 b L 1";
    assert_says(&[lance, "--as-written"], 0, "mate in 1   (shortest, proved)\n▲１三香\n");
    assert_says(&[lance], 1, NO_MATE);
}

#[test]
fn presets_say_the_same_and_later_options_override_them() {
    for preset in ["default", "no-mate"] {
        let option = format!("preset={preset}");
        assert_says(&[HEAD_GOLD, "--option", &option], 0, "mate in 1   (shortest, proved)\n▲５二金\n");
    }
    let effort = |options: &[&str]| {
        let json = solve(&[&[HARD, "--format", "json", "--nodes", "20000"], options].concat()).stdout;
        json.split("\"nodes\":").nth(1).and_then(|rest| rest.split(',').next()).unwrap().to_string()
    };
    let no_mate = effort(&["--option", "preset=no-mate"]);
    assert_ne!(no_mate, effort(&[]));
    assert_eq!(no_mate, effort(&["--option", "epsilon=99", "--option", "preset=no-mate"]));
    assert_ne!(no_mate, effort(&["--option", "preset=no-mate", "--option", "dominance=off"]));
}

#[test]
fn json_has_its_keys_in_order() {
    let text = solve(&[HEAD_GOLD, "--format", "json"]).good();
    let mut rest = text.as_str();
    for key in [
        "sfen",
        "verdict",
        "length",
        "strict_length",
        "shortest",
        "line",
        "nodes",
        "expansions",
        "seconds",
        "reason",
        "engine",
        "proved",
        "certificate",
    ] {
        let at = rest.find(&format!("\"{key}\":")).unwrap_or_else(|| panic!("{key} in {text}"));
        rest = &rest[at..];
    }
    assert!(text.contains(r#""verdict":"mate","length":1,"#), "{text}");
    let text = solve(&[HARD, "--nodes", "1", "--format", "json"]).stdout;
    assert!(text.contains(r#""reason":"nodes""#), "{text}");
}

#[test]
fn usi_and_records_can_be_read_again() {
    assert_says(&[HEAD_GOLD, "--format", "usi"], 0, "checkmate G*5b\n");
    assert_says(&["4k4/9/9/9/9/9/9/9/9 b G 1", "--format", "usi"], 1, "checkmate nomate\n");
    assert_says(&[HARD, "--nodes", "1", "--format", "usi"], 3, "checkmate timeout\n");
    let scratch = Scratch::new("solved-records");
    for format in ["kif", "ki2", "csa"] {
        let file = scratch.file("answer.txt", solve(&[HEAD_GOLD, "--format", format]).good());
        let read = tsumugi(["convert", file.to_str().unwrap(), "--from", format, "--to", "usi"]).good();
        let usi = "position sfen 4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1 moves G*5b\n";
        assert_eq!(read, usi, "{format}");
    }
}

#[test]
fn a_bad_problem_does_not_keep_the_others_from_being_solved() {
    let outcome = solve(&[HEAD_GOLD, "4k4/9 b - 1", "4k4/9/9/9/9/9/9/9/9 b G 1"]);
    assert_eq!(outcome.code, 2);
    assert_eq!(outcome.stdout, format!("mate in 1   (shortest, proved)\n▲５二金\n{NO_MATE}"));
    assert!(outcome.stderr.contains("argument 2, column 6"), "{outcome:?}");
}

#[test]
fn complaints_say_what_would_be_right() {
    for (args, complaint) in [
        (&["--option", "nope=1"][..], "--option nope: expected one of sums, "),
        (&["--option", "sums=9"], "--option sums: expected classes|snda"),
        (&["--option", "sums=weak"], "--option sums: only tsumugi-lab has this; expected classes|snda"),
        (&["--option", "ghi=twin"], "--option ghi: only tsumugi-lab has this; expected one of sums, "),
        (
            &["--option", "preset=nagai"],
            "--option preset: only tsumugi-lab has this; expected default|no-mate",
        ),
        (&["--option", "epsilon=9999"], "--option epsilon: expected 0..=256"),
        (&["--option", "epsilon"], "expected NAME=VALUE"),
        (&["--option", "preset=x"], "--option preset: expected default|no-mate"),
        (&["--certificate", "/no/such/dir/x"], "cannot write /no/such/dir/x"),
        (&["--certificate", "x", HARD], "--certificate is for one problem at a time"),
        (&["--engine", "pn"], "tsumugi-lab has --engine pn"),
        (&["--engine", "magic"], "tsumugi-lab has other engines"),
    ] {
        let outcome = solve(&[&[HEAD_GOLD], args].concat());
        assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""), "{args:?} {outcome:?}");
        assert!(outcome.stderr.contains(complaint), "{args:?} {outcome:?}");
    }
}

/// A brinkmate without a mate.
const BRINK: &str = "7k1/5R3/9/9/9/9/9/9/9 b Sp 1";

#[test]
fn brinkmates_are_a_question_of_their_own() {
    assert_says(&[BRINK], 1, NO_MATE);
    let brinkmate = "brinkmate, mate in at most 3   (checked)\n▲２三銀 △１一玉 ▲１二銀成\n";
    assert_says(&[BRINK, "--question", "brinkmate"], 0, brinkmate);
    let none = "8k/9/7S1/9/9/9/9/9/9 b p 1";
    assert_says(&[none, "--question", "brinkmate"], 1, "no brinkmate   (checked)\n");
    let unknown = "unknown: the limit of nodes is reached\n";
    assert_says(&[HARD, "--question", "brinkmate", "--nodes", "50"], 3, unknown);
    assert_says(&[HARD, "--question", "brinkmate", "--time", "0.1"], 3, "unknown: the time is up\n");
    let json = solve(&[BRINK, "--question", "brinkmate", "--format", "json"]).stdout;
    let start = format!(
        "{{\"sfen\":\"{BRINK}\",\"question\":\"brinkmate\",\"verdict\":\"brinkmate\",\"length\":3,"
    );
    assert!(json.starts_with(&start), "{json}");
    assert!(solve(&[BRINK, "--format", "json"]).stdout.contains("\"question\":\"mate\","));
}

#[test]
fn a_brinkmate_has_no_certificate_and_is_no_answer_to_go_mate() {
    for words in [["--certificate", "x.cert"], ["--format", "usi"]] {
        let outcome = solve(&[&[BRINK, "--question", "brinkmate"], &words[..]].concat());
        assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""), "{words:?}");
        assert!(outcome.stderr.contains("is for --question mate"), "{}", outcome.stderr);
    }
    assert!(!std::path::Path::new("x.cert").exists());
}

#[test]
fn the_attacker_can_be_named() {
    let folder = Scratch::new("named");
    let file = folder.path().join("named.cert").to_string_lossy().into_owned();
    // Two kings, the defender to move: by itself this is a question about mating Black.
    let sfen = "4k4/4G4/4P4/9/9/9/9/9/4K4 w R 1";
    let named = ["solve", sfen, "--attacker", "black", "--certificate", &file];
    assert_eq!(tsumugi(&named).good(), "mate in at most 0   (proved)\n");
    let verify = ["verify", sfen, &file, "--attacker", "black"];
    assert_eq!(tsumugi(&verify).good(), "verified: the attacker mates in at most 0 (0 claims)\n");
    let other = tsumugi(&["solve", "4k4/9/4P4/9/9/9/9/9/9 b G 1", "--attacker", "white"]);
    assert_eq!(other.code, 2, "{other:?}");
    assert!(other.stderr.contains("the side to be mated has no king"), "{other:?}");
}

/// 9 plies strictly, 3 by convention.
const FUTILE: &str = "9/9/6P2/9/4B4/9/6R2/7k+p/9 b Grb3g4s4n4l16p 1";

#[test]
fn lengths_lines_and_why() {
    let line = "▲３九金 △１九玉 ▲１七飛";
    let strict = format!("{line} △４六歩 ▲同　角 △３七歩 ▲同　角 △２八歩 ▲同　角");
    let shortest = format!("mate in 9   (shortest, proved)\n{strict}\n");
    assert_says(&[FUTILE, "--question", "shortest"], 0, &shortest);
    let both = "mate in 3 by convention, 9 strictly   (shortest, proved)";
    let text = format!("{both}\n{line}\nstrictly: {strict}\n");
    assert_says(&[FUTILE, "--question", "line"], 0, &text);
    // The same without being asked, as it takes no time.
    assert_says(&[FUTILE], 0, &text);
    let explained = tsumugi(&["solve", FUTILE, "--question", "line", "--explain"]).good();
    let why =
        "move 4, △２八歩 is futile: ▲同角 takes it, which is mate all the same, the piece unused\n";
    assert!(explained.contains(why), "{explained}{why}");
    let japanese = ["solve", FUTILE, "--question", "line", "--explain", "--lang", "ja"];
    let why = "4手目 △２八歩 は無駄合: ▲同角 と取ってそのまま詰み、取った駒は不要\n";
    assert!(tsumugi(&japanese).good().contains(why), "{why}");
    let json = tsumugi(&["solve", FUTILE, "--question", "line", "--format", "json"]).good();
    let part =
        "\"length\":3,\"strict_length\":9,\"shortest\":true,\"conventional\":true,\"at_least\":9";
    assert!(json.contains(part), "{json}");
    assert_eq!(tsumugi(&["solve", FUTILE, "--explain"]).code, 2);
}

#[test]
fn a_length_that_is_not_settled_is_called_so() {
    let some = tsumugi(&["solve", FUTILE, "--question", "shortest", "--nodes", "150"]);
    assert_eq!(some.code, 0, "{}", some.stdout);
    assert!(some.stdout.starts_with("mate in at most 9, at least 1, not settled"), "{}", some.stdout);
}
