//! Published helpmates: the length everybody knows, and the number of solutions where it is stated.
//!
//! Reads `helpmate*.tsv` in `../shared/problems`, or where `TSUMUGI_PROBLEMS` says, and skips without them. With
//! `TSUMUGI_FULL=1` all of them, which takes minutes: `TSUMUGI_FULL=1 cargo test --release -p tsumugi-helpmate --test
//! it problems::`.

use tsumugi_helpmate::{Answer, Conditions, Engine, Limits, Problem, Settings, Verdict, solve};
use tsumugi_testkit::{Row, full, problems, rows};
use tsumugi_verify::{LineGoal, check_line};

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
    if problems().is_none() {
        return;
    }
    let mut counted = 0;
    for Row { sfen, name, stated: length } in rows("helpmate_tests.tsv") {
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
    if problems().is_none() {
        return;
    }
    let step = if full() { 1 } else { 25 };
    for Row { sfen, name, stated: length } in rows("helpmate_smoke.tsv").into_iter().step_by(step) {
        let answer = answer(&sfen, 2);
        check_length(&answer, &name, &length);
        assert!(answer.is_unique(), "{sfen}");
    }
}

/// The longest that take seconds; none that takes longer, or gigabytes.
#[test]
fn long_problems_have_the_stated_lengths() {
    if problems().is_none() {
        return;
    }
    let shortest = if full() { 0 } else { 19_000 };
    let longest = if full() { 60_000 } else { 20_000 };
    for Row { sfen, name, stated: length } in rows("helpmate.tsv") {
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
fn a_gpu_finds_what_layers_find() {
    if problems().is_none() {
        return;
    }
    let plies = if full() { "1965" } else { "361" };
    let Row { sfen, name, stated: length } =
        rows("helpmate.tsv").into_iter().find(|row| row.stated == plies).unwrap();
    let problem = Problem::from_setup(&sfen.parse().unwrap(), Conditions::default()).unwrap();
    let settings = Settings { engine: Engine::Gpu, threads: 2, bytes: 64 << 20, ..Settings::default() };
    let answer = solve(&problem, &settings, &Limits::default(), None, &mut ());
    check_length(&answer, &name, &length);
    assert!(answer.is_unique());
}

/// A mate in 6393 in a problem of 9029 plies.
#[test]
fn a_shorter_mate_than_stated_is_one() {
    if problems().is_none() {
        return;
    }
    let Row { sfen, .. } = rows("helpmate.tsv").into_iter().find(|row| row.stated == "9029").unwrap();
    let line: Vec<&str> = include_str!("../107a-6393.txt").split_whitespace().collect();
    assert_eq!(line.len(), 6393);
    assert_eq!(check_line(&sfen, true, LineGoal::MateDefender, line), Ok(()));
}
