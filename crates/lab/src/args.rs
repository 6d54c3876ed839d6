//! Words of the command line → plain data.

mod experiments;

pub use experiments::{
    CstarTables, DfpnPlus, Experiment, GhiTables, Graphs, HelpmateTables, Learned, Reproduce,
    SurveyPart, SurveyTables, Train, TrainData, TrainExamples, TrainPaper, TrainTune, Training, Trials,
};
pub use tsumugi_shell::args::{Admission, Answers, Completions, Counts, Problems, Sides};

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand, ValueEnum};
use tsumugi_andor::Engine;
use tsumugi_shell::args::{name_and_value, seconds};
use tsumugi_shell::language::Language;

/// The laboratory of tsumugi: engines, experiments and training of papers. It speaks English only.
#[derive(Parser, Debug)]
#[command(name = "tsumugi-lab", version, arg_required_else_help = true)]
#[command(after_help = help::examples("tsumugi-lab"), after_long_help = help::examples_and_codes("tsumugi-lab"))]
pub struct Arguments {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// A verb, with what it was told.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Find out whether there is a mate or a brinkmate, with any engine
    Solve(Solve),
    /// Solve fixed problems with any engine; the moves played are a checksum of the search
    Bench(Bench),
    /// Repeat the experiments behind the figures in docs/
    Reproduce(Reproduce),
    /// Learn the heuristic initialisation of the search from positions
    Train(Train),
    /// Print a completion script for a shell
    #[command(after_help = help::examples("completions"))]
    Completions(Completions),
}

/// `tsumugi-lab solve`
#[derive(Args, Debug)]
#[command(after_help = help::examples("solve"))]
pub struct Solve {
    /// What to solve.
    #[command(flatten)]
    pub problems: Problems,
    /// What to find out
    #[arg(long, value_enum, default_value_t = Question::Mate)]
    pub question: Question,
    /// The search algorithm
    #[arg(long, value_parser = engine_parser(), default_value = "dfpn")]
    pub engine: Engine,
    /// Threads to search with (dfpn only)
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=256))]
    pub threads: u32,
    /// Memory for the table, in MiB
    #[arg(long, value_name = "MiB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    pub hash: u32,
    /// Give up after this many seconds
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub time: Option<f64>,
    /// Give up after this many positions expanded
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t = Answers::Text)]
    pub format: Answers,
    /// The language of the text [default: the locale's, else English]
    #[arg(long, value_name = "LANG", value_enum)]
    pub lang: Option<Language>,
    /// Set an option of the search, see docs/OPTIONS.md (may be repeated)
    #[arg(long, value_name = "NAME=VALUE", value_parser = name_and_value)]
    pub option: Vec<(String, String)>,
    /// Who mates whom, and with what.
    #[command(flatten)]
    pub sides: Sides,
    /// Which rules the diagrams may break.
    #[command(flatten)]
    pub admission: Admission,
}

/// What `solve` finds out.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum Question {
    /// Is there a mate by checks (詰み)?
    Mate,
    /// Is there a win by checks and threats of mate (必至), by λ-search?
    Brinkmate,
}

/// `tsumugi-lab bench`
#[derive(Args, Debug)]
#[command(after_help = help::examples("bench"))]
pub struct Bench {
    /// The search algorithm
    #[arg(long, value_parser = engine_parser(), default_value = "dfpn")]
    pub engine: Engine,
    /// How much to do.
    #[command(flatten)]
    pub effort: tsumugi_shell::args::Effort,
}

fn engine_parser() -> impl TypedValueParser<Value = Engine> {
    PossibleValuesParser::new(Engine::ALL.map(|(_, name)| name))
        .try_map(|name| Engine::from_name(&name).ok_or("unknown engine"))
}

/// The programs of the paper on helpmates.
fn program_parser() -> impl TypedValueParser<Value = char> {
    PossibleValuesParser::new(["A", "B", "C", "D", "E", "F", "G", "H", "h"])
        .try_map(|name| name.chars().next().ok_or("unknown program"))
}

/// What stands below the options in `--help`. The examples are run by `tests/it/readme.rs`.
mod help {
    use tsumugi_shell::args;

    pub fn examples(command: &str) -> String {
        args::examples(text(command))
    }

    pub fn examples_and_codes(command: &str) -> String {
        args::examples_and_codes(text(command))
    }

    fn text(command: &str) -> &'static str {
        match command {
            "solve" => include_str!("help/solve.txt"),
            "bench" => include_str!("help/bench.txt"),
            "reproduce" => include_str!("help/reproduce.txt"),
            "train" => include_str!("help/train.txt"),
            "completions" => include_str!("help/completions.txt"),
            _ => include_str!("help/tsumugi-lab.txt"),
        }
    }
}
