//! Whatever is fed to the program, it answers with exit code 2, a place and a rule, briefly and soon.

use crate::program::{HEAD_GOLD, Scratch, command, outcome, tsumugi};
use std::time::Instant;

/// The start of a KIF file with moves.
const KIF: &str = "手合割：平手\n手数----指手---------消費時間--\n";
/// The start of a KIF file with a diagram.
const DIAGRAM: &str = "後手の持駒：なし\n  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n";
/// The start of a CSA file with moves.
const CSA: &str = "V2.2\nPI\n+\n";

/// Runs `show` on something bad; says what is missing in its complaint, which must name place and rule.
fn flaw(word: &str, place: &str, rule: &str) -> Option<String> {
    let began = Instant::now();
    let outcome = tsumugi(["show", word]);
    let (stderr, seconds) = (&outcome.stderr, began.elapsed().as_secs());
    let flaws = [
        (outcome.code != 2, "wrong exit code"),
        (!outcome.stdout.is_empty(), "something on stdout"),
        (!stderr.starts_with("error: "), "no error"),
        (stderr.contains("panicked"), "a panic"),
        (!stderr.contains(place), "the place is missing"),
        (!stderr.contains(rule), "the rule is missing"),
        (stderr.len() > 4000, "too long"),
        (seconds > 20, "too slow"),
    ];
    let (_, flaw) = flaws.into_iter().find(|(found, _)| *found)?;
    let stderr: String = stderr.chars().take(2000).collect();
    let word: String = word.chars().take(200).collect();
    Some(format!(
        "{word}: {flaw}; expected {place:?} and {rule:?}, code 2, got {}:\n{stderr}",
        outcome.code
    ))
}

#[track_caller]
fn assert_flawless(flaws: Vec<String>) {
    assert!(flaws.is_empty(), "{} flaws\n{}", flaws.len(), flaws.join("\n"));
}

#[test]
fn malformed_positions() {
    let mut flaws = Vec::new();
    for (text, place, rule) in [
        ("", "argument 1", "nothing to read"),
        ("   ", "argument 1", "nothing to read"),
        ("4k4", "argument 1", "neither an existing file nor a position"),
        ("no-such-file.kif", "argument 1", "no-such-file.kif: no such file"),
        ("4k4/9/9/9 b - 1", "column 10", "4 ranks, expected 9"),
        ("9/9/9/9/9/9/9/9 b - 1", "column 16", "8 ranks, expected 9"),
        ("9/9/9/9/9/9/9/9/9/9 b - 1", "column 18", "more than 9 ranks"),
        ("4k4/9/9/9/9/9/9/9/8 b - 1", "column 20", "after 8 files"),
        ("4k4//9/9/9/9/9/9/9 b - 1", "column 5", "after 0 files"),
        ("4k41/9/9/9/9/9/9/9/9 b - 1", "column 4", "more than 9 files"),
        ("4k4/91/9/9/9/9/9/9/9 b - 1", "column 6", "more than 9 files"),
        ("4x4/9/9/9/9/9/9/9/9 b - 1", "column 2", "'x' is no piece"),
        ("sfen 4玉4/9/9/9/9/9/9/9/9 b - 1", "column 7", "'玉' is no piece"),
        ("4k4/0/9/9/9/9/9/9/9 b - 1", "column 5", "'0' is no piece"),
        ("4+k4/9/9/9/9/9/9/9/9 b - 1", "column 3", "'+' must stand before"),
        ("4+G4/9/9/9/9/9/9/9/9 b - 1", "column 3", "'+' must stand before"),
        ("4k3+/9/9/9/9/9/9/9/9 b - 1", "column 5", "'+' must stand before"),
        ("4k4/9/9/9/9/9/9/9/9", "column 20", "side to move is missing"),
        ("4k4/9/9/9/9/9/9/9/9 x - 1", "column 21", "must be b or w"),
        ("4k4/9/9/9/9/9/9/9/9 b", "column 22", "hands are missing"),
        ("4k4/9/9/9/9/9/9/9/9 b K 1", "column 23", "'K' cannot be in hand"),
        ("4k4/9/9/9/9/9/9/9/9 b 0P 1", "column 23", "count in hand"),
        ("4k4/9/9/9/9/9/9/9/9 b 999P 1", "column 25", "count in hand"),
        ("4k4/9/9/9/9/9/9/9/9 b P2 1", "column 25", "count in hand"),
        ("4k4/9/9/9/9/9/9/9/9 b PP 1", "column 24", "listed twice"),
        ("4k4/9/9/9/9/9/9/9/9 b - one", "column 25", "must be a number"),
        ("4k4/9/9/9/9/9/9/9/9 b - 99999999999", "column 25", "must be a number"),
        ("4k4/9/9/9/9/9/9/9/9 b - 1 x", "column 27", "unexpected text"),
        ("position", "argument 1", "expected startpos or a SFEN"),
        ("position startpos 7g7f", "column 19", "expected moves"),
        ("position startpos moves 7g7", "column 28", "ends too soon"),
        ("position startpos moves 0g7f", "column 25", "file must be a digit"),
        ("position startpos moves 7j7f", "column 26", "rank must be a letter"),
        ("position startpos moves 7g7g", "column 27", "must change its square"),
        ("position startpos moves K*5e", "column 25", "a drop names one of"),
        ("position startpos moves 7g7f++", "column 30", "after the move"),
        ("position startpos moves 5e5d", "column 25", "stands on 5e"),
        ("position startpos moves 7g7f 7f7e", "column 30", "stands on 7f"),
        ("position startpos moves P*5e", "column 25", "no pawn in hand"),
        ("position startpos moves 8h7g", "column 25", "7g is not free"),
        ("position startpos moves 7g7f+", "column 25", "cannot promote"),
        ("https://example.com/", "argument 1", "expected a board in the address"),
        ("https://lishogi.org/analysis/4k4/9", "column 35", "2 ranks, expected 9"),
        ("~0.!!!.", "column 4", "base-36"),
        ("{\"header\":", "argument 1", "JSON"),
    ] {
        flaws.extend(flaw(text, place, rule));
    }
    assert_flawless(flaws);
}

#[test]
fn diagrams_that_break_rules() {
    let mut flaws = Vec::new();
    for (sfen, columns, rule) in [
        ("9/9/9/9/9/9/9/9/9 b - 1", &[][..], "no-king: there is no king"),
        ("k3k4/9/9/9/9/9/9/9/9 b - 1", &[1, 3], "too-many-kings: white has 2 kings"),
        ("4k4/9/9/9/9/9/9/K8/K8 b - 1", &[17, 20], "too-many-kings: black has 2"),
        ("k1k1k4/9/9/9/9/9/9/9/9 b - 1", &[1, 3, 5], "too-many-kings: white has 3 kings"),
        ("4k4/9/9/9/9/9/9/9/9 b 19P 1", &[], "too-many-pieces: 19 pawns"),
        ("4k4/9/9/9/9/9/9/9/9 b 2Rr 1", &[], "too-many-pieces: 3 rooks"),
        ("4k4/9/9/9/9/9/9/9/9 b 5G 1", &[], "too-many-pieces: 5 golds"),
        ("4k4/9/9/9/9/9/9/9/9 b 99P 1", &[], "beyond-capacity: 99 pawns"),
        ("P3k4/9/9/9/9/9/9/9/9 b - 1", &[1], "dead-piece: the black pawn on 9a"),
        ("4k4/9/9/9/9/9/9/9/p8 b - 1", &[19], "dead-piece: the white pawn on 9i"),
        ("L3k4/9/9/9/9/9/9/9/9 b - 1", &[1], "dead-piece: the black lance on 9a"),
        ("4k4/N8/9/9/9/9/9/9/9 b - 1", &[5], "dead-piece: the black knight on 9b"),
        ("4k4/9/9/9/9/P8/9/P8/9 b - 1", &[13, 18], "two-pawns: two unpromoted black pawns"),
        ("4k4/9/9/4p4/9/4p4/9/9/9 b - 1", &[10, 16], "two-pawns: two unpromoted white pawns"),
        ("4k4/4P4/9/9/9/9/9/9/9 b - 1", &[2], "king-capturable: the white king on 5a"),
        ("4k4/9/9/9/9/9/9/4r4/4K4 w - 1", &[22], "king-capturable: the black king on 5i"),
    ] {
        let carets: String =
            (1..=sfen.len()).map(|column| if columns.contains(&column) { '^' } else { ' ' }).collect();
        let line = match carets.trim_end() {
            "" => format!("\n  = {rule}"),
            carets => format!("\n  | {carets} {rule}"),
        };
        flaws.extend(flaw(sfen, "argument 1", &line));
    }
    assert_flawless(flaws);
}

#[test]
fn every_fault_is_named_and_each_can_be_allowed() {
    let sfen = "P3k4/9/9/9/9/P8/P8/9/9 b 18P 1";
    let outcome = tsumugi(["show", sfen]);
    for rule in ["dead-piece", "two-pawns", "too-many-pieces", "breaks 3 rules"] {
        assert!(outcome.stderr.contains(rule), "{outcome:?}");
    }
    let mut args = vec!["show", sfen];
    for rule in ["dead-piece", "two-pawns", "too-many-pieces"] {
        args.extend(["--allow", rule]);
    }
    tsumugi(&args).good();
}

/// Files by name, content, place and rule.
fn bad_files() -> Vec<(&'static str, Vec<u8>, &'static str, &'static str)> {
    let text = |start: &str, rest: &str| format!("{start}{rest}").into_bytes();
    let two_kings = "|v玉 ・ ・ ・v玉 ・ ・ ・ ・|一\n".to_string()
        + &["二", "三", "四", "五", "六", "七", "八", "九"]
            .map(|rank| format!("| ・ ・ ・ ・ ・ ・ ・ ・ ・|{rank}\n"))
            .concat();
    let noise: Vec<u8> = {
        let mut state = 1u64;
        let mut next = || {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (state >> 56) as u8
        };
        (0..10_000_000).map(|_| next()).collect()
    };
    vec![
        ("empty.kif", vec![], ":1:1", "nothing to read"),
        ("blank.sfen", b"\n \n\n".to_vec(), ":1:1", "nothing to read"),
        ("remarks.sfen", b"# nothing here\n".to_vec(), ":1:1", "nothing to read"),
        ("words.txt", b"The quick brown fox\n".to_vec(), ":1:1", "not recognised"),
        ("page.html", b"<html><body>404</body></html>\n".to_vec(), ":1:1", "not recognised"),
        ("zeros.sfen", vec![0; 1000], ":1:1", "not recognised"),
        ("bad-utf8.kifu", [KIF.as_bytes(), b"*\xff\xff\n"].concat(), ":3:2", "neither UTF-8 nor Shift_JIS"),
        ("bad-sjis.kif", b"abc\n\x81\xff\xa0\n".to_vec(), ":2:1", "neither UTF-8 nor Shift_JIS"),
        ("noise.kif", noise.clone(), "noise.kif:", "neither UTF-8 nor Shift_JIS"),
        ("noise.sfen", noise.iter().map(|b| b & 63 | 64).collect(), ":1:1", "not recognised"),
        ("long.sfen", vec![b'9'; 10_000_000], ":1:1", "not recognised"),
        ("slashes.sfen", vec![b'/'; 1_000_000], ":1:", "error"),
        ("third.sfen", text("# a remark\n\n", "4k4/9 b - 1\tname\t3\n"), ":3:6", "2 ranks, expected 9"),
        ("square.kif", text(KIF, "   1 ０六歩(77)\n"), ":3:6", "expected a file"),
        ("piece.kif", text(KIF, "   1 ７六猫(77)\n"), ":3:8", "expected a piece"),
        ("origin.kif", text(KIF, "   1 ７六歩(7)\n"), ":3:9", "square of departure"),
        ("nothing.kif", text(KIF, "   1 ５四歩(55)\n"), ":3:6", "stands on 5e"),
        ("turn.kif", text(KIF, "   1 ３四歩(33)\n"), ":3:6", "no piece of the side to move"),
        ("same.kif", text(KIF, "   1 同　歩(77)\n"), ":3:6", "同"),
        ("drop.kif", text(KIF, "   1 ５五角打\n"), ":3:6", "no bishop in hand"),
        ("handicap.kif", text("", "手合割：百枚落ち\n"), ":1:5", "handicap"),
        ("fork.kif", text(KIF, "   1 ７六歩(77)\n\n変化：9手\n   9 ３四歩(33)\n"), ":5:4", "expected a move from"),
        ("short.kif", text(DIAGRAM, "| ・ ・ ・v玉 ・ ・|一\n"), ":4:14", "empty square"),
        ("cell.kif", text(DIAGRAM, "| ・ ・ ・ ・v猫 ・ ・ ・ ・|一\n"), ":4:11", "expected a piece"),
        ("rows.kif", text(DIAGRAM, "| ・ ・ ・ ・v玉 ・ ・ ・ ・|一\n"), "rows.kif:", "nine rows"),
        ("hand.kif", text("", "後手の持駒：玉\n"), ":1:7", "飛, 角, 金"),
        ("count.kif", text("", "後手の持駒：歩百\n"), ":1:8", "歩"),
        ("kings.kif", text(DIAGRAM, &two_kings), "kings.kif", "too-many-kings: white has 2 kings"),
        ("piece.ki2", text("", "手合割：平手\n▲７六歩 △３四歩 ▲９九猫\n"), ":2:14", "expected a piece"),
        ("nobody.ki2", text("", "手合割：平手\n▲７六歩 △３四歩 ▲５五金\n"), ":2:12", "金"),
        ("either.ki2", text("", "手合割：平手\n▲５八金\n"), ":2:2", "more than one 金"),
        ("turn.ki2", text("", "手合割：平手\n△３四歩\n"), ":2:", "black"),
        ("cut.ki2", text("", "手合割：平手\n▲７\n"), ":2:3", "rank"),
        ("piece.csa", text(CSA, "+7776XX\n"), ":4:6", "expected a piece"),
        ("cut.csa", text(CSA, "+77\n"), ":4:1", "expected a move"),
        ("nothing.csa", text(CSA, "+5554FU\n"), ":4:1", "stands on 5e"),
        ("turn.csa", text(CSA, "-3334FU\n"), ":4:1", "a move of black"),
        ("rank.csa", text("V2.2\n", "P1-KY-KE\n+\n"), ":2:9", "nine squares"),
        ("cell.csa", text("V2.2\n", "P1-KY-KE-GI-KI-OU-KI-GI-KE-ZZ\n+\n"), ":2:28", "expected a piece"),
        ("hand.csa", text("V2.2\n", "PI\nP+00OU\n+\n"), ":3:5", "in hand"),
        ("statement.csa", text(CSA, "?what\n"), ":4:1", "expected a statement"),
        ("end.csa", text(CSA, "%\n"), ":4:2", "expected an ending"),
        ("cut.jkf", b"{\"header\":{},\"moves\":[".to_vec(), ":1:22", "JSON"),
        ("list.jkf", b"[1,2,3]".to_vec(), ":1:1", "expected"),
        ("moveless.jkf", b"{\"header\":{}}".to_vec(), ":1:", "moves"),
        ("move.jkf", b"{\"header\":{},\"moves\":[{},{\"move\":\"7776FU\"}]}".to_vec(), ":1:", "JSON"),
        (
            "piece.jkf",
            br#"{"moves":[{},{"move":{"from":{"x":7,"y":7},"to":{"x":7,"y":6},"color":0,"piece":"ZZ"}}]}"#.to_vec(),
            "piece.jkf:1:",
            "expected a piece",
        ),
        (
            "square.jkf",
            br#"{"header":{},"moves":[{},{"move":{"from":{"x":0,"y":7},"to":{"x":7,"y":6},"color":0,"piece":"FU"}}]}"#
                .to_vec(),
            "square.jkf:1:",
            "x and y from 1 to 9",
        ),
        ("preset.jkf", br#"{"header":{},"initial":{"preset":"X"},"moves":[{}]}"#.to_vec(), ":1:", "preset"),
        ("deep.jkf", b"{\"moves\":".repeat(100_000), "deep.jkf:", "JSON"),
        ("brackets.json", vec![b'['; 1_000_000], "brackets.json:", "expected"),
        ("move.usi", text("", "position startpos moves 7g7f 9z9z\n"), ":1:31", "rank must be"),
        ("digits.usen", text("", "~0.!!!.\n"), ":1:4", "base-36"),
    ]
}

#[test]
fn malformed_files() {
    let scratch = Scratch::new("bad");
    let mut flaws = Vec::new();
    for (name, bytes, place, rule) in bad_files() {
        let path = scratch.file(name, bytes);
        let place = if place.starts_with(':') { format!("{name}{place}") } else { place.to_string() };
        flaws.extend(flaw(path.to_str().unwrap(), &place, rule));
        std::fs::remove_file(path).unwrap();
    }
    assert_flawless(flaws);
}

#[test]
fn bad_lines_of_a_long_list_are_counted_and_the_good_ones_shown() {
    let scratch = Scratch::new("bad-lines");
    let text = format!("{HEAD_GOLD}\nbad\n").repeat(50_000);
    let list = scratch.file("list.sfen", text);
    let began = Instant::now();
    let outcome = tsumugi(["convert", list.to_str().unwrap(), "--to", "sfen"]);
    assert!(began.elapsed().as_secs() < 20, "{:?}", began.elapsed());
    assert_eq!((outcome.code, outcome.stdout.lines().count()), (2, 50_000));
    assert!(outcome.stderr.contains("list.sfen:2:1\n"), "{}", outcome.stderr);
    assert!(
        outcome.stderr.ends_with("error: 49980 more bad problems not shown\n"),
        "{}",
        outcome.stderr
    );
}

#[test]
fn things_that_are_no_readable_file() {
    let scratch = Scratch::new("unreadable");
    let dir = scratch.path().to_str().unwrap();
    let missing = scratch.join("missing.kif");
    let mut flaws = Vec::from_iter(flaw(dir, dir, "is a directory"));
    flaws.extend(flaw(missing.to_str().unwrap(), "missing.kif", "no such file"));
    assert_flawless(flaws);
}

#[test]
fn what_is_bad_for_show_is_bad_for_convert_and_perft() {
    let scratch = Scratch::new("bad-convert");
    for word in ["4k4/9 b - 1", "position startpos moves 7f7e", "no-such-file.kif"] {
        for args in [&["convert", word, "--to", "kif"][..], &["perft", word, "--depth", "1"]] {
            let outcome = tsumugi(args);
            assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""), "{args:?} {outcome:?}");
            assert!(outcome.stderr.contains("argument 1"), "{args:?} {outcome:?}");
        }
    }
    let out = scratch.join("out.sfen");
    let outcome =
        tsumugi(["convert", "4k4/9 b - 1", "--to", "sfen", "--output", out.to_str().unwrap()]);
    assert_eq!(outcome.code, 2);
    assert!(!out.exists());
}

/// A pattern of a small family.
const PATTERN: &str = "| k/. k/. |\n| . . |\n| +P . |\nhand: G 1\nlength: 3\n";
/// Cooked at the first move.
const COOKED: &str = "6B1b/8k/9/7+P1/9/9/9/9/9 b G 1";
/// A game with a mate in five.
const GAME: &str = "sfen 7s1/6+B1k/p8/9/9/9/P8/9/K8 b Gg 1 moves 9i8i";

/// What makes the commands of the workshop write down what they find; each wants the file where it goes.
fn keeping<'a>(pattern: &'a str, game: &'a str) -> [(&'static str, Vec<&'a str>); 3] {
    [
        ("mend", vec!["mend", COOKED, "--changes", "1", "--with", "remove", "--hash", "4", "--resume"]),
        ("compose", vec!["compose", pattern, "--threads", "1", "--out"]),
        ("mine", vec!["mine", game, "--hash", "4", "--out"]),
    ]
}

#[test]
fn a_file_named_by_mistake_stays_as_it_is() {
    let scratch = Scratch::new("by-mistake");
    let (pattern, game) = (scratch.file("pattern.txt", PATTERN), scratch.file("game.usi", GAME));
    for (name, args) in keeping(pattern.to_str().unwrap(), game.to_str().unwrap()) {
        for text in [
            "Dear diary,\nnothing happened.\n",
            "a line without an end",
            "{\"name\":\"settings\",\"size\":3}",
            "{\"name\":\"settings\",\"size\":3}\n{\"name\":",
            "{\n  \"name\": 1\n}\n",
            "\n",
            "7",
        ] {
            let other = scratch.file("other.jsonl", text);
            let outcome = tsumugi([&args[..], &[other.to_str().unwrap()]].concat());
            assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""), "{name} {text:?} {outcome:?}");
            assert!(outcome.stderr.starts_with("error: "), "{name} {text:?} {outcome:?}");
            assert!(outcome.stderr.contains("other.jsonl"), "{name} {text:?} {outcome:?}");
            assert_eq!(std::fs::read_to_string(&other).unwrap(), text, "{name}");
        }
        // What was written up to its last line end but that is taken up again, and what broke off is done again.
        let own = scratch.join(&format!("{name}.jsonl"));
        let args = [&args[..], &[own.to_str().unwrap()]].concat();
        let first = tsumugi(&args);
        let written = std::fs::read_to_string(&own).unwrap();
        assert!(first.code < 2 && written.len() > 20, "{name} {first:?}");
        for cut in [1, 2, 9, written.len() - 1] {
            std::fs::write(&own, &written[..written.len() - cut]).unwrap();
            assert_eq!(tsumugi(&args).stderr, "", "{name} {cut}");
            let again = std::fs::read_to_string(&own).unwrap();
            assert_eq!(again.lines().count(), written.lines().count(), "{name} {cut}");
            assert!(again.ends_with("}\n"), "{name} {cut}");
        }
    }
}

#[cfg(target_os = "linux")]
#[test]
fn no_space_is_said_by_every_command_of_the_workshop() {
    let scratch = Scratch::new("no-space");
    let (pattern, game) = (scratch.file("pattern.txt", PATTERN), scratch.file("game.usi", GAME));
    let link = scratch.join("link.jsonl");
    std::os::unix::fs::symlink("/dev/full", &link).unwrap();
    let keeping = keeping(pattern.to_str().unwrap(), game.to_str().unwrap());
    for (name, args) in &keeping {
        let said = tsumugi([&args[..], &[link.to_str().unwrap()]].concat());
        assert_eq!(said.code, 2, "{name} {said:?}");
        assert!(said.stderr.contains("link.jsonl: no space left on device"), "{name} {said:?}");
    }
    let similar = vec!["similar", HEAD_GOLD, "--in", HEAD_GOLD];
    let plain = keeping.iter().map(|(_, args)| args[..args.len() - 1].to_vec());
    for args in plain.chain([similar]) {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
        let said = outcome(command().args(&args).stdout(full).output().unwrap());
        assert_eq!(said.code, 2, "{args:?} {said:?}");
        let line = "error: cannot write to standard output: no space left on device\n";
        assert_eq!(said.stderr, line, "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn no_permission_is_said_by_every_command_of_the_workshop() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    use std::os::unix::process::CommandExt;
    let scratch = Scratch::new("no-permission");
    let (pattern, game) = (scratch.file("pattern.txt", PATTERN), scratch.file("game.usi", GAME));
    let (locked, shut) = (scratch.file("locked.tsv", HEAD_GOLD), scratch.join("shut"));
    std::fs::create_dir(&shut).unwrap();
    std::fs::write(shut.join("kept.jsonl"), "").unwrap();
    std::fs::set_permissions(scratch.path(), PermissionsExt::from_mode(0o755)).unwrap();
    let modes = [(locked.clone(), 0o000), (shut.join("kept.jsonl"), 0o444), (shut.clone(), 0o555)];
    for (path, mode) in &modes {
        std::fs::set_permissions(path, PermissionsExt::from_mode(*mode)).unwrap();
    }
    let name = |path: std::path::PathBuf| path.to_str().unwrap().to_string();
    let (pattern, game, locked) = (name(pattern), name(game), name(locked));
    let (new, kept, dir) = (name(shut.join("new.jsonl")), name(shut.join("kept.jsonl")), name(shut));
    let mut cases: Vec<(Vec<&str>, &str)> = vec![
        (vec!["mend", &locked], &locked),
        (vec!["mend", HEAD_GOLD, "--line", &locked], &locked),
        (vec!["compose", &locked], &locked),
        (vec!["mine", &locked], &locked),
        (vec!["similar", &locked, "--in", HEAD_GOLD], &locked),
        (vec!["similar", HEAD_GOLD, "--in", &locked], &locked),
        (vec!["mine", &game, "--sheet", &new], &new),
        (vec!["mine", &game, "--shogihome", &kept], &kept),
        (vec!["mine", &game, "--kif", &dir], &dir),
    ];
    let keeping = keeping(&pattern, &game);
    for (_, args) in &keeping {
        cases.extend([&new, &kept].map(|file| ([&args[..], &[file]].concat(), &file[..])));
    }
    for (args, file) in cases {
        let mut bound = command();
        // Permissions bind everybody but root.
        if std::fs::metadata(&game).unwrap().uid() == 0 {
            bound.uid(65_534).gid(65_534);
        }
        let Ok(output) = bound.args(&args).output() else {
            println!("skipped: the program itself is where nobody may go");
            break;
        };
        let said = outcome(output);
        assert_eq!(said.code, 2, "{args:?} {said:?}");
        let line = said.stderr.lines().next().unwrap_or_default();
        assert!(line.starts_with("error: ") && line.contains(file), "{args:?} {said:?}");
        assert!(line.ends_with(": permission denied"), "{args:?} {said:?}");
    }
    for (path, _) in modes.iter().rev() {
        std::fs::set_permissions(path, PermissionsExt::from_mode(0o755)).unwrap();
    }
}
