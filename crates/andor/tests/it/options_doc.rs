//! docs/OPTIONS.md is what the options table says. `TSUMUGI_BLESS=1` writes it anew.

use std::fmt::Write;
use std::path::Path;
use tsumugi_andor::options::{Preset, Row};
use tsumugi_andor::{Options, PaperOptions};

const HOW: &str = "TSUMUGI_BLESS=1 cargo test -p tsumugi-andor --test it options_doc::";

fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

fn document() -> String {
    let mut out = format!(
        "# Options of the AND/OR library\n\n\
         Made from `crates/andor/src/options.rs` by `{HOW}`; do not edit.\n\n\
         An option changes the effort of a search, never its answer. Set one with `--option name=value`. `tsumugi` has\n\
         what pays (`Options`), `tsumugi-lab` also what only papers need (`PaperOptions`). What each is for, and who\n\
         thought of it: [REFERENCES.md](REFERENCES.md).\n\n\
         | option | default | `tsumugi` | `tsumugi-lab` | |\n|---|---|---|---|---|\n"
    );
    let product = Options::rows();
    for Row { name, default, allowed, help, .. } in PaperOptions::rows() {
        let ours = product.iter().find(|row| row.name == name).map_or("–", |row| &row.allowed);
        let (ours, all) =
            (cell(ours), if ours == allowed { "the same".into() } else { cell(&allowed) });
        let _ = writeln!(out, "| `{name}` | `{default}` | {ours} | {all} | {} |", cell(help));
    }
    out + &presets()
}

/// The presets: what they are for, and a table of their values.
fn presets() -> String {
    let presets = PaperOptions::presets();
    let product = Options::presets();
    let mut out =
        "\n## Presets\n\n`preset=NAME` sets every option at once; options named after it override it. \
                   Programs of the literature are\nmeant as near as these options come to them.\n\n"
            .to_string();
    for Preset { name, help, .. } in &presets {
        let has = if product.iter().any(|ours| ours.name == *name) { "both" } else { "`tsumugi-lab`" };
        let _ = writeln!(out, "- `{name}` ({has}): {help}");
    }
    let names: Vec<String> = presets.iter().map(|preset| format!("`{}`", preset.name)).collect();
    let _ = writeln!(out, "\n| | {} |\n|---|{}", names.join(" | "), "---|".repeat(presets.len()));
    for (i, row) in PaperOptions::rows().iter().enumerate() {
        let values: Vec<String> =
            presets.iter().map(|preset| preset.options.values().swap_remove(i)).collect();
        let _ = writeln!(out, "| `{}` | {} |", row.name, values.join(" | "));
    }
    out
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
