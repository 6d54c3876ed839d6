//! Where an alternative comes back into the main line.
//!
//! The alternative mates, but not without the positions of the main line. So the defender can lead any mate there:
//! it plays what refutes the attacker when those positions are forbidden, while the attacker plays a mate
//! that is allowed to use them. That line must come to one of them.

use super::landmarks::Relation;
use super::work::Work;
use super::{Alternative, Check, moves_of};
use crate::problem::Problem;
use crate::solve::{StopReason, Verdict};
use tsumugi_andor as andor;
use tsumugi_shogi::Move;

/// A way back.
pub(super) struct Joined {
    /// The alternative and what follows, up to the position of the main line.
    pub(super) line: Vec<Move>,
    /// How many moves of the main line lead there.
    pub(super) at: usize,
    /// What the position reached is to the one of the main line.
    pub(super) relation: Relation,
}

/// Finds a way back, or says why not.
pub(super) fn find(
    check: &Check,
    alternative: Alternative,
    after: &Problem,
    work: &mut Work<'_>,
) -> Result<Joined, StopReason> {
    let mut line = vec![alternative.m];
    let mut here = after.clone();
    let mut left = u32::MAX;
    loop {
        if let Some(mark) = check.landmarks().find(&here) {
            return Ok(Joined { line, at: mark.at, relation: mark.relation });
        }
        let attacking = here.position().turn() == here.attacker();
        let m = if attacking {
            let (m, plies) = quickest(&here, work)?;
            // A mate that does not come nearer would lead nowhere.
            if plies >= left {
                return Err(StopReason::GaveUp);
            }
            left = plies;
            m
        } else {
            leading_back(check, &here, work)?
        };
        line.push(m);
        here = here.after(m);
    }
}

/// The attacker's quickest mate, and its plies.
fn quickest(here: &Problem, work: &mut Work<'_>) -> Result<(Move, u32), StopReason> {
    let length = work.length(here);
    let mut best = None;
    for m in moves_of(here) {
        let after = here.after(m);
        let plies = match length {
            Some(length) => work.within(&after, length - 1).flatten(),
            None => match work.solve(&after) {
                Verdict::Mate(plies) => Some(plies),
                _ => None,
            },
        };
        if let Some(plies) = plies.filter(|&plies| best.is_none_or(|(_, least)| plies < least)) {
            best = Some((m, plies));
        }
    }
    best.map(|(m, plies)| (m, plies + 1)).ok_or(StopReason::Nodes)
}

/// A reply after which there is no mate without the main line; one that is a position of it if possible.
fn leading_back(check: &Check, here: &Problem, work: &mut Work<'_>) -> Result<Move, StopReason> {
    let replies = moves_of(here);
    if let Some(&m) = replies.iter().find(|&&m| check.landmarks().find(&here.after(m)).is_some()) {
        return Ok(m);
    }
    let mut why = StopReason::GaveUp;
    for m in replies {
        match work.solve_avoiding(&here.after(m), &check.landmarks().forbidden) {
            andor::GameValue::Disproved => return Ok(m),
            andor::GameValue::Proved(_) => {}
            andor::GameValue::Unknown(reason) => why = reason,
        }
    }
    Err(why)
}
