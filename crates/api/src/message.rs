//! What a person is told, in English and in Japanese.

use std::fmt;

/// What a person is told, in both languages: whoever prints it knows which one the person reads.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Message(Box<Texts>);

/// In a box: errors carry messages, and the results they are part of should stay small.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Texts {
    english: String,
    japanese: String,
}

impl Message {
    /// The same in two languages.
    pub fn new(english: impl Into<String>, japanese: impl Into<String>) -> Message {
        Message(Box::new(Texts { english: english.into(), japanese: japanese.into() }))
    }

    /// What a program says that speaks English alone.
    pub fn english_only(text: impl Into<String>) -> Message {
        let text = text.into();
        Message::new(text.clone(), text)
    }

    /// In English.
    pub fn english(&self) -> &str {
        &self.0.english
    }

    /// In Japanese.
    pub fn japanese(&self) -> &str {
        &self.0.japanese
    }
}

/// In English, the language of logs and of programs.
impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.english)
    }
}

impl std::error::Error for Message {}

/// A [`Message`] from two texts, English and Japanese, as `format!` takes them.
///
/// ```
/// let moves = 3;
/// let said = tsumugi_api::message!("there are {moves} moves", "{moves}手あります");
/// assert_eq!((said.english(), said.japanese()), ("there are 3 moves", "3手あります"));
/// ```
#[macro_export]
macro_rules! message {
    ($english:literal, $japanese:literal $(,)?) => {
        $crate::Message::new(::std::format!($english), ::std::format!($japanese))
    };
}
