//! `tsumugi mine`: mates of games, equal games, problems and their files, and what is left when the program is killed.

use crate::program::{Outcome, Scratch, command, tsumugi, tsumugi_in, tsumugi_reading};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::Write as _;
use std::path::Path;
use std::time::Duration;
use tsumugi_shogi::random::{Random, Style, position_of};
use tsumugi_shogi::{MoveList, Position, Setup};
use tsumugi_testkit::{list, number};
use tsumugi_tsume::{Limits, Problem, Settings, Solver, Verdict};

/// Black has a mate in five, and goes for a walk.
const MISSED: &str = "sfen 7s1/6+B1k/p8/9/9/9/P8/9/K8 b Gg 1 moves 9i8i";

/// Limits that keep the tests short.
const QUICK: [&str; 6] = ["--nodes", "40", "--settle", "300", "--hash", "1"];

fn mine(args: &[&str]) -> Outcome {
    tsumugi([&["mine"], args, &QUICK[..]].concat())
}

fn objects(text: &str) -> Vec<Value> {
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// Games of random moves, each from another position.
fn games(count: u64) -> String {
    let mut text = String::new();
    for i in 0..count {
        let mut random = Random::new(i);
        let mut here = position_of(Style::TwoKings, 9_000 + i);
        write!(text, "sfen {} moves", here.to_sfen()).unwrap();
        for _ in 0..8 {
            let mut moves = MoveList::new();
            here.legal_moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            let m = random.pick(&moves);
            write!(text, " {m}").unwrap();
            _ = here.play(m);
        }
        writeln!(text, "\tgame {i}").unwrap();
    }
    text
}

#[test]
fn a_mate_that_was_missed_becomes_a_problem_in_every_form() {
    let scratch = Scratch::new("mine-forms");
    let game = scratch.file("game.usi", MISSED);
    let path = game.to_str().unwrap();
    let (kif, sheet) = (scratch.join("kif"), scratch.join("sheet.html"));
    let home = scratch.join("home.json");
    let words = [
        "mine",
        path,
        "--format",
        "json",
        "--hash",
        "4",
        "--kif",
        kif.to_str().unwrap(),
        "--sheet",
        sheet.to_str().unwrap(),
        "--shogihome",
        home.to_str().unwrap(),
    ];
    let found = objects(&tsumugi(words).good());
    let [mate] = &found[..] else { panic!("{found:?}") };
    assert_eq!(
        (&mate["after"], &mate["length"], &mate["outcome"]),
        (&0.into(), &5.into(), &"missed".into())
    );
    assert_eq!(mate["worth"], "sound", "{mate}");
    let problem = &mate["problem"];
    assert_eq!((&problem["verified"], &problem["soundness"]), (&true.into(), &"sound".into()));
    // The list can be solved, the record read, the page printed.
    let list = tsumugi(["mine", path, "--format", "tsv", "--hash", "4"]).good();
    assert_eq!(list.lines().count(), 2);
    let solved = tsumugi_reading(["solve", "-", "--format", "json", "--hash", "4"], list.as_bytes());
    assert_eq!(objects(&solved.stdout)[0]["length"], problem["length"], "{solved:?}");
    let checked = tsumugi(["check", kif.join("0001.kifu").to_str().unwrap(), "--hash", "4"]).good();
    assert!(checked.contains("sound (完全作)"), "{checked}");
    let page = std::fs::read_to_string(sheet).unwrap();
    assert!(page.contains("1: mate in 5") && page.contains("<div class=\"answers\">"));
    let collection: Value = serde_json::from_str(&std::fs::read_to_string(home).unwrap()).unwrap();
    assert_eq!(
        (&collection["format"], &collection["version"]),
        (&"shogihome-next-move".into(), &1.into())
    );
    let one = &collection["problems"][0];
    assert_eq!(one["actualMove"]["usi"], "9i8i");
    assert_eq!(
        (&one["candidates"][0]["usi"], &one["candidates"][0]["mate"]),
        (&mate["line"][0], &5.into())
    );
    let said = tsumugi_in("ja_JP.UTF-8", ["mine", path, "--hash", "4"]).good();
    assert!(said.contains("1手目 先手 5手詰 見逃し（実戦は▲８九玉）"), "{said}");
}

#[test]
fn folders_lists_and_standard_input_and_equal_games_once() {
    let scratch = Scratch::new("mine-folder");
    let folder = scratch.join("games/below");
    std::fs::create_dir_all(&folder).unwrap();
    let text = games(3);
    std::fs::write(folder.join("a.tsv"), &text).unwrap();
    std::fs::write(folder.join("notes.txt"), "nothing to see").unwrap();
    for format in ["kif", "csa", "jkf"] {
        let first = text.lines().next().unwrap().split('\t').next().unwrap();
        let out = folder.join(format!("b.{format}"));
        tsumugi(["convert", first, "--to", format, "--output", out.to_str().unwrap()]).good();
    }
    let top = scratch.join("games");
    let said = mine(&[top.to_str().unwrap()]).good();
    let last = said.lines().last().unwrap();
    assert!(last.starts_with("games 3, ") && last.contains(", equal games 3"), "{said}");
    let piped = tsumugi_reading([&["mine", "-"], &QUICK[..]].concat(), text.as_bytes()).good();
    assert!(piped.lines().last().unwrap().starts_with("games 3, "), "{piped}");
    // Whatever the number of threads, the same is told in the same order.
    let one = mine(&[top.to_str().unwrap(), "--format", "json", "--threads", "1"]).good();
    let many = mine(&[top.to_str().unwrap(), "--format", "json", "--threads", "4"]).good();
    assert_eq!(one, many);
    assert!(!one.is_empty());
}

/// A zip archive of these files.
fn zip(files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut out = vec![];
    let mut archive = rawzip::ZipArchiveWriter::new(&mut out);
    for &(path, bytes) in files {
        let file = archive.new_file(path).compression_method(rawzip::CompressionMethod::DEFLATE);
        let (mut entry, config) = file.start().unwrap();
        let mut plain = config.wrap(std::io::sink());
        plain.write_all(bytes).unwrap();
        let (_, descriptor) = plain.finish().unwrap();
        entry.write_all(&miniz_oxide::deflate::compress_to_vec(bytes, 6)).unwrap();
        entry.finish(descriptor).unwrap();
    }
    archive.finish().unwrap();
    out
}

#[test]
fn archives_are_read_like_folders() {
    let scratch = Scratch::new("mine-zip");
    let text = games(3);
    let line = |i: usize| text.lines().nth(i).unwrap().split('\t').next().unwrap();
    let converted = |i: usize, format: &str, encoding: &[&str]| {
        let out = scratch.join(&format!("one.{format}"));
        let words = ["convert", line(i), "--to", format, "--output", out.to_str().unwrap()];
        tsumugi([&words[..], encoding].concat()).good();
        std::fs::read(out).unwrap()
    };
    let kif = converted(0, "kif", &["--encoding", "shift_jis"]);
    assert!(std::str::from_utf8(&kif).is_err());
    let csa = converted(1, "csa", &[]);
    let bytes = zip(&[
        ("2025/b.kif", &kif),
        ("2025/a.csa", &csa),
        ("2026/c.usi", line(2).as_bytes()),
        ("2026/list.tsv", text.as_bytes()),
        ("notes.txt", b"nothing to see"),
    ]);
    let folder = scratch.join("games");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(folder.join("archive.ZIP"), &bytes).unwrap();
    std::fs::write(folder.join("plain.tsv"), &text).unwrap();
    let said = mine(&[folder.to_str().unwrap()]).good();
    let last = said.lines().last().unwrap();
    assert!(last.starts_with("games 3, ") && last.contains(", equal games 6"), "{said}");
    // Where a mate was found is told with the path in the archive, from a file and from standard input alike.
    let archive = folder.join("archive.ZIP").to_str().unwrap().to_string();
    let sources = |text: &str| {
        let found = objects(text);
        found.iter().map(|mate| mate["source"].as_str().unwrap().to_string()).collect::<BTreeSet<_>>()
    };
    let told = sources(&mine(&[&archive, "--format", "json"]).good());
    let piped =
        tsumugi_reading([&["mine", "-", "--format", "json"], &QUICK[..]].concat(), &bytes).good();
    let names = ["2025/a.csa", "2025/b.kif", "2026/c.usi"];
    assert!(!told.is_empty() && told.iter().all(|one| names.iter().any(|name| one.ends_with(name))));
    let outside = |all: &BTreeSet<String>, before: &str| {
        all.iter().map(|one| one.strip_prefix(before).unwrap().to_string()).collect::<BTreeSet<_>>()
    };
    assert_eq!(outside(&told, &format!("{archive}/")), outside(&sources(&piped), "<stdin>/"));
}

#[test]
fn what_is_wrong_in_an_archive_is_told_with_its_path_and_the_others_are_done() {
    let scratch = Scratch::new("mine-zip-bad");
    let good = MISSED.as_bytes();
    let mut bad = zip(&[("a/bad.kif", b"no game\n"), ("a/good.usi", good), ("huge.usi", b"startpos")]);
    // The directory says of the last file that it has a gigabyte: 24 bytes after the beginning of its line.
    let line = bad.windows(4).rposition(|window| window == b"PK\x01\x02").unwrap();
    bad[line + 24..line + 28].copy_from_slice(&(1u32 << 30).to_le_bytes());
    let path = scratch.file("games.zip", &bad).to_str().unwrap().to_string();
    let outcome = mine(&[&path]);
    assert_eq!(outcome.code, 2, "{outcome:?}");
    assert!(outcome.stdout.contains("games 1, positions 2, mates 1 "), "{outcome:?}");
    let places =
        [format!("{path}/a/bad.kif"), format!("{path}/huge.usi"), "more than 256 MiB".to_string()];
    assert!(places.iter().all(|said| outcome.stderr.contains(said)), "{outcome:?}");
    let whole = zip(&[("a.usi", MISSED.as_bytes())]);
    for (name, bytes, said) in [
        ("cut.zip", &whole[..whole.len() - 9], "no zip archive, or a damaged one"),
        ("page.zip", b"<html>not found</html>", "no zip archive, or a damaged one"),
        ("empty.zip", &zip(&[("a.txt", b"")]), "no records in this archive"),
    ] {
        let path = scratch.file(name, bytes).to_str().unwrap().to_string();
        let outcome = mine(&[&path]);
        assert_eq!(outcome.code, 2, "{name} {outcome:?}");
        assert!(outcome.stderr.contains(said) && outcome.stderr.contains(&path), "{name} {outcome:?}");
    }
    let outcome = tsumugi_in("ja_JP.UTF-8", ["mine", scratch.join("cut.zip").to_str().unwrap()]);
    assert!(outcome.stderr.contains("zipファイルではないか、壊れています"), "{outcome:?}");
}

#[test]
fn every_mate_told_is_one() {
    let found =
        tsumugi_reading([&["mine", "-", "--format", "json"], &QUICK[..]].concat(), games(5).as_bytes());
    let found = objects(&found.good());
    assert!(found.len() > 3, "{}", found.len());
    let mut solver = Solver::new(Settings { bytes: 4 << 20, ..Settings::default() });
    for mate in &found {
        let here = Position::from_sfen(mate["sfen"].as_str().unwrap()).unwrap();
        let problem = Problem::new(here.clone()).attacked_by(here.turn());
        let answer = solver.solve(&problem, &Limits::default(), &mut ());
        assert!(matches!(answer.verdict, Verdict::Mate(_)), "{mate}");
        if let Some(plies) = mate["strict_length"].as_u64() {
            let length = solver.length(&problem, &Limits::default(), &mut ());
            assert_eq!(length.exact(), Some(plies as u32), "{mate}");
        }
        let Some(made) = mate.get("problem") else { continue };
        let setup: Setup = made["sfen"].as_str().unwrap().parse().unwrap();
        assert_eq!(setup.rest(), [0; 7], "{made}");
        assert_eq!(made["verified"], true, "{made}");
    }
}

/// The games of a log, each with its mates.
fn log(path: &Path) -> BTreeMap<String, Value> {
    let lines = objects(&std::fs::read_to_string(path).unwrap());
    let mut games = BTreeMap::new();
    for mut line in lines.into_iter().skip(1) {
        line["seconds"] = 0.into();
        let game = line["game"].as_str().unwrap().to_string();
        assert!(games.insert(game, line).is_none(), "a game twice");
    }
    games
}

#[test]
fn what_is_killed_goes_on_and_does_nothing_twice() {
    let scratch = Scratch::new("mine-killed");
    let list = scratch.file("games.tsv", games(6));
    let (plain, killed) = (scratch.join("plain.jsonl"), scratch.join("killed.jsonl"));
    let words = |out: &Path| {
        let words = ["mine", list.to_str().unwrap(), "--threads", "2", "--out", out.to_str().unwrap()];
        [&words[..], &QUICK[..]].concat().into_iter().map(str::to_string).collect::<Vec<_>>()
    };
    let said = tsumugi(words(&plain)).good();
    for wait in [50, 100, 200] {
        let mut child = command().args(words(&killed)).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    // As if the last line had been cut off in the middle.
    let mut text = std::fs::read(&killed).unwrap_or_default();
    if text.iter().filter(|&&byte| byte == b'\n').count() > 2 {
        text.truncate(text.len() - 9);
        std::fs::write(&killed, &text).unwrap();
    }
    assert_eq!(tsumugi(words(&killed)).good(), said);
    assert_eq!(log(&killed), log(&plain));
    assert_eq!(log(&plain).len(), 6);
    // All is known: the file stays what it is.
    let before = std::fs::read(&killed).unwrap();
    assert_eq!(tsumugi(words(&killed)).good(), said);
    assert_eq!(std::fs::read(&killed).unwrap(), before);
}

#[test]
fn what_cannot_be_read_or_written_is_said() {
    let scratch = Scratch::new("mine-bad");
    let game = scratch.file("game.usi", MISSED);
    let path = game.to_str().unwrap();
    let garbage = scratch.file("garbage.kif", "no game at all\n");
    let other = scratch.file("other.jsonl", "{\"mine\":1,\"nodes\":5}\n");
    let no_log = scratch.file("no.jsonl", "what is this\n");
    std::fs::create_dir(scratch.join("empty")).unwrap();
    let empty = scratch.join("empty");
    let nowhere = scratch.join("no/such/folder/x.jsonl");
    let folder = scratch.path().to_str().unwrap().to_string();
    for (words, said) in [
        (vec!["nothing.csa"], "nothing.csa: no such file"),
        (vec![garbage.to_str().unwrap()], "garbage.kif"),
        (vec![empty.to_str().unwrap()], "no records in this folder"),
        (vec![path, "--out", other.to_str().unwrap()], "was made with other limits"),
        (vec![path, "--out", no_log.to_str().unwrap()], "was not written by mine"),
        (vec![path, "--out", nowhere.to_str().unwrap()], "No such file"),
        (vec![path, "--out", &folder], "cannot use"),
        (vec![path, "--sheet", nowhere.to_str().unwrap()], "cannot write"),
        (vec![path, "--kif", path], "cannot make the directory"),
        (vec![path, "--sheet", "/dev/full"], "no space left"),
        (vec![path, "--shogihome", "/proc/version"], "cannot write"),
        (vec![path, "--sheet", path], "is an input and would be overwritten"),
        (vec![path, "--shogihome", path], "is an input and would be overwritten"),
        (vec![path, "--keep", "bad"], "invalid value 'bad'"),
        (vec![path, "--threads", "0"], "0"),
    ] {
        let outcome = mine(&words);
        assert_eq!(outcome.code, 2, "{words:?} {outcome:?}");
        let stderr = outcome.stderr.to_lowercase();
        assert!(stderr.contains(&said.to_lowercase()), "{words:?} {outcome:?}");
    }
    assert_eq!(std::fs::read_to_string(&game).unwrap(), MISSED);
    // What can be written is, whatever cannot.
    let (kif, home) = (scratch.join("kif"), scratch.join("home.json"));
    let others = ["--kif", kif.to_str().unwrap(), "--shogihome", home.to_str().unwrap()];
    let outcome = mine(&[&[path, "--sheet", "/dev/full"], &others[..]].concat());
    assert_eq!(outcome.code, 2, "{outcome:?}");
    assert!(outcome.stdout.contains("games 1, positions 2, mates 1 "), "{outcome:?}");
    assert!(kif.join("0001.kifu").is_file() && home.is_file());
    // A problem is not written over a game.
    let record = tsumugi(["convert", MISSED, "--to", "kif"]).good();
    std::fs::write(kif.join("0007.kifu"), &record).unwrap();
    let outcome = mine(&[kif.to_str().unwrap(), "--kif", kif.to_str().unwrap()]);
    assert!(outcome.code == 2 && outcome.stdout.is_empty(), "{outcome:?}");
    assert!(outcome.stderr.contains("is an input and would be overwritten"), "{outcome:?}");
    // Of many a bad one is reported and the others are done.
    let outcome = mine(&[garbage.to_str().unwrap(), path]);
    assert_eq!(outcome.code, 2);
    assert!(outcome.stdout.contains("games 1, positions 2, mates 1 "), "{outcome:?}");
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let child = command().args(["mine", path, "--hash", "4"]).stdout(full).spawn().unwrap();
    let outcome = crate::program::outcome(child.wait_with_output().unwrap());
    assert_eq!(outcome.code, 2, "{outcome:?}");
}

/// What a search of every position finds with the limit that `mine` has, it finds too: `TSUMUGI_GAMES` games, `TSUMUGI_NODES` for
/// another limit of the search.
#[test]
#[ignore = "minutes; needs games_usi.tsv"]
fn all_mates_are_found_that_a_full_search_finds() {
    let Some(text) = list("games_usi.tsv") else { return };
    let text: Vec<&str> = text.lines().take(number("TSUMUGI_GAMES", 20)).collect();
    let said = tsumugi_reading(["mine", "-", "--format", "json"], text.join("\n").as_bytes());
    let found: BTreeSet<String> =
        objects(&said.stdout).iter().map(|mate| mate["sfen"].as_str().unwrap().to_string()).collect();
    let most = number("TSUMUGI_NODES", tsumugi_api::mine::SETTLE);
    let (mut positions, mut mates, mut more, mut open) = (0, 0, 0, 0);
    let mut solver = Solver::new(Settings { bytes: 256 << 20, prove: false, ..Settings::default() });
    for line in text {
        let mut here = Position::startpos();
        let moves = line.split('\t').next().unwrap().split(' ').skip(2);
        for m in moves.map(Some).chain([None]) {
            positions += 1;
            let problem = Problem::new(here.clone()).attacked_by(here.turn());
            let answer = solver.solve(&problem, &Limits::expansions(most), &mut ());
            open += matches!(answer.verdict, Verdict::Unknown(_)) as usize;
            let is_mate = matches!(answer.verdict, Verdict::Mate(_));
            mates += is_mate as usize;
            let sfen = here.to_sfen();
            more += (!is_mate && found.contains(&sfen)) as usize;
            assert!(!is_mate || found.contains(&sfen), "not found: {sfen}");
            assert!(answer.verdict != Verdict::NoMate || !found.contains(&sfen), "no mate: {sfen}");
            let Some(m) = m.map(|m| m.parse().unwrap()).filter(|&m| here.is_legal(m)) else { break };
            _ = here.play(m);
        }
    }
    println!(
        "{positions} positions, {mates} mates, all found, and {more} more; {open} open to the full search"
    );
    assert!(mates > 0);
}
