//! What went wrong, where, and how a person sees it: a message, a place, the line with carets below it.

use crate::terminal;
use anstyle::{AnsiColor, Style};
use std::fmt;
use std::io;
use std::path::PathBuf;
use tsumugi_notation::{ReadError, ReadFault};
use tsumugi_shogi::{Setup, SetupError, sfen};
use unicode_width::UnicodeWidthChar;

const ERROR: Style = AnsiColor::Red.on_default().bold();
const GUTTER: Style = AnsiColor::Blue.on_default().bold();
const BOLD: Style = Style::new().bold();

/// The most columns of a line that are shown, if the terminal has as many.
const WINDOW: usize = 100;
/// In a narrower one than this, lines may wrap.
const NARROWEST: usize = 30;

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

impl From<Source> for Place {
    fn from(source: Source) -> Place {
        Place { source, line: None, column: None }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.source {
            Source::Argument(n) => {
                write!(f, "argument {n}")?;
                if let Some(line) = self.line.filter(|&line| line > 1) {
                    write!(f, ", line {line}")?;
                }
                return match self.column {
                    Some(column) => write!(f, ", column {column}"),
                    None => Ok(()),
                };
            }
            Source::File(path) => write!(f, "{}", path.display())?,
            Source::Stdin => write!(f, "<stdin>")?,
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

/// A character as shown: tabs and control characters would spoil the columns.
fn shown(c: char) -> char {
    match c {
        '\t' => ' ',
        c if c.width().is_none() => '\u{fffd}',
        c => c,
    }
}

fn width(c: char) -> usize {
    shown(c).width().unwrap_or(1)
}

/// The part of a line to show in so many columns, and how many of its characters are left off before it.
fn window(line: &str, around: usize, columns: usize) -> (String, usize) {
    let chars: Vec<char> = line.chars().map(shown).collect();
    let total: usize = chars.iter().copied().map(width).sum();
    let target = around.saturating_sub(1).min(chars.len());
    let mut first = 0;
    if total > columns {
        // Walk back from the place for two thirds of the window, then fill it up to the right.
        let mut used = 0;
        first = target;
        while first > 0 && used + width(chars[first - 1]) <= columns * 2 / 3 {
            first -= 1;
            used += width(chars[first]);
        }
    }
    let mut used = 0;
    let fits = chars[first..].iter().take_while(|&&c| {
        used += width(c);
        used <= columns
    });
    let last = first + if total > columns { fits.count() } else { chars.len() };
    let mut out: String = chars[first..last].iter().collect();
    if last < chars.len() {
        out.push('…');
    }
    if first > 0 {
        out.replace_range(..chars[first].len_utf8(), if width(chars[first]) == 2 { "… " } else { "…" });
    }
    (out, first)
}

/// Carets below the shown part of a line: two for a full-width character.
fn carets(line: &str, first: usize, columns: &[usize]) -> String {
    let mut out = String::new();
    let last = columns.iter().copied().max().unwrap_or(0);
    let chars = line.chars().map(Some).chain(std::iter::repeat(None));
    for (i, c) in chars.enumerate().skip(first).take(last.saturating_sub(first)) {
        let mark = if columns.contains(&(i + 1)) { '^' } else { ' ' };
        // Behind the end of the line there is one caret, right after its last character.
        let Some(c) = c else {
            out.push('^');
            break;
        };
        for _ in 0..width(c) {
            out.push(mark);
        }
    }
    out
}

/// A report as it is printed on a terminal with so many columns.
struct Printed<'a>(&'a Report, usize);

impl fmt::Display for Printed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Printed(report, columns) = *self;
        writeln!(f, "{ERROR}error{ERROR:#}{BOLD}: {}{BOLD:#}", report.message)?;
        let number = report.snippet.as_ref().and_then(|snippet| snippet.number);
        let number = number.map(|n| n.to_string()).unwrap_or_default();
        let pad = " ".repeat(number.len().max(1));
        if let Some(place) = &report.place {
            writeln!(f, "{pad}{GUTTER}-->{GUTTER:#} {place}")?;
        }
        let bar = format!("{GUTTER}{pad} |{GUTTER:#}");
        if let Some(Snippet { line, marks, .. }) = report.snippet.as_deref() {
            let around = marks.iter().flat_map(|mark| &mark.columns).copied().min().unwrap_or(1);
            // " | " before the line, "…" behind it, and a column to spare: a full line wraps in some terminals.
            let room = columns.saturating_sub(pad.len() + 5).clamp(NARROWEST, WINDOW);
            let (text, first) = window(line, around, room);
            writeln!(f, "{bar}")?;
            writeln!(f, "{GUTTER}{number:>w$} |{GUTTER:#} {text}", w = pad.len())?;
            for Mark { columns, label } in marks {
                let carets = carets(line, first, columns);
                writeln!(f, "{bar} {ERROR}{}{ERROR:#}", format!("{carets} {label}").trim_end())?;
            }
        }
        for note in &report.notes {
            writeln!(f, "{GUTTER}{pad} ={GUTTER:#} {note}")?;
        }
        Ok(())
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
    use tsumugi_shogi::{Position, Waivers};

    fn plain_in(report: &Report, columns: usize) -> String {
        anstream::adapter::strip_str(&Printed(report, columns).to_string()).to_string()
    }

    fn plain(report: &Report) -> String {
        plain_in(report, usize::MAX)
    }

    #[test]
    fn a_caret_stands_under_a_full_width_character() {
        let error = ReadError::at(2, 8, "   1 ７六玉(77)", ReadFault::Expected("a piece".to_string()));
        let report = Report::unreadable(&error, Source::File("a.kif".into()), None);
        assert_eq!(
            plain(&report),
            "error: expected a piece\n --> a.kif:2:8\n  |\n2 |    1 ７六玉(77)\n  |          ^^\n"
        );
    }

    #[test]
    fn a_long_line_is_cut_around_the_place_and_fits_the_terminal() {
        for (column, terminal) in [1, 50, 150, 299, 301].into_iter().flat_map(|c| [(c, 200), (c, 50)]) {
            let line: String = (0..300).map(|i| if i + 1 == column { '!' } else { '歩' }).collect();
            let error = ReadError::at(1, column, &line, ReadFault::Empty);
            let report = Report::unreadable(&error, Source::Argument(1), Some(&line));
            let report = plain_in(&report, terminal);
            let lines: Vec<&str> = report.lines().collect();
            let columns = |text: &str| text.chars().map(width).sum::<usize>();
            assert!(columns(lines[3]) < terminal.min(WINDOW + 10), "{report}");
            let caret = columns(lines[4].split('^').next().unwrap());
            let target = lines[3].split('!').next().unwrap();
            assert_eq!(caret, columns(target), "{report}");
        }
    }

    #[test]
    fn every_fault_has_its_caret_or_its_note() {
        let setup: Setup = "P3k4/9/9/9/9/P8/P8/9/9 b 18P 1".parse().unwrap();
        let error = Position::new(&setup, Waivers::TSUME).unwrap_err();
        let report = Report::inadmissible(&error, &setup, Source::Argument(1).into());
        assert_eq!(
            plain(&report),
            "error: the diagram breaks 3 rules\n\
             \x20--> argument 1\n\
             \x20 |\n\
             \x20 | P3k4/9/9/9/9/P8/P8/9/9 b 18P 1\n\
             \x20 | ^            ^  ^ two-pawns: two unpromoted black pawns on file 9 (9a, 9f, 9g): nifu (二歩)\n\
             \x20 | ^ dead-piece: the black pawn on 9a could never move\n\
             \x20 = too-many-pieces: 21 pawns on the board and in hand, but a set has 18\n\
             \x20 = help: --allow too-many-pieces --allow two-pawns --allow dead-piece to go on all the same\n"
        );
    }

    #[test]
    fn places_read_like_a_compiler_s() {
        let place = |source, line, column| Place { source, line, column }.to_string();
        assert_eq!(place(Source::File("a/b.kif".into()), Some(3), Some(7)), "a/b.kif:3:7");
        assert_eq!(place(Source::File("a/b.kif".into()), Some(3), None), "a/b.kif:3");
        assert_eq!(place(Source::Stdin, None, None), "<stdin>");
        assert_eq!(place(Source::Argument(2), Some(1), Some(5)), "argument 2, column 5");
    }
}
