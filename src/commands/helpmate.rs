//! `tsumugi helpmate`: the shortest mate both sides work for, and all of them.

use crate::args::{Answers, Helpmate, KernelDevice};
use crate::commands::one_by_one;
use crate::exit::Exit;
use crate::language::{spoken, told};
use crate::memory;
use crate::problems::{self, InputProblem};
use crate::render::{self, helpmate as words};
use crate::report::{self, Failure, Report};
use crate::spill::Spill;
use crate::stop::Stop;
use crate::terminal::{self, Progress as Line};
use std::time::Duration;
use tsumugi_api::helpmate::Verdict;
use tsumugi_api::{self as api, Japanese, Message, ProblemText, Reason, Rule, Stage, message};
use tsumugi_clock::Clock;
use tsumugi_helpmate::{self as helpmate, Device, Engine, ProblemError, storage::Storage};

/// A search shorter than this shows no progress.
const QUIET: Duration = Duration::from_millis(800);

/// Memory in MiB, unless another is asked for.
const MEMORY: u32 = 2048;

/// Solves every problem that can be read and reports the others.
pub fn run(args: &Helpmate) -> Result<Exit, Failure> {
    if args.format == Answers::Usi {
        let report =
            Report::new(message!("--format usi is for solve", "--format usi はsolveでだけ使えます"));
        let why = message!(
            "a USI engine is not asked for helpmates",
            "USIエンジンに協力詰を解かせることはできません",
        );
        return Err(report.note(why).into());
    }
    let problems = problems::load(&args.problems);
    if args.spill.is_some() && problems.len() != 1 {
        return Err(Report::new(message!(
            "--spill is for one problem at a time",
            "--spill は1題ずつ使ってください",
        ))
        .into());
    }
    check_device(args)?;
    check_digest(args)?;
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
            Some(_) => Err(Report::new(message!(
                "--device is for --engine gpu",
                "--device は --engine gpu と一緒に使います",
            ))),
            None => Ok(()),
        };
    }
    let refused = [
        (
            args.spill.is_some(),
            message!(
                "--engine gpu has no --spill: it keeps nothing on disk",
                "--engine gpu では --spill を使えません（ディスクには何も書きません）",
            ),
        ),
        (
            args.exact,
            message!(
                "--engine gpu has no --exact: its keys have 62 bits",
                "--engine gpu では --exact を使えません（局面の区別は62ビットです）",
            ),
        ),
    ];
    match refused.into_iter().find(|(asked, _)| *asked) {
        Some((_, what)) => {
            Err(Report::new(what).note(message!("--engine layers has", "--engine layers なら使えます")))
        }
        None => Ok(()),
    }
}

/// Fails for what cannot be had together with `--digest`.
fn check_digest(args: &Helpmate) -> Result<(), Report> {
    if args.digest && !matches!(args.engine, Engine::Auto | Engine::Plain) {
        let report = Report::new(message!(
            "--digest is for --engine plain",
            "--digest は --engine plain でだけ使えます",
        ));
        return Err(report.note(message!(
            "the other engines do not keep every position of a ply",
            "他の探索法は各手数の局面をすべて残すわけではありません",
        )));
    }
    if args.digest && !matches!(args.format, Answers::Text | Answers::Json) {
        return Err(Report::new(message!(
            "--digest is for --format text and json",
            "--digest は --format text と json でだけ使えます",
        )));
    }
    Ok(())
}

/// Solves one problem and says how the answer reads.
fn one(
    source: &InputProblem,
    args: &Helpmate,
    device: &mut Option<Box<dyn Device>>,
    stop: &Stop,
) -> Result<(String, Exit), Report> {
    let setup = &source.record.setup;
    let problem =
        helpmate::Problem::from_setup(setup, args.conditions()).map_err(|error| match error {
            ProblemError::Setup(error) => Report::inadmissible(&error, setup, source.place.clone()),
            error => Report::new(error.message()).at(source.place.clone()),
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
    let mut answer =
        solved.map_err(|fault| Report::new(fault.message().clone()).at(source.place.clone()))?;
    drop(line);
    if request.engine == Engine::Auto {
        let engine = &answer.engine;
        terminal::say(&told(&message!("engine: {engine}", "探索: {engine}")));
    }
    if answer.reason == Some(Reason::Checkpoint) {
        let (english, japanese) = (answer.message, answer.message_ja);
        let why = Message::new(english.unwrap_or_default(), japanese.unwrap_or_default());
        return Err(Report::new(why).at(source.place.clone()));
    }
    if let (Some(directory), Verdict::Unknown) = (&args.spill, answer.verdict) {
        let directory = directory.display();
        report::note(&message!(
            "the search can be continued with --resume from {directory}",
            "--resume を付ければ {directory} から続けられます",
        ));
    }
    let exit = match answer.verdict {
        Verdict::Mate => Exit::Yes,
        Verdict::NoMate => Exit::No,
        Verdict::Unknown => Exit::GaveUp,
    };
    answer.name = source.name.clone();
    let solved = words::Solved { source, answer, selfmate: args.selfmate };
    let text = match args.format {
        Answers::Text | Answers::Usi => words::text(&solved, spoken()),
        Answers::Json => render::json_at(&source.place, &solved.answer),
        Answers::Kif | Answers::Ki2 | Answers::Csa | Answers::Jkf => {
            words::record(&solved, args.format, spoken())?
        }
    };
    Ok((text, exit))
}

#[cfg(feature = "cuda")]
fn open_cuda() -> Result<Box<dyn Device>, Report> {
    let gpu = tsumugi_cuda::Cuda::open(0)
        .map_err(|why| Report::new(message!("{why}", "GPUを使えません（{why}）")))?;
    terminal::say(&format!("GPU: {}", gpu.name()));
    Ok(Box::new(gpu))
}

#[cfg(not(feature = "cuda"))]
fn open_cuda() -> Result<Box<dyn Device>, Report> {
    let report = Report::new(message!(
        "this tsumugi was built without support for GPUs",
        "このtsumugiはGPUに対応していません",
    ));
    Err(report.note(message!(
        "build it with --features cuda, or use --engine layers",
        "--features cuda を付けてビルドするか、--engine layers を使ってください",
    )))
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
        digest: args.digest,
        engine: args.engine,
        resume: args.resume,
    }
}

/// How the search goes, for a person at the terminal.
fn words_of(progress: &api::Progress) -> String {
    let (seconds, detail, ply) = (progress.seconds, &progress.detail, progress.depth);
    let frontier = render::short_number(progress.frontier.unwrap_or(0) as f64);
    let nodes = render::short_number(progress.nodes as f64);
    let rate = render::short_number(progress.nodes as f64 / seconds.max(0.001));
    let mebibytes = progress.bytes.unwrap_or(0) >> 20;
    told(&message!(
        "{seconds:.0} s, {detail}: ply {ply}, frontier {frontier}, positions {nodes}, {rate}/s, {mebibytes} MiB",
        "{seconds:.0}秒 {detail}: {ply}手目 最前線{frontier} 局面{nodes} 毎秒{rate} {mebibytes} MiB",
    ))
}
