//! `tsumugi mine`: the mates of any number of games.
//!
//! Threads take games from one stream, ask the conductor for the mates of each, and hand the answers to a collector, which writes
//! them down and prints them in the order of the games.

mod collector;
mod sheet;
mod shogihome;
mod words;

use crate::args::Mine;
use crate::exit::Exit;
use crate::memory;
use crate::output;
use crate::problems::{InputProblem, Stream};
use crate::report::{Failure, Report};
use crate::stop::Stop;
use collector::{Claim, Collector, Entry, Game};
use std::ffi::OsString;
use std::fs;
use std::iter::Enumerate;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use tsumugi_api::{self as api, Answer, Conductor, ProblemText, Request, Stage, mine};
use tsumugi_clock::Clock;
use tsumugi_clock::threads::each;
use tsumugi_notation::position_command;
use tsumugi_shell::folders;

/// Looks through all games.
pub fn run(args: &Mine) -> Result<Exit, Failure> {
    let processors = || std::thread::available_parallelism().map_or(1, |n| n.get() as u32);
    let threads = args.threads.unwrap_or_else(processors);
    memory::check(args.hash.saturating_mul(threads))?;
    let (files, bad) = folders::files(&args.games);
    check_outputs(args, &files)?;
    let stop = Stop::on_interrupt();
    let mut collector = Collector::open(args)?;
    bad.iter().for_each(|report| collector.bad(report));
    let run = Run {
        args,
        games: Mutex::new(Stream::new(files, args.from).enumerate()),
        collector: Mutex::new(collector),
        stop: &stop,
        over: AtomicBool::new(false),
    };
    let ended = each(0..threads, |_| run.work());
    ended.into_iter().collect::<Result<(), Failure>>()?;
    let collector = run.collector.into_inner().unwrap_or_else(PoisonError::into_inner);
    let bad = collector.finish()?;
    Ok(match (bad, stop.asked()) {
        (true, _) => Exit::Misuse,
        (false, true) => Exit::GaveUp,
        (false, false) => Exit::Yes,
    })
}

/// Can the files be written that are asked for, and is none of them an input? They are written when all is done, which may take
/// hours.
fn check_outputs(args: &Mine, inputs: &[OsString]) -> Result<(), Report> {
    let same = |one: &Path, other: &Path| fs::canonicalize(one).is_ok_and(|one| one == other);
    let inputs: Vec<PathBuf> = inputs.iter().filter_map(|input| fs::canonicalize(input).ok()).collect();
    if let Some(dir) = &args.kif {
        output::make_directory(dir)?;
        output::check_writable(&collector::kif_file(dir, 1))?;
        let numbered = |input: &&PathBuf| collector::is_kif_file(input);
        let inside = |input: &&PathBuf| input.parent().is_some_and(|parent| same(dir, parent));
        if let Some(input) = inputs.iter().find(|input| numbered(input) && inside(input)) {
            return Err(output::would_overwrite(input));
        }
    }
    for path in args.sheet.iter().chain(&args.shogihome) {
        output::check_writable(path)?;
        if inputs.iter().any(|input| same(path, input)) {
            return Err(output::would_overwrite(path));
        }
    }
    Ok(())
}

/// What the threads share.
struct Run<'a> {
    args: &'a Mine,
    games: Mutex<Enumerate<Stream>>,
    collector: Mutex<Collector<'a>>,
    stop: &'a Stop,
    /// Something failed: the others are to end, too.
    over: AtomicBool,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Run<'_> {
    /// Takes games until there are none, the user has enough, or something fails.
    fn work(&self) -> Result<(), Failure> {
        let mut conductor = Conductor::default();
        while !self.stop.asked() && !self.over.load(Ordering::Relaxed) {
            let Some((number, game)) = lock(&self.games).next() else { break };
            let entry = match game {
                Ok(problem) => self.look_through(&problem, &mut conductor),
                Err(report) => Some(Entry::Bad(Box::new(report))),
            };
            // What was broken off is looked through again next time.
            let Some(entry) = entry else { break };
            let taken = lock(&self.collector).take(number, entry);
            if taken.is_err() {
                self.over.store(true, Ordering::Relaxed);
                return taken;
            }
        }
        Ok(())
    }

    /// The mates of one game; none if the user has enough.
    fn look_through(&self, problem: &InputProblem, conductor: &mut Conductor) -> Option<Entry> {
        let mut record = problem.record.clone();
        // Not every format says which move comes first.
        record.setup.ply = 1;
        let text = position_command::write(&record);
        let answer = match lock(&self.collector).claim(&text) {
            Claim::Equal => return Some(Entry::Equal),
            Claim::Known(answer) => answer,
            Claim::New => match self.ask(&text, conductor) {
                Ok(answer) if answer.reason.is_some() => return None,
                Ok(answer) => Box::new(answer),
                Err(fault) => {
                    let report = Report::new(fault.message().clone()).at(problem.place.clone());
                    return Some(Entry::Bad(Box::new(report)));
                }
            },
        };
        Some(Entry::Game(text, Box::new(Game::new(problem, *answer))))
    }

    fn ask(&self, text: &str, conductor: &mut Conductor) -> Result<mine::Answer, api::Fault> {
        let request = Request::Mine(mine::Request {
            problem: ProblemText { sfen: Some(text.to_string()), ..ProblemText::default() },
            nodes: self.args.nodes,
            settle: self.args.settle,
            least: self.args.least,
            hash: Some(self.args.hash),
            ..mine::Request::default()
        });
        let mut nobody = |_: &api::Progress| {};
        let mut stage = Stage::new(&Clock::system(), self.stop.token(), &mut nobody);
        match conductor.run(&request, &mut stage, &mut |_| {})? {
            Answer::Mine(answer) => Ok(*answer),
            _ => Ok(mine::Answer::default()),
        }
    }
}
