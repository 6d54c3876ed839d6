//! `tsumugi-lab train guess`: weights for the solver's own guess, from its own searches.

use crate::args::TrainGuess;
use crate::commands::reproduce::collection;
use crate::commands::spread::spread;
use crate::commands::train::{Use, origin};
use crate::exit::Exit;
use crate::output;
use crate::report::{self, Failure, Report};
use crate::stop::Stop;
use crate::terminal::Progress;
use std::path::PathBuf;
use std::time::Duration;
use tsumugi_learn::collect::Origin;
use tsumugi_learn::dataset::Split;
use tsumugi_learn::guess::{Plan, Target, examples, learn};
use tsumugi_shogi::random::{Style, position_of};
use tsumugi_shogi::{Color, Position};
use tsumugi_tsume::learned::Guess;

/// Lists to learn from, what their problems are, how many of each, and how many positions of a problem.
/// The collections that the solver is measured on are not among them.
const LISTS: [(&str, Use, usize, usize); 5] = [
    ("game_check_positions.tsv", Use::Positions, usize::MAX, 60),
    ("yaneuraou_mate5.tsv", Use::Walks, 700, 60),
    ("yaneuraou_mate7.tsv", Use::Walks, 700, 60),
    ("yaneuraou_mate9.tsv", Use::Walks, 1_000, 60),
    ("yaneuraou_mate11.tsv", Use::Walks, 2_000, 60),
];
/// Boards drawn at random, and how many positions of each.
const BOARDS: (u64, usize) = (2_000, 60);
/// Where their seeds begin.
const FIRST_SEED: u64 = 40_000_000;

/// A problem to learn from.
pub struct Lesson {
    /// Where it begins.
    pub position: Position,
    /// Who is to mate.
    pub attacker: Color,
    /// How many positions are taken from it.
    positions: usize,
}

/// Learns in rounds, writes the weights and tells how well they foresee.
pub fn run(args: &TrainGuess) -> Result<Exit, Failure> {
    let problems = lessons(&args.problems, args.limit)?;
    let plan = Plan {
        label: args.label,
        work: args.work,
        unlimited: Target {
            share: args.share,
            scale: args.scale,
            slope: args.slope,
            offset: args.offset,
            ..Plan::default().unlimited
        },
        in_time: Target {
            slope: args.slope_in_time,
            offset: args.offset_in_time,
            ..Plan::default().in_time
        },
        threads: args.threads as usize,
        ..Plan::default()
    };
    let stop = Stop::on_interrupt();
    let mut guess: Option<Guess> = None;
    for round in 1..=args.rounds {
        let mut progress = Progress::after(Duration::from_millis(500));
        let one = |i: usize| {
            let Lesson { position, attacker, positions } = &problems[i];
            let plan = Plan { positions: *positions, ..plan };
            examples(position, *attacker, guess.as_ref(), &plan)
        };
        let found = spread(problems.len(), args.threads, one, |done| {
            progress.tell(|| format!("round {round}: {done} of {} problems", problems.len()));
            !stop.asked()
        });
        drop(progress);
        if stop.asked() {
            report::print(&Report::english("stopped before the end: nothing was written"));
            return Ok(Exit::GaveUp);
        }
        let all = found.iter().flatten().flatten();
        let count = all.clone().count();
        let (learned, quality) = learn(all, &plan);
        guess = learned;
        let mut text = format!("round {round}: {count} positions\n");
        for (limit, quality) in ["", ", plies limited"].iter().zip(quality) {
            for (name, [pn, dn]) in ["after a check", "after a reply"].iter().zip(quality) {
                text += &format!("  {name}{limit}: pn r {:.3}, dn r {:.3}\n", pn.0, dn.0);
            }
        }
        output::to_stdout(text.as_bytes())?;
    }
    let guess = guess.ok_or_else(|| Report::english("there was nothing to learn"))?;
    output::to_file(&args.out, &guess.to_bytes())?;
    Ok(Exit::Yes)
}

/// The problems of the training split.
pub fn lessons(given: &[PathBuf], limit: Option<usize>) -> Result<Vec<Lesson>, Report> {
    let mut all = Vec::new();
    for (list, purpose, most, positions) in LISTS {
        let Ok(problems) = collection::read_list(given, list) else { continue };
        let most = limit.unwrap_or(usize::MAX).min(most);
        let before = all.len();
        for problem in &problems {
            let (hash, origin) = origin(problem, purpose)?;
            if let (Split::Train, Origin::Problem(position, attacker)) = (Split::of(hash), origin)
                && all.len() - before < most
            {
                all.push(Lesson { position, attacker, positions });
            }
        }
    }
    if all.is_empty() {
        return Err(collection::none_of(given, &LISTS.map(|(list, ..)| list)));
    }
    for seed in 0..BOARDS.0.min(limit.unwrap_or(usize::MAX) as u64) {
        let position = position_of(Style::Tsume, FIRST_SEED + seed);
        let attacker = tsumugi_tsume::attacker_of(&position);
        all.push(Lesson { position, attacker, positions: BOARDS.1 });
    }
    Ok(all)
}
