#![doc = include_str!("../README.md")]
//! # Example
//!
//! ```
//! use std::{io, time::Duration};
//! use tsumugi_api::Conductor;
//! use tsumugi_clock::{Clock, StopToken};
//! use tsumugi_usi::{Event, Host, Job, Machine, Session, search};
//!
//! /// Says everything into a list, and searches when it is asked what has happened.
//! struct Desk(Vec<String>, Option<Job>);
//!
//! impl Host for Desk {
//!     fn say(&mut self, line: &str) -> io::Result<()> {
//!         self.0.push(line.to_string());
//!         Ok(())
//!     }
//!     fn now(&self) -> Duration {
//!         Duration::ZERO
//!     }
//!     fn begin(&mut self, job: Job) -> Result<(), String> {
//!         self.1 = Some(job);
//!         Ok(())
//!     }
//!     fn stop(&mut self) {}
//!     fn next(&mut self, _: Option<Duration>) -> Option<Event> {
//!         let job = self.1.take()?;
//!         let (clock, stop) = (Clock::system(), StopToken::default());
//!         let found = search(&job, &clock, &stop, &mut Conductor::default(), &mut |_| {});
//!         Some(Event::Found(job.id, Box::new(found)))
//!     }
//!     fn give_up(&mut self) -> bool {
//!         false
//!     }
//! }
//!
//! let machine =
//!     Machine { usual_hash: 1, hash: 1, most_hash: 1, threads: 1, most_threads: 1, shortage: |_| None };
//! let mut session = Session::new(Desk(vec![], None), machine, false);
//! for line in ["position sfen 4k4/9/4P4/9/9/9/9/9/9 b G 1", "go mate infinite"] {
//!     session.hear(Event::Line(line.to_string())).unwrap();
//! }
//! let found = session.host().next(None).unwrap();
//! session.hear(found).unwrap();
//! assert_eq!(session.host().0.last().unwrap(), "checkmate G*5b");
//! ```

#![forbid(unsafe_code)]
#![deny(missing_docs)]

mod info;
mod options;
mod position;
mod running;
mod search;
mod session;
mod tree;

pub use options::{Declared, Kind, Machine};
pub use position::Readings;
pub use search::{Found, Job, search};
pub use session::{AUTHOR, NAME, Session};

use serde::{Deserialize, Serialize};
use std::io;
use std::time::Duration;
use tsumugi_api::Progress;
use tsumugi_api::inspect::Knowledge;
use tsumugi_api::solve::Outcome;
use tsumugi_shogi::Move;

/// What a conversation hears.
#[derive(Debug, Serialize, Deserialize)]
pub enum Event {
    /// A line from the user interface.
    Line(String),
    /// There will be no more lines.
    End,
    /// How the search with this number goes on.
    Progress(u64, Box<Course>),
    /// A mate that the search with this number has found, and is looking for a shorter one.
    Improving(u64, Box<Found>),
    /// A move to play if the search with this number finds no better one.
    Fallback(u64, Move),
    /// What the search knows that has just begun. It is memory, and is not sent anywhere.
    #[serde(skip)]
    Knows(Box<Knowledge>),
    /// What the search with this number found.
    Found(u64, Box<Found>),
}

/// Whoever holds a conversation: carries its words, has a clock, and a place where searches run.
pub trait Host {
    /// Says a line to the user interface.
    ///
    /// # Errors
    /// When nothing can be written any more.
    fn say(&mut self, line: &str) -> io::Result<()>;

    /// The time since some moment, always the same one.
    fn now(&self) -> Duration;

    /// Has a search begun, with `search`: what it tells, and at its end what it found, is heard as events.
    ///
    /// # Errors
    /// When there can be no search.
    fn begin(&mut self, job: Job) -> Result<(), String>;

    /// Tells the search that is on to stop.
    fn stop(&mut self);

    /// The next event, waited for until then if need be, or for ever; `None` if there is none. Who cannot wait has none.
    fn next(&mut self, until: Option<Duration>) -> Option<Event>;

    /// The search that is on was told to stop and has not come back: it is answered for. Will it still come back?
    fn give_up(&mut self) -> bool;
}

/// Where a search stands, as far as USI tells it.
#[derive(Clone, Default, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Course {
    /// Moves played.
    pub nodes: u64,
    /// The longest line searched.
    pub depth: u32,
    /// Since the question was asked.
    pub seconds: f64,
    /// The proof number of the root.
    pub pn: Option<u32>,
    /// The disproof number of the root.
    pub dn: Option<u32>,
    /// How full the table is, 0 to 1.
    pub fill: Option<f64>,
    /// The line being searched.
    pub line: Vec<String>,
    /// If asked for: what is known of each move by now, the best first.
    pub moves: Vec<Outcome>,
}

impl Course {
    fn of(progress: &Progress, seconds: f64) -> Course {
        let &Progress { nodes, depth, pn, dn, fill, .. } = progress;
        let (line, moves) = (progress.line.clone(), progress.moves.clone());
        Course { nodes, depth, seconds, pn, dn, fill, line, moves }
    }
}
