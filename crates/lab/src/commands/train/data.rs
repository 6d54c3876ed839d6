//! `tsumugi-lab train data`: positions in which a defender is in check, labelled by a little plain df-pn.

use crate::args::TrainData;
use crate::commands::reproduce::collection;
use crate::commands::spread::spread;
use crate::exit::Exit;
use crate::output;
use crate::problems::InputProblem;
use crate::report::{self, Failure, Report};
use crate::stop::Stop;
use crate::terminal::Progress;
use std::collections::HashSet;
use std::time::Duration;
use tsumugi_learn::collect::{Origin, Source};
use tsumugi_learn::dataset::{Row, Split, to_parquet};
use tsumugi_learn::guided::Sight;
use tsumugi_learn::label::STEPS;
use tsumugi_learn::model::fnv;
use tsumugi_shogi::{Position, Waivers};
use tsumugi_tsume::Problem as Mate;

/// What is done with the problems of a list.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Use {
    /// They are games.
    Games,
    /// They are positions of games.
    Positions,
    /// Walks from them.
    Walks,
    /// Leaves of searches.
    Trees,
}

const LISTS: [(&str, Use); 9] = [
    ("games_usi.tsv", Use::Games),
    ("game_check_positions.tsv", Use::Positions),
    ("yaneuraou_mate3.tsv", Use::Walks),
    ("yaneuraou_mate5.tsv", Use::Walks),
    ("yaneuraou_mate7.tsv", Use::Walks),
    ("yaneuraou_mate9.tsv", Use::Walks),
    ("yaneuraou_mate11.tsv", Use::Walks),
    ("zuko.tsv", Use::Trees),
    ("muso.tsv", Use::Trees),
];

/// Expansions of a search whose leaves are taken.
const EXPANSIONS: u64 = 5_000;
/// Random boards.
const RANDOM: u64 = 10_000;

/// Collects, labels and writes.
pub fn run(args: &TrainData) -> Result<Exit, Failure> {
    let origins = origins(args)?;
    let stop = Stop::on_interrupt();
    let mut progress = Progress::after(Duration::from_millis(500));
    let count = origins.len();
    let labelled = spread(
        count,
        args.threads,
        |i| origins[i].1.rows(origins[i].0, Sight::MateInOne),
        |done| {
            progress.tell(|| format!("{done} of {count} games and problems: {} %", done * 100 / count));
            !stop.asked()
        },
    );
    drop(progress);
    if stop.asked() {
        report::print(&Report::english("stopped before the end: nothing was written"));
        return Ok(Exit::GaveUp);
    }
    let mut seen = HashSet::new();
    let new = |row: &Row| seen.insert(fnv(row.sfen.as_bytes()));
    let rows: Vec<Row> = labelled.into_iter().flatten().flatten().filter(new).collect();
    let bytes = to_parquet(&rows).map_err(|error| Report::english(error.to_string()))?;
    output::to_file(&args.out, &bytes)?;
    output::to_stdout(summary(&rows).as_bytes())?;
    Ok(Exit::Yes)
}

/// Everything positions are taken from, with the hash it is split by.
fn origins(args: &TrainData) -> Result<Vec<(u64, Origin)>, Report> {
    let mut origins = Vec::new();
    for (list, purpose) in LISTS {
        let Ok(problems) = collection::read_list(&args.problems, list) else { continue };
        let few = args.limit.unwrap_or(usize::MAX);
        for problem in problems.into_iter().take(few) {
            origins.push(origin(&problem, purpose)?);
        }
    }
    if origins.is_empty() {
        let names: Vec<&str> = LISTS.iter().map(|(list, _)| *list).collect();
        return Err(collection::none_of(&args.problems, &names));
    }
    let random = args.limit.map_or(RANDOM, |limit| limit as u64);
    origins.extend((0..random).map(|seed| (fnv(&seed.to_le_bytes()), Origin::Random(seed))));
    Ok(origins)
}

/// What positions are taken from, with the hash it is split by.
pub fn origin(problem: &InputProblem, purpose: Use) -> Result<(u64, Origin), Report> {
    let setup = &problem.record.setup;
    let inadmissible = |error| Report::inadmissible(&error, setup, problem.place.clone());
    let sfen = setup.to_sfen();
    // Positions of a game are split as the game is: the list names its file last.
    let file = problem.rest.last().map_or(sfen.as_str(), String::as_str);
    if purpose == Use::Games {
        let start = Position::new(setup, Waivers::TSUME).map_err(inadmissible)?;
        return Ok((fnv(file.as_bytes()), Origin::Game(start, problem.record.main_line())));
    }
    let mate = Mate::from_setup(setup, Waivers::TSUME, false).map_err(inadmissible)?;
    let (position, attacker) = (mate.position().clone(), mate.attacker());
    Ok(match purpose {
        Use::Positions => (fnv(file.as_bytes()), Origin::Problem(position, attacker)),
        Use::Trees => (fnv(sfen.as_bytes()), Origin::Tree(position, attacker, EXPANSIONS)),
        _ => (fnv(sfen.as_bytes()), Origin::Problem(position, attacker)),
    })
}

/// How many there are of what.
fn summary(rows: &[Row]) -> String {
    let mut out = format!("{} positions\n", rows.len());
    for (source, name) in Source::ALL {
        let count =
            |split| rows.iter().filter(|row| row.source == source && row.split() == split).count();
        let [train, validation, test] = [Split::Train, Split::Validation, Split::Test].map(count);
        out += &format!("{name}: {train} to train, {validation} to validate, {test} to test\n");
    }
    for (step, ps) in STEPS.iter().enumerate() {
        let count = |mate| rows.iter().filter(|row| row.label.mate[step] == Some(mate)).count();
        out += &format!("after {ps} expansions: {} mates, {} no-mates\n", count(true), count(false));
    }
    out
}
