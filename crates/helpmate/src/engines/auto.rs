//! Chooses between `deepening` and `layers` by how fast a problem grows.
//!
//! A short try of deepening comes first; most short problems are solved by it at once. If it ends without an answer, the
//! last rounds tell what kind of problem it is: where each costs many times the one before, the mate cannot be far away
//! and breadth-first search would drown in the last plies. Known long helpmates grow by less than five a round, known
//! wide ones by twenty and more. [`crate::Answer::engine`] says what was chosen.

use crate::engines::deepening::{self, Round};
use crate::engines::layers;
use crate::{Answer, Context, Limits, StopReason, Verdict};

/// Expansions of the first try: a few hundredths of a second. Fewer: narrow problems are taken for wide
/// ones. More: wide problems wait that long for nothing.
const TRY: u64 = 50_000;
/// A round that costs this many times the one before makes a problem wide. Less: problems are searched in layers that deepening
/// solves in less memory. More: deepening is given wide ones, and does not come back.
const WIDE: u64 = 8;

/// Rounds that are compared, two by two: the last two with the ones before them.
const RECENT: usize = 3;

/// Solves a problem.
pub fn run(context: Context<'_>) -> Answer {
    run_after(context, TRY)
}

fn run_after(mut context: Context<'_>, most: u64) -> Answer {
    // What is to be kept on disk, only layers can keep.
    if context.storage.is_some() {
        return layers::run(context);
    }
    let mut rounds = Vec::new();
    let first = attempt(&mut context, most, &mut rounds);
    // A mate may have been met, and the others not counted.
    let open = match first.verdict {
        Verdict::Unknown(StopReason::Nodes) => true,
        Verdict::Mate(_) => context.settings.count && first.solutions.is_none(),
        _ => false,
    };
    if !open || most >= context.limits.expansions {
        return first;
    }
    let mut spent = first.expansions;
    if is_wide(&rounds) {
        match deepen(&mut context) {
            Ok(answer) => return answer,
            Err(expansions) => spent += expansions,
        }
    }
    let mut answer = layers::run(context);
    answer.expansions += spent;
    answer
}

/// Deepening within a few expansions; what each round cost is noted.
fn attempt(context: &mut Context<'_>, most: u64, rounds: &mut Vec<Round>) -> Answer {
    let limits =
        Limits { expansions: most.min(context.limits.expansions), stop: context.limits.stop.clone() };
    let mut context = Context {
        problem: context.problem,
        settings: context.settings,
        limits: &limits,
        storage: None,
        device: None,
        observer: context.observer,
    };
    deepening::rounds(&mut context, &mut |round| {
        rounds.push(round);
        true
    })
    .0
}

/// Deepening for as long as the problem stays wide; what it cost if it does not.
fn deepen(context: &mut Context<'_>) -> Result<Answer, u64> {
    let mut rounds: Vec<Round> = Vec::new();
    let (answer, ended) = deepening::rounds(context, &mut |round| {
        rounds.push(round);
        round.expansions < TRY || is_wide(&rounds)
    });
    if ended { Ok(answer) } else { Err(answer.expansions) }
}

/// Did one of the last two rounds, of which the very last may not be complete, cost many times the one before?
fn is_wide(rounds: &[Round]) -> bool {
    let recent = &rounds[rounds.len().saturating_sub(RECENT)..];
    rounds.len() < 2
        || recent.windows(2).any(|pair| pair[1].expansions >= WIDE * pair[0].expansions.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Engine, Problem, Settings};

    fn solve_after(sfen: &str, most: u64) -> Answer {
        let problem = Problem::from_setup(&sfen.parse().unwrap(), Default::default()).unwrap();
        let (settings, limits) = (Settings::default(), Limits::default());
        let (problem, settings, limits) = (&problem, &settings, &limits);
        run_after(
            Context { problem, settings, limits, storage: None, device: None, observer: &mut () },
            most,
        )
    }

    #[test]
    fn a_narrow_problem_that_outlasts_the_try_is_for_layers() {
        let sfen = "9/9/9/4G4/9/9/9/5k3/9 b P2r2b3g4s4n4l17p 1";
        let (tried, handed_over) = (solve_after(sfen, TRY), solve_after(sfen, 2000));
        assert_eq!((tried.engine, handed_over.engine), (Engine::Deepening, Engine::Layers));
        assert_eq!((&tried.verdict, &tried.solutions), (&Verdict::Mate(25), &Some(24.into())));
        assert_eq!((&tried.verdict, &tried.solutions), (&handed_over.verdict, &handed_over.solutions));
    }

    #[test]
    fn solutions_are_counted_however_short_the_try() {
        let sfen = "9/9/9/4G4/9/9/9/5k3/9 b P2r2b3g4s4n4l17p 1";
        for most in (0..8000).step_by(799) {
            assert_eq!(solve_after(sfen, most).solutions, Some(24.into()), "{most}");
        }
    }

    #[test]
    fn a_wide_problem_is_for_deepening() {
        let sfen = "9/9/9/9/9/9/9/9/6k2 b B2rb4g4s4n4l18p 1";
        let answer = solve_after(sfen, 30);
        assert_eq!((answer.engine, answer.verdict), (Engine::Deepening, Verdict::Mate(5)));
        assert_eq!(answer.solutions, Some(1.into()));
    }

    #[test]
    fn width_is_seen_in_the_last_rounds() {
        let wide = |costs: &[u64]| {
            let round = |&expansions: &u64| Round { plies: 1, expansions };
            is_wide(&costs.iter().map(round).collect::<Vec<_>>())
        };
        assert!(wide(&[1]) && wide(&[1, 2617, 47_413]) && wide(&[1, 2000, 500]));
        assert!(!wide(&[1, 23, 245, 1534, 6806, 22_988]) && !wide(&[55, 239, 1190, 4596]));
    }
}
