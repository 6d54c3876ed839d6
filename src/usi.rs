//! `tsumugi usi` talks through pipes; what is said is the concern of `crates/usi`, and docs/USI.md is its manual.
//!
//! Three threads. One reads lines and does nothing else; one searches; the third holds the conversation: it hears
//! both, is the only one that writes, and never waits for a search longer than a moment. A search that does not come
//! back in time when it is told to stop is answered for, and its late result is thrown away.

use crate::memory;
use std::io::{self, BufRead, Read, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::Duration;
use tsumugi_api::Conductor;
use tsumugi_clock::{Clock, StopToken};
use tsumugi_usi::{Event, Found, Host, Job, Machine, Session, search};

/// MiB for the table, unless another is set: what a desktop can spare.
const HASH: u32 = 1024;

/// More threads than this gain little on most problems and leave less of the computer to the user interface.
const MOST_THREADS: usize = 4;

/// A longer line is read in pieces, which will make no sense: nobody fills our memory.
const LONGEST_LINE: u64 = 1 << 20;

/// Holds a conversation until the other side quits or hangs up; with `research` every option is listed.
///
/// # Errors
/// When nothing can be written any more.
pub fn converse(
    input: impl BufRead + Send + 'static,
    out: impl Write,
    research: bool,
) -> io::Result<()> {
    let (sender, events) = channel();
    let clock = Clock::system();
    let jobs = start(clock.clone(), sender.clone());
    std::thread::spawn(move || listen(input, &sender));
    let stop = Arc::default();
    Session::new(Pipes { out, clock, events, jobs, stop }, machine(), research).hold()
}

/// This machine.
fn machine() -> Machine {
    Machine {
        usual_hash: HASH,
        hash: memory::modest(HASH),
        most_hash: 1 << 20,
        threads: threads(),
        most_threads: 256,
        shortage: |hash| memory::shortage(hash).map(|message| message.to_string()),
    }
}

/// Threads, unless another number is set: half the processors, since two of them often share a core.
fn threads() -> u32 {
    let processors = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    (processors / 2).clamp(1, MOST_THREADS) as u32
}

/// Where the conversation takes place.
struct Pipes<W> {
    out: W,
    clock: Clock,
    events: Receiver<Event>,
    jobs: Sender<(Job, StopToken)>,
    /// Raised to stop the search that is on.
    stop: Arc<AtomicBool>,
}

impl<W: Write> Host for Pipes<W> {
    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.out, "{line}")?;
        self.out.flush()
    }

    fn now(&self) -> Duration {
        self.clock.now()
    }

    fn begin(&mut self, job: Job) -> Result<(), String> {
        self.stop = Arc::default();
        // It is told.
        let job = (Job { deadline: None, ..job }, StopToken::on(self.stop.clone()));
        self.jobs.send(job).map_err(|_| "the search has ended unexpectedly".to_string())
    }

    fn stop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    fn next(&mut self, until: Option<Duration>) -> Option<Event> {
        let Some(until) = until else { return Some(self.events.recv().unwrap_or(Event::End)) };
        self.events.recv_timeout(until.saturating_sub(self.clock.now())).ok()
    }

    fn give_up(&mut self) -> bool {
        true
    }
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

/// Starts the thread that searches; it ends when the sender of its jobs is gone.
fn start(clock: Clock, events: Sender<Event>) -> Sender<(Job, StopToken)> {
    let (sender, jobs) = channel();
    std::thread::spawn(move || work(&clock, &jobs, &events));
    sender
}

fn work(clock: &Clock, jobs: &Receiver<(Job, StopToken)>, events: &Sender<Event>) {
    let mut conductor = Conductor::default();
    // If nobody listens any more, the search will be stopped soon.
    let mut tell = |event| _ = events.send(event);
    for (job, stop) in jobs {
        // A panic is a mistake of ours, but no reason to leave the user interface without an answer: the
        // conversation goes on with an empty table.
        let found =
            catch_unwind(AssertUnwindSafe(|| search(&job, clock, &stop, &mut conductor, &mut tell)));
        if found.is_err() {
            conductor.forget();
        }
        let found = found.unwrap_or_else(|_| Found::nothing());
        if events.send(Event::Found(job.id, Box::new(found))).is_err() {
            return;
        }
    }
}
