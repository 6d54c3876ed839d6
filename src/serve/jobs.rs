//! Searches: a queue of bounded length, threads that take from it, and what became of each.
//!
//! Memory is set aside when a job is taken on and given back when it ends, so all together never use more than the
//! server was given. A job that somebody waits for is cancelled when that one goes; one that runs by itself is
//! cancelled when nobody has asked about it for a minute.

use super::Plan;
use serde_json::{Value, json};
use std::collections::VecDeque;
use std::hash::{BuildHasher, RandomState};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};
use tokio::sync::{Semaphore, watch};
use tsumugi_api::solve::MOST_CERTIFICATE;
use tsumugi_api::{Answer, Conductor, Fault, House, Progress, Request, Stage, message};
use tsumugi_clock::{Clock, StopToken};

/// How many finished jobs are remembered, and how many bytes of their certificates.
const REMEMBERED: usize = 64;
const MOST_CERTIFICATES: usize = 64 << 20;

/// A job that nobody asked about for this long is cancelled.
const ABANDONED: Duration = Duration::from_secs(60);

/// How many requests are read at the same time, and how many large ones.
const READERS: usize = 16;
const LARGE_READERS: usize = 2;

/// How a job stands.
#[derive(Clone)]
pub enum State {
    /// It waits for a thread.
    Queued,
    /// It runs; what it told last.
    Running(Option<Box<Progress>>),
    /// It has ended.
    Done(Arc<Result<Outcome, Fault>>),
}

/// What a request came to.
pub struct Outcome {
    /// The answer.
    answer: Value,
    /// The certificate, if one was asked for and made.
    pub certificate: Option<String>,
}

/// A search that was asked for.
pub struct Job {
    /// Its name.
    pub id: String,
    kind: &'static str,
    cancelled: Arc<AtomicBool>,
    state: watch::Sender<State>,
    /// Does somebody wait for it, who cancels it when going?
    attended: bool,
    streams: AtomicUsize,
    seen: Mutex<Instant>,
}

impl Job {
    /// How it stands, now and later.
    pub fn state(&self) -> watch::Receiver<State> {
        self.state.subscribe()
    }

    /// Ends it soon.
    pub fn cancel(&self) {
        self.cancelled.store(true, Ordering::Relaxed);
    }

    /// Somebody asked about it.
    pub fn see(&self) {
        *locked(&self.seen) = Instant::now();
    }

    /// Somebody wants to hear how it goes, until the answer is dropped.
    pub fn listen(self: &Arc<Job>) -> Listener {
        self.streams.fetch_add(1, Ordering::Relaxed);
        Listener(self.clone())
    }

    fn is_abandoned(&self) -> bool {
        let heard = self.attended || self.streams.load(Ordering::Relaxed) > 0;
        !heard && locked(&self.seen).elapsed() > ABANDONED
    }

    /// How it stands, in JSON.
    pub fn json(&self) -> Value {
        let state = self.state.borrow().clone();
        let (word, progress, answer, error) = match &state {
            State::Queued => ("queued", Value::Null, Value::Null, Value::Null),
            State::Running(told) => ("running", json!(told), Value::Null, Value::Null),
            State::Done(done) => match &**done {
                Ok(_) => ("done", Value::Null, self.answer(done), Value::Null),
                Err(fault) => ("failed", Value::Null, Value::Null, fault.json()["error"].clone()),
            },
        };
        json!({
            "job": self.id,
            "kind": self.kind,
            "state": word,
            "progress": progress,
            "answer": answer,
            "error": error,
        })
    }

    /// The answer; where there is a certificate, it says where.
    pub fn answer(&self, done: &Result<Outcome, Fault>) -> Value {
        let Ok(outcome) = done else { return Value::Null };
        let mut answer = outcome.answer.clone();
        if outcome.certificate.is_some() {
            answer["certificate"] = json!(format!("/api/v1/jobs/{}/certificate", self.id));
        }
        answer
    }
}

/// Somebody who hears how a job goes.
pub struct Listener(Arc<Job>);

impl Drop for Listener {
    fn drop(&mut self) {
        self.0.see();
        self.0.streams.fetch_sub(1, Ordering::Relaxed);
    }
}

/// All jobs of a server.
pub struct Jobs {
    shared: Arc<Shared>,
    threads: Mutex<Vec<JoinHandle<()>>>,
    /// What a single request is allowed.
    pub house: House,
    queue: usize,
    bytes: u64,
    /// Who may read requests at the same time, and who large ones.
    pub readers: Semaphore,
    pub large: Semaphore,
}

struct Shared {
    books: Mutex<Books>,
    wake: Condvar,
}

#[derive(Default)]
struct Books {
    waiting: VecDeque<(Arc<Job>, Request)>,
    /// Every job that is remembered, the oldest first.
    all: VecDeque<Arc<Job>>,
    /// Bytes set aside.
    used: u64,
    count: u64,
    closed: bool,
}

impl Jobs {
    /// Starts the threads.
    pub fn open(plan: &Plan) -> Jobs {
        let shared = Arc::new(Shared { books: Mutex::default(), wake: Condvar::new() });
        let worker = |_| {
            let shared = shared.clone();
            thread::spawn(move || shared.work())
        };
        let threads = Mutex::new((0..plan.workers).map(worker).collect());
        Jobs {
            shared,
            threads,
            house: plan.house,
            queue: plan.queue,
            bytes: plan.bytes,
            readers: Semaphore::new(READERS),
            large: Semaphore::new(LARGE_READERS),
        }
    }

    /// Takes work on, if there is room for it.
    ///
    /// # Errors
    /// Why there is none.
    pub fn submit(&self, request: Request, attended: bool) -> Result<Arc<Job>, Fault> {
        let mut books = locked(&self.shared.books);
        if books.closed || books.waiting.len() >= self.queue {
            let waiting = books.waiting.len();
            let message = message!(
                "{waiting} requests are waiting already",
                "順番待ちがすでに{waiting}件あります",
            );
            return Err(Fault::new(503, "busy", message));
        }
        let (needed, left) = (request.bytes(), self.bytes - books.used);
        if needed > left {
            let (needed, left) = (needed.div_ceil(1 << 20), left >> 20);
            let all = self.bytes >> 20;
            let status = if needed > all { 422 } else { 503 };
            let message = message!(
                "{needed} MiB are needed, {left} of {all} MiB are free",
                "メモリが{needed} MiB必要ですが、空きは{all} MiBのうち{left} MiBです",
            );
            return Err(Fault::new(status, "memory", message));
        }
        books.used += needed;
        books.count += 1;
        let job = Arc::new(Job {
            id: format!("{}-{:08x}", books.count, RandomState::new().hash_one(books.count) as u32),
            kind: request.name(),
            cancelled: Arc::default(),
            state: watch::Sender::new(State::Queued),
            attended,
            streams: AtomicUsize::new(0),
            seen: Mutex::new(Instant::now()),
        });
        books.waiting.push_back((job.clone(), request));
        books.all.push_back(job.clone());
        books.forget();
        drop(books);
        self.shared.wake.notify_one();
        Ok(job)
    }

    /// The job of this name, if it is remembered.
    pub fn find(&self, id: &str) -> Option<Arc<Job>> {
        locked(&self.shared.books).all.iter().find(|job| job.id == id).cloned()
    }

    /// Cancels everything and takes nothing on.
    pub fn close(&self) {
        let mut books = locked(&self.shared.books);
        books.closed = true;
        books.all.iter().for_each(|job| job.cancel());
        drop(books);
        self.shared.wake.notify_all();
    }
}

impl Drop for Jobs {
    fn drop(&mut self) {
        self.close();
        for thread in locked(&self.threads).drain(..) {
            // A thread that panicked has said so.
            let _ = thread.join();
        }
    }
}

impl Books {
    /// Forgets the oldest jobs that have ended, if there are too many or their certificates too large.
    fn forget(&mut self) {
        let size = |job: &Arc<Job>| match &*job.state.borrow() {
            State::Done(done) => Some(match &**done {
                Ok(outcome) => outcome.certificate.as_ref().map_or(0, String::len),
                Err(_) => 0,
            }),
            _ => None,
        };
        let (mut ended, mut bytes) = (0, 0);
        let mut kept: VecDeque<Arc<Job>> = VecDeque::new();
        for job in self.all.drain(..).rev() {
            if let Some(size) = size(&job) {
                (ended, bytes) = (ended + 1, bytes + size);
                if ended > REMEMBERED || bytes > MOST_CERTIFICATES {
                    continue;
                }
            }
            kept.push_front(job);
        }
        self.all = kept;
    }
}

impl Shared {
    /// Takes jobs until the server closes.
    fn work(&self) {
        while let Some((job, request)) = self.next() {
            let bytes = request.bytes();
            let done = run(&job, &request);
            let mut books = locked(&self.books);
            books.used -= bytes;
            job.see();
            job.state.send_replace(State::Done(Arc::new(done)));
            books.forget();
        }
    }

    fn next(&self) -> Option<(Arc<Job>, Request)> {
        let mut books = locked(&self.books);
        loop {
            if let Some(next) = books.waiting.pop_front() {
                return Some(next);
            }
            if books.closed {
                return None;
            }
            books = self.wake.wait(books).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Runs a job to its end.
fn run(job: &Job, request: &Request) -> Result<Outcome, Fault> {
    job.state.send_replace(State::Running(None));
    let mut tell = |progress: &Progress| {
        job.state.send_replace(State::Running(Some(Box::new(progress.clone()))));
        if job.is_abandoned() {
            job.cancel();
        }
    };
    let mut stage = Stage::new(&Clock::system(), StopToken::on(job.cancelled.clone()), &mut tell);
    let mut certificate = Certificate::default();
    let mut write = |lines: &str| certificate.write(lines);
    // Whatever goes wrong in a search, the server goes on.
    let answer =
        catch_unwind(AssertUnwindSafe(|| Conductor::bounded().run(request, &mut stage, &mut write)));
    let crashed = |_| {
        let message = message!("the search ended unexpectedly", "探索が途中で終わってしまいました");
        Err(Fault::new(500, "crashed", message))
    };
    let answer = answer.unwrap_or_else(crashed)?;
    let wanted = matches!(request, Request::Solve(request) if request.certificate);
    let proved = matches!(&answer, Answer::Solve(solved) if solved.proved);
    let certificate = certificate.finish().filter(|_| wanted && proved);
    Ok(Outcome { answer: answer.json(), certificate })
}

/// A certificate in memory, as long as it is not too long.
#[derive(Default)]
struct Certificate {
    text: String,
    too_long: bool,
}

impl Certificate {
    fn write(&mut self, lines: &str) {
        self.too_long |= self.text.len() + lines.len() > MOST_CERTIFICATE;
        if self.too_long {
            self.text = String::new();
        } else {
            self.text.push_str(lines);
        }
    }

    fn finish(self) -> Option<String> {
        (!self.too_long).then_some(self.text)
    }
}

/// A lock that a panic elsewhere does not spoil: what it guards is whole at all times.
fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
