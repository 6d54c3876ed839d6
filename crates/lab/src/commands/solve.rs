//! `tsumugi-lab solve`: is there a mate? Asked of any engine, with any options.
//!
//! Certificates, shortest mates, trees and brinkmates are what `tsumugi solve` is for.

use crate::args::Solve;
use crate::exit::Exit;
use crate::memory;
use crate::output::one_by_one;
use crate::problems::{self, Problem};
use crate::render::answer::{self, Solved};
use crate::report::{Failure, Report};
use crate::stop::Stop;
use std::sync::Arc;
use std::time::{Duration, Instant};
use tsumugi_andor::Engine;
use tsumugi_api::solve::{Question, find};
use tsumugi_shell::language::Tongue;
use tsumugi_shell::searching::{Clock, Told, set_options};
use tsumugi_tsume::{Limits, Settings, Solver};

/// Solves every problem that can be read and reports the others.
pub fn run(args: &Solve) -> Result<Exit, Failure> {
    let mut settings = Settings {
        engine: args.engine,
        threads: args.threads as usize,
        bytes: (args.hash as usize) << 20,
        // The others keep no table to read a proof off.
        prove: args.engine == Engine::Dfpn,
        ..Settings::default()
    };
    set_options(&mut settings.options, &args.option)?;
    memory::check(args.hash)?;
    let problems = problems::load(&args.problems);
    let stop = Stop::on_interrupt();
    let mut solver = Solver::new(settings);
    one_by_one(problems, &stop, |problem| one(problem, args, &mut solver, &stop))
}

/// Solves one problem and says how the answer reads.
fn one(
    source: &Problem,
    args: &Solve,
    solver: &mut Solver,
    stop: &Stop,
) -> Result<(String, Exit), Report> {
    let problem = source.pose(&args.sides, &args.admission)?;
    let (start, question) = (Instant::now(), Question::Mate);
    let end = args.time.map(|seconds| start + Duration::from_secs_f64(seconds));
    let clock = Clock::new(end, Arc::default());
    let expansions = args.nodes.unwrap_or(u64::MAX);
    let limits = Limits { expansions, stop: Some(clock.flag.clone()), ..Limits::default() };
    let mut told = Told::new(Some(&clock));
    let found =
        clock.during(stop, || find(question, &problem, solver, &limits, &mut told, &mut |_| {}));
    drop(told);
    let answer = tsumugi_api::solve::Solved {
        problem,
        question,
        found,
        out_of_time: clock.out_of_time(),
        seconds: start.elapsed().as_secs_f64(),
        engine: args.engine.name(),
        certificate: None,
        tree: None,
    };
    let solved = Solved { source, answer, final_board: false };
    answer::rendered(&solved, args.format, Tongue::new(args.lang))
}
