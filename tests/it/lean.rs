//! The lean build: what it has works, what it has not it says.

use crate::program::{HEAD_GOLD, Scratch, tsumugi, tsumugi_in};

/// Words that ask for something the lean build does not have, and the feature that has it.
const MISSING: [(&[&str], &str); 6] = [
    (&["serve"], "serve"),
    (&["site", "page"], "serve"),
    (&["worker", "nats://127.0.0.1:4222"], "queue"),
    (&["solve", HEAD_GOLD, "--queue", "nats://127.0.0.1:4222"], "queue"),
    (&["batch", "-", "--out", "no.jsonl", "--queue", "nats://127.0.0.1:4222"], "queue"),
    (&["stats", "no.sqlite"], "sqlite"),
];

#[test]
fn what_is_missing_is_refused_by_name() {
    for (words, feature) in MISSING {
        let outcome = tsumugi(words);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""), "{outcome:?}");
        assert!(outcome.stderr.starts_with("error: this build has no "), "{outcome:?}");
        assert!(outcome.stderr.contains(&format!("--features {feature}\n")), "{outcome:?}");
    }
    let outcome = tsumugi_in("ja_JP.UTF-8", ["serve"]);
    assert!(outcome.stderr.contains("このビルドにはサーバーがありません"), "{outcome:?}");
}

#[test]
fn a_database_is_refused_and_none_is_begun() {
    let scratch = Scratch::new("lean-batch");
    let list = scratch.file("list.tsv", format!("{HEAD_GOLD}\tgold\n"));
    let out = scratch.join("results.sqlite");
    let outcome = tsumugi(["batch", list.to_str().unwrap(), "--out", out.to_str().unwrap()]);
    assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""), "{outcome:?}");
    assert!(outcome.stderr.contains("--features sqlite"), "{outcome:?}");
    assert!(outcome.stderr.contains("--out results.jsonl"), "{outcome:?}");
    assert!(!out.exists());
}

#[test]
fn a_batch_needs_no_database() {
    let scratch = Scratch::new("lean-jsonl");
    let list =
        scratch.file("list.tsv", format!("{HEAD_GOLD}\tgold\n4k4/9/9/9/9/9/9/9/9 b G 1\tnone\n"));
    let out = scratch.join("results.jsonl");
    let words = ["batch", list.to_str().unwrap(), "--out", out.to_str().unwrap(), "--verify"];
    let outcome = tsumugi(words);
    assert_eq!(outcome.code, 0, "{outcome:?}");
    let results = std::fs::read_to_string(out).expect("the results");
    for verdict in [r#""verdict":"mate""#, r#""verdict":"nomate""#] {
        assert!(results.contains(verdict), "{results}");
    }
}

#[test]
fn the_help_lists_what_there_is() {
    let help = tsumugi(["--help"]).good();
    let commands = |help: &str| -> Vec<String> {
        let rows = help.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
        rows.take_while(|line| !line.is_empty())
            .filter_map(|line| line.split_whitespace().next().map(str::to_string))
            .collect()
    };
    let listed = commands(&help);
    for command in ["solve", "check", "helpmate", "verify", "usi", "batch", "mine", "census"] {
        assert!(listed.iter().any(|name| name == command), "{help}");
    }
    for command in ["serve", "site", "worker", "stats"] {
        assert!(!listed.iter().any(|name| name == command), "{help}");
    }
    assert!(help.contains("Not in this build:\n"), "{help}");
    let japanese = tsumugi_in("ja_JP.UTF-8", ["--help"]).good();
    for help in [help, japanese] {
        for feature in ["serve", "queue", "sqlite", "parquet"] {
            assert!(help.contains(&format!("--features {feature}\n")), "{help}");
        }
    }
    let solve = tsumugi(["solve", "--help"]).good();
    assert!(!solve.contains("--queue-name") && solve.contains("--features queue"), "{solve}");
    assert!(!tsumugi(["show", "--help"]).good().contains("Not in this build"));
}
