//! The commands shown in README.md, docs/ and `--help` are run, and must print what is shown. Those of `tsumugi-lab` are run
//! by its own tests.

use crate::examples::{check_documents, check_file, check_help, check_help_in};
use std::path::Path;

/// The commands whose help shows what an example prints; the empty one is the program.
const WITH_EXAMPLES: [&str; 12] = [
    "", "solve", "helpmate", "check", "mend", "compose", "verify", "show", "convert", "usi", "perft",
    "bench",
];

#[test]
fn the_commands_of_the_readme_print_what_it_shows() {
    assert!(check_file(&Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md")) > 0);
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
fn the_first_screen_of_the_readme_is_one_screen() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let text = std::fs::read_to_string(path).expect("README.md is there");
    let first_screen: Vec<&str> = text.lines().take(40).collect();
    for word in ["cargo run --release --", "./test"] {
        assert!(first_screen.iter().any(|line| line.contains(word)), "{word}");
    }
}
