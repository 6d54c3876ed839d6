//! The check of a whole certificate against the problem it is about.

use std::io::{self, BufRead};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::{fmt, thread};

use crate::claims::Says;
use crate::fault::{Fault, Reason};
use crate::lines::Lines;
use crate::naive::{Color, FaultName, Position};
use crate::read_certificate::{Certificate, Head, Version, read_claims, read_head};
use crate::work::{Limit, STEPS_PER_CLAIM};
use crate::{check_longer, check_mate, check_no_mate, preorder};

/// What a certificate proves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Proved {
    /// The attacker mates within this many plies. It need not be the shortest mate.
    Mate(u32),
    /// The attacker cannot force mate.
    NoMate,
    /// The attacker mates within this many plies, and not within fewer.
    Shortest(u32),
    /// The attacker wins by brinkmate within this many plies, passes not counted. It need not be the shortest.
    Brinkmate(u32),
    /// The attacker does not win by brinkmate.
    NoBrinkmate,
}

/// A certificate was checked and holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Verified {
    /// What it proves.
    pub claim: Proved,
    /// The side that mates, or cannot. With two kings on the board it may be either, so whoever has
    /// one of them in mind must compare.
    pub attacker: Color,
    /// How many `w`, `h` and `s` lines it has.
    pub claims: usize,
}

/// How to check.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Memory for the claims, in bytes: a certificate that needs more is refused.
    pub most_bytes: Limit,
    /// Steps that the check may take: a certificate that needs more is refused.
    pub most_steps: Limit,
    /// Threads that check claims.
    pub threads: usize,
    /// Faults that the problem may have.
    pub allow: Vec<FaultName>,
    /// Asked now and then, from any thread, whether to stop.
    pub stop: Option<StopCheck>,
}

/// A question that the caller answers: is it time to stop?
#[derive(Clone)]
pub struct StopCheck(Arc<dyn Fn() -> bool + Send + Sync>);

impl StopCheck {
    /// The check stops soon after this says so.
    pub fn new(is_over: impl Fn() -> bool + Send + Sync + 'static) -> StopCheck {
        StopCheck(Arc::new(is_over))
    }
}

impl fmt::Debug for StopCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "StopCheck({})", (self.0)())
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            most_bytes: Limit::fixed(2 << 30),
            most_steps: Limit::none(),
            threads: 1,
            allow: Vec::new(),
            stop: None,
        }
    }
}

impl Settings {
    pub(crate) fn stopped(&self) -> Result<(), Failure> {
        match &self.stop {
            Some(StopCheck(is_over)) if is_over() => Err(Failure::Stopped),
            _ => Ok(()),
        }
    }
}

/// How far the check has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Progress {
    /// This many claims were read.
    Read(usize),
    /// How many claims were checked, and how many there are.
    Checked(usize, usize),
}

/// Why a certificate was not verified.
#[derive(Debug)]
pub enum Failure {
    /// It proves nothing.
    Rejected(Fault),
    /// It could not be read to its end. This says nothing about it.
    Unreadable(io::Error),
    /// It has more than this many claims, for which the memory allowed is too small. This says nothing about it.
    TooLarge {
        /// How many claims would fit.
        claims: usize,
    },
    /// It takes more steps to check than are allowed. This says nothing about it.
    TooMuchWork,
    /// The caller stopped the check.
    Stopped,
}

impl From<Fault> for Failure {
    fn from(fault: Fault) -> Failure {
        Failure::Rejected(fault)
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Rejected(fault) => write!(f, "{fault}"),
            Failure::Unreadable(error) => write!(f, "the certificate cannot be read: {error}"),
            Failure::TooLarge { claims } => {
                write!(
                    f,
                    "the certificate has more than the {claims} claims that fit into the memory allowed"
                )
            }
            Failure::TooMuchWork => {
                write!(f, "the certificate takes more work to check than is allowed for its size")
            }
            Failure::Stopped => write!(f, "the check was stopped"),
        }
    }
}

impl std::error::Error for Failure {}

/// Checks that a certificate is in order, that it is about this problem, and that its claims prove
/// what it says.
///
/// The problem is a SFEN with the hands exactly as they are played; its move number has no influence.
///
/// # Errors
/// The first fault found: its line and the reason.
pub fn verify(problem_sfen: &str, certificate: &str) -> Result<Verified, Fault> {
    let settings = Settings { most_bytes: Limit::none(), ..Settings::default() };
    match verify_stream(problem_sfen, &mut certificate.as_bytes(), &settings, &mut |_| {}) {
        Ok(verified) => Ok(verified),
        Err(Failure::Rejected(fault)) => Err(fault),
        // A text in memory can be read, nothing bounds the claims, and nobody stops the check.
        Err(_) => Err(Fault::new(0, problem_sfen, Reason::Unfinished)),
    }
}

/// As [`verify`], for a certificate of any size: it is read line by line, and memory grows by at most
/// [`BYTES_PER_CLAIM`](crate::BYTES_PER_CLAIM) with each claim; in the third version only with those kept, and with the
/// depth of the tree.
///
/// # Errors
/// The fault in the line nearest to the start, or why there is no verdict.
pub fn verify_stream(
    problem_sfen: &str,
    certificate: &mut dyn BufRead,
    settings: &Settings,
    on_progress: &mut dyn FnMut(Progress),
) -> Result<Verified, Failure> {
    let problem = Position::from_sfen(problem_sfen)
        .map_err(|fault| Fault::new(0, problem_sfen, Reason::GivenProblem(fault)))?;
    let mut lines = Lines::new(certificate);
    let head = read_head(&problem, &mut lines, settings)?;
    let (claim, attacker) = (head.proved, head.root.attacker);
    settings.stopped()?;
    let claims = match head.version {
        Version::One | Version::Two => check_by_board(head, lines, settings, on_progress)?,
        Version::Three => {
            let claims = preorder::check(&head, &mut lines, settings, on_progress)?;
            lines.finish()?;
            claims
        }
    };
    Ok(Verified { claim, attacker, claims })
}

/// Reads all claims of the first or second version and then checks them, each with the others to be found by their boards: how many there are.
fn check_by_board(
    head: Head,
    mut lines: Lines<'_>,
    settings: &Settings,
    on_progress: &mut dyn FnMut(Progress),
) -> Result<usize, Failure> {
    let index = read_claims(&mut lines, head.proved, settings, on_progress)?;
    lines.finish()?;
    let certificate = Certificate { head, index };
    let root = || match certificate.head.proved {
        Proved::Mate(plies) => check_mate::check_root(&certificate, plies),
        Proved::NoMate => check_no_mate::check_root(&certificate),
        Proved::Shortest(plies) => check_mate::check_root(&certificate, plies)
            .and_then(|()| check_longer::check_root(&certificate, plies)),
        // These have no certificates of the first two versions.
        Proved::Brinkmate(_) | Proved::NoBrinkmate => Err(Reason::OtherKind),
    };
    let root = certificate.index.work.count(root);
    root.map_err(|reason| certificate.head.fault_at_root(reason))?;
    check_claims(&certificate, settings, on_progress)?;
    Ok(certificate.index.claims.len())
}

/// Claims that a thread takes at a time.
const SLICE: usize = 64;

/// The claims, handed out in slices: no claim needs another's check, only that it exists.
struct Round<'a> {
    certificate: &'a Certificate,
    settings: &'a Settings,
    /// The first claim not handed out.
    next: AtomicUsize,
    done: AtomicUsize,
    /// The fault nearest to the start, and the number of its claim.
    worst: Mutex<Option<(usize, Reason)>>,
}

fn check_claims(
    certificate: &Certificate,
    settings: &Settings,
    on_progress: &mut dyn FnMut(Progress),
) -> Result<(), Failure> {
    let (next, done) = (AtomicUsize::new(0), AtomicUsize::new(0));
    let round = Round { certificate, settings, next, done, worst: Mutex::new(None) };
    thread::scope(|scope| {
        for _ in 1..settings.threads {
            scope.spawn(|| round.work(&mut |_| {}));
        }
        round.work(on_progress);
    });
    let round_over = round.give_up();
    let worst = round.worst.into_inner().unwrap_or_else(PoisonError::into_inner);
    match worst {
        Some((number, reason)) => Err(certificate.fault_at(number, reason).into()),
        None => round_over,
    }
}

impl Round<'_> {
    /// Takes slices until there are none, the caller stops, or a fault is found before what is left.
    fn work(&self, on_progress: &mut dyn FnMut(Progress)) {
        let total = self.certificate.index.claims.len();
        loop {
            let start = self.next.fetch_add(SLICE, Ordering::Relaxed);
            if start >= total || self.is_faulty_before(start) || self.give_up().is_err() {
                return;
            }
            let end = (start + SLICE).min(total);
            let work = &self.certificate.index.work;
            for number in start..end {
                work.add(STEPS_PER_CLAIM);
                if let Err(reason) = work.count(|| self.check(number)) {
                    self.note(number, reason);
                    return;
                }
                if work.within_limit().is_err() {
                    return;
                }
            }
            let done = self.done.fetch_add(end - start, Ordering::Relaxed) + end - start;
            on_progress(Progress::Checked(done, total));
        }
    }

    /// Why there is no more to be done, if so.
    fn give_up(&self) -> Result<(), Failure> {
        self.certificate.index.work.within_limit()?;
        self.settings.stopped()
    }

    fn is_faulty_before(&self, number: usize) -> bool {
        let worst = self.worst.lock().unwrap_or_else(PoisonError::into_inner);
        worst.as_ref().is_some_and(|(first, _)| *first < number)
    }

    fn check(&self, number: usize) -> Result<(), Reason> {
        let claim = self.certificate.index.claims.get(number);
        match claim.says() {
            Says::Mate => check_mate::check_claim(self.certificate, claim),
            Says::NoMate => check_no_mate::check_claim(self.certificate, claim),
            Says::Longer => check_longer::check_claim(self.certificate, claim),
        }
    }

    /// Slices are handed out from the start, so every earlier one is done or still being worked on.
    fn note(&self, number: usize, reason: Reason) {
        let mut worst = self.worst.lock().unwrap_or_else(PoisonError::into_inner);
        if worst.as_ref().is_none_or(|(first, _)| number < *first) {
            *worst = Some((number, reason));
        }
    }
}
