//! The moves beside a line, one by one.

use std::path::PathBuf;
use tsumugi_andor::Observer;
use tsumugi_tsume::check::{self as examined, Alternative, Check, Defence, Judgement};
use tsumugi_tsume::{Limits, Solver, StopReason};

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

/// What was spent.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub struct Effort {
    /// Positions expanded.
    pub expansions: u64,
    /// Seconds.
    pub seconds: f64,
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
                examined::Class::Unclear(reason) => Some(reason),
                _ => None,
            },
            _ => None,
        }
    }
}

impl Known {
    /// Is a defence settled as far as the verdict goes, and might more effort say more about it?
    pub(crate) fn is_vague(&self) -> bool {
        matches!(self, Known::Defence(Defence::InTime))
    }
}

impl Task {
    /// All moves beside the main line, nothing known about them: first checks, then defences.
    pub fn all(check: &Check) -> Vec<Task> {
        let checks = check.alternatives().into_iter().map(|one| Task::new(one, true));
        checks.chain(check.variations().into_iter().map(|one| Task::new(one, false))).collect()
    }

    /// Of the line's own interpositions: do they count?
    pub fn own(check: &Check) -> Vec<Task> {
        check.own_interpositions().into_iter().map(|one| Task::new(one, false)).collect()
    }

    fn new(alternative: Alternative, attacking: bool) -> Task {
        let known = Known::nothing(attacking);
        Task { alternative, known, effort: Effort::default(), certificate: None }
    }

    /// Finds out what the limits allow.
    pub fn judge(
        &mut self,
        check: &Check,
        solver: &mut Solver,
        limits: &Limits,
        observer: &mut (dyn Observer + Send),
    ) {
        let stats = match self.known {
            Known::Check(_) => {
                let judged = check.judge(self.alternative, solver, limits, observer, &mut |_| {});
                self.known = Known::Check(judged.judgement);
                judged.stats
            }
            Known::Defence(_) => {
                let judged = check.judge_variation(self.alternative, solver, limits, observer);
                self.known = Known::Defence(judged.defence);
                judged.stats
            }
        };
        self.effort.expansions += stats.expansions;
    }

    /// Is there something settled to be proved?
    pub(crate) fn awaits_proof(&self) -> bool {
        let judged = matches!(self.known, Known::Check(Judgement::NoMate { .. } | Judgement::Mate(_)));
        judged && !self.is_proved()
    }

    /// Proves what is known, if the limits allow; the certificate goes into `sink` as it is made.
    pub(crate) fn prove(
        &mut self,
        check: &Check,
        solver: &mut Solver,
        limits: &Limits,
        observer: &mut (dyn Observer + Send),
        sink: &mut dyn FnMut(&str),
    ) {
        let Known::Check(judgement) = &mut self.known else { return };
        let (mates, proved) = match judgement {
            Judgement::NoMate { proved, .. } => (false, proved),
            Judgement::Mate(dual) => (true, &mut dual.proved),
            Judgement::Open(_) => return,
        };
        let (done, stats) = check.prove(self.alternative, mates, solver, limits, observer, sink);
        *proved = done;
        self.effort.expansions += stats.expansions;
    }

    /// Was what is known proved, claim by claim?
    pub fn is_proved(&self) -> bool {
        match &self.known {
            Known::Check(Judgement::NoMate { proved, .. }) => *proved,
            Known::Check(Judgement::Mate(dual)) => dual.proved,
            Known::Check(Judgement::Open(_)) | Known::Defence(_) => false,
        }
    }

    /// It was never started, or broken off: that is not the limit of nodes.
    pub fn note_stopped(&mut self, why: StopReason) {
        match &mut self.known {
            Known::Check(Judgement::Open(reason)) | Known::Defence(Defence::Open(reason)) => {
                *reason = why;
            }
            _ => {}
        }
    }
}
