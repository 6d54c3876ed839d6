//! Where the parts of a family are handed out and their answers come together.

use crate::args::Compose as Args;
use crate::commands::batch::examiner::{Examiner, Form};
use crate::commands::batch::input::Origin;
use crate::commands::batch::store::{self, About, Finding, Row, Store};
use crate::ladder::Rung;
use crate::language::told;
use crate::render;
use crate::report::{Failure, Report, Source};
use crate::stop::Stop;
use crate::terminal::Progress;
use std::collections::HashSet;
use std::ops::Range;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tsumugi_api::compose::Answer;
use tsumugi_api::{Answer as Any, Reason, Request, message};
use tsumugi_shell::searching::QUIET;
use tsumugi_tsume::canonical::{Turned, fingerprint};

/// Arrangements in a part. Fewer: storing and sending parts takes a share of the work. More: more is lost when a part is broken off,
/// and a small family keeps one thread busy.
const PART: Range<u64> = 500..10_000;
/// The number of parts of a family, roughly, if they are not too small then.
const PARTS: u64 = 256;
/// Between two looks at the progress line.
const LOOK: Duration = Duration::from_millis(50);

/// The parts of a family that are asked for.
#[derive(Clone, Debug)]
pub struct Parts {
    range: Range<u64>,
    size: u64,
    next: u64,
}

impl Parts {
    /// Those from one number to another. Parts end at the same numbers, wherever they begin.
    ///
    /// # Errors
    /// When there are no such numbers.
    pub fn new(family: u64, from: u64, to: Option<u64>) -> Result<Parts, Report> {
        let to = to.unwrap_or(family);
        if to > family || from > to {
            return Err(Report::new(message!(
                "--from {from} --to {to}: the pattern fits {family} arrangements",
                "--from {from} --to {to}: この条件図に合うのは{family}通りです",
            )));
        }
        let size = (family / PARTS).clamp(PART.start, PART.end);
        Ok(Parts { range: from..to, size, next: from })
    }

    /// Is it one of them?
    fn has(&self, part: &Range<u64>) -> bool {
        let begins = part.start == self.range.start || part.start.is_multiple_of(self.size);
        let inside = self.range.start <= part.start && part.start < self.range.end;
        begins && inside && part.end == self.end_of(part.start)
    }

    /// Where the part ends that begins there.
    fn end_of(&self, from: u64) -> u64 {
        ((from / self.size + 1) * self.size).min(self.range.end)
    }

    /// All of them together.
    pub fn range(&self) -> Range<u64> {
        self.range.clone()
    }
}

impl Iterator for Parts {
    type Item = Range<u64>;

    fn next(&mut self) -> Option<Range<u64>> {
        let from = self.next;
        let to = self.end_of(from);
        self.next = to;
        (from < to).then_some(from..to)
    }
}

/// A part as it is stored and sent.
pub fn name_of(part: &Range<u64>) -> String {
    format!("{}-{}", part.start, part.end)
}

/// What is left to do, and until when.
struct Left {
    parts: Parts,
    /// Parts that the store holds.
    known: HashSet<String>,
    stop: Stop,
    started: Instant,
    until: Option<Duration>,
}

impl Left {
    /// The next part that nobody has tried.
    fn next(&mut self) -> Option<Range<u64>> {
        let known = &self.known;
        self.parts.by_ref().find(|part| !known.contains(&name_of(part)))
    }

    /// Seconds that are left.
    fn seconds(&self) -> f64 {
        let left = |until: Duration| until.saturating_sub(self.started.elapsed());
        self.until.map_or(f64::INFINITY, |until| left(until).as_secs_f64())
    }

    /// Is there no more time, or has the user enough?
    fn is_over(&self) -> bool {
        self.stop.asked() || self.seconds() <= 0.0
    }
}

fn lock(left: &Mutex<Left>) -> MutexGuard<'_, Left> {
    left.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What is being done.
pub struct Collector<'a> {
    /// What is asked about every part.
    pub request: Request,
    left: Arc<Mutex<Left>>,
    range: Range<u64>,
    store: Option<Box<dyn Store>>,
    answer: Answer,
    limit: usize,
    hash: u32,
    stop: &'a Stop,
    started: Instant,
    /// Arrangements tried by this run.
    tried: u64,
    progress: Progress,
}

impl<'a> Collector<'a> {
    /// Reads what the store holds.
    pub fn open(
        args: &Args,
        text: &str,
        source: &Source,
        family: u64,
        parts: Parts,
        stop: &'a Stop,
    ) -> Result<Collector<'a>, Report> {
        let request = Request::Compose(args.request(text.to_string()));
        let settings = serde_json::to_string(&request).unwrap_or_default();
        let (size, range, started) = (parts.size, parts.range(), Instant::now());
        let left = Left {
            parts,
            known: HashSet::new(),
            stop: stop.clone(),
            started,
            until: args.time.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok()),
        };
        let mut collector = Collector {
            request,
            left: Arc::new(Mutex::new(left)),
            answer: Answer::none(family, range.start),
            range,
            store: None,
            limit: args.limit,
            hash: args.hash,
            stop,
            started,
            tried: 0,
            progress: Progress::after(QUIET),
        };
        if let Some(path) = &args.out {
            let question = format!("compose {:016x}", fingerprint(settings.as_bytes()) ^ size);
            let files = [source.to_string()];
            let about = About {
                files: &files,
                question: &question,
                settings: &settings,
                last: Rung { seconds: f64::INFINITY, nodes: u64::MAX },
                dedup: true,
            };
            let mut store = store::open(path, &about)?;
            for answer in store.answers()? {
                if let Any::Compose(answer) = answer {
                    collector.recall(*answer);
                }
            }
            collector.store = Some(store);
        }
        Ok(collector)
    }

    /// A part that was done before, if it is asked for.
    fn recall(&mut self, answer: Answer) {
        let part = answer.from..answer.to;
        // A shorter one of another run would be counted twice.
        let ours = lock(&self.left).parts.has(&part);
        if ours && lock(&self.left).known.insert(name_of(&part)) {
            self.answer.add(answer, self.limit);
        }
    }

    /// The next part that nobody has tried.
    pub fn next(&mut self) -> Option<Range<u64>> {
        lock(&self.left).next()
    }

    /// Is there no more time, or has the user enough?
    pub fn is_over(&self) -> bool {
        lock(&self.left).is_over()
    }

    /// Adds the answer about a part, and keeps it if the part is finished.
    pub fn take(&mut self, answer: Answer) -> Result<(), Report> {
        let part = answer.from..answer.to;
        self.tried += part.end - part.start;
        if let (Some(store), None) = (&mut self.store, answer.reason) {
            let name = name_of(&part);
            let digest = (fingerprint(name.as_bytes()) as u32).max(1);
            let origin = Origin { file: 0, line: part.start + 1, digest, name: None };
            let row = Row { origin, sfen: name.clone(), canonical: name, turned: Turned::default() };
            let rung = Rung { seconds: f64::INFINITY, nodes: u64::MAX };
            let finding = Finding { answer: Any::Compose(Box::new(answer.clone())), rung };
            store.write(vec![(row, finding)], vec![])?;
        }
        self.answer.add(answer, self.limit);
        Ok(())
    }

    /// Tells how it goes.
    pub fn tell(&mut self) {
        let seconds = self.started.elapsed().as_secs_f64();
        let total = self.range.end - self.range.start;
        let done = self.answer.tried.arrangements;
        let percent = 100.0 * done as f64 / total.max(1) as f64;
        let rate = render::short_number(self.tried as f64 / seconds.max(0.001));
        let (sound, wanted) = (self.answer.tried.sound, self.answer.tried.wanted);
        self.progress.tell(|| {
            told(&message!(
                "{seconds:.0} s, {percent:.1} %, {rate}/s, {sound} sound, {wanted} wanted (Ctrl-C: that will do)",
                "{seconds:.0}秒 {percent:.1}% 毎秒{rate} 完全作{sound} 該当{wanted}（Ctrl-Cで打ち切り）",
            ))
        });
    }

    /// Has threads try what is left.
    pub fn run(&mut self, threads: u32) -> Result<(), Failure> {
        let (request, hash, stop) = (self.request.clone(), self.hash, self.stop);
        let left = Arc::clone(&self.left);
        std::thread::scope(|scope| {
            let (sender, answers) = mpsc::channel::<Result<Answer, Report>>();
            for _ in 0..threads {
                let (sender, left) = (sender.clone(), &left);
                let mut examiner = Examiner::new(request.clone(), Form::AsWritten, hash, stop);
                scope.spawn(move || {
                    let next = || {
                        let mut left = lock(left);
                        let part = if left.is_over() { None } else { left.next() };
                        part.map(|part| (part, left.seconds()))
                    };
                    while let Some((part, seconds)) = next() {
                        let rung = Rung { seconds, nodes: u64::MAX };
                        // Nobody listens after an error.
                        if sender.send(examiner.part(&name_of(&part), &rung)).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            loop {
                match answers.recv_timeout(LOOK) {
                    Ok(answer) => self.take(answer?)?,
                    Err(RecvTimeoutError::Timeout) => {}
                    Err(RecvTimeoutError::Disconnected) => return Ok(()),
                }
                self.tell();
            }
        })
    }

    /// All that is known.
    pub fn answer(mut self) -> Answer {
        let all = self.range.end - self.range.start;
        if self.answer.tried.arrangements < all {
            let stopped = if self.stop.asked() { Reason::Stopped } else { Reason::Time };
            self.answer.reason = self.answer.reason.or(Some(stopped));
        }
        self.answer
    }
}
