//! A round of a check: several threads go through what is open.

use super::Task;
use super::archive::{Archive, StorageError};
use crate::Stage;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tsumugi_andor::{Bounds, Observer, Stats};
use tsumugi_clock::{Clock, StopToken, threads};
use tsumugi_tsume::check::Check;
use tsumugi_tsume::{Limits, Solver};

/// Expansions after which a defence that is mated in time is asked about no more. Fewer leave equal defences (変同) unsaid
/// in problems of middling length; more are spent on what does not change the verdict.
const VAGUE: u64 = 500_000;

/// Is a move open, or could more be said about it, and has it had less than its time?
pub(super) fn is_worth_more(task: &Task, seconds: f64) -> bool {
    let open = task.known.open().is_some();
    (open || task.known.is_vague() && task.effort.expansions < VAGUE) && task.effort.seconds < seconds
}

/// What a round is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Aim {
    /// To settle what is open.
    Settle,
    /// To prove what is settled.
    Prove,
}

/// A round: every open alternative gets the same budget.
pub(super) struct Round<'a, 't, 's> {
    pub(super) aim: Aim,
    pub(super) check: &'a Check,
    pub(super) budget: u64,
    /// Seconds for an alternative in all rounds together.
    pub(super) seconds: f64,
    pub(super) limits: &'a Limits,
    pub(super) clock: Clock,
    pub(super) whole: StopToken,
    pub(super) archive: &'a dyn Archive,
    pub(super) open: Vec<Mutex<&'t mut Task>>,
    pub(super) next: AtomicUsize,
    /// How many are settled, of how many.
    pub(super) settled: AtomicUsize,
    pub(super) total: usize,
    pub(super) stage: Mutex<&'a mut Stage<'s>>,
}

impl Round<'_, '_, '_> {
    /// Goes round; the first thing that cannot be kept ends it.
    pub(super) fn run(&self, mut solvers: Vec<Solver>) -> Result<(), StorageError> {
        threads::each(&mut solvers, |solver| self.work(solver)).into_iter().collect()
    }

    fn work(&self, solver: &mut Solver) -> Result<(), StorageError> {
        while let Some(task) = self.open.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            let mut task = task.lock().unwrap_or_else(PoisonError::into_inner);
            match self.aim {
                Aim::Settle => self.settle(&mut task, solver)?,
                Aim::Prove => self.prove(&mut task, solver)?,
            }
        }
        Ok(())
    }

    /// Spends the budget on a move, if it is worth it.
    fn settle(&self, task: &mut Task, solver: &mut Solver) -> Result<(), StorageError> {
        if let Some(reason) = self.limits.interrupted() {
            task.note_stopped(reason);
        } else if is_worth_more(task, self.seconds) {
            let start = self.clock.now();
            let limits = self.limits_for(self.seconds - task.effort.seconds);
            task.judge(self.check, solver, &limits, &mut Telling(self));
            task.effort.seconds += self.clock.now().saturating_sub(start).as_secs_f64();
            if task.known.open().is_none() {
                self.settled.fetch_add(1, Ordering::Relaxed);
                if !task.known.is_vague() {
                    self.archive.add(self.check, task)?;
                }
            }
        }
        Ok(())
    }

    /// Proves what is known about a check, and writes the certificate if one is wanted.
    fn prove(&self, task: &mut Task, solver: &mut Solver) -> Result<(), StorageError> {
        if self.limits.interrupted().is_some() {
            return Ok(());
        }
        let start = self.clock.now();
        let mut file = self.archive.certificate(Some(task.alternative))?;
        let mut write = |text: &str| {
            if let Some(file) = &mut file {
                file.write(text);
            }
        };
        let limits = self.limits_for(self.seconds);
        task.prove(self.check, solver, &limits, &mut Telling(self), &mut write);
        task.effort.seconds += self.clock.now().saturating_sub(start).as_secs_f64();
        if task.is_proved() {
            task.certificate = file.map(|file| file.finish()).transpose()?;
            self.archive.add(self.check, task)?;
        }
        Ok(())
    }

    /// The limits of one move that has this many seconds.
    fn limits_for(&self, seconds: f64) -> Limits {
        let left = Duration::try_from_secs_f64(seconds.max(0.0));
        let stop = left.map_or(self.whole.clone(), |left| self.whole.and_within(&self.clock, left));
        Limits { expansions: self.budget, stop, ..self.limits.clone() }
    }
}

/// Tells how one of the threads goes on, unless another is telling.
struct Telling<'a, 'b, 't, 's>(&'a Round<'b, 't, 's>);

impl Observer for Telling<'_, '_, '_, '_> {
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
