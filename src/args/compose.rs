//! The words of `compose`.

use super::{NO_QUEUE, QueueAccess, count, futile_classes, name_and_value, seconds, whole};
use crate::help;
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;
use tsumugi_api::compose::Request;
use tsumugi_tsume::FutileClasses;

/// `tsumugi compose`
#[derive(Args, Debug)]
#[command(after_help = help::examples("compose"), after_long_help = help::at_length("compose"))]
pub struct Compose {
    /// A file with a diagram with wildcards and what is wanted, see below; or - for standard input
    #[arg(value_name = "PATTERN")]
    pub pattern: OsString,
    /// Say how many diagrams fit, and try none
    #[arg(long)]
    pub count: bool,
    /// The first arrangement to try, by its number
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub from: u64,
    /// The first arrangement not to try [default: all are tried]
    #[arg(long, value_name = "N")]
    pub to: Option<u64>,
    /// How many problems to tell, the best ones
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = whole::<usize>(1..=10_000))]
    pub limit: usize,
    /// Keep every finished part in this .sqlite database or .jsonl stream, and do not try again what it holds
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Threads, each with a part of its own [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=256))]
    pub threads: Option<u32>,
    /// Memory for the table of each thread, in MiB
    #[arg(long, value_name = "MiB", default_value_t = 2, value_parser = whole::<u32>(1..=1_048_576))]
    pub hash: u32,
    /// Stop after this many seconds
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub time: Option<f64>,
    /// Give an alternative, or the solution, up after this many positions expanded
    #[arg(long, value_name = "N", value_parser = count::<u64>)]
    pub nodes_each: Option<u64>,
    /// Interpositions (無駄合) that do not count, by class, or none: narrow, wide, x, xy, xyz, restoration; see docs/RULES.md
    #[arg(long, value_name = "CLASSES", value_parser = futile_classes, default_value_t)]
    pub futile: FutileClasses,
    /// How to print the problems
    #[arg(long, value_enum, default_value_t = Composed::Text)]
    pub format: Composed,
    /// Set an option of the search, see docs/OPTIONS.md (may be repeated)
    #[arg(long, value_name = "NAME=VALUE", value_parser = name_and_value)]
    pub option: Vec<(String, String)>,
    /// Have the parts tried by `tsumugi worker`s: the NATS server they listen to, such as nats://host:4222
    #[arg(long, value_name = "URL", help_heading = "Queue", hide = NO_QUEUE)]
    pub queue: Option<String>,
    /// Which queue of the server, and how to get in.
    #[command(flatten)]
    pub access: QueueAccess,
}

/// How `compose` prints.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum Composed {
    /// For people
    Text,
    /// One JSON object
    Json,
    /// A list that every command reads: the diagram, its number, then length, score and solution
    Tsv,
}

impl Compose {
    /// What is asked about any part of the family of this pattern.
    pub fn request(&self, pattern: String) -> Request {
        Request {
            pattern,
            limit: self.limit,
            nodes_each: self.nodes_each,
            hash: Some(self.hash),
            futile: self.futile,
            option: self.option.clone(),
            ..Request::default()
        }
    }
}
