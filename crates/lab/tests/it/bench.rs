//! `tsumugi-lab bench`: no preset changes a verdict.

use crate::program::tsumugi as lab;
use serde_json::Value;

fn json(preset: &str) -> Value {
    let option = format!("preset={preset}");
    let args = ["bench", "--quick", "--hash", "2", "--nodes", "500", "--format", "json", "--option"];
    serde_json::from_str(&lab([&args[..], &[&option]].concat()).good()).unwrap()
}

fn verdicts(preset: &str) -> Vec<Value> {
    let problems = json(preset)["problems"].take();
    problems.as_array().unwrap().iter().map(|problem| problem["verdict"].clone()).collect()
}

#[test]
fn verdicts_do_not_depend_on_the_options() {
    let usual = verdicts("default");
    for preset in ["plain", "nagai", "kishimoto", "komoring-like", "branch-number", "no-mate"] {
        for (one, other) in usual.iter().zip(verdicts(preset)) {
            let known = *one != "unknown" && other != "unknown";
            assert!(!known || *one == other, "{preset}: {one} and {other}");
        }
    }
    assert_ne!(json("default")["checksum"], json("plain")["checksum"]);
}
