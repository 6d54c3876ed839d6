//! Defences beside the main line: do they hold out as long, or longer?

use super::work::Work;
use super::{Alternative, Check, landmarks};
use crate::mainline::Count;
use crate::problem::Problem;
use crate::solve::{Solver, StopReason, Verdict};
use tsumugi_andor::{Limits, Observer, Stats};
use tsumugi_shogi::{Hand, Move};

/// Expansions to shorten a line that is shown as an example. Fewer leave roundabout lines in a report; more are spent on
/// what decides nothing.
const LITTLE: u64 = 100_000;

/// How a defence compares with the main line's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Defence {
    /// It is mated sooner.
    Shorter,
    /// It is mated no later; whether as late is not settled.
    InTime,
    /// It is a futile interposition (無駄合), and does not count.
    Futile,
    /// It is the line's own interposition, and not futile.
    Counts,
    /// It holds out as long, and pieces are left over: as it should be.
    Leftover,
    /// It is the mirror image of the main line's defence, in a position that is its own.
    Mirror,
    /// It holds out as long and no pieces are left over (変同): as good a main line. With the line.
    Equal(Vec<Move>),
    /// It holds out longer (変長): the line examined is not the longest defence.
    Longer {
        /// A mate against it.
        line: Vec<Move>,
        /// Is that the shortest against the longest defence?
        settled: bool,
    },
    /// It holds out two plies longer, but the attacker has pieces left then (二手変長駒余り): by convention a variation.
    LongerLeftover {
        /// The shortest mate against it.
        line: Vec<Move>,
        /// What is left.
        leftover: Hand,
    },
    /// There is no mate after it: the line examined is no solution.
    Escapes,
    /// Not known.
    Open(StopReason),
}

/// What was found out about a defence, and what it took.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct JudgedDefence {
    /// How it compares.
    pub defence: Defence,
    /// What it took.
    pub stats: Stats,
}

impl Check {
    /// Does a defence beside the main line hold out as long as the main line's, or longer? Of an interposition of the
    /// line's own: is it futile?
    pub fn judge_variation(
        &self,
        variation: Alternative,
        solver: &mut Solver,
        limits: &Limits,
        observer: &mut (dyn Observer + Send),
    ) -> JudgedDefence {
        let mut work = Work::new(solver, limits, observer, self.count());
        let main = self.line()[variation.after];
        let defence = if variation.m == main {
            self.own(variation, &mut work)
        } else if landmarks::mirrors(self.at(variation.after), variation, main) {
            Defence::Mirror
        } else {
            self.other(variation, &mut work)
        };
        JudgedDefence { defence, stats: work.stats }
    }

    /// The line's own interposition counts unless the attacker could hand the piece back and still be sooner.
    fn own(&self, variation: Alternative, work: &mut Work<'_>) -> Defence {
        let left = (self.line().len() - variation.after) as u32;
        let here = self.at(variation.after);
        match work.is_futile(here, variation.m, left.saturating_sub(2)) {
            Some(true) => Defence::Futile,
            Some(false) => Defence::Counts,
            None => Defence::Open(work.why()),
        }
    }

    fn other(&self, variation: Alternative, work: &mut Work<'_>) -> Defence {
        let here = self.at(variation.after);
        let after = here.after(variation.m);
        let main = (self.line().len() - variation.after - 1) as u32;
        let plies = match work.solve(&after) {
            Verdict::Mate(plies) => plies,
            Verdict::NoMate => return Defence::Escapes,
            Verdict::Unknown(reason) => return Defence::Open(reason),
        };
        if interposes(here, variation.m) && work.count == Count::Conventional {
            match work.is_futile(here, variation.m, self.longest[variation.after]) {
                Some(true) => return Defence::Futile,
                Some(false) => {}
                None => return in_time(plies, main, work),
            }
        }
        compare(&after, variation.m, plies, main, work).unwrap_or_else(|| in_time(plies, main, work))
    }
}

/// What is known of a defence that is mated within this many plies if nothing closer can be said.
fn in_time(plies: u32, main: u32, work: &Work<'_>) -> Defence {
    if plies <= main { Defence::InTime } else { Defence::Open(work.why()) }
}

/// Compares the mate after a defence with the plies the main line takes from there; `None` if a limit is reached.
///
/// Whether it is mated in time is asked first: that is all the verdict needs, and where it is so, showing it takes little.
/// Only then whether it is mated sooner, which may have to be shown to be impossible.
fn compare(after: &Problem, m: Move, plies: u32, main: u32, work: &mut Work<'_>) -> Option<Defence> {
    let in_time = if plies <= main { Some(plies) } else { work.within(after, main)? };
    if let Some(plies) = in_time {
        let sooner = match main.checked_sub(2) {
            Some(fewer) if plies > fewer => work.within(after, fewer),
            Some(_) => Some(Some(plies)),
            None => Some(None),
        };
        match sooner {
            Some(Some(_)) => return Some(Defence::Shorter),
            Some(None) => {}
            None => return Some(Defence::InTime),
        }
    }
    let longer = in_time.is_none();
    let found = line_from(after, work);
    let line = |line: Vec<Move>| [vec![m], line].concat();
    Some(match found {
        None if !longer => Defence::InTime,
        Some((_, leftover)) if !longer && !leftover.is_empty() => Defence::Leftover,
        Some((moves, _)) if !longer => Defence::Equal(line(moves)),
        Some((moves, leftover)) if moves.len() as u32 == main + 2 && !leftover.is_empty() => {
            Defence::LongerLeftover { line: line(moves), leftover }
        }
        Some((moves, _)) => Defence::Longer { line: line(moves), settled: true },
        None => Defence::Longer { line: line(work.any_line(after)), settled: false },
    })
}

/// Might a reply be an interposition: not the king's move, and no capture?
pub(super) fn interposes(here: &Problem, m: Move) -> bool {
    let position = here.position();
    m.from() != position.king(here.defender()) && position.piece(m.to()).is_none()
}

/// The length of a mate and its line, if they are found with little effort.
pub(super) fn short_line(problem: &Problem, work: &mut Work<'_>) -> Option<(u32, Vec<Move>)> {
    let most = Limits { expansions: work.left().expansions.min(LITTLE), ..work.limits.clone() };
    let mut less = Work::new(work.solver, &most, work.observer, work.count);
    let found = line_from(problem, &mut less);
    work.stats = work.stats.plus(&less.stats);
    let (line, _) = found?;
    Some((line.len() as u32, line))
}

/// The attacker's shortest mate against the longest defence; `None` if a limit is reached.
pub fn best_line(
    problem: &Problem,
    count: Count,
    solver: &mut Solver,
    limits: &Limits,
    observer: &mut (dyn Observer + Send),
) -> Option<Vec<Move>> {
    line_from(problem, &mut Work::new(solver, limits, observer, count)).map(|(line, _)| line)
}

/// The line to examine if none is given: the main line by convention. Where only futile interpositions hold out to the
/// end there is none; then the strict one. `None` if a limit is reached.
pub fn line_to_examine(
    problem: &Problem,
    solver: &mut Solver,
    limits: &Limits,
    observer: &mut (dyn Observer + Send),
) -> Option<Vec<Move>> {
    let mut work = Work::new(solver, limits, observer, Count::Conventional);
    let plies = work.length(problem)?;
    match work.solver.main_line(problem, Count::Conventional, plies, &work.left(), work.observer) {
        Ok(line) => Some(line.moves),
        Err(StopReason::GaveUp) => best_line(problem, Count::Strict, solver, limits, observer),
        Err(_) => None,
    }
}

/// The attacker's shortest mate against the longest defence, and what is left over.
pub(super) fn line_from(problem: &Problem, work: &mut Work<'_>) -> Option<(Vec<Move>, Hand)> {
    let plies = work.length(problem)?;
    let line = work.solver.main_line(problem, work.count, plies, &work.left(), work.observer).ok()?;
    work.stats = work.stats.plus(&line.stats);
    Some((line.moves, line.leftover))
}
