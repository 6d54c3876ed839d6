//! Nanoseconds per call of single functions, on positions read beforehand: ours beside `rsshogi`'s, where it
//! has the function. Each pair works on the same positions and must return the same total.
//!
//! - `checks`, `has_check`, `mate_in_one` and `play + undo` start from the positions of the file; `play + undo`
//!   is counted per move, over all their checks.
//! - `evasions` and `is_mate` start one check later, the check drawn by a fixed rule.
//! - `rsshogi` has no `has_check`; its checks are filtered for legality, as the walk does it.
//! - Our `mate_in_one` also works out the minimal hand where there is a mate; `rsshogi`'s does not.

use crate::{ours, rsshogi_peer};
use std::fmt;
use std::time::{Duration, Instant};

/// One function of one engine: goes over all positions once and returns a total to compare.
pub type Pass = Box<dyn FnMut() -> u64>;

/// One line of the table.
pub struct Row {
    /// The function.
    pub name: &'static str,
    /// How many calls a pass makes.
    pub calls: u64,
    /// Our function.
    pub ours: Pass,
    /// The same of `rsshogi`.
    pub theirs: Option<Pass>,
}

impl fmt::Debug for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Row")
            .field("name", &self.name)
            .field("calls", &self.calls)
            .finish_non_exhaustive()
    }
}

/// The functions to time on these positions.
///
/// # Panics
/// If a text is no SFEN.
#[must_use]
pub fn rows(sfens: &[String]) -> Vec<Row> {
    let checked = ours::after_a_check(sfens);
    let (roots, later) = (sfens.len() as u64, checked.len() as u64);
    let row = |name, calls, ours, theirs| Row { name, calls, ours, theirs };
    vec![
        row("checks", roots, ours::checks_pass(sfens), Some(rsshogi_peer::checks_pass(sfens))),
        row("has_check", roots, ours::has_check_pass(sfens), None),
        row(
            "evasions",
            later,
            ours::evasions_pass(&checked),
            Some(rsshogi_peer::evasions_pass(&checked)),
        ),
        row("is_mate", later, ours::is_mate_pass(&checked), Some(rsshogi_peer::is_mate_pass(&checked))),
        row("mate_in_one", roots, ours::mate_pass(sfens), Some(rsshogi_peer::mate_pass(sfens))),
        row(
            "play + undo",
            ours::checks_pass(sfens)(),
            ours::play_pass(sfens),
            Some(rsshogi_peer::play_pass(sfens)),
        ),
    ]
}

/// How often a timed round goes over the positions: long enough for the clock, short enough to stay alone.
const PASSES: u32 = 20;

/// Times every row and prints the table. False if the totals of a row differ.
#[must_use]
pub fn measure_and_print(rows: Vec<Row>, rounds: usize) -> bool {
    println!("nanoseconds per call, best and median of {rounds} rounds");
    println!(
        "  {:<12} {:>8} {:>9} {:>9} {:>9} {:>9} {:>6} {:>6}",
        "", "calls", "tsumugi", "median", "rsshogi", "median", "ratio", "median"
    );
    let mut agreed = true;
    for mut row in rows {
        let total = (row.ours)();
        let their_total = row.theirs.as_mut().map(|pass| pass());
        let (mut times, mut their_times) = (vec![], vec![]);
        for _ in 0..rounds {
            times.push(time(&mut row.ours));
            their_times.extend(row.theirs.as_mut().map(time));
        }
        let (best, median) = per_call(times, row.calls);
        print!("  {:<12} {:>8} {best:>9.1} {median:>9.1}", row.name, row.calls);
        if row.theirs.is_some() {
            let (their_best, their_median) = per_call(their_times, row.calls);
            print!(" {their_best:>9.1} {their_median:>9.1}");
            print!(" {:>6.2} {:>6.2}", their_best / best, their_median / median);
        }
        println!();
        if their_total.is_some_and(|theirs| theirs != total) {
            println!("  THE TOTALS DIFFER");
            agreed = false;
        }
    }
    agreed
}

fn time(pass: &mut Pass) -> Duration {
    let start = Instant::now();
    for _ in 0..PASSES {
        std::hint::black_box(pass());
    }
    start.elapsed() / PASSES
}

/// Best and median, in nanoseconds.
fn per_call(mut times: Vec<Duration>, calls: u64) -> (f64, f64) {
    times.sort_unstable();
    let nanos = |time: Duration| time.as_secs_f64() * 1e9 / calls.max(1) as f64;
    (nanos(times[0]), nanos(times[times.len() / 2]))
}
