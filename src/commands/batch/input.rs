//! Problems one after the other from files of any length: a line at a time, never a whole list in memory.

use crate::problems::{self, InputProblem};
use crate::report::{Place, Report, Source};
use std::collections::VecDeque;
use std::ffi::{OsStr, OsString};
use std::fs::File;
use std::io::{BufRead, BufReader, Read, stdin};
use std::path::{Path, PathBuf};
use tsumugi_notation::read::{self, Format};
use tsumugi_tsume::canonical::fingerprint;

/// Where a problem was read.
#[derive(Clone, Debug)]
pub struct Origin {
    /// Which file, in the order of the command line.
    pub file: usize,
    /// The line on which it starts, from 1.
    pub line: u64,
    /// Tells whether the line is still the same when a batch is continued. Never 0.
    pub digest: u32,
    /// What the file calls it.
    pub name: Option<String>,
}

/// Something that was read and has not been looked at.
pub enum Item {
    /// A line of a list.
    Line {
        /// Where.
        origin: Origin,
        /// The line with its end.
        bytes: Vec<u8>,
    },
    /// A problem of a file that is read as a whole, or what is wrong with it.
    Whole(Origin, Box<Result<InputProblem, Report>>),
}

/// All files of a command line, as a stream.
pub struct Input {
    files: Vec<OsString>,
    format: Option<Format>,
    next_file: usize,
    list: Option<List>,
    whole: VecDeque<(Origin, Result<InputProblem, Report>)>,
    bytes: u64,
}

/// A list that is being read.
struct List {
    file: usize,
    line: u64,
    reader: Box<dyn BufRead + Send>,
}

impl Input {
    /// A stream of all problems in these files.
    pub fn new(files: &[OsString], format: Option<Format>) -> Input {
        Input {
            files: files.to_vec(),
            format,
            next_file: 0,
            list: None,
            whole: VecDeque::new(),
            bytes: 0,
        }
    }

    /// The size of all files together, if it can be told.
    pub fn total_bytes(&self) -> Option<u64> {
        let size = |file: &OsString| std::fs::metadata(file).ok().map(|data| data.len());
        self.files.iter().map(size).sum()
    }

    /// How many bytes were read so far.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// What comes next; `None` at the end.
    ///
    /// # Errors
    /// When a file cannot be read. The next call goes on with the next file.
    pub fn next(&mut self) -> Result<Option<Item>, Report> {
        loop {
            if let Some((origin, problem)) = self.whole.pop_front() {
                return Ok(Some(Item::Whole(origin, Box::new(problem))));
            }
            if let Some(item) = self.next_line()? {
                return Ok(Some(item));
            }
            if self.next_file == self.files.len() {
                return Ok(None);
            }
            self.next_file += 1;
            self.open(self.next_file - 1)?;
        }
    }

    fn next_line(&mut self) -> Result<Option<Item>, Report> {
        let Some(list) = &mut self.list else { return Ok(None) };
        let mut bytes = Vec::with_capacity(160);
        let got = list.reader.by_ref().take(LONGEST).read_until(b'\n', &mut bytes);
        let name = name_of(&self.files[list.file]);
        let count = match got {
            Ok(count) => count,
            Err(error) => {
                self.list = None;
                return Err(Report::cannot_read(Path::new(&name), &error));
            }
        };
        if count == 0 {
            self.list = None;
            return Ok(None);
        }
        self.bytes += count as u64;
        list.line += 1;
        let origin = Origin { file: list.file, line: list.line, digest: digest(&bytes), name: None };
        Ok(Some(Item::Line { origin, bytes }))
    }

    /// Starts with a file: as a list if it is one, else as a whole.
    fn open(&mut self, file: usize) -> Result<(), Report> {
        let name = &self.files[file];
        if name == "-" {
            let reader = Box::new(BufReader::with_capacity(BUFFER, stdin()));
            self.list = Some(List { file, line: 0, reader });
            return Ok(());
        }
        let path = Path::new(name);
        let fail = |error| Report::cannot_read(path, &error);
        let mut reader = BufReader::with_capacity(BUFFER, File::open(path).map_err(fail)?);
        let head = reader.fill_buf().map_err(fail)?;
        if is_list(path, head, self.format) {
            self.list = Some(List { file, line: 0, reader: Box::new(reader) });
            return Ok(());
        }
        let digest = digest(head);
        for problem in problems::load_file(name, self.format) {
            let line = match &problem {
                Ok(problem) => problem.place.line.unwrap_or(1) as u64,
                Err(_) => 1,
            };
            let name = problem.as_ref().ok().and_then(|problem| problem.name.clone());
            self.whole.push_back((Origin { file, line, digest, name }, problem));
        }
        self.bytes += std::fs::metadata(path).map_or(0, |data| data.len());
        Ok(())
    }
}

/// Bytes read at a time.
const BUFFER: usize = 1 << 18;
/// A line longer than this is no problem; it is read in pieces, each of them bad.
const LONGEST: u64 = 1 << 20;

/// The name of a file as it is shown and stored.
pub fn name_of(file: &OsStr) -> String {
    if file == "-" { "<stdin>".to_string() } else { file.to_string_lossy().into_owned() }
}

/// The place of a line, for reports.
pub fn place(files: &[OsString], origin: &Origin) -> Place {
    let file = &files[origin.file];
    let source = match file == "-" {
        true => Source::Stdin,
        false => Source::File(PathBuf::from(file)),
    };
    Place { source, line: Some(origin.line as usize), column: None }
}

fn digest(bytes: &[u8]) -> u32 {
    (fingerprint(bytes) as u32).max(1)
}

/// One problem a line?
fn is_list(path: &Path, head: &[u8], format: Option<Format>) -> bool {
    let head = String::from_utf8_lossy(head);
    let extension = path.extension().and_then(OsStr::to_str).unwrap_or("");
    let found = format.or_else(|| read::sniff(&head)).or_else(|| Format::from_extension(extension));
    // What cannot be recognised is told line by line.
    found.is_none_or(Format::is_by_line)
}
