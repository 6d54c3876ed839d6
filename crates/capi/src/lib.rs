//! tsumugi for programs in C; `include/tsumugi.h` says what each function promises.
//!
//! This is a door like any other: it translates, and asks [`tsumugi_tsume::LeafSolver`]. Nothing unwinds into the caller.

use std::ffi::{CStr, c_char, c_int};
use std::fmt::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tsumugi_clock::StopToken;
use tsumugi_shogi::{Position, Setup, Waivers};
use tsumugi_tsume::{self as tsume, Problem, Verdict};

/// Changes when the header does.
const ABI: u32 = 1;
/// A table smaller than this is of no use.
const LEAST_BYTES: usize = 1 << 20;

const FAILED: c_int = -3;
const BAD_ARGUMENT: c_int = -2;
const BAD_POSITION: c_int = -1;
const UNKNOWN: c_int = 0;
const MATE: c_int = 1;
const NO_MATE: c_int = 2;

/// `tsumugi_solver`
#[derive(Debug)]
pub struct LeafSolver {
    bytes: usize,
    /// Locked while it searches. [`tsumugi_stop`] does without.
    solver: Mutex<tsume::LeafSolver>,
    stop: Arc<AtomicBool>,
    /// The same as a token, which takes memory to make.
    stopped: StopToken,
}

/// `tsumugi_answer`
#[repr(C)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LeafAnswer {
    /// How the question ended.
    pub verdict: c_int,
    /// A mate takes at most this many plies.
    pub plies: u32,
    /// Positions expanded.
    pub nodes: u64,
    /// The first move of a mate as USI writes it, with a zero behind it.
    pub best: [c_char; 8],
}

impl LeafAnswer {
    fn bare(verdict: c_int) -> LeafAnswer {
        LeafAnswer { verdict, plies: 0, nodes: 0, best: [0; 8] }
    }

    fn of(answer: &tsume::LeafAnswer) -> LeafAnswer {
        let mut out = LeafAnswer { nodes: answer.expansions, ..LeafAnswer::bare(UNKNOWN) };
        match answer.verdict {
            Verdict::Unknown(_) => {}
            Verdict::NoMate => out.verdict = NO_MATE,
            Verdict::Mate(plies) => {
                (out.verdict, out.plies) = (MATE, plies);
                if let Some(best) = answer.best {
                    // A move has at most five letters.
                    _ = write!(Letters(out.best[..7].iter_mut()), "{best}");
                }
            }
        }
        out
    }
}

/// Places for the letters of a move.
struct Letters<'a>(std::slice::IterMut<'a, c_char>);

impl Write for Letters<'_> {
    fn write_str(&mut self, text: &str) -> std::fmt::Result {
        for byte in text.bytes() {
            *self.0.next().ok_or(std::fmt::Error)? = byte as c_char;
        }
        Ok(())
    }
}

impl LeafSolver {
    fn new(bytes: usize) -> LeafSolver {
        let (bytes, stop) = (bytes.max(LEAST_BYTES), Arc::new(AtomicBool::new(false)));
        let stopped = StopToken::on(stop.clone());
        LeafSolver { bytes, solver: Mutex::new(tsume::LeafSolver::new(bytes)), stop, stopped }
    }

    fn solver(&self) -> MutexGuard<'_, tsume::LeafSolver> {
        self.solver.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn solve(&self, sfen: &[u8], nodes: u64) -> LeafAnswer {
        let Some(problem) = problem(sfen) else { return LeafAnswer::bare(BAD_POSITION) };
        let mut solver = self.solver();
        let solved = catch_unwind(AssertUnwindSafe(|| solver.solve(&problem, nodes, &self.stopped)));
        if solved.is_err() {
            // What it knows may be half done.
            *solver = tsume::LeafSolver::new(self.bytes);
        }
        self.stop.store(false, Ordering::Relaxed);
        solved.map_or(LeafAnswer::bare(FAILED), |answer| LeafAnswer::of(&answer))
    }
}

/// The position of an SFEN, with the side to move as the attacker, who alone may do without a king.
fn problem(sfen: &[u8]) -> Option<Problem> {
    let setup: Setup = std::str::from_utf8(sfen).ok()?.parse().ok()?;
    let position = Position::new(&setup, Waivers::TSUME).ok()?;
    let attacker = position.turn();
    position.king(!attacker)?;
    Some(Problem::new(position).attacked_by(attacker))
}

/// `tsumugi_abi`
#[unsafe(no_mangle)]
pub extern "C" fn tsumugi_abi() -> u32 {
    ABI
}

/// `tsumugi_new`
#[unsafe(no_mangle)]
pub extern "C" fn tsumugi_new(bytes: usize) -> *mut LeafSolver {
    let made = catch_unwind(|| Box::into_raw(Box::new(LeafSolver::new(bytes))));
    made.unwrap_or(std::ptr::null_mut())
}

/// `tsumugi_free`
///
/// # Safety
/// The solver is one of [`tsumugi_new`], not freed yet and not in use, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tsumugi_free(solver: *mut LeafSolver) {
    if !solver.is_null() {
        // SAFETY: as the caller promises; it was made by `Box::into_raw`.
        drop(unsafe { Box::from_raw(solver) });
    }
}

/// `tsumugi_clear`
///
/// # Safety
/// The solver is one of [`tsumugi_new`] and not freed, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tsumugi_clear(solver: *const LeafSolver) {
    // SAFETY: as the caller promises.
    if let Some(solver) = unsafe { solver.as_ref() } {
        solver.solver().clear();
    }
}

/// `tsumugi_solve`
///
/// # Safety
/// The solver is one of [`tsumugi_new`] and not freed, the text ends with a zero, and the answer can be written to; each of
/// them may be null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tsumugi_solve(
    solver: *const LeafSolver,
    sfen: *const c_char,
    nodes: u64,
    answer: *mut LeafAnswer,
) -> c_int {
    // SAFETY: as the caller promises.
    let given = unsafe { solver.as_ref() }.filter(|_| !sfen.is_null());
    let found = match given {
        None => LeafAnswer::bare(BAD_ARGUMENT),
        // SAFETY: it is not null, and ends with a zero, as the caller promises.
        Some(solver) => solver.solve(unsafe { CStr::from_ptr(sfen) }.to_bytes(), nodes),
    };
    if !answer.is_null() {
        // SAFETY: as the caller promises.
        unsafe { answer.write(found) };
    }
    found.verdict
}

/// `tsumugi_stop`
///
/// # Safety
/// The solver is one of [`tsumugi_new`] and not freed, or null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tsumugi_stop(solver: *const LeafSolver) {
    // SAFETY: as the caller promises.
    if let Some(solver) = unsafe { solver.as_ref() } {
        solver.stop.store(true, Ordering::Relaxed);
    }
}
