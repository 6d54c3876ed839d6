//! `tsumugi batch`: one question about any number of problems, kept in a store and continued from there.
//!
//! Threads take problems from one stream, bring them into their canonical form (or leave them as they are written,
//! where equal ones are told apart), and solve those that nobody has solved or is solving; this thread alone writes. With limits that grow, what is open after the stream has ended
//! comes from the store, again and again until the last limit.

mod claims;
pub mod examiner;
pub mod input;
mod jsonl;
#[cfg(feature = "queue")]
mod remote;
#[cfg(feature = "sqlite")]
mod sqlite;
pub mod store;

use crate::args::{Batch, Counts, Shard, Work};
use crate::exit::Exit;
use crate::language::told;
use crate::memory;
use crate::output;
use crate::problems::InputProblem;
use crate::render;
use crate::report::{Failure, Report, Reporter};
use crate::stop::Stop;
use crate::terminal::Progress;
use claims::Claims;
use tsumugi_api::{Message, message};

use crate::ladder::{Ladder, Rung};
use examiner::{Examiner, Form};
use input::{Input, Item, Origin};
use serde_json::json;
use std::collections::{BTreeMap, VecDeque};
use std::ffi::OsString;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender, TryRecvError};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use store::{About, Finding, Lookup, Open, Row, Store};
use tsumugi_notation::read;
use tsumugi_shell::searching::check_options;
use tsumugi_shogi::Setup;
use tsumugi_tsume::canonical::{Canonical, Turned};

/// Between two looks at what the threads have found.
const BETWEEN_LOOKS: Duration = Duration::from_millis(5);
/// Results are written at least this often.
const BETWEEN_WRITES: Duration = Duration::from_millis(500);
/// Results that are written together at most.
const MOST_TOGETHER: usize = 2_000;
/// A batch shorter than this shows no progress.
const QUIET: Duration = Duration::from_millis(800);

/// Works through all problems.
pub fn run(args: &Batch) -> Result<Exit, Failure> {
    #[cfg(not(feature = "queue"))]
    if args.queue.is_some() {
        return Err(crate::features::Feature::Queue.missing().into());
    }
    let processors = || std::thread::available_parallelism().map_or(1, |n| n.get() as u32);
    let threads = args.threads.unwrap_or_else(processors);
    memory::check(args.hash.saturating_mul(threads))?;
    check_options(&args.work.option)?;
    let stop = Stop::on_interrupt();
    let ladder = args.work.ladder();
    let form = Form::of(!args.selection.no_dedup);
    let names: Vec<String> = args.files.iter().map(|file| input::name_of(file)).collect();
    let about = About {
        files: &names,
        question: args.work.question.name(),
        settings: &settings(&args.work, form),
        last: ladder.last(),
        dedup: !args.selection.no_dedup,
    };
    let mut store = store::open(&args.out, &about)?;
    let done = names.iter().map(|name| store.done(name)).collect::<Result<Vec<_>, _>>()?;
    let batch = Run {
        files: &args.files,
        from: args.from,
        done,
        dedup: !args.selection.no_dedup,
        shard: args.selection.shard,
        stop: &stop,
        claims: Claims::default(),
        started: Instant::now(),
    };
    let mut tally = Tally::default();
    match &args.queue {
        #[cfg(feature = "queue")]
        Some(url) => {
            let mut examiner = Examiner::new(args.work.request(), form, 1, &stop);
            let master = crate::queue::Master::start(url, &args.access)?;
            let mut remote = remote::Remote::new(&batch, &master, args);
            batch.all(&ladder, store.as_mut(), &mut tally, |from, rung, store, tally| {
                remote.round(from, rung, &mut examiner, store, tally)
            })?;
        }
        _ => {
            let examiner = |_| Examiner::new(args.work.request(), form, args.hash, &stop);
            let mut examiners: Vec<Examiner> = (0..threads).map(examiner).collect();
            batch.all(&ladder, store.as_mut(), &mut tally, |from, rung, store, tally| {
                batch.round(from, rung, &mut examiners, store, tally)
            })?;
        }
    }
    let verdicts = store.verdicts()?;
    let text = tally.text(&verdicts, batch.started.elapsed().as_secs_f64(), args.format);
    output::to_stdout(text.as_bytes())?;
    let open = verdicts.keys().any(|verdict| verdict == "unknown" || verdict == "unsettled");
    Ok(match (tally.bad > 0, stop.asked() || open) {
        (true, _) => Exit::Misuse,
        (false, true) => Exit::GaveUp,
        (false, false) => Exit::Yes,
    })
}

/// All that has a say in an answer beside the problem and the limits, as text.
fn settings(work: &Work, form: Form) -> String {
    let options: Vec<String> =
        work.option.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let mut settings = json!({
        "options": options,
        "verify": work.verify,
        "allow": format!("{:?}", work.admission.allow),
        "attacker": work.sides.attacker().map(|color| color.to_string()),
        "as_written": work.sides.as_written,
    });
    if form == Form::AsWritten {
        settings["equal_problems"] = json!("told apart");
    }
    settings.to_string()
}

/// What the threads of a batch share.
struct Run<'a> {
    files: &'a [OsString],
    from: Option<read::Format>,
    /// For each file and line the digest of what was done there before.
    done: Vec<Vec<u32>>,
    dedup: bool,
    shard: Option<Shard>,
    stop: &'a Stop,
    claims: Claims,
    started: Instant,
}

/// What a thread tells the one that writes.
enum Event {
    /// A new problem was attempted.
    Found(Box<(Row, Finding)>),
    /// An open problem was attempted again.
    Improved(i64, Box<Finding>),
    /// Problems that the store knows already.
    Equal(Vec<Row>),
    /// The line was done by an earlier run.
    Before,
    /// Something is wrong with a problem.
    Bad(Box<Report>),
    /// Something is wrong with the program, or with the store.
    Fatal(Box<Report>),
}

/// Where the problems of a round come from, for all threads.
struct Stream(Mutex<From>, AtomicU64);

enum From {
    Input(Input),
    Open(VecDeque<Open>),
}

/// One thing to do.
enum Task {
    New(Item),
    Again(Open),
}

impl Stream {
    /// How many bytes of the input were read.
    fn bytes(&self) -> u64 {
        self.1.load(Ordering::Relaxed)
    }

    fn next(&self) -> Result<Option<Task>, Report> {
        let mut from = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match &mut *from {
            From::Input(input) => {
                let item = input.next()?;
                self.1.store(input.bytes(), Ordering::Relaxed);
                Ok(item.map(Task::New))
            }
            From::Open(open) => Ok(open.pop_front().map(Task::Again)),
        }
    }
}

impl Run<'_> {
    /// The stream, and then what is open, limit by limit. A round of either is solved as `solve` says.
    fn all(
        &self,
        ladder: &Ladder,
        store: &mut dyn Store,
        tally: &mut Tally,
        mut solve: impl FnMut(From, &Rung, &mut dyn Store, &mut Tally) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let input = Input::new(self.files, self.from);
        tally.total_bytes = input.total_bytes();
        let first = ladder.rungs()[0];
        solve(From::Input(input), &first, store, tally)?;
        for rung in ladder.rungs() {
            let mut after = 0;
            while !self.stop.asked() {
                let open = store.open(rung, after)?;
                let Some((last, _)) = open.last() else { break };
                after = *last;
                tally.rung = Some(*rung);
                solve(From::Open(open.into()), rung, store, tally)?;
            }
        }
        Ok(store.finish()?)
    }

    /// Has all threads work on a stream until it ends.
    fn round(
        &self,
        from: From,
        rung: &Rung,
        examiners: &mut [Examiner],
        store: &mut dyn Store,
        tally: &mut Tally,
    ) -> Result<(), Failure> {
        let stream = Stream(Mutex::new(from), AtomicU64::new(0));
        let over = AtomicBool::new(false);
        let mut lookups = Vec::new();
        for _ in examiners.iter() {
            lookups.push(store.lookup()?);
        }
        std::thread::scope(|scope| {
            let (sender, events) = mpsc::sync_channel(4_096);
            for (examiner, lookup) in examiners.iter_mut().zip(lookups) {
                let reader = Reader { run: self, examiner, lookup };
                let worker = Worker { reader, rung: *rung, events: sender.clone() };
                let (stream, over) = (&stream, &over);
                scope.spawn(move || worker.work(stream, over));
            }
            drop(sender);
            let written = self.write(&events, &stream, store, tally);
            over.store(true, Ordering::Relaxed);
            // After an error the others must not wait for somebody to listen.
            drop(events);
            written
        })
    }

    /// Writes what the threads find until they have ended.
    fn write(
        &self,
        events: &Receiver<Event>,
        stream: &Stream,
        store: &mut dyn Store,
        tally: &mut Tally,
    ) -> Result<(), Failure> {
        let mut buffer = WriteBuffer::default();
        let mut reporter = Reporter::default();
        let mut progress = Progress::after(QUIET);
        let mut listening = true;
        while listening {
            // Waiting for each event would have every one of them wake this thread.
            std::thread::sleep(BETWEEN_LOOKS);
            loop {
                match events.try_recv() {
                    Ok(Event::Fatal(report)) => return Err((*report).into()),
                    Ok(Event::Bad(report)) => {
                        tally.bad += 1;
                        reporter.show(&report);
                    }
                    Ok(event) => buffer.take(event, tally),
                    Err(TryRecvError::Empty) => break,
                    Err(TryRecvError::Disconnected) => {
                        listening = false;
                        break;
                    }
                }
            }
            if buffer.is_due() {
                tally.equal += buffer.write(store, &self.claims)?;
            }
            tally.bytes = stream.bytes();
            progress.tell(|| tally.progress(self.started.elapsed().as_secs_f64()));
        }
        reporter.finish();
        // Writing may set free others that were waiting.
        while !buffer.is_empty() {
            tally.equal += buffer.write(store, &self.claims)?;
        }
        Ok(())
    }
}

/// What has been found and not been written.
struct WriteBuffer {
    found: Vec<(Row, Finding)>,
    improved: Vec<(i64, Finding)>,
    equal: Vec<Row>,
    written: Instant,
}

impl Default for WriteBuffer {
    fn default() -> WriteBuffer {
        WriteBuffer { found: vec![], improved: vec![], equal: vec![], written: Instant::now() }
    }
}

impl WriteBuffer {
    fn take(&mut self, event: Event, tally: &mut Tally) {
        match event {
            Event::Found(found) => {
                tally.solved += 1;
                self.found.push(*found);
            }
            Event::Improved(number, finding) => {
                tally.again += 1;
                self.improved.push((number, *finding));
            }
            Event::Equal(rows) => {
                tally.equal += rows.len() as u64;
                self.equal.extend(rows);
            }
            Event::Before => tally.before += 1,
            Event::Bad(_) | Event::Fatal(_) => {}
        }
    }

    fn len(&self) -> usize {
        self.found.len() + self.improved.len() + self.equal.len()
    }

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    fn is_due(&self) -> bool {
        self.len() >= MOST_TOGETHER || (!self.is_empty() && self.written.elapsed() >= BETWEEN_WRITES)
    }

    /// Writes everything; problems that waited for one of these come next: how many there are.
    fn write(&mut self, store: &mut dyn Store, claims: &Claims) -> Result<u64, Report> {
        let found = std::mem::take(&mut self.found);
        let names: Vec<String> = found.iter().map(|(row, _)| row.canonical.clone()).collect();
        store.write(found, std::mem::take(&mut self.equal))?;
        store.improve(std::mem::take(&mut self.improved))?;
        self.equal = claims.release(&names);
        self.written = Instant::now();
        Ok(self.equal.len() as u64)
    }
}

/// A thread that solves.
struct Worker<'a> {
    reader: Reader<'a>,
    rung: Rung,
    events: SyncSender<Event>,
}

impl Worker<'_> {
    /// Works until the stream ends, the user has enough, or nobody listens any more.
    fn work(mut self, stream: &Stream, over: &AtomicBool) {
        while !self.reader.run.stop.asked() && !over.load(Ordering::Relaxed) {
            let event = match stream.next() {
                Ok(None) => return,
                Ok(Some(Task::New(item))) => match self.reader.prepare(item) {
                    Prepared::Nothing => None,
                    Prepared::Settled(event) => Some(event),
                    Prepared::New(row, posed) => self.solve(*row, &posed),
                },
                Ok(Some(Task::Again((number, canonical)))) => self.again(number, &canonical),
                Err(report) => Some(Event::Bad(Box::new(report))),
            };
            if event.is_some_and(|event| self.events.send(event).is_err()) {
                return;
            }
        }
    }

    fn solve(&mut self, row: Row, posed: &Canonical) -> Option<Event> {
        match self.reader.examiner.answer(posed, &self.rung) {
            Ok(Some(answer)) => {
                Some(Event::Found(Box::new((row, Finding { answer, rung: self.rung }))))
            }
            Ok(None) => None,
            Err(report) => Some(Event::Fatal(Box::new(report))),
        }
    }

    fn again(&mut self, number: i64, canonical: &str) -> Option<Event> {
        match self.reader.examiner.answer_text(canonical, &self.rung) {
            Ok(Some(answer)) => {
                let finding = Finding { answer, rung: self.rung };
                Some(Event::Improved(number, Box::new(finding)))
            }
            Ok(None) => None,
            Err(report) => Some(Event::Fatal(Box::new(report))),
        }
    }
}

/// Makes problems of what was read.
struct Reader<'a> {
    run: &'a Run<'a>,
    examiner: &'a mut Examiner,
    lookup: Box<dyn Lookup>,
}

/// What became of something that was read.
enum Prepared {
    /// It says nothing, is somebody else's, or waits for an equal problem.
    Nothing,
    /// It needs no solving.
    Settled(Event),
    /// It is to be solved.
    New(Box<Row>, Box<Canonical>),
}

impl Reader<'_> {
    fn prepare(&mut self, item: Item) -> Prepared {
        match self.problem(item) {
            Ok(Some((origin, source))) => match self.examiner.pose(&source) {
                Ok(posed) => self.claim(origin, posed, source.record.setup.ply),
                Err(report) => Prepared::Settled(Event::Bad(Box::new(report))),
            },
            Ok(None) => Prepared::Nothing,
            Err(event) => Prepared::Settled(event),
        }
    }

    /// The problem, if there is one and it was not done before.
    fn problem(&self, item: Item) -> Result<Option<(Origin, InputProblem)>, Event> {
        match item {
            Item::Line { origin, .. } | Item::Whole(origin, _) if self.was_done(&origin) => {
                Err(Event::Before)
            }
            Item::Whole(origin, problem) => match *problem {
                Ok(problem) => Ok(Some((origin, problem))),
                Err(report) => Err(Event::Bad(Box::new(report))),
            },
            Item::Line { origin, bytes } => {
                let read = read::read_list_line(origin.line as usize, &bytes, self.run.from);
                let place = input::place(self.run.files, &origin);
                match read {
                    None => Ok(None),
                    Some(Ok(read::ReadRecord { name, record, format, rest, .. })) => {
                        let origin = Origin { name: name.clone(), ..origin };
                        Ok(Some((
                            origin,
                            InputProblem {
                                place,
                                number: (0, 1),
                                name,
                                record,
                                format,
                                played: 0,
                                rest,
                            },
                        )))
                    }
                    Some(Err(error)) => {
                        let text = String::from_utf8_lossy(&bytes);
                        let report = Report::unreadable(&error, place.source, Some(text.trim_end()));
                        Err(Event::Bad(Box::new(report)))
                    }
                }
            }
        }
    }

    fn was_done(&self, origin: &Origin) -> bool {
        let done = &self.run.done[origin.file];
        done.get(origin.line as usize).is_some_and(|&digest| digest == origin.digest)
    }

    /// Claims a problem, unless it belongs to somebody else, is solved, or is being solved.
    fn claim(&mut self, origin: Origin, form: Canonical, ply: u32) -> Prepared {
        if self.run.shard.is_some_and(|shard| form.hash() % shard.count != shard.index) {
            return Prepared::Nothing;
        }
        let is_sfen =
            form.turned == Turned::default() && form.moves.is_empty() && ply == form.setup.ply;
        let sfen = match is_sfen {
            true => form.text.clone(),
            false => Setup { ply, ..form.turned.setup(&form.setup) }.to_sfen(),
        };
        let row = Row { origin, sfen, canonical: form.text.clone(), turned: form.turned };
        if self.run.dedup {
            if !self.run.claims.claim(&row) {
                return Prepared::Nothing;
            }
            // After the claim: what was released before it has been written.
            match self.lookup.knows(&row.canonical) {
                Ok(false) => {}
                Ok(true) => {
                    // The store has it: so it has for those who waited meanwhile.
                    let mut rows = self.run.claims.release(std::slice::from_ref(&row.canonical));
                    rows.push(row);
                    return Prepared::Settled(Event::Equal(rows));
                }
                Err(report) => return Prepared::Settled(Event::Fatal(Box::new(report))),
            }
        }
        Prepared::New(Box::new(row), Box::new(form))
    }
}

/// How far a batch is.
#[derive(Default)]
struct Tally {
    /// New problems attempted.
    solved: u64,
    /// Attempts at what was open.
    again: u64,
    /// Problems equal to others.
    equal: u64,
    /// Problems done by earlier runs.
    before: u64,
    bad: u64,
    bytes: u64,
    total_bytes: Option<u64>,
    /// The limit of the attempts at what is open.
    rung: Option<Rung>,
}

impl Tally {
    fn progress(&self, seconds: f64) -> String {
        let attempts = (self.solved + self.again) as f64;
        let share =
            self.total_bytes.filter(|&total| total > 0).map(|total| self.bytes as f64 / total as f64);
        let rest = match (self.rung, share) {
            (Some(rung), _) => {
                let (again, limit) = (self.again, rung.seconds);
                told(&message!(
                    ", {again} of those open tried with {limit} s",
                    " 未解決のうち{again}題を{limit}秒で再挑戦",
                ))
            }
            (None, Some(share)) if share > 0.001 => {
                let (percent, left) = (share * 100.0, seconds / share - seconds);
                let left = Message::new(render::short_time(left), render::short_time_in_japanese(left));
                let said = left.japanese();
                told(&message!(", {percent:.0} %, {left} left", " {percent:.0}% 残り{said}"))
            }
            _ => String::new(),
        };
        let problems = render::short_number((self.solved + self.equal + self.before) as f64);
        let rate = render::short_number(attempts / seconds.max(0.001));
        told(&message!("{problems} problems, {rate}/s{rest}", "{problems}題 毎秒{rate}{rest}"))
    }

    /// The last words.
    fn text(&self, verdicts: &BTreeMap<String, u64>, seconds: f64, format: Counts) -> String {
        let Tally { solved, again, equal, before, bad, .. } = self;
        let rate = (solved + again) as f64 / seconds.max(1e-9);
        let total: u64 = verdicts.values().sum();
        if format == Counts::Json {
            let object = json!({
                "problems": total, "verdicts": verdicts, "solved": solved, "again": again,
                "equal": equal, "before": before, "bad": bad,
                "seconds": (seconds * 1000.0).round() / 1000.0, "rate": rate.round(),
            });
            return format!("{object}\n");
        }
        let counts: Vec<String> = verdicts
            .iter()
            .map(|(verdict, n)| told(&message!("{n} {verdict}", "{verdict} {n}")))
            .collect();
        let counts = if counts.is_empty() { String::new() } else { format!(": {}", counts.join(", ")) };
        let mut parts = vec![told(&message!("{solved} solved", "解答{solved}"))];
        let more = [
            (again, message!("{again} attempts repeated", "再挑戦{again}")),
            (equal, message!("{equal} equal to others", "重複{equal}")),
            (before, message!("{before} done before", "処理済{before}")),
            (bad, message!("{bad} bad", "不正{bad}")),
        ];
        parts.extend(more.iter().filter(|(n, _)| **n > 0).map(|(_, what)| told(what)));
        let parts = parts.join(", ");
        told(&message!(
            "{total} problems{counts}\nthis run: {parts}; {seconds:.1} s, {rate:.0}/s\n",
            "{total}題{counts}\n今回: {parts} {seconds:.1}秒 毎秒{rate:.0}\n",
        ))
    }
}
