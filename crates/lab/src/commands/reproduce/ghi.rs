//! `tsumugi-lab reproduce ghi`: \[Kishimoto04\] in tsume-shogi, with all our ways to keep disproofs by repetition.
//!
//! The Japanese paper on it: 388 mates and 14 no-mates of three collections, 15 minutes each. Nagai's way solved 388 and 0, base
//! and twin entries 388 and 12; simulation cost 0.7 % of the nodes and succeeded in 66 %; rebuilding what
//! garbage collection had taken from a proof cost 1.7 %, from a disproof 8.4 %. Here everything but the way
//! to keep such disproofs is the same in all rows, but for those of `--hard` that have all else as in the paper too.

mod hard;

use super::collection::Case;
use super::scatter::{Mark, Scatter};
use super::trials::{self, Effort, Plan, Results, Trial, Way};
use crate::args::GhiTables;
use crate::exit::Exit;
use crate::output;
use crate::render::table::table;
use crate::report::{Failure, Report};
use crate::stop::Stop;
use serde_json::{Value, json};
use std::path::Path;
use tsumugi_andor::options::Ghi;
use tsumugi_andor::{Engine, PaperOptions};

/// Minutes for all lists.
const PLAN: Plan = Plan {
    lists: &["zuko.tsv", "muso.tsv", "nomate_candidates.tsv"],
    nodes: (200_000, 20_000),
    few: 3,
};

/// The paper's table 2: mates solved of 388 and no-mates of 14.
const PAPER: [(Ghi, u32, u32); 2] = [(Ghi::Nagai, 388, 0), (Ghi::Twin, 388, 12)];

fn way(name: &'static str, ghi: Ghi, base: PaperOptions, prove: bool) -> Way {
    Way { name, engine: Engine::Dfpn, options: PaperOptions { ghi, ..base }, prove }
}

/// Solves the lists in every way, prints the tables; the answer is no if two ways contradict each other.
pub fn run(args: &GhiTables) -> Result<Exit, Failure> {
    let common = &args.trials;
    let (cases, effort, base) = if args.hard { hard::asked(common)? } else { PLAN.asked(common)? };
    if let Some(dir) = &args.svg {
        output::make_directory(dir)?;
    }
    let mut ways: Vec<Way> =
        Ghi::ALL.iter().map(|&(ghi, name)| way(name, ghi, base, !args.hard)).collect();
    if args.hard {
        ways.extend(hard::programs());
    }
    let stop = Stop::on_interrupt();
    let results = trials::run(cases, ways, effort, common.workers, &stop);
    trials::print(common.format, || text(&results, effort, args.hard), || json(&results, effort))?;
    if let Some(dir) = &args.svg {
        draw(&results, dir)?;
    }
    Ok(super::ending(&results))
}

/// What came of one way, over some problems.
#[derive(Default)]
struct Tally {
    mates: u64,
    no_mates: u64,
    open: u64,
    expansions: u64,
    conditional: (u64, u64),
    second_phases: u64,
    simulations: (u64, u64),
    /// Moves played by simulations, and by everything.
    plays: (u64, u64),
    /// For mates and for no-mates.
    proofs: [Proofs; 2],
}

/// What the proofs of some answers took.
#[derive(Default, Clone, Copy)]
struct Proofs {
    made: u64,
    failed: u64,
    /// Expansions of the searches, and of making the proofs.
    search: u64,
    again: u64,
}

impl Tally {
    fn of<'a>(trials: impl Iterator<Item = (&'a Case, &'a Trial)>) -> Tally {
        let mut tally = Tally::default();
        trials.for_each(|(_, trial)| tally.add(trial));
        tally
    }

    fn add(&mut self, trial: &Trial) {
        let stats = &trial.stats;
        self.expansions += stats.expansions;
        self.conditional.0 += stats.conditional_disproofs;
        self.conditional.1 += stats.conditional_hits;
        self.second_phases += stats.second_phases;
        self.simulations.0 += stats.simulations.0;
        self.simulations.1 += stats.simulations.1;
        self.plays.0 += stats.simulated_plays;
        self.plays.1 += stats.plays;
        let Some(mate) = trial.answer() else {
            self.open += 1;
            return;
        };
        if mate {
            self.mates += 1
        } else {
            self.no_mates += 1
        }
        let proofs = &mut self.proofs[usize::from(!mate)];
        match trial.proof {
            Some(Ok(again)) => {
                proofs.made += 1;
                proofs.search += stats.expansions;
                proofs.again += again;
            }
            _ => proofs.failed += 1,
        }
    }
}

/// Is there an answer from every way, and is it this one?
fn solved_by_all(results: &Results, case: usize, mate: bool) -> bool {
    let mut trials = results.trials.iter().map(|trials| trials[case].as_ref());
    trials.all(|trial| trial.is_some_and(|trial| trial.answer() == Some(mate)))
}

/// Expansions of each way over the mates, or no-mates, that all of them solved; and how many those are.
fn common(results: &Results, mate: bool) -> (usize, Vec<u64>) {
    let cases: Vec<usize> =
        (0..results.cases.len()).filter(|&case| solved_by_all(results, case, mate)).collect();
    let effort = |trials: &Vec<Option<Trial>>| {
        cases.iter().filter_map(|&case| trials[case].as_ref()).map(|t| t.stats.expansions).sum()
    };
    (cases.len(), results.trials.iter().map(effort).collect())
}

fn percent(part: u64, whole: u64) -> String {
    if whole == 0 { "–".to_string() } else { format!("{:.1}", 100.0 * part as f64 / whole as f64) }
}

fn tallies(results: &Results) -> Vec<Tally> {
    (0..results.ways.len()).map(|way| Tally::of(results.of(way))).collect()
}

/// A table with a row for each way.
fn rows(
    results: &Results,
    title: &str,
    head: &[&str],
    cells: impl Fn(usize, &Tally) -> Vec<String>,
) -> String {
    let tallies = tallies(results);
    let row = |(i, tally): (usize, &Tally)| {
        let name = results.ways[i].name.to_string();
        std::iter::once(name).chain(cells(i, tally)).collect::<Vec<String>>()
    };
    let rows: Vec<_> = tallies.iter().enumerate().map(row).collect();
    let head: Vec<&str> = std::iter::once("").chain(head.iter().copied()).collect();
    table(title, &head, &rows)
}

/// What the paper has in a row of its table 2.
fn paper(results: &Results, way: usize) -> [String; 2] {
    let Way { name, options, .. } = &results.ways[way];
    let named = Ghi::ALL.iter().any(|(ghi, word)| *ghi == options.ghi && name.starts_with(word));
    let row = PAPER.iter().find(|row| named && row.0 == options.ghi);
    row.map_or(["–".to_string(), "–".to_string()], |row| [row.1.to_string(), row.2.to_string()])
}

/// What each way took for what all of them solved.
fn efforts(results: &Results) -> String {
    let (mates, mate_efforts) = common(results, true);
    let (no_mates, no_mate_efforts) = common(results, false);
    let title = format!("Expansions, on the {mates} mates and {no_mates} no-mates that all solved");
    rows(results, &title, &["mates", "no mates"], |way, _| {
        numbers(&[mate_efforts[way], no_mate_efforts[way]])
    })
}

fn numbers(numbers: &[u64]) -> Vec<String> {
    numbers.iter().map(u64::to_string).collect()
}

fn text(results: &Results, effort: Effort, hard: bool) -> String {
    let mut out = format!("{} problems, {}\n\n", results.cases.len(), effort.text());
    let head = ["mates", "no mates", "open", "the paper: mates of 388", "no mates of 14"];
    out += &rows(results, "Solved", &head, |way, tally| {
        [numbers(&[tally.mates, tally.no_mates, tally.open]), paper(results, way).to_vec()].concat()
    });
    out += &if hard { hard::one_by_one(results) } else { efforts(results) };
    let head =
        ["found", "used again", "second phases", "simulated", "successes %", "% of the moves played"];
    out += &rows(results, "Disproofs by repetition, all problems", &head, |_, tally| {
        let (tried, succeeded) = tally.simulations;
        let mut cells =
            numbers(&[tally.conditional.0, tally.conditional.1, tally.second_phases, tried]);
        cells.push(percent(succeeded, tried));
        cells.push(percent(tally.plays.0, tally.plays.1));
        cells
    });
    if hard {
        // No proofs are made.
        return out;
    }
    let head = ["mates", "failed", "again %", "no mates", "failed", "again %"];
    out += &rows(results, "Proofs extracted; expansions of searching again", &head, |_, tally| {
        let cells = tally.proofs.iter().flat_map(|proofs| {
            let Proofs { made, failed, search, again } = *proofs;
            [made.to_string(), failed.to_string(), percent(again, search)]
        });
        cells.collect()
    });
    out
}

fn json(results: &Results, effort: Effort) -> Value {
    let (mates, mate_efforts) = common(results, true);
    let (no_mates, no_mate_efforts) = common(results, false);
    let proofs = |proofs: &Proofs| {
        json!({
            "made": proofs.made,
            "failed": proofs.failed,
            "search_expansions": proofs.search,
            "proof_expansions": proofs.again,
        })
    };
    let way = |(i, tally): (usize, &Tally)| {
        json!({
            "ghi": results.ways[i].name,
            "mates": tally.mates,
            "no_mates": tally.no_mates,
            "open": tally.open,
            "expansions": tally.expansions,
            "common_mate_expansions": mate_efforts[i],
            "common_no_mate_expansions": no_mate_efforts[i],
            "conditional_disproofs": tally.conditional.0,
            "conditional_hits": tally.conditional.1,
            "second_phases": tally.second_phases,
            "simulations": tally.simulations.0,
            "simulations_succeeded": tally.simulations.1,
            "simulated_nodes": tally.plays.0,
            "mate_proofs": proofs(&tally.proofs[0]),
            "no_mate_proofs": proofs(&tally.proofs[1]),
        })
    };
    json!({
        "experiment": "ghi",
        "nodes": effort.nodes,
        "time": effort.seconds,
        "common_mates": mates,
        "common_no_mates": no_mates,
        "ways": tallies(results).iter().enumerate().map(way).collect::<Vec<Value>>(),
        "problems": results.json(),
        "contradictions": results.contradictions().len(),
        "reason": (!results.complete()).then_some("stopped"),
    })
}

/// The paper's figures 4 and 5: efforts against the first way's, and the effort of proofs against searches.
fn draw(results: &Results, dir: &Path) -> Result<(), Report> {
    let baseline = results.ways[0].name;
    for (i, way) in results.ways.iter().enumerate() {
        if i > 0 {
            let pairs = results.trials[i].iter().zip(&results.trials[0]);
            let point = |(x, y): (&Option<Trial>, &Option<Trial>)| {
                let (x, y) = (x.as_ref()?, y.as_ref()?);
                let mate = x.answer().or(y.answer())?;
                Some((x.stats.expansions as f64, y.stats.expansions as f64, mark(mate)))
            };
            let scatter = Scatter {
                title: "Expansions; unsolved problems lie at the limit".to_string(),
                across: way.name.to_string(),
                up: baseline.to_string(),
                legend: LEGEND,
                points: pairs.filter_map(point).collect(),
            };
            write(dir, &format!("{}-{baseline}.svg", way.name), &scatter)?;
        }
        let point = |(_, trial): (&Case, &Trial)| {
            let again = trial.proof?.ok()?;
            Some((trial.stats.expansions as f64, again as f64, mark(trial.answer()?)))
        };
        let scatter = Scatter {
            title: format!("Proofs extracted, {}", way.name),
            across: "expansions of the search".to_string(),
            up: "expansions of searching again".to_string(),
            legend: LEGEND,
            points: results.of(i).filter_map(point).collect(),
        };
        write(dir, &format!("{}-proofs.svg", way.name), &scatter)?;
    }
    Ok(())
}

const LEGEND: [(Mark, &str); 2] = [(Mark::Disc, "mate"), (Mark::Square, "no mate")];

fn mark(mate: bool) -> Mark {
    LEGEND[usize::from(!mate)].0
}

fn write(dir: &Path, name: &str, scatter: &Scatter) -> Result<(), Report> {
    output::to_file(&dir.join(name), scatter.svg().as_bytes())
}
