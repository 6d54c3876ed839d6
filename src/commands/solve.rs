//! `tsumugi solve`: is there a mate?

use crate::args::{Answers, Solve};
use crate::exit::Exit;
use crate::memory;
use crate::output;
use crate::problems::{self, Problem};
use crate::render::{self, answer};
use crate::report::{self, Failure, Report};
use crate::stop::Stop;
use crate::terminal::Progress;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tsumugi_andor::{Bounds, Engine, Limits, Observer, Stats};
use tsumugi_tsume::{self as tsume, Settings, StopReason, Verdict};

/// A search shorter than this shows no progress.
const QUIET: Duration = Duration::from_millis(800);

/// Positions a proof may go through when no certificate was asked for.
const COURTESY: u64 = 20_000;

/// A problem with its answer, for rendering.
pub struct Solved<'a> {
    /// What was read.
    pub source: &'a Problem,
    /// What was solved: hands completed, attacker known.
    pub problem: tsume::Problem,
    /// What was found.
    pub answer: tsume::Answer,
    /// Did the time run out?
    pub out_of_time: bool,
    /// How long it took.
    pub seconds: f64,
    /// Which engine.
    pub engine: &'static str,
    /// Where the certificate was written.
    pub certificate: Option<String>,
}

/// Solves every problem that can be read and reports the others.
pub fn run(args: &Solve) -> Result<Exit, Failure> {
    let problems = problems::load(&args.problems);
    if args.certificate.is_some() && problems.len() != 1 {
        return Err(Report::new("--certificate is for one problem at a time").into());
    }
    if args.certificate.is_some() && args.engine != Engine::Dfpn {
        return Err(Report::new("--certificate needs --engine dfpn").into());
    }
    let mut settings =
        Settings { engine: args.engine, threads: args.threads as usize, ..Settings::default() };
    settings.bytes = (args.hash as usize) << 20;
    settings.prove = args.certificate.is_some() || args.engine == Engine::Dfpn;
    for (name, value) in &args.option {
        settings.options.set(name, value).map_err(|error| Report::new(format!("--option {error}")))?;
    }
    memory::check(args.hash)?;
    let stop = Stop::on_interrupt();
    let mut exits = Vec::new();
    for problem in problems {
        let exit = match problem.and_then(|problem| one(&problem, args, &settings, &stop)) {
            Ok((text, exit)) => {
                output::to_stdout(text.as_bytes())?;
                exit
            }
            Err(report) => {
                report::print(&report);
                Exit::Misuse
            }
        };
        exits.push(exit);
        if stop.asked() {
            break;
        }
    }
    Ok(Exit::of_all(&exits))
}

/// Solves one problem and says how the answer reads.
fn one(
    source: &Problem,
    args: &Solve,
    settings: &Settings,
    stop: &Stop,
) -> Result<(String, Exit), Report> {
    let setup = &source.record.setup;
    let problem = tsume::Problem::from_setup(setup, args.admission.waivers(), args.as_written)
        .map_err(|error| Report::inadmissible(&error, setup, source.place.clone()))?;
    let start = Instant::now();
    let mut settings = settings.clone();
    // Without a certificate to write, a proof is a courtesy that must not take longer than the search.
    let claims = if args.certificate.is_some() { u64::MAX } else { COURTESY };
    let expansions = args.nodes.unwrap_or(u64::MAX);
    let mut told = Told { progress: Progress::after(QUIET), start };
    let (answer, out_of_time) = timed(args.time, stop, |flag| {
        settings.limits = Limits { expansions, claims, stop: Some(flag) };
        tsume::solve(&problem, &settings, &mut told)
    });
    drop(told);
    let mut certificate = None;
    if let (Some(path), Some(text)) = (&args.certificate, &answer.certificate) {
        output::to_file(path, text.as_bytes())?;
        certificate = Some(path.display().to_string());
    }
    let exit = match answer.verdict {
        Verdict::Mate(_) => Exit::Yes,
        Verdict::NoMate => Exit::No,
        Verdict::Unknown(_) => Exit::GaveUp,
    };
    let seconds = start.elapsed().as_secs_f64();
    let engine = args.engine_name();
    let solved = Solved { source, problem, answer, out_of_time, seconds, engine, certificate };
    let text = match args.format {
        Answers::Text => answer::text(&solved),
        Answers::Json => answer::json(&solved),
        Answers::Usi => answer::usi(&solved),
        Answers::Kif | Answers::Ki2 | Answers::Csa => answer::record(&solved, args.format)?,
    };
    Ok((text, exit))
}

/// Why there is no answer, in a word.
pub fn reason(solved: &Solved<'_>) -> Option<&'static str> {
    match solved.answer.verdict {
        Verdict::Unknown(_) if solved.out_of_time => Some("time"),
        Verdict::Unknown(StopReason::Nodes) => Some("nodes"),
        Verdict::Unknown(StopReason::Memory) => Some("memory"),
        Verdict::Unknown(StopReason::Stopped) => Some("stopped"),
        Verdict::Unknown(StopReason::GaveUp) => Some("gave up"),
        _ => None,
    }
}

/// Does work that ends soon after its flag is raised: after so many seconds, or when the user asks for it. Says
/// also whether the time ran out.
pub fn timed<T>(
    seconds: Option<f64>,
    stop: &Stop,
    work: impl FnOnce(Arc<AtomicBool>) -> T,
) -> (T, bool) {
    let end = seconds.map(|seconds| Instant::now() + Duration::from_secs_f64(seconds));
    let clock = Clock { end, ..Clock::default() };
    let done = std::thread::scope(|scope| {
        scope.spawn(|| clock.watch(stop));
        let done = work(clock.flag.clone());
        clock.done.store(true, Ordering::Relaxed);
        done
    });
    (done, clock.out_of_time.load(Ordering::Relaxed))
}

/// Raises the stop flag of a search when its time is up or the user asks for it.
#[derive(Default)]
struct Clock {
    end: Option<Instant>,
    flag: Arc<AtomicBool>,
    out_of_time: AtomicBool,
    done: AtomicBool,
}

impl Clock {
    fn watch(&self, stop: &Stop) {
        while !self.done.load(Ordering::Relaxed) {
            if self.end.is_some_and(|end| Instant::now() >= end) {
                self.out_of_time.store(true, Ordering::Relaxed);
                self.flag.store(true, Ordering::Relaxed);
            }
            if stop.asked() {
                self.flag.store(true, Ordering::Relaxed);
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

/// Tells a person at the terminal how the search goes.
struct Told {
    progress: Progress,
    start: Instant,
}

impl Observer for Told {
    fn progress(&mut self, stats: &Stats, root: Bounds, fill: f64) {
        self.progress.tell(|| {
            let seconds = self.start.elapsed().as_secs_f64();
            format!(
                "{seconds:.0} s, {} nodes, {}/s, table {:.0} %, pn {} dn {}, depth {}",
                render::short_number(stats.plays as f64),
                render::short_number(stats.plays as f64 / seconds),
                fill * 100.0,
                root.pn(),
                root.dn(),
                stats.max_depth,
            )
        });
    }
}
