//! The commands shown in README.md, README.ja.md, docs/ and `--help` are run, and must print what is shown. Those of `tsumugi-lab` are run
//! by its own tests.

use crate::examples::{check_documents, check_file, check_help, check_help_in};
use std::path::Path;

/// The commands whose help shows what an example prints; the empty one is the program.
const WITH_EXAMPLES: [&str; 13] = [
    "", "solve", "helpmate", "check", "mend", "compose", "similar", "verify", "show", "convert", "usi",
    "perft", "bench",
];

/// The README in each language.
const READMES: [&str; 2] = ["README.md", "README.ja.md"];

#[test]
fn the_commands_of_the_readmes_print_what_they_show() {
    for name in READMES {
        assert!(check_file(&Path::new(env!("CARGO_MANIFEST_DIR")).join(name)) > 0, "{name}");
    }
}

#[test]
fn the_commands_in_docs_print_what_they_show() {
    assert!(check_documents(&Path::new(env!("CARGO_MANIFEST_DIR")).join("docs")) > 0);
}

#[test]
fn the_examples_in_help_print_what_they_show() {
    check_help(&WITH_EXAMPLES);
}

#[test]
fn the_examples_in_japanese_help_print_what_they_show() {
    check_help_in("ja_JP.UTF-8", "例:", &WITH_EXAMPLES);
}

#[test]
fn a_readme_is_two_screens_and_shows_commands_on_the_first() {
    for name in READMES {
        let text =
            std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).expect(name);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines.len() <= 80, "{name}: {} lines", lines.len());
        for word in ["cargo run --release -- solve", "cargo run --release -- verify", "./test"] {
            assert!(lines[..30].iter().any(|line| line.contains(word)), "{name}: {word}");
        }
    }
}
