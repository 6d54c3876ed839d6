//! `tsumugi perft`: counts move paths.
//!
//! The upper plies are walked here, so that Ctrl-C and the progress line are served every few milliseconds;
//! the lowest [`LEAF`] plies are counted by `tsumugi_shogi::perft`.

use crate::args::{Counts, Perft};
use crate::exit::Exit;
use crate::language::told;
use crate::output;
use crate::problems;
use crate::render;
use crate::report::{Failure, Place, Report, Source};
use crate::stop::Stop;
use crate::terminal::{self, Progress};
use serde_json::{Value, json};
use std::time::{Duration, Instant};
use tsumugi_api::{message, rounded};
use tsumugi_shogi::{Color, Move, MoveList, Position, perft};

/// Counted in one go: some millions of paths at most.
const LEAF: u32 = 3;
/// A run shorter than this shows no progress.
const QUIET: Duration = Duration::from_millis(800);

/// Counts, and says what is known if stopped.
pub fn run(args: &Perft) -> Result<Exit, Failure> {
    let setup = problems::end_of_line(&args.position)?;
    let mut position = Position::new(&setup, args.admission.waivers())
        .map_err(|error| Report::inadmissible(&error, &setup, Place::from(Source::Argument(1))))?;
    let count = Walk::new(args, position.turn()).count_first_moves(&mut position, args.depth);
    let sfen = setup.to_sfen();
    let text = match args.format {
        Counts::Text => text(&count, args.divide),
        Counts::Json => json(&sfen, args, &count),
    };
    output::to_stdout(text.as_bytes())?;
    if count.complete {
        let (seconds, rate) = (count.seconds, render::short_number(count.per_second()));
        terminal::say(&told(&message!("{seconds:.2} s, {rate}/s", "{seconds:.2}秒 毎秒{rate}")));
        return Ok(Exit::Yes);
    }
    let (done, all) = (count.first_moves.len(), count.first_moves_in_all);
    let (paths, depth) = (count.paths, args.depth);
    let report = Report::new(message!("stopped before the end", "途中で中断しました"));
    crate::report::print(&report.note(message!(
        "{done} of {all} first moves counted; there are at least {paths} paths of {depth} plies",
        "初手{all}手のうち{done}手まで数えました（{depth}手の手順は少なくとも{paths}通り）",
    )));
    Ok(Exit::GaveUp)
}

/// What was counted.
pub struct Count {
    /// Paths of the full length.
    pub paths: u64,
    /// The share of each first move counted to the end, in the order of their texts.
    pub first_moves: Vec<(Move, u64)>,
    /// How many first moves there are.
    pub first_moves_in_all: usize,
    /// Is `paths` all there are?
    pub complete: bool,
    /// How long it took.
    pub seconds: f64,
}

impl Count {
    fn per_second(&self) -> f64 {
        self.paths as f64 / self.seconds.max(1e-9)
    }
}

/// The counts as lines; the total comes last, and only if it is one.
fn text(count: &Count, divide: bool) -> String {
    let mut out = String::new();
    if divide {
        for (m, paths) in &count.first_moves {
            out += &format!("{m}: {paths}\n");
        }
    }
    if count.complete {
        out += &format!("{}\n", count.paths);
    }
    out
}

/// The user asked to stop.
struct Stopped;

/// A walk over the upper plies.
struct Walk<'a> {
    args: &'a Perft,
    attacker: Color,
    stop: Stop,
    start: Instant,
    paths: u64,
    done: (usize, usize),
    progress: Progress,
}

impl<'a> Walk<'a> {
    fn new(args: &'a Perft, attacker: Color) -> Walk<'a> {
        let (stop, start) = (Stop::on_interrupt(), Instant::now());
        let progress = Progress::after(QUIET);
        Walk { args, attacker, stop, start, paths: 0, done: (0, 0), progress }
    }

    fn count_first_moves(mut self, position: &mut Position, depth: u32) -> Count {
        let mut first_moves = Vec::new();
        let mut complete = true;
        if depth == 0 {
            self.paths = 1;
        } else {
            let moves = self.moves(position);
            self.done.1 = moves.len();
            for &m in &moves {
                let before = self.paths;
                let undo = position.play(m);
                let stopped = self.count(position, depth - 1).is_err();
                position.undo(undo);
                if stopped {
                    complete = false;
                    break;
                }
                self.done.0 += 1;
                first_moves.push((m, self.paths - before));
            }
        }
        first_moves.sort_by_cached_key(|(m, _)| m.to_string());
        let seconds = self.start.elapsed().as_secs_f64();
        Count { paths: self.paths, first_moves, first_moves_in_all: self.done.1, complete, seconds }
    }

    fn count(&mut self, position: &mut Position, depth: u32) -> Result<(), Stopped> {
        if depth <= LEAF {
            self.paths += match self.args {
                Perft { checks: true, .. } => perft::perft_checks(position, self.attacker, depth),
                Perft { play_all: true, .. } => perft::perft_playing_all(position, depth),
                _ => perft::perft(position, depth),
            };
            return self.pause();
        }
        for &m in &self.moves(position) {
            let undo = position.play(m);
            let counted = self.count(position, depth - 1);
            position.undo(undo);
            counted?;
        }
        Ok(())
    }

    /// The moves that count here.
    fn moves(&self, position: &Position) -> MoveList {
        let mut moves = MoveList::new();
        if self.args.checks && position.turn() == self.attacker {
            position.checks(&mut moves);
        } else {
            position.legal_moves(&mut moves);
        }
        moves
    }

    /// Between two counts: the progress line, Ctrl-C.
    fn pause(&mut self) -> Result<(), Stopped> {
        self.progress.tell(|| {
            let seconds = self.start.elapsed().as_secs_f64();
            let (number, all) = (self.done.0 + 1, self.done.1);
            let paths = render::short_number(self.paths as f64);
            let rate = render::short_number(self.paths as f64 / seconds);
            told(&message!(
                "{seconds:.0} s, first move {number} of {all}, {paths} paths, {rate}/s",
                "{seconds:.0}秒 初手{number}/{all} {paths}通り 毎秒{rate}",
            ))
        });
        if self.stop.asked() { Err(Stopped) } else { Ok(()) }
    }
}
/// For programs. `nodes` is null when it was stopped.
fn json(sfen: &str, args: &Perft, count: &Count) -> String {
    let mut object = json!({
        "sfen": sfen,
        "depth": args.depth,
        "checks": args.checks,
        "nodes": count.complete.then_some(count.paths),
        "at_least": count.paths,
        "reason": (!count.complete).then_some("stopped"),
        "seconds": rounded(count.seconds),
    });
    if args.divide {
        let moves = count.first_moves.iter().map(|(m, paths)| (m.to_string(), json!(paths)));
        object["divide"] = Value::Object(moves.collect());
    }
    render::json(&object)
}
