//! `tsumugi check`: what a composer wants to know about a problem.

mod store;
mod tasks;
mod watch;

use crate::args::{self, Check as Args, Counts};
use crate::certificate_file::CertificateFile;
use crate::exit::Exit;
use crate::language::Tongue;
use crate::memory;
use crate::output;
use crate::problems::{self, Problem};
use crate::render::{page, sheet};
use crate::report::{self, Failure, Report};
use crate::stop::Stop;
use crate::terminal::Progress;
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use store::Store;
use tasks::Means;
use tsumugi_andor::Stats;
use tsumugi_api::check::{Given, Known, Sheet, Solution, State, Task, Verdict};
use tsumugi_api::usi;
use tsumugi_batch::Rung;
use tsumugi_shogi::Move;
use tsumugi_tsume::check::{Check, Judgement, line_to_examine};
use tsumugi_tsume::tree;
use tsumugi_tsume::{self as tsume, Length, Limits, Settings, Solver, StopReason};
use watch::{QUIET, Watch};

/// All that was found out about a problem, for rendering.
pub struct Found<'a> {
    /// What was read.
    pub source: &'a Problem,
    /// What was found out.
    pub sheet: Sheet,
    /// The certificate of the problem itself.
    pub certificate: Option<PathBuf>,
}

fn exit(verdict: Verdict) -> Exit {
    match verdict {
        Verdict::Sound => Exit::Yes,
        Verdict::Cooked | Verdict::NoMate | Verdict::Flawed => Exit::No,
        Verdict::Unsettled => Exit::GaveUp,
    }
}

/// Checks every problem that can be read and reports the others.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let mut settings = Settings {
        bytes: (args.hash as usize) << 20,
        free_restorations: args.free_restorations,
        ..Settings::default()
    };
    for (name, value) in &args.option {
        settings.options.set(name, value).map_err(|error| Report::new(format!("--option {error}")))?;
    }
    memory::check(args.hash)?;
    if let Some(dir) = &args.certificates {
        output::make_directory(dir)?;
    }
    let store = Store::open(args.resume.as_deref(), args.free_restorations)?;
    let stop = Stop::on_interrupt();
    let mut solver = Solver::new(settings);
    let (mut exits, mut sections, mut index) = (Vec::new(), Vec::new(), String::new());
    let problems = problems::load(&args.problems);
    let tongue = Tongue::new(args.lang);
    for (i, problem) in problems.into_iter().enumerate() {
        let name = (i + 1).to_string();
        let checked = problem.and_then(|problem| {
            let progress = Progress::after(QUIET);
            let found = examine(&problem, name, args, &mut solver, &store, &stop, progress)?;
            let text = match args.format {
                Counts::Text => sheet::text(&found.sheet, tongue),
                Counts::Json => format!("{}\n", found.sheet.json()),
            };
            if args.report.is_some() {
                sections.push(page::section(&found, tongue));
            }
            index += &certificates(&found);
            Ok((text, exit(found.sheet.verdict())))
        });
        exits.push(match checked {
            Ok((text, exit)) => {
                output::to_stdout(text.as_bytes())?;
                exit
            }
            Err(report) => {
                report::print(&report);
                Exit::Misuse
            }
        });
        if stop.asked() {
            break;
        }
    }
    if let Some(dir) = &args.certificates {
        output::to_file(&dir.join("index.tsv"), index.as_bytes())?;
    }
    if let Some(path) = &args.report {
        output::to_file(path, page::page(&sections, tongue).as_bytes())?;
    }
    Ok(Exit::of_all(&exits))
}

/// What is asked about a problem whose hands are as written and whose attacker is Black, with one thread and one limit
/// for everything.
pub fn plain(hash: u32, rung: &Rung) -> Args {
    let seconds = Some(rung.seconds).filter(|seconds| seconds.is_finite());
    Args {
        problems: args::Problems { words: vec![], from: None },
        threads: Some(1),
        hash,
        time: seconds,
        time_each: seconds.unwrap_or(1e9),
        nodes_each: Some(rung.nodes),
        strict: false,
        free_restorations: false,
        format: Counts::Json,
        lang: None,
        report: None,
        certificates: None,
        resume: None,
        option: vec![],
        sides: args::Sides { attacker: Some(args::Attacker::Black), as_written: true },
        admission: args::Admission { allow: vec![] },
    }
}

/// Examines one problem for somebody who keeps the results and the progress line.
pub fn quietly<'a>(
    source: &'a Problem,
    args: &Args,
    solver: &mut Solver,
    stop: &Stop,
) -> Result<Found<'a>, Report> {
    examine(source, String::new(), args, solver, &Store::open(None, false)?, stop, Progress::never())
}

/// The certificates of a problem, a line each: the position, the file, what it claims.
fn certificates(found: &Found<'_>) -> String {
    let sheet = &found.sheet;
    let row = |problem: &tsume::Problem, path: &Path, mates: bool| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        format!("{}\t{name}\t{}\n", problem.position().to_sfen(), if mates { "mate" } else { "nomate" })
    };
    let mut out = String::new();
    if let Some(path) = &found.certificate {
        out += &row(&sheet.problem, path, !matches!(sheet.state, State::NoMate));
    }
    if let State::Solved(solution) = &sheet.state {
        for task in &solution.tasks {
            let after = solution.check.at(task.alternative.after).after(task.alternative.m);
            let mates = matches!(task.known, Known::Check(Judgement::Mate(_)));
            out += &task.certificate.iter().map(|path| row(&after, path, mates)).collect::<String>();
        }
    }
    out
}

/// Examines one problem.
fn examine<'a>(
    source: &'a Problem,
    name: String,
    args: &Args,
    solver: &mut Solver,
    store: &Store,
    stop: &Stop,
    progress: Progress,
) -> Result<Found<'a>, Report> {
    let setup = &source.record.setup;
    let problem = args
        .sides
        .problem(setup, args.admission.waivers())
        .map_err(|error| Report::inadmissible(&error, setup, source.place.clone()))?;
    let start = Instant::now();
    let watch = Watch::new(stop, args.time.map(|seconds| start + Duration::from_secs_f64(seconds)));
    let processors = || std::thread::available_parallelism().map_or(1, |n| n.get());
    let means = Means {
        threads: args.threads.map_or_else(processors, |n| n as usize),
        expansions: args.nodes_each.unwrap_or(u64::MAX),
        seconds: Some(args.time_each),
        certificates: args.certificates.as_deref().map(|dir| (dir, name)),
    };
    let open = AtomicUsize::new(0);
    let tell = || {
        let (seconds, open) = (start.elapsed().as_secs(), open.load(Ordering::Relaxed));
        match open {
            0 => format!("{seconds} s, solving"),
            open => format!("{seconds} s, {open} alternatives to settle"),
        }
    };
    let mut work = Examination {
        source,
        problem,
        solver,
        store,
        watch: &watch,
        means: &means,
        open: &open,
        with_tree: args.report.is_some(),
        certificate: None,
    };
    let found = std::thread::scope(|scope| {
        scope.spawn(|| watch.run(progress, tell));
        let found = work.run();
        watch.finish();
        found
    });
    let (state, given, stats) = found?;
    let certificate = work.certificate;
    let spent = |state: &State| match state {
        State::Solved(solution) => solution.tasks.iter().map(|task| task.effort.expansions).sum(),
        _ => 0,
    };
    let sheet = Sheet {
        name: source.name.clone(),
        problem: work.problem,
        given,
        strict: args.strict,
        out_of_time: watch.out_of_time(),
        seconds: start.elapsed().as_secs_f64(),
        expansions: stats.expansions + spent(&state),
        state,
    };
    Ok(Found { source, sheet, certificate })
}

/// A problem under examination.
struct Examination<'a> {
    source: &'a Problem,
    problem: tsume::Problem,
    solver: &'a mut Solver,
    store: &'a Store,
    watch: &'a Watch<'a>,
    means: &'a Means<'a>,
    /// How many alternatives are not settled, for the progress line.
    open: &'a AtomicUsize,
    /// Are the variations wanted?
    with_tree: bool,
    /// Where the certificate of the problem itself is.
    certificate: Option<PathBuf>,
}

/// Expansions for each line of the variations in a report.
const VARIATION: u64 = 200_000;

impl Examination<'_> {
    fn run(&mut self) -> Result<(State, Given, Stats), Report> {
        let (strict, found) = match self.solution()? {
            (Length { no_mate: true, stats, .. }, _) => {
                self.certify()?;
                return Ok((State::NoMate, Given::Nothing, stats));
            }
            (strict, Some(line)) => (strict, line),
            (strict, None) => {
                let reason = strict.stopped.unwrap_or(StopReason::Nodes);
                return Ok((State::Open(reason, strict.at_most), Given::Nothing, strict.stats));
            }
        };
        let length = found.len() as u32;
        self.certify()?;
        let given = self.source.record.main_line();
        let limits = Limits { stop: Some(self.watch.flag(None)), ..Limits::default() };
        let mut prepare = |line| Check::conventional(&self.problem, line, self.solver, &limits);
        let (check, given) = match prepare(given.clone()) {
            Ok(check) => (Ok(check), Given::Examined),
            Err(_) if given.is_empty() => (prepare(found), Given::Nothing),
            Err(bad) => (prepare(found), Given::Bad(bad)),
        };
        let Ok(check) = check else {
            // The end of the line was shown to be mate before; only a limit keeps it from being so again.
            return Ok((State::Open(StopReason::Stopped, strict.at_most), given, strict.stats));
        };
        let mut tasks = Task::all(&check);
        self.store.recall(&check, &mut tasks);
        tasks::settle(&mut tasks, &check, self.solver, self.means, self.watch, self.store, self.open)?;
        let limits = Limits { stop: Some(self.watch.flag(None)), ..Limits::expansions(VARIATION) };
        let tree = self.with_tree.then(|| tree::grow(&check, 1, self.solver, &limits, &mut ()));
        let solution = Solution { check, length, strict: strict.at_least, tasks, tree };
        Ok((State::Solved(solution), given, strict.stats))
    }

    /// Writes the certificate of the problem itself, if certificates are wanted.
    fn certify(&mut self) -> Result<(), Report> {
        let Some((dir, name)) = &self.means.certificates else { return Ok(()) };
        let path = dir.join(format!("{name}.cert"));
        let mut file = CertificateFile::create(&path)?;
        let limits = Limits { stop: Some(self.watch.flag(None)), ..Limits::default() };
        let mut write = |text: &str| _ = file.write(text);
        let answer = self.solver.solve_into(&self.problem, &limits, &mut (), &mut write);
        if answer.claims.is_some() {
            file.finish()?;
            self.certificate = Some(path);
        }
        Ok(())
    }

    /// The strict length of the mate and its main line.
    fn solution(&mut self) -> Result<(Length, Option<Vec<Move>>), Report> {
        let sfen = self.problem.position().to_sfen();
        if let Some(known) = self.store.solution(&sfen).and_then(solution_from) {
            return Ok(known);
        }
        let limits = Limits {
            expansions: self.means.expansions,
            stop: Some(self.watch.flag(None)),
            ..Limits::default()
        };
        let length = self.solver.length(&self.problem, &limits, &mut ());
        let line =
            length.exact().and_then(|_| line_to_examine(&self.problem, self.solver, &limits, &mut ()));
        if length.no_mate || line.is_some() {
            let line = line.as_deref().map(usi);
            self.store.add_solution(&sfen, json!({ "length": length.exact(), "line": line }))?;
        }
        Ok((length, line))
    }
}

fn solution_from(value: &Value) -> Option<(Length, Option<Vec<Move>>)> {
    let solution = &value["solution"];
    let plies = match &solution["length"] {
        Value::Null => None,
        plies => Some(u32::try_from(plies.as_u64()?).ok()?),
    };
    let length = Length {
        at_least: plies.unwrap_or(0),
        at_most: plies,
        no_mate: plies.is_none(),
        stopped: None,
        stats: Stats::default(),
    };
    let line = match plies {
        Some(_) => Some(store::moves_from(&solution["line"])?),
        None => None,
    };
    Some((length, line))
}
