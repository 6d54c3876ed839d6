//! The functions called as C calls them.

use std::ffi::{CStr, CString};
use std::ptr::{null, null_mut};
use std::time::{Duration, Instant};
use tsumugi_capi::{
    LeafAnswer, LeafSolver, tsumugi_clear, tsumugi_free, tsumugi_new, tsumugi_solve, tsumugi_stop,
};

const GOLD: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
const NONE: &str = "4k4/9/9/9/9/9/9/9/9 b G 1";
/// There is no mate, but to find that out takes hundreds of millions of positions.
const HARD: &str = "9/9/9/9/4k4/9/9/9/9 b 2R2B4g4s4n4l18p 1";

/// A solver that is freed at the end.
pub struct Owned(*mut LeafSolver);

// SAFETY: the functions may be called from any thread.
unsafe impl Sync for Owned {}

impl Owned {
    pub fn new() -> Owned {
        Owned(tsumugi_new(4 << 20))
    }

    fn tell(&self, sfen: &str, nodes: u64) -> LeafAnswer {
        self.ask(&CString::new(sfen).expect("no zero"), nodes)
    }

    pub fn ask(&self, sfen: &CStr, nodes: u64) -> LeafAnswer {
        let mut answer = LeafAnswer { verdict: 99, plies: 99, nodes: 99, best: [99; 8] };
        // SAFETY: the solver lives, the text ends with a zero, the answer can be written to.
        let verdict = unsafe { tsumugi_solve(self.0, sfen.as_ptr(), nodes, &mut answer) };
        assert_eq!(verdict, answer.verdict);
        answer
    }
}

impl Drop for Owned {
    fn drop(&mut self) {
        // SAFETY: it is not used any more.
        unsafe { tsumugi_free(self.0) }
    }
}

fn best(answer: &LeafAnswer) -> &str {
    // SAFETY: the library writes a zero behind the move.
    unsafe { CStr::from_ptr(answer.best.as_ptr()) }.to_str().expect("ASCII")
}

#[test]
fn mates_and_their_moves_are_told() {
    let solver = Owned::new();
    let mate = solver.tell(GOLD, 1000);
    assert_eq!((mate.verdict, mate.plies, best(&mate)), (1, 1, "G*5b"));
    let turned = solver.tell("9/9/9/9/9/9/4p4/9/4K4 w g 1", 1000);
    assert_eq!((turned.verdict, turned.plies, best(&turned)), (1, 1, "G*5h"));
    let none = solver.tell(NONE, 1000);
    assert_eq!((none.verdict, none.plies, best(&none)), (2, 0, ""));
    assert_eq!(solver.tell(HARD, 50).verdict, 0);
    // SAFETY: the solver lives.
    unsafe { tsumugi_clear(solver.0) };
    assert_eq!(solver.tell(GOLD, 1000), mate);
}

#[test]
fn what_makes_no_sense_is_refused() {
    let solver = Owned::new();
    for sfen in [
        "",
        "x",
        "\u{3042}",
        "9/9/9/9/9/9/9/9/9 b - 1",
        "4k4/9/4P4/9/9/9/9/9/9 w G 1",
        "9/9/9/9/4K4/9/9/9/9 b G 1",
    ] {
        assert_eq!(solver.tell(sfen, 10), LeafAnswer { verdict: -1, plies: 0, nodes: 0, best: [0; 8] });
    }
    let gold = CString::new(GOLD).expect("no zero");
    // SAFETY: null is allowed everywhere.
    unsafe {
        assert_eq!(tsumugi_solve(null(), gold.as_ptr(), 10, null_mut()), -2);
        assert_eq!(tsumugi_solve(solver.0, null(), 10, null_mut()), -2);
        assert_eq!(tsumugi_solve(solver.0, gold.as_ptr(), 10, null_mut()), 1);
        tsumugi_clear(null());
        tsumugi_stop(null());
        tsumugi_free(null_mut());
    }
}

#[test]
fn a_question_is_ended_from_another_thread() {
    let solver = Owned::new();
    let began = Instant::now();
    let answer = std::thread::scope(|scope| {
        let asked = scope.spawn(|| solver.tell(HARD, u64::MAX));
        std::thread::sleep(Duration::from_millis(100));
        // SAFETY: the solver lives.
        unsafe { tsumugi_stop(solver.0) };
        asked.join().expect("no panic")
    });
    assert_eq!(answer.verdict, 0);
    assert!(began.elapsed() < Duration::from_secs(60));
    assert_eq!(solver.tell(GOLD, 1000).verdict, 1, "the stop is over with the question");
}

#[test]
fn solvers_do_not_disturb_each_other() {
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                let solver = Owned::new();
                for _ in 0..50 {
                    assert_eq!(best(&solver.tell(GOLD, 1000)), "G*5b");
                    assert_eq!(solver.tell(NONE, 1000).verdict, 2);
                }
            });
        }
    });
}
