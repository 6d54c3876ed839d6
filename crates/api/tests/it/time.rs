//! Time is what the stage's clock says; here it goes on with every look at it.

use serde_json::{Value, json};
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;
use tsumugi_api::{Conductor, House, Progress, Request, Stage};
use tsumugi_clock::{Clock, StopToken};

/// A mate that is found soon, and whose shortest length is not: 将棋図巧 4.
const LONG: &str = "6S+Pl/5s3/4L2l1/5gkBr/4pn3/5Gp2/9/6N2/7+R+n b BN2g2sl15p 1";

/// Runs a request while every look at the clock takes a millisecond.
fn run(name: &str, body: Value) -> (Value, Vec<Progress>) {
    run_at(&House::default(), 1, name, body)
}

/// Runs it in a house, at so many milliseconds a look.
fn run_at(house: &House, millis: u64, name: &str, body: Value) -> (Value, Vec<Progress>) {
    let looks = AtomicU64::new(0);
    let clock = Clock::new(move || Duration::from_millis(looks.fetch_add(millis, Ordering::Relaxed)));
    let mut told = Vec::new();
    let mut tell = |progress: &Progress| told.push(progress.clone());
    let request = Request::read(name, body, house).unwrap();
    let mut stage = Stage::new(&clock, StopToken::default(), &mut tell);
    let answer = Conductor::bounded().run(&request, &mut stage, &mut |_| {}).unwrap();
    (answer.json(), told)
}

#[test]
fn a_mate_that_was_found_in_time_has_a_line_even_if_its_length_is_not_settled() {
    let body = json!({ "sfen": LONG, "question": "line", "time": 0.3 });
    let (answer, told) = run("solve", body);
    assert_eq!((&answer["verdict"], &answer["shortest"]), (&json!("mate"), &json!(false)));
    assert!(!answer["line"].as_array().unwrap().is_empty(), "{answer}");
    assert!(told.len() >= 2, "{told:?}");
}

#[test]
fn time_that_is_over_before_anything_is_known_is_told() {
    let (answer, _) = run("solve", json!({ "sfen": LONG, "question": "line", "time": 0.001 }));
    assert_eq!(answer["verdict"], "unknown");
    assert_eq!(answer["reason"], "time");
    let (answer, _) = run("check", json!({ "sfen": LONG, "time": 0.001 }));
    assert_eq!(answer["verdict"], "unsettled");
}

#[test]
fn the_time_a_house_allows_is_no_reason_to_use_it_up() {
    let house = House { most_seconds: Some(1e6), ..House::default() };
    let (answer, told) = run_at(&house, 3, "solve", json!({ "sfen": LONG }));
    assert_eq!((&answer["verdict"], &answer["shortest"]), (&json!("mate"), &json!(false)));
    // The mate was told before its length was looked for.
    assert!(told.iter().any(|progress| progress.found.is_some()));
    let first = told.iter().find(|progress| progress.found.is_some()).unwrap().seconds;
    let all = answer["seconds"].as_f64().unwrap();
    assert!(all < 2.5 * first.max(1.0) + 1.0, "{first} s, then {all} s");
}
