//! What went wrong and where: a message, a place, a line with marks. `draw.rs` shows it to a person.

mod draw;

use crate::language::{Language, Tongue, spoken};
use crate::terminal;
use draw::{BOLD, Printed};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use tsumugi_api::{Japanese, Message, message};
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
    /// A file in an archive, by its path there.
    Inside(Box<Source>, String),
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
            Source::Inside(archive, path) => write!(f, "{archive}/{path}"),
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

impl Place {
    /// As a reader of this language writes it.
    pub fn told(&self, tongue: Tongue) -> String {
        match (tongue.language, &self.source) {
            (Language::En, _) | (_, Source::File(_) | Source::Inside(..)) => self.to_string(),
            (Language::Ja, Source::Argument(n)) => format!("{n}番目の引数{}", self.line_and_column(1)),
            (Language::Ja, Source::Stdin) => format!("標準入力{}", self.line_and_column(0)),
        }
    }

    /// In Japanese; a line up to `known` is not worth saying.
    fn line_and_column(&self, known: usize) -> String {
        let line = self.line.filter(|&line| line > known).map(|line| format!(" {line}行目"));
        let column = self.column.map(|column| format!(" {column}文字目"));
        line.unwrap_or_default() + &column.unwrap_or_default()
    }
}

/// What the system says, in Japanese.
fn in_japanese(error: &io::Error) -> String {
    use io::ErrorKind::*;
    let said = match error.kind() {
        NotFound => "見つかりません",
        PermissionDenied => "許可がありません",
        AlreadyExists => "すでにあります",
        IsADirectory => "フォルダです",
        NotADirectory => "フォルダではありません",
        DirectoryNotEmpty => "フォルダが空ではありません",
        StorageFull | QuotaExceeded => "空き容量が足りません",
        ReadOnlyFilesystem => "書き込みが禁止されています",
        FileTooLarge => "大きすぎます",
        InvalidData | InvalidInput => "内容が正しくありません",
        InvalidFilename => "ファイル名が正しくありません",
        UnexpectedEof => "途中で終わっています",
        AddrInUse => "すでに使われています",
        AddrNotAvailable => "このアドレスは使えません",
        ConnectionRefused => "接続を拒否されました",
        ConnectionReset | ConnectionAborted | NotConnected | BrokenPipe => "接続が切れました",
        HostUnreachable | NetworkUnreachable | NetworkDown => "接続できません",
        TimedOut => "時間内に応答がありません",
        OutOfMemory => "メモリが足りません",
        ResourceBusy | ExecutableFileBusy => "使用中です",
        Interrupted => "中断されました",
        // The system has more to say than there are words for here.
        _ => {
            return error
                .raw_os_error()
                .map_or("失敗しました".to_string(), |n| format!("エラー番号{n}"));
        }
    };
    said.to_string()
}

/// Carets below a line, and what they say.
#[derive(Clone, Debug)]
struct Mark {
    /// Columns from 1.
    columns: Vec<usize>,
    label: Option<Message>,
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
    message: Message,
    place: Option<Place>,
    snippet: Option<Box<Snippet>>,
    notes: Vec<Message>,
    /// How many bad problems it stands for.
    problems: usize,
}

/// In a line, for those who pass it on; [`print()`] shows all of it.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message.fmt(f)
    }
}

impl std::error::Error for Report {}

impl Report {
    /// A message without a place.
    pub fn new(message: Message) -> Report {
        Report { message, place: None, snippet: None, notes: vec![], problems: 1 }
    }

    /// A message of a program that speaks English alone.
    pub fn english(message: impl Into<String>) -> Report {
        Report::new(Message::english_only(message))
    }

    /// A file or stream that cannot be read or written.
    pub fn io(what: &Message, error: &io::Error) -> Report {
        // "No such file or directory (os error 2)": the number tells a user nothing.
        let why = error.to_string();
        let why = why.split(" (os error").next().unwrap_or(&why).to_lowercase();
        let (doing, because) = (what.japanese(), in_japanese(error));
        Report::new(message!("{what}: {why}", "{doing}: {because}"))
    }

    /// A file that cannot be read.
    pub fn cannot_read(path: &Path, error: &io::Error) -> Report {
        let path = path.display();
        Report::io(&message!("cannot read {path}", "{path} を読めません"), error)
    }

    /// A file that cannot be written.
    pub fn cannot_write(path: &Path, error: &io::Error) -> Report {
        let path = path.display();
        Report::io(&message!("cannot write {path}", "{path} に書けません"), error)
    }

    /// A file or directory that cannot be worked with.
    pub fn cannot_use(path: &Path, error: &io::Error) -> Report {
        let path = path.display();
        Report::io(&message!("cannot use {path}", "{path} を使えません"), error)
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
        let marks = vec![Mark { columns: vec![error.column], label: None }];
        let snippet = Snippet { number, line: line.to_string(), marks };
        Report {
            message: error.why.message(),
            place: Some(Place { source, line: Some(error.line), column: Some(error.column) }),
            // A caret below nothing tells nothing.
            snippet: Some(Box::new(snippet)).filter(|snippet| !snippet.line.trim().is_empty()),
            notes: vec![],
            problems,
        }
    }

    /// Something wrong at a place in a text, whose line is shown.
    pub fn marked(message: Message, place: Place, line: &str) -> Report {
        let marks = vec![Mark { columns: vec![place.column.unwrap_or(1)], label: None }];
        let snippet = Snippet { number: place.line, line: line.to_string(), marks };
        // A caret below nothing tells nothing.
        let snippet = Some(Box::new(snippet)).filter(|_| !line.trim().is_empty());
        Report { snippet, ..Report::new(message).at(place) }
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
            let (name, said) = (fault.name().as_str(), fault.japanese());
            let label = message!("{name}: {fault}", "{name}: {said}");
            if columns.is_empty() {
                notes.push(label);
            } else {
                marks.push(Mark { columns, label: Some(label) });
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
            let flags = flags.join(" ");
            notes.push(message!(
                "help: {flags} to go on all the same",
                "ヒント: このまま続けるには {flags}",
            ));
        }
        let message = match error.faults.len() {
            1 => message!("the diagram breaks a rule", "規則に合わない配置です"),
            n => message!("the diagram breaks {n} rules", "規則に合わない配置です（{n}箇所）"),
        };
        let snippet = Some(Box::new(Snippet { number: None, line, marks }));
        Report { message, place: Some(place), snippet, notes, problems: 1 }
    }

    /// What went wrong, without the place.
    pub fn message(&self) -> &Message {
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
    pub fn note(mut self, note: Message) -> Report {
        self.notes.push(note);
        self
    }
}

/// Prints reports to stderr, but not without end.
#[derive(Default, Debug)]
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
            let more = self.left_out;
            print(&Report::new(message!(
                "{more} more bad problems not shown",
                "他にも読めない問題が{more}題あります",
            )));
        }
    }
}

/// Tells something on stderr that is no error.
pub fn note(text: &Message) {
    use std::io::Write;
    let (label, text) = (spoken().say("note", "注"), spoken().tell(text));
    let _ = writeln!(anstream::stderr().lock(), "{BOLD}{label}{BOLD:#}: {text}");
}

/// Prints a report to stderr, coloured on a terminal. If that fails there is nobody left to tell.
pub fn print(report: &Report) {
    use std::io::Write;
    let columns = terminal::columns().unwrap_or(usize::MAX);
    let _ = write!(anstream::stderr().lock(), "{}", Printed(report, columns, spoken()));
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
