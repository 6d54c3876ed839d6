//! Time is what the stage's clock says; here it goes on with every look at it.

use serde_json::{Value, json};
use std::sync::atomic::{AtomicU64, Ordering};
use tsumugi_api::{Control, House, Outcome, Stage, Work};

/// A mate that is found soon, and whose shortest length is not.
const LONG: &str = "4k4/9/9/9/9/9/9/9/9 b RB2G2Srb2g2s4n4l18p 1";

/// Runs a request while every look at the clock takes a hundredth of a second.
fn run(name: &str, body: Value) -> (Outcome, Vec<Value>) {
    let looks = AtomicU64::new(0);
    let clock = || looks.fetch_add(1, Ordering::Relaxed) as f64 / 100.0;
    let (control, mut told) = (Control::default(), Vec::new());
    let mut tell = |event: &Value| told.push(event.clone());
    let work = Work::read(name, body, &House::default()).unwrap();
    let outcome = work.run(&mut Stage::new(&control, &clock, &mut tell)).unwrap();
    (outcome, told)
}

#[test]
fn a_mate_that_was_found_in_time_has_a_line_even_if_its_length_is_not_settled() {
    let body = json!({ "sfen": LONG, "question": "line", "time": 0.3 });
    let (outcome, told) = run("solve", body);
    let answer = &outcome.answer;
    assert_eq!((&answer["verdict"], &answer["shortest"]), (&json!("mate"), &json!(false)));
    assert!(!answer["line"].as_array().unwrap().is_empty(), "{answer}");
    assert!(told.len() >= 2, "{told:?}");
}

#[test]
fn time_that_is_over_before_anything_is_known_is_told() {
    let (outcome, _) = run("solve", json!({ "sfen": LONG, "question": "line", "time": 0.001 }));
    assert_eq!(outcome.answer["verdict"], "unknown");
    assert_eq!(outcome.answer["reason"], "time");
    let (outcome, _) = run("check", json!({ "sfen": LONG, "time": 0.001 }));
    assert_eq!(outcome.answer["verdict"], "unsettled");
}
