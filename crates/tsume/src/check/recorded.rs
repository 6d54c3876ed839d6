//! Variations that come with a problem, as its author wrote them down: are they right?

use super::work::Work;
use super::{Check, moves_of};
use crate::problem::Problem;
use crate::solve::{Solver, StopReason, Verdict};
use tsumugi_andor::{Limits, Observer};
use tsumugi_shogi::Move;

/// What a recorded variation is worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Recorded {
    /// It mates against a defence beside the main line, and nothing mates sooner.
    Agrees,
    /// It mates, but there is a mate within this many plies of the whole line.
    Slow(u32),
    /// It is broken off where there is a mate within this many more plies.
    Unfinished(u32),
    /// It is broken off where there is no mate.
    Refuted,
    /// Its move after this many others is not legal, or not a check.
    Illegal(usize),
    /// It is a try (紛れ): its check does not mate.
    Fails,
    /// It begins with another check, and that mates.
    Mates,
    /// Not known.
    Open(StopReason),
}

impl Check {
    /// After how many moves a line leaves the main line; `None` if it does not.
    pub fn leaves_at(&self, line: &[Move]) -> Option<usize> {
        let same = line.iter().zip(self.line()).take_while(|(one, other)| one == other).count();
        (same < line.len() && same < self.line().len()).then_some(same)
    }

    /// Is a variation right that leaves the main line after this many moves?
    pub fn judge_recorded(
        &self,
        line: &[Move],
        left: usize,
        solver: &mut Solver,
        limits: &Limits,
        observer: &mut (dyn Observer + Send),
    ) -> Recorded {
        let mut here = self.at(left).clone();
        for (i, &m) in line.iter().enumerate().skip(left) {
            if !moves_of(&here).contains(&m) {
                return Recorded::Illegal(i);
            }
            here = here.after(m);
        }
        let mut work = Work::new(solver, limits, observer, self.count());
        let start = self.at(left);
        let after = start.after(line[left]);
        match start.position().turn() == start.attacker() {
            true => try_of(&after, &mut work),
            false => variation_of(&after, &here, line.len(), line.len() - left - 1, &mut work),
        }
    }
}

fn try_of(after: &Problem, work: &mut Work<'_>) -> Recorded {
    match work.solve(after) {
        Verdict::NoMate => Recorded::Fails,
        Verdict::Mate(_) => Recorded::Mates,
        Verdict::Unknown(reason) => Recorded::Open(reason),
    }
}

/// After a defence beside the main line the record goes on for `rest` plies, `whole` in all, to `end`.
fn variation_of(
    after: &Problem,
    end: &Problem,
    whole: usize,
    rest: usize,
    work: &mut Work<'_>,
) -> Recorded {
    if !work.is_over(end) {
        return match work.solve(end) {
            Verdict::Mate(more) => Recorded::Unfinished(more),
            Verdict::NoMate => Recorded::Refuted,
            Verdict::Unknown(reason) => Recorded::Open(reason),
        };
    }
    let sooner = rest.checked_sub(2).map_or(Some(None), |plies| work.within(after, plies as u32));
    match sooner {
        Some(None) => Recorded::Agrees,
        Some(Some(plies)) => Recorded::Slow((whole - rest) as u32 + plies),
        None => Recorded::Open(work.why()),
    }
}
