//! The same batch, solved by workers on a queue: this side reads, asks and writes.
//!
//! Jobs are chunks of about a second's work, as far as the problems before tell; while nothing is known a few small ones
//! find out, since every job costs the server and both sides the same, however small it is. Then enough are on their way
//! that no worker waits, but not so many that memory grows with the input. If a server lost its disk, or nothing comes back
//! for a long time, everything on its way is sent again.

use super::examiner::{Examiner, Form};
use super::store::{Finding, Row, Store};
use super::{Event, From, Prepared, Reader, Run, Stream, Tally, Task, WriteBuffer};
use crate::args::Batch;
use crate::ladder::Rung;
use crate::queue::of_a_worker;
use crate::queue::{Answered, Job, Master};
use crate::report::{Failure, Reporter};
use crate::terminal::Progress;
use std::collections::HashMap;
use std::sync::Mutex;
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

/// Seconds of work in a job.
const CHUNK_SECONDS: f64 = 1.0;
/// Problems in a job at most: a message must stay well below a megabyte.
const MOST_IN_CHUNK: f64 = 500.0;
/// Problems on their way at most.
const MOST_AWAY: usize = 50_000;
/// Jobs on their way at most while it is not known how long a problem takes.
const FIRST_JOBS: usize = 16;
/// The number of answers from which the time a problem takes is estimated, as a mean in which older ones count less.
const KNOWN: u64 = 100;
/// How long nothing may come back before everything is sent again, as a multiple of the patience with a worker.
const SILENCES: f64 = 10.0;

/// Who waits for the answer to a problem.
enum Waiting {
    /// A problem of the input. With equal problems told apart, several.
    New(Vec<Row>),
    /// A problem that was open in the store.
    Again(i64),
}

/// A batch whose problems are solved elsewhere.
pub struct Remote<'a> {
    run: &'a Run<'a>,
    master: &'a Master,
    /// A job without problems.
    template: Job,
    /// How long a worker may be silent, in seconds.
    wait: f64,
    /// How many jobs may be on their way.
    depth: usize,
    /// Seconds that a problem took on the average, lately.
    pace: f64,
    /// From how many answers that is known.
    answers: u64,
    /// For which limit.
    paced: Option<Rung>,
}

/// One round: a stream of problems with one limit.
struct Round<'r, 'a> {
    remote: &'r mut Remote<'a>,
    rung: Rung,
    away: HashMap<String, Waiting>,
    chunk: Vec<String>,
    buffer: WriteBuffer,
    reporter: Reporter,
    heard: Instant,
}

impl<'a> Remote<'a> {
    /// A batch for the workers of a queue.
    pub fn new(run: &'a Run<'a>, master: &'a Master, args: &Batch) -> Remote<'a> {
        let mut request = args.work.request();
        let posed = Form::of(run.dedup).posed(request.problem());
        *request.problem_mut() = posed;
        let template = Job {
            request,
            rung: args.work.ladder().last(),
            problems: vec![],
            tries: 0,
            certificates: false,
        };
        let (wait, depth) = (args.access.queue_wait, args.queue_depth as usize);
        Remote { run, master, template, wait, depth, pace: 0.1, answers: 0, paced: None }
    }

    /// Has a stream solved.
    pub fn round(
        &mut self,
        from: From,
        rung: &Rung,
        examiner: &mut Examiner,
        store: &mut dyn Store,
        tally: &mut Tally,
    ) -> Result<(), Failure> {
        let stream = Stream(Mutex::new(from), AtomicU64::new(0));
        self.expect(rung);
        let mut reader = Reader { run: self.run, examiner, lookup: store.lookup()? };
        let mut round = Round {
            remote: self,
            rung: *rung,
            away: HashMap::new(),
            chunk: vec![],
            buffer: WriteBuffer::default(),
            reporter: Reporter::default(),
            heard: Instant::now(),
        };
        round.run(&stream, &mut reader, store, tally)
    }
}

impl Remote<'_> {
    /// Nothing is known about problems with another limit: a tenth of a second each, or, if they were open at a
    /// smaller one, that long.
    fn expect(&mut self, rung: &Rung) {
        if self.paced.as_ref() != Some(rung) {
            let least = self.paced.map_or(0.1, |smaller| smaller.seconds.min(1.0));
            (self.pace, self.answers, self.paced) = (least, 0, Some(*rung));
        }
    }

    fn learn(&mut self, seconds: f64) {
        self.answers += 1;
        self.pace += (seconds - self.pace) / self.answers.min(KNOWN) as f64;
    }
}

impl Round<'_, '_> {
    fn run(
        &mut self,
        stream: &Stream,
        reader: &mut Reader<'_>,
        store: &mut dyn Store,
        tally: &mut Tally,
    ) -> Result<(), Failure> {
        let mut progress = Progress::after(super::QUIET);
        let mut ended = false;
        loop {
            let stopped = self.remote.run.stop.asked();
            while !ended && !stopped && self.has_room() {
                ended = self.take(stream, reader, tally)?;
            }
            if ended || self.away.len() >= MOST_AWAY {
                self.send();
            }
            if stopped || (ended && self.away.is_empty()) {
                break;
            }
            for answered in self.remote.master.receive(Duration::from_millis(20)) {
                self.hear(answered, tally)?;
            }
            let patience = SILENCES * self.remote.wait + self.rung.seconds.min(1e6);
            if self.remote.master.lost() || self.heard.elapsed().as_secs_f64() > patience {
                self.send_again();
            }
            if self.buffer.is_due() {
                tally.equal += self.buffer.write(store, &self.remote.run.claims)?;
            }
            tally.bytes = stream.bytes();
            progress.tell(|| tally.progress(self.remote.run.started.elapsed().as_secs_f64()));
        }
        std::mem::take(&mut self.reporter).finish();
        while !self.buffer.is_empty() {
            tally.equal += self.buffer.write(store, &self.remote.run.claims)?;
        }
        Ok(())
    }

    fn size(&self) -> usize {
        (CHUNK_SECONDS / self.remote.pace.max(1e-6)).clamp(1.0, MOST_IN_CHUNK) as usize
    }

    fn has_room(&self) -> bool {
        let Remote { depth, answers, .. } = *self.remote;
        let jobs = if answers < KNOWN / 2 { depth.min(FIRST_JOBS) } else { depth };
        self.away.len() < (jobs * self.size()).min(MOST_AWAY)
    }

    /// Takes something from the stream; true at its end.
    fn take(
        &mut self,
        stream: &Stream,
        reader: &mut Reader<'_>,
        tally: &mut Tally,
    ) -> Result<bool, Failure> {
        let event = match stream.next() {
            Ok(None) => return Ok(true),
            Ok(Some(Task::Again((number, canonical)))) => {
                self.ask(canonical, Waiting::Again(number));
                return Ok(false);
            }
            Ok(Some(Task::New(item))) => match reader.prepare(item) {
                Prepared::Nothing => return Ok(false),
                Prepared::Settled(event) => event,
                Prepared::New(row, _) => {
                    self.ask(row.canonical.clone(), Waiting::New(vec![*row]));
                    return Ok(false);
                }
            },
            Err(report) => Event::Bad(Box::new(report)),
        };
        match event {
            Event::Fatal(report) => Err((*report).into()),
            Event::Bad(report) => {
                tally.bad += 1;
                self.reporter.show(&report);
                Ok(false)
            }
            event => {
                self.buffer.take(event, tally);
                Ok(false)
            }
        }
    }

    fn ask(&mut self, canonical: String, waiting: Waiting) {
        // Where equal problems are told apart in the store, they still need to be solved only once here.
        if let (Some(Waiting::New(rows)), Waiting::New(more)) =
            (self.away.get_mut(&canonical), &waiting)
        {
            rows.extend(more.iter().cloned());
            return;
        }
        self.chunk.push(canonical.clone());
        self.away.insert(canonical, waiting);
        if self.chunk.len() >= self.size() {
            self.send();
        }
    }

    fn send(&mut self) {
        if self.chunk.is_empty() {
            return;
        }
        let problems = std::mem::take(&mut self.chunk);
        self.remote.master.send(&Job { problems, rung: self.rung, ..self.remote.template.clone() });
    }

    fn send_again(&mut self) {
        self.heard = Instant::now();
        let all: Vec<String> = self.away.keys().cloned().collect();
        for problems in all.chunks(self.size()) {
            let problems = problems.to_vec();
            self.remote.master.send(&Job { problems, rung: self.rung, ..self.remote.template.clone() });
        }
    }

    fn hear(&mut self, answered: Answered, tally: &mut Tally) -> Result<(), Failure> {
        self.heard = Instant::now();
        if answered.rung != self.rung {
            return Ok(());
        }
        // Unknown here: heard before, or asked by an earlier master.
        let Some(waiting) = self.away.remove(&answered.canonical) else { return Ok(()) };
        let answer = answered.answer.map_err(of_a_worker)?;
        self.remote.learn(answer.seconds());
        let finding = Finding { answer, rung: self.rung };
        match waiting {
            Waiting::Again(number) => {
                self.buffer.take(Event::Improved(number, Box::new(finding)), tally);
            }
            Waiting::New(rows) => {
                for row in rows {
                    self.buffer.take(Event::Found(Box::new((row, finding.clone()))), tally);
                }
            }
        }
        Ok(())
    }
}
