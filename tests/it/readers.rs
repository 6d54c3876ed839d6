//! Records of solutions with variations are opened by other people's readers: tsshogi and json-kifu-format (npm),
//! cshogi (PyPI). What cannot be installed is skipped, with a word about it.
//!
//! cshogi reads no diagrams in KIF and takes variations for more moves of the main line, so it gets a line alone; it
//! reads neither KI2 nor JKF.

use crate::program::{Scratch, tsumugi};
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

const PROBLEMS: [&str; 3] = [
    "5B3/7k1/6n2/9/9/9/9/9/9 b 2S 1",
    "8k/9/9/6L1P/9/9/9/9/9 b GNP 1",
    "7s1/6+B1k/9/9/9/9/9/9/9 b G 1",
];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/readers")
}

/// Runs a command in the folder of the readers: what it printed, or why not.
fn run(program: &str, args: &[&str]) -> Result<String, String> {
    let output = Command::new(program).args(args).current_dir(folder()).output();
    let output = output.map_err(|error| format!("{program}: {error}"))?;
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    if output.status.success() { Ok(text(&output.stdout)) } else { Err(text(&output.stderr)) }
}

/// The answer of `solve` as a file, with variations or without.
fn solution(scratch: &Scratch, problem: &str, format: &str, tree: bool) -> PathBuf {
    let mut args = vec!["solve", problem, "--hash", "16", "--format", format];
    args.extend(tree.then_some("--tree"));
    scratch.file(&format!("solution.{format}"), tsumugi(&args).good())
}

/// The tree and the main line by our own JSON: the moves, and how many lines there are.
fn ours(problem: &str) -> (Vec<String>, u64) {
    let text = tsumugi(["solve", problem, "--hash", "16", "--format", "json", "--tree"]).good();
    let found: Value = serde_json::from_str(&text).unwrap();
    fn lines(branch: &Value) -> u64 {
        1 + branch["forks"].as_array().unwrap().iter().map(lines).sum::<u64>()
    }
    (moves(&found["tree"]["line"]), lines(&found["tree"]))
}

fn moves(value: &Value) -> Vec<String> {
    value.as_array().unwrap().iter().map(|m| m.as_str().unwrap().to_string()).collect()
}

/// USI drops as json-kifu-format names them: `GI*2c`.
fn with_csa_names(m: &str) -> String {
    let names =
        [("P", "FU"), ("L", "KY"), ("N", "KE"), ("S", "GI"), ("G", "KI"), ("B", "KA"), ("R", "HI")];
    let named =
        |(usi, csa): &(&str, &str)| m.strip_prefix(&format!("{usi}*")).map(|to| format!("{csa}*{to}"));
    names.iter().find_map(named).unwrap_or_else(|| m.to_string())
}

#[test]
fn tsshogi_and_json_kifu_format_read_our_solutions() {
    if let Err(why) = run("node", &["--version"]) {
        return println!("skipped: {why}");
    }
    if !folder().join("node_modules/json-kifu-format/package.json").exists()
        && let Err(why) = run("npm", &["ci", "--no-audit", "--no-fund", "--ignore-scripts"])
    {
        return println!("skipped: {why}");
    }
    let scratch = Scratch::new("readers-npm");
    let mut variations = 0;
    for problem in PROBLEMS {
        let (line, lines) = ours(problem);
        variations += lines - 1;
        for format in ["kif", "ki2", "csa", "jkf"] {
            let file = solution(&scratch, problem, format, true);
            let seen = run("node", &["read.mjs", format, file.to_str().unwrap()]).unwrap();
            let seen: Value = serde_json::from_str(&seen).unwrap();
            // CSA has no variations.
            let lines = if format == "csa" { 1 } else { lines };
            let (theirs, others) = (&seen["tsshogi"], &seen["json-kifu-format"]);
            assert_eq!(
                (moves(&theirs["moves"]), theirs["lines"].as_u64()),
                (line.clone(), Some(lines)),
                "{format}"
            );
            assert_eq!((theirs["end"].as_str(), others["end"].as_str()), (Some("mate"), Some("TSUMI")));
            let named: Vec<String> = line.iter().map(|m| with_csa_names(m)).collect();
            assert_eq!(
                (moves(&others["moves"]), others["lines"].as_u64()),
                (named, Some(lines)),
                "{format}"
            );
        }
    }
    assert!(variations > 0);
}

#[test]
fn cshogi_reads_our_solutions() {
    let python = std::env::var("TSUMUGI_PYTHON").unwrap_or_else(|_| "python3".to_string());
    if let Err(why) = run(&python, &["-c", "import cshogi"]) {
        return println!("skipped: {}", why.lines().last().unwrap_or_default());
    }
    let scratch = Scratch::new("readers-pypi");
    for problem in PROBLEMS {
        let (line, _) = ours(problem);
        for format in ["kif", "csa"] {
            let file = solution(&scratch, problem, format, false);
            let seen = run(&python, &["read.py", format, file.to_str().unwrap()]).unwrap();
            let seen: Value = serde_json::from_str(&seen).unwrap();
            let seen = moves(&seen["moves"]);
            assert_eq!(seen.len(), line.len(), "{format}");
            let to =
                |m: &String| m.trim_end_matches('+')[m.trim_end_matches('+').len() - 2..].to_string();
            for (i, (seen, ours)) in seen.iter().zip(&line).enumerate() {
                // Without the diagram it cannot tell where 同 is.
                let same = i > 0 && to(&line[i - 1]) == to(ours);
                assert!(seen == ours || (format == "kif" && same), "{format}: {seen} {ours}");
            }
        }
    }
}
