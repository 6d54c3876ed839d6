//! The commands shown in the READMEs, docs/ and `--help` are run, and must print what is shown.
//!
//! In a Markdown file a block marked `console`, in a help text the part below `Examples:`. A command is a line
//! starting with `$ tsumugi` or `$ cargo run --release --`, or one with `| tsumugi`; what it prints follows, up to
//! the next command or blank line. Commands of one block share a directory, so that one can read what another wrote.
//! Each program runs its own: in the tests of the laboratory, `tsumugi-lab` stands for `tsumugi`.

use crate::program::{PROGRAM, Scratch, tsumugi_in};
use std::path::Path;
use std::process::Command;

struct Example {
    command: String,
    printed: String,
}

/// The program's name.
fn name() -> &'static str {
    Path::new(PROGRAM).file_stem().and_then(|name| name.to_str()).expect("a name")
}

/// The examples in some lines.
fn examples(lines: &[&str]) -> Vec<Example> {
    let start = format!("{} ", name());
    let cargo = match name() {
        "tsumugi" => "cargo run --release -- ".to_string(),
        other => format!("cargo run --release -p {other} -- "),
    };
    let piped = format!(" | {start}");
    let mut examples: Vec<Example> = Vec::new();
    let mut open = false;
    for line in lines {
        if let Some(command) = line.strip_prefix("$ ") {
            let command = command.replacen(&cargo, &start, 1);
            open = command.starts_with(&start) || command.contains(&piped);
            if open {
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

/// Runs examples in a directory of their own with a shell, as a reader with this locale would.
fn check(examples: &[Example], origin: &str, locale: &str) {
    let origin_name = origin.replace(['/', ' '], "-");
    let scratch = Scratch::new(&format!("{}-readme-{locale}-{origin_name}", name()));
    let bin = Path::new(PROGRAM).parent().expect("a directory");
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
            .env("LC_ALL", locale)
            .output()
            .expect("a shell");
        assert_eq!(String::from_utf8_lossy(&output.stdout), *printed, "{origin}: {command}");
    }
}

/// Runs the `console` blocks of a file; says how many commands there were.
pub fn check_file(path: &Path) -> usize {
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
                check(&examples, &format!("{name} block before line {}", number + 1), "C");
                block = None;
            }
            Some(lines) => lines.push(line),
            None => {}
        }
    }
    assert!(block.is_none(), "{}: a block is not closed", path.display());
    found
}

/// Runs the commands in all files of docs/ and the folders in it.
pub fn check_documents(folder: &Path) -> usize {
    let entries = std::fs::read_dir(folder).expect("docs/ is there").flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    let found = |path: &Path| match path.extension() {
        _ if path.is_dir() => check_documents(path),
        Some(end) if end == "md" => check_file(path),
        _ => 0,
    };
    paths.iter().map(|path| found(path)).sum()
}

/// Runs the examples in the help text of some commands. Every one must have some.
pub fn check_help(commands: &[&str]) {
    check_help_in("C", "Examples:", commands);
}

/// The same for a reader with a locale, whose help has this heading above the examples.
pub fn check_help_in(locale: &str, heading: &str, commands: &[&str]) {
    for command in commands {
        let words: Vec<&str> =
            [command, "--help"].into_iter().filter(|word| !word.is_empty()).collect();
        let help = tsumugi_in(locale, &words).good();
        let lines = help.lines().skip_while(|line| *line != heading);
        let lines: Vec<&str> = lines.map(|line| line.strip_prefix("  ").unwrap_or(line)).collect();
        let examples = examples(&lines);
        assert!(!examples.is_empty(), "{words:?}");
        check(&examples, &words.join(" "), locale);
    }
}
