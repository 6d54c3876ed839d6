//! `bench`: fixed problems, one thread, fixed limits. The moves played are a checksum of the search.
//!
//! A change of the search that was meant to change nothing leaves the last line as it is, on every machine.
//! Problems are of all kinds, some too hard for their limit: those tell nothing until the search gets better,
//! or worse.

use crate::args::{Counts, Effort};
use crate::exit::Exit;
use crate::language::{Language, spoken};
use crate::memory;
use crate::output;
use crate::render::table::table;
use crate::report::{self, Failure, Report};
use crate::searching::set_options;
use crate::stop::Stop;
use crate::terminal::Progress;
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tsumugi_andor::{Limits, Policy, Stats};
use tsumugi_api::message;
use tsumugi_shogi::Position;
use tsumugi_tsume::{Answer, Problem, Settings, Verdict};

/// The problems: SFEN, name, kind.
const PROBLEMS: &str = tsumugi_problems::BENCH;
/// Expansions allowed for each.
const USUAL: u64 = 250_000;
const QUICK: u64 = 2_000;

/// What came of a problem.
struct Run {
    name: &'static str,
    kind: &'static str,
    sfen: &'static str,
    verdict: Verdict,
    stats: Stats,
    seconds: f64,
}

impl Run {
    fn answer(&self) -> String {
        match self.verdict {
            Verdict::Mate(plies) => {
                spoken().tell(&message!("mate in {plies}", "{plies}手以内の詰み")).to_string()
            }
            Verdict::NoMate => spoken().say("no mate", "不詰").to_string(),
            Verdict::Unknown(_) => "–".to_string(),
        }
    }
}

/// Solves the problems, prints what it took.
///
/// `solve` solves one by the engine of this name.
pub fn run<P: Policy>(
    engine: &str,
    args: &Effort,
    solve: impl Fn(&Problem, &Settings<P>, &Limits) -> Answer,
) -> Result<Exit, Failure> {
    let usual = if args.quick { QUICK } else { USUAL };
    let mut settings = Settings { prove: false, ..Settings::with(P::default()) };
    settings.bytes = (args.hash as usize) << 20;
    let limit = args.nodes.unwrap_or(usual);
    set_options(&mut settings.options, &args.option)?;
    memory::check(args.hash)?;
    let stop = Stop::on_interrupt();
    let (problems, mut runs) = (problems()?, Vec::new());
    let mut progress = Progress::after(Duration::from_millis(800));
    for (i, one) in problems.iter().enumerate() {
        progress.tell(|| {
            let (number, all) = (i + 1, problems.len());
            let said = message!("problem {number} of {all}", "{all}題中{number}題目");
            spoken().tell(&said).to_string()
        });
        let run = one_run(one, limit, &stop, |limits| solve(&one.problem, &settings, limits));
        if stop.asked() {
            break;
        }
        runs.push(run);
    }
    drop(progress);
    let complete = runs.len() == problems.len();
    let text = match args.format {
        Counts::Text => text(&runs),
        Counts::Json => json(engine, args, limit, &runs, complete).to_string() + "\n",
    };
    output::to_stdout(text.as_bytes())?;
    if complete {
        return Ok(Exit::Yes);
    }
    report::print(&Report::new(message!(
        "stopped before the end: the total is no checksum",
        "途中で中断したので、合計は照合に使えません",
    )));
    Ok(Exit::GaveUp)
}

/// A line of the list.
struct Line {
    name: &'static str,
    kind: &'static str,
    sfen: &'static str,
    problem: Problem,
}

fn problems() -> Result<Vec<Line>, Report> {
    let line = |line: &'static str| {
        let mut columns = line.split('\t');
        let (sfen, name, kind) = (columns.next()?, columns.next()?, columns.next()?);
        let position = Position::from_sfen(sfen).ok()?;
        Some(Line { name, kind, sfen, problem: Problem::new(position) })
    };
    let bad = |text: &str| {
        Report::new(message!(
            "the list of problems has a bad line: {text}",
            "問題の一覧に読めない行があります: {text}",
        ))
    };
    PROBLEMS.lines().map(|text| line(text).ok_or_else(|| bad(text))).collect()
}

fn one_run(line: &Line, limit: u64, stop: &Stop, solve: impl FnOnce(&Limits) -> Answer) -> Run {
    let start = Instant::now();
    let answer = solve(&Limits { stop: stop.token(), ..Limits::expansions(limit) });
    let &Line { name, kind, sfen, .. } = line;
    let seconds = start.elapsed().as_secs_f64();
    Run { name, kind, sfen, verdict: answer.verdict, stats: answer.stats, seconds }
}

/// Expansions, plays and seconds of all.
fn total(runs: &[Run]) -> (u64, u64, f64) {
    let add = |(expansions, plays, seconds): (u64, u64, f64), run: &Run| {
        (expansions + run.stats.expansions, plays + run.stats.plays, seconds + run.seconds)
    };
    runs.iter().fold((0, 0, 0.0), add)
}

fn text(runs: &[Run]) -> String {
    let (expansions, plays, seconds) = total(runs);
    let row = |run: &Run| {
        vec![
            run.name.to_string(),
            run.kind.to_string(),
            run.answer(),
            run.stats.expansions.to_string(),
            run.stats.plays.to_string(),
            format!("{:.2}", run.seconds),
        ]
    };
    let rows: Vec<_> = runs.iter().map(row).collect();
    let head = match spoken().language {
        Language::En => ["problem", "kind", "answer", "expansions", "moves played", "seconds"],
        Language::Ja => ["問題", "種類", "答え", "展開局面", "指した手", "秒"],
    };
    let solved = runs.iter().filter(|run| !matches!(run.verdict, Verdict::Unknown(_))).count();
    let all = runs.len();
    let summary = message!(
        "{solved} of {all} solved, {expansions} expansions, {seconds:.1} s\nbench: {plays}\n",
        "{all}題中{solved}題を解決 展開局面{expansions} {seconds:.1}秒\nbench: {plays}\n",
    );
    let title = spoken().say("Fixed problems, one thread", "固定の問題、スレッド1つ");
    table(title, &head, &rows) + spoken().tell(&summary)
}

fn json(engine: &str, args: &Effort, limit: u64, runs: &[Run], complete: bool) -> Value {
    let round = |seconds: f64| (seconds * 1000.0).round() / 1000.0;
    let problem = |run: &Run| {
        let (verdict, length) = match run.verdict {
            Verdict::Mate(plies) => ("mate", Some(plies)),
            Verdict::NoMate => ("nomate", None),
            Verdict::Unknown(_) => ("unknown", None),
        };
        json!({
            "name": run.name,
            "kind": run.kind,
            "sfen": run.sfen,
            "verdict": verdict,
            "length": length,
            "expansions": run.stats.expansions,
            "nodes": run.stats.plays,
            "seconds": round(run.seconds),
        })
    };
    let (expansions, plays, seconds) = total(runs);
    json!({
        "engine": engine,
        "limit": limit,
        "hash": args.hash,
        "problems": runs.iter().map(problem).collect::<Vec<Value>>(),
        "expansions": expansions,
        "checksum": plays,
        "seconds": round(seconds),
        "reason": (!complete).then_some("stopped"),
    })
}
