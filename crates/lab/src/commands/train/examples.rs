//! `tsumugi-lab train examples`: what the solver's guess is learned from, out of its own searches.
//! `scripts/train_guess.py` makes weights of them.

use crate::args::TrainExamples;
use crate::commands::reproduce::collection;
use crate::commands::spread::spread;
use crate::commands::train::{Use, origin};
use crate::exit::Exit;
use crate::output::{self, Whole};
use crate::report::{self, Failure, Report};
use crate::stop::Stop;
use crate::terminal::Progress;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;
use tsumugi_learn::collect::Origin;
use tsumugi_learn::dataset::Split;
use tsumugi_learn::evolved::evolved;
use tsumugi_learn::examples::{Example, Plan, examples};
use tsumugi_shogi::random::{Style, position_of};
use tsumugi_shogi::{Color, Position};
use tsumugi_tsume::learned::{Guess, ROWS};

/// Lists to learn from, what their problems are, how many of each, and how many positions of a problem.
/// The collections that the solver is measured on are not among them.
const LISTS: [(&str, Use, usize, usize); 5] = [
    ("game_check_positions.tsv", Use::Positions, usize::MAX, 250),
    ("yaneuraou_mate5.tsv", Use::Walks, 800, 60),
    ("yaneuraou_mate7.tsv", Use::Walks, 1_500, 60),
    ("yaneuraou_mate9.tsv", Use::Walks, 3_000, 80),
    ("yaneuraou_mate11.tsv", Use::Walks, 4_000, 120),
];
/// Boards drawn at random, and how many positions of each.
const BOARDS: (u64, usize) = (6_000, 60);
/// Boards that were made harder, and how many positions of each.
const EVOLVED: (u64, usize) = (12_000, 150);
/// Where the seeds of both begin.
const FIRST_SEED: u64 = 40_000_000;
/// One problem in this many is held out, to see how well its positions are foreseen.
const HELD_OUT: usize = 20;
/// Problems after which what was found is written. Fewer: threads wait for each other. More: more memory.
const AT_ONCE: usize = 1_000;

/// A problem to learn from.
pub struct Lesson {
    /// Where it begins.
    pub position: Position,
    /// Who is to mate.
    pub attacker: Color,
    /// How many positions are taken from it.
    positions: usize,
}

/// Collects examples into a file.
pub fn run(args: &TrainExamples) -> Result<Exit, Failure> {
    let lessons = lessons(&args.problems, args.limit)?;
    let evolved_boards = EVOLVED.0.min(args.limit.unwrap_or(usize::MAX) as u64);
    let count = lessons.len() + evolved_boards as usize;
    let plan = Plan { work: args.work, ..Plan::default() };
    let one = |i: usize| {
        let made;
        let Lesson { position, attacker, positions } = match lessons.get(i) {
            Some(lesson) => lesson,
            None => {
                let position = evolved(FIRST_SEED + (i - lessons.len()) as u64);
                made = Lesson { position, attacker: Color::Black, positions: EVOLVED.1 };
                &made
            }
        };
        examples(position, *attacker, Guess::shipped(), &Plan { positions: *positions, ..plan })
    };
    let stop = Stop::on_interrupt();
    let mut progress = Progress::after(Duration::from_millis(500));
    let failed = |error| Report::cannot_write(&args.out, &error);
    let mut file = Whole::create(&args.out).map_err(failed)?;
    let mut written = 0;
    for first in (0..count).step_by(AT_ONCE) {
        let found = spread(
            AT_ONCE.min(count - first),
            args.threads,
            |i| one(first + i),
            |done| {
                progress.tell(|| format!("{} of {count} problems, {written} examples", first + done));
                !stop.asked()
            },
        );
        if stop.asked() {
            drop(progress);
            report::print(&Report::english("stopped before the end: nothing was written"));
            return Ok(Exit::GaveUp);
        }
        let mut bytes = vec![];
        for (i, examples) in found.into_iter().enumerate() {
            let held_out = (first + i) % HELD_OUT == 0;
            examples.iter().flatten().for_each(|example| example.write(held_out, &mut bytes));
        }
        written += bytes.len() / Example::BYTES;
        file.write_all(&bytes).map_err(failed)?;
    }
    file.commit().map_err(failed)?;
    drop(progress);
    let [check, reply] = ROWS;
    let text = format!("{written} examples from {count} problems; rows {check},{reply}\n");
    output::to_stdout(text.as_bytes())?;
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
