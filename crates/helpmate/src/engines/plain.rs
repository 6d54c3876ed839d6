//! Breadth-first search as in a textbook: every position of every ply is kept, whole.
//!
//! The reference for the other engines, and of use for small problems only.

use crate::solutions::{self, Live};
use crate::{Answer, Context, Digest, Engine, Layer, Problem, Progress, StopReason, Verdict};
use std::collections::HashSet;
use tsumugi_shogi::{MoveList, Packed};

/// What a stored position costs: itself in its ply's list, and its place in the set.
const BYTES_PER_POSITION: usize = 40 + 64;

/// Solves a problem.
pub fn run(mut context: Context<'_>) -> Answer {
    let problem = context.problem;
    let packer = problem.packer();
    let root = packer.pack(problem.position());
    let mut seen = HashSet::from([root]);
    let mut plies = vec![vec![root]];
    let mut expansions = 0;
    let mut digest = context.settings.digest.then(Digest::default);
    let verdict = loop {
        let ply = plies.len() as u32 - 1;
        let now = &plies[ply as usize];
        if let Some(digest) = digest.as_mut().filter(|_| !now.is_empty()) {
            digest.layers.push(layer(problem, now));
        }
        if now.iter().any(|packed| problem.is_goal(&packer.unpack(packed))) {
            break Verdict::Mate(ply);
        }
        if now.is_empty() {
            break Verdict::NoMate;
        }
        if ply == problem.plies() {
            break Verdict::NotWithin(ply);
        }
        expansions += now.len() as u64;
        tell(&mut context, ply, now.len(), seen.len(), expansions);
        let mut next = Vec::new();
        let mut reason = None;
        for packed in now {
            // A layer may be wider than all before together.
            reason = reason_to_stop(&context, seen.len(), expansions);
            if reason.is_some() {
                break;
            }
            let mut position = packer.unpack(packed);
            let mut moves = MoveList::new();
            problem.moves(&position, &mut moves);
            for &m in &moves {
                let undo = position.play(m);
                let child = packer.pack(&position);
                if seen.insert(child) {
                    next.push(child);
                }
                position.undo(undo);
            }
        }
        if let Some(reason) = reason.or_else(|| reason_to_stop(&context, seen.len(), expansions)) {
            break Verdict::Unknown(reason);
        }
        plies.push(next);
    };
    let mut answer = Answer::new(verdict, Engine::Plain);
    answer.positions = seen.len() as u64;
    answer.expansions = expansions;
    answer.key_bits = 320;
    answer.bytes = (seen.len() * BYTES_PER_POSITION) as u64;
    answer.digest = digest;
    if let Verdict::Mate(length) = answer.verdict {
        let live = live_sets(&context, plies, length);
        let found = solutions::fill(&mut answer, &context, &live);
        assert!(found, "a mate was reached, so a line leads to it");
    }
    answer
}

/// What is published about the positions of a ply.
fn layer(problem: &Problem, positions: &[Packed]) -> Layer {
    let mut layer = Layer::default();
    for packed in positions {
        layer.add(&problem.packer().unpack(packed));
    }
    layer
}

fn reason_to_stop(context: &Context<'_>, seen: usize, expansions: u64) -> Option<StopReason> {
    if let Some(reason) = context.limits.interrupted() {
        Some(reason)
    } else if expansions > context.limits.expansions {
        Some(StopReason::Nodes)
    } else if seen * BYTES_PER_POSITION > context.settings.bytes {
        Some(StopReason::Memory)
    } else {
        None
    }
}

fn tell(context: &mut Context<'_>, ply: u32, frontier: usize, seen: usize, expansions: u64) {
    context.observer.progress(&Progress {
        ply,
        frontier: frontier as u64,
        positions: seen as u64,
        expansions,
        bytes: (seen * BYTES_PER_POSITION) as u64,
        stage: "searching",
    });
}

/// The positions with the defender to move that lie on a shortest solution.
fn live_sets(context: &Context<'_>, mut plies: Vec<Vec<Packed>>, length: u32) -> Live {
    let problem = context.problem;
    let packer = problem.packer();
    let mut live = Live::new(length);
    let mut after: HashSet<Packed> = HashSet::new();
    while let Some(mut now) = plies.pop() {
        let ply = plies.len() as u32;
        now.retain(|packed| {
            let mut position = packer.unpack(packed);
            if ply == length {
                return problem.is_goal(&position);
            }
            let mut moves = MoveList::new();
            problem.moves(&position, &mut moves);
            moves.iter().any(|&m| {
                let undo = position.play(m);
                let found = after.contains(&packer.pack(&position));
                position.undo(undo);
                found
            })
        });
        after = now.iter().copied().collect();
        let defends = now.first().is_some_and(|packed| !problem.attacks(&packer.unpack(packed)));
        if defends {
            live.set(ply, now);
        }
    }
    live
}
