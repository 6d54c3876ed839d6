//! A round of a check: several threads go through what is open.

use super::archive::{Archive, StorageError};
use super::{Known, Task};
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

/// A round: every open alternative gets the same budget.
pub(super) struct Round<'a, 't, 's> {
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
            if let Some(reason) = self.limits.interrupted() {
                task.note_stopped(reason);
            } else if is_worth_more(&task, self.seconds) {
                self.spend(&mut task, solver)?;
                if task.known.open().is_none() {
                    self.settled.fetch_add(1, Ordering::Relaxed);
                }
                if task.known.open().is_none() && !task.known.is_vague() {
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
