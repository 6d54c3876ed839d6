//! The engine side of USI, the protocol of shogi programs; docs/USI.md is its manual.
//!
//! Three threads. One reads lines and does nothing else; one searches; the third holds the conversation: it hears
//! both, is the only one that writes, and never waits for a search longer than a moment. A search that does not come
//! back in time when it is told to stop is answered for, and its late result is thrown away.

mod info;
mod options;
mod position;
mod running;
mod session;
mod tree;
mod worker;

use session::Session;
use std::io::{self, BufRead, Read, Write};
use std::sync::mpsc::{Sender, channel};

/// What the conversation hears.
enum Event {
    /// A line from the user interface.
    Line(String),
    /// There will be no more lines.
    End,
    /// How the search with this number goes on.
    Progress(u64, Box<tsumugi_api::Progress>),
    /// A mate that the search with this number has found, and is looking for a shorter one.
    Improving(u64, Box<worker::Found>),
    /// A move to play if the search with this number finds no better one.
    Fallback(u64, tsumugi_shogi::Move),
    /// What the search knows that has just begun.
    Knows(Box<tsumugi_api::inspect::Knowledge>),
    /// What the search with this number found.
    Found(u64, Box<worker::Found>),
}

/// A longer line is read in pieces, which will make no sense: nobody fills our memory.
const LONGEST_LINE: u64 = 1 << 20;

/// Holds a conversation until the other side quits or hangs up; with `research` every option is listed.
///
/// # Errors
/// When nothing can be written any more.
pub fn converse(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    research: bool,
) -> io::Result<()> {
    let (sender, events) = channel();
    let jobs = worker::start(sender.clone());
    std::thread::spawn(move || listen(input, &sender));
    Session::new(output, events, jobs, research).hold()
}

fn listen(mut input: impl BufRead, events: &Sender<Event>) {
    loop {
        let mut line = Vec::new();
        let event = match input.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut line) {
            Ok(0) | Err(_) => Event::End,
            Ok(_) => Event::Line(String::from_utf8_lossy(&line).trim().to_string()),
        };
        let last = matches!(event, Event::End);
        if events.send(event).is_err() || last {
            return;
        }
    }
}
