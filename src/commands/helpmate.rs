//! `tsumugi helpmate`: the shortest mate both sides work for, and all of them.

use crate::args::{Answers, Card, Helpmate};
use crate::commands::{one_by_one, solve::timed};
use crate::exit::Exit;
use crate::memory;
use crate::problems::{self, Problem};
use crate::render::{self, helpmate as words};
use crate::report::{self, Failure, Report};
use crate::spill::Spill;
use crate::stop::Stop;
use crate::terminal::{self, Progress as Line};
use std::time::{Duration, Instant};
use tsumugi_api::helpmate::verify_lines;
use tsumugi_helpmate::{
    self as helpmate, Device, Engine, Limits, Observer, ProblemError, Progress, Settings, StopReason,
    Verdict, solve, solve_on, storage::Storage,
};

/// A search shorter than this shows no progress.
const QUIET: Duration = Duration::from_millis(800);

/// Memory in MiB, unless another is asked for.
const MEMORY: u32 = 2048;

/// A problem with its answer, for rendering.
pub struct Solved<'a> {
    /// What was read.
    pub source: &'a Problem,
    /// What was solved, and the answer.
    pub solved: tsumugi_api::helpmate::Solved,
}

/// Solves every problem that can be read and reports the others.
pub fn run(args: &Helpmate) -> Result<Exit, Failure> {
    if args.format == Answers::Usi {
        return Err(Report::new("--format usi is for solve")
            .note("a USI engine is not asked for helpmates")
            .into());
    }
    let problems = problems::load(&args.problems);
    if args.spill.is_some() && problems.len() != 1 {
        return Err(Report::new("--spill is for one problem at a time").into());
    }
    check_card(args)?;
    args.memory.map_or(Ok(()), memory::check)?;
    let mut card = match (args.engine, args.card) {
        (Engine::Card, None | Some(Card::Cuda)) => Some(open_cuda()?),
        // Without a device kernels run on the processor.
        _ => None,
    };
    let stop = Stop::on_interrupt();
    one_by_one(problems, &stop, |problem| one(problem, args, &mut card, &stop))
}

/// Fails for what `--engine card` does not do, and for what only it does.
fn check_card(args: &Helpmate) -> Result<(), Report> {
    if args.engine != Engine::Card {
        return match args.card {
            Some(_) => Err(Report::new("--card is for --engine card")),
            None => Ok(()),
        };
    }
    let refused = [
        (args.spill.is_some(), "--spill: it keeps nothing on disk"),
        (args.exact, "--exact: its keys have 62 bits"),
    ];
    match refused.iter().find(|(asked, _)| *asked) {
        Some((_, what)) => {
            Err(Report::new(format!("--engine card has no {what}")).note("--engine layers has"))
        }
        None => Ok(()),
    }
}

/// Solves one problem and says how the answer reads.
fn one(
    source: &Problem,
    args: &Helpmate,
    card: &mut Option<Box<dyn Device>>,
    stop: &Stop,
) -> Result<(String, Exit), Report> {
    let setup = &source.record.setup;
    let problem =
        helpmate::Problem::from_setup(setup, args.conditions()).map_err(|error| match error {
            ProblemError::Setup(error) => Report::inadmissible(&error, setup, source.place.clone()),
            error => Report::new(error.to_string()).at(source.place.clone()),
        })?;
    let settings = settings(args);
    let every = Duration::from_secs_f64(args.checkpoint_every);
    let mut spill = args.spill.as_deref().map(|directory| Spill::open(directory, every)).transpose()?;
    let start = Instant::now();
    let (answer, out_of_time) = timed(args.time, stop, |flag| {
        let limits = Limits { expansions: args.nodes.unwrap_or(u64::MAX), stop: Some(flag) };
        let mut told = Told { line: Line::after(QUIET), start };
        let storage = spill.as_mut().map(|spill| spill as &mut dyn Storage);
        match card {
            Some(card) => solve_on(card.as_mut(), &problem, &settings, &limits, &mut told),
            None => solve(&problem, &settings, &limits, storage, &mut told),
        }
    });
    if settings.engine == Engine::Auto {
        terminal::say(&format!("engine: {}", answer.engine.name()));
    }
    verify_lines(&problem, &answer).map_err(|why| {
        Report::new("a solution does not stand up to the slow rules")
            .at(source.place.clone())
            .note(&why)
    })?;
    let verified = !answer.lines.is_empty();
    if let Verdict::Unknown(StopReason::Checkpoint(why)) = &answer.verdict {
        return Err(Report::new(why.clone()).at(source.place.clone()));
    }
    if let (Some(directory), Verdict::Unknown(_)) = (&args.spill, &answer.verdict) {
        report::note(&format!(
            "the search can be continued with --resume from {}",
            directory.display()
        ));
    }
    let exit = match answer.verdict {
        Verdict::Mate(_) => Exit::Yes,
        Verdict::NoMate | Verdict::NotWithin(_) => Exit::No,
        Verdict::Unknown(_) => Exit::GaveUp,
    };
    let seconds = start.elapsed().as_secs_f64();
    let name = source.name.clone();
    let solved =
        tsumugi_api::helpmate::Solved { name, problem, answer, verified, out_of_time, seconds };
    let solved = Solved { source, solved };
    let text = match args.format {
        Answers::Text | Answers::Usi => words::text(&solved),
        Answers::Json => format!("{}\n", solved.solved.json()),
        Answers::Kif | Answers::Ki2 | Answers::Csa | Answers::Jkf => {
            words::record(&solved, args.format)?
        }
    };
    Ok((text, exit))
}

#[cfg(feature = "cuda")]
fn open_cuda() -> Result<Box<dyn Device>, Report> {
    let card = tsumugi_cuda::Cuda::open(0).map_err(|why| Report::new(why.to_string()))?;
    terminal::say(&format!("card: {}", card.name()));
    Ok(Box::new(card))
}

#[cfg(not(feature = "cuda"))]
fn open_cuda() -> Result<Box<dyn Device>, Report> {
    Err(Report::new("this tsumugi was built without support for graphics cards")
        .note("build it with --features cuda, or use --engine layers"))
}

fn settings(args: &Helpmate) -> Settings {
    let processors = || std::thread::available_parallelism().map_or(1, usize::from);
    Settings {
        engine: args.engine,
        bytes: (args.memory.unwrap_or_else(|| memory::modest(MEMORY)) as usize) << 20,
        threads: args.threads.map_or_else(processors, |threads| threads as usize),
        exact: args.exact,
        count: true,
        max_solutions: args.max_solutions,
        resume: args.resume,
    }
}

/// Tells a person at the terminal how the search goes.
struct Told {
    line: Line,
    start: Instant,
}

impl Observer for Told {
    fn progress(&mut self, progress: &Progress) {
        self.line.tell(|| {
            let seconds = self.start.elapsed().as_secs_f64();
            format!(
                "{seconds:.0} s, {}: ply {}, frontier {}, positions {}, {}/s, {} MiB",
                progress.stage,
                progress.ply,
                render::short_number(progress.frontier as f64),
                render::short_number(progress.positions as f64),
                render::short_number(progress.positions as f64 / seconds),
                progress.bytes >> 20,
            )
        });
    }
}
