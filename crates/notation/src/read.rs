//! The one door: bytes of any format we know in, records out; and records out in any format.
//!
//! What a text contains decides, the name of its file only where that is not enough. SFENs, USI position
//! lines, USEN and URLs come one per line, with a name and other columns behind tabs; blank lines and
//! lines starting with `#` are skipped, a first line that names the columns (`sfen`, a tab, …) too, and a bad
//! line spoils no other. The other formats hold one record a file, except CSA, which may hold several.

mod sniff;

use crate::lines::{Line, lines};
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
#[non_exhaustive]
pub struct ReadRecord {
    /// The line it starts on, from 1.
    pub line: usize,
    /// What the file calls it: the second column of a list, or the header 作品名 or 表題.
    pub name: Option<String>,
    /// The record itself.
    pub record: Record,
    /// What it was written in; of a list, its own line.
    pub format: Format,
    /// The columns of a list after the second.
    pub rest: Vec<String>,
}

/// The most bad lines of a list that are told one by one.
const BAD_LINES: usize = 1_000;

/// Reads all problems of a file; `name` is its name, where there is one, and `format` what the caller
/// knows for certain.
///
/// # Errors
/// When the file as a whole cannot be read. Of a list each bad line is an error of its own, up to 1,000 of them;
/// a last one, [`ReadFault::MoreBadLines`], counts the others. A list with that many and no good line is none, and
/// its first bad line the error.
pub fn read_all(
    name: Option<&str>,
    bytes: &[u8],
    format: Option<Format>,
) -> Result<Vec<Result<ReadRecord, ReadError>>, ReadError> {
    let (text, _) = text::decode(bytes, name)?;
    read_text(name, &text, format)
}

/// The same for a text, whatever encoding its first line names. A program that reads no files does without the tables of
/// Shift_JIS, which is a tenth of the module for browsers.
///
/// # Errors
/// As [`read_all`].
pub fn read_text(
    name: Option<&str>,
    text: &str,
    format: Option<Format>,
) -> Result<Vec<Result<ReadRecord, ReadError>>, ReadError> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    let first = || text.lines().next().unwrap_or("");
    if text.trim().is_empty() {
        return Err(ReadError::at(1, 1, "", ReadFault::Empty));
    }
    let extension = name.and_then(|name| name.rsplit_once('.')).map_or("", |(_, ending)| ending);
    let found = format.or_else(|| sniff(text)).or_else(|| Format::from_extension(extension));
    let found = found.ok_or_else(|| ReadError::at(1, 1, first(), ReadFault::UnknownFormat))?;
    let one = |record: Result<Record, ReadError>| Ok(vec![record.map(|r| problem(1, r, found))]);
    match found {
        Format::Kif => one(kif::read(text)),
        Format::Ki2 => one(ki2::read(text)),
        Format::Jkf => one(jkf::read(text)),
        Format::Csa => {
            let records = csa::read_all(text).into_iter();
            Ok(records.map(|(line, record)| record.map(|r| problem(line, r, found))).collect())
        }
        Format::Sfen | Format::Usi | Format::Usen | Format::Url => read_list(text, format),
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

/// Reads one line of a list, in the format given or else in the one it looks like; `None` if it says nothing: blank, a
/// comment, or the names of the columns. For lists too long to be held in memory.
///
/// # Errors
/// When the line is no problem.
pub fn read_list_line(
    number: usize,
    bytes: &[u8],
    format: Option<Format>,
) -> Option<Result<ReadRecord, ReadError>> {
    let text = match text::decode(bytes, None) {
        Ok((text, _)) => text,
        Err(error) => return Some(Err(ReadError { line: number, ..error })),
    };
    let text = text.trim_end_matches(['\r', '\n']);
    let silent = text.trim().is_empty() || text.trim_start().starts_with('#');
    if silent || (number == 1 && sniff::is_heading(text)) {
        return None;
    }
    Some(read_line(Line { number, text }, format))
}

fn problem(line: usize, record: Record, format: Format) -> ReadRecord {
    let name = record.header("作品名").or(record.header("表題")).map(str::to_string);
    ReadRecord { line, name, record, format, rest: vec![] }
}

/// Reads a list, each line in the format given or else in the one it looks like.
fn read_list(
    text: &str,
    format: Option<Format>,
) -> Result<Vec<Result<ReadRecord, ReadError>>, ReadError> {
    let mut problems = Vec::new();
    let (mut good, mut bad) = (0, 0);
    let mut first_untold = None;
    let said = |line: &Line| !line.text.trim().is_empty() && !line.text.trim_start().starts_with('#');
    for (i, line) in lines(text).filter(said).enumerate() {
        if i == 0 && sniff::is_heading(line.text) {
            continue;
        }
        match read_line(line, format) {
            Ok(problem) => {
                good += 1;
                problems.push(Ok(problem));
            }
            Err(error) => {
                bad += 1;
                if bad <= BAD_LINES {
                    problems.push(Err(error));
                } else {
                    first_untold.get_or_insert(line);
                }
            }
        }
    }
    match first_untold {
        Some(_) if good == 0 => return problems.swap_remove(0).map(|problem| vec![Ok(problem)]),
        Some(line) => problems.push(Err(line.error(1, ReadFault::MoreBadLines(bad - BAD_LINES)))),
        None if problems.is_empty() => {
            return Err(ReadError::at(1, 1, text.lines().next().unwrap_or(""), ReadFault::Empty));
        }
        None => {}
    }
    Ok(problems)
}

fn read_line(line: Line, format: Option<Format>) -> Result<ReadRecord, ReadError> {
    let mut columns = line.text.split('\t');
    let position = columns.next().unwrap_or("");
    let format = format.or_else(|| sniff::line_format(position));
    let record = match format {
        Some(Format::Usen) => usen::read(position),
        Some(Format::Url) => urls::read(position),
        Some(_) => position_command::read(position),
        None => Err(ReadError::at(line.number, 1, position, ReadFault::UnknownFormat)),
    };
    let record = record.map_err(|error| ReadError { line: line.number, ..error })?;
    let name = columns.next().map(str::trim).filter(|name| !name.is_empty());
    let name = name.map(str::to_string);
    let format = format.unwrap_or(Format::Sfen);
    let rest = columns.map(str::to_string).collect();
    Ok(ReadRecord { line: line.number, name, record, format, rest })
}
