//! Words of the command line → plain data. Nothing is opened or read here.

mod batch;
mod compose;
mod mine;
mod serve;
mod similar;

pub use batch::{BareKing, Batch, Census, Family, QueueAccess, Shard, Stats, Work, Worker};
pub use compose::{Compose, Composed};
pub use mine::{Keep, Mates, Mine};
pub use serve::{Serve, Site};
pub use similar::Similar;
pub use tsumugi_shell::args::{Admission, Answers, Completions, Counts, Problems, Sides, Where};

use crate::features::Feature;
use crate::help;
use crate::language::Language;
use crate::report::Report;
use clap::builder::PossibleValuesParser;
use clap::builder::TypedValueParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use tsumugi_andor::Engine;
use tsumugi_api::{Message, message};
use tsumugi_helpmate::{Conditions, Engine as HelpmateEngine, Goal};
use tsumugi_notation::read::Format;
use tsumugi_shell::args::{count, format_parser, name_and_value, seconds, whole};
use tsumugi_shogi::Square;
use tsumugi_tsume::FutileClasses;

/// Is there no queue, and nothing to say about one?
const NO_QUEUE: bool = !Feature::Queue.is_here();

/// Shogi mate problems: solved, proved, shown, converted.
#[derive(Parser, Debug)]
#[command(name = "tsumugi", version, arg_required_else_help = true, after_help = help::examples(""))]
#[command(after_long_help = help::examples_and_codes(""))]
pub struct Arguments {
    /// The language of everything that is said, this help included [default: the locale's, else English]
    // It is decided before the words are read, see `language::settle`; here it is only known and refused.
    #[arg(long, global = true, value_name = "LANG", value_enum)]
    pub lang: Option<Language>,
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// The words of the command line. A program called `tsumugi-usi` was told `usi`: most user interfaces start an
/// engine without arguments.
pub fn words() -> Vec<OsString> {
    let mut words: Vec<OsString> = std::env::args_os().collect();
    let name = words.first().map(Path::new).and_then(Path::file_stem);
    if name.is_some_and(|name| name == "tsumugi-usi") {
        words.insert(1, "usi".into());
    }
    words
}

/// A verb, with what it was told.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Find out whether there is a mate or a brinkmate, and prove it
    Solve(Solve),
    /// Find the shortest helpmate and count its solutions
    Helpmate(Helpmate),
    /// Examine a problem as its composer would: the solution, cooks, duals, variations
    Check(Check),
    /// Mend a problem: small changes after which the intended line is the only solution (余詰消し)
    Mend(Mend),
    /// Compose by pattern: the sound problems among all diagrams that fit a diagram with wildcards
    Compose(Compose),
    /// Check a certificate
    Verify(Verify),
    /// Show the board as a person reads it
    Show(Show),
    /// Write records in another format
    Convert(Convert),
    /// Answer a shogi user interface as a USI engine
    Usi(Usi),
    /// Serve a page to set up, solve and play problems in a browser, and a JSON API
    #[command(hide = !Feature::Serve.is_here())]
    Serve(Serve),
    /// Write the page into a folder, to be used without a server
    #[command(hide = !Feature::Serve.is_here())]
    Site(Site),
    /// Count move paths, to compare the rules with published counts
    Perft(Perft),
    /// Work through any number of problems and keep the results
    Batch(Batch),
    /// Summarise what a batch found, and export it
    #[command(hide = !Feature::Sqlite.is_here())]
    Stats(Stats),
    /// Solve what a batch on another machine sends through a queue
    #[command(hide = !Feature::Queue.is_here())]
    Worker(Worker),
    /// Find the mates in games, played and missed, and make problems of them
    Mine(Mine),
    /// Find the problems of a collection that are like another: equal however turned, nearly equal, the same picture or theme
    Similar(Similar),
    /// Find out which hands mate, for a whole family of problems
    Census(Census),
    /// Solve fixed problems; the moves played are a checksum of the search
    Bench(Bench),
    /// Print a completion script for a shell
    #[command(after_help = help::examples("completions"))]
    Completions(Completions),
}

/// `tsumugi solve`
#[derive(Args, Debug)]
#[command(after_help = help::examples("solve"), after_long_help = help::at_length("solve"))]
pub struct Solve {
    /// What to solve.
    #[command(flatten)]
    pub problems: Problems,
    /// Which position of it.
    #[command(flatten)]
    pub place: Where,
    /// What to find out
    #[arg(long, value_enum, default_value_t = Question::Solution)]
    pub question: Question,
    /// With a main line: say why interpositions are futile
    #[arg(long)]
    pub explain: bool,
    /// Interpositions (無駄合) that do not count, by class, or none: narrow, wide, x, xy, xyz, restoration; see docs/RULES.md
    #[arg(long, value_name = "CLASSES", value_parser = futile_classes, default_value_t)]
    pub futile: FutileClasses,
    /// The search algorithm
    #[arg(long, hide = true, value_parser = only_dfpn, default_value = "dfpn")]
    pub engine: Engine,
    /// Threads to search with
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u32>(1..=256))]
    pub threads: u32,
    /// Memory for the table, in MiB
    #[arg(long, value_name = "MiB", default_value_t = 256, value_parser = whole::<u32>(1..=1_048_576))]
    pub hash: u32,
    /// Give up after this many seconds
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub time: Option<f64>,
    /// Give up after this many positions expanded
    #[arg(long, value_name = "N", value_parser = count::<u64>)]
    pub nodes: Option<u64>,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t = Answers::Text)]
    pub format: Answers,
    /// Show every defence with its mate, and the variations of variations down to this depth [without a number: 1]
    #[arg(long, value_name = "DEPTH", num_args = 0..=1, default_missing_value = "1")]
    #[arg(value_parser = whole::<u32>(0..=16))]
    pub tree: Option<u32>,
    /// With --tree: show the checks that fail (紛れ) too, and what refutes them
    #[arg(long, requires = "tree")]
    pub tries: bool,
    /// Show what each check comes to: its mate, or the reply that refutes it; the best N [without a number: all]
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "593")]
    #[arg(value_parser = whole::<u32>(1..=593))]
    pub multipv: Option<u32>,
    /// The solution that is meant: what lies beside its moves is searched first; a record, or a position with its moves
    #[arg(long, value_name = "RECORD")]
    pub line: Option<OsString>,
    /// Show the board at the end of the line too
    #[arg(long)]
    pub final_board: bool,
    /// Write a certificate that `tsumugi verify` can check; compressed if the name ends in .zst
    #[arg(long, value_name = "FILE")]
    pub certificate: Option<PathBuf>,
    /// Keep the search in this file, and go on from what it holds
    #[arg(long, value_name = "FILE", conflicts_with = "queue")]
    pub checkpoint: Option<PathBuf>,
    /// Write the checkpoint every N seconds, or less often if writing takes long; and when the search ends
    #[arg(long, value_name = "S", value_parser = seconds, default_value_t = 300.0, requires = "checkpoint")]
    pub checkpoint_every: f64,
    /// Set an option of the search, see docs/OPTIONS.md (may be repeated)
    #[arg(long, value_name = "NAME=VALUE", value_parser = name_and_value)]
    pub option: Vec<(String, String)>,
    /// Who mates whom, and with what.
    #[command(flatten)]
    pub sides: Sides,
    /// Which rules the diagrams may break.
    #[command(flatten)]
    pub admission: Admission,
    /// Have parts of the problem searched by `tsumugi worker`s: the NATS server they listen to
    #[arg(long, value_name = "URL", help_heading = "Queue", hide = NO_QUEUE)]
    pub queue: Option<String>,
    /// Positions that a worker expands for one part at most
    #[arg(long, value_name = "N", default_value_t = 200_000, value_parser = count::<u64>, help_heading = "Queue", hide = NO_QUEUE)]
    pub job_nodes: u64,
    /// Parts on their way to workers at most: twice as many as there are threads
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = count::<u32>, help_heading = "Queue", hide = NO_QUEUE)]
    pub jobs: u32,
    /// Which queue of the server, and how to get in.
    #[command(flatten)]
    pub access: QueueAccess,
}

impl Solve {
    /// What to find out.
    pub fn question(&self) -> tsumugi_api::solve::Question {
        use tsumugi_api::solve::Question as Asked;
        match self.question {
            Question::Solution => Asked::Solution,
            Question::Mate => Asked::Mate,
            Question::Shortest => Asked::Shortest,
            Question::Line => Asked::Line,
            Question::Brinkmate => Asked::Brinkmate,
        }
    }
}

/// Classes of futile interpositions.
fn futile_classes(text: &str) -> Result<FutileClasses, Message> {
    text.parse().map_err(|why| {
        message!(
            "{why}",
            "none、またはnarrow、wide、x、xy、xyz、restorationを「,」で区切って指定してください",
        )
    })
}

/// What `solve` finds out.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum Question {
    /// Is there a mate, and, as far as the time allows, what is its main line and how long is it?
    Solution,
    /// Is there a mate by checks (詰み)?
    Mate,
    /// How long is the shortest mate?
    Shortest,
    /// What is the main line (作意), and how long is it strictly and by convention?
    Line,
    /// Is there a win by checks and threats of mate (必至)?
    Brinkmate,
}

/// `tsumugi check`
#[derive(Args, Debug)]
#[command(after_help = help::examples("check"), after_long_help = help::at_length("check"))]
pub struct Check {
    /// What to check. A record's own moves are taken for the solution meant.
    #[command(flatten)]
    pub problems: Problems,
    /// Threads, each with an alternative of its own [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=256))]
    pub threads: Option<u32>,
    /// Memory for the table that all searches share, in MiB
    #[arg(long, value_name = "MiB", default_value_t = 256, value_parser = whole::<u32>(1..=1_048_576))]
    pub hash: u32,
    /// Give a problem up after this many seconds
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub time: Option<f64>,
    /// Give an alternative up after this many seconds
    #[arg(long, value_name = "S", value_parser = seconds, default_value_t = 60.0)]
    pub time_each: f64,
    /// Give an alternative, or the solution, up after this many positions expanded
    #[arg(long, value_name = "N", value_parser = count::<u64>)]
    pub nodes_each: Option<u64>,
    /// Count every dual as a cook: at the last move, of move order, detours, distance, promotion
    #[arg(long)]
    pub strict: bool,
    /// Interpositions (無駄合) that do not count, by class, or none: narrow, wide, x, xy, xyz, restoration; see docs/RULES.md
    #[arg(long, value_name = "CLASSES", value_parser = futile_classes, default_value_t)]
    pub futile: FutileClasses,
    /// How to print the findings
    #[arg(long, value_enum, default_value_t = Counts::Text)]
    pub format: Counts,
    /// Write a page with diagrams, solution, variations and findings, for reading and printing
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Write a certificate of every answer into this directory, with a list of them in index.tsv
    #[arg(long, value_name = "DIR")]
    pub certificates: Option<PathBuf>,
    /// Keep what is settled in this file, and do not settle again what it holds
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
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

/// `tsumugi mend`
#[derive(Args, Debug)]
#[command(after_help = help::examples("mend"), after_long_help = help::at_length("mend"))]
pub struct Mend {
    /// What to mend. A record's own moves are taken for the solution meant.
    #[command(flatten)]
    pub problems: Problems,
    /// The solution that is meant: a record, or a position with its moves [default: the problem's own moves, else its main line]
    #[arg(long, value_name = "RECORD")]
    pub line: Option<OsString>,
    /// Try up to this many changes, 1 or 2; two only where one is not enough
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = whole::<u32>(1..=2))]
    pub changes: u32,
    /// Only these kinds of changes (may be repeated, or a list with commas) [default: all]
    #[arg(long, value_name = "KIND", value_enum, value_delimiter = ',')]
    pub with: Vec<MendKind>,
    /// Leave these squares as they are, such as 5a (may be repeated, or a list with commas)
    #[arg(long, value_name = "SQUARE", value_delimiter = ',', value_parser = square)]
    pub keep: Vec<Square>,
    /// Look for this many sound diagrams
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = whole::<usize>(1..=1000))]
    pub limit: usize,
    /// Threads, each with a diagram of its own [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=256))]
    pub threads: Option<u32>,
    /// Memory for the table that all searches share, in MiB
    #[arg(long, value_name = "MiB", default_value_t = 64, value_parser = whole::<u32>(1..=1_048_576))]
    pub hash: u32,
    /// Give a problem up after this many seconds
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub time: Option<f64>,
    /// Give an alternative, or the solution, up after this many positions expanded
    #[arg(long, value_name = "N", value_parser = count::<u64>)]
    pub nodes_each: Option<u64>,
    /// Count every dual as a cook: at the last move, of move order, detours, distance, promotion
    #[arg(long)]
    pub strict: bool,
    /// Interpositions (無駄合) that do not count, by class, or none: narrow, wide, x, xy, xyz, restoration; see docs/RULES.md
    #[arg(long, value_name = "CLASSES", value_parser = futile_classes, default_value_t)]
    pub futile: FutileClasses,
    /// How to print the findings
    #[arg(long, value_enum, default_value_t = Counts::Text)]
    pub format: Counts,
    /// Keep what was tried in this file, and do not try again what it holds
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
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

/// What kind of change `mend` may make.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum MendKind {
    /// A piece more on the board
    Add,
    /// A piece less on the board
    Remove,
    /// A piece on another square
    Shift,
    /// Another piece on the same square
    Exchange,
    /// The attacker's hand
    Hand,
}

/// A square as USI writes it.
fn square(text: &str) -> Result<Square, Message> {
    Square::from_usi(text)
        .ok_or_else(|| message!("expected a square, such as 5a", "升目を指定してください（例: 5a）"))
}

/// `tsumugi helpmate`
#[derive(Args, Debug)]
#[command(after_help = help::examples("helpmate"), after_long_help = help::at_length("helpmate"))]
pub struct Helpmate {
    /// What to solve.
    #[command(flatten)]
    pub problems: Problems,
    /// Which position of it.
    #[command(flatten)]
    pub place: Where,
    /// The search algorithm
    #[arg(long, value_parser = helpmate_engine_parser(), default_value = HelpmateEngine::DEFAULT.name())]
    pub engine: HelpmateEngine,
    /// What `--engine gpu` runs on [default: cuda]
    #[arg(long, value_enum)]
    pub device: Option<KernelDevice>,
    /// Mate the attacker's own king instead (協力自玉詰)
    #[arg(long)]
    pub selfmate: bool,
    /// Only mates that leave the attacker nothing in hand (駒余りなし)
    #[arg(long)]
    pub no_surplus: bool,
    /// Look for nothing longer than this
    #[arg(long, value_name = "N", value_parser = count::<u32>)]
    pub plies: Option<u32>,
    /// Write out this many solutions; all are counted
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = count::<usize>)]
    pub max_solutions: usize,
    /// Tell positions apart by 128 bits instead of 64
    #[arg(long)]
    pub exact: bool,
    /// Say of every ply how many positions there are, with a digest of them, to compare with other programs
    #[arg(long, conflicts_with_all = ["exact", "spill"])]
    pub digest: bool,
    /// Threads to search with [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=256))]
    pub threads: Option<u32>,
    /// Memory for positions, in MiB; it is not exceeded [default: 2048, or most of what is free]
    #[arg(long, alias = "hash", value_name = "MiB", value_parser = whole::<u32>(1..=1_048_576))]
    pub memory: Option<u32>,
    /// Keep what does not fit into memory, and checkpoints, in this directory
    #[arg(long, value_name = "DIR")]
    pub spill: Option<PathBuf>,
    /// Write a checkpoint every N seconds, or less often if writing takes long
    #[arg(long, value_name = "S", value_parser = seconds, default_value = "60", requires = "spill")]
    pub checkpoint_every: f64,
    /// Continue from the checkpoint in the directory of --spill, if there is one
    #[arg(long, requires = "spill")]
    pub resume: bool,
    /// Give up after this many seconds
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub time: Option<f64>,
    /// Give up after this many positions expanded
    #[arg(long, value_name = "N", value_parser = count::<u64>)]
    pub nodes: Option<u64>,
    /// How to print the answer
    #[arg(long, value_enum, default_value_t = Answers::Text)]
    pub format: Answers,
    /// Who mates whom, and with what.
    #[command(flatten)]
    pub sides: Sides,
    /// Which rules the diagrams may break.
    #[command(flatten)]
    pub admission: Admission,
}

/// What kernels run on.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum KernelDevice {
    /// The first NVIDIA GPU
    Cuda,
    /// The processor's own threads, slowly, with --memory for memory
    Processor,
}

impl Helpmate {
    /// What is said about the problems beyond their diagrams.
    pub fn conditions(&self) -> Conditions {
        Conditions {
            goal: if self.selfmate { Goal::HelpSelfmate } else { Goal::Helpmate },
            attacker: self.sides.attacker(),
            as_written: self.sides.as_written,
            waivers: self.admission.waivers(),
            plies: self.plies,
            no_surplus: self.no_surplus,
        }
    }
}

/// `tsumugi verify`
#[derive(Args, Debug)]
#[command(after_help = help::examples("verify"), after_long_help = help::at_length("verify"))]
pub struct Verify {
    /// The problem: a SFEN in quotes, a file with one problem, or - for standard input
    #[arg(value_name = "PROBLEM")]
    pub problem: OsString,
    /// The certificate, plain or compressed with Zstandard
    #[arg(value_name = "CERTIFICATE")]
    pub certificate: PathBuf,
    /// Which position of the problem.
    #[command(flatten)]
    pub place: Where,
    /// Who mates whom, and with what.
    #[command(flatten)]
    pub sides: Sides,
    /// Memory for the claims, in MiB; a certificate that needs more is refused [default: by the size of the file]
    #[arg(long, value_name = "MiB", value_parser = whole::<u32>(1..=1_048_576))]
    pub memory: Option<u32>,
    /// Threads to check with [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=256))]
    pub threads: Option<u32>,
    /// Give up after this many seconds [default: refuse what takes too much work for its size]
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub time: Option<f64>,
    /// Let the checker read the problem, a SFEN, itself: hands as they are written, nothing completed
    #[arg(long, conflicts_with_all = ["at", "as_written"])]
    pub exact: bool,
    /// How to print the result
    #[arg(long, value_enum, default_value_t = Counts::Text)]
    pub format: Counts,
    /// Which rules the problem may break.
    #[command(flatten)]
    pub admission: Admission,
}

/// `tsumugi show`
#[derive(Args, Debug)]
#[command(after_help = help::examples("show"))]
pub struct Show {
    /// What to show.
    #[command(flatten)]
    pub problems: Problems,
    /// How to show it
    #[arg(long, value_enum, default_value_t = Picture::Text)]
    pub format: Picture,
    /// Write to this file (or, for several SVG, into this directory) instead of standard output
    #[arg(long, short, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Show the diagram after this many moves of the main line, or after the last
    #[arg(long, value_name = "N|last", value_parser = ply)]
    pub ply: Option<Ply>,
    /// Give all pieces missing from a full set to this side (残り全部)
    #[arg(long, value_name = "SIDE", value_enum)]
    pub rest_to: Option<RestTo>,
    /// Exchange left and right
    #[arg(long)]
    pub mirror: bool,
    /// Turn the board round and exchange the sides
    #[arg(long)]
    pub flip: bool,
    /// Which rules the diagrams may break.
    #[command(flatten)]
    pub admission: Admission,
}

/// What `show` makes.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum Picture {
    /// The diagram in Japanese, as in books and KIF files
    Text,
    /// A drawing
    Svg,
    /// One JSON object per problem and line
    Json,
    /// One SFEN per line
    Sfen,
}

/// A place on the main line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ply {
    /// After this many moves.
    After(usize),
    /// After all moves.
    Last,
}

fn ply(text: &str) -> Result<Ply, Message> {
    let bad = || message!("expected a number or last", "手数かlastを指定してください");
    match text {
        "last" => Ok(Ply::Last),
        _ => text.parse().map(Ply::After).map_err(|_| bad()),
    }
}

/// Who gets the rest of the set.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum RestTo {
    /// The side that moves up the board (先手)
    Black,
    /// The side that moves down the board (後手)
    White,
    /// The only side with a king; with two kings, the side not to move
    Defender,
}

/// `tsumugi convert`
#[derive(Args, Debug)]
#[command(after_help = help::examples("convert"))]
pub struct Convert {
    /// What to convert.
    #[command(flatten)]
    pub problems: Problems,
    /// The format to write
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    pub to: Format,
    /// Write to this file, or each problem to a file in this directory
    #[arg(long, short, value_name = "FILE|DIR")]
    pub output: Option<PathBuf>,
    /// How to store the text [default: shift_jis for files named .kif, .ki2 or .csa, else utf-8]
    #[arg(long, value_enum, hide_default_value = true)]
    pub encoding: Option<Encoding>,
}

/// How text is stored.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum Encoding {
    /// UTF-8
    #[value(name = "utf-8", alias = "utf8")]
    Utf8,
    /// Shift_JIS, which older shogi programs expect
    #[value(name = "shift_jis", alias = "sjis")]
    ShiftJis,
}

/// `tsumugi usi`
#[derive(Args, Debug)]
#[command(after_help = help::examples("usi"))]
pub struct Usi {
    /// List the techniques of the search among the options too; they can be set without being listed
    #[arg(long)]
    pub research: bool,
}

/// `tsumugi perft`
#[derive(Args, Debug)]
#[command(after_help = help::examples("perft"), after_long_help = help::at_length("perft"))]
pub struct Perft {
    /// A SFEN or USI position in quotes, or startpos
    #[arg(value_name = "SFEN")]
    pub position: String,
    /// How many plies deep to count
    #[arg(long, value_name = "N", value_parser = whole::<u32>(0..=64))]
    pub depth: u32,
    /// Show the share of each first move
    #[arg(long)]
    pub divide: bool,
    /// Count only paths on which the side to move gives check with every move of its own
    #[arg(long)]
    pub checks: bool,
    /// Play the moves of the last ply too instead of only counting them (slower, for measuring)
    #[arg(long, conflicts_with = "checks")]
    pub play_all: bool,
    /// How to print the counts
    #[arg(long, value_enum, default_value_t = Counts::Text)]
    pub format: Counts,
    /// Which rules the diagram may break.
    #[command(flatten)]
    pub admission: Admission,
}

/// `tsumugi bench`
#[derive(Args, Debug)]
#[command(after_help = help::examples("bench"), after_long_help = help::at_length("bench"))]
pub struct Bench {
    /// The search algorithm
    #[arg(long, hide = true, value_parser = only_dfpn, default_value = "dfpn")]
    pub engine: Engine,
    /// How much to do.
    #[command(flatten)]
    pub effort: tsumugi_shell::args::Effort,
}

/// This program searches by df-pn. The laboratory has the other engines.
fn only_dfpn(name: &str) -> Result<Engine, Message> {
    match Engine::from_name(name) {
        Some(Engine::Dfpn) => Ok(Engine::Dfpn),
        Some(_) => Err(message!(
            "tsumugi searches by dfpn; tsumugi-lab has --engine {name}",
            "tsumugiの探索はdfpnだけです（tsumugi-labに --engine {name} があります）",
        )),
        None => Err(message!(
            "tsumugi searches by dfpn; tsumugi-lab has other engines",
            "tsumugiの探索はdfpnだけです（他の探索はtsumugi-labにあります）",
        )),
    }
}

/// What to say to somebody who asks for a command of the laboratory.
pub fn of_the_laboratory(words: &[OsString]) -> Option<Report> {
    let command = words.get(1)?.to_str().filter(|word| ["reproduce", "train"].contains(word))?;
    let report = Report::new(message!(
        "{command} is a command of tsumugi-lab",
        "{command} はtsumugi-labのコマンドです",
    ));
    let help = message!("help: tsumugi-lab {command} --help", "ヒント: tsumugi-lab {command} --help");
    Some(report.note(help))
}

fn helpmate_engine_parser() -> impl TypedValueParser<Value = HelpmateEngine> {
    PossibleValuesParser::new(HelpmateEngine::ALL.map(|(_, name)| name))
        .try_map(|name| HelpmateEngine::from_name(&name).ok_or("unknown engine"))
}
