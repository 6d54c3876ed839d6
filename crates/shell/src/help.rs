//! `--help` and what is wrong with a command line, in Japanese.
//!
//! In English both are clap's. The Japanese texts stand in a dictionary whose keys are the English texts themselves, so
//! that a text which is new or has changed has none, and a test of the program tells. clap reads the words and says
//! which help is asked for; [`page()`] writes it, since clap does not break lines of Japanese, which has no blanks.

mod dictionary;
mod misuse;
mod page;
mod wrap;

pub use dictionary::Dictionary;
pub use misuse::misuse;
pub use page::{page, shown_values};

use clap::Command;

/// The Japanese texts of a program.
#[derive(Debug)]
pub struct Japanese {
    /// Texts of help, English and Japanese in turn.
    pub dictionary: Dictionary,
    /// What is said at length of a command above its examples, by the words that name it; may be empty.
    pub notes: fn(&str) -> &'static str,
    /// The examples of a command.
    pub examples: fn(&str) -> &'static str,
    /// What stands below them.
    pub after: fn(&str) -> String,
}

/// Which help is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asked {
    /// The words that name the command, those of the program left out.
    pub command: Vec<String>,
    /// All of it (`--help`), or a summary (`-h`)?
    pub long: bool,
}

/// What begins a help that only says which one it is.
const MARK: char = '@';

/// The same command line; its help says nothing but which help it is, for [`Asked::of`] to read.
pub fn marked(command: Command) -> Command {
    mark(command, "")
}

fn mark(command: Command, path: &str) -> Command {
    let inner = |sub: Command| {
        let path = format!("{path}/{}", sub.get_name());
        mark(sub, &path)
    };
    let (short, long) = (format!("{MARK}short{path}"), format!("{MARK}long{path}"));
    let command = command.help_template("{before-help}").before_help(short).before_long_help(long);
    command.mut_subcommands(inner)
}

impl Asked {
    /// Which help clap wrote. That of `help` itself has no mark; whoever asks for it gets that of the program.
    pub fn of(help: &str) -> Asked {
        let mut words = help.trim().strip_prefix(MARK).unwrap_or("long").split('/');
        let long = words.next() == Some("long");
        Asked { command: words.map(str::to_string).collect(), long }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Arg;

    #[test]
    fn clap_says_which_help_is_asked_for() {
        let command = Command::new("p").arg(Arg::new("lang").long("lang").global(true)).subcommand(
            Command::new("a").subcommand(Command::new("b")).arg(Arg::new("x").required(true)),
        );
        let asked = |line: &str| {
            let error = marked(command.clone()).try_get_matches_from(line.split(' ')).unwrap_err();
            let Asked { command, long } = Asked::of(&error.render().to_string());
            (command.join(" "), long)
        };
        assert_eq!(asked("p --help"), (String::new(), true));
        assert_eq!(asked("p -h"), (String::new(), false));
        assert_eq!(asked("p --lang ja a --help"), ("a".to_string(), true));
        assert_eq!(asked("p a b -h"), ("a b".to_string(), false));
        assert_eq!(asked("p help a b"), ("a b".to_string(), true));
        assert_eq!(asked("p help help"), (String::new(), true));
    }
}
