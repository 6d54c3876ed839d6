//! Defences beside the main line: do they hold out as long, or longer?

use super::{Alternative, Check, Work, moves_of};
use crate::problem::Problem;
use crate::solve::{Solver, StopReason};
use tsumugi_andor::{Limits, Observer, Stats};
use tsumugi_shogi::Move;

/// Expansions to shorten a line that is shown as an example.
const LITTLE: u64 = 100_000;

/// Equally good lines that are looked at for one without pieces left over.
const MOST_LINES: u32 = 100;

/// How a defence compares with the main line's.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Defence {
    /// It is mated sooner.
    Shorter,
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
        let mut work = Work { solver, limits, observer, stats: Stats::default() };
        let main = (self.line().len() - variation.after - 1) as u32;
        let defence = defence(&after, variation.m, main, &mut work);
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

/// The length of a mate and its line, if they are found with little effort.
pub(super) fn short_line(problem: &Problem, work: &mut Work<'_>) -> Option<(u32, Vec<Move>)> {
    let most = Limits { expansions: work.left().expansions.min(LITTLE), ..work.limits.clone() };
    let mut less =
        Work { solver: work.solver, limits: &most, observer: work.observer, stats: Stats::default() };
    let found = line_from(problem, &mut less);
    work.stats = work.stats.plus(&less.stats);
    let (line, _) = found?;
    Some((line.len() as u32, line))
}

/// The attacker's shortest mate against the longest defence; `None` if a limit is reached.
pub fn best_line(
    problem: &Problem,
    solver: &mut Solver,
    limits: &Limits,
    observer: &mut (dyn Observer + Send),
) -> Option<Vec<Move>> {
    let mut work = Work { solver, limits, observer, stats: Stats::default() };
    line_from(problem, &mut work).map(|(line, _)| line)
}

/// The attacker's shortest mate against the longest defence, and whether pieces are left over: not, if play can go
/// so, as far as a number of equally good lines tells.
fn line_from(problem: &Problem, work: &mut Work<'_>) -> Option<(Vec<Move>, bool)> {
    let left = work.length(problem)?;
    let mut lines = MOST_LINES;
    continued(problem, left, &mut lines, work)
}

fn continued(
    here: &Problem,
    left: u32,
    lines: &mut u32,
    work: &mut Work<'_>,
) -> Option<(Vec<Move>, bool)> {
    if left == 0 {
        *lines = lines.saturating_sub(1);
        return Some((vec![], !here.position().hand(here.attacker()).is_empty()));
    }
    let attacking = here.position().turn() == here.attacker();
    let mut best = None;
    for m in moves_of(here) {
        let after = here.after(m);
        let fits = match attacking {
            true => work.within(&after, left - 1)?.is_some(),
            false => left < 3 || work.within(&after, left - 3)?.is_none(),
        };
        if !fits {
            continue;
        }
        let (mut line, leftover) = continued(&after, left - 1, lines, work)?;
        line.insert(0, m);
        if !leftover || *lines == 0 {
            return Some((line, leftover));
        }
        best = best.or(Some((line, leftover)));
    }
    best
}
