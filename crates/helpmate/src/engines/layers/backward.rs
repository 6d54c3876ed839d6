//! From the mates back to the start: which positions lie on shortest solutions?
//!
//! Moves are taken back, a reply and a check at a time, and only positions met in the layer before are kept. The table
//! knows layers modulo a small number, so a position met much later may slip in; it is not reached in so few plies, and
//! [`crate::solutions`] never comes across it. Every position kept does lead on: that is checked forwards.

use super::Search;
use crate::Problem;
use crate::key::Key;
use crate::solutions::Live;
use std::collections::HashSet;
use std::io;
use tsumugi_shogi::{MoveList, Packed, Position, Unmove};

/// The positions with the defender to move on shortest solutions of a length; none if the search is to stop. `ends` are
/// those of layer `last`.
pub fn live(
    search: &mut Search<'_>,
    length: u32,
    last: u32,
    ends: HashSet<Packed>,
) -> io::Result<Option<Live>> {
    let mut live = Live::new(length);
    if length == 0 {
        return Ok(Some(live));
    }
    let mut now = ends;
    for layer in (0..last).rev() {
        let ply = search.ply(layer + 1);
        let before = before(search, layer, &now)?;
        live.set(ply, now.into_iter().collect());
        now = before;
        search.tell_stage("going back", layer, now.len());
        if search.context.limits.stopped() {
            return Ok(None);
        }
    }
    live.set(search.ply(0), now.into_iter().collect());
    Ok(Some(live))
}

/// The positions of a layer from which one of those after it is reached.
fn before(search: &Search<'_>, layer: u32, after: &HashSet<Packed>) -> io::Result<HashSet<Packed>> {
    let problem = search.context.problem;
    let mut found = HashSet::new();
    // A start with the defender to move is its layer's only position, and need not be in check.
    if search.ply(layer) == 0 {
        found.insert(problem.packer().pack(problem.position()));
        return Ok(found);
    }
    let mut before = Before { search, layer, unchecks: Vec::new(), unevasions: Vec::new() };
    for packed in after {
        before.of(packed, |candidate, position| {
            if !found.contains(&candidate) && leads_to(problem, position, after) {
                found.insert(candidate);
            }
        })?;
    }
    Ok(found)
}

/// Looks for known positions by taking moves back.
struct Before<'a, 'b> {
    search: &'a Search<'b>,
    layer: u32,
    unchecks: Vec<Unmove>,
    unevasions: Vec<Unmove>,
}

impl Before<'_, '_> {
    /// Every position two plies before that was met in the right layer.
    fn of(&mut self, packed: &Packed, mut each: impl FnMut(Packed, &mut Position)) -> io::Result<()> {
        let problem = self.search.context.problem;
        let exact = self.search.context.settings.exact;
        let packer = problem.packer();
        let end = packer.unpack(packed);
        self.unchecks.clear();
        end.unchecks(&mut self.unchecks);
        for &uncheck in &self.unchecks {
            let mut middle = end.clone();
            middle.retract(uncheck);
            self.unevasions.clear();
            middle.unevasions(&mut self.unevasions);
            for &unevasion in &self.unevasions {
                let main = Key::main_before_reply(&middle, problem.attacker(), unevasion);
                if !exact && !self.search.was_met(Key { main, more: 0 }, self.layer)? {
                    continue;
                }
                let mut start = middle.clone();
                start.retract(unevasion);
                let key = Key::of(&start, problem.attacker(), exact);
                if exact && !self.search.was_met(key, self.layer)? {
                    continue;
                }
                each(packer.pack(&start), &mut start);
            }
        }
        Ok(())
    }
}

/// Does some reply and check lead from a position to one of these?
fn leads_to(problem: &Problem, position: &mut Position, after: &HashSet<Packed>) -> bool {
    let mut replies = MoveList::new();
    position.legal_moves(&mut replies);
    replies.iter().any(|&reply| {
        let undo_reply = position.play(reply);
        let mut checks = MoveList::new();
        position.checks(&mut checks);
        let found = checks.iter().any(|&check| {
            let undo_check = position.play(check);
            let found = after.contains(&problem.packer().pack(position));
            position.undo(undo_check);
            found
        });
        position.undo(undo_reply);
        found
    })
}
