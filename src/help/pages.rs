//! docs/commands is what `--help` says, a page for each command in each language. `TSUMUGI_BLESS=1` writes it anew.

use super::{found, japanese, notes};
use crate::args::Arguments;
use crate::exit::Exit;
use clap::{Arg, Command, CommandFactory};
use std::fmt::Write;
use std::path::Path;
use tsumugi_shell::help::{Dictionary, shown_values};

const HOW: &str = "TSUMUGI_BLESS=1 cargo test --features full --lib help::pages::";

/// In which language a page is.
struct Tongue {
    dictionary: Option<Dictionary>,
    /// What the name of its files ends with.
    end: &'static str,
    usage: &'static str,
    option: &'static str,
    default: &'static str,
    values: &'static str,
    examples: &'static str,
    commands: &'static str,
    codes: &'static str,
    made: &'static str,
}

fn tongues() -> [Tongue; 2] {
    let english = Tongue {
        dictionary: None,
        end: ".md",
        usage: "Usage:",
        option: "option",
        default: "Default",
        values: "One of",
        examples: "Examples",
        commands: "Commands",
        codes: "Exit codes",
        made: "Made from `--help`; do not edit. It is renewed by",
    };
    let japanese = Tongue {
        dictionary: Some(japanese().dictionary),
        end: ".ja.md",
        usage: "使い方:",
        option: "オプション",
        default: "既定値",
        values: "選べる値",
        examples: "例",
        commands: "コマンド",
        codes: "終了コード",
        made: "`--help`から作成したもの。更新のしかた:",
    };
    [english, japanese]
}

impl Tongue {
    fn is_japanese(&self) -> bool {
        self.dictionary.is_some()
    }

    /// A text of the help; its paragraphs are sentences.
    fn text(&self, english: &str) -> String {
        match &self.dictionary {
            Some(words) => self.sentences(&words.paragraphs(english)),
            None => self.sentences(&english.split("\n\n").map(str::to_string).collect::<Vec<_>>()),
        }
    }

    /// Sentences, each with a full stop between it and the next.
    fn sentences(&self, parts: &[String]) -> String {
        let (stop, blank) = if self.is_japanese() { ("。", "") } else { (".", " ") };
        parts.iter().skip(1).fold(parts[0].clone(), |out, part| {
            let stop = if out.ends_with(['.', '?', '。']) { "" } else { stop };
            out + stop + blank + part
        })
    }

    fn form(&self, english: &str) -> String {
        self.dictionary.as_ref().map_or_else(|| english.to_string(), |words| words.form(english))
    }

    /// A file of the folder: its name, and what is in it.
    fn page(&self, command: &Command, path: &str) -> (String, String) {
        let mut out = format!("# tsumugi {path}\n\n{} `{HOW}`\n\n", self.made);
        let about = command.get_about().map(ToString::to_string).unwrap_or_default();
        let _ = writeln!(out, "{}{}\n", self.text(&about), if self.is_japanese() { "。" } else { "." });
        let usage = command.clone().render_usage().to_string();
        let usage = self.form(usage.trim_start_matches("Usage: "));
        let _ = writeln!(out, "{} `{usage}`\n", self.usage);
        out += &self.arguments(command);
        let (english, japanese) = (notes(path).1, notes(path).2);
        out += &markdown(if self.is_japanese() { japanese } else { english });
        let (english, japanese) = (found(path).1, found(path).2);
        let shown = if self.is_japanese() { japanese } else { english };
        let _ = writeln!(out, "## {}\n\n```text\n{}\n```", self.examples, shown.trim_end());
        (path.replace(' ', "-") + self.end, out)
    }

    /// Tables of what can be said, one for each heading.
    fn arguments(&self, command: &Command) -> String {
        let shown = |arg: &&Arg| {
            !arg.is_hide_set() && !["help", "version", "lang"].contains(&arg.get_id().as_str())
        };
        let args: Vec<&Arg> = command.get_arguments().filter(shown).collect();
        let mut out = String::new();
        for part in args.chunk_by(|a, b| a.get_help_heading() == b.get_help_heading()) {
            let heading = part[0].get_help_heading().map_or(String::new(), |text| self.text(text));
            let _ = writeln!(out, "| {} | {heading} |\n|---|---|", self.option);
            for arg in part {
                let _ = writeln!(
                    out,
                    "| `{}` | {} |",
                    cell(&self.form(&arg.to_string())),
                    self.meaning(arg)
                );
            }
            out.push('\n');
        }
        out
    }

    fn meaning(&self, arg: &Arg) -> String {
        let help = arg.get_long_help().or(arg.get_help()).map(ToString::to_string);
        let mut parts = vec![cell(&self.text(&help.unwrap_or_default()))];
        let values = shown_values(arg);
        if !values.is_empty() {
            let value = |value: &clap::builder::PossibleValue| match value.get_help() {
                Some(help) => {
                    format!("`{}` ({})", value.get_name(), cell(&self.text(&help.to_string())))
                }
                None => format!("`{}`", value.get_name()),
            };
            let list: Vec<String> = values.iter().map(value).collect();
            parts.push(format!("{}: {}", self.values, list.join(", ")));
        }
        let default: Vec<_> =
            arg.get_default_values().iter().map(|value| value.to_string_lossy()).collect();
        let told = arg.get_action().takes_values() && !arg.is_hide_default_value_set();
        if told && !default.is_empty() {
            parts.push(format!("{}: `{}`", self.default, default.join(" ")));
        }
        self.sentences(&parts)
    }

    /// The list of the pages, with the exit codes.
    fn index(&self, program: &Command) -> String {
        let about = program.get_about().map(ToString::to_string).unwrap_or_default();
        let mut out = format!("# {}\n\n{} `{HOW}`\n\n", self.commands, self.made);
        let _ = writeln!(out, "{}\n\n| | |\n|---|---|", self.text(&about));
        for (path, command) in leaves(program) {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            let file = path.replace(' ', "-") + self.end;
            let _ = writeln!(out, "| [{path}]({file}) | {} |", self.text(&about));
        }
        let _ = writeln!(out, "\n## {}\n\n| | |\n|---|---|", self.codes);
        for (exit, english, japanese) in Exit::TABLE {
            let meaning = if self.is_japanese() { japanese } else { english };
            let _ = writeln!(out, "| {} | {meaning} |", exit as u8);
        }
        out
    }
}

/// All commands without commands below them, by their words.
fn leaves(program: &Command) -> Vec<(String, Command)> {
    let mut all = vec![];
    for command in program.get_subcommands().filter(|command| command.get_name() != "help") {
        let name = command.get_name();
        match command.has_subcommands() {
            true => {
                all.extend(
                    leaves(command).into_iter().map(|(path, leaf)| (format!("{name} {path}"), leaf)),
                );
            }
            false => all.push((name.to_string(), command.clone())),
        }
    }
    all
}

/// A text in a cell of a table.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

/// Notes as Markdown: their headings, paragraphs, blocks that are indented twice, and tables, whose columns stand two
/// blanks or more apart.
fn markdown(notes: &str) -> String {
    let mut out = String::new();
    for block in notes.split("\n\n") {
        let mut lines: Vec<&str> = block.lines().map(str::trim_end).collect();
        if lines.first().is_some_and(|line| !line.starts_with(' ')) {
            let _ = writeln!(out, "## {}\n", lines.remove(0).trim_end_matches(':'));
        }
        let lines: Vec<&str> =
            lines.iter().map(|line| line.strip_prefix("  ").expect("indented")).collect();
        out += &match lines.first() {
            None => continue,
            Some(first) if first.starts_with("    ") => {
                let code: Vec<&str> = lines.iter().map(|line| &line[4..]).collect();
                format!("```text\n{}\n```\n\n", code.join("\n"))
            }
            Some(first) if first.contains("  ") => table(&lines),
            Some(_) => format!("{}\n\n", joined(&lines).replace('*', "\\*")),
        };
    }
    out
}

/// A table of two columns; a line that is indented goes on with the row above it.
fn table(lines: &[&str]) -> String {
    let mut rows: Vec<(&str, Vec<&str>)> = vec![];
    for line in lines {
        match (line.starts_with(' '), rows.last_mut()) {
            (true, Some((_, meaning))) => meaning.push(line.trim()),
            _ => {
                let (term, meaning) = line.split_once("  ").expect("two columns");
                rows.push((term, vec![meaning.trim()]));
            }
        }
    }
    let row = |(term, meaning): &(&str, Vec<&str>)| {
        format!("| {} | {} |\n", term_of(term), cell(&joined(meaning)))
    };
    format!("| | |\n|---|---|\n{}\n", rows.iter().map(row).collect::<String>())
}

/// Lines as one. Japanese has no blanks between words; a line of it may break beside a word in Latin letters.
fn joined(lines: &[&str]) -> String {
    let japanese = lines.iter().any(|line| line.contains(['の', 'は', 'を', 'に', '。']));
    lines.join(if japanese { "" } else { " " })
}

/// What a row is about: words for programs as code.
fn term_of(term: &str) -> String {
    let is_word = !term.contains(' ') || term.contains([':', '+', ',']);
    if is_word && term.is_ascii() { format!("`{}`", cell(term)) } else { cell(term) }
}

#[test]
fn the_pages_are_what_the_help_says() {
    let mut program = Arguments::command();
    program.build();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/commands");
    let mut wanted = vec![];
    for tongue in tongues() {
        wanted.push((format!("README{}", tongue.end), tongue.index(&program)));
        wanted.extend(leaves(&program).iter().map(|(path, command)| tongue.page(command, path)));
    }
    if std::env::var_os("TSUMUGI_BLESS").is_some() {
        std::fs::create_dir_all(&folder).expect("docs/ can be written");
        for (name, text) in &wanted {
            std::fs::write(folder.join(name), text).expect("docs/ can be written");
        }
    }
    for (name, text) in &wanted {
        // Sources may have been checked out with other line ends.
        let found =
            std::fs::read_to_string(folder.join(name)).unwrap_or_default().replace("\r\n", "\n");
        assert!(found == *text, "docs/commands/{name} is out of date: {HOW}");
    }
    let files = std::fs::read_dir(&folder).expect("a folder").count();
    assert_eq!(files, wanted.len(), "a page in docs/commands is of no command");
}
