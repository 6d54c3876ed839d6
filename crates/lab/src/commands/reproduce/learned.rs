//! `tsumugi-lab reproduce learned`: the solver's learned guess beside its hand-made one, on problems it was not learned from.
//!
//! Each solves each problem in turn, several times. Moves played are the same each time; of the seconds of processor
//! time the least counts.
//! The fair rival is the hand-made guess with constants tuned on the same problems as the weights.

use super::collection;
use crate::args::{Counts, Learned};
use crate::commands::train::{Use, origin};
use crate::commands::used::Used;
use crate::exit::Exit;
use crate::output;
use crate::render::table::table;
use crate::report::{self, Failure, Report};
use crate::stop::Stop;
use crate::terminal::Progress;
use serde_json::json;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tsumugi_andor::engines::dfpn::Dfpn;
use tsumugi_andor::{Limits, Options, Table, drive};
use tsumugi_learn::collect::Origin;
use tsumugi_learn::dataset::Split;
use tsumugi_learn::examples::ByGuess;
use tsumugi_learn::guided::{Guide, Guided};
use tsumugi_learn::tune::Constants;
use tsumugi_shogi::random::Random;
use tsumugi_tsume::TsumeGame;
use tsumugi_tsume::learned::Guess;

/// The lists, what their problems are, and how many of the test split; of composed problems, from which nobody learned, all.
const LISTS: [(&str, Use, usize); 5] = [
    ("game_check_positions.tsv", Use::Positions, usize::MAX),
    ("yaneuraou_mate9.tsv", Use::Walks, 1_000),
    ("yaneuraou_mate11.tsv", Use::Walks, 1_000),
    ("zuko.tsv", Use::Walks, usize::MAX),
    ("muso.tsv", Use::Walks, usize::MAX),
];

/// Lists that are not learned from.
const COMPOSED: [&str; 2] = ["zuko.tsv", "muso.tsv"];

/// What a search took.
#[derive(Clone, Copy)]
struct Run {
    answer: Option<bool>,
    plays: u64,
    seconds: f64,
}

/// The ways to guess: by hand, by hand with tuned constants, as learned.
const WAYS: usize = 3;

/// A problem solved in each way.
type Trio = [Run; WAYS];

/// What came of a list.
struct Line {
    list: &'static str,
    trios: Vec<Trio>,
}

/// Compares, prints; the answer is no if the two contradict each other.
pub fn run(args: &Learned) -> Result<Exit, Failure> {
    let other = args.weights.as_deref().map(read).transpose()?;
    let guess = other.as_ref().or(Guess::shipped());
    let stop = Stop::on_interrupt();
    let mut progress = Progress::after(Duration::from_millis(500));
    let mut lines = Vec::new();
    for (list, purpose, most) in LISTS {
        let Ok(problems) = collection::read_list(&args.problems, list) else { continue };
        let most = args.limit.unwrap_or(usize::MAX).min(most);
        let mut trios = Vec::new();
        for problem in &problems {
            let (hash, origin) = origin(problem, purpose)?;
            let wanted = if args.validation { Split::Validation } else { Split::Test };
            let held_out = COMPOSED.contains(&list) || Split::of(hash) == wanted;
            if let (true, Origin::Problem(position, attacker)) = (held_out, origin)
                && trios.len() < most
                && !stop.asked()
            {
                progress.tell(|| format!("{list}: {} problems", trios.len()));
                let game = TsumeGame::new(position, attacker);
                trios.push(trio(&game, guess, args));
            }
        }
        lines.push(Line { list, trios });
    }
    drop(progress);
    if lines.is_empty() {
        return Err(collection::none_of(&args.problems, &LISTS.map(|(list, ..)| list)).into());
    }
    let text = match args.format {
        Counts::Text => text(&lines),
        Counts::Json => lines.iter().map(|line| json(line) + "\n").collect(),
    };
    output::to_stdout(text.as_bytes())?;
    if let Some(path) = &args.table {
        output::to_file(path, searches(&lines).as_bytes())?;
    }
    if stop.asked() {
        report::print(&Report::english("stopped before the end"));
        return Ok(Exit::GaveUp);
    }
    let mut all = lines.iter().flat_map(|line| &line.trios);
    let said = |trio: &Trio, answer| trio.iter().any(|run| run.answer == Some(answer));
    let contradictory = all.any(|trio| said(trio, true) && said(trio, false));
    Ok(if contradictory { Exit::No } else { Exit::Yes })
}

fn read(path: &Path) -> Result<Guess, Report> {
    let unreadable = |error| Report::cannot_read(path, &error);
    let bytes = std::fs::read(path).map_err(unreadable)?;
    let damaged =
        || Report::english(format!("{}: these are no weights, or damaged ones", path.display()));
    Guess::from_bytes(&bytes).ok_or_else(damaged)
}

fn trio(game: &TsumeGame, guess: Option<&Guess>, args: &Learned) -> Trio {
    let once = || {
        let hand = search(game, &ByGuess::new(None), args);
        [hand, search(game, &Constants::TUNED, args), search(game, &ByGuess::new(guess), args)]
    };
    let mut best = once();
    for _ in 1..args.repeats {
        for (best, now) in best.iter_mut().zip(once()) {
            best.seconds = best.seconds.min(now.seconds);
        }
    }
    best
}

fn search<G: Guide>(game: &TsumeGame, guide: &G, args: &Learned) -> Run {
    let table = Arc::new(Table::with_bytes((args.hash as usize) << 20));
    let limits = Limits::expansions(args.nodes);
    let mut search = Dfpn::new(Guided::new(game.clone(), guide), Options::default(), table);
    let start = Used::start();
    let outcome = drive(&mut search, &limits, &mut ());
    let seconds = start.seconds();
    Run { answer: outcome.verdict.answer(), plays: outcome.stats.plays, seconds }
}

/// The place of each way.
const HAND: usize = 0;
const TUNED: usize = 1;
const LEARNED: usize = 2;

impl Line {
    /// Problems that some way solved, and that took one of them more than a millisecond.
    fn hard(&self) -> impl Iterator<Item = &Trio> {
        self.trios.iter().filter(|trio| {
            trio.iter().any(|run| run.answer.is_some()) && trio.iter().any(|run| run.seconds > 1e-3)
        })
    }

    /// A way's effort on hard problems as a part of another's.
    fn ratio(&self, way: usize, than: usize, of: fn(&Run) -> f64) -> Mean {
        let ratios: Vec<f64> =
            self.hard().map(|trio| (of(&trio[way]) / of(&trio[than])).ln()).collect();
        Mean::of(&ratios)
    }

    fn solved(&self, way: usize) -> usize {
        self.trios.iter().filter(|trio| trio[way].answer.is_some()).count()
    }
}

fn plays(run: &Run) -> f64 {
    run.plays as f64
}

fn seconds(run: &Run) -> f64 {
    run.seconds
}

/// A geometric mean with its 95 % interval, by drawing again.
struct Mean {
    mean: f64,
    low: f64,
    high: f64,
}

impl Mean {
    /// Of ratios, given as logarithms.
    fn of(ratios: &[f64]) -> Mean {
        let mut random = Random::new(1);
        let average = |sum: f64| (sum / ratios.len().max(1) as f64).exp();
        let mut draw = || average((0..ratios.len()).map(|_| ratios[random.below(ratios.len())]).sum());
        let mut drawn: Vec<f64> = (0..1000).map(|_| draw()).collect();
        drawn.sort_by(f64::total_cmp);
        Mean { mean: average(ratios.iter().sum()), low: drawn[25], high: drawn[974] }
    }

    fn text(&self) -> String {
        format!("{:.3} ({:.3}–{:.3})", self.mean, self.low, self.high)
    }
}

fn text(lines: &[Line]) -> String {
    let head = ["list", "problems", "hard", "solved", "moves tuned", "moves", "time", "time of tuned"];
    let row = |line: &Line| {
        let solved = [HAND, TUNED, LEARNED].map(|way| line.solved(way).to_string()).join("/");
        vec![
            line.list.to_string(),
            line.trios.len().to_string(),
            line.hard().count().to_string(),
            solved,
            format!("{:.3}", line.ratio(TUNED, HAND, plays).mean),
            format!("{:.3}", line.ratio(LEARNED, HAND, plays).mean),
            line.ratio(LEARNED, HAND, seconds).text(),
            line.ratio(LEARNED, TUNED, seconds).text(),
        ]
    };
    let rows: Vec<_> = lines.iter().map(row).collect();
    let title = "Guesses by hand, tuned and learned, on problems over 1 ms: parts of what it takes by hand, of time also of tuned";
    table(title, &head, &rows)
}

fn json(line: &Line) -> String {
    let time = line.ratio(LEARNED, HAND, seconds);
    let of_tuned = line.ratio(LEARNED, TUNED, seconds);
    json!({
        "list": line.list,
        "problems": line.trios.len(),
        "hard": line.hard().count(),
        "solved_by_hand": line.solved(HAND),
        "solved_tuned": line.solved(TUNED),
        "solved_learned": line.solved(LEARNED),
        "tuned_moves": line.ratio(TUNED, HAND, plays).mean,
        "learned_moves": line.ratio(LEARNED, HAND, plays).mean,
        "learned_time": time.mean,
        "learned_time_interval": [time.low, time.high],
        "learned_time_of_tuned": of_tuned.mean,
        "learned_time_of_tuned_interval": [of_tuned.low, of_tuned.high],
    })
    .to_string()
}

/// A line for every search, with tabs between.
fn searches(lines: &[Line]) -> String {
    let mut out = "list\tproblem\tguess\tanswer\tmoves\tseconds\n".to_string();
    for line in lines {
        for (problem, trio) in line.trios.iter().enumerate() {
            for (run, way) in trio.iter().zip(["hand", "tuned", "learned"]) {
                let answer = run.answer.map_or("open", |mate| if mate { "mate" } else { "no mate" });
                let Run { plays, seconds, .. } = run;
                let number = problem + 1;
                out += &format!("{}\t{number}\t{way}\t{answer}\t{plays}\t{seconds:.6}\n", line.list);
            }
        }
    }
    out
}
