//! `check` as plain data, and as it is conducted.
//!
//! Every alternative gets a little effort first, those left open get more, and so on: what is easy is known soon,
//! whenever the check is stopped, and what was learned stays in the table that all threads share.

use super::archive::{Archive, StorageError};
use super::{Answer, Examined, Given, Known, Sheet, State, Task};
use crate::conductor::Conductor;
use crate::request::{House, admit_seconds};
use crate::{Fault, ProblemText, Stage};
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tsumugi_andor::{Bounds, Observer, Stats};
use tsumugi_clock::{Clock, StopToken};
use tsumugi_shogi::Move;
use tsumugi_tsume::check::{BadLine, Check, line_to_examine};
use tsumugi_tsume::{Length, Limits, Problem, Settings, Solver, StopReason, tree};

/// Expansions for each alternative in the first round, and how many times more in each of the next. Fewer at first would
/// visit most alternatives twice; many more would keep the easy ones waiting for the hard ones.
const FIRST_ROUND: u64 = 20_000;
const ROUND_FACTOR: u64 = 16;

/// Seconds for an alternative, unless the request says otherwise.
const TIME_EACH: f64 = 60.0;

/// Expansions for each line of the variations.
const VARIATION: u64 = 200_000;

/// A problem to examine, and how. The moves that come with it are taken for the solution that is meant.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Request {
    /// The problem.
    #[serde(flatten)]
    pub problem: ProblemText,
    /// Give the problem up after so many seconds.
    pub time: Option<f64>,
    /// Give an alternative up after so many seconds.
    pub time_each: Option<f64>,
    /// Give an alternative, or the solution, up after so many positions expanded.
    pub nodes_each: Option<u64>,
    /// MiB for the table.
    pub hash: Option<u32>,
    /// Threads, each with an alternative of its own.
    pub threads: u32,
    /// Does every dual count as a cook?
    pub strict: bool,
    /// Are the plies of restorations (原型復帰型) left out of conventional lengths?
    pub free_restorations: bool,
    /// Find the variations of the main line as well.
    #[serde(skip)]
    pub tree: bool,
    /// Options of the search, by name.
    pub option: Vec<(String, String)>,
}

impl Default for Request {
    fn default() -> Request {
        Request {
            problem: ProblemText::default(),
            time: None,
            time_each: None,
            nodes_each: None,
            hash: None,
            threads: 1,
            strict: false,
            free_restorations: false,
            tree: false,
            option: vec![],
        }
    }
}

impl Request {
    pub(crate) fn admit(&mut self, house: &House) -> Result<(), Fault> {
        house.admit_hash(&mut self.hash)?;
        house.admit_time(&mut self.time)?;
        house.admit_threads(self.threads)?;
        admit_seconds("time_each", self.time_each, None)?;
        Conductor::settings(self.hash, 1, &self.option)?;
        self.problem.problem().map(|_| ())
    }
}

/// Why a check has no answer.
#[derive(Debug)]
pub enum Trouble {
    /// The request, read closely, makes no sense.
    Refused(Fault),
    /// What was settled could not be kept.
    Storage(StorageError),
}

impl Trouble {
    /// As a caller over the network is told.
    pub fn into_fault(self) -> Fault {
        match self {
            Trouble::Refused(fault) => fault,
            Trouble::Storage(error) => Fault::new(500, "storage", error.to_string()),
        }
    }
}

impl From<Fault> for Trouble {
    fn from(fault: Fault) -> Trouble {
        Trouble::Refused(fault)
    }
}

impl From<StorageError> for Trouble {
    fn from(error: StorageError) -> Trouble {
        Trouble::Storage(error)
    }
}

/// Answers a request.
///
/// # Errors
/// When the problem is none, or the archive fails.
pub(crate) fn conduct(
    request: &Request,
    conductor: &mut Conductor,
    stage: &mut Stage<'_>,
    archive: &dyn Archive,
) -> Result<Answer, Trouble> {
    let (posed, problem) = request.problem.problem()?;
    let settings = Settings {
        free_restorations: request.free_restorations,
        ..Conductor::settings(request.hash, 1, &request.option)?
    };
    stage.end_at(request.time);
    stage.pose(problem.position());
    let limits = conductor.limits(&settings, u64::MAX, stage);
    let examination = Examination {
        request,
        problem: &problem,
        given: posed.record.main_line(),
        limits,
        archive,
        solver: conductor.solver(settings),
        stage,
    };
    let Outcome { state, given, stats, certificate } = examination.run()?;
    let spent = match &state {
        State::Solved(solution) => solution.tasks.iter().map(|task| task.effort.expansions).sum(),
        _ => 0,
    };
    let sheet = Sheet {
        name: posed.name,
        problem,
        given,
        state,
        strict: request.strict,
        certificate,
        seconds: stage.seconds(),
        expansions: stats.expansions + spent,
    };
    Ok(sheet.answer())
}

/// A problem under examination.
struct Examination<'a, 's> {
    request: &'a Request,
    problem: &'a Problem,
    /// The moves that came with it.
    given: Vec<Move>,
    /// Those of the whole work.
    limits: Limits,
    archive: &'a dyn Archive,
    solver: &'a mut Solver,
    stage: &'a mut Stage<'s>,
}

struct Outcome {
    state: State,
    given: Result<Given, BadLine>,
    stats: Stats,
    certificate: Option<PathBuf>,
}

impl Examination<'_, '_> {
    fn run(mut self) -> Result<Outcome, Trouble> {
        let (strict, line) = self.solution()?;
        let stats = strict.stats;
        let ended = |state, given, certificate| Ok(Outcome { state, given, stats, certificate });
        if strict.no_mate {
            let certificate = self.certify()?;
            return ended(State::NoMate, Ok(Given::Nothing), certificate);
        }
        let Some(found) = line else {
            let reason = strict.stopped.or(self.limits.interrupted()).unwrap_or(StopReason::Nodes);
            return ended(State::Open(reason, strict.at_most), Ok(Given::Nothing), None);
        };
        let length = found.len() as u32;
        let certificate = self.certify()?;
        let (check, given) = self.prepare(found);
        let Some(check) = check else {
            // The end of the line was shown to be mate before; only a limit keeps it from being so again.
            let reason = self.limits.interrupted().unwrap_or(StopReason::Stopped);
            return ended(State::Open(reason, strict.at_most), given, certificate);
        };
        let mut tasks = Task::all(&check);
        self.archive.recall(&check, &mut tasks);
        self.settle(&mut tasks, &check)?;
        let tree = self.request.tree.then(|| {
            let limits = Limits { expansions: VARIATION, ..self.limits.clone() };
            tree::grow(&check, 1, self.solver, &limits, self.stage)
        });
        let solution = Examined { check, length, strict: strict.at_least, tasks, tree };
        ended(State::Solved(solution), given, certificate)
    }

    /// The strict length of the mate and its main line.
    fn solution(&mut self) -> Result<(Length, Option<Vec<Move>>), Trouble> {
        if let Some(known) = self.archive.solution(self.problem) {
            return Ok(known);
        }
        let expansions = self.request.nodes_each.unwrap_or(u64::MAX);
        let limits = Limits { expansions, ..self.limits.clone() };
        let length = self.solver.length(self.problem, &limits, self.stage);
        let line = length.exact();
        let line = line.and_then(|_| line_to_examine(self.problem, self.solver, &limits, self.stage));
        if length.no_mate || line.is_some() {
            self.archive.add_solution(self.problem, &length, line.as_deref())?;
        }
        Ok((length, line))
    }

    /// Writes the certificate of the problem itself, if certificates are wanted.
    fn certify(&mut self) -> Result<Option<PathBuf>, Trouble> {
        let Some(mut file) = self.archive.certificate(None)? else { return Ok(None) };
        let mut write = |text: &str| file.write(text);
        let answer = self.solver.solve_into(self.problem, &self.limits, &mut (), &mut write);
        Ok(if answer.claims.is_some() { Some(file.finish()?) } else { None })
    }

    /// The line given, if it is a solution, else the line found.
    fn prepare(&mut self, found: Vec<Move>) -> (Option<Check>, Result<Given, BadLine>) {
        let mut prepare = |line| Check::conventional(self.problem, line, self.solver, &self.limits);
        match prepare(self.given.clone()) {
            Ok(check) => (Some(check), Ok(Given::Examined)),
            Err(_) if self.given.is_empty() => (prepare(found).ok(), Ok(Given::Nothing)),
            Err(bad) => (prepare(found).ok(), Err(bad)),
        }
    }

    /// Settles what can be settled: a little effort for each, more for those left open, and so on.
    fn settle(&mut self, tasks: &mut [Task], check: &Check) -> Result<(), Trouble> {
        let most = self.request.nodes_each.unwrap_or(u64::MAX);
        let total = tasks.len();
        let mut budget = FIRST_ROUND.min(most);
        loop {
            self.stage.part("alternatives", None);
            let open: Vec<Mutex<&mut Task>> =
                tasks.iter_mut().filter(|task| task.known.open().is_some()).map(Mutex::new).collect();
            self.stage.done(total - open.len(), total);
            let threads = (self.request.threads as usize).min(open.len());
            let solvers: Vec<Solver> = (0..threads).map(|_| self.solver.sharing()).collect();
            let round = Round {
                check,
                budget,
                seconds: self.request.time_each.unwrap_or(TIME_EACH),
                limits: &self.limits,
                clock: self.stage.clock().clone(),
                whole: self.stage.whole().clone(),
                archive: self.archive,
                settled: AtomicUsize::new(total - open.len()),
                total,
                next: AtomicUsize::new(0),
                open,
                stage: Mutex::new(&mut *self.stage),
            };
            round.run(solvers)?;
            let seconds = round.seconds;
            let left = tasks.iter().any(|task| is_worth_more(task, seconds));
            if !left || budget >= most || self.stage.is_over() {
                return Ok(());
            }
            budget = budget.saturating_mul(ROUND_FACTOR).min(most);
        }
    }
}

fn is_worth_more(task: &Task, seconds: f64) -> bool {
    task.known.open().is_some() && task.effort.seconds < seconds
}

/// A round: every open alternative gets the same budget.
struct Round<'a, 's> {
    check: &'a Check,
    budget: u64,
    /// Seconds for an alternative in all rounds together.
    seconds: f64,
    limits: &'a Limits,
    clock: Clock,
    whole: StopToken,
    archive: &'a dyn Archive,
    open: Vec<Mutex<&'a mut Task>>,
    next: AtomicUsize,
    /// How many are settled, of how many.
    settled: AtomicUsize,
    total: usize,
    stage: Mutex<&'a mut Stage<'s>>,
}

impl Round<'_, '_> {
    /// Goes round; the first thing that cannot be kept ends it.
    fn run(&self, mut solvers: Vec<Solver>) -> Result<(), StorageError> {
        // One solver takes no thread: there are none in a browser.
        match &mut solvers[..] {
            [] => return Ok(()),
            [solver] => return self.work(solver),
            _ => {}
        }
        std::thread::scope(|scope| {
            let workers: Vec<_> =
                solvers.iter_mut().map(|solver| scope.spawn(|| self.work(solver))).collect();
            let results = workers.into_iter().map(|worker| match worker.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            results.collect::<Result<Vec<()>, StorageError>>()
        })?;
        Ok(())
    }

    fn work(&self, solver: &mut Solver) -> Result<(), StorageError> {
        while let Some(task) = self.open.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            let mut task = task.lock().unwrap_or_else(PoisonError::into_inner);
            if let Some(reason) = self.limits.interrupted() {
                task.note_stopped(reason);
            } else if is_worth_more(&task, self.seconds) {
                self.spend(&mut task, solver)?;
                if task.known.open().is_none() {
                    self.settled.fetch_add(1, Ordering::Relaxed);
                    self.archive.add(self.check, &task)?;
                }
            }
        }
        Ok(())
    }

    /// Spends the budget on an alternative.
    fn spend(&self, task: &mut Task, solver: &mut Solver) -> Result<(), StorageError> {
        let start = self.clock.now();
        let left = Duration::try_from_secs_f64((self.seconds - task.effort.seconds).max(0.0));
        let stop = left.map_or(self.whole.clone(), |left| self.whole.and_within(&self.clock, left));
        let limits = Limits { expansions: self.budget, stop, ..self.limits.clone() };
        let wanted = matches!(task.known, Known::Check(_));
        let mut file = if wanted { self.archive.certificate(Some(task.alternative))? } else { None };
        let mut write = |text: &str| {
            if let Some(file) = &mut file {
                file.write(text);
            }
        };
        task.judge(self.check, solver, &limits, &mut Telling(self), &mut write);
        if let Some(file) = file.filter(|_| task.is_proved()) {
            task.certificate = Some(file.finish()?);
        }
        task.effort.seconds += self.clock.now().saturating_sub(start).as_secs_f64();
        Ok(())
    }
}

/// Tells how one of the threads goes on, unless another is telling.
struct Telling<'a, 'b, 's>(&'a Round<'b, 's>);

impl Observer for Telling<'_, '_, '_> {
    fn line(&mut self, moves: &[u32]) {
        if let Ok(mut stage) = self.0.stage.try_lock() {
            Observer::line(&mut **stage, moves);
        }
    }

    fn progress(&mut self, stats: &Stats, root: Bounds, fill: f64) {
        if let Ok(mut stage) = self.0.stage.try_lock() {
            stage.done(self.0.settled.load(Ordering::Relaxed), self.0.total);
            Observer::progress(&mut **stage, stats, root, fill);
        }
    }
}
