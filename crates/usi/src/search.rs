//! A search for a conversation: one question after the other, by one conductor that remembers.

use crate::position::Readings;
use crate::{Course, Event};
use serde::{Deserialize, Serialize};
use std::time::Duration;
use tsumugi_api::solve::{Answer, Question, Request, Verdict};
use tsumugi_api::{Conductor, ProblemText, Progress, Reason, Stage, game};
use tsumugi_clock::{Clock, StopToken};
use tsumugi_notation::usi::AnswerKind;
use tsumugi_tsume::Problem;

/// A question for a search.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Job {
    /// Its number, which comes back with every word about it.
    pub id: u64,
    /// Is a move to play wanted, whether there is a mate or not?
    pub wants_move: bool,
    /// What to solve.
    pub readings: Readings,
    /// How, and until when: everything but the problem.
    pub request: Request,
    /// Time between two reports; zero for none.
    pub interval: Duration,
    /// Forget everything first.
    pub fresh: bool,
    /// When it was asked.
    pub start: Duration,
    /// When it has to stop by itself. A host that can tell it to stop may leave that out.
    pub deadline: Option<Duration>,
}

/// The end of a search.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Found {
    /// What was found.
    pub answer: Answer,
    /// Where there is no mate: what was found about the mate of the side to move, if that was asked.
    pub other: Option<Answer>,
    /// Where the search stood.
    pub end: Course,
}

/// Where a search works and whom it tells.
struct Searcher<'a> {
    job: &'a Job,
    clock: &'a Clock,
    stop: &'a StopToken,
    conductor: &'a mut Conductor,
    tell: &'a mut (dyn FnMut(Event) + Send),
}

/// Searches until it is settled, told to stop or its time is over. The clock is the one of the conversation, and `stop` has no
/// deadline; `tell` hears how it goes.
pub fn search(
    job: &Job,
    clock: &Clock,
    stop: &StopToken,
    conductor: &mut Conductor,
    tell: &mut (dyn FnMut(Event) + Send),
) -> Found {
    if job.fresh {
        conductor.forget();
    }
    if let Ok(knowledge) = conductor.knowledge(job.request.hash) {
        tell(Event::Knows(Box::new(knowledge)));
    }
    let mut searcher = Searcher { job, clock, stop, conductor, tell };
    searcher.prepare_for_no_mate();
    let (answer, latest) = searcher.ask(&job.readings.first, None);
    let other = job.readings.other.as_ref().filter(|_| answer.verdict == Verdict::NoMate);
    let other = other.map(|problem| searcher.ask(problem, Some(&answer)));
    let latest = other.as_ref().map_or(latest, |(_, latest)| latest.clone());
    let other = other.map(|(other, _)| other);
    let all = || other.iter().chain([&answer]);
    let end = Course {
        nodes: all().map(|answer| answer.nodes).sum(),
        depth: all().map(|answer| answer.depth).max().unwrap_or(0),
        seconds: searcher.seconds(),
        ..latest
    };
    Found { answer, other, end }
}

impl Searcher<'_> {
    /// A clock that starts now, since a mate that is found in its first moment is told with its line and not before; and when to
    /// stop by it.
    fn begin(&self) -> (Clock, StopToken) {
        let (clock, start) = (self.clock.clone(), self.clock.now());
        let fresh = Clock::new(move || clock.now().saturating_sub(start));
        let stop = match self.job.deadline {
            Some(at) => self.stop.and_at(&fresh, at.saturating_sub(start)),
            None => self.stop.clone(),
        };
        (fresh, stop)
    }

    fn seconds(&self) -> f64 {
        seconds_since(self.clock, self.job.start)
    }

    /// What is found about a problem, and where the search stood at last. `first`: what was found about the mate of the side
    /// to move, if this is the mate of the other side.
    fn ask(&mut self, problem: &Problem, first: Option<&Answer>) -> (Answer, Course) {
        let (fresh, stop) = self.begin();
        let Searcher { job, clock, conductor, tell, .. } = self;
        let (mut told, mut latest, mut improving) = (job.start, Course::default(), false);
        let mut hear = |progress: &Progress| {
            let course = Course::of(progress, seconds_since(clock, job.start));
            if let (Some(found), false) = (&progress.found, improving) {
                improving = true;
                tell(Event::Improving(job.id, Box::new(Found::so_far(first, found, &course))));
            }
            let new = mates(&course) > mates(&latest);
            latest = course;
            if !job.interval.is_zero() && (new || clock.now().saturating_sub(told) >= job.interval) {
                told = clock.now();
                tell(Event::Progress(job.id, Box::new(latest.clone())));
            }
        };
        let mut stage = Stage::new(&fresh, stop, &mut hear);
        let text = ProblemText::of(problem, &[], &[]);
        let multipv = job.request.multipv.filter(|_| first.is_none());
        let request = Request { problem: text, multipv, ..job.request.clone() };
        let solved = conductor.solve(&request, &mut stage, &mut |_| {});
        (solved.unwrap_or_else(|_| Found::nothing().answer), latest)
    }

    /// Whoever has to move wants a move also if there is no mate: one is looked for first, so that it is at hand whenever
    /// the search is stopped.
    fn prepare_for_no_mate(&mut self) {
        if !self.job.wants_move {
            return;
        }
        let mut nobody = |_: &Progress| {};
        let (fresh, stop) = self.begin();
        let mut stage = Stage::new(&fresh, stop, &mut nobody);
        let position = self.job.readings.first.position();
        let chosen = game::choose(position, self.job.request.hash, self.conductor, &mut stage);
        if let Ok(Some(m)) = chosen {
            (self.tell)(Event::Fallback(self.job.id, m));
        }
    }
}

fn seconds_since(clock: &Clock, start: Duration) -> f64 {
    clock.now().saturating_sub(start).as_secs_f64()
}

/// How many moves are known to mate.
fn mates(course: &Course) -> usize {
    course.moves.iter().filter(|outcome| outcome.verdict == Verdict::Mate).count()
}

impl Job {
    /// Which answer is expected.
    pub fn question(&self) -> AnswerKind {
        if self.wants_move { AnswerKind::Move } else { AnswerKind::Mate }
    }
}

impl Found {
    /// What is known while the search goes on: a mate, by whoever it was asked about.
    fn so_far(first: Option<&Answer>, mate: &Answer, course: &Course) -> Found {
        let &Answer { nodes, depth, .. } = mate;
        let end = Course { nodes, depth, ..course.clone() };
        match first {
            None => Found { answer: mate.clone(), other: None, end },
            Some(first) => Found { answer: first.clone(), other: Some(mate.clone()), end },
        }
    }

    /// What a search leaves that has failed.
    pub fn nothing() -> Found {
        let answer = Answer::unknown(Question::Mate, String::new(), Reason::GaveUp);
        Found { answer, other: None, end: Course::default() }
    }
}
