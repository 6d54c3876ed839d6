//! What went wrong and where: a message, a place, a line with marks. `draw.rs` shows it to a person.

mod draw;

use crate::terminal;
use draw::{BOLD, Printed};
use std::fmt;
use std::io;
use std::path::PathBuf;
use tsumugi_notation::{ReadError, ReadFault};
use tsumugi_shogi::{Setup, SetupError, sfen};

/// Why a command ends early.
#[derive(Debug)]
pub enum Failure {
    /// Something to tell the user.
    Report(Box<Report>),
    /// Standard output cannot be written. When its reader has gone, that is no error.
    Stdout(io::Error),
}

impl From<Report> for Failure {
    fn from(report: Report) -> Failure {
        Failure::Report(Box::new(report))
    }
}

/// Where a text came from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// An argument of the command line, from 1.
    Argument(usize),
    /// A file.
    File(PathBuf),
    /// Standard input.
    Stdin,
}

/// A place in a text: line and column count from 1, columns in characters.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The text.
    pub source: Source,
    /// The line, where known.
    pub line: Option<usize>,
    /// The character in the line, where known.
    pub column: Option<usize>,
}

impl fmt::Display for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Source::Argument(n) => write!(f, "argument {n}"),
            Source::File(path) => write!(f, "{}", path.display()),
            Source::Stdin => f.write_str("<stdin>"),
        }
    }
}

impl From<Source> for Place {
    fn from(source: Source) -> Place {
        Place { source, line: None, column: None }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.source)?;
        if let Source::Argument(_) = self.source {
            if let Some(line) = self.line.filter(|&line| line > 1) {
                write!(f, ", line {line}")?;
            }
            return match self.column {
                Some(column) => write!(f, ", column {column}"),
                None => Ok(()),
            };
        }
        for number in [self.line, self.column].into_iter().map_while(|number| number) {
            write!(f, ":{number}")?;
        }
        Ok(())
    }
}

/// Carets below a line, and what they say.
#[derive(Clone, Debug)]
struct Mark {
    /// Columns from 1.
    columns: Vec<usize>,
    label: String,
}

/// A line of input with marks below it.
#[derive(Clone, Debug)]
struct Snippet {
    number: Option<usize>,
    line: String,
    marks: Vec<Mark>,
}

/// An error for the user.
#[derive(Clone, Debug)]
pub struct Report {
    message: String,
    place: Option<Place>,
    snippet: Option<Box<Snippet>>,
    notes: Vec<String>,
    /// How many bad problems it stands for.
    problems: usize,
}

/// In a line, for those who pass it on; [`print()`] shows all of it.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Report {}

impl Report {
    /// A message without a place.
    pub fn new(message: impl Into<String>) -> Report {
        Report { message: message.into(), place: None, snippet: None, notes: vec![], problems: 1 }
    }

    /// A file or stream that cannot be read or written.
    pub fn io(what: &str, error: &io::Error) -> Report {
        // "No such file or directory (os error 2)": the number tells a user nothing.
        let why = error.to_string();
        let why = why.split(" (os error").next().unwrap_or(&why).to_lowercase();
        Report::new(format!("{what}: {why}"))
    }

    /// A text that cannot be read. `line` is the line of the fault, where the text could be decoded.
    pub fn unreadable(error: &ReadError, source: Source, line: Option<&str>) -> Report {
        let line = line.unwrap_or(&error.excerpt);
        let problems = match error.why {
            ReadFault::MoreBadLines(n) => n,
            _ => 1,
        };
        let number = match source {
            Source::Argument(_) if error.line == 1 => None,
            _ => Some(error.line),
        };
        let marks = vec![Mark { columns: vec![error.column], label: String::new() }];
        let snippet = Snippet { number, line: line.to_string(), marks };
        Report {
            message: error.why.to_string(),
            place: Some(Place { source, line: Some(error.line), column: Some(error.column) }),
            // A caret below nothing tells nothing.
            snippet: Some(Box::new(snippet)).filter(|snippet| !snippet.line.trim().is_empty()),
            notes: vec![],
            problems,
        }
    }

    /// A diagram that breaks rules: its SFEN with a caret at each square that shows a fault.
    pub fn inadmissible(error: &SetupError, setup: &Setup, place: Place) -> Report {
        let line = setup.to_sfen();
        let mut marks = Vec::new();
        let mut notes = Vec::new();
        for fault in &error.faults {
            let mut columns: Vec<usize> =
                fault.squares().iter().filter_map(|&square| sfen::column_of(&line, square)).collect();
            columns.sort_unstable();
            let label = format!("{}: {fault}", fault.name().as_str());
            if columns.is_empty() {
                notes.push(label);
            } else {
                marks.push(Mark { columns, label });
            }
        }
        let mut waivable: Vec<&str> = error
            .faults
            .iter()
            .map(|fault| fault.name())
            .filter(|name| name.can_be_waived())
            .map(|name| name.as_str())
            .collect();
        waivable.dedup();
        if !waivable.is_empty() && waivable.len() == error.faults.len() {
            let flags: Vec<String> = waivable.iter().map(|name| format!("--allow {name}")).collect();
            notes.push(format!("help: {} to go on all the same", flags.join(" ")));
        }
        let message = match error.faults.len() {
            1 => "the diagram breaks a rule".to_string(),
            n => format!("the diagram breaks {n} rules"),
        };
        let snippet = Some(Box::new(Snippet { number: None, line, marks }));
        Report { message, place: Some(place), snippet, notes, problems: 1 }
    }

    /// What went wrong, without the place.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Where it is, if that is known.
    pub fn place(&self) -> Option<&Place> {
        self.place.as_ref()
    }

    /// The same at a place.
    #[must_use]
    pub fn at(mut self, place: impl Into<Place>) -> Report {
        self.place = Some(place.into());
        self
    }

    /// The same with one more note.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> Report {
        self.notes.push(note.into());
        self
    }
}

/// Prints reports to stderr, but not without end.
#[derive(Default)]
pub struct Reporter {
    shown: usize,
    left_out: usize,
}

impl Reporter {
    /// More bad problems than this are counted, not shown.
    const MOST: usize = 20;

    /// Shows a report, or counts it.
    pub fn show(&mut self, report: &Report) {
        if self.shown < Self::MOST {
            self.shown += 1;
            print(report);
        } else {
            self.left_out += report.problems;
        }
    }

    /// Says how many reports were not shown.
    pub fn finish(self) {
        if self.left_out > 0 {
            print(&Report::new(format!("{} more bad problems not shown", self.left_out)));
        }
    }
}

/// Tells something on stderr that is no error.
pub fn note(text: &str) {
    use std::io::Write;
    let _ = writeln!(anstream::stderr().lock(), "{BOLD}note{BOLD:#}: {text}");
}

/// Prints a report to stderr, coloured on a terminal. If that fails there is nobody left to tell.
pub fn print(report: &Report) {
    use std::io::Write;
    let columns = terminal::columns().unwrap_or(usize::MAX);
    let _ = write!(anstream::stderr().lock(), "{}", Printed(report, columns));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_read_like_a_compiler_s() {
        let place = |source, line, column| Place { source, line, column }.to_string();
        assert_eq!(place(Source::File("a/b.kif".into()), Some(3), Some(7)), "a/b.kif:3:7");
        assert_eq!(place(Source::File("a/b.kif".into()), Some(3), None), "a/b.kif:3");
        assert_eq!(place(Source::Stdin, None, None), "<stdin>");
        assert_eq!(place(Source::Argument(2), Some(1), Some(5)), "argument 2, column 5");
    }
}
