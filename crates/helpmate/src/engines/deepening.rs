//! Deepening: depth first within 1, 3, 5… plies, for problems that are short and wide.
//!
//! Trouble  With a full hand on the other side a mate of five plies can have hundreds of millions of positions at its
//!          last ply. Breadth-first search keeps them all.
//! Idea     Ask for a mate within a number of plies, depth first, and raise the number. For each position, whoever is to
//!          move, remember within how many plies there is none. That may be forgotten, so any memory will do.
//! Source   The table of positions without mate (不詰局面保存) of the solver fm, on both sides' turns.
//! Not for  Long problems: each round walks through all of the former one again. That there is no mate however
//!          long is only seen when play ends by itself or comes back to where it was.

use crate::engines::bounds::Bounds;
use crate::engines::walk::{Hopeless, Walk};
use crate::fingerprint::Fingerprint;
use crate::{Answer, Context, Engine, Goal, Problem, Verdict, solutions};

/// The part of the memory for the table; the rest is for positions on solutions. Less: bounds are lost, and searched
/// again. More: problems with many solutions run out of memory while these are counted.
const SHARE_OF_TABLE: f64 = 0.75;

impl<K: Fingerprint> Hopeless<K> for Bounds<K> {
    fn is_hopeless(&self, key: K, ply: u32, length: u32) -> bool {
        self.refutes(key, length - ply)
    }

    fn bury(&mut self, key: K, ply: u32, length: u32) {
        self.refute(key, length - ply);
    }

    fn positions(&self) -> usize {
        self.len()
    }

    fn bytes(&self) -> usize {
        Bounds::bytes(self)
    }
}

/// Solves a problem.
pub fn run(mut context: Context<'_>) -> Answer {
    rounds(&mut context, &mut |_| true).0
}

/// What a round cost.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Round {
    /// The plies it went to.
    pub plies: u32,
    /// Its expansions.
    pub expansions: u64,
}

/// Walks deeper and deeper, as long as `go_on` agrees when it hears what a round cost. False if it did not: then there is no answer.
pub(crate) fn rounds(
    context: &mut Context<'_>,
    go_on: &mut dyn FnMut(Round) -> bool,
) -> (Answer, bool) {
    match context.settings.exact {
        true => rounds_with::<u128>(context, go_on),
        false => rounds_with::<u64>(context, go_on),
    }
}

fn rounds_with<K: Fingerprint>(
    context: &mut Context<'_>,
    go_on: &mut dyn FnMut(Round) -> bool,
) -> (Answer, bool) {
    let mut bounds = Bounds::<K>::new((context.settings.bytes as f64 * SHARE_OF_TABLE) as usize);
    let mut answer = Answer::new(Verdict::NoMate, Engine::Deepening);
    answer.key_bits = K::BITS;
    for plies in (first_length(context.problem)..).step_by(2) {
        if plies > context.problem.plies() {
            answer.verdict = Verdict::NotWithin(context.problem.plies());
            break;
        }
        let before = answer.expansions;
        let ended = round(context, &mut bounds, plies, &mut answer);
        answer.positions = bounds.len() as u64;
        let agreed = go_on(Round { plies, expansions: answer.expansions - before });
        if ended {
            break;
        }
        if !agreed {
            return (answer, false);
        }
    }
    (answer, true)
}

/// The shortest a solution can be: the last move is the mating side's.
pub(crate) fn first_length(problem: &Problem) -> u32 {
    let mover_mates = problem.attacks(problem.position()) == (problem.goal() == Goal::Helpmate);
    u32::from(mover_mates)
}

/// One round; true if the answer is known, or will not be.
fn round<K: Fingerprint>(
    context: &mut Context<'_>,
    bounds: &mut Bounds<K>,
    plies: u32,
    answer: &mut Answer,
) -> bool {
    let mut walk = Walk::new(context, bounds, plies, answer.expansions);
    let outcome = walk.go();
    let (first, bounded) = (walk.first.take(), walk.bounded);
    answer.expansions = walk.expansions;
    answer.bytes = answer.bytes.max(walk.bytes() as u64);
    match (outcome, first) {
        (Ok(Some(live)), _) => {
            answer.verdict = Verdict::Mate(plies);
            solutions::fill(answer, context, &live);
        }
        // A mate was met, and all shorter ones excluded: only the others are not counted.
        (Err(_), Some(line)) => {
            answer.verdict = Verdict::Mate(plies);
            solutions::fill_one(answer, context, line);
        }
        (Err(reason), None) => answer.verdict = Verdict::Unknown(reason),
        (Ok(None), _) => return !bounded,
    }
    true
}
