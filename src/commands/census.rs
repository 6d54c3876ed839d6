//! `tsumugi census`: which hands mate, for a whole family of problems.

mod atlas;
mod certify;
mod survey;
mod surveyor;

use crate::args::{BareKing, Census, Family};
use crate::exit::Exit;
use crate::language::told;
use crate::memory;
use crate::output;
use crate::render::short_number;
use crate::report::{Failure, Report};
use crate::stop::Stop;
use crate::terminal::Progress;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use survey::Survey;
use surveyor::{Surveyor, Ways};
use tsumugi_andor::Options;
use tsumugi_api::message;
use tsumugi_shell::searching::bad_option;
use tsumugi_shogi::Square;
use tsumugi_tsume::{Settings, Solver};

/// Surveys a family.
pub fn run(args: &Census) -> Result<Exit, Failure> {
    match &args.family {
        Family::BareKing(args) => bare_king(args),
    }
}

/// The squares that differ in more than left and right: files 1 to 5.
fn all_squares() -> Vec<Square> {
    (1..=9).flat_map(|rank| (1..=5).filter_map(move |file| Square::new(file, rank))).collect()
}

/// The squares asked for, each once, on the right half of the board; of them those of one part, if only that is wanted.
fn squares(args: &BareKing) -> Vec<Square> {
    let right = |square: &Square| if square.file() > 5 { square.mirrored() } else { *square };
    let mut squares: Vec<Square> = args.squares.iter().map(right).collect();
    if squares.is_empty() {
        squares = all_squares();
    }
    squares.sort_unstable();
    squares.dedup();
    let is_ours = |i: usize| args.shard.is_none_or(|shard| i as u64 % shard.count == shard.index);
    (0..squares.len()).filter(|&i| is_ours(i)).map(|i| squares[i]).collect()
}

fn bare_king(args: &BareKing) -> Result<Exit, Failure> {
    let squares = squares(args);
    let processors = || std::thread::available_parallelism().map_or(1, |n| n.get() as u32);
    let threads = args.threads.unwrap_or_else(processors);
    memory::check(args.hash)?;
    output::make_directory(&args.out)?;
    let stop = Stop::on_interrupt();
    let open = |&square: &Square| Ok(Mutex::new(Survey::open(square, args)?));
    let surveys = squares.iter().map(open).collect::<Result<Vec<_>, Report>>()?;
    work(&surveys, args, threads, &stop)?;
    let surveys: Vec<Survey> = surveys
        .into_iter()
        .map(|survey| survey.into_inner().unwrap_or_else(PoisonError::into_inner))
        .collect();
    // Those of a part would take the place of another part's.
    if args.shard.is_none() {
        let page = atlas::page(&surveys, args.max_pieces);
        output::to_file(&args.out.join("frontier.tsv"), atlas::table(&surveys).as_bytes())?;
        output::to_file(&args.out.join("atlas.html"), page.as_bytes())?;
    }
    output::to_stdout(atlas::summary(&surveys).as_bytes())?;
    let settled = surveys.iter().all(Survey::is_settled);
    Ok(if settled { Exit::Yes } else { Exit::GaveUp })
}

/// How to search with a preset and the user's options after it.
fn settings(preset: &str, args: &BareKing) -> Result<Settings, Report> {
    let mut options = Options::default();
    let preset = ("preset".to_string(), preset.to_string());
    for (name, value) in [preset].iter().chain(&args.option) {
        options.set(name, value).map_err(|error| bad_option(&error))?;
    }
    let bytes = (args.hash as usize) << 20;
    Ok(Settings { options, bytes, prove: false, ..Settings::default() })
}

/// Has threads work on the squares until all are done or the user has enough: each on a square of its own as long as there
/// are any, then on those that others are at work on.
fn work(surveys: &[Mutex<Survey>], args: &BareKing, threads: u32, stop: &Stop) -> Result<(), Report> {
    let failed = Mutex::new(None);
    let doing: Vec<Doing> = (0..threads).map(|_| Doing::default()).collect();
    let squares = Mutex::new(Squares::new(surveys.len()));
    let ways = Ways { mate: settings("default", args)?, no_mate: settings("no-mate", args)? };
    let mut solver = Solver::new(ways.no_mate.clone());
    std::thread::scope(|scope| {
        let workers: Vec<_> = doing
            .iter()
            .map(|doing| {
                let (squares, failed, ways) = (&squares, &failed, &ways);
                let mut surveyor = Surveyor {
                    args,
                    solver: solver.sharing(),
                    ways,
                    stop,
                    share: threads as usize,
                    doing,
                };
                scope.spawn(move || {
                    let squares = || squares.lock().unwrap_or_else(PoisonError::into_inner);
                    loop {
                        let Some(square) = squares().enter() else { return };
                        let worked = surveyor.run(&surveys[square]);
                        squares().close(square);
                        if let Err(report) = worked {
                            failed.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(report);
                            return;
                        }
                    }
                })
            })
            .collect();
        show(surveys, &doing, || workers.iter().all(|worker| worker.is_finished()));
    });
    match failed.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(report) => Err(report),
        None => Ok(()),
    }
}

/// How many are at work on each square; `None` when one of them found nothing left to do.
struct Squares(Vec<Option<u32>>);

impl Squares {
    fn new(count: usize) -> Squares {
        Squares(vec![Some(0); count])
    }

    /// The square with the fewest at work, of those that are not done.
    fn enter(&mut self) -> Option<usize> {
        let open = (0..self.0.len()).filter(|&i| self.0[i].is_some());
        let next = open.min_by_key(|&i| self.0[i])?;
        self.0[next] = self.0[next].map(|workers| workers + 1);
        Some(next)
    }

    fn close(&mut self, square: usize) {
        self.0[square] = None;
    }
}

/// What a thread is doing: the square and the hand.
type Doing = Mutex<Option<(Square, String)>>;

/// How many of the hands in work on a square are named.
const NAMED: usize = 3;

/// Keeps the progress line until the work is done.
fn show(surveys: &[Mutex<Survey>], doing: &[Doing], done: impl Fn() -> bool) {
    let mut progress = Progress::after(Duration::from_millis(800));
    let start = Instant::now();
    while !done() {
        progress.tell(|| {
            let squares: Vec<_> = surveys.iter().filter_map(|survey| line(survey, doing)).collect();
            let (seconds, squares) = (short_number(start.elapsed().as_secs_f64()), squares.join("; "));
            told(&message!("{seconds} s; {squares}", "{seconds}秒 {squares}"))
        });
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// What is known about a square, and what is being done there, if anything is.
fn line(survey: &Mutex<Survey>, doing: &[Doing]) -> Option<String> {
    let survey = survey.lock().unwrap_or_else(PoisonError::into_inner);
    let now = doing.iter().map(|doing| doing.lock().unwrap_or_else(PoisonError::into_inner).clone());
    let here = now.flatten().filter(|(square, _)| *square == survey.square);
    let mut hands: Vec<String> = here.map(|(_, hand)| hand).collect();
    if hands.is_empty() {
        return None;
    }
    let more = hands.len().saturating_sub(NAMED);
    hands.truncate(NAMED);
    let mut hands = hands.join(", ");
    if more > 0 {
        hands += &told(&message!(" and {more} more", " 他{more}"));
    }
    let (mate, no_mate, open) = survey.frontier.counts();
    let name = survey::name(survey.square);
    Some(told(&message!(
        "{name}: {mate} mate, {no_mate} do not, {open} open ({hands})",
        "{name}: 詰み{mate} 不詰{no_mate} 未確定{open} ({hands})",
    )))
}
