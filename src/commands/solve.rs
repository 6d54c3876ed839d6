//! `tsumugi solve`: is there a mate, or a brinkmate?

mod jobs;
mod merge;

use crate::args::{Answers, Solve};
use crate::certificate_file::CertificateFile;
use crate::commands::one_by_one;
use crate::exit::Exit;
use crate::language::Tongue;
use crate::memory;
use crate::problems::{self, Problem};
use crate::render::{self, answer};
use crate::report::{self, Failure, Report};
use crate::stop::Stop;
use crate::terminal::Progress;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tsumugi_andor::{Bounds, Engine, Observer, Stats};
use tsumugi_api::solve::{Found, Question, Verdict, explain, find, grow};
use tsumugi_shogi::Move;
use tsumugi_tsume::{self as tsume, Length, Limits, Settings, Solver};

/// A search shorter than this shows no progress.
const QUIET: Duration = Duration::from_millis(800);

/// How much longer than the search a proof may take when no certificate was asked for.
const COURTESY: Duration = Duration::from_millis(500);

/// A problem with its answer, for rendering.
pub struct Solved<'a> {
    /// What was read.
    pub source: &'a Problem,
    /// What was solved, and the answer.
    pub answer: tsumugi_api::solve::Solved,
    /// Show the board at the end of the line?
    pub final_board: bool,
}

/// What the other arguments must not be for a question.
fn check_question(args: &Solve) -> Result<(), Report> {
    if args.explain && args.question() != Question::Line {
        return Err(Report::new("--explain is for --question line"));
    }
    if args.free_restorations && args.question.is_some() && args.question() != Question::Line {
        return Err(Report::new("--free-restorations is for --question line"));
    }
    let asks_for_length = matches!(args.question(), Question::Shortest | Question::Line);
    if asks_for_length && args.engine != Engine::Dfpn {
        return Err(Report::new("--question shortest and line need --engine dfpn"));
    }
    if args.question() != Question::Brinkmate {
        return Ok(());
    }
    if args.certificate.is_some() {
        let report = Report::new("--certificate is for --question mate");
        return Err(report.note("a brinkmate is proved and checked, but not written down"));
    }
    if args.format == Answers::Usi {
        let report = Report::new("--format usi is for --question mate");
        return Err(report.note("a USI engine is not asked for brinkmates"));
    }
    Ok(())
}

/// Solves every problem that can be read and reports the others.
pub fn run(args: &Solve) -> Result<Exit, Failure> {
    check_question(args)?;
    if let Some(url) = &args.queue {
        return jobs::run(args, url);
    }
    let problems = problems::load(&args.problems);
    if args.certificate.is_some() && problems.len() != 1 {
        return Err(Report::new("--certificate is for one problem at a time").into());
    }
    if args.certificate.is_some() && args.engine != Engine::Dfpn {
        return Err(Report::new("--certificate needs --engine dfpn").into());
    }
    let mut settings = Settings {
        engine: args.engine,
        threads: args.threads as usize,
        free_restorations: args.free_restorations,
        ..Settings::default()
    };
    settings.bytes = (args.hash as usize) << 20;
    // Explanations follow the proof, so one that is a courtesy must not use up their time.
    let courtesy = args.engine == Engine::Dfpn && !args.explain;
    settings.prove = args.certificate.is_some() || courtesy;
    for (name, value) in &args.option {
        settings.options.set(name, value).map_err(|error| Report::new(format!("--option {error}")))?;
    }
    memory::check(args.hash)?;
    let stop = Stop::on_interrupt();
    // What is learned from one problem may help with the next: positions of one composition, say.
    let mut solver = Solver::new(settings);
    one_by_one(problems, &stop, |problem| one(problem, args, &mut solver, &stop))
}

/// Solves one problem and says how the answer reads.
fn one(
    source: &Problem,
    args: &Solve,
    solver: &mut Solver,
    stop: &Stop,
) -> Result<(String, Exit), Report> {
    let setup = &source.record.setup;
    let problem = args
        .sides
        .problem(setup, args.admission.waivers())
        .map_err(|error| Report::inadmissible(&error, setup, source.place.clone()))?;
    if args.sides.attacker.is_some() && problem.position().king(problem.defender()).is_none() {
        let report = Report::new("the side to be mated has no king");
        return Err(report.at(source.place.clone()).note("--attacker names the side that gives mate"));
    }
    let start = Instant::now();
    let flag = Arc::new(AtomicBool::new(false));
    let expansions = args.nodes.unwrap_or(u64::MAX);
    let limits = Limits { expansions, stop: Some(flag.clone()), ..Limits::default() };
    let end = args.time.map(|s| start + Duration::from_secs_f64(s));
    let clock = Clock::new(end, flag);
    let mut file = args.certificate.as_deref().map(CertificateFile::create).transpose()?;
    // Without a certificate to write, a proof is a courtesy that must not take longer than the search.
    let courtesy = file.is_none().then_some(&clock);
    let mut told = Told { progress: Progress::after(QUIET), start, courtesy, line: String::new() };
    let mut write = |text: &str| {
        if file.as_mut().is_some_and(|file| !file.write(text)) {
            clock.flag.store(true, Ordering::Relaxed);
        }
    };
    let found = clock.during(stop, || {
        let mut found = find(args.question(), &problem, solver, &limits, &mut told, &mut write);
        if args.explain {
            explain(&mut found, &problem, solver, &limits, &mut ());
        }
        found
    });
    let out_of_time = clock.out_of_time.load(Ordering::Relaxed);
    drop(told);
    let certificate = written(args, file, &found)?;
    let found = match found.verdict {
        Verdict::Yes(_) if args.wants_more() && !stop.asked() && !out_of_time => {
            more(found, args, solver, &problem, start, stop)
        }
        _ => found,
    };
    let shape = args.tree.filter(|_| args.question() != Question::Brinkmate);
    let shape = shape.map(|depth| (depth, args.tries));
    let tree = shape.and_then(|shape| {
        clock.during(stop, || grow(&found, &problem, shape, solver, &limits, &mut ()))
    });
    let seconds = start.elapsed().as_secs_f64();
    let engine = args.engine_name();
    let question = args.question();
    let answer = tsumugi_api::solve::Solved {
        problem,
        question,
        found,
        out_of_time,
        seconds,
        engine,
        certificate,
        tree,
    };
    rendered(&Solved { source, answer, final_board: args.final_board }, args)
}

/// How an answer reads, and how the program ends after it.
fn rendered(solved: &Solved<'_>, args: &Solve) -> Result<(String, Exit), Report> {
    let exit = match solved.answer.found.verdict {
        Verdict::Yes(_) => Exit::Yes,
        Verdict::No => Exit::No,
        Verdict::Unknown(_) => Exit::GaveUp,
    };
    let text = match args.format {
        Answers::Text => answer::text(solved, Tongue::new(args.lang)),
        Answers::Json => format!("{}\n", solved.answer.json()),
        Answers::Usi => answer::usi(solved),
        Answers::Kif | Answers::Ki2 | Answers::Csa | Answers::Jkf => {
            answer::record(solved, args.format)?
        }
    };
    Ok((text, exit))
}

/// A mate that was found, with its line and lengths as far as they are settled within about the time it took to
/// find it.
fn more(
    found: Found,
    args: &Solve,
    solver: &mut Solver,
    problem: &tsume::Problem,
    start: Instant,
    stop: &Stop,
) -> Found {
    let spent = start.elapsed().as_secs_f64();
    let allowed = args.time.map_or(f64::INFINITY, |most| (most - spent).max(0.0));
    let seconds = spent.max(COURTESY.as_secs_f64()).min(allowed);
    let expansions = args.nodes.map_or(u64::MAX, |most| most.saturating_sub(found.stats.expansions));
    let (answer, _) = timed(Some(seconds), stop, |flag| {
        let limits = Limits { expansions, stop: Some(flag), ..Limits::default() };
        solver.line_into(problem, &limits, &mut (), &mut |_| {})
    });
    let more = Found::from(answer);
    let stats = found.stats.plus(&more.stats);
    match more.length.as_ref().map(Length::is_settled) {
        Some(true) => Found { stats, ..more },
        // The proof is of the mate that was found first.
        _ => Found { length: more.length, stats, ..found },
    }
}

/// Finishes the certificate, if there is one to finish: its path.
fn written(
    args: &Solve,
    file: Option<CertificateFile>,
    found: &Found,
) -> Result<Option<String>, Report> {
    let (Some(path), Some(file)) = (&args.certificate, file) else { return Ok(None) };
    if !found.proved && !file.failed() {
        if !matches!(found.verdict, Verdict::Unknown(_)) {
            report::note(&format!("{} is not written: the proof was not finished", path.display()));
        }
        return Ok(None);
    }
    file.finish()?;
    Ok(Some(path.display().to_string()))
}

/// Does work that ends soon after its flag is raised: after so many seconds, or when the user asks for it. Says
/// also whether the time ran out.
pub fn timed<T>(
    seconds: Option<f64>,
    stop: &Stop,
    work: impl FnOnce(Arc<AtomicBool>) -> T,
) -> (T, bool) {
    let end = seconds.map(|seconds| Instant::now() + Duration::from_secs_f64(seconds));
    let clock = Clock::new(end, Arc::default());
    let done = clock.during(stop, || work(clock.flag.clone()));
    (done, clock.out_of_time.load(Ordering::Relaxed))
}

/// Raises the stop flag of a search when its time is up or the user asks for it.
struct Clock {
    start: Instant,
    end: Option<Instant>,
    /// Milliseconds after the start at which a proof is given up; 0 for never.
    proof_end: AtomicU64,
    flag: Arc<AtomicBool>,
    out_of_time: AtomicBool,
    done: AtomicBool,
}

impl Clock {
    fn new(end: Option<Instant>, flag: Arc<AtomicBool>) -> Clock {
        Clock {
            start: Instant::now(),
            end,
            proof_end: AtomicU64::new(0),
            flag,
            out_of_time: AtomicBool::new(false),
            done: AtomicBool::new(false),
        }
    }

    /// From now on a proof may take as long as everything before it, and a little more.
    fn limit_proof(&self) {
        let end = self.start.elapsed() * 2 + COURTESY;
        self.proof_end.store(end.as_millis() as u64, Ordering::Relaxed);
    }

    /// Does work while the clock is being watched; also if it panics, the watching ends.
    fn during<T>(&self, stop: &Stop, work: impl FnOnce() -> T) -> T {
        struct Done<'a>(&'a AtomicBool);
        impl Drop for Done<'_> {
            fn drop(&mut self) {
                self.0.store(true, Ordering::Relaxed);
            }
        }
        self.done.store(false, Ordering::Relaxed);
        std::thread::scope(|scope| {
            scope.spawn(|| self.watch(stop));
            let _done = Done(&self.done);
            work()
        })
    }

    fn watch(&self, stop: &Stop) {
        while !self.done.load(Ordering::Relaxed) {
            if self.end.is_some_and(|end| Instant::now() >= end) {
                self.out_of_time.store(true, Ordering::Relaxed);
                self.flag.store(true, Ordering::Relaxed);
            }
            let proof_end = self.proof_end.load(Ordering::Relaxed);
            let proof_is_over = proof_end > 0 && self.start.elapsed().as_millis() as u64 >= proof_end;
            if stop.asked() || proof_is_over {
                self.flag.store(true, Ordering::Relaxed);
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

/// Tells a person at the terminal how the search goes.
struct Told<'a> {
    progress: Progress,
    start: Instant,
    /// Who is to be told that the proof begins, if it must not take long.
    courtesy: Option<&'a Clock>,
    /// The first moves of the line being searched.
    line: String,
}

/// So many moves of the line being searched are shown.
const SHOWN: usize = 5;

impl Observer for Told<'_> {
    fn proving(&mut self) {
        if let Some(clock) = self.courtesy {
            clock.limit_proof();
        }
    }

    fn line(&mut self, moves: &[u32]) {
        let words = moves.iter().take(SHOWN).filter_map(|&bits| Move::from_bits(bits as u16));
        self.line = words.map(|m| format!(" {m}")).collect();
    }

    fn progress(&mut self, stats: &Stats, root: Bounds, fill: f64) {
        self.progress.tell(|| {
            let seconds = self.start.elapsed().as_secs_f64();
            format!(
                "{seconds:.0} s, {} nodes, {}/s, table {:.0} %, pn {} dn {}, depth {}, at{}",
                render::short_number(stats.plays as f64),
                render::short_number(stats.plays as f64 / seconds),
                fill * 100.0,
                root.pn(),
                root.dn(),
                stats.max_depth,
                self.line,
            )
        });
    }
}
