//! Published helpmates: the length everybody knows, and the number of solutions where it is stated.
//!
//! Reads `helpmate*.tsv` in `../shared/problems`, or where `TSUMUGI_PROBLEMS` says, and skips without them. With
//! `TSUMUGI_FULL=1` all of them, which takes minutes: `TSUMUGI_FULL=1 cargo test --release -p tsumugi-helpmate --test
//! problems`.

use std::path::{Path, PathBuf};
use tsumugi_helpmate::{Answer, Conditions, Engine, Limits, Problem, Settings, Verdict, solve};
use tsumugi_verify::{LineGoal, check_line};

fn collections() -> Option<PathBuf> {
    let given = std::env::var_os("TSUMUGI_PROBLEMS").map(PathBuf::from);
    let folder = given
        .unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/problems"));
    if !folder.is_dir() {
        println!("skipped: no problem collections at {}", folder.display());
        return None;
    }
    Some(folder)
}

fn full() -> bool {
    std::env::var("TSUMUGI_FULL").is_ok_and(|value| value != "0")
}

/// (SFEN, name, stated length) of every line.
fn rows(folder: &Path, file: &str) -> Vec<(String, String, String)> {
    let text = std::fs::read_to_string(folder.join(file)).unwrap();
    let row = |line: &str| {
        let mut fields = line.split('\t').map(str::to_string);
        Some((fields.next()?, fields.next()?, fields.next()?))
    };
    text.lines().filter_map(row).collect()
}

fn answer(sfen: &str, threads: usize) -> Answer {
    let problem = Problem::from_setup(&sfen.parse().unwrap(), Conditions::default()).unwrap();
    let settings = Settings { threads, bytes: 4 << 30, ..Settings::default() };
    solve(&problem, &settings, &Limits::default(), None, &mut ())
}

fn check_length(answer: &Answer, name: &str, length: &str) {
    match length.parse() {
        Ok(plies) => assert_eq!(answer.verdict, Verdict::Mate(plies), "{name}"),
        Err(_) if length == "nomate" => assert_eq!(answer.verdict, Verdict::NoMate, "{name}"),
        Err(_) => {}
    }
}

#[test]
fn test_problems_have_the_stated_lengths_and_numbers_of_solutions() {
    let Some(folder) = collections() else { return };
    let mut counted = 0;
    for (sfen, name, length) in rows(&folder, "helpmate_tests.tsv") {
        let answer = answer(&sfen, 1);
        check_length(&answer, &name, &length);
        let stated = name.split_once("解").and_then(|(_, rest)| rest.split_once('個'));
        if let Some((number, _)) = stated {
            assert_eq!(answer.solutions.unwrap().to_string(), number, "{sfen}");
            counted += 1;
        }
    }
    assert!(counted > 10, "{counted}");
}

#[test]
fn smoke_problems_are_unique_and_of_the_stated_lengths() {
    let Some(folder) = collections() else { return };
    let step = if full() { 1 } else { 25 };
    for (sfen, name, length) in rows(&folder, "helpmate_smoke.tsv").into_iter().step_by(step) {
        let answer = answer(&sfen, 2);
        check_length(&answer, &name, &length);
        assert!(answer.is_unique(), "{sfen}");
    }
}

/// The longest that take seconds; what takes longer or gigabytes is in docs/HELPMATE.md.
#[test]
fn long_problems_have_the_stated_lengths() {
    let Some(folder) = collections() else { return };
    let shortest = if full() { 0 } else { 19_000 };
    let longest = if full() { 60_000 } else { 20_000 };
    for (sfen, name, length) in rows(&folder, "helpmate.tsv") {
        let too_large = ["7181", "9029", "4197"].iter().any(|length| name.contains(length));
        let plies = length.parse().unwrap_or(0);
        if !(shortest..longest).contains(&plies)
            || length == "?"
            || too_large
            || sfen.starts_with("S1S1B1B2")
        {
            continue;
        }
        check_length(&answer(&sfen, 2), &name, &length);
    }
}

/// More layers than a byte counts, on the way back too.
#[test]
fn a_card_finds_what_layers_find() {
    let Some(folder) = collections() else { return };
    let (sfen, name, length) =
        rows(&folder, "helpmate.tsv").into_iter().find(|(_, _, length)| length == "1965").unwrap();
    let problem = Problem::from_setup(&sfen.parse().unwrap(), Conditions::default()).unwrap();
    let settings =
        Settings { engine: Engine::Card, threads: 2, bytes: 64 << 20, ..Settings::default() };
    let answer = solve(&problem, &settings, &Limits::default(), None, &mut ());
    check_length(&answer, &name, &length);
    assert!(answer.is_unique());
}

/// A mate in 6393 in a problem of 9029 plies.
#[test]
fn a_shorter_mate_than_stated_is_one() {
    let Some(folder) = collections() else { return };
    let (sfen, ..) =
        rows(&folder, "helpmate.tsv").into_iter().find(|(_, _, length)| length == "9029").unwrap();
    let line: Vec<&str> = include_str!("107a-6393.txt").split_whitespace().collect();
    assert_eq!(line.len(), 6393);
    assert_eq!(check_line(&sfen, true, LineGoal::MateDefender, line), Ok(()));
}
