//! The commands of `tsumugi-lab` shown in docs/ and `--help` are run, and must print what is shown.

use crate::examples::{check_documents, check_help};
use std::path::Path;

#[test]
fn the_commands_in_docs_print_what_is_shown() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    assert!(check_documents(&root.join("docs")) > 0);
}

#[test]
fn the_examples_in_help_print_what_they_show() {
    check_help(&["", "solve", "bench", "reproduce"]);
}
