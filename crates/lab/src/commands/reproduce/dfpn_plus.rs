//! `tsumugi-lab reproduce dfpn-plus`: \[Kaneko04\], heuristic initialisation learned from what plain df-pn finds out in a few expansions.
//!
//! The paper learned from 300,000 positions of 40,000 games and tested on 1,000 others: 287 mates, 668 no-mates and 45 open
//! ones without its functions. Its best, n2 for 20 expansions with edge costs, found the mates with 3,398 expansions
//! on average instead of 10,919, and was five times slower per position. Here functions are learned from positions of games, and
//! tried on positions of others. Without a list of games the program plays some against itself. As in the paper nothing is
//! known of a position before it is expanded, unless the user wants the solver's own eyes.

mod again;
mod figures;
mod histogram;
mod paper;
mod positions;
mod tables;

use crate::args::{Counts, DfpnPlus};
use crate::commands::spread::spread;
use crate::commands::train::learn;
use crate::exit::Exit;
use crate::output;
use crate::report::{self, Failure, Report};
use crate::stop::Stop;
use crate::terminal::Progress;
use positions::Games;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tsumugi_andor::engines::dfpn::Dfpn;
use tsumugi_andor::options::PaperOptions;
use tsumugi_andor::{GameValue, Limits, Table, drive};
use tsumugi_api::Message;
use tsumugi_learn::dataset::Row;
use tsumugi_learn::dataset::Split;
use tsumugi_learn::features::Set;
use tsumugi_learn::fit::Fit;
use tsumugi_learn::guided::{Guided, Sight};
use tsumugi_learn::label::STEPS;
use tsumugi_learn::model::{Linear, PaperModel};
use tsumugi_learn::paper::{PaperGuide, options};
use tsumugi_shogi::Position;
use tsumugi_tsume::TsumeGame;

/// Positions, expansions for each, and games: as a rule, and in a quick run. The paper has 1,000, 400,000 and 40,000.
const USUAL: (usize, u64, usize) = (1_000, 10_000, 1_000);
const QUICK: (usize, u64, usize) = (200, 2_000, 200);
/// How to learn: as `tsumugi-lab train paper` does by itself.
const FIT: Fit = Fit { steps: 30, ridge: 30.0, least: 200, threads: 1 };

/// A heuristic initialisation, and whether moves cost.
#[derive(Clone)]
pub struct Way {
    /// The features and the number of expansions foreseen; none for (1, 1).
    pub h: Option<(Set, u8)>,
    /// Do moves cost what table 7 says?
    pub cost: bool,
    function: Option<Linear>,
    options: PaperOptions,
}

impl Way {
    /// The name of its features.
    pub fn name(&self) -> &'static str {
        self.h.map_or("null", |(set, _)| set.name())
    }

    /// Its row, as `null/piece` or `n2/20/piece`.
    pub fn row(&self) -> String {
        match self.h {
            None => format!("null/{}", self.cost_name()),
            Some((set, ps)) => format!("{}/{ps}/{}", set.name(), self.cost_name()),
        }
    }

    /// How its costs are called.
    pub fn cost_name(&self) -> &'static str {
        if self.cost { "piece" } else { "null" }
    }
}

/// What a search came to.
#[derive(Clone, Copy)]
pub struct Trial {
    /// Mate, no mate, or not known.
    pub answer: Option<bool>,
    /// Positions expanded, every time counted.
    pub total: u64,
    /// Positions expanded for the first time.
    pub unique: u64,
    /// How long it took.
    pub seconds: f64,
}

/// Everything tried: by way, then by position.
pub struct Trials {
    /// The ways.
    pub ways: Vec<Way>,
    /// What came of them.
    pub trials: Vec<Vec<Trial>>,
}

impl Trials {
    /// What came of the row of this name.
    fn row(&self, name: &str) -> Option<&Vec<Trial>> {
        let way = self.ways.iter().position(|way| way.row() == name)?;
        Some(&self.trials[way])
    }
}

/// Repeats the experiment.
pub fn run(args: &DfpnPlus) -> Result<Exit, Failure> {
    let (count, nodes, games) = if args.quick { QUICK } else { USUAL };
    let (count, nodes) = (args.positions.unwrap_or(count), args.nodes.unwrap_or(nodes));
    let weights = args.weights.as_deref().map(read).transpose()?;
    let games = Games::new(&args.problems, args.games.unwrap_or(games))?;
    if let Some(dir) = &args.svg {
        output::make_directory(dir)?;
    }
    let stop = Stop::on_interrupt();
    let sight = if args.sight { Sight::MateInOne } else { Sight::Nothing };
    let Some(rows) = games.labelled(sight, args.workers, &stop) else { return Ok(stopped()) };
    let fit = Fit { threads: args.workers as usize, ..FIT };
    let model = weights.unwrap_or_else(|| learn(&rows, fit).0);
    let ways = only(&args.way, ways(&model, &args.option)?)?;
    let wider = again::wider(&ways);
    let split = if args.validation { Split::Validation } else { Split::Test };
    let held_out: Vec<Row> = rows.iter().filter(|row| row.split() == split).cloned().collect();
    let chosen = positions::choose(&held_out, count);
    let search = |ways| trials(ways, &chosen, sight, nodes, args.workers, &stop);
    let (Some(trials), Some(wide)) = (search(ways), search(wider)) else { return Ok(stopped()) };
    let text = match args.format {
        Counts::Text => {
            let title = format!(
                "{}\n{} positions, {} of them of other games than those learned from; {} searched, at most {nodes} expansions each\n\n",
                games.words(),
                rows.len(),
                held_out.len(),
                chosen.len()
            );
            let again = again::text(&trials, &wide).unwrap_or_default();
            title + &tables::learning(&held_out, &model) + &tables::searching(&trials) + &again
        }
        Counts::Json => tables::lines(&trials),
    };
    output::to_stdout(text.as_bytes())?;
    if let Some(dir) = &args.svg {
        histogram::draw(&held_out, dir)?;
        figures::draw(&trials, dir)?;
    }
    if let Some(path) = &args.table {
        output::to_file(path, tables::searches(&trials, &chosen).as_bytes())?;
    }
    Ok(if contradictory(&trials) || contradictory(&wide) { Exit::No } else { Exit::Yes })
}

fn stopped() -> Exit {
    report::print(&Report::english("stopped before the end"));
    Exit::GaveUp
}

fn read(path: &Path) -> Result<PaperModel, Report> {
    let packed = std::fs::read(path).map_err(|error| Report::cannot_read(path, &error))?;
    let bytes = tsumugi_shell::zstandard::decoded(&packed);
    let bytes =
        bytes.map_err(|error| Report::io(&Message::english_only("the weights are damaged"), &error))?;
    PaperModel::from_bytes(&bytes).map_err(|error| Report::english(error.to_string()))
}

/// The rows of tables 8 and 9, in their order, with what the user wants changed in all of them.
fn ways(model: &PaperModel, changes: &[(String, String)]) -> Result<Vec<Way>, Report> {
    let mut ways = Vec::new();
    let mut add = |h: Option<(Set, u8)>, cost| {
        let mut options = options(h.is_some(), cost);
        for (name, value) in changes {
            let set = options.set(name, value);
            set.map_err(|error| Report::english(error.to_string()))?;
        }
        let function = h.and_then(|(set, ps)| model.function(set, ps));
        ways.push(Way { h, cost, function, options });
        Ok(())
    };
    for cost in [false, true] {
        add(None, cost)?;
        for ps in STEPS {
            for (set, _) in Set::ALL {
                add(Some((set, ps)), cost)?;
            }
        }
    }
    Ok(ways)
}

/// The ways that the user names; all if none is named.
fn only(names: &[String], ways: Vec<Way>) -> Result<Vec<Way>, Report> {
    let rows: Vec<String> = ways.iter().map(Way::row).collect();
    if let Some(name) = names.iter().find(|name| !rows.contains(name)) {
        let rows = rows.join(", ");
        return Err(Report::english(format!("there is no row {name}; there are {rows}")));
    }
    let named = |way: &Way| names.is_empty() || names.contains(&way.row());
    Ok(ways.into_iter().filter(named).collect())
}

/// Tries every way on every position; none if the user asked to stop.
fn trials(
    ways: Vec<Way>,
    positions: &[Position],
    sight: Sight,
    nodes: u64,
    workers: u32,
    stop: &Stop,
) -> Option<Trials> {
    let mut progress = Progress::after(Duration::from_millis(800));
    let count = positions.len() * ways.len();
    // All ways of a position in turn, so that a busy machine is busy for all of them.
    let one = |i: usize| trial(&ways[i % ways.len()], &positions[i / ways.len()], sight, nodes);
    let all = spread(count, workers, one, |done| {
        progress.tell(|| format!("{done} of {count} searches"));
        !stop.asked()
    });
    let all: Option<Vec<Trial>> = all.into_iter().collect();
    let all = all?;
    let of_way = |way: usize| all.iter().skip(way).step_by(ways.len()).copied().collect();
    let trials = (0..ways.len()).map(of_way).collect();
    Some(Trials { ways, trials })
}

/// Memory for a table: enough for the usual number of expansions.
const BYTES: usize = 64 << 20;

fn trial(way: &Way, position: &Position, sight: Sight, nodes: u64) -> Trial {
    let guide = PaperGuide::new(way.function.as_ref());
    let game = TsumeGame::new(position.clone(), !position.turn());
    let game = Guided::new(game, &guide).seeing(sight);
    let bytes = BYTES.min(nodes as usize * 1024);
    let table = Arc::new(Table::with_bytes(bytes));
    let mut search = Dfpn::new(game, way.options, table);
    let start = Instant::now();
    let outcome = drive(&mut search, &Limits::expansions(nodes), &mut ());
    Trial {
        answer: match outcome.verdict {
            GameValue::Proved(_) => Some(true),
            GameValue::Disproved => Some(false),
            GameValue::Unknown(_) => None,
        },
        total: outcome.stats.expansions,
        unique: outcome.stats.new_expansions,
        seconds: start.elapsed().as_secs_f64(),
    }
}

/// Do two ways say opposite things? They must not.
fn contradictory(trials: &Trials) -> bool {
    let count = trials.trials.first().map_or(0, Vec::len);
    let said = |i: usize, answer: bool| trials.trials.iter().any(|row| row[i].answer == Some(answer));
    let wrong = (0..count).filter(|&i| said(i, true) && said(i, false)).count();
    if wrong > 0 {
        report::print(&Report::english(format!("{wrong} positions: two ways contradict each other")));
    }
    wrong > 0
}
