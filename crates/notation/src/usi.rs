//! What a USI user interface sends: lines → commands.
//!
//! Only reading is here; what is done about a command is the engine's concern.

mod go;
mod position;

pub use go::{AnswerKind, BadGo, Go};
pub use position::{PositionLine, moves_of};

/// What the user interface wants.
#[derive(Clone, PartialEq, Debug)]
pub enum Command<'a> {
    /// Who are you, and what can be set?
    Usi,
    /// Are you there?
    IsReady,
    /// Set an option; buttons have no value.
    SetOption {
        /// Its name; case does not matter.
        name: String,
        /// The new value, empty for a button.
        value: String,
    },
    /// A new game: forget the last one.
    NewGame,
    /// Look at this position. The whole line, for [`PositionLine::parse`], so that columns count from its start.
    Position(&'a str),
    /// Search.
    Go(Result<Go, BadGo>),
    /// Stop searching and answer.
    Stop,
    /// The move pondered on was played. What the clocks show now, if that is said.
    PonderHit(Option<Go>),
    /// The game is over.
    GameOver,
    /// Not of the protocol: show what is known about the position after these moves of the one that was set up. The whole line,
    /// for [`moves_of`].
    Tree(&'a str),
    /// Leave.
    Quit,
    /// An empty line.
    Nothing,
    /// Not a command.
    Unknown(&'a str),
}

/// Reads a line.
pub fn parse(line: &str) -> Command<'_> {
    let mut words = line.split_whitespace();
    let Some(first) = words.next() else { return Command::Nothing };
    match first {
        "usi" => Command::Usi,
        "isready" => Command::IsReady,
        "setoption" => set_option(words),
        "usinewgame" => Command::NewGame,
        "position" => Command::Position(line),
        "go" => Command::Go(Go::parse(words)),
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit(Go::parse(words).ok().filter(Go::is_timed)),
        "gameover" => Command::GameOver,
        "tree" => Command::Tree(line),
        "quit" => Command::Quit,
        _ => Command::Unknown(first),
    }
}

/// `setoption name A B value C D`: names and values may be of several words.
fn set_option<'a>(words: impl Iterator<Item = &'a str>) -> Command<'a> {
    let words: Vec<&str> = words.skip_while(|&word| word == "name").collect();
    let end = words.iter().position(|&word| word == "value").unwrap_or(words.len());
    let value = words.get(end + 1..).unwrap_or_default();
    Command::SetOption { name: words[..end].join(" "), value: value.join(" ") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_commands() {
        let option =
            |name: &str, value: &str| Command::SetOption { name: name.into(), value: value.into() };
        for (line, command) in [
            ("", Command::Nothing),
            ("usi", Command::Usi),
            ("  isready ", Command::IsReady),
            ("setoption name USI_Hash value 64", option("USI_Hash", "64")),
            ("setoption name Clear Hash", option("Clear Hash", "")),
            ("setoption USI_Hash value  a  b", option("USI_Hash", "a b")),
            ("setoption", option("", "")),
            ("position startpos", Command::Position("position startpos")),
            ("gameover win", Command::GameOver),
            ("ponderhit", Command::PonderHit(None)),
            ("tree moves 7g7f", Command::Tree("tree moves 7g7f")),
            ("xyzzy 1 2", Command::Unknown("xyzzy")),
        ] {
            assert_eq!(parse(line), command, "{line}");
        }
    }
}
