//! The verbs, a file each. A new one: its file here, its arguments in `args.rs`, its examples in `help/`,
//! an arm below. Those that the laboratory has too are in `crates/shell`.

mod batch;
mod census;
pub mod check;
mod compose;
mod convert;
pub mod helpmate;
pub mod mend;
mod mine;
pub mod perft;
#[cfg(feature = "serve")]
mod serve;
mod show;
mod similar;
#[cfg(feature = "serve")]
mod site;
pub mod solve;
#[cfg(feature = "sqlite")]
mod stats;
mod usi;
pub mod verify;
#[cfg(feature = "queue")]
mod worker;

use crate::args::{Arguments, Command};
use crate::exit::Exit;
use crate::output::one_by_one;
use crate::report::Failure;
use clap::CommandFactory;
use tsumugi_andor::Options;
use tsumugi_shell::{bench, completions};

/// Does what the command line says.
pub fn run(command: &Command) -> Result<Exit, Failure> {
    match command {
        Command::Solve(args) => solve::run(args),
        Command::Helpmate(args) => helpmate::run(args),
        Command::Check(args) => check::run(args),
        Command::Mend(args) => mend::run(args),
        Command::Compose(args) => compose::run(args),
        Command::Verify(args) => verify::run(args),
        Command::Show(args) => show::run(args),
        Command::Convert(args) => convert::run(args),
        Command::Usi(args) => usi::run(args.research),
        #[cfg(feature = "serve")]
        Command::Serve(args) => serve::run(args),
        #[cfg(feature = "serve")]
        Command::Site(args) => site::run(args),
        #[cfg(not(feature = "serve"))]
        Command::Serve(_) | Command::Site(_) => Err(crate::features::Feature::Serve.missing().into()),
        Command::Perft(args) => perft::run(args),
        Command::Batch(args) => batch::run(args),
        #[cfg(feature = "sqlite")]
        Command::Stats(args) => stats::run(args),
        #[cfg(not(feature = "sqlite"))]
        Command::Stats(_) => Err(crate::features::Feature::Sqlite.missing().into()),
        #[cfg(feature = "queue")]
        Command::Worker(args) => worker::run(args),
        #[cfg(not(feature = "queue"))]
        Command::Worker(_) => Err(crate::features::Feature::Queue.missing().into()),
        Command::Mine(args) => mine::run(args),
        Command::Similar(args) => similar::run(args),
        Command::Census(args) => census::run(args),
        Command::Bench(args) => {
            bench::run::<Options>(args.engine.name(), &args.effort, |problem, settings, limits| {
                tsumugi_tsume::solve(problem, settings, limits, &mut ())
            })
        }
        Command::Completions(args) => completions::run(args, Arguments::command()),
    }
}
