//! From the mates back to the start: which positions lie on shortest solutions?
//!
//! Moves are taken back, a reply and a check at a time, and only positions met in the layer before are kept. Tables
//! know layers modulo some number, so a position met much later may slip in; it is not reached in so few plies, and
//! [`crate::solutions`] never comes across it. Every position kept does lead on: that is checked forwards.

use crate::engines::breadth_first::LayerSearch;
use crate::key::Key;
use crate::solutions::Live;
use crate::{Goal, Problem};
use std::collections::HashSet;
use std::io;
use tsumugi_shogi::{MoveList, Packed, Position, Unmove};

/// Positions whose moves are taken back before their keys are looked up together. Fewer: a
/// GPU is asked more often than it answers. More: what is taken back does not stay in the cache.
const AT_ONCE: usize = 256;

/// The positions with the defender to move on shortest solutions of a length; none if the search is to stop. `ends` are
/// where these end, found while `layer` was expanded: mates, or for selfmates positions one move before.
pub fn live<'a>(
    search: &mut impl LayerSearch<'a>,
    length: u32,
    layer: u32,
    ends: HashSet<Packed>,
) -> io::Result<Option<Live>> {
    let mut live = Live::new(length);
    if length == 0 {
        return Ok(Some(live));
    }
    // Mates in one are of the first layer, which is made and not reached by expanding.
    let last = match search.problem().goal() {
        Goal::Helpmate if length >= 2 => layer + 1,
        _ => layer,
    };
    let mut now = ends;
    for layer in (0..last).rev() {
        let ply = search.ply(layer + 1);
        let before = before(search, layer, &now)?;
        live.set(ply, now.into_iter().collect());
        now = before;
        search.tell_of("going back", layer, now.len() as u64);
        if search.state().context.limits.interrupted().is_some() {
            return Ok(None);
        }
    }
    live.set(search.ply(0), now.into_iter().collect());
    Ok(Some(live))
}

/// The positions of a layer from which one of those after it is reached.
fn before<'a>(
    search: &mut impl LayerSearch<'a>,
    layer: u32,
    after: &HashSet<Packed>,
) -> io::Result<HashSet<Packed>> {
    let mut found = HashSet::new();
    // A start with the defender to move is its layer's only position, and need not be in check.
    if search.ply(layer) == 0 {
        let problem = search.problem();
        found.insert(problem.packer().pack(problem.position()));
        return Ok(found);
    }
    let exact = search.exact();
    let all: Vec<&Packed> = after.iter().collect();
    for some in all.chunks(AT_ONCE) {
        let ways = ways_back(search.problem(), exact, some);
        let keys: Vec<Key> = ways.iter().map(|way| way.key).collect();
        let met = search.were_met(&keys, layer)?;
        let problem = search.problem();
        for (way, _) in ways.iter().zip(met).filter(|(_, met)| *met) {
            let mut start = way.start(problem, some);
            let packed = problem.packer().pack(&start);
            if !found.contains(&packed) && leads_to(problem, &mut start, after) {
                found.insert(packed);
            }
        }
    }
    Ok(found)
}

/// Two moves to take back from a position, and the key they lead to.
struct Way {
    from: usize,
    uncheck: Unmove,
    unevasion: Unmove,
    key: Key,
}

impl Way {
    /// Where it leads, if it is taken from one of these.
    fn start(&self, problem: &Problem, from: &[&Packed]) -> Position {
        let mut position = problem.packer().unpack(from[self.from]);
        position.retract(self.uncheck);
        position.retract(self.unevasion);
        position
    }
}

/// Every way back from some positions.
fn ways_back(problem: &Problem, exact: bool, from: &[&Packed]) -> Vec<Way> {
    let attacker = problem.attacker();
    let (mut unchecks, mut unevasions) = (Vec::new(), Vec::new());
    let mut ways = Vec::new();
    for (from, packed) in from.iter().enumerate() {
        let end = problem.packer().unpack(packed);
        unchecks.clear();
        end.unchecks(&mut unchecks);
        for &uncheck in &unchecks {
            let mut middle = end.clone();
            middle.retract(uncheck);
            unevasions.clear();
            middle.unevasions(&mut unevasions);
            for &unevasion in &unevasions {
                let key = match exact {
                    false => {
                        Key { main: Key::main_before_reply(&middle, attacker, unevasion), more: 0 }
                    }
                    true => {
                        let mut start = middle.clone();
                        start.retract(unevasion);
                        Key::of(&start, attacker, true)
                    }
                };
                ways.push(Way { from, uncheck, unevasion, key });
            }
        }
    }
    ways
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
