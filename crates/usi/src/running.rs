//! A search that is owed an answer, and until when.

use std::time::Duration;
use tsumugi_notation::usi::Go;
use tsumugi_shogi::{Color, Move};

/// A search is told to stop this much before its time is up.
const EARLY: Duration = Duration::from_millis(20);

/// A search that is owed an answer.
#[derive(Debug)]
pub struct Running {
    /// Its number.
    pub id: u64,
    /// What was asked.
    pub go: Go,
    /// Who is to move.
    pub side: Color,
    /// Does that side attack?
    pub attacks: bool,
    /// Does it tell what each move comes to?
    pub tells_moves: bool,
    /// When it is told to stop.
    pub deadline: Option<Duration>,
    /// Its answer, as soon as it is known.
    pub answer: Option<String>,
    /// What to answer if nothing better comes in time.
    pub provisional: Option<String>,
    /// A move to play where nothing mates.
    pub fallback: Option<Move>,
}

impl Running {
    /// A search that has found nothing yet.
    pub fn new(go: &Go, side: Color, attacks: bool) -> Running {
        Running {
            id: 0,
            go: go.clone(),
            side,
            attacks,
            tells_moves: false,
            deadline: None,
            answer: None,
            provisional: None,
            fallback: None,
        }
    }

    /// The clock runs from now on.
    pub fn set_clock(&mut self, start: Duration) {
        let time = self.go.time_for(self.side);
        // A time that no clock can show is no limit.
        self.deadline = time.and_then(|time| start.checked_add(time - EARLY.min(time / 2)));
    }
}
