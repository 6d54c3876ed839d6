//! Which language to answer in, and moves as its readers write them.

use clap::ValueEnum;
use std::ffi::{OsStr, OsString};
use std::sync::OnceLock;
use tsumugi_api::Message;
use tsumugi_notation::japanese::{self, Style};
use tsumugi_notation::western;
use tsumugi_shogi::{Hand, HandKind, Move, Setup};

/// A language.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum Language {
    /// Japanese
    Ja,
    /// English
    En,
}

/// The words to use, and how to write moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tongue {
    /// The language of the words.
    pub language: Language,
    /// Write moves in Western letters instead of Japanese.
    pub western: bool,
}

impl Tongue {
    /// English words, Japanese moves.
    pub const ENGLISH: Tongue = Tongue { language: Language::En, western: false };
    /// Japanese.
    pub const JAPANESE: Tongue = Tongue { language: Language::Ja, western: false };

    /// The language asked for, or the one of the locale. Moves stay Japanese unless English was asked for: whoever
    /// reads about shogi problems usually reads them.
    pub fn new(asked: Option<Language>) -> Tongue {
        let language = asked.unwrap_or_else(|| of_locale(|name| std::env::var(name).ok()));
        Tongue { language, western: asked == Some(Language::En) }
    }

    /// A message in this language.
    pub fn tell(self, message: &Message) -> &str {
        self.say(message.english(), message.japanese())
    }

    /// The same, to be kept.
    pub fn told(self, message: &Message) -> String {
        self.tell(message).to_string()
    }

    /// One of two texts.
    pub fn say<'a>(self, english: &'a str, japanese: &'a str) -> &'a str {
        match self.language {
            Language::En => english,
            Language::Ja => japanese,
        }
    }

    /// A line of moves, a name each.
    pub fn line(self, setup: &Setup, moves: &[Move]) -> Vec<String> {
        let names = match self.western {
            true => western::line_names(setup, moves),
            // 同　銀: the full-width blank only pads columns.
            false => japanese::line_names(setup, moves, Style::Triangles)
                .map(|names| names.into_iter().map(|name| name.replace('　', "")).collect()),
        };
        names.unwrap_or_else(|| moves.iter().map(ToString::to_string).collect())
    }

    /// Pieces in hand.
    pub fn hand(self, hand: Hand) -> String {
        let mut counts = [0; 7];
        for kind in HandKind::ALL {
            counts[kind.index()] = hand.count(kind);
        }
        if self.western { format!("{hand:?}") } else { japanese::hand_name(&counts).replace('　', "") }
    }
}

/// The language of this run of the program.
static SPOKEN: OnceLock<Tongue> = OnceLock::new();

/// Decides in which language this run of the program speaks, once and before anything is said: as `--lang` says,
/// wherever it stands among the words of the command line, else as the locale does.
pub fn settle(words: &[OsString]) -> Tongue {
    *SPOKEN.get_or_init(|| Tongue::new(asked(words)))
}

/// The language of this run; English where nobody has decided.
pub fn spoken() -> Tongue {
    SPOKEN.get().copied().unwrap_or(Tongue::ENGLISH)
}

/// A message in the language of this run.
pub fn told(message: &Message) -> String {
    spoken().told(message)
}

/// What `--lang` asks for. A value that is no language is refused later, when all words are read.
fn asked(words: &[OsString]) -> Option<Language> {
    let words = words.iter().take_while(|word| *word != "--").map(OsString::as_os_str);
    let after = words.clone().zip(words.clone().skip(1)).filter(|(word, _)| *word == "--lang");
    let joined = words.filter_map(|word| word.to_str()?.strip_prefix("--lang="));
    let values = after.map(|(_, value)| value).chain(joined.map(OsStr::new));
    values.filter_map(|value| Language::from_str(value.to_str()?, false).ok()).last()
}

/// The language of messages, as POSIX has it: the first of three variables that is set decides.
fn of_locale(variable: impl Fn(&str) -> Option<String>) -> Language {
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(variable);
    match set.filter(|value| !value.is_empty()).map(|value| value.starts_with("ja")).next() {
        Some(true) => Language::Ja,
        _ => Language::En,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_language_may_be_asked_for_anywhere() {
        let asked = |line: &str| asked(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        assert_eq!(asked("tsumugi solve x"), None);
        assert_eq!(asked("tsumugi --lang ja solve x"), Some(Language::Ja));
        assert_eq!(asked("tsumugi solve x --lang=en"), Some(Language::En));
        assert_eq!(asked("tsumugi solve --lang --help"), None);
        assert_eq!(asked("tsumugi solve --lang klingon"), None);
        assert_eq!(asked("tsumugi solve -- --lang ja"), None);
    }

    #[test]
    fn the_first_variable_that_is_set_decides() {
        let locale = |set: &[(&str, &str)]| {
            of_locale(|name| set.iter().find(|(n, _)| *n == name).map(|(_, value)| value.to_string()))
        };
        assert_eq!(locale(&[]), Language::En);
        assert_eq!(locale(&[("LANG", "ja_JP.UTF-8")]), Language::Ja);
        assert_eq!(locale(&[("LANG", "ja_JP.UTF-8"), ("LC_ALL", "C")]), Language::En);
        assert_eq!(locale(&[("LANG", "C"), ("LC_MESSAGES", "ja"), ("LC_ALL", "")]), Language::Ja);
    }
}
