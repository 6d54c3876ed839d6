//! The thread that searches: one question after the other, with one conductor that remembers.

use super::Event;
use super::position::Readings;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::time::{Duration, Instant};
use tsumugi_api::solve::{Answer, Question, Request, Verdict};
use tsumugi_api::{Conductor, ProblemText, Progress, Reason, Stage, game};
use tsumugi_clock::{Clock, StopToken};
use tsumugi_notation::usi;
use tsumugi_tsume::Problem;

/// A question for the worker.
pub struct Job {
    /// Its number, which comes back with every word about it.
    pub id: u64,
    /// Which answer is expected.
    pub question: usi::AnswerKind,
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
    if let Ok(knowledge) = conductor.knowledge(job.request.hash) {
        let _ = events.send(Event::Knows(Box::new(knowledge)));
    }
    prepare_for_no_mate(job, conductor, events);
    let (answer, latest) = ask(job, &job.readings.first, None, conductor, events);
    let other = job.readings.other.as_ref().filter(|_| answer.verdict == Verdict::NoMate);
    let other = other.map(|problem| ask(job, problem, Some(&answer), conductor, events));
    let latest = other.as_ref().map_or(latest, |(_, latest)| latest.clone());
    let other = other.map(|(other, _)| other);
    let all = || other.iter().chain([&answer]);
    let end = Progress {
        nodes: all().map(|answer| answer.nodes).sum(),
        depth: all().map(|answer| answer.depth).max().unwrap_or(0),
        seconds: job.start.elapsed().as_secs_f64(),
        ..latest
    };
    Found { answer, other, end }
}

/// What is found about a problem, and where the search stood at last. `first`: what was found about the mate of the side to
/// move, if this is the mate of the other side.
fn ask(
    job: &Job,
    problem: &Problem,
    first: Option<&Answer>,
    conductor: &mut Conductor,
    events: &Sender<Event>,
) -> (Answer, Progress) {
    let (mut told, mut latest) = (job.start, Progress::default());
    let mut tell = |progress: &Progress| {
        let progress = Progress { seconds: job.start.elapsed().as_secs_f64(), ..progress.clone() };
        if let (Some(found), None) = (&progress.found, &latest.found) {
            let found = Found::so_far(first, found, &progress);
            let _ = events.send(Event::Improving(job.id, Box::new(found)));
        }
        let new = mates(&progress) > mates(&latest);
        latest = progress;
        if !job.interval.is_zero() && (new || told.elapsed() >= job.interval) {
            told = Instant::now();
            // If nobody listens any more, the search will be stopped soon.
            let _ = events.send(Event::Progress(job.id, Box::new(latest.clone())));
        }
    };
    let mut stage = Stage::new(&Clock::system(), job.stop.clone(), &mut tell);
    let text = ProblemText::of(problem, &[], &[]);
    let multipv = job.request.multipv.filter(|_| first.is_none());
    let request = Request { problem: text, multipv, ..job.request.clone() };
    let solved = conductor.solve(&request, &mut stage, &mut |_| {});
    (solved.unwrap_or_else(|_| Found::nothing().answer), latest)
}

/// How many moves are known to mate.
fn mates(progress: &Progress) -> usize {
    progress.moves.iter().filter(|outcome| outcome.verdict == Verdict::Mate).count()
}

/// Whoever has to move wants a move also if there is no mate: one is looked for first, so that it is at hand whenever the
/// search is stopped.
fn prepare_for_no_mate(job: &Job, conductor: &mut Conductor, events: &Sender<Event>) {
    if job.question != usi::AnswerKind::Move {
        return;
    }
    let mut nobody = |_: &Progress| {};
    let mut stage = Stage::new(&Clock::system(), job.stop.clone(), &mut nobody);
    let position = job.readings.first.position();
    if let Ok(Some(m)) = game::choose(position, job.request.hash, conductor, &mut stage) {
        let _ = events.send(Event::Fallback(job.id, m));
    }
}

impl Found {
    /// What is known while the search goes on: a mate, by whoever it was asked about.
    fn so_far(first: Option<&Answer>, mate: &Answer, progress: &Progress) -> Found {
        let &Answer { nodes, depth, .. } = mate;
        let end = Progress { nodes, depth, ..progress.clone() };
        match first {
            None => Found { answer: mate.clone(), other: None, end },
            Some(first) => Found { answer: first.clone(), other: Some(mate.clone()), end },
        }
    }

    fn nothing() -> Found {
        let answer = Answer::unknown(Question::Mate, String::new(), Reason::GaveUp);
        Found { answer, other: None, end: Progress::default() }
    }
}
