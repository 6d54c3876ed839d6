//! `tsumugi-lab reproduce survey`: techniques that the survey \[Kishimoto07\] names and the solver does not use, each beside
//! what it would take the place of.
//!
//! The survey prints no figures of its own. Where the paper that a technique comes from says what it gained, that stands
//! above the table.

mod comparison;
mod dual;
mod judged;

use super::collection::Case;
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
use tsumugi_tsume::{Problem, TsumeGame, brinkmate};

/// Both books.
const PLAN: Plan = Plan { lists: &["zuko.tsv", "muso.tsv"], nodes: (20_000, 2_000), few: 12 };

/// Random positions with both kings, and in a quick run.
const TWO_KINGS: (usize, usize) = (100, 20);
/// Their moves are many: so much smaller is the limit there.
const WIDER: u64 = 4;
/// Memory for each of them; the limit leaves no use for more.
const SMALL: usize = 16 << 20;

/// What all parts have in common.
struct Setting<'a> {
    cases: &'a [Case],
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
    let setting = Setting {
        cases: &cases,
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

    fn game(&self, case: usize) -> TsumeGame {
        let problem = &self.cases[case].problem;
        TsumeGame::new(problem.position().clone(), problem.attacker())
    }

    /// An engine of the library on both books.
    fn by_engines(
        &self,
        named: (&'static str, &str),
        ways: Vec<(String, Engine, PaperOptions)>,
    ) -> Comparison {
        let one = |case: usize, way: usize| {
            let (_, engine, options) = &ways[way];
            let outcome = solve(self.game(case), engine, options, self.bytes, &self.limits(), &mut ());
            let stats = outcome.stats;
            Found { verdict: outcome.verdict, expansions: stats.expansions, plays: stats.plays }
        };
        let names = ways.iter().map(|(name, ..)| name.clone()).collect();
        let size = (self.cases.len(), self.workers);
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
        let title = "Monte-Carlo proof-number search (its paper, on life and death: a quarter of the nodes, half the time)";
        self.by_engines(("mcpn", title), ways)
    }

    fn double_counts(&self) -> Comparison {
        let way = |&(sums, name): &(Sums, &'static str)| {
            (format!("df-pn, {name}"), Engine::Dfpn, PaperOptions { sums, ..self.options })
        };
        let title = "Double counts: plain sums, Nagai's remedy, and younger ones";
        self.by_engines(("double-counts", title), Sums::ALL.iter().map(way).collect())
    }

    /// First thresholds, as the factor by which a disproof must seem more work than a proof, or less.
    fn evaluation(&self) -> Comparison {
        const FACTORS: [(&str, Option<i32>); 5] = [
            ("nothing is believed", None),
            ("a factor of 64 is believed", Some(6)),
            ("16", Some(4)),
            ("4", Some(2)),
            ("2", Some(1)),
        ];
        let one = |case: usize, way: usize| {
            let threshold = FACTORS[way].1.map_or(i32::MAX, |doublings| doublings * DOUBLING);
            let mut search = Pseudo::new(Judged(self.game(case)), threshold);
            let outcome = drive(&mut search, &self.limits(), &mut ());
            let stats = outcome.stats;
            Found { verdict: outcome.verdict, expansions: stats.expansions, plays: stats.plays }
        };
        let title = "Evaluation thresholds, doubled until nothing is believed; the evaluation is the learned guess";
        let names = FACTORS.iter().map(|(name, _)| (*name).to_string()).collect();
        let size = (self.cases.len(), self.workers);
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
