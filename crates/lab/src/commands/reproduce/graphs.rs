//! `tsumugi-lab reproduce graphs`: every technique and engine on random graphs whose answers are known.
//!
//! Half of the graphs are `toy::random_graphs` of every shape, half are `toy::tangles`; most have up to 60
//! nodes, one in six up to 200, one in 32 up to 1000. The truth is a fixpoint over the whole graph.

use super::runs::{CAP, Group, Tally, Way, ways};
use crate::args::{Counts, Graphs};
use crate::commands::spread::gather;
use crate::exit::Exit;
use crate::output;
use crate::render::table::table;
use crate::report::{self, Failure, Report};
use crate::stop::Stop;
use crate::terminal::Progress;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tsumugi_andor::options::Sums;
use tsumugi_andor::toy::fixtures::diamonds_or_tree;
use tsumugi_andor::toy::graph::Graph;
use tsumugi_andor::toy::random_graphs::{any_graph, mix};
use tsumugi_andor::toy::tangles::any_tangle;
use tsumugi_andor::{Outcome, PaperOptions, Turn};
use tsumugi_api::Message;

/// About two minutes on two cores.
const USUAL: u64 = 25_000;
const LONG: u64 = 5 * USUAL;
/// Diamonds in the ladders.
const RUNGS: [usize; 4] = [4, 8, 16, 24];
/// More wrong answers than this are counted, not shown.
const SHOWN: usize = 20;

/// Solves the graphs, prints the tables; the answer is no if any verdict was wrong.
pub fn run(args: &Graphs) -> Result<Exit, Failure> {
    let count = args.graphs.unwrap_or(if args.long { LONG } else { USUAL });
    let (start, stop) = (Instant::now(), Stop::on_interrupt());
    let (groups, ways) = ways();
    let mut all = solve_all(args.seed, count, &groups, &ways, &stop);
    if !stop.asked() {
        all.ladders = ladders(&mut all.totals);
    }
    let seconds = start.elapsed().as_secs_f64();
    let text = match args.format {
        Counts::Text => text(args.seed, &all, &groups),
        Counts::Json => json(args.seed, &all, &groups, seconds, all.graphs == count) + "\n",
    };
    output::to_stdout(text.as_bytes())?;
    for case in &all.wrong_cases {
        report::note(&Message::english_only(case));
    }
    if all.graphs < count {
        let note = format!("{} of {count} graphs done", all.graphs);
        report::print(&Report::english("stopped before the end").note(Message::english_only(note)));
    }
    Ok(match (all.totals.wrong, all.graphs == count) {
        (0, true) => Exit::Yes,
        (0, false) => Exit::GaveUp,
        _ => Exit::No,
    })
}

/// The graph of a number.
fn graph(number: u64) -> Graph {
    let bits = mix(number ^ 0x7473_756d);
    let largest = match bits % 32 {
        0 => 1000,
        1..6 => 200,
        _ => 60,
    };
    if bits >> 32 & 1 == 0 { any_graph(number, largest) } else { any_tangle(number, largest) }
}

/// Graphs, runs and wrong answers.
#[derive(Clone, Copy, Default)]
struct Totals {
    graphs: u64,
    runs: u64,
    wrong: u64,
}

/// What came of some graphs.
#[derive(Default)]
struct Results {
    /// Random graphs, and those that OR wins.
    graphs: u64,
    won: u64,
    nodes: u64,
    totals: Totals,
    /// For each way.
    tallies: Vec<Tally>,
    /// For each group: graphs that all its ways solved, and the expansions each needed for those.
    common: Vec<(u64, Vec<u64>)>,
    wrong_cases: Vec<String>,
    ladders: Vec<Ladder>,
}

impl Results {
    fn new(groups: &[Group], ways: &[Way]) -> Results {
        let common = groups.iter().map(|group| (0, vec![0; group.rows.len()])).collect();
        Results { tallies: vec![Tally::default(); ways.len()], common, ..Results::default() }
    }

    /// Solves a graph in every way.
    fn solve(&mut self, number: u64, groups: &[Group], ways: &[Way]) {
        let graph = Arc::new(graph(number));
        let truth = graph.truth()[0];
        self.graphs += 1;
        self.won += u64::from(truth.is_some());
        self.nodes += graph.len() as u64;
        self.totals.graphs += 1;
        let outcomes: Vec<Outcome> = ways.iter().map(|way| way.solve(&graph, CAP)).collect();
        for ((way, outcome), tally) in ways.iter().zip(&outcomes).zip(&mut self.tallies) {
            let right = way.is_right(outcome.verdict, truth);
            tally.add(outcome, right);
            self.totals.runs += 1;
            self.totals.wrong += u64::from(!right);
            if !right && self.wrong_cases.len() < SHOWN {
                let verdict = outcome.verdict;
                self.wrong_cases
                    .push(format!("--seed {number} --graphs 1: {way:?}: {verdict:?}, truth {truth:?}"));
            }
        }
        for (group, (graphs, expansions)) in groups.iter().zip(&mut self.common) {
            let solved = |&(_, way): &(_, usize)| outcomes[way].verdict.answer().is_some();
            if group.rows.iter().all(solved) {
                *graphs += 1;
                for (sum, &(_, way)) in expansions.iter_mut().zip(&group.rows) {
                    *sum += outcomes[way].stats.expansions;
                }
            }
        }
    }

    fn join(&mut self, other: Results) {
        self.graphs += other.graphs;
        self.won += other.won;
        self.nodes += other.nodes;
        self.totals.graphs += other.totals.graphs;
        self.totals.runs += other.totals.runs;
        self.totals.wrong += other.totals.wrong;
        for (tally, other) in self.tallies.iter_mut().zip(&other.tallies) {
            tally.join(other);
        }
        for (common, other) in self.common.iter_mut().zip(other.common) {
            common.0 += other.0;
            common.1.iter_mut().zip(other.1).for_each(|(sum, more)| *sum += more);
        }
        self.wrong_cases.extend(other.wrong_cases);
        self.wrong_cases.truncate(SHOWN);
    }
}

/// Solves graphs on all cores until all are done or the user asks to stop.
fn solve_all(first: u64, count: u64, groups: &[Group], ways: &[Way], stop: &Stop) -> Results {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u32);
    let mut progress = Progress::after(Duration::from_millis(800));
    let mut all = Results::new(groups, ways);
    let add = |results: &mut Results, i: usize| {
        results.solve(first.wrapping_add(i as u64), groups, ways);
    };
    let tell = |begun: usize| {
        progress.tell(|| format!("{begun} of {count} graphs"));
        !stop.asked()
    };
    for results in gather(count as usize, cores, || Results::new(groups, ways), add, tell) {
        all.join(results);
    }
    all
}

/// Expansions needed for the ladders by one way to add up.
struct Ladder {
    sums: &'static str,
    /// A pair for each of [`RUNGS`]: won ladders (proof numbers double) and lost ones (disproof numbers do).
    expansions: Vec<[u64; 2]>,
}

fn ladders(totals: &mut Totals) -> Vec<Ladder> {
    let branchings = [Turn::And, Turn::Or];
    let graphs = RUNGS.map(|k| branchings.map(|branching| Arc::new(diamonds_or_tree(k, branching))));
    totals.graphs += (RUNGS.len() * branchings.len()) as u64;
    let mut effort = |sums: Sums, graph: &Arc<Graph>| {
        let plain_thresholds =
            PaperOptions { epsilon: 0, epsilon_more: 0, epsilon_losing: 0, ..PaperOptions::default() };
        let way = Way::Dfpn(PaperOptions { sums, ..plain_thresholds });
        let outcome = way.solve(graph, u64::MAX);
        totals.runs += 1;
        totals.wrong += u64::from(!way.is_right(outcome.verdict, graph.truth()[0]));
        outcome.stats.expansions
    };
    let ladder = |&(sums, name): &(Sums, &'static str)| Ladder {
        sums: name,
        expansions: graphs.iter().map(|[won, lost]| [effort(sums, won), effort(sums, lost)]).collect(),
    };
    Sums::ALL.iter().map(ladder).collect()
}

fn text(seed: u64, all: &Results, groups: &[Group]) -> String {
    let mut out = format!(
        "Random AND/OR graphs from seed {seed}: {} graphs, {} nodes, {} won for OR; at most {CAP} expansions each\n\n",
        all.graphs, all.nodes, all.won
    );
    for (group, (graphs, expansions)) in groups.iter().zip(&all.common) {
        let head = ["", "solved", "gave up", "at the cap", "wrong", "expansions", "most"];
        let ghi = group.name == "ghi";
        let mut head = head.to_vec();
        if ghi {
            head.extend(["conditional", "used again"]);
        }
        let row = |(&(name, way), &expansions): (&(&str, usize), &u64)| {
            let Tally { answered, gave_up, capped, wrong, most, conditional } = all.tallies[way];
            let mut numbers = vec![answered, gave_up, capped, wrong, expansions, most];
            if ghi {
                numbers.extend([conditional.0, conditional.1]);
            }
            let cells = numbers.iter().map(u64::to_string);
            std::iter::once(name.to_string()).chain(cells).collect::<Vec<String>>()
        };
        let rows: Vec<_> = group.rows.iter().zip(expansions).map(row).collect();
        let title =
            format!("{}; expansions on the {graphs} graphs that all of these solved", group.title);
        out += &table(&title, &head, &rows);
    }
    if !all.ladders.is_empty() {
        let head: Vec<String> = RUNGS.iter().map(|k| format!("{k} diamonds")).collect();
        let head: Vec<&str> = std::iter::once("").chain(head.iter().map(String::as_str)).collect();
        let row = |ladder: &Ladder| {
            let cells = ladder.expansions.iter().map(|[won, lost]| format!("{won} / {lost}"));
            std::iter::once(ladder.sums.to_string()).chain(cells).collect::<Vec<String>>()
        };
        let rows: Vec<_> = all.ladders.iter().map(row).collect();
        out += &table("Diamond ladders beside a bushy tree; expansions, won / lost", &head, &rows);
    }
    let Totals { graphs, runs, wrong } = all.totals;
    out + &format!("{graphs} graphs, {runs} runs, {wrong} wrong\n")
}

fn json(seed: u64, all: &Results, groups: &[Group], seconds: f64, complete: bool) -> String {
    let group = |(group, (graphs, expansions)): (&Group, &(u64, Vec<u64>))| {
        let row = |(&(name, way), expansions): (&(&str, usize), &u64)| {
            let tally = &all.tallies[way];
            json!({
                "name": name,
                "solved": tally.answered,
                "gave_up": tally.gave_up,
                "at_cap": tally.capped,
                "wrong": tally.wrong,
                "common_expansions": expansions,
                "most_expansions": tally.most,
                "conditional_disproofs": tally.conditional.0,
                "conditional_hits": tally.conditional.1,
            })
        };
        let rows: Vec<Value> = group.rows.iter().zip(expansions).map(row).collect();
        json!({ "group": group.name, "solved_by_all": graphs, "rows": rows })
    };
    let ladder = |ladder: &Ladder| {
        let steps = RUNGS.iter().zip(&ladder.expansions);
        let steps = steps.map(|(k, [won, lost])| json!({ "diamonds": k, "won": won, "lost": lost }));
        json!({ "sums": ladder.sums, "expansions": steps.collect::<Vec<Value>>() })
    };
    json!({
        "experiment": "graphs",
        "seed": seed,
        "cap": CAP,
        "random_graphs": all.graphs,
        "nodes": all.nodes,
        "won": all.won,
        "groups": groups.iter().zip(&all.common).map(group).collect::<Vec<Value>>(),
        "ladders": all.ladders.iter().map(ladder).collect::<Vec<Value>>(),
        "graphs": all.totals.graphs,
        "runs": all.totals.runs,
        "wrong": all.totals.wrong,
        "wrong_cases": all.wrong_cases,
        "reason": (!complete).then_some("stopped"),
        "seconds": (seconds * 1000.0).round() / 1000.0,
    })
    .to_string()
}
