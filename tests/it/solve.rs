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
    // Why there is no mate stands below, and has a test of its own.
    let length = if stdout == NO_MATE { NO_MATE.len() } else { outcome.stdout.len() };
    let told = outcome.stdout.get(..length).unwrap_or(&outcome.stdout);
    assert_eq!((outcome.code, told, outcome.stderr.as_str()), (code, stdout, ""), "{args:?}");
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
        "at_most",
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
    assert!(text.contains(r#""verdict":"mate","length":1,"at_most":1,"#), "{text}");
    // A bound never stands where a settled length does.
    let text = solve(&[HEAD_GOLD, "--format", "json", "--question", "mate"]).good();
    assert!(text.contains(r#""verdict":"mate","length":null,"at_most":1,"#), "{text}");
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
    let start = format!("mate in 1   (shortest, proved)\n▲５二金\n{NO_MATE}");
    assert!(outcome.stdout.starts_with(&start), "{outcome:?}");
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
    let brinkmate = "brinkmate, mate in at most 3   (proved)\n▲２三銀 △１一玉 ▲１二銀成\n";
    assert_says(&[BRINK, "--question", "brinkmate"], 0, brinkmate);
    let none = "8k/9/7S1/9/9/9/9/9/9 b p 1";
    assert_says(&[none, "--question", "brinkmate"], 1, "no brinkmate   (proved)\n");
    let unknown = "unknown: the limit of nodes is reached\n";
    assert_says(&[HARD, "--question", "brinkmate", "--nodes", "50"], 3, unknown);
    assert_says(&[HARD, "--question", "brinkmate", "--time", "0.1"], 3, "unknown: the time is up\n");
    let json = solve(&[BRINK, "--question", "brinkmate", "--format", "json"]).stdout;
    let start = format!(
        "{{\"sfen\":\"{BRINK}\",\"question\":\"brinkmate\",\"verdict\":\"brinkmate\",\"length\":null,\"at_most\":3,"
    );
    assert!(json.starts_with(&start), "{json}");
    assert!(solve(&[BRINK, "--format", "json"]).stdout.contains("\"question\":\"solution\","));
}

#[test]
fn a_brinkmate_is_no_answer_to_go_mate() {
    let outcome = solve(&[BRINK, "--question", "brinkmate", "--format", "usi"]);
    assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""));
    assert!(outcome.stderr.contains("is for --question mate"), "{}", outcome.stderr);
}

#[test]
fn brinkmates_are_certified_and_verified() {
    let folder = Scratch::new("brinkmates");
    let none = "8k/9/7S1/9/9/9/9/9/9 b p 1";
    for (sfen, name, code, proved) in [
        (BRINK, "won.cert", 0, "verified: the attacker wins by brinkmate in at most 3 ("),
        (BRINK, "won.cert.zst", 0, "verified: the attacker wins by brinkmate in at most 3 ("),
        (none, "none.cert", 1, "verified: there is no brinkmate ("),
    ] {
        let file = folder.path().join(name).to_string_lossy().into_owned();
        let solved =
            solve(&[sfen, "--question", "brinkmate", "--certificate", &file, "--format", "json"]);
        assert_eq!(solved.code, code, "{solved:?}");
        let solved: serde_json::Value = serde_json::from_str(&solved.stdout).unwrap();
        assert_eq!((&solved["proved"], &solved["certificate"]), (&true.into(), &file.as_str().into()));
        let verified = tsumugi(["verify", sfen, &file]);
        assert!(verified.code == 0 && verified.stdout.starts_with(proved), "{verified:?}");
        let json = tsumugi(["verify", sfen, &file, "--format", "json"]).stdout;
        let json: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!((&json["verdict"], &json["length"]), (&solved["verdict"], &solved["at_most"]));
        let other = tsumugi(["verify", HARD, &file]);
        assert_eq!((other.code, other.stderr.as_str()), (1, ""), "{other:?}");
    }
}

#[test]
fn a_line_may_help_and_cannot_mislead() {
    let seven = "5B3/7k1/6n2/9/9/9/9/9/9 b 2S 1";
    let folder = Scratch::new("lines");
    let file = folder.path().join("line.cert").to_string_lossy().into_owned();
    let kif = tsumugi(["solve", "--hash", "16", seven, "--format", "kif"]).good();
    let kif = folder.file("line.kif", kif).to_string_lossy().into_owned();
    let line = |moves: &str| format!("sfen {seven} moves {moves}");
    let lines = [
        line("S*2c 2b1c 2c1d+ 1c1b 1d2c 1b1a S*1b"),
        // It ends in mate, but is not the longest defence; it ends before the mate; it does not mate.
        line("S*2c 2b1a S*1b"),
        line("S*2c 2b1c 2c1d+"),
        line("4a2c+ 2b2c S*3d 2c2d"),
        // Of another problem, and no moves at all.
        format!("sfen {HEAD_GOLD} moves G*5b"),
        HEAD_GOLD.to_string(),
        kif,
    ];
    for line in &lines {
        for threads in ["1", "2"] {
            let args = [seven, "--line", line, "--question", "shortest", "--threads", threads];
            let solved = solve(&[&args[..], &["--certificate", &file, "--format", "json"]].concat());
            let solved: serde_json::Value = serde_json::from_str(&solved.good()).unwrap();
            let told = (&solved["verdict"], &solved["strict_length"], &solved["proved"]);
            assert_eq!(told, (&"mate".into(), &7.into(), &true.into()), "{line}");
            let verified = tsumugi(["verify", seven, &file]).good();
            assert!(verified.starts_with("verified: the attacker mates in 7"), "{line}: {verified}");
        }
        assert_eq!(solve(&[seven, "--line", line]).good(), solve(&[seven]).good(), "{line}");
    }
    // No mate, whatever the line says.
    let none = "4k4/9/9/9/9/9/9/9/9 b G 1";
    assert_says(&[none, "--line", &format!("sfen {none} moves G*5b 5a5b")], 1, NO_MATE);
    for (args, why) in [
        (vec![seven, HEAD_GOLD, "--line", &lines[0]], "--line is for one problem at a time"),
        (vec![seven, "--line", "no such record"], "no such record"),
        (vec![seven, "--question", "brinkmate", "--line", &lines[0]], "--line is not for"),
    ] {
        let refused = solve(&args);
        assert!(refused.code == 2 && refused.stderr.contains(why), "{refused:?}");
    }
}

#[test]
fn the_attacker_can_be_named() {
    let folder = Scratch::new("named");
    let file = folder.path().join("named.cert").to_string_lossy().into_owned();
    // Two kings, the defender to move: by itself this is a question about mating Black.
    let sfen = "4k4/4G4/4P4/9/9/9/9/9/4K4 w R 1";
    let named = ["solve", sfen, "--attacker", "black", "--certificate", &file];
    assert_eq!(tsumugi(&named).good(), "mate in 0   (shortest, proved)\nleft in hand: R\n");
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
    let all = "△２八歩合, 香合, 銀合, 金合, 角合, 飛合";
    let why = format!("move 4, {all} are futile (x): ▲同角 takes, which is mate\n");
    assert!(explained.contains(&why), "{explained}{why}");
    let all = "△３七歩合, 桂合, 香合, 銀合, 金合, 角合, 飛合";
    let why = format!(
        "move 4, {all} are futile (narrow): ▲同角 takes, which is mate all the same, the piece unused\n"
    );
    assert!(explained.contains(&why), "{explained}{why}");
    let japanese = ["solve", FUTILE, "--question", "line", "--explain", "--lang", "ja"];
    let why =
        "4手目 △２八歩合、香合、銀合、金合、角合、飛合 は無駄合（X型）: ▲同角 と取ってそのまま詰み\n";
    assert!(tsumugi(&japanese).good().contains(why), "{why}");
    let json = tsumugi(&["solve", FUTILE, "--question", "line", "--format", "json"]).good();
    let part = "\"length\":3,\"at_most\":3,\"strict_length\":9,\"strict_at_least\":9,\"strict_at_most\":9,\"shortest\":true";
    assert!(json.contains(part), "{json}");
    assert_eq!(tsumugi(&["solve", FUTILE, "--explain", "--question", "mate"]).code, 2);
    assert_eq!(tsumugi(&["solve", FUTILE, "--explain"]).good(), explained);
}

/// Which interpositions do not count is one option; verdict and strict length are the same whatever it says.
#[test]
fn classes_of_futile_interpositions_are_switched() {
    // Taken by another piece than the one that gives check.
    let sfen = "8l/8k/9/7+R1/9/8B/9/9/9 b - 1";
    let length = |classes: &str| {
        let json =
            tsumugi(&["solve", sfen, "--explain", "--futile", classes, "--format", "json"]).good();
        let answer: serde_json::Value = serde_json::from_str(&json).unwrap();
        assert_eq!((&answer["verdict"], &answer["strict_length"]), (&"mate".into(), &3.into()));
        (answer["length"].as_u64().unwrap(), answer["futile"][0]["class"].clone())
    };
    assert_eq!(length("narrow,wide,x").0, 3);
    assert_eq!(length("none").0, 3);
    assert_eq!(length("xy"), (1, "xy".into()));
    assert_eq!(length("xyz"), (1, "xyz".into()));
    let wrong = tsumugi(&["solve", sfen, "--futile", "y"]);
    assert!(wrong.code == 2 && wrong.stderr.contains("no class of futile interpositions"), "{wrong:?}");
    assert_eq!(tsumugi(&["solve", sfen, "--futile", "none", "--question", "mate"]).code, 2);
}

#[test]
fn a_length_that_is_not_settled_is_called_so() {
    let some = tsumugi(&["solve", FUTILE, "--question", "shortest", "--nodes", "150"]);
    assert_eq!(some.code, 0, "{}", some.stdout);
    // That it takes at least one ply is not worth saying.
    assert!(some.stdout.starts_with("mate in at most 9   (proved)\n"), "{}", some.stdout);
}

#[test]
fn a_position_with_moves_is_the_position_after_them() {
    let moves = format!("position sfen {FUTILE} moves G*3i 2h1i");
    let after = "9/9/6P2/9/4B4/9/6R2/8+p/6G1k b rb3g4s4n4l16p 3";
    let said = tsumugi(&["solve", &moves]).good();
    let start = format!("after 2 moves: {after}\nmate in 1 by convention, 7 strictly");
    assert!(said.starts_with(&start), "{said}");
    let json = tsumugi(&["solve", &moves, "--format", "json"]).good();
    assert!(json.starts_with(&format!("{{\"sfen\":\"{after}\"")), "{json}");
    for at in ["start", "0"] {
        let said = tsumugi(&["solve", &moves, "--at", at]).good();
        assert!(said.starts_with("mate in 3 by convention, 9 strictly"), "{said}");
    }
    let said = tsumugi(&["solve", &moves, "--at", "1", "--attacker", "black"]).good();
    assert!(said.starts_with("after 1 move: ") && said.contains("mate in 2 by convention"), "{said}");
    let said = tsumugi(&["solve", &moves, "--at", "3"]);
    assert!(said.code == 2 && said.stderr.contains("there is no place 3"), "{said:?}");
    // A record is about its diagram.
    let folder = Scratch::new("at");
    let kif = folder.file("a.kif", tsumugi(&["convert", &moves, "--to", "kif"]).good());
    let said = tsumugi(&["solve", kif.to_str().unwrap()]).good();
    assert!(said.starts_with("mate in 3 by convention, 9 strictly"), "{said}");
    // A certificate is about the same position.
    let certificate = folder.join("a.cert").to_string_lossy().into_owned();
    tsumugi(&["solve", &moves, "--certificate", &certificate]).good();
    tsumugi(&["verify", &moves, &certificate]).good();
    tsumugi(&["verify", after, &certificate]).good();
    assert_eq!(tsumugi(&["verify", FUTILE, &certificate]).code, 1);
}

#[test]
fn every_line_of_input_gives_one_object() {
    let folder = Scratch::new("lines");
    let list = folder.file("a.sfen", format!("{HEAD_GOLD}\nnonsense\n8k/8k/9/9/9/9/9/9/9 b G 1\n"));
    let path = list.to_str().unwrap();
    for verb in ["solve", "check", "helpmate"] {
        let said = tsumugi(&[verb, path, "--format", "json"]);
        assert_eq!(said.code, 2, "{said:?}");
        let objects = said.stdout.lines().map(|line| serde_json::from_str(line).unwrap());
        let objects: Vec<serde_json::Value> = objects.collect();
        assert_eq!(objects.len(), 3, "{said:?}");
        for (i, object) in objects.iter().enumerate() {
            assert_eq!(
                (&object["source"], &object["source_line"]),
                (&path.into(), &(i + 1).into()),
                "{verb}"
            );
            assert_eq!(object["error"].is_string(), i > 0, "{verb} {object}");
        }
    }
}

#[test]
fn a_path_is_a_path_and_utf_16_is_text() {
    let said = tsumugi(&["solve", "problems/9.sfen"]);
    assert!(said.code == 2 && said.stderr.contains("problems/9.sfen: no such file"), "{said:?}");
    let folder = Scratch::new("wide");
    let kif = tsumugi(&["convert", HEAD_GOLD, "--to", "kif"]).good();
    for (mark, little) in [(true, true), (true, false), (false, true), (false, false)] {
        let bytes = |unit: u16| if little { unit.to_le_bytes() } else { unit.to_be_bytes() };
        let text = kif.encode_utf16().flat_map(bytes);
        let text: Vec<u8> = mark.then(|| bytes(0xfeff)).into_iter().flatten().chain(text).collect();
        // Japanese characters have no zero bytes: without a mark only what begins with Latin letters is recognised.
        let list: Vec<u8> = HEAD_GOLD.encode_utf16().flat_map(bytes).collect();
        let path = folder.file("a.kif", if mark { text } else { list });
        let said = tsumugi(&["solve", path.to_str().unwrap()]).good();
        assert!(said.starts_with("mate in 1"), "{said}");
    }
}

#[test]
fn no_mate_is_explained() {
    // The pawn in front of the king would be mate.
    let said = tsumugi(&["solve", "7nk/9/7+P1/9/9/9/9/9/9 b P 1"]);
    assert_eq!(said.code, 1, "{said:?}");
    assert!(said.stdout.starts_with("no mate   (proved)\n"), "{}", said.stdout);
    assert!(said.stdout.ends_with("a pawn must not be dropped to mate (打歩詰)\n"), "{}", said.stdout);
    let said = tsumugi(&["solve", "8k/9/9/9/9/9/9/9/9 b G 1"]);
    assert!(said.stdout.contains("  1: ▲１二金 △同玉   does not mate (紛れ)\n"), "{}", said.stdout);
    let json = tsumugi(&["solve", "8k/9/9/9/9/9/9/9/9 b G 1", "--format", "json"]).stdout;
    let object: serde_json::Value = serde_json::from_str(&json).unwrap();
    let tries = object["tries"].as_array().unwrap();
    assert!(tries.len() >= 3 && tries.iter().all(|one| one["refutation"].is_string()), "{object}");
    let kif = tsumugi(&["solve", "8k/9/9/9/9/9/9/9/9 b G 1", "--format", "kif"]).stdout;
    assert!(kif.contains("紛れ") && kif.contains("不詰"), "{kif}");
}

/// The silver drives the king out, and then the pawn would mate.
const LATER_PAWN_DROP: &str = "8k/9/9/7L1/9/9/9/9/9 b SP 1";

#[test]
fn a_pawn_drop_that_would_mate_later_is_named_where_it_is_all_that_fails() {
    let said = tsumugi(["solve", LATER_PAWN_DROP]);
    assert_eq!(said.code, 1, "{said:?}");
    let line = "  1: ▲２二銀 △１二玉 ▲１三歩   does not mate: the last move is forbidden (打歩詰)\n";
    assert!(said.stdout.contains(line), "{}", said.stdout);
    assert!(
        said.stdout.ends_with("the only mate would be by a dropped pawn (打歩詰)\n"),
        "{}",
        said.stdout
    );
    let said = tsumugi(["solve", LATER_PAWN_DROP, "--lang", "ja"]).stdout;
    assert!(said.contains("  1手目 ▲２二銀 △１二玉 ▲１三歩 不詰 (最終手が打歩詰)\n"), "{said}");
    assert!(said.ends_with("打歩詰の禁則がなければ詰む\n"), "{said}");
    let json = tsumugi(["solve", LATER_PAWN_DROP, "--format", "json"]).stdout;
    let object: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&object["only_by_pawn_drop"], object.get("pawn_drop_mate")),
        (&true.into(), None),
        "{object}"
    );
    let tries = object["tries"].as_array().unwrap();
    let silver = tries.iter().find(|one| one["move"] == "S*2b").unwrap();
    assert_eq!(silver["pawn_drop_line"], serde_json::json!(["P*1c"]), "{object}");
    let kif = tsumugi(["solve", LATER_PAWN_DROP, "--format", "kif"]).stdout;
    assert!(
        kif.contains("*打歩詰の禁則がなければ詰む") && kif.contains("*１三歩は打歩詰の禁手"),
        "{kif}"
    );
    // Where the rule has no part in it, nothing is said of it.
    let json = tsumugi(["solve", "8k/9/9/9/9/9/9/9/9 b G 1", "--format", "json"]).stdout;
    let object: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(object["only_by_pawn_drop"], false, "{object}");
}
