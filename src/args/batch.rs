//! The words of `batch`, `stats` and `census`.

use super::{Admission, Counts, NO_QUEUE, Sides, count, format_parser, name_and_value, seconds, whole};
use crate::help;
use crate::ladder::Ladder;
use clap::{Args, Subcommand, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;
use tsumugi_api::{Message, ProblemText, Request, Rule, Side, check, helpmate, message, solve};
use tsumugi_notation::read::Format;

/// `tsumugi batch`
#[derive(Args, Debug)]
#[command(after_help = help::examples("batch"), after_long_help = help::at_length("batch"))]
pub struct Batch {
    /// Lists of problems, one per line, of any length; records; or - for standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<OsString>,
    /// Read everything as this format instead of recognising it
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    pub from: Option<Format>,
    /// Where the results go: a .sqlite database or a .jsonl stream; what it holds is not solved again
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,
    /// Whether equal problems are one, and which part of them to take.
    #[command(flatten)]
    pub selection: Selection,
    /// What to find out about each problem, and how.
    #[command(flatten)]
    pub work: Work,
    /// Threads, each with a problem of its own [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=256))]
    pub threads: Option<u32>,
    /// Memory for the table of each thread, in MiB
    #[arg(long, value_name = "MiB", default_value_t = 64, value_parser = whole::<u32>(1..=1_048_576))]
    pub hash: u32,
    /// How to print the summary
    #[arg(long, value_enum, default_value_t = Counts::Text)]
    pub format: Counts,
    /// Have the problems solved by `tsumugi worker`s: the NATS server they listen to, such as nats://host:4222
    #[arg(long, value_name = "URL", help_heading = "Queue", hide = NO_QUEUE)]
    pub queue: Option<String>,
    /// Which queue of the server, and how to get in.
    #[command(flatten)]
    pub access: QueueAccess,
    /// Jobs of about a second on their way to workers at most
    #[arg(long, value_name = "N", default_value_t = 256, value_parser = whole::<u32>(1..=100_000), help_heading = "Queue", hide = NO_QUEUE)]
    pub queue_depth: u32,
}

/// Which queue of a NATS server, and how to get in. User and password, or a token, stand in the URL.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Queue")]
pub struct QueueAccess {
    /// The name of the queue; one master at a time
    #[arg(long, hide = NO_QUEUE, value_name = "NAME", default_value = "tsumugi", value_parser = queue_name)]
    pub queue_name: String,
    /// Credentials of a user (a .creds file)
    #[arg(long, hide = NO_QUEUE, value_name = "FILE")]
    pub queue_creds: Option<PathBuf>,
    /// Trust servers with a certificate by this authority; use tls:// in the URL
    #[arg(long, hide = NO_QUEUE, value_name = "FILE")]
    pub queue_ca: Option<PathBuf>,
    /// A certificate to show to the server
    #[arg(long, hide = NO_QUEUE, value_name = "FILE", requires = "queue_key")]
    pub queue_cert: Option<PathBuf>,
    /// The key of that certificate
    #[arg(long, hide = NO_QUEUE, value_name = "FILE", requires = "queue_cert")]
    pub queue_key: Option<PathBuf>,
    /// Give a job to another worker after this many seconds without a sign of life (set by the master)
    #[arg(long, hide = NO_QUEUE, value_name = "S", default_value = "30", value_parser = seconds)]
    pub queue_wait: f64,
}

/// Letters, digits and dashes: more has a meaning to the server.
fn queue_name(text: &str) -> Result<String, Message> {
    let good = !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c));
    let bad = || message!("expected letters, digits, - and _", "英数字と - _ だけが使えます");
    if good { Ok(text.to_string()) } else { Err(bad()) }
}

/// `tsumugi worker`
#[derive(Args, Debug)]
#[command(after_help = help::examples("worker"))]
pub struct Worker {
    /// The NATS server, such as nats://host:4222
    #[arg(value_name = "URL")]
    pub url: String,
    /// Threads, each with a problem of its own [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=256))]
    pub threads: Option<u32>,
    /// Memory for the table of each thread, in MiB
    #[arg(long, value_name = "MiB", default_value_t = 64, value_parser = whole::<u32>(1..=1_048_576))]
    pub hash: u32,
    /// End after this many seconds without work [default: wait for ever]
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub idle: Option<f64>,
    /// Which queue of the server, and how to get in.
    #[command(flatten)]
    pub access: QueueAccess,
}

/// Which problems of a batch are solved.
#[derive(Args, Debug)]
pub struct Selection {
    /// Solve a problem again that differs from another only in colours or in left and right, or not at all
    #[arg(long)]
    pub no_dedup: bool,
    /// Take only the i-th of n parts of the problems; equal problems are in the same part
    #[arg(long, value_name = "i/n", value_parser = shard)]
    pub shard: Option<Shard>,
}

/// What is found out about each problem.
#[derive(Args, Clone, Debug)]
pub struct Work {
    /// What to find out
    #[arg(long, value_enum, default_value_t = BatchQuestion::Mate)]
    pub question: BatchQuestion,
    /// Give a problem up after this many seconds, then try again with the next number [default: 0.1,1,10; with --nodes
    /// no limit]
    #[arg(long, value_name = "S,…", value_parser = seconds, value_delimiter = ',')]
    pub time: Vec<f64>,
    /// Give a problem up after this many positions expanded, then try again with the next number
    #[arg(long, value_name = "N,…", value_parser = count::<u64>, value_delimiter = ',')]
    pub nodes: Vec<u64>,
    /// Prove every answer and have it checked by the independent verifier (mate and shortest)
    #[arg(long)]
    pub verify: bool,
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

/// The limits asked for, or the usual ones.
fn ladder(time: &[f64], nodes: &[u64], usual: &[f64]) -> Ladder {
    let time = if time.is_empty() && nodes.is_empty() { usual } else { time };
    Ladder::new(time, nodes)
}

impl Work {
    /// What is asked about each problem: everything but the problem and its limits.
    pub fn request(&self) -> Request {
        let problem = ProblemText {
            attacker: self.sides.attacker().map(Side::from),
            as_written: self.sides.as_written,
            allow: self.admission.allow.iter().copied().map(Rule).collect(),
            ..ProblemText::default()
        };
        let option = self.option.clone();
        let (certificate, prove) = (self.verify, false);
        let solve = |question| {
            let usual = solve::Request::default();
            let problem = problem.clone();
            let option = option.clone();
            Request::Solve(solve::Request { problem, question, certificate, prove, option, ..usual })
        };
        match self.question {
            BatchQuestion::Mate => solve(solve::Question::Mate),
            BatchQuestion::Shortest => solve(solve::Question::Shortest),
            BatchQuestion::Check => {
                Request::Check(check::Request { problem, option, ..check::Request::default() })
            }
            BatchQuestion::Helpmate => {
                Request::Helpmate(helpmate::Request { problem, ..helpmate::Request::default() })
            }
        }
    }

    /// The limits for one attempt after the other.
    pub fn ladder(&self) -> Ladder {
        ladder(&self.time, &self.nodes, &[0.1, 1.0, 10.0])
    }
}

impl BareKing {
    /// The limits for one attempt after the other.
    pub fn ladder(&self) -> Ladder {
        ladder(&self.time, &self.nodes, &[0.1, 1.0, 10.0, 100.0])
    }
}

/// What `batch` finds out.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum BatchQuestion {
    /// Is there a mate by checks (詰み)?
    Mate,
    /// How long is the shortest mate?
    Shortest,
    /// Is the problem sound, as `check` finds out?
    Check,
    /// How long is the shortest helpmate, and how many are there?
    Helpmate,
}

impl BatchQuestion {
    /// The word a user writes.
    pub fn name(self) -> &'static str {
        match self {
            BatchQuestion::Mate => "mate",
            BatchQuestion::Shortest => "shortest",
            BatchQuestion::Check => "check",
            BatchQuestion::Helpmate => "helpmate",
        }
    }
}

/// A part of all problems.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shard {
    /// Which, from 0.
    pub index: u64,
    /// Of how many.
    pub count: u64,
}

fn shard(text: &str) -> Result<Shard, Message> {
    let number = |text: &str| text.parse::<u64>().ok();
    match text.split_once('/').and_then(|(i, n)| Some((number(i)?, number(n)?))) {
        Some((i, count)) if 1 <= i && i <= count => Ok(Shard { index: i - 1, count }),
        _ => Err(message!("expected i/n, such as 1/8", "i/n の形で指定してください（例: 1/8）")),
    }
}

/// `tsumugi stats`
#[derive(Args, Debug)]
#[command(after_help = help::examples("stats"))]
pub struct Stats {
    /// A database that `batch` wrote
    #[arg(value_name = "RESULTS")]
    pub results: PathBuf,
    /// Write all problems with their answers to a .csv, .parquet or .jsonl file
    #[arg(long, value_name = "FILE")]
    pub export: Option<PathBuf>,
    /// Draw verdicts and lengths
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// How many of the hardest problems to show
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = count::<u32>)]
    pub hardest: u32,
    /// How to print the summary
    #[arg(long, value_enum, default_value_t = Counts::Text)]
    pub format: Counts,
}

/// `tsumugi census`
#[derive(Args, Debug)]
#[command(after_help = help::examples("census"), after_long_help = help::at_length("census"))]
pub struct Census {
    /// Which family.
    #[command(subcommand)]
    pub family: Family,
}

/// A family of problems.
#[derive(Subcommand, Debug)]
pub enum Family {
    /// A king alone on the board: which hands mate it, for every square and hand
    BareKing(BareKing),
}

/// `tsumugi census bare-king`
#[derive(Args, Debug)]
#[command(after_help = help::examples("census"), after_long_help = help::at_length("census"))]
pub struct BareKing {
    /// Where the census is kept and continued: a directory
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
    /// King squares, file and rank: 11,51,55 [default: all 45 that differ in more than left and right]
    #[arg(long, value_name = "SQUARE,…", value_delimiter = ',', value_parser = square)]
    pub squares: Vec<tsumugi_shogi::Square>,
    /// Take only the i-th of n parts of the squares; the same command without this puts all parts together
    #[arg(long, value_name = "i/n", value_parser = shard)]
    pub shard: Option<Shard>,
    /// Only hands of at most this many pieces
    #[arg(long, value_name = "N", default_value_t = 38, value_parser = whole::<u32>(0..=38))]
    pub max_pieces: u32,
    /// Leave a hand open after this many seconds, and come back to it with the next number [default: 0.1,1,10,100; with
    /// --nodes no limit]
    #[arg(long, value_name = "S,…", value_parser = seconds, value_delimiter = ',')]
    pub time: Vec<f64>,
    /// The same in positions expanded
    #[arg(long, value_name = "N,…", value_parser = count::<u64>, value_delimiter = ',')]
    pub nodes: Vec<u64>,
    /// Threads: squares worked on at the same time, and hands of one square when there are no other squares left [default: as
    /// many as there are processors]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=256))]
    pub threads: Option<u32>,
    /// Memory for the table that all squares share, in MiB
    #[arg(long, value_name = "MiB", default_value_t = 256, value_parser = whole::<u32>(1..=1_048_576))]
    pub hash: u32,
    /// Set an option of the search, see docs/OPTIONS.md (may be repeated): on top of the default, with
    /// which a mate is looked for, and of preset=no-mate, with which the contrary is
    #[arg(long, value_name = "NAME=VALUE", value_parser = name_and_value)]
    pub option: Vec<(String, String)>,
    /// Settle the shortest length for the least mating hands too
    #[arg(long)]
    pub lengths: bool,
    /// Find out which of the least mating hands make sound problems, with one solution only
    #[arg(long)]
    pub sound: bool,
}

fn square(text: &str) -> Result<tsumugi_shogi::Square, Message> {
    let digits: Option<Vec<u8>> = text.chars().map(|c| c.to_digit(10).map(|d| d as u8)).collect();
    let found = match digits.as_deref() {
        Some(&[file, rank]) => tsumugi_shogi::Square::new(file, rank),
        _ => tsumugi_shogi::Square::from_usi(text),
    };
    found.ok_or_else(|| {
        message!("expected file and rank, such as 51 or 5a", "筋と段を指定してください（例: 51、5a）")
    })
}
