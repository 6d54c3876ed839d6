//! `tsumugi similar`: which problems of a collection are like a given one.

mod set;

use crate::args::Similar as Args;
use crate::exit::Exit;
use crate::language::{spoken, told};
use crate::memory;
use crate::output::one_by_one;
use crate::problems::{self, InputProblem};
use crate::render;
use crate::report::{self, Failure, Report};
use crate::stop::Stop;
use crate::terminal::Progress;
use tsumugi_api::similar::{Answer, Collection, Request};
use tsumugi_api::{self as api, Conductor, ProblemText, Stage, message};
use tsumugi_clock::Clock;
use tsumugi_shell::args::Counts;
use tsumugi_shell::searching::QUIET;

/// Compares every problem that can be read, and reports the others.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    let processors = || std::thread::available_parallelism().map_or(1, |n| n.get() as u32);
    let threads = args.threads.unwrap_or_else(processors);
    memory::check(args.hash.saturating_mul(threads))?;
    let problems = problems::load(&args.problems);
    let (mut collection, bad) = collection(args)?;
    let stop = Stop::on_interrupt();
    let mut conductor = Conductor::default();
    let json = args.format == Counts::Json;
    let exit = one_by_one(problems, json, &stop, |problem| {
        let request = Request { threads, ..request(args, problem)? };
        let mut shown = Progress::after(QUIET);
        let mut tell = |progress: &api::Progress| shown.tell(|| words(progress));
        let mut stage = Stage::new(&Clock::system(), stop.token(), &mut tell);
        let answer = conductor.similar(&request, &mut collection, &mut stage);
        let mut answer =
            answer.map_err(|fault| Report::new(fault.message().clone()).at(problem.place.clone()))?;
        drop(shown);
        answer.name = problem.name.clone();
        let text = match args.format {
            Counts::Text => render::similar::text(&answer, spoken()),
            Counts::Json => render::json_at(&problem.place, &answer),
        };
        Ok((text, exit(&answer)))
    })?;
    Ok(if bad { Exit::Misuse } else { exit })
}

/// The collection. What cannot be read of it is reported, and the others are there; was there such?
fn collection(args: &Args) -> Result<(Collection, bool), Failure> {
    if args.set.is_empty() {
        return Ok((Collection::of(&[]), false));
    }
    let (members, mut reports) = set::members(&args.set, args.problems.from);
    let places: Vec<_> = members.iter().map(|(place, _)| place.clone()).collect();
    let members: Vec<_> = members.into_iter().map(|(_, member)| member).collect();
    let collection = if members.is_empty() { Collection::default() } else { Collection::of(&members) };
    reports.extend(collection.unread().iter().map(|unread| {
        let (english, japanese) = (&unread.message, &unread.message_ja);
        Report::new(message!("{english}", "{japanese}")).at(places[unread.number - 1].clone())
    }));
    let mut reporter = report::Reporter::default();
    reports.iter().for_each(|report| reporter.show(report));
    reporter.finish();
    if collection.is_empty() {
        let report =
            Report::new(message!("there is nothing to compare with", "比べる問題がありません"));
        return Err(report.into());
    }
    Ok((collection, !reports.is_empty()))
}

fn request(args: &Args, problem: &InputProblem) -> Result<Request, Report> {
    let posed = problem.pose(&args.sides, &args.admission)?;
    Ok(Request {
        problem: ProblemText::of(&posed, &set::line(problem), &args.admission.allow),
        place: set::place(problem),
        by: args.by.iter().map(|&by| by.into()).collect(),
        differ: args.differ,
        limit: args.limit,
        nodes: args.nodes,
        time: args.time,
        hash: Some(args.hash),
        ..Request::default()
    })
}

fn exit(answer: &Answer) -> Exit {
    match answer.similar.is_empty() {
        false => Exit::Yes,
        true if answer.is_open() => Exit::GaveUp,
        true => Exit::No,
    }
}

/// How it goes, for a person at the terminal.
fn words(progress: &api::Progress) -> String {
    let (seconds, done) = (progress.seconds, progress.done.unwrap_or(0));
    let total = progress.total.unwrap_or(0);
    told(&message!(
        "{seconds:.0} s, {done} of {total} solutions (Ctrl-C: that will do)",
        "{seconds:.0}秒 {total}題中{done}題の解（Ctrl-Cで打ち切り）",
    ))
}
