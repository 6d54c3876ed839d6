//! The terminal behind stderr: how wide it is, and a line there that tells how work goes on.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};
use unicode_width::UnicodeWidthChar;

/// How many columns it has; `None` when stderr is no terminal.
pub fn columns() -> Option<usize> {
    terminal_size::terminal_size_of(io::stderr()).map(|(width, _)| width.0.into())
}

/// Tells a person at a terminal something, and nobody else.
pub fn say(text: &str) {
    if io::stderr().is_terminal() {
        let _ = writeln!(io::stderr(), "{text}");
    }
}

/// Drawn no more often than this.
const BETWEEN: Duration = Duration::from_millis(100);
/// A log gets a line as often as this.
const LOGGED: Duration = Duration::from_secs(60);
/// Columns kept free at the end of the line, where the terminal shows `^C`.
const FREE: usize = 3;

/// A line that is drawn over and over on a terminal and wiped when dropped; elsewhere, a line of its own each minute.
#[derive(Debug)]
pub struct Progress {
    due: Instant,
    drawn: bool,
    terminal: bool,
}

impl Progress {
    /// Nothing is drawn before `quiet` has passed.
    pub fn after(quiet: Duration) -> Progress {
        let terminal = io::stderr().is_terminal();
        let quiet = if terminal { quiet } else { LOGGED };
        Progress { due: Instant::now() + quiet, drawn: false, terminal }
    }

    /// Draws what `text` says, if it is time to.
    pub fn tell(&mut self, text: impl FnOnce() -> String) {
        let now = Instant::now();
        if now < self.due {
            return;
        }
        self.due = now + if self.terminal { BETWEEN } else { LOGGED };
        if self.terminal {
            self.drawn = true;
            let room = columns().unwrap_or(80).saturating_sub(FREE);
            wipe_and_write(cut(&text(), room));
        } else {
            let _ = writeln!(io::stderr(), "{}", text());
        }
    }
}

impl Progress {
    /// Wipes what is drawn, before something is told that stays.
    pub fn wipe(&mut self) {
        if std::mem::take(&mut self.drawn) {
            wipe_and_write("");
        }
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.wipe();
    }
}

/// As much of a text as fits into this many columns.
fn cut(text: &str, columns: usize) -> &str {
    let mut used = 0;
    let end = text.char_indices().find(|(_, c)| {
        used += c.width().unwrap_or(0);
        used > columns
    });
    end.map_or(text, |(at, _)| &text[..at])
}

/// If this fails there is nobody left to tell.
fn wipe_and_write(text: &str) {
    let mut stderr = anstream::stderr().lock();
    let _ = write!(stderr, "\r\x1b[2K{text}").and_then(|()| stderr.flush());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wide_letter_takes_two_columns() {
        assert_eq!(cut("12秒 探索中", 80), "12秒 探索中");
        assert_eq!(cut("12秒 探索中", 8), "12秒 探");
        assert_eq!(cut("12 s, searching", 4), "12 s");
    }
}
