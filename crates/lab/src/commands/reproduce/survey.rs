//! `tsumugi-lab reproduce survey`: techniques that the survey \[Kishimoto07\] names and the solver does not use, each beside
//! what it would take the place of.
//!
//! The survey prints no figures of its own. Where the paper that a technique comes from says what it gained, that stands
//! above the table.

mod comparison;
mod dual;
mod judged;

use super::collection;
use super::trials::{self, Plan};
use crate::args::{SurveyPart, SurveyTables};
use crate::exit::Exit;
use crate::report::{self, Failure, Report};
use crate::stop::Stop;
use comparison::{Comparison, Found};
use dual::{Counters, Dual};
use judged::{DOUBLING, Judged};
use serde_json::{Value, json};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use tsumugi_andor::engines::dfpn::Dfpn;
use tsumugi_andor::engines::pseudo::Pseudo;
use tsumugi_andor::options::Sums;
use tsumugi_andor::{Engine, Limits, PaperOptions, Table, drive, solve};
use tsumugi_shogi::random::{Style, position_of};
use tsumugi_shogi::{Move, MoveList, Waivers};
use tsumugi_tsume::{Problem, TsumeGame, brinkmate};

/// Both books.
const PLAN: Plan = Plan { lists: &["zuko.tsv", "muso.tsv"], nodes: (10_000, 2_000), few: 12 };

/// Lines of both books, and the plies before their ends at which a search without a table, or without dominance, begins: from
/// the beginnings most find nothing.
const LINES: &[&str] = &["zuko_lines.tsv", "muso_lines.tsv"];
const LAST: usize = 11;
/// Random positions with both kings, and in a quick run.
const TWO_KINGS: (usize, usize) = (100, 20);
/// They have many moves: the limit is smaller there by this factor.
const WIDER: u64 = 4;
/// Memory for each of them; the limit leaves no use for more.
const SMALL: usize = 16 << 20;

/// Positions a few plies before the ends of the books' lines; at most `most`.
fn ends(most: usize) -> Result<Vec<Problem>, Report> {
    let mut ends = Vec::new();
    for line in collection::read(&[], LINES)? {
        let setup = &line.record.setup;
        let problem = Problem::from_setup(setup, Waivers::TSUME, false)
            .map_err(|error| Report::inadmissible(&error, setup, line.place.clone()))?;
        let mut position = problem.position().clone();
        let moves: Vec<Move> = line
            .rest
            .get(1)
            .map_or("", |text| text)
            .split(' ')
            .map_while(|text| text.parse().ok())
            .collect();
        for &m in &moves[..moves.len().saturating_sub(LAST)] {
            let mut legal = MoveList::new();
            position.legal_moves(&mut legal);
            if !legal.contains(&m) {
                return Err(
                    Report::english(format!("{m} is no move of this line")).at(line.place.clone())
                );
            }
            let _ = position.play(m);
        }
        ends.push(Problem::new(position));
    }
    // Both books, if only a few are wanted.
    let step = ends.len().div_ceil(most.max(1)).max(1);
    Ok(ends.into_iter().step_by(step).collect())
}

fn game(problem: &Problem) -> TsumeGame {
    TsumeGame::new(problem.position().clone(), problem.attacker())
}

/// What all parts have in common.
struct Setting<'a> {
    /// The books, and positions near the ends of their lines.
    books: Vec<Problem>,
    ends: Vec<Problem>,
    options: PaperOptions,
    nodes: u64,
    bytes: usize,
    two_kings: usize,
    workers: u32,
    stop: &'a Stop,
}

/// Compares, prints the tables; the answer is no if two ways contradict each other.
pub fn run(args: &SurveyTables) -> Result<Exit, Failure> {
    let common = &args.trials;
    let (cases, effort, options) = PLAN.asked(common)?;
    let stop = Stop::on_interrupt();
    let two_kings = if common.quick { TWO_KINGS.1 } else { TWO_KINGS.0 };
    let books: Vec<Problem> = cases.into_iter().map(|case| case.problem).collect();
    // Somebody else's problems are taken as they are.
    let ends = if common.problems.is_empty() { ends(books.len())? } else { books.clone() };
    let setting = Setting {
        books,
        ends,
        options,
        nodes: effort.nodes,
        bytes: effort.bytes,
        two_kings: common.limit.unwrap_or(two_kings),
        workers: common.workers,
        stop: &stop,
    };
    let parts: &[SurveyPart] = if args.part.is_empty() { &SurveyPart::ALL } else { &args.part };
    let all: Vec<Comparison> = parts.iter().map(|part| setting.compare(*part)).collect();
    let text = || {
        let tables: String = all.iter().map(Comparison::text).collect();
        format!("At most {} expansions each, {} MiB\n\n{tables}", setting.nodes, setting.bytes >> 20)
    };
    let json = || {
        json!({
            "experiment": "survey",
            "nodes": setting.nodes,
            "parts": all.iter().map(Comparison::json).collect::<Vec<Value>>(),
            "reason": (!all.iter().all(Comparison::is_complete)).then_some("stopped"),
        })
    };
    trials::print(common.format, text, json)?;
    let contradictions: usize = all.iter().map(Comparison::contradictions).sum();
    if contradictions > 0 {
        report::print(&Report::english(format!(
            "{contradictions} problems: two ways contradict each other"
        )));
    }
    Ok(match (contradictions, all.iter().all(Comparison::is_complete)) {
        (0, true) => Exit::Yes,
        (0, false) => Exit::GaveUp,
        _ => Exit::No,
    })
}

impl Setting<'_> {
    fn compare(&self, part: SurveyPart) -> Comparison {
        match part {
            SurveyPart::MonteCarlo => self.monte_carlo(),
            SurveyPart::DoubleCounts => self.double_counts(),
            SurveyPart::Evaluation => self.evaluation(),
            SurveyPart::DualLambda => self.dual_lambda(),
        }
    }

    fn limits(&self) -> Limits {
        Limits { expansions: self.nodes, stop: self.stop.token_within(None), ..Limits::default() }
    }

    /// An engine of the library.
    fn by_engines(
        &self,
        named: (&'static str, &str),
        problems: &[Problem],
        ways: Vec<(String, Engine, PaperOptions)>,
    ) -> Comparison {
        let one = |case: usize, way: usize| {
            let (_, engine, options) = &ways[way];
            let outcome =
                solve(game(&problems[case]), engine, options, self.bytes, &self.limits(), &mut ());
            let stats = outcome.stats;
            Found { verdict: outcome.verdict, expansions: stats.expansions, plays: stats.plays }
        };
        let names = ways.iter().map(|(name, ..)| name.clone()).collect();
        let size = (problems.len(), self.workers);
        Comparison::new((named.0, named.1.to_string()), names, size, self.stop, one)
    }

    fn monte_carlo(&self) -> Comparison {
        let plain = PaperOptions { estimate: false, learned: false, ..self.options };
        let guessed = PaperOptions { estimate: true, learned: false, ..self.options };
        let ways = vec![
            ("pn, leaves count 1".to_string(), Engine::Pn, plain),
            ("pn, hand-made guess".to_string(), Engine::Pn, guessed),
            ("mcpn, random games".to_string(), Engine::MonteCarlo, guessed),
        ];
        let title = "Monte-Carlo proof-number search, the last 11 plies of lines (its paper, on life and death: a quarter of the nodes)";
        self.by_engines(("mcpn", title), &self.ends, ways)
    }

    fn double_counts(&self) -> Comparison {
        let way = |&(sums, name): &(Sums, &'static str)| {
            (format!("df-pn, {name}"), Engine::Dfpn, PaperOptions { sums, ..self.options })
        };
        let title = "Double counts: plain sums, Nagai's remedy, and younger ones";
        self.by_engines(("double-counts", title), &self.books, Sums::ALL.iter().map(way).collect())
    }

    /// First thresholds, as the factor by which a disproof must seem more work than a proof, or less.
    fn evaluation(&self) -> Comparison {
        const FACTORS: [(&str, Option<i32>); 5] = [
            ("nothing is believed", None),
            ("first a factor of 64", Some(6)),
            ("first 16", Some(4)),
            ("first 4", Some(2)),
            ("first 2", Some(1)),
        ];
        let one = |case: usize, way: usize| {
            let threshold = FACTORS[way].1.map_or(i32::MAX, |doublings| doublings * DOUBLING);
            let mut search = Pseudo::new(Judged(game(&self.ends[case])), threshold);
            let outcome = drive(&mut search, &self.limits(), &mut ());
            let stats = outcome.stats;
            Found { verdict: outcome.verdict, expansions: stats.expansions, plays: stats.plays }
        };
        let title = "Evaluation thresholds, doubled until nothing is believed; the evaluation is the learned guess; the last 11 plies of lines";
        let names = FACTORS.iter().map(|(name, _)| (*name).to_string()).collect();
        let size = (self.ends.len(), self.workers);
        Comparison::new(("evaluation", title.to_string()), names, size, self.stop, one)
    }

    /// Expansions for a counter-mate after each threat.
    fn dual_lambda(&self) -> Comparison {
        const EFFORTS: [(&str, u64); 4] =
            [("λ-search", 0), ("dual, 5 expansions a threat", 5), ("dual, 20", 20), ("dual, 100", 100)];
        let one = |seed: usize, way: usize| {
            let problem = Problem::new(position_of(Style::TwoKings, seed as u64));
            let counters = Arc::new(Counters::default());
            let game = Dual::new(brinkmate::game(&problem), EFFORTS[way].1, counters.clone());
            let table = Arc::new(Table::with_bytes(self.bytes.min(SMALL)));
            let limits = Limits { expansions: self.nodes / WIDER, ..self.limits() };
            let outcome = drive(&mut Dfpn::new(game, self.options, table), &limits, &mut ());
            let stats = outcome.stats;
            Found {
                verdict: outcome.verdict,
                expansions: stats.expansions + counters.expansions.load(Ordering::Relaxed),
                plays: stats.plays + counters.plays.load(Ordering::Relaxed),
            }
        };
        let title = format!(
            "Dual λ-search: brinkmates in {} random positions with both kings, at most {} expansions; the search for counter-mates counts",
            self.two_kings,
            self.nodes / WIDER
        );
        let names = EFFORTS.iter().map(|(name, _)| (*name).to_string()).collect();
        Comparison::new(("dual", title), names, (self.two_kings, self.workers), self.stop, one)
    }
}
