//! PROBLEM words of the command line → records, each with its place or its error.

use crate::archive::{Archive, ArchiveFault, is_archive, is_called_archive};
use crate::args::{Admission, Problems, Sides};
use crate::report::{Place, Report, Source};
use std::cell::LazyCell;
use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use tsumugi_api::{Japanese, message, no_king_to_mate};
use tsumugi_notation::read::{self, Format};
use tsumugi_notation::{At, ReadError, Record, position_command, text};
use tsumugi_shogi::{Move, Setup, Waivers};

/// More input than this is refused: no collection of problems comes near it.
const MOST_BYTES: u64 = 256 << 20;

/// A record with its origin.
#[derive(Debug)]
pub struct InputProblem {
    /// Where it was read.
    pub place: Place,
    /// Which problem of its source it is, from 0, and how many there are.
    pub number: (usize, usize),
    /// Its name, where the source gives one.
    pub name: Option<String>,
    /// The diagram with what belongs to it.
    pub record: Record,
    /// What it was written in.
    pub format: Format,
    /// After how many moves of what was read the record begins.
    pub played: usize,
    /// The columns of a list after the name.
    pub rest: Vec<String>,
}

impl InputProblem {
    /// The diagram that was solved. An answer names the position that was searched, so that is one.
    pub fn solved(&self, sfen: &str) -> Setup {
        sfen.parse().unwrap_or_else(|_| self.record.setup.clone())
    }

    /// The record from a place of its main line on: by default a position as USI writes it means the position after its
    /// moves, any other record its diagram.
    ///
    /// # Errors
    /// When there is no such place.
    pub fn asked(&self, at: Option<At>) -> Result<Record, Report> {
        let by_itself = match self.format {
            Format::Sfen | Format::Usi => At::End,
            _ => At::Start,
        };
        let at = at.unwrap_or(by_itself);
        self.record.from_place(at).ok_or_else(|| {
            let moves = self.record.main_line().len();
            let message = message!(
                "there is no place {at}: the record has {moves} moves",
                "{at}手目の局面はありません（全{moves}手）",
            );
            Report::new(message).at(self.place.clone())
        })
    }

    /// The problem from there on.
    ///
    /// # Errors
    /// When there is no such place.
    pub fn at(self, at: Option<At>) -> Result<InputProblem, Report> {
        let record = self.asked(at)?;
        let played = self.record.main_line().len() - record.main_line().len();
        Ok(InputProblem { record, played, ..self })
    }

    /// The mate problem that the diagram poses.
    pub fn pose(&self, sides: &Sides, admission: &Admission) -> Result<tsumugi_tsume::Problem, Report> {
        let setup = &self.record.setup;
        let problem = sides
            .problem(setup, admission.waivers())
            .map_err(|error| Report::inadmissible(&error, setup, self.place.clone()))?;
        if sides.attacker.is_some() && problem.position().king(problem.defender()).is_none() {
            let report = Report::new(no_king_to_mate()).at(self.place.clone());
            return Err(report.note(message!(
                "--attacker names the side that gives mate",
                "--attacker は攻方を指定します",
            )));
        }
        Ok(problem)
    }
}

/// Reads all problems in the order of the words.
pub fn load(problems: &Problems) -> Vec<Result<InputProblem, Report>> {
    let mut all = Vec::new();
    let mut cut = false;
    for (i, word) in problems.words.iter().enumerate() {
        if cut && !is_problem(word) {
            continue;
        }
        let mut found = load_word(word, i + 1, problems.from);
        // A SFEN without quotes: the shell has cut it into words. One complaint is enough.
        cut = is_bare_board(word)
            && problems.words.get(i + 1).is_some_and(|next| next == "b" || next == "w");
        if cut {
            let hint = message!(
                "help: put the position in quotes, since it contains blanks",
                "ヒント: 空白を含むので、局面は引用符で囲んでください",
            );
            let hinted = |one: Result<_, Report>| one.map_err(|report| report.note(hint.clone()));
            found = found.into_iter().map(hinted).collect();
        }
        all.extend(found);
    }
    all
}

/// Reads all problems of a file.
pub fn load_file(path: &OsStr, format: Option<read::Format>) -> Vec<Result<InputProblem, Report>> {
    load_word(path, 1, format)
}

/// Files → the records in them, one after the other: a file, or a record of an archive, is read when its turn comes.
#[derive(Debug)]
pub struct Stream {
    files: VecDeque<OsString>,
    format: Option<Format>,
    archive: Option<Unpacking>,
    read: VecDeque<Result<InputProblem, Report>>,
}

impl Stream {
    /// The records of these files.
    pub fn new(files: Vec<OsString>, format: Option<Format>) -> Stream {
        Stream { files: files.into(), format, archive: None, read: VecDeque::new() }
    }

    /// Reads the next file; none if there is no more.
    fn read(&mut self) -> Option<()> {
        if let Some(more) = self.archive.as_mut().and_then(Iterator::next) {
            self.read = more.into();
            return Some(());
        }
        self.archive = None;
        match open(&self.files.pop_front()?, 1, self.format) {
            Opened::Records(records) => self.read = records.into(),
            Opened::Archive(archive) => self.archive = Some(archive),
        }
        Some(())
    }
}

impl Iterator for Stream {
    type Item = Result<InputProblem, Report>;

    fn next(&mut self) -> Option<Self::Item> {
        while self.read.is_empty() {
            self.read()?;
        }
        self.read.pop_front()
    }
}

/// What a word stands for.
enum Opened {
    Records(Vec<Result<InputProblem, Report>>),
    Archive(Unpacking),
}

/// An archive on its way to records.
#[derive(Debug)]
struct Unpacking {
    source: Source,
    archive: Archive,
    format: Option<Format>,
}

impl Unpacking {
    /// Takes what was opened, unless it is no archive or has no records.
    fn begin(source: Source, archive: Result<Archive, ArchiveFault>, format: Option<Format>) -> Opened {
        match archive {
            Ok(archive) if archive.is_empty() => {
                let message =
                    message!("no records in this archive", "このアーカイブには棋譜がありません",);
                Opened::Records(vec![Err(Report::new(message).at(source))])
            }
            Ok(archive) => Opened::Archive(Unpacking { source, archive, format }),
            Err(fault) => Opened::Records(vec![Err(Report::new(fault.message()).at(source))]),
        }
    }
}

impl Iterator for Unpacking {
    type Item = Vec<Result<InputProblem, Report>>;

    fn next(&mut self) -> Option<Self::Item> {
        let (path, bytes) = self.archive.next(MOST_BYTES)?;
        let source = Source::Inside(Box::new(self.source.clone()), path.clone());
        Some(match bytes {
            Ok(bytes) => records(&bytes, Some(&path), source, self.format),
            Err(fault) => vec![Err(Report::new(fault.message()).at(source))],
        })
    }
}

/// The one problem a word stands for, with the hands it is played with.
pub fn only(
    word: &OsStr,
    at: Option<At>,
    waivers: Waivers,
    sides: &Sides,
) -> Result<tsumugi_tsume::Problem, Report> {
    let mut found = load_word(word, 1, None);
    let problem = match (found.pop(), found.is_empty()) {
        (Some(problem), true) => problem?.at(at)?,
        _ => {
            let message = message!("expected one problem", "問題は1題だけ指定してください");
            return Err(Report::new(message).at(Source::Argument(1)));
        }
    };
    let setup = &problem.record.setup;
    let admitted = sides.problem(setup, waivers);
    admitted.map_err(|error| Report::inadmissible(&error, setup, problem.place.clone()))
}

/// The moves of the one record a word stands for.
///
/// # Errors
/// When it cannot be read, or is not one.
pub fn line(word: &OsStr) -> Result<Vec<Move>, Report> {
    let mut found = load_word(word, 1, None);
    match (found.pop(), found.is_empty()) {
        (Some(one), true) => Ok(one?.record.main_line()),
        _ => Err(Report::new(message!("expected one record", "棋譜は1つだけ指定してください"))),
    }
}

/// Is there a file of this name, or is the word meant as a position?
fn is_problem(word: &OsStr) -> bool {
    word == "-" || Path::new(word).exists() || word.to_str().is_some_and(looks_like_position)
}

/// The board part of a SFEN, standing alone.
fn is_bare_board(word: &OsStr) -> bool {
    word.to_str()
        .is_some_and(|text| text.matches('/').count() == 8 && !text.contains(char::is_whitespace))
}

/// The diagram after all moves of a position as USI writes it.
pub fn end_of_line(text: &str) -> Result<Setup, Report> {
    let unreadable = |error: &ReadError| {
        let report = Report::unreadable(error, Source::Argument(1), Some(text));
        if Path::new(text).exists() {
            return report.note(message!(
                "help: a file is not read here; give the position itself",
                "ヒント: ここではファイルは読みません。局面そのものを書いてください",
            ));
        }
        report
    };
    let record = position_command::read(text).map_err(|error| unreadable(&error))?;
    let last = record.main_line_from(Record::ROOT).last().copied().unwrap_or(Record::ROOT);
    record.setup_at(last).map_err(|why| Report::new(why.message()))
}

fn load_word(
    word: &OsStr,
    number: usize,
    format: Option<read::Format>,
) -> Vec<Result<InputProblem, Report>> {
    match open(word, number, format) {
        Opened::Records(records) => records,
        Opened::Archive(archive) => archive.flatten().collect(),
    }
}

fn open(word: &OsStr, number: usize, format: Option<read::Format>) -> Opened {
    let bad = |report: Report| Opened::Records(vec![Err(report)]);
    if word == "-" {
        return match bytes_of(io::stdin().lock()) {
            Ok(bytes) if is_archive(&bytes) => {
                Unpacking::begin(Source::Stdin, Archive::of_bytes(bytes), format)
            }
            Ok(bytes) => Opened::Records(records(&bytes, None, Source::Stdin, format)),
            Err(error) => {
                bad(Report::io(&message!("cannot read standard input", "標準入力を読めません"), &error))
            }
        };
    }
    let path = Path::new(word);
    // A SFEN may well be longer than a file name can be; then "exists" fails, and it is no file.
    if path.exists() {
        let source = Source::File(path.to_path_buf());
        return match File::open(path).and_then(|file| file_or_archive(file, word)) {
            Ok(Content::Archive(file)) => Unpacking::begin(source, Archive::of_file(file), format),
            Ok(Content::Bytes(bytes)) => {
                Opened::Records(records(&bytes, word.to_str(), source, format))
            }
            Err(error) => bad(Report::cannot_read(path, &error)),
        };
    }
    let source = Source::Argument(number);
    match word.to_str().filter(|text| looks_like_position(text)) {
        Some(text) => Opened::Records(records(text.as_bytes(), None, source, format)),
        None => bad(neither(word, source)),
    }
}

/// What a file is.
enum Content {
    Bytes(Vec<u8>),
    Archive(File),
}

fn file_or_archive(mut file: File, name: &OsStr) -> io::Result<Content> {
    let mut start = vec![];
    Read::by_ref(&mut file).take(4).read_to_end(&mut start)?;
    if is_archive(&start) || name.to_str().is_some_and(is_called_archive) {
        return Ok(Content::Archive(file));
    }
    let whole = bytes_of(io::Cursor::new(start).chain(file))?;
    Ok(Content::Bytes(whole))
}

/// Is the word meant as a position? If not, it is the name of a file that does not exist.
fn looks_like_position(text: &str) -> bool {
    let starts = ["sfen", "position", "startpos", "http://", "https://", "piyoshogi://", "~", "{"];
    let board = text.split_whitespace().next().unwrap_or("");
    let board_like = board.chars().all(|c| c.is_ascii_alphanumeric() || "+/".contains(c));
    // One word with few slashes is a path, whatever its letters are.
    if board.len() == text.len() && board.matches('/').count() < 8 && board_like {
        return starts.iter().any(|start| text.starts_with(start)) || text.is_empty();
    }
    text.trim().is_empty()
        || text.contains('\n')
        || starts.iter().any(|start| text.starts_with(start))
        || text.contains(" b ")
        || text.contains(" w ")
        || (board_like && board.contains('/') && board.starts_with(|c: char| c.is_ascii_digit()))
        || board.matches('/').count() >= 8
}

fn neither(word: &OsStr, source: Source) -> Report {
    let mut word: String = word.to_string_lossy().into_owned();
    if word.chars().count() > 80 {
        word = word.chars().take(79).chain(['…']).collect();
    }
    let path = Path::new(&word);
    let is_path = path.extension().is_some() || word.contains(['/', '\\']);
    let message = match is_path && !word.contains(char::is_whitespace) {
        true => message!("{word}: no such file", "{word}: そのようなファイルはありません"),
        false => message!(
            "{word:?} is neither an existing file nor a position",
            "「{word}」というファイルはなく、局面としても読めません",
        ),
    };
    Report::new(message).at(source).note(message!(
        "a position looks like '4k4/9/4P4/9/9/9/9/9/9 b G 1', 'startpos' or a board URL",
        "局面の例: '4k4/9/4P4/9/9/9/9/9/9 b G 1'、'startpos'、盤面のアドレス",
    ))
}

fn bytes_of(reader: impl Read) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    reader.take(MOST_BYTES + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > MOST_BYTES {
        let most = MOST_BYTES >> 20;
        let why = format!("more than {most} MiB: not a collection of problems");
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, why));
    }
    Ok(bytes)
}

/// What is in some bytes, problem by problem.
fn records(
    bytes: &[u8],
    name: Option<&str>,
    source: Source,
    format: Option<read::Format>,
) -> Vec<Result<InputProblem, Report>> {
    // Decoded once more for its lines, but only if there is an error to show.
    let text = LazyCell::new(|| text::decode(bytes, name).map(|(text, _)| text).unwrap_or_default());
    let lines = LazyCell::new(|| text::lines(&text).collect::<Vec<_>>());
    let unreadable = |error: &ReadError| {
        let line = lines.get(error.line - 1).copied().filter(|line| !line.is_empty());
        Report::unreadable(error, source.clone(), line)
    };
    let all = match read::read_all(name, bytes, format) {
        Ok(all) => all,
        Err(error) => return vec![Err(unreadable(&error))],
    };
    let count = all.len();
    let numbered = all.into_iter().enumerate();
    numbered
        .map(|(i, one)| {
            let read::ReadRecord { line, name, record, format, rest, .. } =
                one.map_err(|error| unreadable(&error))?;
            // A problem that is alone in its source is found without a line.
            let line = Some(line).filter(|_| count > 1);
            let place = Place { source: source.clone(), line, column: None };
            Ok(InputProblem { place, number: (i, count), name, record, format, played: 0, rest })
        })
        .collect()
}
