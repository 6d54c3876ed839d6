//! The thread that searches: one question after the other, with one solver that remembers.

use super::Event;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};
use tsumugi_andor::{Bounds, Observer, Stats};
use tsumugi_shogi::Move;
use tsumugi_tsume::{Answer, Limits, Problem, Settings, Solver};

/// A question for the worker.
pub struct Job {
    /// Its number, which comes back with every word about it.
    pub id: u64,
    /// What to solve.
    pub problem: Problem,
    /// How.
    pub settings: Settings,
    /// Until when.
    pub limits: Limits,
    /// Time between two reports; zero for none.
    pub interval: Duration,
    /// Forget everything first.
    pub fresh: bool,
    /// When it was asked.
    pub start: Instant,
}

/// How far a search has come.
#[derive(Clone, Debug)]
pub struct Progress {
    /// What was done.
    pub stats: Stats,
    /// The numbers of the root.
    pub root: Bounds,
    /// How full the table is, 0 to 1.
    pub fill: f64,
    /// Since the question.
    pub elapsed: Duration,
    /// The line being searched.
    pub line: Vec<Move>,
}

/// The end of a search.
#[derive(Clone, Debug)]
pub struct Found {
    /// What was found.
    pub answer: Answer,
    /// Where the search stood.
    pub end: Progress,
}

/// Starts the thread; it ends when the sender of its jobs is gone.
pub fn start(events: Sender<Event>) -> Sender<Job> {
    let (sender, jobs) = channel();
    std::thread::spawn(move || work(&jobs, &events));
    sender
}

fn work(jobs: &Receiver<Job>, events: &Sender<Event>) {
    let mut solver: Option<Solver> = None;
    for job in jobs {
        // A panic is a mistake of ours, but no reason to leave the user interface without an answer: the
        // conversation goes on with an empty table.
        let found = catch_unwind(AssertUnwindSafe(|| search(&job, &mut solver, events)));
        if found.is_err() {
            solver = None;
        }
        let found = found.unwrap_or_else(|_| Found::nothing(&job));
        if events.send(Event::Found(job.id, Box::new(found))).is_err() {
            return;
        }
    }
}

fn search(job: &Job, solver: &mut Option<Solver>, events: &Sender<Event>) -> Found {
    let solver = solver.get_or_insert_with(|| Solver::new(job.settings.clone()));
    if job.fresh {
        solver.forget();
    }
    solver.configure(job.settings.clone());
    let mut teller = Teller { job, events, latest: Progress::at(job), told: job.start, line: vec![] };
    let answer = solver.solve(&job.problem, &job.limits, &mut teller);
    let mut end = Progress { elapsed: job.start.elapsed(), ..teller.latest };
    end.stats = answer.stats;
    Found { answer, end }
}

impl Progress {
    /// Nothing done yet.
    fn at(job: &Job) -> Progress {
        let elapsed = job.start.elapsed();
        Progress { stats: Stats::default(), root: Bounds::UNIT, fill: 0.0, elapsed, line: vec![] }
    }
}

impl Found {
    fn nothing(job: &Job) -> Found {
        let verdict = tsumugi_tsume::Verdict::Unknown(tsumugi_tsume::StopReason::GaveUp);
        let answer = Answer::bare(verdict, Stats::default());
        Found { answer, end: Progress::at(job) }
    }
}

/// So many moves of the line being searched are told.
const LINE: usize = 16;

/// Reports from time to time.
struct Teller<'a> {
    job: &'a Job,
    events: &'a Sender<Event>,
    latest: Progress,
    told: Instant,
    line: Vec<Move>,
}

impl Observer for Teller<'_> {
    fn line(&mut self, moves: &[u32]) {
        self.line.clear();
        let first = moves.iter().take(LINE);
        self.line.extend(first.filter_map(|&bits| Move::from_bits(bits as u16)));
    }

    fn progress(&mut self, stats: &Stats, root: Bounds, fill: f64) {
        // Of several threads each reports for itself: the farthest counts, so that numbers never go back.
        if stats.plays < self.latest.stats.plays {
            return;
        }
        let elapsed = self.job.start.elapsed();
        let line = self.line.clone();
        self.latest = Progress { stats: *stats, root, fill, elapsed, line };
        if !self.job.interval.is_zero() && self.told.elapsed() >= self.job.interval {
            self.told = Instant::now();
            // If nobody listens any more, the search will be stopped soon.
            let _ = self.events.send(Event::Progress(self.job.id, self.latest.clone()));
        }
    }
}
