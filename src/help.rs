//! What `--help` says beside the options: notes and examples in both languages, which `tests/it/readme.rs` runs, and the
//! Japanese of all other texts.

use crate::features;
use tsumugi_shell::args;
use tsumugi_shell::help::{Dictionary, Japanese};

/// The examples of every command, in English and in Japanese.
const EXAMPLES: [(&str, &str, &str); 21] = [
    ("", include_str!("help/tsumugi.txt"), include_str!("help/ja/tsumugi.txt")),
    ("solve", include_str!("help/solve.txt"), include_str!("help/ja/solve.txt")),
    ("helpmate", include_str!("help/helpmate.txt"), include_str!("help/ja/helpmate.txt")),
    ("check", include_str!("help/check.txt"), include_str!("help/ja/check.txt")),
    ("mend", include_str!("help/mend.txt"), include_str!("help/ja/mend.txt")),
    ("compose", include_str!("help/compose.txt"), include_str!("help/ja/compose.txt")),
    ("verify", include_str!("help/verify.txt"), include_str!("help/ja/verify.txt")),
    ("show", include_str!("help/show.txt"), include_str!("help/ja/show.txt")),
    ("convert", include_str!("help/convert.txt"), include_str!("help/ja/convert.txt")),
    ("usi", include_str!("help/usi.txt"), include_str!("help/ja/usi.txt")),
    ("serve", include_str!("help/serve.txt"), include_str!("help/ja/serve.txt")),
    ("site", include_str!("help/site.txt"), include_str!("help/ja/site.txt")),
    ("batch", include_str!("help/batch.txt"), include_str!("help/ja/batch.txt")),
    ("stats", include_str!("help/stats.txt"), include_str!("help/ja/stats.txt")),
    ("worker", include_str!("help/worker.txt"), include_str!("help/ja/worker.txt")),
    ("mine", include_str!("help/mine.txt"), include_str!("help/ja/mine.txt")),
    ("similar", include_str!("help/similar.txt"), include_str!("help/ja/similar.txt")),
    ("census", include_str!("help/census.txt"), include_str!("help/ja/census.txt")),
    ("perft", include_str!("help/perft.txt"), include_str!("help/ja/perft.txt")),
    ("bench", include_str!("help/bench.txt"), include_str!("help/ja/bench.txt")),
    ("completions", include_str!("help/completions.txt"), include_str!("help/ja/completions.txt")),
];

/// What `--help` says at length of a command, in English and in Japanese; `-h` leaves it out. docs/commands has it too.
const NOTES: [(&str, &str, &str); 14] = [
    ("solve", include_str!("help/notes/solve.txt"), include_str!("help/ja/notes/solve.txt")),
    ("helpmate", include_str!("help/notes/helpmate.txt"), include_str!("help/ja/notes/helpmate.txt")),
    ("check", include_str!("help/notes/check.txt"), include_str!("help/ja/notes/check.txt")),
    ("mend", include_str!("help/notes/mend.txt"), include_str!("help/ja/notes/mend.txt")),
    ("compose", include_str!("help/notes/compose.txt"), include_str!("help/ja/notes/compose.txt")),
    ("verify", include_str!("help/notes/verify.txt"), include_str!("help/ja/notes/verify.txt")),
    ("serve", include_str!("help/notes/serve.txt"), include_str!("help/ja/notes/serve.txt")),
    ("site", include_str!("help/notes/site.txt"), include_str!("help/ja/notes/site.txt")),
    ("batch", include_str!("help/notes/batch.txt"), include_str!("help/ja/notes/batch.txt")),
    ("mine", include_str!("help/notes/mine.txt"), include_str!("help/ja/notes/mine.txt")),
    ("similar", include_str!("help/notes/similar.txt"), include_str!("help/ja/notes/similar.txt")),
    ("census", include_str!("help/notes/census.txt"), include_str!("help/ja/notes/census.txt")),
    ("perft", include_str!("help/notes/perft.txt"), include_str!("help/ja/notes/perft.txt")),
    ("bench", include_str!("help/notes/bench.txt"), include_str!("help/ja/notes/bench.txt")),
];

/// The English texts of `--help`, each with the Japanese one below it.
const DICTIONARY: &str = include_str!("help/ja.txt");

/// What heads the list of what this build does not have.
const MISSING: (&str, &str) = ("Not in this build", "このビルドにないもの");

/// What stands below the options of a command.
pub fn examples(command: &str) -> String {
    args::examples(found(command).1) + &features::missing(command, MISSING.0)
}

/// The same below the notes.
pub fn at_length(command: &str) -> String {
    match notes(command).1 {
        "" => examples(command),
        notes => format!("{notes}\n{}", examples(command)),
    }
}

/// The examples with all exit codes.
pub fn examples_and_codes(command: &str) -> String {
    args::examples_and_codes(found(command).1) + &features::missing(command, MISSING.0)
}

/// The Japanese texts.
pub fn japanese() -> Japanese {
    Japanese {
        dictionary: Dictionary::read(DICTIONARY),
        notes: |command| notes(command).2,
        examples: |command| found(command).2,
        after: |command| features::missing(command, MISSING.1),
    }
}

/// The row of a command; that of the program for what is none.
fn found(command: &str) -> (&'static str, &'static str, &'static str) {
    let first = command.split(' ').next().unwrap_or_default();
    EXAMPLES.into_iter().find(|(name, ..)| *name == first).unwrap_or(EXAMPLES[0])
}

/// The notes of a command, or none.
fn notes(command: &str) -> (&'static str, &'static str, &'static str) {
    let first = command.split(' ').next().unwrap_or_default();
    NOTES.into_iter().find(|(name, ..)| *name == first).unwrap_or_default()
}

// A lean build hides commands and options.
#[cfg(all(test, feature = "full"))]
mod pages;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::args::Arguments;
    use clap::{Arg, Command, CommandFactory};
    use std::collections::BTreeSet;
    use tsumugi_shell::help::shown_values;

    /// Every English text that the Japanese help of a command replaces.
    fn texts(command: &Command, found: &mut BTreeSet<String>) {
        let mut add = |text: String| found.extend(text.split("\n\n").map(str::to_string));
        for about in [command.get_about(), command.get_long_about()].into_iter().flatten() {
            add(about.to_string());
        }
        for arg in command.get_arguments().filter(|arg| is_ours(arg)) {
            arg.get_help_heading().into_iter().for_each(|heading| add(heading.to_string()));
            for help in [arg.get_help(), arg.get_long_help()].into_iter().flatten() {
                add(help.to_string());
            }
            for value in shown_values(arg) {
                value.get_help().into_iter().for_each(|help| add(help.to_string()));
            }
            if arg.get_action().takes_values() {
                let names = arg.get_value_names().unwrap_or_default();
                names.iter().for_each(|name| add(format!("<{name}>")));
            }
        }
        for sub in command.get_subcommands().filter(|sub| sub.get_name() != "help") {
            texts(sub, found);
        }
    }

    fn is_ours(arg: &Arg) -> bool {
        !arg.is_hide_set() && !["help", "version"].contains(&arg.get_id().as_str())
    }

    fn all_texts() -> BTreeSet<String> {
        let mut program = Arguments::command();
        program.build();
        // What clap writes into a usage.
        let mut found: BTreeSet<String> = ["[OPTIONS]", "<COMMAND>"].map(str::to_string).into();
        texts(&program, &mut found);
        found
    }

    // What a lean build hides is in the dictionary all the same.
    #[cfg(feature = "full")]
    #[test]
    fn every_text_of_the_help_has_its_japanese_and_none_is_stale() {
        let (dictionary, texts) = (japanese().dictionary, all_texts());
        let missing: Vec<_> = texts.iter().filter(|text| dictionary.find(text).is_none()).collect();
        assert!(missing.is_empty(), "without Japanese in help/ja.txt:\n{missing:#?}");
        let stale: Vec<_> = dictionary.keys().filter(|key| !texts.contains(*key)).collect();
        assert!(stale.is_empty(), "in help/ja.txt, but nowhere in the help:\n{stale:#?}");
        let blocks = DICTIONARY.split("\n\n").filter(|block| !block.trim().is_empty());
        let blocks: Vec<usize> = blocks.map(|block| block.trim().lines().count()).collect();
        assert!(blocks.iter().all(|&lines| lines == 2), "two lines each");
        assert_eq!(blocks.len(), dictionary.keys().count(), "a text stands in help/ja.txt twice");
    }

    #[test]
    fn notes_have_the_same_sections_and_tables_in_both_languages() {
        let shape = |text: &str| -> Vec<(bool, bool)> {
            text.lines()
                .map(|line| (line.is_empty(), line.starts_with(' ')))
                .collect::<Vec<_>>()
                .chunk_by(|a, b| a == b)
                .map(|run| run[0])
                .collect()
        };
        for (name, english, japanese) in NOTES {
            assert_eq!(shape(english), shape(japanese), "{name}");
            let headings = |text: &str| {
                text.lines()
                    .filter(|line| !line.starts_with(' ') && !line.is_empty())
                    .all(|line| line.ends_with(':'))
            };
            assert!(headings(english) && headings(japanese), "{name}");
        }
    }

    #[test]
    fn every_command_has_examples_in_both_languages_and_they_are_the_same_commands() {
        let names: Vec<String> =
            Arguments::command().get_subcommands().map(|sub| sub.get_name().to_string()).collect();
        for name in &names {
            assert!(EXAMPLES.iter().any(|(known, ..)| known == name), "{name} has no examples");
        }
        let commands = |text: &str| -> Vec<String> {
            let is_command = |line: &&str| line.contains("tsumugi ") || line.starts_with("curl");
            // A remark stands behind several blanks.
            let bare = |line: &str| line.split("   ").next().unwrap_or_default().to_string();
            text.lines().filter(is_command).map(bare).collect()
        };
        for (name, english, japanese) in EXAMPLES {
            let named = |line: String| line.replace(" --lang ja", "");
            let japanese: Vec<String> = commands(japanese).into_iter().map(named).collect();
            let english: Vec<String> = commands(english).into_iter().map(named).collect();
            assert_eq!(english, japanese, "{name}");
        }
    }
}
