//! Words that both programs understand → plain data, and how `--help` shows examples.

use crate::exit::Exit;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use std::ffi::OsString;
use std::fmt::Display;
use std::num::{IntErrorKind, ParseIntError};
use std::ops::RangeInclusive;
use std::str::FromStr;
use tsumugi_api::{Message, message};
use tsumugi_notation::At;
use tsumugi_notation::read::Format;
use tsumugi_shogi::{Color, FaultName, Setup, SetupError, Waivers};
use tsumugi_tsume::Problem;

/// Which problems, and how to read them.
#[derive(Args, Debug)]
pub struct Problems {
    /// A SFEN or USI position in quotes, a board URL, a file, or - for standard input
    ///
    /// Files: .sfen and .tsv (one problem per line), .kif, .kifu, .ki2, .ki2u, .csa, .jkf, .json, .usen.
    /// Text may be UTF-8 or Shift_JIS.
    #[arg(required = true, value_name = "PROBLEM")]
    pub words: Vec<OsString>,
    /// Read everything as this format instead of recognising it
    #[arg(long, value_name = "FORMAT", value_parser = format_parser())]
    pub from: Option<Format>,
}

/// Which position of a record is meant.
#[derive(Args, Clone, Debug)]
pub struct Where {
    /// After this many moves of a record, or start or end [default: end for positions as USI writes them, start for
    /// every other record]
    #[arg(long, value_name = "N|start|end", value_parser = at)]
    pub at: Option<At>,
}

/// Which rules a diagram may break.
#[derive(Args, Clone, Debug)]
pub struct Admission {
    /// Let diagrams break this rule (may be repeated); one king is always enough
    #[arg(long, value_name = "FAULT", value_parser = fault_parser())]
    pub allow: Vec<FaultName>,
}

impl Admission {
    /// The rules of a mate problem less what was allowed.
    pub fn waivers(&self) -> Waivers {
        self.allow.iter().fold(Waivers::TSUME, |waivers, &name| waivers.and(name))
    }
}

/// Who mates whom, and with what.
#[derive(Args, Clone, Debug)]
pub struct Sides {
    /// Who gives mate [default: the side to move; with one king on the board, the side without]
    #[arg(long, value_name = "SIDE", value_enum)]
    pub attacker: Option<Attacker>,
    /// Take a defender's empty hand as empty instead of giving it the rest of the set
    #[arg(long)]
    pub as_written: bool,
}

impl Sides {
    /// The problem of a diagram.
    pub fn problem(&self, setup: &Setup, waivers: Waivers) -> Result<Problem, SetupError> {
        Problem::from_setup_for(setup, waivers, self.as_written, self.attacker())
    }

    /// Who gives mate, if it was said.
    pub fn attacker(&self) -> Option<Color> {
        self.attacker.map(|attacker| match attacker {
            Attacker::Black => Color::Black,
            Attacker::White => Color::White,
        })
    }
}

/// A side that gives mate.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum Attacker {
    /// The side that moves up the board (先手)
    Black,
    /// The side that moves down the board (後手)
    White,
}

/// How `solve` prints an answer.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum Answers {
    /// The verdict and a line of play in Japanese
    Text,
    /// One JSON object per problem and line
    Json,
    /// What a USI engine says after `go mate`
    Usi,
    /// A KIF record of the line
    Kif,
    /// A KI2 record of the line
    Ki2,
    /// A CSA record of the line
    Csa,
    /// A JKF record of the line
    Jkf,
}

/// How much `bench` does.
#[derive(Args, Debug)]
pub struct Effort {
    /// Memory for the table, in MiB
    #[arg(long, value_name = "MiB", default_value_t = 64, value_parser = whole::<u32>(1..=1_048_576))]
    pub hash: u32,
    /// Give each problem up after this many positions expanded
    #[arg(long, value_name = "N", value_parser = count::<u64>)]
    pub nodes: Option<u64>,
    /// Little effort: a second instead of half a minute
    #[arg(long)]
    pub quick: bool,
    /// Set an option of the search, see docs/OPTIONS.md (may be repeated)
    #[arg(long, value_name = "NAME=VALUE", value_parser = name_and_value)]
    pub option: Vec<(String, String)>,
    /// How to print the figures
    #[arg(long, value_enum, default_value_t = Counts::Text)]
    pub format: Counts,
}

/// How `perft`, `bench`, `reproduce` and `verify` print what they found.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum, Debug)]
pub enum Counts {
    /// Lines; the last one is the total
    Text,
    /// One JSON object
    Json,
}

/// A number of seconds.
pub fn seconds(text: &str) -> Result<f64, Message> {
    let seconds = text.parse().ok().filter(|s: &f64| s.is_finite() && (0.0..=1e9).contains(s));
    seconds.ok_or_else(|| message!("expected a number of seconds", "秒数を指定してください"))
}

/// A whole number between bounds.
pub fn whole<T>(range: RangeInclusive<T>) -> impl Fn(&str) -> Result<T, Message> + Clone
where
    T: FromStr<Err = ParseIntError> + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text| {
        let (least, most) = (range.start(), range.end());
        let refuse = |english: String| {
            Message::new(english, format!("{least}から{most}までの整数を指定してください"))
        };
        match text.parse::<T>() {
            Ok(number) if range.contains(&number) => Ok(number),
            Ok(number) => Err(refuse(format!("{number} is not in {least}..={most}"))),
            Err(why) => Err(refuse(why.to_string())),
        }
    }
}

/// How many of something: a whole number that is only bounded by its type.
pub fn count<T: FromStr<Err = ParseIntError>>(text: &str) -> Result<T, Message> {
    text.parse().map_err(|why: ParseIntError| {
        let large = *why.kind() == IntErrorKind::PosOverflow;
        let said = if large {
            "数が大きすぎます"
        } else {
            "0以上の整数を指定してください"
        };
        message!("{why}", "{said}")
    })
}

fn at(text: &str) -> Result<At, Message> {
    text.parse().map_err(|why| message!("{why}", "手数か、start、endを指定してください"))
}

/// `NAME=VALUE`, in two.
pub fn name_and_value(text: &str) -> Result<(String, String), Message> {
    let bad = || message!("expected NAME=VALUE", "「名前=値」の形で指定してください");
    let pair = text.split_once('=').ok_or_else(bad)?;
    Ok((pair.0.to_string(), pair.1.to_string()))
}

/// The formats of records by their names.
pub fn format_parser() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(Format::name))
        .try_map(|name| Format::from_name(&name).ok_or("unknown format"))
}

/// The faults a diagram may be allowed, by their names.
pub fn fault_parser() -> impl TypedValueParser<Value = FaultName> {
    // What is always waived need not be asked for.
    let useful = |name: &FaultName| name.can_be_waived() && !Waivers::TSUME.waives(*name);
    let names = FaultName::ALL.into_iter().filter(useful);
    PossibleValuesParser::new(names.map(FaultName::as_str)).try_map(|text| {
        FaultName::ALL.into_iter().find(|name| name.as_str() == text).ok_or("unknown fault")
    })
}

/// For which shell.
#[derive(Args, Debug)]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    pub shell: clap_complete::Shell,
}

/// Examples as they stand below the options in `--help`. Tests run them.
pub fn examples(text: &str) -> String {
    let indented = text.lines().map(|line| match line {
        "" => "\n".to_string(),
        line => format!("  {line}\n"),
    });
    format!("Examples:\n{}", indented.collect::<String>())
}

/// The same with all exit codes.
pub fn examples_and_codes(text: &str) -> String {
    let codes = Exit::TABLE.map(|(exit, meaning, _)| format!("  {}  {meaning}\n", exit as u8));
    format!("{}\nExit codes:\n{}", examples(text), codes.concat())
}
