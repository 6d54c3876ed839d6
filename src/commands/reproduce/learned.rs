//! `tsumugi reproduce learned`: the solver's learned guess beside its hand-made one, on problems it was not learned from.
//!
//! Both solve each problem in turn, several times. Moves played are the same each time; of the seconds the least counts.

use super::collection;
use crate::args::{Counts, Learned};
use crate::commands::train::{Use, origin};
use crate::exit::Exit;
use crate::output;
use crate::render::table::table;
use crate::report::{self, Failure, Report};
use crate::stop::Stop;
use crate::terminal::Progress;
use serde_json::json;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tsumugi_andor::engines::dfpn::Dfpn;
use tsumugi_andor::{Limits, Options, Table, drive};
use tsumugi_learn::collect::Origin;
use tsumugi_learn::dataset::Split;
use tsumugi_learn::guess::ByGuess;
use tsumugi_learn::guided::Guided;
use tsumugi_shogi::random::Random;
use tsumugi_tsume::TsumeGame;
use tsumugi_tsume::learned::Guess;

/// The lists, what their problems are, how many of the test split, and whether the others count too.
const LISTS: [(&str, Use, usize); 5] = [
    ("game_check_positions.tsv", Use::Positions, usize::MAX),
    ("yaneuraou_mate9.tsv", Use::Walks, 400),
    ("yaneuraou_mate11.tsv", Use::Walks, 400),
    ("zuko.tsv", Use::Walks, usize::MAX),
    ("muso.tsv", Use::Walks, usize::MAX),
];

/// What a search took.
#[derive(Clone, Copy)]
struct Run {
    answer: Option<bool>,
    plays: u64,
    seconds: f64,
}

/// A problem solved by hand and as learned.
type Pair = [Run; 2];

/// What came of a list.
struct Line {
    list: &'static str,
    pairs: Vec<Pair>,
}

/// Compares, prints; the answer is no if the two contradict each other.
pub fn run(args: &Learned) -> Result<Exit, Failure> {
    let other = args.weights.as_deref().map(read).transpose()?;
    let stop = Stop::on_interrupt();
    let mut progress = Progress::after(Duration::from_millis(500));
    let mut lines = Vec::new();
    for (list, purpose, most) in LISTS {
        let Ok(problems) = collection::read(&args.problems, &[list]) else { continue };
        let most = args.limit.unwrap_or(usize::MAX).min(most);
        let mut pairs = Vec::new();
        for problem in &problems {
            let (hash, origin) = origin(problem, purpose)?;
            let held_out =
                Split::of(hash) == if args.validation { Split::Validation } else { Split::Test };
            if let (true, Origin::Problem(position, attacker)) = (held_out, origin)
                && pairs.len() < most
                && !stop.asked()
            {
                progress.tell(|| format!("{list}: {} problems", pairs.len()));
                let game = TsumeGame::new(position, attacker);
                pairs.push(pair(&game, other.as_ref(), args));
            }
        }
        lines.push(Line { list, pairs });
    }
    drop(progress);
    if lines.is_empty() {
        collection::read(&args.problems, &LISTS.map(|(list, ..)| list))?;
    }
    let text = match args.format {
        Counts::Text => text(&lines),
        Counts::Json => lines.iter().map(|line| json(line) + "\n").collect(),
    };
    output::to_stdout(text.as_bytes())?;
    if stop.asked() {
        report::print(&Report::new("stopped before the end"));
        return Ok(Exit::GaveUp);
    }
    let mut all = lines.iter().flat_map(|line| &line.pairs);
    let contradicts = |[a, b]: &Pair| a.answer.is_some() && b.answer.is_some() && a.answer != b.answer;
    Ok(if all.any(contradicts) { Exit::No } else { Exit::Yes })
}

fn read(path: &Path) -> Result<Guess, Report> {
    let unreadable = |error| Report::io(&format!("cannot read {}", path.display()), &error);
    let bytes = std::fs::read(path).map_err(unreadable)?;
    let damaged = || Report::new(format!("{}: these are no weights, or damaged ones", path.display()));
    Guess::from_bytes(&bytes).ok_or_else(damaged)
}

fn pair(game: &TsumeGame, other: Option<&Guess>, args: &Learned) -> Pair {
    let mut best: Option<Pair> = None;
    for _ in 0..args.repeats.max(1) {
        let now = [false, true].map(|learned| search(game, learned, other, args));
        best = Some(match best {
            None => now,
            Some(before) => std::array::from_fn(|i| Run {
                seconds: f64::min(before[i].seconds, now[i].seconds),
                ..now[i]
            }),
        });
    }
    best.unwrap_or([Run { answer: None, plays: 0, seconds: 0.0 }; 2])
}

fn search(game: &TsumeGame, learned: bool, other: Option<&Guess>, args: &Learned) -> Run {
    let table = Arc::new(Table::with_bytes((args.hash as usize) << 20));
    let limits = Limits::expansions(args.nodes);
    let start = Instant::now();
    let outcome = match other.filter(|_| learned) {
        Some(_) => {
            let guide = ByGuess(other);
            let game = Guided::new(game.clone(), &guide);
            drive(&mut Dfpn::new(game, Options::default(), table), &limits, &mut ())
        }
        None => {
            let options = Options { learned, ..Options::default() };
            drive(&mut Dfpn::new(game.clone(), options, table), &limits, &mut ())
        }
    };
    let seconds = start.elapsed().as_secs_f64();
    Run { answer: outcome.verdict.answer(), plays: outcome.stats.plays, seconds }
}

impl Line {
    /// Ratios of the problems that one of the two solved, and that took one of them more than a millisecond.
    fn ratios(&self, of: fn(&Run) -> f64) -> Vec<f64> {
        let hard = |pair: &&Pair| {
            let solved = pair.iter().any(|run| run.answer.is_some());
            solved && pair.iter().any(|run| run.seconds > 1e-3)
        };
        self.pairs.iter().filter(hard).map(|[hand, learned]| (of(learned) / of(hand)).ln()).collect()
    }

    fn solved(&self, which: usize) -> usize {
        self.pairs.iter().filter(|pair| pair[which].answer.is_some()).count()
    }
}

/// The geometric mean of ratios, given as logarithms, with a 95 % interval by drawing again.
fn mean(ratios: &[f64]) -> (f64, f64, f64) {
    let mut random = Random::new(1);
    let average = |sum: f64| (sum / ratios.len().max(1) as f64).exp();
    let mut draw = || average((0..ratios.len()).map(|_| ratios[random.below(ratios.len())]).sum());
    let mut drawn: Vec<f64> = (0..1000).map(|_| draw()).collect();
    drawn.sort_by(f64::total_cmp);
    (average(ratios.iter().sum()), drawn[25], drawn[974])
}

fn text(lines: &[Line]) -> String {
    let head = [
        "list",
        "problems",
        "hand-made solves",
        "learned solves",
        "over 1 ms",
        "moves",
        "time",
        "95 %",
    ];
    let row = |line: &Line| {
        let (moves, times) = (line.ratios(|run| run.plays as f64), line.ratios(|run| run.seconds));
        let (time, low, high) = mean(&times);
        vec![
            line.list.to_string(),
            line.pairs.len().to_string(),
            line.solved(0).to_string(),
            line.solved(1).to_string(),
            times.len().to_string(),
            format!("{:.3}", mean(&moves).0),
            format!("{time:.3}"),
            format!("{low:.3}–{high:.3}"),
        ]
    };
    let rows: Vec<_> = lines.iter().map(row).collect();
    table("Learned guesses: moves played and time, of hand-made ones (geometric means)", &head, &rows)
}

fn json(line: &Line) -> String {
    let (moves, times) = (line.ratios(|run| run.plays as f64), line.ratios(|run| run.seconds));
    let (time, low, high) = mean(&times);
    json!({
        "list": line.list,
        "problems": line.pairs.len(),
        "solved_by_hand": line.solved(0),
        "solved_learned": line.solved(1),
        "over_1_ms": times.len(),
        "moves_ratio": mean(&moves).0,
        "time_ratio": time,
        "time_low": low,
        "time_high": high,
    })
    .to_string()
}
