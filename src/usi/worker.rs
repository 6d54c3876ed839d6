//! The thread that searches: one question after the other, with one conductor that remembers.

use super::Event;
use super::position::Readings;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};
use tsumugi_api::solve::{Answer, Question, Request, Verdict};
use tsumugi_api::{Conductor, ProblemText, Progress, Reason, Stage};
use tsumugi_clock::{Clock, StopToken};
use tsumugi_tsume::Problem;

/// A question for the worker.
pub struct Job {
    /// Its number, which comes back with every word about it.
    pub id: u64,
    /// What to solve.
    pub readings: Readings,
    /// How, and until when: everything but the problem.
    pub request: Request,
    /// Until it is told to stop.
    pub stop: StopToken,
    /// Time between two reports; zero for none.
    pub interval: Duration,
    /// Forget everything first.
    pub fresh: bool,
    /// When it was asked.
    pub start: Instant,
}

/// The end of a search.
#[derive(Clone, Debug)]
pub struct Found {
    /// What was found.
    pub answer: Answer,
    /// Where there is no mate: what was found about the mate of the side to move, if that was asked.
    pub other: Option<Answer>,
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
    let mut conductor = Conductor::default();
    for job in jobs {
        // A panic is a mistake of ours, but no reason to leave the user interface without an answer: the
        // conversation goes on with an empty table.
        let found = catch_unwind(AssertUnwindSafe(|| search(&job, &mut conductor, events)));
        if found.is_err() {
            conductor.forget();
        }
        let found = found.unwrap_or_else(|_| Found::nothing());
        if events.send(Event::Found(job.id, Box::new(found))).is_err() {
            return;
        }
    }
}

fn search(job: &Job, conductor: &mut Conductor, events: &Sender<Event>) -> Found {
    if job.fresh {
        conductor.forget();
    }
    let (mut told, mut latest) = (job.start, Progress::default());
    let mut tell = |progress: &Progress| {
        if let (Some(found), None) = (&progress.found, &latest.found) {
            let _ = events.send(Event::Improving(job.id, found.clone()));
        }
        latest = progress.clone();
        if !job.interval.is_zero() && told.elapsed() >= job.interval {
            told = Instant::now();
            // If nobody listens any more, the search will be stopped soon.
            let _ = events.send(Event::Progress(job.id, progress.clone()));
        }
    };
    let mut stage = Stage::new(&Clock::system(), job.stop.clone(), &mut tell);
    let mut ask = |problem: &Problem| {
        let text = ProblemText::of(problem, &[], &[]);
        let request = Request { problem: text, ..job.request.clone() };
        let solved = conductor.solve(&request, &mut stage, &mut |_| {});
        solved.unwrap_or_else(|_| Found::nothing().answer)
    };
    let answer = ask(&job.readings.first);
    let other = job.readings.other.as_ref().filter(|_| answer.verdict == Verdict::NoMate).map(ask);
    let all = || other.iter().chain([&answer]);
    let end = Progress {
        nodes: all().map(|answer| answer.nodes).sum(),
        depth: all().map(|answer| answer.depth).max().unwrap_or(0),
        seconds: job.start.elapsed().as_secs_f64(),
        ..latest
    };
    Found { answer, other, end }
}

impl Found {
    /// What is known while the search goes on.
    pub fn so_far(answer: Answer) -> Found {
        let &Answer { nodes, depth, seconds, .. } = &answer;
        let end = Progress { nodes, depth, seconds, ..Progress::default() };
        Found { answer, other: None, end }
    }

    fn nothing() -> Found {
        let answer = Answer::unknown(Question::Mate, String::new(), Reason::GaveUp);
        Found { answer, other: None, end: Progress::default() }
    }
}
