//! Requests, answered without the GIL.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use serde_json::{Value, json};
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::Duration;
use tsumugi_api::{Answer, Conductor, Fault, House, Progress, Request, Stage, message};
use tsumugi_clock::{Clock, StopToken};
use tsumugi_notation::read;
use tsumugi_shell::memory;

/// How long a waiting caller leaves Python alone. Less: the GIL is taken from other threads for nothing. More: Ctrl-C and a
/// stop event are heard late.
const PAUSE: Duration = Duration::from_millis(40);

/// What the command line allows: MiB for a table, threads.
const HOUSE: House = House { hash: 256, most_hash: 1 << 20, most_threads: 256, most_seconds: None };

/// Seconds for an alternative that `check` looks at, unless a request says otherwise, as on the command line.
const TIME_EACH: f64 = 60.0;

/// MiB for the positions of a helpmate, unless a request says otherwise, as on the command line.
const HELPMATE_MEMORY: u32 = 2048;

/// Whether the request was answered, the answer or the refusal as JSON, and the certificate if one was asked for and made.
type Outcome = (bool, String, Option<String>);

/// Answers the request of this name, a JSON object. `progress` is called with a JSON object now and then; `stop` is an
/// object whose `is_set()` is asked now and then, and ends the search when it says yes: its answer is what is known by then.
#[pyfunction]
pub fn ask(
    py: Python<'_>,
    name: String,
    body: String,
    progress: Option<Bound<'_, PyAny>>,
    stop: Option<Bound<'_, PyAny>>,
) -> PyResult<Outcome> {
    let work = Arc::new(Work::default());
    let worker = begin(&work, name, body, progress.is_some())?;
    loop {
        let (told, over) = py.detach(|| work.wait(PAUSE));
        let heard = py.check_signals().and_then(|()| {
            if let (Some(progress), Some(told)) = (&progress, told) {
                progress.call1((told,))?;
            }
            match &stop {
                Some(stop) => stop.call_method0("is_set")?.is_truthy(),
                None => Ok(false),
            }
        });
        match heard {
            Ok(false) => {}
            Ok(true) => work.stop.store(true, Ordering::Relaxed),
            // Ctrl-C, or whatever a callback raised: nothing goes on behind the caller's back.
            Err(error) => {
                work.stop.store(true, Ordering::Relaxed);
                _ = py.detach(|| worker.join());
                return Err(error);
            }
        }
        if over {
            return Ok(py.detach(|| worker.join()).unwrap_or_else(|panic| resume_unwind(panic)));
        }
    }
}

/// What the thread that works and the one that waits have in common.
#[derive(Default)]
struct Work {
    stop: Arc<AtomicBool>,
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The newest that was told and not yet passed on. Who is slow to hear misses what was told in between.
    told: Option<String>,
    over: bool,
}

impl Work {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tell(&self, progress: &Progress) {
        self.state().told = Some(json!(progress).to_string());
        self.changed.notify_one();
    }

    /// Waits for news or the end, but not for ever: what was told, and whether the work is over.
    fn wait(&self, most: Duration) -> (Option<String>, bool) {
        let quiet = |state: &mut State| !state.over && state.told.is_none();
        let waited = self.changed.wait_timeout_while(self.state(), most, quiet);
        let (mut state, _) = waited.unwrap_or_else(PoisonError::into_inner);
        (state.told.take(), state.over)
    }
}

/// Says that the work is over, also when it ends in a panic.
struct Ending(Arc<Work>);

impl Drop for Ending {
    fn drop(&mut self) {
        self.0.state().over = true;
        self.0.changed.notify_one();
    }
}

fn begin(
    work: &Arc<Work>,
    name: String,
    body: String,
    is_heard: bool,
) -> PyResult<JoinHandle<Outcome>> {
    let ending = Ending(work.clone());
    let run = move || {
        let work = &ending.0;
        let mut tell = |progress: &Progress| {
            if is_heard {
                work.tell(progress);
            }
        };
        match answer(&name, &body, StopToken::on(work.stop.clone()), &mut tell) {
            Ok((answer, certificate)) => (true, answer.to_string(), certificate),
            Err(fault) => (false, fault.json().to_string(), None),
        }
    };
    let started = thread::Builder::new().name("tsumugi".to_string()).spawn(run);
    started.map_err(|error| PyRuntimeError::new_err(format!("no thread can be started: {error}")))
}

/// The answer, and the certificate if there is one.
fn answer(
    name: &str,
    body: &str,
    stop: StopToken,
    tell: &mut (dyn FnMut(&Progress) + Send),
) -> Result<(Value, Option<String>), Fault> {
    let request = read(name, body)?;
    let wanted = matches!(&request, Request::Solve(solve) if solve.certificate);
    let mut text = String::new();
    let mut write = |lines: &str| {
        if wanted {
            text.push_str(lines);
        }
    };
    let mut stage = Stage::new(&Clock::system(), stop, tell);
    let answer = Conductor::default().run(&request, &mut stage, &mut write)?;
    let proved = matches!(&answer, Answer::Solve(solved) if solved.proved);
    Ok((answer.json(), (wanted && proved).then_some(text)))
}

/// Reads a request. What it leaves open is filled in as the command line does.
fn read(name: &str, body: &str) -> Result<Request, Fault> {
    let mut body: Value = serde_json::from_str(body).unwrap_or_default();
    let mut threads = None;
    if let Some(fields) = body.as_object_mut() {
        let mut fill = |key: &str, value: Value| _ = fields.entry(key).or_insert(value);
        match name {
            "check" => {
                fill("threads", json!(processors()));
                fill("time_each", json!(TIME_EACH));
            }
            "helpmate" => {
                fill("threads", json!(processors()));
                fill("hash", json!(memory::modest(HELPMATE_MEMORY)));
            }
            // Whoever asks over a network does not say so.
            "verify" => threads = fields.remove("threads").and_then(|threads| threads.as_u64()),
            _ => {}
        }
    }
    let mut request = Request::read(name, body, &HOUSE)?;
    if let Request::Verify(verify) = &mut request {
        let most = HOUSE.most_threads;
        verify.threads = threads.map_or_else(processors, |threads| threads.min(most.into()) as u32);
    }
    one_problem(&request)?;
    fits(&request)?;
    Ok(request)
}

fn processors() -> u32 {
    thread::available_parallelism().map_or(1, |n| n.get() as u32)
}

/// A text with several problems is refused: the others would be forgotten in silence.
fn one_problem(request: &Request) -> Result<(), Fault> {
    let text = request.problem().text.as_deref().unwrap_or_default();
    match read::read_text(None, text, None) {
        Ok(all) if all.len() > 1 => {
            Err(Fault::bad_request(message!("expected one problem", "問題は1題だけ指定してください")))
        }
        _ => Ok(()),
    }
}

/// A table larger than the memory that is free would end the whole interpreter.
fn fits(request: &Request) -> Result<(), Fault> {
    let hash = match request {
        Request::Solve(request) => request.hash,
        Request::Check(request) => request.hash,
        Request::Mend(request) => request.hash,
        Request::Similar(request) => request.hash,
        Request::Compose(request) => request.hash,
        Request::Helpmate(request) => request.hash,
        _ => None,
    };
    let shortage = hash.and_then(memory::shortage);
    shortage.map_or(Ok(()), |message| Err(Fault::new(422, "memory", message)))
}
