//! The commands shown in README.md, docs/ and `--help` are run, and must print what is shown.
//!
//! In a Markdown file a block marked `console`, in a help text the part below `Examples:`. A command is a line
//! starting with `$ tsumugi` or `$ cargo run --release --`, or one with `| tsumugi`; what it prints follows, up to
//! the next command or blank line. Commands of one block share a directory, so that one can read what another wrote.

use crate::program::{Scratch, tsumugi};
use std::path::Path;
use std::process::Command;

struct Example {
    command: String,
    printed: String,
}

/// The examples in some lines.
fn examples(lines: &[&str]) -> Vec<Example> {
    let mut examples: Vec<Example> = Vec::new();
    let mut open = false;
    for line in lines {
        if let Some(command) = line.strip_prefix("$ ") {
            open =
                ["tsumugi ", "cargo run --release -- "].iter().any(|start| command.starts_with(start))
                    || command.contains(" | tsumugi ");
            if open {
                let command = command.replacen("cargo run --release --", "tsumugi", 1);
                examples.push(Example { command, printed: String::new() });
            }
        } else if line.trim().is_empty() {
            open = false;
        } else if open && let Some(example) = examples.last_mut() {
            example.printed += line;
            example.printed.push('\n');
        }
    }
    examples
}

/// Runs examples in a directory of their own with a shell, as a reader would.
fn check(examples: &[Example], origin: &str) {
    let scratch = Scratch::new(&format!("readme-{}", origin.replace(['/', ' '], "-")));
    let bin = Path::new(env!("CARGO_BIN_EXE_tsumugi")).parent().expect("a directory");
    let path = std::env::join_paths(
        std::iter::once(bin.to_path_buf())
            .chain(std::env::split_paths(&std::env::var_os("PATH").unwrap_or_default())),
    )
    .expect("a search path");
    for Example { command, printed } in examples {
        let output = Command::new("sh")
            .args(["-c", &format!("{command} 2>&1")])
            .current_dir(scratch.path())
            .env("PATH", &path)
            .env("LC_ALL", "C")
            .output()
            .expect("a shell");
        assert_eq!(String::from_utf8_lossy(&output.stdout), *printed, "{origin}: {command}");
    }
}

/// Runs the `console` blocks of a file; says how many commands there were.
fn check_file(path: &Path) -> usize {
    let text = std::fs::read_to_string(path).expect("a readable file");
    let mut block: Option<Vec<&str>> = None;
    let mut found = 0;
    for (number, line) in text.lines().enumerate() {
        match &mut block {
            None if line.trim() == "```console" => block = Some(vec![]),
            Some(lines) if line.trim() == "```" => {
                let examples = examples(lines);
                found += examples.len();
                let name = path.file_name().unwrap_or_default().to_string_lossy();
                check(&examples, &format!("{name} block before line {}", number + 1));
                block = None;
            }
            Some(lines) => lines.push(line),
            None => {}
        }
    }
    assert!(block.is_none(), "{}: a block is not closed", path.display());
    found
}

#[test]
fn the_commands_of_the_readme_print_what_it_shows() {
    assert!(check_file(&Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")) > 0);
}

#[test]
fn the_commands_in_docs_print_what_they_show() {
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs");
    for entry in std::fs::read_dir(docs).expect("docs/ is there").flatten() {
        if entry.path().extension().is_some_and(|extension| extension == "md") {
            check_file(&entry.path());
        }
    }
}

#[test]
fn the_examples_in_help_print_what_they_show() {
    let commands =
        ["", "solve", "check", "verify", "show", "convert", "usi", "perft", "bench", "reproduce"];
    for command in commands {
        let words: Vec<&str> =
            [command, "--help"].into_iter().filter(|word| !word.is_empty()).collect();
        let help = tsumugi(&words).good();
        let lines = help.lines().skip_while(|line| *line != "Examples:");
        let lines: Vec<&str> = lines.map(|line| line.strip_prefix("  ").unwrap_or(line)).collect();
        let examples = examples(&lines);
        assert!(!examples.is_empty(), "{words:?}");
        check(&examples, &words.join(" "));
    }
}

#[test]
fn the_first_screen_of_the_readme_is_one_screen() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let text = std::fs::read_to_string(path).expect("README.md is there");
    let first_screen: Vec<&str> = text.lines().take(40).collect();
    for word in ["cargo run --release --", "./test"] {
        assert!(first_screen.iter().any(|line| line.contains(word)), "{word}");
    }
}
