//! `tsumugi solve`: is there a mate, or a brinkmate?

#[cfg(feature = "queue")]
mod job_tree;
#[cfg(feature = "queue")]
mod jobs;
#[cfg(feature = "queue")]
mod merge;

use crate::args::{Answers, Solve};
use crate::certificate_file::CertificateFile;
use crate::checkpoint_file::CheckpointFile;
use crate::commands::one_by_one;
use crate::exit::Exit;
use crate::language::spoken;
use crate::memory;
use crate::problems::{self, InputProblem};
use crate::render::answer::{self, Solved};
use crate::report::{self, Failure, Report};
use crate::stop::Stop;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tsumugi_api::solve::{Answer, Kept, Question, Store, Verdict};
use tsumugi_api::{self as api, Conductor, Message, ProblemText, Stage, message};
use tsumugi_clock::Clock;
use tsumugi_shell::searching::{QUIET, check_options, words};
use tsumugi_shell::terminal::Progress;
use tsumugi_shogi::Move;
use tsumugi_tsume as tsume;

/// A certificate is about one problem.
fn one_at_a_time() -> Message {
    message!("--certificate is for one problem at a time", "--certificate は1題ずつ使ってください",)
}

/// A line belongs to one problem.
fn one_line() -> Message {
    message!("--line is for one problem at a time", "--line は1題ずつ使ってください")
}

/// A checkpoint belongs to one search.
fn one_checkpoint() -> Message {
    message!("--checkpoint is for one problem at a time", "--checkpoint は1題ずつ使ってください")
}

/// What the other arguments must not be for a question.
fn check_question(args: &Solve) -> Result<(), Report> {
    let has_line = matches!(args.question(), Question::Solution | Question::Line);
    if args.explain && !has_line {
        return Err(Report::new(message!(
            "--explain is for --question solution or line",
            "--explain は --question solution か line で使います",
        )));
    }
    if args.futile != tsume::FutileClasses::default() && !has_line {
        return Err(Report::new(message!(
            "--futile is for --question solution or line",
            "--futile は --question solution か line で使います",
        )));
    }
    if args.question() != Question::Brinkmate {
        return Ok(());
    }
    if args.line.is_some() {
        return Err(Report::new(message!(
            "--line is not for --question brinkmate",
            "--line は --question brinkmate では使えません",
        )));
    }
    if args.checkpoint.is_some() {
        return Err(Report::new(message!(
            "--checkpoint is not for --question brinkmate",
            "--checkpoint は --question brinkmate では使えません",
        )));
    }
    if args.multipv.is_some() {
        return Err(Report::new(message!(
            "--multipv is not for --question brinkmate",
            "--multipv は --question brinkmate では使えません",
        )));
    }
    if args.format == Answers::Usi {
        let report = Report::new(message!(
            "--format usi is for --question mate",
            "--format usi は --question mate で使います",
        ));
        return Err(report.note(message!(
            "a USI engine is not asked for brinkmates",
            "USIエンジンに必至を調べさせることはできません",
        )));
    }
    Ok(())
}

/// Solves every problem that can be read and reports the others.
pub fn run(args: &Solve) -> Result<Exit, Failure> {
    check_question(args)?;
    #[cfg(feature = "queue")]
    if let Some(url) = &args.queue {
        return jobs::run(args, url);
    }
    #[cfg(not(feature = "queue"))]
    if args.queue.is_some() {
        return Err(crate::features::Feature::Queue.missing().into());
    }
    let problems = problems::load(&args.problems);
    if args.certificate.is_some() && problems.len() != 1 {
        return Err(Report::new(one_at_a_time()).into());
    }
    if args.checkpoint.is_some() && problems.len() != 1 {
        return Err(Report::new(one_checkpoint()).into());
    }
    let line = match &args.line {
        Some(_) if problems.len() != 1 => return Err(Report::new(one_line()).into()),
        Some(word) => problems::line(word)?,
        None => vec![],
    };
    check_options(&args.option)?;
    memory::check(args.hash)?;
    let stop = Stop::on_interrupt();
    // What is learned from one problem may help with the next: positions of one composition, say.
    let mut conductor = Conductor::default();
    let problems = problems.into_iter().map(|problem| problem?.at(args.place.at)).collect();
    let json = args.format == Answers::Json;
    one_by_one(problems, json, &stop, |problem| one(problem, args, &line, &mut conductor, &stop))
}

/// Solves one problem and says how the answer reads.
fn one(
    source: &InputProblem,
    args: &Solve,
    line: &[Move],
    conductor: &mut Conductor,
    stop: &Stop,
) -> Result<(String, Exit), Report> {
    let problem = source.pose(&args.sides, &args.admission)?;
    let mut file = args.certificate.as_deref().map(CertificateFile::create).transpose()?;
    let failed = Arc::new(AtomicBool::new(false));
    let mut write = |text: &str| {
        if file.as_mut().is_some_and(|file| !file.write(text)) {
            failed.store(true, Ordering::Relaxed);
        }
    };
    let every = Duration::try_from_secs_f64(args.checkpoint_every).unwrap_or(Duration::MAX);
    let kept = args.checkpoint.as_deref().map(|path| CheckpointFile::open(path, every));
    let mut kept = kept.transpose()?;
    let mut shown = Progress::after(QUIET);
    let mut tell = |progress: &api::Progress| match (&args.checkpoint, &progress.checkpoint) {
        (Some(path), Some(kept)) => {
            shown.wipe();
            say_kept(path, kept);
        }
        _ => shown.tell(|| words(progress)),
    };
    let token = stop.token().and_on(failed.clone());
    let mut stage = Stage::new(&Clock::system(), token, &mut tell);
    let request = request(args, line, &problem);
    let store = kept.as_mut().map(|kept| kept as &mut dyn Store);
    let solved = conductor.solve_on(&request, store, &mut stage, &mut write);
    let mut answer =
        solved.map_err(|fault| Report::new(fault.message().clone()).at(source.place.clone()))?;
    drop(shown);
    answer.certificate = written(args, file, &answer)?;
    if let Some(path) = args.checkpoint.as_deref().filter(|path| is_open(&answer) && path.exists()) {
        let path = path.display();
        report::note(&message!(
            "the same command goes on from {path}",
            "同じコマンドで {path} から続けられます",
        ));
    }
    rendered(&Solved { source, answer, final_board: args.final_board }, args)
}

/// Would a longer search find out more?
fn is_open(answer: &Answer) -> bool {
    let length = answer.question != Question::Mate && !answer.shortest;
    answer.verdict == Verdict::Unknown || answer.verdict == Verdict::Mate && length
}

/// Says what was done with the checkpoint.
fn say_kept(path: &Path, kept: &Kept) {
    let file = path.display();
    match kept {
        Kept::Read(expansions, seconds) => report::note(&message!(
            "{file}: going on after {expansions} positions expanded in {seconds:.0} s",
            "{file} から続けます（展開{expansions}局面、{seconds:.0}秒まで済み）",
        )),
        Kept::Written(bytes, seconds) => {
            let mebibytes = bytes.div_ceil(1 << 20);
            report::note(&message!(
                "{file}: checkpoint of {mebibytes} MiB, written in {seconds:.1} s",
                "{file} に途中経過を書きました（{mebibytes} MiB、{seconds:.1}秒）",
            ));
        }
        Kept::Failed(error) => report::print(&Report::cannot_write(path, error).note(message!(
            "the search goes on; what was in the file before is still there",
            "探索は続けます。前の途中経過は残っています",
        ))),
    }
}

/// What the command line asks about a problem.
fn request(args: &Solve, line: &[Move], problem: &tsume::Problem) -> api::solve::Request {
    api::solve::Request {
        problem: ProblemText::of(problem, &[], &args.admission.allow),
        question: args.question(),
        time: args.time,
        nodes: args.nodes,
        hash: Some(args.hash),
        threads: args.threads,
        explain: args.explain,
        futile: args.futile,
        tree: args.tree,
        tries: args.tries,
        multipv: args.multipv,
        line: line.to_vec(),
        certificate: args.certificate.is_some(),
        prove: true,
        option: args.option.clone(),
        ..api::solve::Request::default()
    }
}

/// How an answer reads, and how the program ends after it.
fn rendered(solved: &Solved<'_>, args: &Solve) -> Result<(String, Exit), Report> {
    answer::rendered(solved, args.format, spoken())
}

/// Finishes the certificate, if there is one to finish: its path.
fn written(
    args: &Solve,
    file: Option<CertificateFile>,
    answer: &Answer,
) -> Result<Option<String>, Report> {
    let (Some(path), Some(file)) = (&args.certificate, file) else { return Ok(None) };
    if !answer.proved && !file.failed() {
        if answer.verdict != Verdict::Unknown {
            let path = path.display();
            report::note(&message!(
                "{path} is not written: the proof was not finished",
                "証明が終わらなかったので、{path} は書きません",
            ));
        }
        return Ok(None);
    }
    file.finish()?;
    Ok(Some(path.display().to_string()))
}
