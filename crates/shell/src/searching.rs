//! A search as the person who started it sees it: its options, a clock that ends it, a line that tells how it goes on.

use crate::render;
use crate::report::Report;
use crate::stop::Stop;
use crate::terminal::Progress;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tsumugi_andor::{Bounds, Observer, Options, Stats};
use tsumugi_shogi::Move;

/// A search shorter than this shows no progress.
pub const QUIET: Duration = Duration::from_millis(800);

/// How much longer than the search a proof may take when no certificate was asked for.
pub const COURTESY: Duration = Duration::from_millis(500);

/// Sets options in the order given.
pub fn set_options(options: &mut Options, words: &[(String, String)]) -> Result<(), Report> {
    words.iter().try_for_each(|(name, value)| {
        options.set(name, value).map_err(|error| Report::new(format!("--option {error}")))
    })
}

/// Does work that ends soon after its flag is raised: after so many seconds, or when the user asks for it. Says
/// also whether the time ran out.
pub fn timed<T>(
    seconds: Option<f64>,
    stop: &Stop,
    work: impl FnOnce(Arc<AtomicBool>) -> T,
) -> (T, bool) {
    let end = seconds.map(|seconds| Instant::now() + Duration::from_secs_f64(seconds));
    let clock = Clock::new(end, Arc::default());
    let done = clock.during(stop, || work(clock.flag.clone()));
    (done, clock.out_of_time())
}

/// Raises the stop flag of a search when its time is up or the user asks for it.
pub struct Clock {
    start: Instant,
    end: Option<Instant>,
    /// Milliseconds after the start at which a proof is given up; 0 for never.
    proof_end: AtomicU64,
    /// What it raises.
    pub flag: Arc<AtomicBool>,
    out_of_time: AtomicBool,
    done: AtomicBool,
}

impl Clock {
    /// A clock for a search that must end then and looks at this flag.
    pub fn new(end: Option<Instant>, flag: Arc<AtomicBool>) -> Clock {
        Clock {
            start: Instant::now(),
            end,
            proof_end: AtomicU64::new(0),
            flag,
            out_of_time: AtomicBool::new(false),
            done: AtomicBool::new(false),
        }
    }

    /// From now on a proof may take as long as everything before it, and a little more.
    pub fn limit_proof(&self) {
        let end = self.start.elapsed() * 2 + COURTESY;
        self.proof_end.store(end.as_millis() as u64, Ordering::Relaxed);
    }

    /// Does work while the clock is being watched; also if it panics, the watching ends.
    pub fn during<T>(&self, stop: &Stop, work: impl FnOnce() -> T) -> T {
        struct Done<'a>(&'a AtomicBool);
        impl Drop for Done<'_> {
            fn drop(&mut self) {
                self.0.store(true, Ordering::Relaxed);
            }
        }
        self.done.store(false, Ordering::Relaxed);
        std::thread::scope(|scope| {
            scope.spawn(|| self.watch(stop));
            let _done = Done(&self.done);
            work()
        })
    }

    /// Did the time run out?
    pub fn out_of_time(&self) -> bool {
        self.out_of_time.load(Ordering::Relaxed)
    }

    fn watch(&self, stop: &Stop) {
        while !self.done.load(Ordering::Relaxed) {
            if self.end.is_some_and(|end| Instant::now() >= end) {
                self.out_of_time.store(true, Ordering::Relaxed);
                self.flag.store(true, Ordering::Relaxed);
            }
            let proof_end = self.proof_end.load(Ordering::Relaxed);
            let proof_is_over = proof_end > 0 && self.start.elapsed().as_millis() as u64 >= proof_end;
            if stop.asked() || proof_is_over {
                self.flag.store(true, Ordering::Relaxed);
            }
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

/// Tells a person at the terminal how the search goes.
pub struct Told<'a> {
    progress: Progress,
    start: Instant,
    /// Who is to be told that the proof begins, if it must not take long.
    courtesy: Option<&'a Clock>,
    /// The first moves of the line being searched.
    line: String,
}

impl<'a> Told<'a> {
    /// Tells of a search that starts now. If there is a clock, it is told when the proof begins, which then must not take
    /// long.
    pub fn new(courtesy: Option<&'a Clock>) -> Told<'a> {
        let progress = Progress::after(QUIET);
        Told { progress, start: Instant::now(), courtesy, line: String::new() }
    }
}

/// So many moves of the line being searched are shown.
const SHOWN: usize = 5;

impl Observer for Told<'_> {
    fn proving(&mut self) {
        if let Some(clock) = self.courtesy {
            clock.limit_proof();
        }
    }

    fn line(&mut self, moves: &[u32]) {
        let words = moves.iter().take(SHOWN).filter_map(|&bits| Move::from_bits(bits as u16));
        self.line = words.map(|m| format!(" {m}")).collect();
    }

    fn progress(&mut self, stats: &Stats, root: Bounds, fill: f64) {
        self.progress.tell(|| {
            let seconds = self.start.elapsed().as_secs_f64();
            format!(
                "{seconds:.0} s, {} nodes, {}/s, table {:.0} %, pn {} dn {}, depth {}, at{}",
                render::short_number(stats.plays as f64),
                render::short_number(stats.plays as f64 / seconds),
                fill * 100.0,
                root.pn(),
                root.dn(),
                stats.max_depth,
                self.line,
            )
        });
    }
}
