//! docs/THEMES.md is what stands beside the themes in the code. `TSUMUGI_BLESS=1` writes it anew.

use std::fmt::Write;
use std::path::Path;
use tsumugi_tsume::themes::Theme;

const HOW: &str = "TSUMUGI_BLESS=1 cargo test -p tsumugi-tsume --test it themes_doc::";

/// The rules in the comments of the themes, in their order.
fn rules() -> Vec<String> {
    let source = include_str!("../../src/themes.rs").replace("\r\n", "\n");
    let (_, from) = source.split_once("pub enum Theme {\n").expect("the themes");
    let (themes, _) = from.split_once("\n}\n").expect("their end");
    let mut rules = vec![String::new()];
    for line in themes.lines().map(str::trim) {
        match line.strip_prefix("/// ") {
            Some(text) => {
                let rule = rules.last_mut().expect("one is open");
                let blank = if rule.is_empty() { "" } else { " " };
                *rule += &format!("{blank}{text}");
            }
            None => rules.push(String::new()),
        }
    }
    rules.pop();
    rules
}

fn document() -> String {
    let mut out = format!(
        "# Themes\n\n\
         Made from `crates/tsume/src/themes.rs` by `{HOW}`; do not edit.\n\n\
         `solve` and `check` name the themes (趣向・手筋) of a main line whose length is settled. A rule may be narrower than\n\
         what an essay calls by the same name: what is named is there, but not all that could be named is.\n\n\
         | name | Japanese | reading | rule |\n|---|---|---|---|\n"
    );
    let rules = rules();
    assert_eq!(rules.len(), Theme::ALL.len());
    for (theme, rule) in Theme::ALL.into_iter().zip(rules) {
        let (name, rule) = rule.split_once(": ").expect("a name and a rule");
        assert_eq!(name, theme.japanese());
        let _ = writeln!(
            out,
            "| `{}` | {name} | {} | {} |",
            theme.id(),
            theme.reading(),
            rule.trim_end_matches('.')
        );
    }
    out
}

#[test]
fn the_document_is_what_the_code_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/THEMES.md");
    let wanted = document();
    if std::env::var_os("TSUMUGI_BLESS").is_some() {
        std::fs::write(&path, &wanted).expect("docs/ can be written");
    }
    // Sources may have been checked out with other line ends.
    let found = std::fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n");
    assert!(found == wanted, "docs/THEMES.md is out of date: {HOW}");
}
