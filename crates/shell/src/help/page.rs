//! The help of a command in Japanese, laid out as clap lays it out in English.

use super::wrap::wrap;
use super::{Asked, Dictionary, Japanese};
use crate::exit::Exit;
use clap::builder::PossibleValue;
use clap::{Arg, Command};
use unicode_width::UnicodeWidthStr;

/// Forms wider than this stand on a line of their own in a summary.
const WIDEST_FORM: usize = 32;
/// Texts of the long form begin at this column.
const INDENT: usize = 10;
/// A narrower text than this is not worth reading; the terminal breaks the lines then.
const NARROWEST: usize = 30;

/// The help that is asked for, on a terminal with this many columns.
pub fn page(program: &Command, asked: &Asked, japanese: &Japanese, columns: usize) -> String {
    let mut program = program.clone();
    program.build();
    let mut command = &mut program;
    for name in &asked.command {
        match command.find_subcommand(name).is_some() {
            true => command = command.find_subcommand_mut(name).expect("just found"),
            false => break,
        }
    }
    let words = &japanese.dictionary;
    let usage = usage(&command.render_usage().to_string(), words);
    let page = Page { command, words, long: asked.long, columns };
    let mut out = format!("{}\n\n{usage}\n", page.about());
    out += &page.commands();
    out += &page.arguments();
    let notes = (japanese.notes)(&asked.command.join(" "));
    if asked.long && !notes.is_empty() {
        out += &format!("\n{notes}");
    }
    out += &examples((japanese.examples)(&asked.command.join(" ")));
    if asked.command.is_empty() && asked.long {
        out += &codes();
    }
    out + &(japanese.after)(&asked.command.join(" "))
}

/// A usage as clap writes it.
pub(super) fn usage(english: &str, words: &Dictionary) -> String {
    format!("使い方: {}", words.form(english.trim().trim_start_matches("Usage: ")))
}

fn examples(text: &str) -> String {
    let line = |line: &str| if line.is_empty() { "\n".to_string() } else { format!("  {line}\n") };
    format!("\n例:\n{}", text.lines().map(line).collect::<String>())
}

fn codes() -> String {
    let codes = Exit::TABLE.map(|(exit, _, meaning)| format!("  {}  {meaning}\n", exit as u8));
    format!("\n終了コード:\n{}", codes.concat())
}

struct Page<'a> {
    command: &'a Command,
    words: &'a Dictionary,
    long: bool,
    columns: usize,
}

impl Page<'_> {
    fn about(&self) -> String {
        let about = self.command.get_about().map(ToString::to_string).unwrap_or_default();
        self.words.japanese(&about).to_string()
    }

    /// The commands below this one.
    fn commands(&self) -> String {
        let shown = self.command.get_subcommands().filter(|command| !command.is_hide_set());
        let row = |command: &Command| {
            let about = command.get_about().map(ToString::to_string).unwrap_or_default();
            let text = match command.get_name() {
                "help" => "この説明、または指定したコマンドの説明を表示する",
                _ => self.words.japanese(&about),
            };
            (format!("  {}", command.get_name()), text.to_string())
        };
        let rows: Vec<_> = shown.map(row).collect();
        if rows.is_empty() { String::new() } else { format!("\nコマンド:\n{}", self.table(&rows)) }
    }

    /// The arguments, by their headings.
    fn arguments(&self) -> String {
        let mut sections: Vec<(String, Vec<&Arg>)> =
            ["引数", "オプション"].map(|heading| (heading.to_string(), vec![])).into();
        for arg in self.command.get_arguments().filter(|arg| !arg.is_hide_set()) {
            let heading = match arg.get_help_heading() {
                Some(heading) => self.words.japanese(heading),
                None if arg.is_positional() => "引数",
                None => "オプション",
            };
            match sections.iter_mut().find(|(known, _)| known == heading) {
                Some((_, args)) => args.push(arg),
                None => sections.push((heading.to_string(), vec![arg])),
            }
        }
        let filled = sections.iter().filter(|(_, args)| !args.is_empty());
        filled.map(|(heading, args)| format!("\n{heading}:\n{}", self.section(args))).collect()
    }

    fn section(&self, args: &[&Arg]) -> String {
        if self.long {
            let all: Vec<String> = args.iter().map(|arg| self.at_length(arg)).collect();
            return all.join("\n");
        }
        let row = |arg: &&Arg| (self.form(arg), self.in_short(arg));
        self.table(&args.iter().map(row).collect::<Vec<_>>())
    }

    /// Forms and texts side by side.
    fn table(&self, rows: &[(String, String)]) -> String {
        let widths = rows.iter().map(|(form, _)| form.width());
        let width = widths.filter(|&width| width <= WIDEST_FORM).max().unwrap_or(WIDEST_FORM) + 2;
        let row = |(form, text): &(String, String)| {
            let mut out = form.clone();
            for (i, line) in wrap(text, self.room(width)).iter().enumerate() {
                let used = if i == 0 { form.width() } else { 0 };
                if i > 0 || used + 2 > width {
                    out += &format!("\n{}{line}", " ".repeat(width));
                } else {
                    out += &format!("{}{line}", " ".repeat(width - used));
                }
            }
            out + "\n"
        };
        rows.iter().map(row).collect()
    }

    /// An argument with all that is to be said about it.
    fn at_length(&self, arg: &Arg) -> String {
        let mut paragraphs: Vec<Vec<String>> =
            self.text(arg).iter().map(|text| wrap(text, self.room(INDENT))).collect();
        let values = shown_values(arg);
        if values.iter().any(|value| value.get_help().is_some()) {
            let mut list = vec!["選べる値:".to_string()];
            list.extend(values.iter().flat_map(|value| self.value(value)));
            paragraphs.push(list);
        } else if !values.is_empty() {
            paragraphs.push(wrap(&format!("[選べる値: {}]", names(&values)), self.room(INDENT)));
        }
        paragraphs.extend(default(arg).map(|text| vec![text]));
        let indented = |lines: &Vec<String>| -> String {
            lines.iter().map(|line| format!("{}{line}\n", " ".repeat(INDENT))).collect()
        };
        let texts: Vec<String> = paragraphs.iter().map(indented).collect();
        format!("{}\n{}", self.form(arg), texts.join("\n"))
    }

    /// A value with its meaning.
    fn value(&self, value: &PossibleValue) -> Vec<String> {
        let help = value.get_help().map(ToString::to_string).unwrap_or_default();
        let text = format!("{}: {}", value.get_name(), self.words.japanese(&help));
        let lines = wrap(&text, self.room(INDENT + 2));
        let mark = |i: usize| if i == 0 { "- " } else { "  " };
        lines.iter().enumerate().map(|(i, line)| format!("{}{line}", mark(i))).collect()
    }

    /// An argument in a sentence.
    fn in_short(&self, arg: &Arg) -> String {
        let mut parts = vec![self.text(arg).first().cloned().unwrap_or_default()];
        parts.extend(default(arg));
        let values = shown_values(arg);
        if !values.is_empty() {
            parts.push(format!("[選べる値: {}]", names(&values)));
        }
        parts.join(" ")
    }

    /// What an argument means, in paragraphs.
    fn text(&self, arg: &Arg) -> Vec<String> {
        match arg.get_id().as_str() {
            "help" if self.long => return vec!["説明を表示する（要約は -h）".to_string()],
            "help" => return vec!["説明を表示する（詳しくは --help）".to_string()],
            "version" => return vec!["版の番号を表示する".to_string()],
            _ => {}
        }
        let long = arg.get_long_help().filter(|_| self.long);
        let text = long.or(arg.get_help()).map(ToString::to_string).unwrap_or_default();
        self.words.paragraphs(&text)
    }

    /// How an argument is written.
    fn form(&self, arg: &Arg) -> String {
        let form = self.words.form(&arg.to_string());
        match (arg.get_short(), arg.is_positional()) {
            (_, true) => format!("  {form}"),
            (Some(short), _) => format!("  -{short}, {form}"),
            (None, _) => format!("      {form}"),
        }
    }

    /// The columns right of an indent.
    fn room(&self, indent: usize) -> usize {
        self.columns.saturating_sub(indent).max(NARROWEST)
    }
}

/// The values that may be chosen, as far as they are shown.
pub fn shown_values(arg: &Arg) -> Vec<PossibleValue> {
    if !arg.get_action().takes_values() || arg.is_hide_possible_values_set() {
        return vec![];
    }
    arg.get_possible_values().into_iter().filter(|value| !value.is_hide_set()).collect()
}

fn names(values: &[PossibleValue]) -> String {
    values.iter().map(PossibleValue::get_name).collect::<Vec<_>>().join(", ")
}

fn default(arg: &Arg) -> Option<String> {
    let values = arg.get_default_values();
    let shown = arg.get_action().takes_values() && !arg.is_hide_default_value_set();
    let values: Vec<_> = values.iter().map(|value| value.to_string_lossy()).collect();
    (shown && !values.is_empty()).then(|| format!("[既定値: {}]", values.join(" ")))
}
