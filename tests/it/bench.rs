//! `tsumugi bench` gives the same total every time, and another one when the search is another.

use crate::program::tsumugi;
use serde_json::Value;

const QUICK: [&str; 5] = ["bench", "--quick", "--hash", "2", "--nodes"];

fn json(args: &[&str]) -> Value {
    let args = [&QUICK[..], &["500", "--format", "json"], args].concat();
    serde_json::from_str(&tsumugi(args).good()).unwrap()
}

#[test]
fn the_total_is_a_checksum() {
    let (one, again) = (json(&[]), json(&[]));
    let problems = one["problems"].as_array().unwrap();
    assert!(problems.len() >= 15);
    let plays: u64 = problems.iter().map(|problem| problem["nodes"].as_u64().unwrap()).sum();
    assert_eq!((&one["checksum"], &one["checksum"]), (&plays.into(), &again["checksum"]));
    assert!(problems.iter().all(|problem| problem["expansions"].as_u64().unwrap() <= 500));
    let other = json(&["--option", "preset=no-mate"]);
    assert_ne!(one["checksum"], other["checksum"]);
    assert_eq!(one["engine"], "dfpn");
}

#[test]
fn the_text_ends_with_the_total() {
    let text = tsumugi([&QUICK[..], &["500"]].concat()).good();
    let total = json(&[])["checksum"].to_string();
    assert_eq!(text.lines().last(), Some(format!("bench: {total}").as_str()), "{text}");
    assert!(text.contains("Head gold") && text.contains("mate in 1 "), "{text}");
}

#[test]
fn verdicts_do_not_depend_on_the_options() {
    let verdicts = |preset: &str| -> Vec<Value> {
        let option = format!("preset={preset}");
        let json = json(&["--option", &option]);
        json["problems"].as_array().unwrap().iter().map(|problem| problem["verdict"].clone()).collect()
    };
    for (one, other) in verdicts("default").into_iter().zip(verdicts("no-mate")) {
        let known = one != "unknown" && other != "unknown";
        assert!(!known || one == other, "{one} and {other}");
    }
}
