//! The one door: bytes of any format we know in, records out; and records out in any format.
//!
//! What a text contains decides, the name of its file only where that is not enough. SFENs, USI position
//! lines, USEN and URLs come one per line, with a name and other columns behind tabs; blank lines and
//! lines starting with `#` are skipped, and a bad line spoils no other. The other formats hold one record
//! a file, except CSA, which may hold several.

mod sniff;

use crate::{ReadError, ReadFault, Record, WriteError};
use crate::{csa, jkf, ki2, kif, position_command, text, urls, usen};
pub use sniff::sniff;

/// A format of positions or records.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// A SFEN: the diagram alone.
    Sfen,
    /// A USI `position` line: diagram and main line.
    Usi,
    /// KIF (柿木), also a bare diagram (BOD).
    Kif,
    /// KI2.
    Ki2,
    /// CSA.
    Csa,
    /// JSON Kifu Format.
    Jkf,
    /// USEN.
    Usen,
    /// The address of a board on a site.
    Url,
}

impl Format {
    /// Every format.
    pub const ALL: [Format; 8] = [
        Format::Sfen,
        Format::Usi,
        Format::Kif,
        Format::Ki2,
        Format::Csa,
        Format::Jkf,
        Format::Usen,
        Format::Url,
    ];

    /// The name a user writes: `kif`.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Sfen => "sfen",
            Format::Usi => "usi",
            Format::Kif => "kif",
            Format::Ki2 => "ki2",
            Format::Csa => "csa",
            Format::Jkf => "jkf",
            Format::Usen => "usen",
            Format::Url => "url",
        }
    }

    /// The format with this name, in either case.
    pub fn from_name(name: &str) -> Option<Format> {
        Format::ALL.into_iter().find(|format| format.name().eq_ignore_ascii_case(name))
    }

    /// The format that a file with this extension (without the dot) has by custom.
    pub fn from_extension(extension: &str) -> Option<Format> {
        match extension.to_ascii_lowercase().as_str() {
            "sfen" | "tsv" => Some(Format::Sfen),
            "kif" | "kifu" | "bod" => Some(Format::Kif),
            "ki2" | "ki2u" => Some(Format::Ki2),
            "json" => Some(Format::Jkf),
            other => Format::from_name(other),
        }
    }

    /// Is it one problem a line?
    pub const fn is_by_line(self) -> bool {
        matches!(self, Format::Sfen | Format::Usi | Format::Usen | Format::Url)
    }
}

/// A record with its place in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The line it starts on, from 1.
    pub line: usize,
    /// What the file calls it: the second column of a list, or the header 作品名 or 表題.
    pub name: Option<String>,
    /// The record itself.
    pub record: Record,
    /// The columns of a list after the second.
    pub rest: Vec<String>,
}

/// So many bad lines in a row mean that the text is no list of positions.
const BAD_LINES: usize = 1_000;

/// Reads all problems of a file; `name` is its name, where there is one, and `format` what the caller
/// knows for certain.
///
/// # Errors
/// When the file as a whole cannot be read; of a list, each bad line is an error of its own.
pub fn read_all(
    name: Option<&str>,
    bytes: &[u8],
    format: Option<Format>,
) -> Result<Vec<Result<Problem, ReadError>>, ReadError> {
    let (text, _) = text::decode(bytes, name)?;
    let first = || text.lines().next().unwrap_or("");
    if text.trim().is_empty() {
        return Err(ReadError::at(1, 1, "", ReadFault::Empty));
    }
    let extension = name.and_then(|name| name.rsplit_once('.')).map_or("", |(_, ending)| ending);
    let found = format.or_else(|| sniff(&text)).or_else(|| Format::from_extension(extension));
    let one = |record: Result<Record, ReadError>| Ok(vec![record.map(|r| problem(1, r))]);
    match found.ok_or_else(|| ReadError::at(1, 1, first(), ReadFault::UnknownFormat))? {
        Format::Kif => one(kif::read(&text)),
        Format::Ki2 => one(ki2::read(&text)),
        Format::Jkf => one(jkf::read(&text)),
        Format::Csa => {
            let records = csa::read_all(&text).into_iter();
            Ok(records.map(|(line, record)| record.map(|r| problem(line, r))).collect())
        }
        Format::Sfen | Format::Usi | Format::Usen | Format::Url => read_lines(&text, format),
    }
}

/// Writes a record.
///
/// As [`Format::Url`] a record with variations goes to ShogiHome, which shows them, any other to lishogi.
///
/// # Errors
/// When the format cannot express the diagram.
pub fn write(record: &Record, format: Format) -> Result<String, WriteError> {
    match format {
        Format::Sfen => Ok(record.setup.to_sfen()),
        Format::Usi => Ok(position_command::write(record)),
        Format::Kif => Ok(kif::write(record)),
        Format::Ki2 => Ok(ki2::write(record)),
        Format::Csa => csa::write(record),
        Format::Jkf => jkf::write(record),
        Format::Usen => usen::write(record),
        Format::Url if record.has_variations() => urls::write(record, urls::Site::ShogiHome),
        Format::Url => urls::write(record, urls::Site::Lishogi),
    }
}

fn problem(line: usize, record: Record) -> Problem {
    let name = record.header("作品名").or(record.header("表題")).map(str::to_string);
    Problem { line, name, record, rest: vec![] }
}

/// Reads a list, each line in the format given or else in the one it looks like.
fn read_lines(
    text: &str,
    format: Option<Format>,
) -> Result<Vec<Result<Problem, ReadError>>, ReadError> {
    let mut problems = Vec::new();
    let mut bad = 0;
    for (line, text) in (1..).zip(text.lines()) {
        if text.trim().is_empty() || text.trim_start().starts_with('#') {
            continue;
        }
        let mut columns = text.split('\t');
        let position = columns.next().unwrap_or("");
        let record = match format.or_else(|| sniff::line_format(position)) {
            Some(Format::Usen) => usen::read(position),
            Some(Format::Url) => urls::read(position),
            Some(_) => position_command::read(position),
            None => Err(ReadError::at(line, 1, position, ReadFault::UnknownFormat)),
        };
        let name = columns.next().map(str::trim).filter(|name| !name.is_empty());
        let record = record.map_err(|error| ReadError { line, ..error });
        bad = if record.is_ok() { 0 } else { bad + 1 };
        problems.push(record.map(|record| Problem {
            line,
            name: name.map(str::to_string),
            record,
            rest: columns.map(str::to_string).collect(),
        }));
        if bad == BAD_LINES {
            let first = problems.len() - BAD_LINES;
            return Err(problems.swap_remove(first).expect_err("a run of bad lines starts here"));
        }
    }
    if problems.is_empty() {
        return Err(ReadError::at(1, 1, text.lines().next().unwrap_or(""), ReadFault::Empty));
    }
    Ok(problems)
}
