//! The words of `similar`.

use super::{Admission, Counts, Problems, Sides, count, seconds, whole};
use crate::help;
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use tsumugi_api::similar::{Aspect, NODES};

/// `tsumugi similar`
#[derive(Args, Debug)]
#[command(after_help = help::examples("similar"), after_long_help = help::at_length("similar"))]
pub struct Similar {
    /// What to compare. A record's own moves are its solution.
    #[command(flatten)]
    pub problems: Problems,
    /// The collection: files, folders, zip archives, positions, or - for standard input [default: 将棋図巧 and 将棋無双]
    #[arg(long = "in", value_name = "SET", num_args = 1..)]
    pub set: Vec<OsString>,
    /// What to compare (may be repeated, or a list with commas)
    #[arg(long, value_name = "WHAT", value_enum, value_delimiter = ',', default_value = "diagram")]
    pub by: Vec<By>,
    /// Pieces of the diagrams that may differ
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = whole::<u32>(0..=120))]
    pub differ: u32,
    /// How many to show
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = whole::<usize>(1..=100_000))]
    pub limit: usize,
    /// Give the solution of a problem that comes without one up after this many positions expanded
    #[arg(long, value_name = "N", default_value_t = NODES, value_parser = count::<u64>)]
    pub nodes: u64,
    /// Give a problem up after this many seconds
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub time: Option<f64>,
    /// Threads that look for solutions [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=256))]
    pub threads: Option<u32>,
    /// Memory for the table of each thread, in MiB
    #[arg(long, value_name = "MiB", default_value_t = 16, value_parser = whole::<u32>(1..=1_048_576))]
    pub hash: u32,
    /// How to print the findings
    #[arg(long, value_enum, default_value_t = Counts::Text)]
    pub format: Counts,
    /// Who mates whom, and with what.
    #[command(flatten)]
    pub sides: Sides,
    /// Which rules the diagrams may break.
    #[command(flatten)]
    pub admission: Admission,
}

/// What `similar` compares.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum By {
    /// The pieces of the diagrams
    Diagram,
    /// The picture at the end of the mate (詰上り)
    Picture,
    /// The themes of the solutions
    Theme,
}

impl From<By> for Aspect {
    fn from(by: By) -> Aspect {
        match by {
            By::Diagram => Aspect::Diagram,
            By::Picture => Aspect::Picture,
            By::Theme => Aspect::Theme,
        }
    }
}
