//! The words of `reproduce` and `train`.

use super::{Counts, engine_parser, help, name_and_value, program_parser, seconds};
use clap::{Args, Subcommand, ValueEnum};
use std::path::PathBuf;
use tsumugi_andor::Engine;

/// `tsumugi-lab reproduce`
#[derive(Args, Debug)]
#[command(after_help = help::examples("reproduce"))]
pub struct Reproduce {
    /// Which experiment.
    #[command(subcommand)]
    pub experiment: Experiment,
}

/// An experiment.
#[derive(Subcommand, Debug)]
pub enum Experiment {
    /// Every search technique and engine on random AND/OR graphs whose answers are known
    Graphs(Graphs),
    /// The tables of the paper on C* (Seo 1995), on Shogi Zuko and Shogi Muso
    Cstar(CstarTables),
    /// Graph-history interaction (Kishimoto 2004): mates and no-mates solved, overheads
    Ghi(GhiTables),
    /// What the survey (Kishimoto 2007) names beside df-pn: random games, double counts, evaluations, counter-threats
    Survey(SurveyTables),
    /// The tables of the paper on helpmates (Hoshi 2003): its programs A to H
    Helpmate(HelpmateTables),
    /// The tables of the paper on learned heuristic initialisation (Kaneko 2004)
    DfpnPlus(DfpnPlus),
    /// The solver's learned guess beside its hand-made one
    Learned(Learned),
}

/// What experiments on collections of problems have in common.
#[derive(Args, Debug)]
pub struct Trials {
    /// Lists of problems, or folders with those of the experiment [default: $TSUMUGI_PROBLEMS or ../shared/problems]
    #[arg(value_name = "FILE|DIR")]
    pub problems: Vec<PathBuf>,
    /// A handful of problems with little effort: seconds instead of minutes
    #[arg(long)]
    pub quick: bool,
    /// Only this many problems of each list, the first ones
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// Give a problem up after this many positions expanded
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// Give a problem up after this many seconds
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub time: Option<f64>,
    /// Memory for each table, in MiB
    #[arg(long, value_name = "MiB", default_value_t = 128, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    pub hash: u32,
    /// Problems worked on at the same time, each with a table of its own
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=256))]
    pub workers: u32,
    /// Set an option of every search, see docs/OPTIONS.md (may be repeated)
    #[arg(long, value_name = "NAME=VALUE", value_parser = name_and_value)]
    pub option: Vec<(String, String)>,
    /// How to print the tables
    #[arg(long, value_enum, default_value_t = Counts::Text)]
    pub format: Counts,
}

/// `tsumugi-lab reproduce cstar`
#[derive(Args, Debug)]
#[command(after_help = help::examples("reproduce"))]
pub struct CstarTables {
    /// Which problems, how much effort.
    #[command(flatten)]
    pub trials: Trials,
    /// The engines to compare, with commas between
    #[arg(long, value_delimiter = ',', value_parser = engine_parser(), default_value = "cstar")]
    pub engine: Vec<Engine>,
}

/// `tsumugi-lab reproduce ghi`
#[derive(Args, Debug)]
#[command(after_help = help::examples("reproduce"))]
pub struct GhiTables {
    /// Which problems, how much effort.
    #[command(flatten)]
    pub trials: Trials,
    /// The hard no-mates of both books instead, also with the program of the paper; up to 5,000,000 expansions each
    #[arg(long)]
    pub hard: bool,
    /// Draw the efforts against each other into this directory
    #[arg(long, value_name = "DIR")]
    pub svg: Option<PathBuf>,
}

/// `tsumugi-lab reproduce survey`
#[derive(Args, Debug)]
#[command(after_help = help::examples("reproduce"))]
pub struct SurveyTables {
    /// Which problems, how much effort.
    #[command(flatten)]
    pub trials: Trials,
    /// Only this table (may be repeated)
    #[arg(long, value_enum, value_name = "TABLE")]
    pub part: Vec<SurveyPart>,
}

/// A table of `reproduce survey`.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum SurveyPart {
    /// Monte-Carlo proof-number search
    #[value(name = "mcpn")]
    MonteCarlo,
    /// Ways to count what is met twice
    DoubleCounts,
    /// Evaluation thresholds
    Evaluation,
    /// Dual λ-search
    #[value(name = "dual")]
    DualLambda,
}

impl SurveyPart {
    /// Every table.
    pub const ALL: [SurveyPart; 4] = [
        SurveyPart::MonteCarlo,
        SurveyPart::DoubleCounts,
        SurveyPart::Evaluation,
        SurveyPart::DualLambda,
    ];
}

/// `tsumugi-lab reproduce helpmate`
#[derive(Args, Debug)]
#[command(after_help = help::examples("reproduce"))]
pub struct HelpmateTables {
    /// Lists of helpmates, or folders with helpmate.tsv [default: $TSUMUGI_PROBLEMS, or else what the paper prints and boards of our own]
    #[arg(value_name = "FILE|DIR")]
    pub problems: Vec<PathBuf>,
    /// Short problems and little time: less than a minute
    #[arg(long)]
    pub quick: bool,
    /// Only these programs, on every problem, in one table: A to H, or h (H with a table of the size the paper took for the problem)
    #[arg(long, value_name = "LETTERS", value_delimiter = ',', value_parser = program_parser())]
    pub program: Vec<char>,
    /// Seconds of processor time for each program and problem [default: 300, quick 1.5]
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub time: Option<f64>,
    /// Programs running at the same time
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=256))]
    pub workers: u32,
    /// How to print the tables
    #[arg(long, value_enum, default_value_t = Counts::Text)]
    pub format: Counts,
}

/// `tsumugi-lab reproduce dfpn-plus`
#[derive(Args, Debug)]
#[command(after_help = help::examples("reproduce"))]
pub struct DfpnPlus {
    /// The list games_usi.tsv, or its folder [default: $TSUMUGI_PROBLEMS, or else games of the program against itself]
    #[arg(value_name = "FILE|DIR")]
    pub problems: Vec<PathBuf>,
    /// A few games, positions and expansions: seconds instead of minutes
    #[arg(long)]
    pub quick: bool,
    /// How many games the program plays, if there is no list [default: 1000, quick 200]
    #[arg(long, value_name = "N")]
    pub games: Option<usize>,
    /// See mates in one, and that there is no check, before a position is expanded: as the solver does, and the paper did not
    #[arg(long)]
    pub sight: bool,
    /// Set an option of every search, see docs/OPTIONS.md (may be repeated)
    #[arg(long, value_name = "NAME=VALUE", value_parser = name_and_value)]
    pub option: Vec<(String, String)>,
    /// How many positions [default: 1000, quick 200]
    #[arg(long, value_name = "N")]
    pub positions: Option<usize>,
    /// Give a position up after this many expansions [default: 10000, quick 2000; the paper 400000]
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,
    /// Learn nothing, and take these weights, as `tsumugi-lab train paper` writes them
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
    /// Positions of the validation split, to choose by, instead of those of the test split
    #[arg(long)]
    pub validation: bool,
    /// Only this row of the tables, as null/piece or n2/20/piece (may be repeated)
    #[arg(long, value_name = "H/PS/COST")]
    pub way: Vec<String>,
    /// Draw the figures into this directory
    #[arg(long, value_name = "DIR")]
    pub svg: Option<PathBuf>,
    /// Write every search into this file: position, row, answer, new and all expansions, seconds
    #[arg(long, value_name = "FILE")]
    pub table: Option<PathBuf>,
    /// Positions worked on at the same time, each with a table of its own
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=256))]
    pub workers: u32,
    /// How to print the tables: as text, or a line of JSON for each row of tables 8 to 10
    #[arg(long, value_enum, default_value_t = Counts::Text)]
    pub format: Counts,
}

/// `tsumugi-lab reproduce learned`
#[derive(Args, Debug)]
#[command(after_help = help::examples("reproduce"))]
pub struct Learned {
    /// Lists of problems, or their folder [default: $TSUMUGI_PROBLEMS or ../shared/problems]
    #[arg(value_name = "FILE|DIR")]
    pub problems: Vec<PathBuf>,
    /// Only this many problems of each list, the first ones
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// Give a problem up after this many expansions
    #[arg(long, value_name = "N", default_value_t = 100_000)]
    pub nodes: u64,
    /// How often each is solved; of the times the least counts
    #[arg(long, value_name = "N", default_value_t = 5)]
    pub repeats: u32,
    /// Memory for the table, in MiB
    #[arg(long, value_name = "MiB", default_value_t = 32, value_parser = clap::value_parser!(u32).range(1..=1_048_576))]
    pub hash: u32,
    /// Other weights than those of the program, as scripts/train_guess.py writes them
    #[arg(long, value_name = "FILE")]
    pub weights: Option<PathBuf>,
    /// Take the problems that are there to choose by, not those to report on
    #[arg(long)]
    pub validation: bool,
    /// Write every search into this file: list, problem, guess, answer, moves played, seconds
    #[arg(long, value_name = "FILE")]
    pub table: Option<PathBuf>,
    /// How to print the table
    #[arg(long, value_enum, default_value_t = Counts::Text)]
    pub format: Counts,
}

/// `tsumugi-lab reproduce graphs`
#[derive(Args, Debug)]
#[command(after_help = help::examples("reproduce"))]
pub struct Graphs {
    /// Five times as many graphs: 125,000
    #[arg(long)]
    pub long: bool,
    /// How many graphs [default: about two minutes' worth on two cores]
    #[arg(long, value_name = "N", conflicts_with = "long")]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=100_000_000))]
    pub graphs: Option<u64>,
    /// The first graph; the others are those of the numbers after it
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u64,
    /// How to print the tables
    #[arg(long, value_enum, default_value_t = Counts::Text)]
    pub format: Counts,
}

/// `tsumugi-lab train`
#[derive(Args, Debug)]
#[command(after_help = help::examples("train"))]
pub struct Train {
    /// What to make.
    #[command(subcommand)]
    pub training: Training,
}

/// Something to make.
#[derive(Subcommand, Debug)]
pub enum Training {
    /// Collect positions and label them
    Data(TrainData),
    /// Learn the functions of the paper on df-pn+ (Kaneko 2004) from labelled positions
    Paper(TrainPaper),
    /// Collect what the solver's own guess is learned from
    Examples(TrainExamples),
    /// Try other constants for the hand-made guess
    Tune(TrainTune),
}

/// `tsumugi-lab train examples`
#[derive(Args, Debug)]
pub struct TrainExamples {
    /// Lists of problems, or their folder [default: $TSUMUGI_PROBLEMS or ../shared/problems]
    #[arg(value_name = "FILE|DIR")]
    pub problems: Vec<PathBuf>,
    /// Write the examples here
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Expansions after which a position that is not solved counts as open
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = clap::value_parser!(u64).range(1..=65_535))]
    pub work: u64,
    /// Only this many problems of each list, the first ones
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// Threads; they do not change the result
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=256))]
    pub threads: u32,
}

/// `tsumugi-lab train tune`
#[derive(Args, Debug)]
pub struct TrainTune {
    /// Lists of problems, or their folder [default: $TSUMUGI_PROBLEMS or ../shared/problems]
    #[arg(value_name = "FILE|DIR")]
    pub problems: Vec<PathBuf>,
    /// How many changes to try
    #[arg(long, value_name = "N", default_value_t = 150)]
    pub trials: u32,
    /// Only this many problems of each list, the first ones
    #[arg(long, value_name = "N", default_value_t = 60)]
    pub limit: usize,
    /// Give a problem up after this many expansions
    #[arg(long, value_name = "N", default_value_t = 3_000)]
    pub nodes: u64,
    /// Threads; they do not change the result
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=256))]
    pub threads: u32,
}

/// `tsumugi-lab train data`
#[derive(Args, Debug)]
pub struct TrainData {
    /// Lists of games and problems, or their folder [default: $TSUMUGI_PROBLEMS or ../shared/problems]
    #[arg(value_name = "FILE|DIR")]
    pub problems: Vec<PathBuf>,
    /// Write the positions here, as a Parquet file
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Only this many games or problems of each list, the first ones
    #[arg(long, value_name = "N")]
    pub limit: Option<usize>,
    /// Threads; they do not change the result
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=256))]
    pub threads: u32,
}

/// `tsumugi-lab train paper`
#[derive(Args, Debug)]
pub struct TrainPaper {
    /// Labelled positions, as `tsumugi-lab train data` writes them
    #[arg(value_name = "DATA")]
    pub data: PathBuf,
    /// Write the weights here
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Steps of conjugate gradients
    #[arg(long, value_name = "N", default_value_t = 30)]
    pub steps: usize,
    /// What keeps weights small, in positions
    #[arg(long, value_name = "X", default_value_t = 30.0)]
    pub ridge: f32,
    /// Pairs of features seen in fewer positions than this get no weight
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub least: u32,
    /// Threads; they do not change the result
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=256))]
    pub threads: u32,
    /// How to print the table
    #[arg(long, value_enum, default_value_t = Counts::Text)]
    pub format: Counts,
}
