//! `tsumugi solve`: is there a mate, or a brinkmate?

mod jobs;
mod merge;

use crate::args::{Answers, Solve, check_options};
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
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tsumugi_andor::Engine;
use tsumugi_api::solve::{Found, Question, Verdict};
use tsumugi_api::{self as api, Conductor, ProblemText, Stage};
use tsumugi_clock::Clock;
use tsumugi_tsume as tsume;

/// A search shorter than this shows no progress.
const QUIET: Duration = Duration::from_millis(800);

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
    check_options(&args.option)?;
    memory::check(args.hash)?;
    let stop = Stop::on_interrupt();
    // What is learned from one problem may help with the next: positions of one composition, say.
    let mut conductor = Conductor::default();
    one_by_one(problems, &stop, |problem| one(problem, args, &mut conductor, &stop))
}

/// Solves one problem and says how the answer reads.
fn one(
    source: &Problem,
    args: &Solve,
    conductor: &mut Conductor,
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
    let mut file = args.certificate.as_deref().map(CertificateFile::create).transpose()?;
    let failed = Arc::new(AtomicBool::new(false));
    let mut write = |text: &str| {
        if file.as_mut().is_some_and(|file| !file.write(text)) {
            failed.store(true, Ordering::Relaxed);
        }
    };
    let mut line = Progress::after(QUIET);
    let mut tell = |progress: &api::Progress| line.tell(|| words(progress));
    let token = stop.token().and_on(failed.clone());
    let mut stage = Stage::new(&Clock::system(), token, &mut tell);
    let request = request(args, &problem);
    let solved = conductor.solve(&request, &mut stage, &mut write);
    let mut answer = solved.map_err(|fault| Report::new(fault.message()).at(source.place.clone()))?;
    drop(line);
    answer.certificate = written(args, file, &answer.found)?;
    rendered(&Solved { source, answer, final_board: args.final_board }, args)
}

/// What the command line asks about a problem.
fn request(args: &Solve, problem: &tsume::Problem) -> api::solve::Request {
    api::solve::Request {
        problem: ProblemText::of(problem, &[], &args.admission.allow),
        question: args.question(),
        improve: args.wants_more(),
        time: args.time,
        nodes: args.nodes,
        hash: Some(args.hash),
        threads: args.threads,
        explain: args.explain,
        free_restorations: args.free_restorations,
        tree: args.tree,
        tries: args.tries,
        certificate: args.certificate.is_some(),
        prove: true,
        option: args.option.clone(),
        engine: args.engine,
    }
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

/// So many moves of the line being searched are shown.
const SHOWN: usize = 5;

/// How the search goes, for a person at the terminal.
fn words(progress: &api::Progress) -> String {
    let shown = progress.line.len().min(SHOWN);
    format!(
        "{:.0} s, {} nodes, {}/s, table {:.0} %, pn {} dn {}, depth {}, at {}",
        progress.seconds,
        render::short_number(progress.nodes as f64),
        render::short_number(progress.nodes as f64 / progress.seconds.max(0.001)),
        progress.fill.unwrap_or(0.0) * 100.0,
        progress.pn.unwrap_or(0),
        progress.dn.unwrap_or(0),
        progress.depth,
        progress.line[..shown].join(" "),
    )
}
