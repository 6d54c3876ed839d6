//! `tsumugi-lab solve`: is there a mate, or a brinkmate? Asked of any engine, with any options.
//!
//! Certificates, shortest mates and trees are what `tsumugi solve` is for.

use crate::args::{Answers, Question, Solve};
use crate::exit::Exit;
use crate::memory;
use crate::output::one_by_one;
use crate::problems::{self, InputProblem};
use crate::render::answer::{self, Solved};
use crate::report::{Failure, Report};
use crate::stop::Stop;
use tsumugi_andor::{Engine, Observer, PaperOptions};
use tsumugi_api::solve::{Answer, Found, Question as Asked};
use tsumugi_api::{self as api, Stage};
use tsumugi_clock::Clock;
use tsumugi_shell::language::Tongue;
use tsumugi_shell::searching::{QUIET, set_options, words};
use tsumugi_shell::terminal::Progress;
use tsumugi_tsume::by_engine::{self, Method};
use tsumugi_tsume::{self as tsume, Limits, Settings, Solver, brinkmate};

/// Solves every problem that can be read and reports the others.
pub fn run(args: &Solve) -> Result<Exit, Failure> {
    let mut settings = Settings {
        threads: args.threads as usize,
        bytes: (args.hash as usize) << 20,
        ..Settings::with(PaperOptions::default())
    };
    if (args.question, args.format) == (Question::Brinkmate, Answers::Usi) {
        return Err(Report::english("--format usi is for --question mate").into());
    }
    set_options(&mut settings.options, &args.option)?;
    memory::check(args.hash)?;
    let problems = problems::load(&args.problems);
    let stop = Stop::on_interrupt();
    let mut solver = Solver::new(settings);
    let problems = problems.into_iter().map(|problem| problem?.at(None)).collect();
    one_by_one(problems, args.format == Answers::Json, &stop, |problem| {
        one(problem, args, &mut solver, &stop)
    })
}

/// Solves one problem and says how the answer reads.
fn one(
    source: &InputProblem,
    args: &Solve,
    solver: &mut Solver<PaperOptions>,
    stop: &Stop,
) -> Result<(String, Exit), Report> {
    let problem = source.pose(&args.sides, &args.admission)?;
    let expansions = args.nodes.unwrap_or(u64::MAX);
    let limits = Limits { expansions, stop: stop.token_within(args.time), ..Limits::default() };
    let mut line = Progress::after(QUIET);
    let mut tell = |progress: &api::Progress| line.tell(|| words(progress));
    let mut stage = Stage::new(&Clock::system(), limits.stop.clone(), &mut tell);
    stage.pose(problem.position());
    stage.proof_is_courtesy();
    let found = find(args, &problem, solver, &limits, &mut stage);
    let seconds = api::rounded(stage.seconds());
    drop(line);
    let question = match args.question {
        Question::Mate => Asked::Mate,
        Question::Brinkmate => Asked::Brinkmate,
    };
    let mut answer = Answer::new(question, &problem, found, args.engine.name());
    answer.seconds = seconds;
    let solved = Solved { source, answer, final_board: false };
    answer::rendered(&solved, args.format, Tongue::new(args.lang))
}

/// Asks df-pn, or the engine that takes its place.
fn find(
    args: &Solve,
    problem: &tsume::Problem,
    solver: &mut Solver<PaperOptions>,
    limits: &Limits,
    observer: &mut (dyn Observer + Send),
) -> Found {
    let settings = solver.settings().clone();
    match (args.question, method(args.engine, &settings)) {
        (Question::Mate, None) => solver.solve_into(problem, limits, observer, &mut |_| {}).into(),
        (Question::Mate, Some(other)) => by_engine::mate(problem, &other, limits, observer).into(),
        (Question::Brinkmate, None) => brinkmate::solve(problem, &settings, limits, observer).into(),
        (Question::Brinkmate, Some(other)) => {
            by_engine::brinkmate(problem, &other, limits, observer).into()
        }
    }
}

/// Is there a mate, by any engine?
pub fn mate(
    engine: Engine,
    problem: &tsume::Problem,
    settings: &Settings<PaperOptions>,
    limits: &Limits,
) -> tsume::Answer {
    match method(engine, settings) {
        None => tsume::solve(problem, settings, limits, &mut ()),
        Some(other) => by_engine::mate(problem, &other, limits, &mut ()),
    }
}

/// How another engine than df-pn searches with these settings.
fn method(engine: Engine, settings: &Settings<PaperOptions>) -> Option<Method> {
    let &Settings { options, bytes, .. } = settings;
    (engine != Engine::Dfpn).then_some(Method { engine, options, bytes })
}
