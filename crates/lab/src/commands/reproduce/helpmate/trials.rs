//! Runs of the paper's programs.

use super::paper;
use super::problems::Case;
use crate::commands::spread::spread;
use crate::commands::used::Used;
use crate::stop::Stop;
use crate::terminal::Progress;
use serde_json::{Value, json};
use std::time::Duration;
use tsumugi_helpmate::engines::idwfs::{Outcome, run_program};
use tsumugi_helpmate::{Context, Limits, Settings, StopReason, Verdict};

/// A program's run on a problem.
#[derive(Clone)]
pub struct Trial<'a> {
    pub case: &'a Case,
    pub program: char,
    pub outcome: Outcome,
    /// Of the processor.
    pub seconds: f64,
}

impl Trial<'_> {
    pub fn solved(&self) -> bool {
        matches!(self.outcome.verdict, Verdict::Mate(_))
    }

    /// Did it find another length than the one stated?
    pub fn is_odd(&self) -> bool {
        match self.outcome.verdict {
            Verdict::Mate(plies) => plies != self.case.plies,
            Verdict::NoMate | Verdict::NotWithin(_) => true,
            Verdict::Unknown(_) => false,
        }
    }

    pub fn solved_word(&self) -> String {
        match &self.outcome.verdict {
            Verdict::Mate(_) => "yes".to_string(),
            Verdict::Unknown(StopReason::Memory) => "table full".to_string(),
            Verdict::Unknown(_) => match self.reached() {
                Some(plies) => format!("to {plies}"),
                None => "no".to_string(),
            },
            Verdict::NoMate | Verdict::NotWithin(_) => "no mate".to_string(),
        }
    }

    /// How many plies it was through with, if it goes deeper with each round.
    fn reached(&self) -> Option<u32> {
        let program = paper::program(self.program, self.case.plies)?;
        let done = self.outcome.effort.rounds.saturating_sub(1);
        program.goes_deeper().then_some(done * program.step)
    }

    /// A figure that is not final if the problem was not solved.
    pub fn figure(&self, figure: u64) -> String {
        if self.solved() { figure.to_string() } else { format!(">{figure}") }
    }

    pub fn seconds(&self) -> String {
        if self.solved() { format!("{:.2}", self.seconds) } else { "–".to_string() }
    }

    /// How often a position was looked at, in the mean.
    pub fn scans(&self) -> f64 {
        self.outcome.effort.scanned as f64 / self.outcome.effort.distinct.max(1) as f64
    }

    pub fn json(&self) -> Value {
        let effort = &self.outcome.effort;
        json!({
            "problem": self.case.name,
            "plies": self.case.plies,
            "program": self.program.to_string(),
            "solved": self.solved(),
            "scanned": effort.scanned,
            "distinct": effort.distinct,
            "most_protected": effort.most_protected,
            "expansions": effort.expansions,
            "rounds": effort.rounds,
            "seconds": self.seconds,
        })
    }
}

/// Makes the runs, none of them twice.
pub struct Lab<'a> {
    /// Of the processor, for each run.
    seconds: f64,
    workers: u32,
    stop: &'a Stop,
    progress: Progress,
    done: Vec<Trial<'a>>,
}

impl<'a> Lab<'a> {
    pub fn new(seconds: f64, workers: u32, stop: &'a Stop) -> Lab<'a> {
        let progress = Progress::after(Duration::from_millis(800));
        Lab { seconds, workers, stop, progress, done: Vec::new() }
    }

    /// Each program on each problem, unless the user asks to stop.
    pub fn run(&mut self, cases: &[&'a Case], programs: &[char]) -> Vec<Trial<'a>> {
        let pairs: Vec<(&'a Case, char)> = cases
            .iter()
            .flat_map(|&case| programs.iter().map(move |&program| (case, program)))
            .collect();
        let wanted: Vec<_> = pairs.iter().filter(|pair| self.known(pair).is_none()).collect();
        let (seconds, stop, progress) = (self.seconds, self.stop, &mut self.progress);
        let one = |i: usize| trial(wanted[i].0, wanted[i].1, seconds, stop);
        let new = spread(wanted.len(), self.workers, one, |begun| {
            if let Some((case, program)) = wanted.get(begun.saturating_sub(1)) {
                progress.tell(|| format!("program {program} on {}", case.name));
            }
            !stop.asked()
        });
        self.done.extend(new.into_iter().flatten().flatten());
        pairs.iter().filter_map(|pair| self.known(pair).cloned()).collect()
    }

    fn known(&self, (case, program): &(&Case, char)) -> Option<&Trial<'a>> {
        self.done.iter().find(|trial| std::ptr::eq(trial.case, *case) && trial.program == *program)
    }
}

/// A program on a problem; none if there is no such program.
fn trial<'a>(case: &'a Case, letter: char, seconds: f64, stop: &Stop) -> Option<Trial<'a>> {
    let program = paper::program(letter, case.plies)?;
    let limit = Duration::try_from_secs_f64(seconds).unwrap_or(Duration::MAX);
    let used = Used::start();
    let stop = stop.token().and_within(&Used::clock(), limit);
    let limits = Limits { expansions: u64::MAX, stop };
    let settings = Settings::default();
    let (problem, settings, limits) = (&case.problem, &settings, &limits);
    let mut context =
        Context { problem, settings, limits, storage: None, device: None, observer: &mut () };
    let outcome = run_program(&mut context, program);
    Some(Trial { case, program: letter, outcome, seconds: used.seconds() })
}
