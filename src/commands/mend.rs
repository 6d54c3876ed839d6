//! `tsumugi mend`: small changes that make a problem sound.

mod log;

use crate::args::{Counts, Mend as Args, MendKind};
use crate::commands::one_by_one;
use crate::exit::Exit;
use crate::language::{spoken, told};
use crate::memory;
use crate::problems::{self, InputProblem};
use crate::render;
use crate::report::{Failure, Report};
use crate::stop::Stop;
use crate::terminal::Progress;
use log::LogFile;
use tsumugi_api::check::Trouble;
use tsumugi_api::mend::{Answer, Kind, Request};
use tsumugi_api::{self as api, Conductor, ProblemText, Stage, message};
use tsumugi_clock::Clock;
use tsumugi_shell::searching::{QUIET, check_options};
use tsumugi_shogi::Move;
use tsumugi_tsume as tsume;

/// Mends every problem that can be read and reports the others.
pub fn run(args: &Args) -> Result<Exit, Failure> {
    check_options(&args.option)?;
    memory::check(args.hash)?;
    let problems = problems::load(&args.problems);
    let line = match &args.line {
        Some(_) if problems.len() != 1 => {
            return Err(Report::new(message!(
                "--line is for one problem at a time",
                "--line は1題ずつ使ってください",
            ))
            .into());
        }
        Some(word) => problems::line(word)?,
        None => vec![],
    };
    let log = LogFile::open(args.resume.as_deref())?;
    let stop = Stop::on_interrupt();
    let mut conductor = Conductor::default();
    let json = args.format == Counts::Json;
    one_by_one(problems, json, &stop, |problem| one(problem, args, &line, &mut conductor, &log, &stop))
}

/// Mends one problem and says how the answer reads.
fn one(
    source: &InputProblem,
    args: &Args,
    line: &[Move],
    conductor: &mut Conductor,
    log: &LogFile,
    stop: &Stop,
) -> Result<(String, Exit), Report> {
    let setup = &source.record.setup;
    let problem = args
        .sides
        .problem(setup, args.admission.waivers())
        .map_err(|error| Report::inadmissible(&error, setup, source.place.clone()))?;
    let line = if line.is_empty() { &source.record.main_line()[..] } else { line };
    let request = request(args, &problem, line);
    let mut shown = Progress::after(QUIET);
    let mut tell = |progress: &api::Progress| shown.tell(|| words(progress));
    let mut stage = Stage::new(&Clock::system(), stop.token(), &mut tell);
    let mut answer = conductor.mend(&request, &mut stage, log).map_err(|trouble| match trouble {
        Trouble::Refused(fault) => Report::new(fault.message().clone()).at(source.place.clone()),
        Trouble::Storage(error) => match error.downcast::<Report>() {
            Ok(report) => *report,
            Err(error) => Report::new(message!("{error}", "保存できません（{error}）")),
        },
    })?;
    drop(shown);
    answer.name = source.name.clone();
    let text = match args.format {
        Counts::Text => render::mend::text(&answer, spoken()),
        Counts::Json => render::json_at(&source.place, &answer),
    };
    Ok((text, exit(&answer)))
}

fn exit(answer: &Answer) -> Exit {
    match answer.mended.is_empty() {
        false => Exit::Yes,
        true if answer.is_sound_already() => Exit::Yes,
        true if answer.complete => Exit::No,
        true => Exit::GaveUp,
    }
}

/// What the command line asks about a problem with this solution.
fn request(args: &Args, problem: &tsume::Problem, line: &[Move]) -> Request {
    let processors = || std::thread::available_parallelism().map_or(1, |n| n.get() as u32);
    let kind = |kind: &MendKind| match kind {
        MendKind::Add => Kind::Add,
        MendKind::Remove => Kind::Remove,
        MendKind::Shift => Kind::Shift,
        MendKind::Exchange => Kind::Exchange,
        MendKind::Hand => Kind::Hand,
    };
    Request {
        problem: ProblemText::of(problem, &[], &args.admission.allow),
        line: line.to_vec(),
        changes: args.changes,
        with: args.with.iter().map(kind).collect(),
        keep: args.keep.iter().map(ToString::to_string).collect(),
        limit: args.limit,
        time: args.time,
        nodes_each: args.nodes_each,
        hash: Some(args.hash),
        threads: args.threads.unwrap_or_else(processors),
        strict: args.strict,
        futile: args.futile,
        option: args.option.clone(),
    }
}

/// How the search goes, for a person at the terminal.
fn words(progress: &api::Progress) -> String {
    let seconds = progress.seconds;
    let (Some(done), Some(total)) = (progress.done, progress.total) else {
        return told(&message!("{seconds:.0} s, solving", "{seconds:.0}秒 作意を探索中"));
    };
    if progress.stage != "mend" {
        let left = total - done;
        return told(&message!(
            "{seconds:.0} s, {left} alternatives to settle",
            "{seconds:.0}秒 残り{left}手を検討中",
        ));
    }
    let rate = render::short_number(done as f64 / seconds.max(0.001));
    let found = progress.mended.len();
    let best = progress.mended.first().map(|best| {
        let changes: Vec<&str> =
            best.changes.iter().map(|change| spoken().say(&change.text, &change.text_ja)).collect();
        changes.join(", ")
    });
    let best = best.map(|best| format!(": {best}")).unwrap_or_default();
    told(&message!(
        "{seconds:.0} s, {done} of {total} diagrams, {rate}/s, {found} sound{best} (Ctrl-C: that will do)",
        "{seconds:.0}秒 {total}図中{done}図 毎秒{rate} 完全作{found}{best}（Ctrl-Cで打ち切り）",
    ))
}
