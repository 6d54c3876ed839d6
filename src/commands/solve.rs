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
use crate::render::answer::{self, Solved};
use crate::report::{self, Failure, Report};
use crate::stop::Stop;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use tsumugi_api::solve::{Found, Question, Verdict, explain, find, grow};
use tsumugi_shell::searching::{COURTESY, Clock, QUIET, Told, set_options};
use tsumugi_tsume::{self as tsume, Length, Limits, Settings, Solver};

pub use tsumugi_shell::searching::timed;

/// What the other arguments must not be for a question.
fn check_question(args: &Solve) -> Result<(), Report> {
    if args.explain && args.question() != Question::Line {
        return Err(Report::new("--explain is for --question line"));
    }
    if args.free_restorations && args.question.is_some() && args.question() != Question::Line {
        return Err(Report::new("--free-restorations is for --question line"));
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
    let mut settings = Settings {
        threads: args.threads as usize,
        free_restorations: args.free_restorations,
        ..Settings::default()
    };
    settings.bytes = (args.hash as usize) << 20;
    // Explanations follow the proof, so one that is a courtesy must not use up their time.
    settings.prove = args.certificate.is_some() || !args.explain;
    set_options(&mut settings.options, &args.option)?;
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
    let problem = source.pose(&args.sides, &args.admission)?;
    let start = Instant::now();
    let flag = Arc::new(AtomicBool::new(false));
    let expansions = args.nodes.unwrap_or(u64::MAX);
    let limits = Limits { expansions, stop: Some(flag.clone()), ..Limits::default() };
    let end = args.time.map(|s| start + Duration::from_secs_f64(s));
    let clock = Clock::new(end, flag);
    let mut file = args.certificate.as_deref().map(CertificateFile::create).transpose()?;
    // Without a certificate to write, a proof is a courtesy that must not take longer than the search.
    let courtesy = file.is_none().then_some(&clock);
    let mut told = Told::new(courtesy);
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
    let out_of_time = clock.out_of_time();
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
    answer::rendered(solved, args.format, Tongue::new(args.lang))
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
