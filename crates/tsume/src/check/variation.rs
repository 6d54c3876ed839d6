//! Defences beside the main line: do they hold out as long, or longer?

use super::{Alternative, Check, Work};
use crate::mainline::Count;
use crate::problem::Problem;
use crate::solve::{Solver, StopReason};
use tsumugi_andor::{Limits, Observer, Stats};
use tsumugi_shogi::Move;

/// Expansions to shorten a line that is shown as an example.
const LITTLE: u64 = 100_000;

/// How a defence compares with the main line's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Defence {
    /// It is mated sooner.
    Shorter,
    /// It is a futile interposition (無駄合), and does not count.
    Futile,
    /// It holds out as long, and pieces are left over: as it should be.
    Leftover,
    /// It holds out as long and no pieces are left over (変同): as good a main line. With the line.
    Equal(Vec<Move>),
    /// It holds out longer (変長): the line examined is not the longest defence. With a longer line.
    Longer(Vec<Move>),
    /// Not known.
    Open(StopReason),
}

/// What was found out about a defence, and what it took.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct JudgedDefence {
    /// How it compares.
    pub defence: Defence,
    /// What it took.
    pub stats: Stats,
}

impl Check {
    /// Does a defence beside the main line hold out as long as the main line's, or longer?
    pub fn judge_variation(
        &self,
        variation: Alternative,
        solver: &mut Solver,
        limits: &Limits,
        observer: &mut (dyn Observer + Send),
    ) -> JudgedDefence {
        let after = self.at(variation.after).after(variation.m);
        let mut work = Work::new(solver, limits, observer, self.count());
        let main = (self.line().len() - variation.after - 1) as u32;
        let defence = match is_futile(self.at(variation.after), variation.m, &mut work) {
            Some(true) => Some(Defence::Futile),
            Some(false) => defence(&after, variation.m, main, &mut work),
            None => None,
        };
        JudgedDefence {
            defence: defence.unwrap_or(Defence::Open(StopReason::Nodes)),
            stats: work.stats,
        }
    }
}

/// Compares the mate after a defence with the plies the main line takes from there; `None` if a limit is reached.
fn defence(after: &Problem, m: Move, main: u32, work: &mut Work<'_>) -> Option<Defence> {
    let sooner = match main.checked_sub(2) {
        Some(plies) => work.within(after, plies)?,
        None => None,
    };
    if sooner.is_some() {
        return Some(Defence::Shorter);
    }
    let equal = work.within(after, main)?.is_some();
    let (line, leftover) = line_from(after, work)?;
    let line = [vec![m], line].concat();
    Some(match (equal, leftover) {
        (false, _) => Defence::Longer(line),
        (true, true) => Defence::Leftover,
        (true, false) => Defence::Equal(line),
    })
}

/// Is a reply a futile interposition? `None` if a limit is reached.
fn is_futile(here: &Problem, m: Move, work: &mut Work<'_>) -> Option<bool> {
    if work.count == Count::Strict || !interposes(here, m) {
        return Some(false);
    }
    let plies = work.length(here)?;
    let futile = work.solver.futile_along(here, &[], plies, &work.left(), work.observer).ok()?;
    Some(futile.iter().any(|one| one.reply == m))
}

/// Might a reply be an interposition: not the king's move, and no capture?
fn interposes(here: &Problem, m: Move) -> bool {
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

/// The attacker's shortest mate against the longest defence, and whether pieces are left over.
fn line_from(problem: &Problem, work: &mut Work<'_>) -> Option<(Vec<Move>, bool)> {
    let plies = work.length(problem)?;
    let line = work.solver.main_line(problem, work.count, plies, &work.left(), work.observer).ok()?;
    work.stats = work.stats.plus(&line.stats);
    Some((line.moves, !line.leftover.is_empty()))
}
