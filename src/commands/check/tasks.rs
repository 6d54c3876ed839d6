//! The alternatives of a problem, settled by several threads that share a table.
//!
//! Every alternative gets a little effort first, those left open get more, and so on: what is easy is known soon,
//! whenever the check is stopped, and what was learned stays in the table.

use super::store::Store;
use super::watch::Watch;
use crate::certificate_file::CertificateFile;
use crate::report::Report;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use tsumugi_tsume::check::{Alternative, Check, Class, Defence, Judgement};
use tsumugi_tsume::{Limits, Solver, StopReason};

/// Expansions for each alternative in the first round, and how many times more in each of the next.
const FIRST_ROUND: u64 = 20_000;
const ROUND_FACTOR: u64 = 16;

/// A move beside the main line, and what is known about it.
#[derive(Clone, Debug)]
pub struct Task {
    /// The move.
    pub alternative: Alternative,
    /// What was found out.
    pub known: Known,
    /// What it took so far.
    pub effort: Effort,
    /// Where the certificate is.
    pub certificate: Option<PathBuf>,
}

/// What is known about a move beside the main line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Known {
    /// Of a check.
    Check(Judgement),
    /// Of a defence.
    Defence(Defence),
}

impl Known {
    /// Nothing yet.
    fn nothing(attacking: bool) -> Known {
        match attacking {
            true => Known::Check(Judgement::Open(StopReason::Nodes)),
            false => Known::Defence(Defence::Open(StopReason::Nodes)),
        }
    }

    /// If it is not settled: why.
    pub fn open(&self) -> Option<StopReason> {
        match self {
            Known::Check(Judgement::Open(reason)) | Known::Defence(Defence::Open(reason)) => {
                Some(*reason)
            }
            Known::Check(Judgement::Mate(dual)) => match dual.class {
                Class::Unclear(reason) => Some(reason),
                _ => None,
            },
            _ => None,
        }
    }
}

/// What was spent.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Effort {
    /// Positions expanded.
    pub expansions: u64,
    /// Seconds.
    pub seconds: f64,
}

/// How much may be spent on an alternative, and where certificates go.
pub struct Means<'a> {
    /// How many threads.
    pub threads: usize,
    /// Positions to expand.
    pub expansions: u64,
    /// Seconds.
    pub seconds: Option<f64>,
    /// A directory for certificates, and what their names begin with.
    pub certificates: Option<(&'a Path, String)>,
}

/// All moves beside the main line, nothing known about them: first checks, then defences.
pub fn all(check: &Check) -> Vec<Task> {
    let task = |alternative: Alternative, attacking| Task {
        alternative,
        known: Known::nothing(attacking),
        effort: Effort::default(),
        certificate: None,
    };
    let checks = check.alternatives().into_iter().map(|one| task(one, true));
    checks.chain(check.variations().into_iter().map(|one| task(one, false))).collect()
}

/// Settles what can be settled within the means; the first certificate that cannot be written ends it.
pub fn settle(
    tasks: &mut [Task],
    check: &Check,
    solver: &mut Solver,
    means: &Means<'_>,
    watch: &Watch<'_>,
    store: &Store,
    told: &AtomicUsize,
) -> Result<(), Report> {
    let mut budget = FIRST_ROUND.min(means.expansions);
    loop {
        let open: Vec<Mutex<&mut Task>> =
            tasks.iter_mut().filter(|task| task.known.open().is_some()).map(Mutex::new).collect();
        told.store(open.len(), Ordering::Relaxed);
        let next = AtomicUsize::new(0);
        let mut solvers: Vec<Solver> =
            (0..means.threads.min(open.len())).map(|_| solver.sharing()).collect();
        let work = |solver: &mut Solver| -> Result<(), Report> {
            while let Some(task) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
                let Ok(mut task) = task.lock() else { break };
                if watch.is_over() {
                    note_stopped(&mut task);
                    continue;
                }
                one(&mut task, check, solver, budget, means, watch)?;
                if task.known.open().is_none() {
                    told.fetch_sub(1, Ordering::Relaxed);
                    store.add(check, &task)?;
                }
            }
            Ok(())
        };
        std::thread::scope(|scope| {
            let workers: Vec<_> =
                solvers.iter_mut().map(|solver| scope.spawn(|| work(solver))).collect();
            let results = workers.into_iter().map(|worker| match worker.join() {
                Ok(result) => result,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            results.collect::<Result<Vec<()>, Report>>()
        })?;
        let left = tasks.iter().any(|task| is_worth_more(task, means));
        if !left || budget >= means.expansions || watch.is_over() {
            return Ok(());
        }
        budget = budget.saturating_mul(ROUND_FACTOR).min(means.expansions);
    }
}

/// It was never started, or broken off: that is not the limit of nodes.
fn note_stopped(task: &mut Task) {
    match &mut task.known {
        Known::Check(Judgement::Open(reason)) | Known::Defence(Defence::Open(reason)) => {
            *reason = StopReason::Stopped;
        }
        _ => {}
    }
}

fn is_worth_more(task: &Task, means: &Means<'_>) -> bool {
    let in_time = means.seconds.is_none_or(|most| task.effort.seconds < most);
    in_time && task.known.open().is_some()
}

/// Spends a budget on an alternative.
fn one(
    task: &mut Task,
    check: &Check,
    solver: &mut Solver,
    budget: u64,
    means: &Means<'_>,
    watch: &Watch<'_>,
) -> Result<(), Report> {
    if !is_worth_more(task, means) {
        return Ok(());
    }
    let start = Instant::now();
    let left = means.seconds.map(|most| Duration::from_secs_f64((most - task.effort.seconds).max(0.0)));
    let limits = Limits { expansions: budget, stop: Some(watch.flag(left)), ..Limits::default() };
    let stats = match task.known {
        Known::Check(_) => {
            let path = means.certificates.as_ref().map(|(dir, name)| path(dir, name, task.alternative));
            let mut file = path.as_deref().map(CertificateFile::create).transpose()?;
            let mut write = |text: &str| _ = file.as_mut().map(|file| file.write(text));
            let judged = check.judge(task.alternative, solver, &limits, &mut (), &mut write);
            if is_proved(&judged.judgement)
                && let Some(file) = file
            {
                file.finish()?;
                task.certificate = path;
            }
            task.known = Known::Check(judged.judgement);
            judged.stats
        }
        Known::Defence(_) => {
            let judged = check.judge_variation(task.alternative, solver, &limits, &mut ());
            task.known = Known::Defence(judged.defence);
            judged.stats
        }
    };
    task.effort.expansions += stats.expansions;
    task.effort.seconds += start.elapsed().as_secs_f64();
    Ok(())
}

fn is_proved(judgement: &Judgement) -> bool {
    match judgement {
        Judgement::NoMate { proved, .. } => *proved,
        Judgement::Mate(dual) => dual.proved,
        Judgement::Open(_) => false,
    }
}

/// `proofs/1-03-G5b.cert` for the third move of the first problem.
fn path(dir: &Path, name: &str, alternative: Alternative) -> PathBuf {
    let m = alternative.m.to_string().replace('*', "");
    dir.join(format!("{name}-{:02}-{m}.cert", alternative.after + 1))
}
