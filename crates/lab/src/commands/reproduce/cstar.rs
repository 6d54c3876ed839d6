//! `tsumugi-lab reproduce cstar`: the tables of \[Seo95\] on the two great collections of the eighteenth century.
//!
//! The paper took the anthology 続詰むや詰まざるや, 197 problems, 30 minutes each on a SPARCstation 20, and solved
//! 179. That book may not be copied; Shogi Zuko and Shogi Muso, from which its hardest problems come, stand in.

use super::collection::Case;
use super::trials::{self, Effort, Plan, Results, Trial, Way};
use crate::args::CstarTables;
use crate::exit::Exit;
use crate::render::table::table;
use crate::report::Failure;
use crate::stop::Stop;
use serde_json::{Value, json};
use tsumugi_andor::{Engine, GameValue};

/// Minutes for both collections.
const PLAN: Plan = Plan { lists: &["zuko.tsv", "muso.tsv"], nodes: (1_000_000, 50_000), few: 4 };

/// More unsolved problems than this are counted, not named.
const NAMED: usize = 60;

/// The paper's classes of length, and where each ends.
const LENGTHS: [(&str, u32); 7] = [
    ("1-9", 9),
    ("11-19", 19),
    ("21-29", 29),
    ("31-39", 39),
    ("41-49", 49),
    ("51-99", 99),
    ("101-", u32::MAX),
];
/// The paper's table 1: a class, its problems, those solved, and the same in per cent.
const PAPER: [(&str, u32, u32, u32); 7] = [
    ("11-19", 29, 29, 100),
    ("21-29", 45, 43, 96),
    ("31-39", 39, 34, 87),
    ("41-49", 24, 22, 92),
    ("51-99", 44, 41, 93),
    ("101-", 16, 10, 63),
    ("all", 197, 179, 91),
];
/// The paper's classes of time.
const SECONDS: [(&str, f64); 6] = [
    ("0-1", 1.0),
    ("1-10", 10.0),
    ("10-100", 100.0),
    ("100-1000", 1000.0),
    ("1000-1800", 1800.0),
    ("1800-", f64::INFINITY),
];

/// Solves the collections, prints the tables; the answer is no if engines contradict each other.
pub fn run(args: &CstarTables) -> Result<Exit, Failure> {
    let common = &args.trials;
    let (cases, effort, options) = PLAN.asked(common)?;
    let way = |&engine: &Engine| Way { name: engine.name(), engine, options, prove: false };
    let ways = args.engine.iter().map(way).collect();
    let stop = Stop::on_interrupt();
    let results = trials::run(cases, ways, effort, common.workers, &stop);
    trials::print(common.format, || text(&results, effort), || json(&results, effort))?;
    Ok(super::ending(&results))
}

/// Is it a mate?
fn solved(trial: &Trial) -> bool {
    trial.answer() == Some(true)
}

/// The class a problem belongs to, by its author's length.
fn length_class(case: &Case) -> &'static str {
    let class = |length: u32| LENGTHS.iter().find(|(_, end)| length <= *end);
    case.length.and_then(class).map_or("not known", |(name, _)| name)
}

/// The class of a time.
fn time_class(trial: &Trial) -> &'static str {
    SECONDS.iter().find(|(_, end)| trial.seconds < *end).map_or("", |(name, _)| name)
}

fn count<'a>(results: &'a Results, way: usize, wanted: impl Fn(&'a Case, &'a Trial) -> bool) -> usize {
    results.of(way).filter(|(case, trial)| wanted(case, trial)).count()
}

fn percent(part: u64, whole: u64) -> String {
    if whole == 0 { "–".to_string() } else { format!("{:.0}", 100.0 * part as f64 / whole as f64) }
}

fn text(results: &Results, effort: Effort) -> String {
    format!(
        "{} problems, {}\n\n{}{}{}{}{}",
        results.cases.len(),
        effort.text(),
        by_length(results),
        by_time(results),
        efforts(results),
        solutions(results),
        unsolved(results),
    )
}

/// The paper's table 1.
fn by_length(results: &Results) -> String {
    let mut head = vec!["plies", "problems"];
    for way in &results.ways {
        head.extend([way.name, "%"]);
    }
    head.push("the paper, another book");
    let row = |name: &str, belongs: &dyn Fn(&Case) -> bool| {
        let problems = results.cases.iter().filter(|case| belongs(case)).count();
        let paper = PAPER.iter().find(|row| row.0 == name);
        let theirs =
            paper.map_or("–".to_string(), |row| format!("{} of {} ({} %)", row.2, row.1, row.3));
        let mut cells = vec![name.to_string(), problems.to_string()];
        for way in 0..results.ways.len() {
            let solved = count(results, way, |case, trial| belongs(case) && solved(trial));
            cells.extend([solved.to_string(), percent(solved as u64, problems as u64)]);
        }
        cells.push(theirs);
        cells
    };
    let names = LENGTHS.iter().map(|(name, _)| *name).chain(["not known"]);
    let mut rows: Vec<_> = names.map(|name| row(name, &|case| length_class(case) == name)).collect();
    rows.retain(|cells| cells[1] != "0");
    rows.push(row("all", &|_| true));
    table("Mates found, by the length of the author's solution", &head, &rows)
}

/// The paper's table 2.
fn by_time(results: &Results) -> String {
    let head: Vec<&str> =
        std::iter::once("seconds").chain(results.ways.iter().map(|way| way.name)).collect();
    let row = |name: &str, belongs: &dyn Fn(&Trial) -> bool| {
        let counts = (0..results.ways.len())
            .map(|way| count(results, way, |_, trial| belongs(trial)).to_string());
        std::iter::once(name.to_string()).chain(counts).collect::<Vec<String>>()
    };
    let mut rows: Vec<_> = SECONDS
        .iter()
        .map(|(name, _)| row(name, &|trial| solved(trial) && time_class(trial) == *name))
        .collect();
    rows.push(row("all", &solved));
    rows.push(row("no mate", &|trial| trial.answer() == Some(false)));
    rows.push(row("not solved", &|trial| trial.answer().is_none()));
    table("Mates found, by time", &head, &rows)
}

/// What section 7 of the paper says about its effort: positions expanded again, moves for each.
fn efforts(results: &Results) -> String {
    let head = ["", "expansions", "again %", "moves each", "seconds"];
    let row = |(i, way): (usize, &Way)| {
        let trials = || results.of(i).map(|(_, trial)| trial);
        let sum = |number: fn(&Trial) -> u64| trials().map(number).sum::<u64>();
        let (expansions, new) = (sum(|t| t.stats.expansions), sum(|t| t.stats.new_expansions));
        let each = sum(|t| t.stats.plays) as f64 / expansions.max(1) as f64;
        let seconds: f64 = trials().map(|trial| trial.seconds).sum();
        vec![
            way.name.to_string(),
            expansions.to_string(),
            percent(expansions - new, expansions),
            format!("{each:.1}"),
            format!("{seconds:.0}"),
        ]
    };
    let rows: Vec<_> = results.ways.iter().enumerate().map(row).collect();
    table("Effort, all problems", &head, &rows)
}

/// What the paper says it counted and had no room to print: iterations, leaves of solutions, generated positions.
fn solutions(results: &Results) -> String {
    let figures = |way| results.of(way).filter_map(|(_, trial)| Some((trial, trial.cstar?)));
    let row = |(way, name): (usize, &'static str)| {
        let (mut iterations, mut leaves, mut proved) = (Vec::new(), Vec::new(), 0);
        for (_, figures) in figures(way).filter(|(trial, _)| solved(trial)) {
            iterations.push(figures.iterations);
            leaves.extend(figures.leaves);
            proved += u64::from(figures.claims.is_some());
        }
        let all = || figures(way).map(|(trial, figures)| (figures.generated, trial.stats.expansions));
        let (generated, expansions) = all().fold((0, 0), |a, b| (a.0 + b.0, a.1 + b.1));
        vec![
            name.to_string(),
            median(&mut iterations),
            median(&mut leaves),
            leaves.last().map_or("–".to_string(), u64::to_string),
            generated.to_string(),
            format!("{:.1}", generated as f64 / expansions.max(1) as f64),
            format!("{proved} of {}", iterations.len()),
        ]
    };
    let ways = results.ways.iter().enumerate().map(|(way, named)| (way, named.name));
    let rows: Vec<_> = ways.filter(|&(way, _)| figures(way).next().is_some()).map(row).collect();
    if rows.is_empty() {
        return String::new();
    }
    let head = [
        "",
        "iterations",
        "leaves",
        "most leaves",
        "generated",
        "branching factor",
        "verified certificates",
    ];
    table("Solutions: medians of the mates found; the paper's branching factor is 5.2", &head, &rows)
}

/// The one in the middle, and all sorted.
fn median(numbers: &mut [u64]) -> String {
    numbers.sort_unstable();
    numbers.get(numbers.len() / 2).map_or("–".to_string(), u64::to_string)
}

/// The paper's table 3.
fn unsolved(results: &Results) -> String {
    let mut out = String::new();
    for (i, way) in results.ways.iter().enumerate() {
        let left = results.of(i).filter(|(_, trial)| matches!(trial.verdict, GameValue::Unknown(_)));
        let name = |(case, _): (&Case, _)| match case.length {
            Some(length) => format!("{} ({length})", case.short_name()),
            None => case.short_name().to_string(),
        };
        let mut names: Vec<String> = left.map(name).collect();
        let more = names.len().saturating_sub(NAMED);
        names.truncate(NAMED);
        if more > 0 {
            names.push(format!("and {more} more"));
        }
        if !names.is_empty() {
            out += &format!("Not solved by {}: {}\n", way.name, names.join(", "));
        }
    }
    out
}

fn json(results: &Results, effort: Effort) -> Value {
    let engine = |(i, way): (usize, &Way)| {
        let by_length = LENGTHS.iter().map(|(name, _)| *name).chain(["not known"]).map(|name| {
            json!({
                "plies": name,
                "problems": results.cases.iter().filter(|case| length_class(case) == name).count(),
                "mates": count(results, i, |case, trial| length_class(case) == name && solved(trial)),
            })
        });
        let by_time = SECONDS.iter().map(|(name, _)| {
            let mates = count(results, i, |_, trial| solved(trial) && time_class(trial) == *name);
            json!({ "seconds": name, "mates": mates })
        });
        json!({
            "engine": way.name,
            "mates": count(results, i, |_, trial| solved(trial)),
            "no_mates": count(results, i, |_, trial| trial.answer() == Some(false)),
            "by_length": by_length.collect::<Vec<Value>>(),
            "by_time": by_time.collect::<Vec<Value>>(),
        })
    };
    json!({
        "experiment": "cstar",
        "nodes": effort.nodes,
        "time": effort.seconds,
        "engines": results.ways.iter().enumerate().map(engine).collect::<Vec<Value>>(),
        "problems": results.json(),
        "contradictions": results.contradictions().len(),
        "reason": (!results.complete()).then_some("stopped"),
    })
}
