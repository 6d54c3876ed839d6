//! `tsumugi worker`: solves what comes from a queue, until it is told to stop.
//!
//! Each thread has a solver and works on one job at a time. While it searches, the server is told now and then that the
//! job is in good hands; a worker that falls silent loses its job to another. When a job is nearly done the next one is
//! fetched, so that no thread waits for the network. Not earlier: another worker may be free before.

use crate::args::Worker;
use crate::commands::batch::examiner::{Examiner, Form};
use crate::exit::Exit;
use crate::language::told;
use crate::memory;
use crate::output;
use crate::queue::{self, Answered, Job, Names};
use crate::report::{self, Failure, Report};
use crate::stop::Stop;
use async_nats::jetstream::{AckKind, Context, Message};
use futures_util::StreamExt;
use futures_util::future::join_all;
use serde_json::json;
use std::cell::{Cell, RefCell};
use std::sync::mpsc;
use std::time::{Duration, Instant};
use tokio::sync::{Mutex, MutexGuard, oneshot};
use tsumugi_api::{Answer, Reason, Request, message};

/// A problem tried more often than this is too hard.
const TRIES: i64 = 3;
/// Between two attempts at something a server that is away cannot do.
const PAUSE: Duration = Duration::from_millis(200);
/// How long to wait for a job before asking again.
const ASK: Duration = Duration::from_secs(1);
/// Bytes of a message with results, about, before another one is begun.
const MESSAGE: usize = 400_000;
/// Bytes of a message that a server takes for certain.
const LARGEST: usize = 1_000_000;

/// The next job is fetched when one part in this many of the last is left.
const NEARLY: usize = 4;
/// Jobs of a thread at most: one is worked on, the other comes or goes.
const CONVERSATIONS: usize = 2;

/// A job for a thread.
struct Order {
    job: Job,
    /// Told when the job is nearly done.
    nearly: oneshot::Sender<()>,
    /// Where the answers go; none if it was stopped.
    told: oneshot::Sender<Option<Vec<Answered>>>,
}

/// A thread that solves, as the conversations see it.
struct Thread {
    orders: mpsc::Sender<Order>,
    /// Held by the conversation that asks for a job, until that job is nearly done.
    turn: Mutex<()>,
}

/// What the conversations of a worker share.
struct Worked<'a> {
    context: RefCell<Option<Context>>,
    args: &'a Worker,
    names: Names,
    stop: &'a Stop,
    busy: Cell<usize>,
    last: Cell<Instant>,
    jobs: Cell<u64>,
    problems: Cell<u64>,
}

/// Works until there is nothing to do for long enough, or the user has enough.
pub fn run(args: &Worker) -> Result<Exit, Failure> {
    let processors = || std::thread::available_parallelism().map_or(1, |n| n.get() as u32);
    let threads = args.threads.unwrap_or_else(processors);
    memory::check(args.hash.saturating_mul(threads))?;
    let stop = Stop::on_interrupt();
    let runtime = queue::runtime()?;
    // A server may come; files that cannot be read stay so.
    runtime.block_on(queue::options(&args.url, &args.access))?;
    let worked = Worked {
        context: RefCell::new(None),
        args,
        names: Names::new(&args.access.queue_name),
        stop: &stop,
        busy: Cell::new(0),
        last: Cell::new(Instant::now()),
        jobs: Cell::new(0),
        problems: Cell::new(0),
    };
    std::thread::scope(|scope| {
        let solvers = (0..threads).map(|_| {
            let (orders, taken) = mpsc::channel();
            let (stop, hash) = (stop.clone(), args.hash);
            scope.spawn(move || solve(&taken, hash, &stop));
            Thread { orders, turn: Mutex::new(()) }
        });
        let solvers: Vec<Thread> = solvers.collect();
        let conversations = solvers.iter().flat_map(|thread| [thread; CONVERSATIONS]);
        runtime.block_on(async {
            worked.connect().await;
            join_all(conversations.map(|thread| worked.converse(thread))).await;
        });
        drop(solvers);
    });
    let (problems, jobs) = (worked.problems.get(), worked.jobs.get());
    let text =
        told(&message!("{problems} problems in {jobs} jobs\n", "{problems}題（{jobs}ジョブ）\n"));
    output::to_stdout(text.as_bytes())?;
    Ok(Exit::Yes)
}

/// A thread that solves what it is ordered to.
fn solve(orders: &mpsc::Receiver<Order>, hash: u32, stop: &Stop) {
    let mut kept: Option<(Request, Examiner)> = None;
    while let Ok(Order { job, nearly, told }) = orders.recv() {
        let mut examiner = match kept.take().filter(|(last, _)| *last == job.request) {
            Some((_, examiner)) => examiner,
            None => Examiner::new(job.request.clone(), Form::AsWritten, hash, stop),
        };
        let answers = answer(&job, nearly, &mut examiner);
        kept = Some((job.request, examiner));
        // Whoever asked may have left.
        let _ = told.send(answers);
    }
}

fn answer(job: &Job, nearly: oneshot::Sender<()>, examiner: &mut Examiner) -> Option<Vec<Answered>> {
    let count = job.problems.len();
    let (mut all, mut nearly) = (Vec::with_capacity(count), Some(nearly));
    for canonical in &job.problems {
        if count - all.len() <= count / NEARLY {
            // Whoever asked may have left.
            nearly.take().map(|nearly| nearly.send(()));
        }
        all.push(match examiner.answer_text(canonical, &job.rung) {
            Ok(found) => Answered {
                canonical: canonical.clone(),
                rung: job.rung,
                answer: Ok(found?),
                certificate: examiner.take_certificate().filter(|_| job.certificates),
            },
            Err(report) => failed(job, canonical, &report),
        });
    }
    Some(all)
}

fn failed(job: &Job, canonical: &str, report: &Report) -> Answered {
    Answered {
        canonical: canonical.to_string(),
        rung: job.rung,
        answer: Err(report.message().to_string()),
        certificate: None,
    }
}

impl Worked<'_> {
    /// Waits for the server.
    async fn connect(&self) {
        let mut told = false;
        while !self.is_over() {
            match queue::connect(&self.args.url, &self.args.access).await {
                Ok(context) => {
                    *self.context.borrow_mut() = Some(context);
                    self.last.set(Instant::now());
                    return;
                }
                Err(error) if !told => {
                    let (what, said) = (error.message().english(), error.message().japanese());
                    report::note(&message!("{what}; waiting for it", "{said} 待っています"));
                    told = true;
                }
                Err(_) => {}
            }
            tokio::time::sleep(PAUSE).await;
        }
    }

    fn is_over(&self) -> bool {
        let idle = self.args.idle.is_some_and(|idle| self.last.get().elapsed().as_secs_f64() > idle);
        self.stop.asked() || (idle && self.busy.get() == 0)
    }

    /// Takes jobs for one thread.
    async fn converse(&self, thread: &Thread) {
        let context = self.context.borrow().clone();
        let Some(context) = context else { return };
        while !self.is_over() {
            let Ok(jobs) = queue::jobs(&context, &self.names).await else {
                tokio::time::sleep(PAUSE).await;
                continue;
            };
            // Long jobs are reported three times as often as needed.
            let every = (jobs.cached_info().config.ack_wait / 3).max(Duration::from_millis(50));
            loop {
                let turn = thread.turn.lock().await;
                if self.is_over() {
                    return;
                }
                let asked = jobs.batch().max_messages(1).expires(ASK).messages().await;
                let Ok(mut messages) = asked else { break };
                match messages.next().await {
                    Some(Ok(message)) => {
                        self.busy.set(self.busy.get() + 1);
                        self.take(&context, message, thread, turn, every).await;
                        self.busy.set(self.busy.get() - 1);
                        self.last.set(Instant::now());
                    }
                    Some(Err(_)) => break,
                    None => {}
                }
            }
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }

    /// Sees one job through.
    async fn take(
        &self,
        context: &Context,
        message: Message,
        thread: &Thread,
        turn: MutexGuard<'_, ()>,
        every: Duration,
    ) {
        let Some(job) = Job::from_bytes(&message.payload) else {
            report::note(&message!(
                "a message in the queue is no job",
                "キューにジョブでないものがあります",
            ));
            let _ = message.ack_with(AckKind::Term).await;
            return;
        };
        let tries = job.tries + message.info().map_or(1, |info| info.delivered);
        let again = tries > 1;
        if again && job.problems.len() > 1 {
            for single in job.split(tries - 1) {
                queue::surely(context, &self.names.jobs(), single.to_bytes()).await;
            }
        } else if tries > TRIES {
            self.give_up(context, &job, tries).await;
        } else if !self.work(context, &message, job, thread, turn, every).await {
            let _ = message.ack_with(AckKind::Nak(None)).await;
            return;
        }
        // Without an answer the job would come again, which does no harm.
        let _ = message.double_ack().await;
    }

    /// Has a thread solve a job, and publishes the answers; false if it was stopped.
    async fn work(
        &self,
        context: &Context,
        message: &Message,
        job: Job,
        thread: &Thread,
        turn: MutexGuard<'_, ()>,
        every: Duration,
    ) -> bool {
        let (told, mut answers) = oneshot::channel();
        let (nearly, mut is_nearly_done) = oneshot::channel();
        if thread.orders.send(Order { job, nearly, told }).is_err() {
            return false;
        }
        let mut turn = Some(turn);
        let answers = loop {
            tokio::select! {
                answers = &mut answers => break answers,
                _ = &mut is_nearly_done, if turn.is_some() => turn = None,
                () = tokio::time::sleep(every) => {
                    // A server that is away is not told; the next time will do.
                    let _ = message.ack_with(AckKind::Progress).await;
                }
            }
        };
        drop(turn);
        let Ok(Some(answers)) = answers else { return false };
        self.jobs.set(self.jobs.get() + 1);
        self.problems.set(self.problems.get() + answers.len() as u64);
        for bytes in messages(&answers) {
            queue::surely(context, &self.names.results(), bytes).await;
        }
        true
    }

    /// A problem that was tried too often, perhaps because it ends every worker, is put aside.
    async fn give_up(&self, context: &Context, job: &Job, tries: i64) {
        for canonical in &job.problems {
            let hard = json!({ "canonical": canonical, "tries": tries - 1 }).to_string();
            queue::surely(context, &self.names.hard(), hard.into_bytes()).await;
        }
        let none = |canonical: &String| Answer::none(&job.request, canonical.clone(), Reason::TooHard);
        let one = |canonical: &String| Answered {
            canonical: canonical.clone(),
            rung: job.rung,
            answer: none(canonical).ok_or_else(|| "no batch asks this".to_string()),
            certificate: None,
        };
        let answers: Vec<Answered> = job.problems.iter().map(one).collect();
        queue::surely(context, &self.names.results(), Answered::to_bytes(&answers)).await;
    }
}

/// Answers as messages that the server accepts.
fn messages(answers: &[Answered]) -> Vec<Vec<u8>> {
    let whole = Answered::to_bytes(answers);
    match answers.split_at_checked(answers.len() / 2) {
        Some((first, second)) if whole.len() > MESSAGE && !first.is_empty() => {
            [messages(first), messages(second)].concat()
        }
        // What cannot be sent with its certificate is sent without.
        _ if whole.len() > LARGEST => {
            let bare = |one: &Answered| Answered { certificate: None, ..one.clone() };
            vec![Answered::to_bytes(&answers.iter().map(bare).collect::<Vec<_>>())]
        }
        _ => vec![whole],
    }
}
