//! `tsumugi reproduce` prints its tables, repeats them, and stops when asked.

mod program;

use program::{command, outcome, tsumugi};
use serde_json::Value;
use std::time::Duration;

#[test]
fn the_tables_name_everything_that_is_compared_and_nothing_is_wrong() {
    let text = tsumugi(["reproduce", "graphs", "--graphs", "40", "--seed", "7"]).good();
    for word in ["from seed 7", "reduced", "dependency", "snda", "cstar", "2 threads", "24 diamonds"] {
        assert!(text.contains(word), "{word}\n{text}");
    }
    assert_eq!(text.lines().last(), Some("48 graphs, 592 runs, 0 wrong"));
}

#[test]
fn the_same_seed_gives_the_same_figures() {
    let run = || -> Value {
        let args = ["reproduce", "graphs", "--graphs", "25", "--seed", "3", "--format", "json"];
        let mut json: Value = serde_json::from_str(&tsumugi(args).good()).unwrap();
        // What several threads do, and how long it takes, is never quite the same.
        let rows = json["groups"][3]["rows"].as_array_mut().unwrap();
        assert_eq!(rows.pop().unwrap()["name"], "dfpn, 2 threads");
        json["seconds"].take();
        json
    };
    let json = run();
    assert_eq!(json, run());
    assert_eq!(
        (&json["random_graphs"], &json["wrong"], &json["seed"]),
        (&25.into(), &0.into(), &3.into())
    );
    let names: Vec<&str> =
        json["groups"].as_array().unwrap().iter().map(|g| g["group"].as_str().unwrap()).collect();
    assert_eq!(names, ["cycles", "ghi", "sums", "engines"]);
    assert!(json["reason"].is_null());
}

#[test]
fn misuse_is_misuse() {
    for args in [
        &["reproduce"][..],
        &["reproduce", "trees"],
        &["reproduce", "graphs", "--graphs", "0"],
        &["reproduce", "graphs", "--long", "--graphs", "5"],
    ] {
        assert_eq!(tsumugi(args).code, 2, "{args:?}");
    }
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_with_what_is_known() {
    let args = ["reproduce", "graphs", "--long", "--format", "json"];
    let child = command().args(args).spawn().unwrap();
    std::thread::sleep(Duration::from_millis(1500));
    let kill = format!("kill -INT {}", child.id());
    assert!(std::process::Command::new("sh").args(["-c", &kill]).status().unwrap().success());
    let outcome = outcome(child.wait_with_output().unwrap());
    assert_eq!(outcome.code, 3, "{outcome:?}");
    let json: Value = serde_json::from_str(&outcome.stdout).unwrap();
    let done = json["random_graphs"].as_u64().unwrap();
    assert!(
        done > 0 && done < 125_000 && json["wrong"] == 0 && json["reason"] == "stopped",
        "{outcome:?}"
    );
    assert!(outcome.stderr.contains("of 125000 graphs done"), "{outcome:?}");
}
