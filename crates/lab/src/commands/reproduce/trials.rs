//! Problems × ways to solve them: every pair once, within limits, on a few cores.

use super::collection::{self, Case};
use crate::args;
use crate::commands::spread::gather;
use crate::memory;
use crate::output;
use crate::report::{Failure, Report};
use crate::stop::Stop;
use crate::terminal::Progress;
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};
use tsumugi_andor::engines::cstar::CstarOptions;
use tsumugi_andor::engines::dfpn::Dfpn;
use tsumugi_andor::proof::extract;
use tsumugi_andor::{
    Engine, GameValue, Limits, Outcome, PaperOptions, Stats, StopReason, Table, drive, solve,
};
use tsumugi_shell::searching::set_options;
use tsumugi_tsume::TsumeGame;
use tsumugi_tsume::by_engine::by_cstar;
use tsumugi_verify::{Proved, verify};

/// A way to solve a problem.
#[derive(Clone)]
pub struct Way {
    /// What the tables call it.
    pub name: &'static str,
    /// The engine.
    pub engine: Engine,
    /// Its options.
    pub options: PaperOptions,
    /// Extract the proof too (df-pn only)?
    pub prove: bool,
}

/// What may be spent on one problem.
#[derive(Clone, Copy)]
pub struct Effort {
    /// Expansions.
    pub nodes: u64,
    /// Seconds, of the search and of the extraction each.
    pub seconds: Option<f64>,
    /// Memory for the table.
    pub bytes: usize,
}

impl Effort {
    /// The limits in words.
    pub fn text(&self) -> String {
        let seconds = self.seconds.map_or(String::new(), |seconds| format!(" and {seconds} s"));
        format!("at most {} expansions{seconds} each, {} MiB", self.nodes, self.bytes >> 20)
    }
}

/// What came of one way on one problem.
#[derive(Clone)]
pub struct Trial {
    /// The answer.
    pub verdict: GameValue,
    /// What the search took.
    pub stats: Stats,
    /// Seconds of the search; of C* those of its certificate too.
    pub seconds: f64,
    /// Expansions it took to make the answer a proof; an error if a limit was reached first.
    pub proof: Option<Result<u64, StopReason>>,
    /// C* only.
    pub cstar: Option<CstarFigures>,
}

/// What the paper on C* counts for every problem.
#[derive(Clone, Copy)]
pub struct CstarFigures {
    /// Searches from the root.
    pub iterations: u64,
    /// Ends of lines in the tree of the solution, if there is one.
    pub leaves: Option<u64>,
    /// Moves generated, every time counted.
    pub generated: u64,
    /// Claims of the certificate, which the verifier accepted; `None` if there is no certificate.
    pub claims: Option<usize>,
}

impl Trial {
    /// Mate, no mate, or not known.
    pub fn answer(&self) -> Option<bool> {
        self.verdict.answer()
    }

    /// For programs.
    pub fn json(&self) -> Value {
        let (verdict, length) = match self.verdict {
            GameValue::Proved(plies) => ("mate", Some(plies.get())),
            GameValue::Disproved => ("nomate", None),
            GameValue::Unknown(_) => ("unknown", None),
        };
        json!({
            "verdict": verdict,
            "length": length,
            "expansions": self.stats.expansions,
            "new_expansions": self.stats.new_expansions,
            "nodes": self.stats.plays,
            "conditional_disproofs": self.stats.conditional_disproofs,
            "conditional_hits": self.stats.conditional_hits,
            "simulations": self.stats.simulations.0,
            "simulations_succeeded": self.stats.simulations.1,
            "proof_expansions": self.proof.and_then(Result::ok),
            "iterations": self.cstar.map(|figures| figures.iterations),
            "leaves": self.cstar.and_then(|figures| figures.leaves),
            "generated": self.cstar.map(|figures| figures.generated),
            "claims": self.cstar.and_then(|figures| figures.claims),
            "seconds": (self.seconds * 1000.0).round() / 1000.0,
        })
    }
}

/// Every trial of an experiment.
pub struct Results {
    /// The problems.
    pub cases: Vec<Case>,
    /// The ways.
    pub ways: Vec<Way>,
    /// By way, then by problem; `None` if the user stopped before.
    pub trials: Vec<Vec<Option<Trial>>>,
}

impl Results {
    /// The trials of a way, each with its problem.
    pub fn of(&self, way: usize) -> impl Iterator<Item = (&Case, &Trial)> {
        let trials = self.cases.iter().zip(&self.trials[way]);
        trials.filter_map(|(case, trial)| Some((case, trial.as_ref()?)))
    }

    /// The trials of a problem, by way.
    pub fn trials_of(&self, case: usize) -> impl Iterator<Item = &Trial> {
        self.trials.iter().filter_map(move |trials| trials[case].as_ref())
    }

    /// Was everything tried?
    pub fn complete(&self) -> bool {
        self.trials.iter().flatten().all(Option::is_some)
    }

    /// Problems about which two ways say opposite things. There must be none.
    pub fn contradictions(&self) -> Vec<&Case> {
        let said = |case: usize, answer: bool| {
            self.trials_of(case).any(|trial| trial.answer() == Some(answer))
        };
        let both = |&(case, _): &(usize, &Case)| said(case, true) && said(case, false);
        self.cases.iter().enumerate().filter(both).map(|(_, case)| case).collect()
    }

    /// Each problem with every trial, for programs.
    pub fn json(&self) -> Value {
        let problem = |(i, case): (usize, &Case)| {
            let named =
                self.ways.iter().zip(&self.trials).filter_map(|(way, trials)| {
                    Some((way.name.to_string(), trials[i].as_ref()?.json()))
                });
            json!({
                "name": case.name,
                "sfen": case.problem.position().to_setup().to_sfen(),
                "author_length": case.length,
                "trials": Value::Object(named.collect()),
            })
        };
        self.cases.iter().enumerate().map(problem).collect()
    }
}

/// What an experiment takes by itself, and in a quick run.
pub struct Plan {
    /// The lists of problems.
    pub lists: &'static [&'static str],
    /// Expansions allowed for a problem, and in a quick run.
    pub nodes: (u64, u64),
    /// Problems of each list in a quick run.
    pub few: usize,
}

impl Plan {
    /// The problems, the effort and the options, as far as the user does not say otherwise.
    pub fn asked(&self, args: &args::Trials) -> Result<(Vec<Case>, Effort, PaperOptions), Failure> {
        let (few, nodes) =
            if args.quick { (self.few, self.nodes.1) } else { (usize::MAX, self.nodes.0) };
        let cases = collection::load(args, self.lists, args.limit.unwrap_or(few))?;
        let mut options = PaperOptions::default();
        set_options(&mut options, &args.option)?;
        Ok((cases, effort(args, nodes)?, options))
    }
}

/// Prints the tables of an experiment.
pub fn print(
    format: args::Counts,
    text: impl FnOnce() -> String,
    json: impl FnOnce() -> Value,
) -> Result<(), Failure> {
    let text = match format {
        args::Counts::Text => text(),
        args::Counts::Json => json().to_string() + "\n",
    };
    output::to_stdout(text.as_bytes())
}

/// The effort the user allows, where `nodes` is the usual number of expansions.
fn effort(args: &args::Trials, nodes: u64) -> Result<Effort, Report> {
    memory::check(args.hash.saturating_mul(args.workers))?;
    let bytes = (args.hash as usize) << 20;
    Ok(Effort { nodes: args.nodes.unwrap_or(nodes), seconds: args.time, bytes })
}

/// Tries every way on every problem until all is done or the user asks to stop.
pub fn run(cases: Vec<Case>, ways: Vec<Way>, effort: Effort, workers: u32, stop: &Stop) -> Results {
    let pairs = cases.len() * ways.len();
    let mut progress = Progress::after(Duration::from_millis(800));
    let mut trials = vec![vec![None; cases.len()]; ways.len()];
    let add = |done: &mut Vec<(usize, usize, Trial)>, pair: usize| {
        let (case, way) = (pair / ways.len(), pair % ways.len());
        let trial = one(&cases[case], &ways[way], effort, stop);
        // A search that was cut off says nothing about its limits.
        if !stop.asked() || trial.answer().is_some() {
            done.push((way, case, trial));
        }
    };
    let tell = |begun: usize| {
        let at = begun / ways.len();
        progress.tell(|| format!("problem {} of {}", (at + 1).min(cases.len()), cases.len()));
        !stop.asked()
    };
    for (way, case, trial) in gather(pairs, workers, Vec::new, add, tell).into_iter().flatten() {
        trials[way][case] = Some(trial);
    }
    Results { cases, ways, trials }
}

/// How many claims a certificate has that a problem has a mate, or has none.
///
/// # Panics
/// If it does not stand up: then nothing that was printed could be believed.
fn verified(case: &Case, mate: bool, certificate: &str) -> usize {
    let checked = verify(&case.problem.position().to_sfen(), certificate)
        .unwrap_or_else(|fault| panic!("{}: the certificate does not stand up: {fault}", case.name));
    let says = match checked.claim {
        Proved::Mate(_) => Some(true),
        Proved::NoMate => Some(false),
        _ => None,
    };
    assert_eq!(says, Some(mate), "{}: the certificate says something else", case.name);
    checked.claims
}

/// Tries a way on a problem.
fn one(case: &Case, way: &Way, effort: Effort, stop: &Stop) -> Trial {
    let game = TsumeGame::new(case.problem.position().clone(), case.problem.attacker());
    let limits = || Limits {
        expansions: effort.nodes,
        claims: effort.nodes,
        stop: stop.token_within(effort.seconds),
    };
    let start = Instant::now();
    let trial = |Outcome { verdict, stats, .. }| Trial {
        verdict,
        stats,
        seconds: start.elapsed().as_secs_f64(),
        proof: None,
        cstar: None,
    };
    if way.engine == Engine::Cstar {
        let cstar = CstarOptions::default().within(effort.bytes);
        let found = by_cstar(&case.problem, &way.options, cstar, &limits(), &mut ());
        let seconds = start.elapsed().as_secs_f64();
        let figures = CstarFigures {
            iterations: found.iterations,
            leaves: found.leaves,
            generated: found.generated,
            claims: found
                .answer
                .certificate
                .as_deref()
                .map(|text| verified(case, found.value.answer() == Some(true), text)),
        };
        let proved = found.answer.claims.map(|_| found.searched_again).ok_or(StopReason::Nodes);
        return Trial {
            verdict: found.value,
            stats: found.answer.stats,
            seconds,
            proof: Some(proved),
            cstar: Some(figures),
        };
    }
    if way.engine != Engine::Dfpn {
        return trial(solve(game, &way.engine, &way.options, effort.bytes, &limits(), &mut ()));
    }
    let table = Arc::new(Table::with_bytes(effort.bytes));
    let mut search = Dfpn::new(game.clone(), way.options, table.clone());
    let mut trial = trial(drive(&mut search, &limits(), &mut ()));
    if way.prove && trial.answer().is_some() {
        let found = extract(&game, trial.verdict, way.options, &table, &limits());
        trial.proof = Some(found.map(|extraction| extraction.searched));
    }
    trial
}
