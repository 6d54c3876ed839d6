//! docs/OPTIONS.md is what the options table says. `TSUMUGI_BLESS=1` writes it anew.

use std::fmt::Write;
use std::path::Path;
use tsumugi_andor::Options;
use tsumugi_andor::options::Row;

const HOW: &str = "TSUMUGI_BLESS=1 cargo test -p tsumugi-andor --test options_doc";

fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn document() -> String {
    let mut out = format!(
        "# Options of the AND/OR library\n\n\
         Made from `crates/andor/src/options.rs` by `{HOW}`; do not edit.\n\n\
         An option changes the effort of a search, never its answer. Set one with `Options::set(name, value)`. What\n\
         each is for, and who thought of it: [REFERENCES.md](REFERENCES.md). The preset `plain` has every technique\n\
         off that can be switched off.\n\n\
         | option | default | plain | values | |\n|---|---|---|---|---|\n"
    );
    let plain = Options::plain();
    for Row { name, default, allowed, help } in Options::rows() {
        let plain = plain_value(&plain, name, &default);
        let _ = writeln!(
            out,
            "| `{name}` | `{default}` | `{plain}` | {} | {} |",
            cell(&allowed),
            cell(help)
        );
    }
    out
}

/// The value of an option in `options`: the one that setting it does not change anything.
fn plain_value(options: &Options, name: &str, default: &str) -> String {
    let row = Options::rows().into_iter().find(|row| row.name == name).expect("a row of the table");
    let words = row.allowed.split('|').map(str::to_string);
    let numbers = [default.to_string(), "0".to_string()];
    let same = |text: &String| {
        let mut set = *options;
        set.set(name, text).is_ok() && set == *options
    };
    words
        .chain(numbers)
        .find(same)
        .unwrap_or_else(|| panic!("{name} has a value that is not tried here"))
}

#[test]
fn the_document_is_what_the_table_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/OPTIONS.md");
    let wanted = document();
    if std::env::var_os("TSUMUGI_BLESS").is_some() {
        std::fs::write(&path, &wanted).expect("docs/ can be written");
    }
    // Sources may have been checked out with other line ends.
    let found = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(found == wanted, "docs/OPTIONS.md is out of date: {HOW}");
}
