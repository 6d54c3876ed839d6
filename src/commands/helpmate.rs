//! `tsumugi helpmate`: the shortest mate both sides work for, and all of them.

use crate::args::{Answers, Helpmate, KernelDevice};
use crate::commands::one_by_one;
use crate::exit::Exit;
use crate::memory;
use crate::problems::{self, Problem};
use crate::render::{self, helpmate as words};
use crate::report::{self, Failure, Report};
use crate::spill::Spill;
use crate::stop::Stop;
use crate::terminal::{self, Progress as Line};
use std::time::Duration;
use tsumugi_api::helpmate::{Answer, Verdict};
use tsumugi_api::{self as api, ProblemText, Reason, Rule, Stage};
use tsumugi_clock::Clock;
use tsumugi_helpmate::{self as helpmate, Device, Engine, ProblemError, storage::Storage};

/// A search shorter than this shows no progress.
const QUIET: Duration = Duration::from_millis(800);

/// Memory in MiB, unless another is asked for.
const MEMORY: u32 = 2048;

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
    check_device(args)?;
    args.memory.map_or(Ok(()), memory::check)?;
    let mut device = match (args.engine, args.device) {
        (Engine::Gpu, None | Some(KernelDevice::Cuda)) => Some(open_cuda()?),
        // Without a device kernels run on the processor.
        _ => None,
    };
    let stop = Stop::on_interrupt();
    let problems = problems.into_iter().map(|problem| problem?.at(args.place.at)).collect();
    let json = args.format == Answers::Json;
    one_by_one(problems, json, &stop, |problem| one(problem, args, &mut device, &stop))
}

/// Fails for what `--engine gpu` does not do, and for what only it does.
fn check_device(args: &Helpmate) -> Result<(), Report> {
    if args.engine != Engine::Gpu {
        return match args.device {
            Some(_) => Err(Report::new("--device is for --engine gpu")),
            None => Ok(()),
        };
    }
    let refused = [
        (args.spill.is_some(), "--spill: it keeps nothing on disk"),
        (args.exact, "--exact: its keys have 62 bits"),
    ];
    match refused.iter().find(|(asked, _)| *asked) {
        Some((_, what)) => {
            Err(Report::new(format!("--engine gpu has no {what}")).note("--engine layers has"))
        }
        None => Ok(()),
    }
}

/// Solves one problem and says how the answer reads.
fn one(
    source: &Problem,
    args: &Helpmate,
    device: &mut Option<Box<dyn Device>>,
    stop: &Stop,
) -> Result<(String, Exit), Report> {
    let setup = &source.record.setup;
    let problem =
        helpmate::Problem::from_setup(setup, args.conditions()).map_err(|error| match error {
            ProblemError::Setup(error) => Report::inadmissible(&error, setup, source.place.clone()),
            error => Report::new(error.to_string()).at(source.place.clone()),
        })?;
    let request = request(args, &problem);
    let every = Duration::from_secs_f64(args.checkpoint_every);
    let mut spill = args.spill.as_deref().map(|directory| Spill::open(directory, every)).transpose()?;
    let mut line = Line::after(QUIET);
    let mut tell = |progress: &api::Progress| line.tell(|| words_of(progress));
    let mut stage = Stage::new(&Clock::system(), stop.token(), &mut tell);
    let storage = spill.as_mut().map(|spill| spill as &mut dyn Storage);
    let device = device.as_mut().map(|device| &mut **device as &mut dyn Device);
    let solved = api::helpmate::conduct(&request, storage, device, &mut stage);
    let answer = solved.map_err(|fault| Report::new(fault.message()).at(source.place.clone()))?;
    drop(line);
    if request.engine == Engine::Auto {
        terminal::say(&format!("engine: {}", answer.engine));
    }
    if answer.reason == Some(Reason::Checkpoint) {
        let why = answer.message.unwrap_or_default();
        return Err(Report::new(why).at(source.place.clone()));
    }
    if let (Some(directory), Verdict::Unknown) = (&args.spill, answer.verdict) {
        report::note(&format!(
            "the search can be continued with --resume from {}",
            directory.display()
        ));
    }
    let exit = match answer.verdict {
        Verdict::Mate => Exit::Yes,
        Verdict::NoMate => Exit::No,
        Verdict::Unknown => Exit::GaveUp,
    };
    let answer = Answer { name: source.name.clone(), ..answer };
    let solved = words::Solved { source, answer, selfmate: args.selfmate };
    let text = match args.format {
        Answers::Text | Answers::Usi => words::text(&solved),
        Answers::Json => render::json_at(&source.place, &solved.answer),
        Answers::Kif | Answers::Ki2 | Answers::Csa | Answers::Jkf => {
            words::record(&solved, args.format)?
        }
    };
    Ok((text, exit))
}

#[cfg(feature = "cuda")]
fn open_cuda() -> Result<Box<dyn Device>, Report> {
    let gpu = tsumugi_cuda::Cuda::open(0).map_err(|why| Report::new(why.to_string()))?;
    terminal::say(&format!("GPU: {}", gpu.name()));
    Ok(Box::new(gpu))
}

#[cfg(not(feature = "cuda"))]
fn open_cuda() -> Result<Box<dyn Device>, Report> {
    Err(Report::new("this tsumugi was built without support for GPUs")
        .note("build it with --features cuda, or use --engine layers"))
}

/// What the command line asks about a problem.
fn request(args: &Helpmate, problem: &helpmate::Problem) -> api::helpmate::Request {
    let processors = || std::thread::available_parallelism().map_or(1, |n| n.get() as u32);
    let text = ProblemText {
        sfen: Some(problem.position().to_sfen()),
        text: None,
        attacker: Some(problem.attacker().into()),
        as_written: true,
        allow: args.admission.allow.iter().copied().map(Rule).collect(),
        at: None,
    };
    api::helpmate::Request {
        problem: text,
        time: args.time,
        nodes: args.nodes,
        hash: Some(args.memory.unwrap_or_else(|| memory::modest(MEMORY))),
        threads: args.threads.unwrap_or_else(processors),
        plies: args.plies,
        max_solutions: args.max_solutions,
        selfmate: args.selfmate,
        no_surplus: args.no_surplus,
        exact: args.exact,
        engine: args.engine,
        resume: args.resume,
    }
}

/// How the search goes, for a person at the terminal.
fn words_of(progress: &api::Progress) -> String {
    format!(
        "{:.0} s, {}: ply {}, frontier {}, positions {}, {}/s, {} MiB",
        progress.seconds,
        progress.detail,
        progress.depth,
        render::short_number(progress.frontier.unwrap_or(0) as f64),
        render::short_number(progress.nodes as f64),
        render::short_number(progress.nodes as f64 / progress.seconds.max(0.001)),
        progress.bytes.unwrap_or(0) >> 20,
    )
}
