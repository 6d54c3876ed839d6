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
use tsumugi_api::check::{Known, Task};
use tsumugi_tsume::check::{Alternative, Check};
use tsumugi_tsume::{Limits, Solver};

/// Expansions for each alternative in the first round, and how many times more in each of the next.
const FIRST_ROUND: u64 = 20_000;
const ROUND_FACTOR: u64 = 16;

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
                    task.note_stopped();
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
    let path = means.certificates.as_ref().map(|(dir, name)| path(dir, name, task.alternative));
    let path = path.filter(|_| matches!(task.known, Known::Check(_)));
    let mut file = path.as_deref().map(CertificateFile::create).transpose()?;
    let mut write = |text: &str| _ = file.as_mut().map(|file| file.write(text));
    task.judge(check, solver, &limits, &mut (), &mut write);
    if let Some(file) = file.filter(|_| task.is_proved()) {
        file.finish()?;
        task.certificate = path;
    }
    task.effort.seconds += start.elapsed().as_secs_f64();
    Ok(())
}

/// `proofs/1-03-G5b.cert` for the third move of the first problem.
fn path(dir: &Path, name: &str, alternative: Alternative) -> PathBuf {
    let m = alternative.m.to_string().replace('*', "");
    dir.join(format!("{name}-{:02}-{m}.cert", alternative.after + 1))
}
