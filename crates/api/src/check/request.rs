//! `check` as a request: its fields, and the work, done by one thread.

use super::{Given, Sheet, Solution, State, Task};
use crate::body::{self, Body};
use crate::work::{House, limits, search_bytes};
use crate::{Fault, Stage};
use serde::Deserialize;
use serde_json::Value;
use tsumugi_shogi::Move;
use tsumugi_tsume::check::{Check, line_to_examine};
use tsumugi_tsume::{Length, Limits, Problem, Settings, Solver, StopReason};

/// Expansions for each alternative in the first round, and how many times more in each of the next: what is easy is
/// known soon, whenever the check is stopped.
const FIRST_ROUND: u64 = 20_000;
const ROUND_FACTOR: u64 = 16;

/// Seconds for an alternative, unless the request says otherwise.
const TIME_EACH: f64 = 60.0;

#[derive(Deserialize, Default)]
#[serde(deny_unknown_fields, default)]
struct Fields {
    time: Option<f64>,
    time_each: Option<f64>,
    nodes_each: Option<u64>,
    hash: Option<u32>,
    strict: bool,
    free_restorations: bool,
}

/// A problem to examine, and how.
pub(crate) struct Request {
    problem: Problem,
    name: Option<String>,
    /// The moves that came with it.
    given: Vec<Move>,
    hash: u32,
    time: Option<f64>,
    time_each: f64,
    expansions: u64,
    strict: bool,
    free_restorations: bool,
}

impl Request {
    pub(crate) fn read(mut body: Body, house: &House) -> Result<Request, Fault> {
        let posed = body.posed()?;
        let fields: Fields = body.rest()?;
        Ok(Request {
            hash: house.hash(fields.hash)?,
            time: body::seconds("time", fields.time, house.most_seconds)?,
            time_each: body::seconds("time_each", fields.time_each, None)?.unwrap_or(TIME_EACH),
            expansions: fields.nodes_each.unwrap_or(u64::MAX),
            strict: fields.strict,
            free_restorations: fields.free_restorations,
            problem: posed.problem()?,
            given: posed.record.main_line(),
            name: posed.name,
        })
    }

    /// Bytes it may use.
    pub(crate) fn bytes(&self) -> u64 {
        search_bytes(self.hash)
    }

    pub(crate) fn run(self, stage: &mut Stage<'_>) -> Value {
        stage.end_at(self.time);
        stage.pose(self.problem.position());
        let settings = Settings {
            bytes: (self.hash as usize) << 20,
            free_restorations: self.free_restorations,
            ..Settings::default()
        };
        let mut solver = Solver::new(settings);
        let (state, given, length) = self.examine(&mut solver, stage);
        let spent = match &state {
            State::Solved(solution) => solution.tasks.iter().map(|task| task.effort.expansions).sum(),
            _ => 0,
        };
        let sheet = Sheet {
            name: self.name,
            problem: self.problem,
            given,
            state,
            strict: self.strict,
            out_of_time: stage.out_of_time(),
            seconds: stage.seconds(),
            expansions: length.stats.expansions + spent,
        };
        sheet.json()
    }

    fn examine(&self, solver: &mut Solver, stage: &mut Stage<'_>) -> (State, Given, Length) {
        let limits = limits(self.hash, self.expansions, stage);
        let strict = solver.length(&self.problem, &limits, stage);
        if strict.no_mate {
            return (State::NoMate, Given::Nothing, strict);
        }
        let line = strict.exact();
        let line = line.and_then(|_| line_to_examine(&self.problem, solver, &limits, stage));
        let open = |given, reason| (State::Open(reason, strict.at_most), given, strict.clone());
        let Some(found) = line else {
            return open(Given::Nothing, strict.stopped.unwrap_or(StopReason::Nodes));
        };
        let length = found.len() as u32;
        let all = Limits { expansions: u64::MAX, ..limits };
        let mut prepare = |line| Check::conventional(&self.problem, line, solver, &all);
        let (check, given) = match prepare(self.given.clone()) {
            Ok(check) => (Ok(check), Given::Examined),
            Err(_) if self.given.is_empty() => (prepare(found), Given::Nothing),
            Err(bad) => (prepare(found), Given::Bad(bad)),
        };
        let Ok(check) = check else {
            // The end of the line was shown to be mate before; only a limit keeps it from being so again.
            return open(given, StopReason::Stopped);
        };
        let mut tasks = Task::all(&check);
        self.settle(&mut tasks, &check, solver, stage);
        let solution = Solution { check, length, strict: strict.at_least, tasks, tree: None };
        (State::Solved(solution), given, strict)
    }

    /// Settles what can be settled: a little effort for each, more for those left open, and so on.
    fn settle(&self, tasks: &mut [Task], check: &Check, solver: &mut Solver, stage: &mut Stage<'_>) {
        let mut budget = FIRST_ROUND.min(self.expansions);
        let total = tasks.len();
        loop {
            for i in 0..total {
                let settled = tasks.iter().filter(|task| task.known.open().is_none()).count();
                stage.done(settled, total);
                self.spend(&mut tasks[i], budget, check, solver, stage);
            }
            let left = tasks.iter().any(|task| self.is_worth_more(task));
            if !left || budget >= self.expansions || stage.is_over() {
                return;
            }
            budget = budget.saturating_mul(ROUND_FACTOR).min(self.expansions);
        }
    }

    fn is_worth_more(&self, task: &Task) -> bool {
        task.known.open().is_some() && task.effort.seconds < self.time_each
    }

    /// Spends a budget on an alternative.
    fn spend(
        &self,
        task: &mut Task,
        budget: u64,
        check: &Check,
        solver: &mut Solver,
        stage: &mut Stage<'_>,
    ) {
        if !self.is_worth_more(task) {
            return;
        }
        if stage.is_over() {
            task.note_stopped();
            return;
        }
        let start = stage.seconds();
        stage.part("alternatives", Some(self.time_each - task.effort.seconds));
        let limits = limits(self.hash, budget, stage);
        task.judge(check, solver, &limits, stage, &mut |_| {});
        task.effort.seconds += stage.seconds() - start;
    }
}
