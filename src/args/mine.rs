//! The words of `mine`.

use super::{count, format_parser, whole};
use crate::help;
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::path::PathBuf;
use tsumugi_api::mine::{LEAST, NODES, SETTLE};
use tsumugi_notation::read::Format;

/// `tsumugi mine`
#[derive(Args, Debug)]
#[command(after_help = help::examples("mine"), after_long_help = help::at_length("mine"))]
pub struct Mine {
    /// Games: files with one game or many, folders, zip archives, or - for standard input, which may be an archive, too
    ///
    /// Of a folder and those below it, and of an archive: .kif, .kifu, .ki2, .ki2u, .csa, .jkf, .usi, .sfen, .tsv, .usen;
    /// of a folder also .zip.
    #[arg(required = true, value_name = "GAMES")]
    pub games: Vec<OsString>,
    /// Read everything as this format instead of recognising it
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    pub from: Option<Format>,
    /// Keep what is found in this file, a line per game, and do not look again through games that it holds
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Which mates to tell
    #[arg(long, value_enum, default_value_t = Keep::All)]
    pub keep: Keep,
    /// How to print the mates
    #[arg(long, value_enum, default_value_t = Mates::Text)]
    pub format: Mates,
    /// Write the problems into this directory, a KIF file each
    #[arg(long, value_name = "DIR", help_heading = "Problems")]
    pub kif: Option<PathBuf>,
    /// Write a page with the problems, to be printed, and the answers on pages of their own
    #[arg(long, value_name = "FILE", help_heading = "Problems")]
    pub sheet: Option<PathBuf>,
    /// Write the positions as a collection of ShogiHome (次の一手問題集)
    #[arg(long, value_name = "FILE", help_heading = "Problems")]
    pub shogihome: Option<PathBuf>,
    /// Make problems of mates of at least this many plies
    #[arg(long, value_name = "N", default_value_t = LEAST, value_parser = count::<u32>, help_heading = "Problems")]
    pub least: u32,
    /// Expand at most this many positions for each position of a game; where that is not enough, as many as --settle says
    #[arg(long, value_name = "N", default_value_t = NODES, value_parser = whole::<u64>(1..=u64::MAX))]
    pub nodes: u64,
    /// Expand at most this many positions for a position left open, the length of a mate, and each diagram tried for a problem
    #[arg(long, value_name = "N", default_value_t = SETTLE, value_parser = whole::<u64>(1..=u64::MAX))]
    pub settle: u64,
    /// Threads, each with a game of its own [default: as many as there are processors]
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1..=256))]
    pub threads: Option<u32>,
    /// Memory for the table of each thread, in MiB
    #[arg(long, value_name = "MiB", default_value_t = 64, value_parser = whole::<u32>(1..=1_048_576))]
    pub hash: u32,
}

/// Which mates are told.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum Keep {
    /// All of them
    All,
    /// Those that make a sound or an instructive problem
    Good,
    /// Those that make a sound problem
    Sound,
}

/// How `mine` prints mates.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum Mates {
    /// A line each, and a summary
    Text,
    /// One JSON object per mate and line
    Json,
    /// A list of the problems that were made, each once: SFEN, name, length and more
    Tsv,
}
