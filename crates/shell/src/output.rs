//! Where results go: standard output, one file, or files in a directory.
//!
//! A file appears whole or not at all: it is written under another name beside its place and then renamed,
//! so that a full disk or Ctrl-C never leaves half a file where a good one was.

use crate::exit::Exit;
use crate::problems::InputProblem;
use crate::render::json_error;
use crate::report::{self, Failure, Report, Reporter, Source};
use crate::stop::Stop;
use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;
use tsumugi_api::message;

/// Writes to standard output.
pub fn to_stdout(bytes: &[u8]) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    stdout.write_all(bytes).and_then(|()| stdout.flush()).map_err(Failure::Stdout)
}

/// Prints what `one` says of each problem until the user has enough; a bad one is reported and the others are done. For
/// programs (`json`) a bad one is an object too.
pub fn one_by_one(
    problems: Vec<Result<InputProblem, Report>>,
    json: bool,
    stop: &Stop,
    mut one: impl FnMut(&InputProblem) -> Result<(String, Exit), Report>,
) -> Result<Exit, Failure> {
    let mut exits = Vec::new();
    for problem in problems {
        let exit = match problem.and_then(|problem| one(&problem)) {
            Ok((text, exit)) => {
                to_stdout(text.as_bytes())?;
                exit
            }
            Err(report) => {
                report::print(&report);
                if json {
                    to_stdout(json_error(&report).as_bytes())?;
                }
                Exit::Misuse
            }
        };
        exits.push(exit);
        if stop.asked() {
            break;
        }
    }
    Ok(Exit::of_all(&exits))
}

/// Where a command was told to write.
#[derive(Debug)]
pub enum Destination {
    /// Standard output.
    Stdout,
    /// One file.
    File(PathBuf),
    /// A file per problem in here.
    Directory(PathBuf),
}

impl Destination {
    /// A path means a directory if it is one or ends in `/`.
    pub fn new(output: Option<&Path>) -> Destination {
        match output {
            None => Destination::Stdout,
            Some(path) if path.is_dir() || path.to_string_lossy().ends_with(['/', '\\']) => {
                Destination::Directory(path.to_path_buf())
            }
            Some(path) => Destination::File(path.to_path_buf()),
        }
    }
}

/// How several problems share one output.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Together {
    /// A line each.
    Lines,
    /// With a blank line between them.
    Spaced,
    /// Not in one file; on standard output with a blank line between them, for reading.
    Never,
}

/// What files of a format are like.
#[derive(Clone, Copy, Debug)]
pub struct Layout {
    /// The ending of their names.
    pub extension: &'static str,
    /// Whether one holds several problems.
    pub together: Together,
}

impl Destination {
    /// Renders each problem and writes it; bad ones are reported and the others go on.
    ///
    /// `render` is told the name of the file its bytes are for, if any.
    pub fn write_each(
        &self,
        problems: Vec<Result<InputProblem, Report>>,
        layout: Layout,
        render: impl Fn(&InputProblem, Option<&str>) -> Result<Vec<u8>, Report>,
    ) -> Result<Exit, Failure> {
        self.prepare(problems.len(), layout)?;
        let mut reporter = Reporter::default();
        let mut exits = Vec::with_capacity(problems.len());
        let mut names = Names::new(&problems);
        let mut file = Vec::new();
        let mut first = true;
        for problem in problems {
            let done = problem.and_then(|problem| {
                let path = match self {
                    Destination::Stdout => None,
                    Destination::File(path) => Some(path.clone()),
                    Destination::Directory(dir) => Some(names.of(&problem, dir, layout.extension)?),
                };
                let name = path.as_ref().and_then(|path| path.to_str());
                let bytes = render(&problem, name)?;
                if let (Destination::Directory(_), Some(path)) = (self, &path) {
                    to_file(path, &bytes)?;
                }
                Ok(bytes)
            });
            let bytes = match done {
                Ok(bytes) => bytes,
                Err(report) => {
                    reporter.show(&report);
                    exits.push(Exit::Misuse);
                    continue;
                }
            };
            exits.push(Exit::Yes);
            let gap: &[u8] = if first || layout.together == Together::Lines { b"" } else { b"\n" };
            first = false;
            match self {
                Destination::Stdout => to_stdout(&[gap, &bytes].concat())?,
                Destination::File(_) => file.extend([gap, &bytes].concat()),
                Destination::Directory(_) => {}
            }
        }
        reporter.finish();
        if let (Destination::File(path), true) = (self, exits.contains(&Exit::Yes)) {
            to_file(path, &file)?;
        }
        Ok(Exit::of_all(&exits))
    }

    /// Makes the directory; refuses several problems in one file where the format has no room for them.
    fn prepare(&self, problems: usize, layout: Layout) -> Result<(), Report> {
        match self {
            Destination::File(path) if layout.together == Together::Never && problems > 1 => {
                let (path, extension) = (path.display(), layout.extension);
                let report = Report::new(message!(
                    "{problems} problems do not fit into one .{extension} file",
                    "{problems}題は1つの .{extension} ファイルに書けません",
                ));
                Err(report.note(message!(
                    "help: --output {path}/ writes a file for each into a directory",
                    "ヒント: --output {path}/ とすれば、フォルダに1題ずつ書きます",
                )))
            }
            Destination::Directory(path) => make_directory(path),
            _ => Ok(()),
        }
    }
}

/// File names for problems, each given once.
struct Names {
    given: HashSet<PathBuf>,
    inputs: HashSet<PathBuf>,
}

impl Names {
    fn new(problems: &[Result<InputProblem, Report>]) -> Names {
        let sources = problems.iter().flatten().map(|problem| &problem.place.source);
        let inputs = sources.filter_map(|source| match source {
            Source::File(path) => fs::canonicalize(path).ok(),
            _ => None,
        });
        Names { given: HashSet::new(), inputs: inputs.collect() }
    }

    /// `dir/name.extension`, with a number where the source holds several problems.
    fn of(&mut self, problem: &InputProblem, dir: &Path, extension: &str) -> Result<PathBuf, Report> {
        let stem_of = |path: &Path| path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let mut stem = match &problem.place.source {
            Source::File(path) => stem_of(path),
            Source::Inside(_, path) => stem_of(Path::new(path)),
            Source::Stdin => "stdin".to_string(),
            Source::Argument(n) => format!("problem-{n}"),
        };
        let (number, count) = problem.number;
        if count > 1 {
            let digits = count.to_string().len();
            stem += &format!("-{:0digits$}", number + 1);
        }
        let mut path = dir.join(format!("{stem}.{extension}"));
        let mut again = 2;
        while !self.given.insert(path.clone()) {
            path = dir.join(format!("{stem}_{again}.{extension}"));
            again += 1;
        }
        if fs::canonicalize(&path).is_ok_and(|path| self.inputs.contains(&path)) {
            return Err(would_overwrite(&path));
        }
        Ok(path)
    }
}

/// Writes a file, whole or not at all.
pub fn to_file(path: &Path, bytes: &[u8]) -> Result<(), Report> {
    write_whole(path, bytes).map_err(|error| Report::cannot_write(path, &error))
}

/// An output that is an input, too.
pub fn would_overwrite(path: &Path) -> Report {
    let path = path.display();
    let report = Report::new(message!(
        "{path} is an input and would be overwritten",
        "{path} は入力なので、上書きできません",
    ));
    report.note(message!("help: write somewhere else", "ヒント: 別の場所を指定してください"))
}

/// Can a file be written there? Better asked before long work than found out after it. What is there stays as it is; of a device
/// or a pipe nothing can be said.
pub fn check_writable(path: &Path) -> Result<(), Report> {
    let special = |found: fs::Metadata| !found.is_file() && !found.is_dir();
    if fs::metadata(path).is_ok_and(special) {
        return Ok(());
    }
    Whole::create(path).map(drop).map_err(|error| Report::cannot_write(path, &error))
}

/// Makes a directory and those above it where missing.
pub fn make_directory(path: &Path) -> Result<(), Report> {
    fs::create_dir_all(path).map_err(|error| {
        let path = path.display();
        let what = message!("cannot make the directory {path}", "フォルダ {path} を作れません");
        Report::io(&what, &error)
    })
}

fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = Whole::create(path)?;
    file.write_all(bytes)?;
    file.commit()
}

/// A file in the making: it takes its place when [`Whole::commit`] is called, and vanishes otherwise.
#[derive(Debug)]
pub struct Whole {
    path: PathBuf,
    out: Out,
}

/// Where the bytes go meanwhile.
#[derive(Debug)]
enum Out {
    /// A file beside the place.
    Beside(NamedTempFile),
    /// The place itself: a device or a pipe, where nothing can be kept.
    Direct(File),
}

impl Whole {
    /// Begins a file that is to replace what is at the path, if anything is.
    pub fn create(path: &Path) -> io::Result<Whole> {
        // Through links, so that the file they lead to is replaced and not the link.
        let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf());
        let old = fs::metadata(&path).ok();
        if old.as_ref().is_some_and(|old| !old.is_file()) {
            // A device or a pipe: nothing there to keep. A directory fails here, with the right message.
            let out = Out::Direct(OpenOptions::new().write(true).open(&path)?);
            return Ok(Whole { path, out });
        }
        if old.is_some() {
            // Renaming over a read-only file works where its directory is writable; respect the file.
            OpenOptions::new().write(true).open(&path)?;
        }
        let out = Out::Beside(beside(&path)?);
        Ok(Whole { path, out })
    }

    /// Puts the file in its place.
    pub fn commit(self) -> io::Result<()> {
        let Out::Beside(file) = self.out else { return Ok(()) };
        file.as_file().sync_all()?;
        if let Ok(old) = fs::metadata(&self.path) {
            file.as_file().set_permissions(old.permissions())?;
        }
        file.persist(&self.path).map_err(|error| error.error)?;
        Ok(())
    }
}

/// A new file beside a path, readable by whom the user lets read new files.
fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let prefix = format!(".{name}.");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".part");
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let directory = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let file = builder.tempfile_in(directory.unwrap_or(Path::new(".")));
    // The name of a file that could not be made says nothing to the user.
    file.map_err(|error| error.raw_os_error().map_or(error, io::Error::from_raw_os_error))
}

impl Write for Whole {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.out {
            Out::Beside(file) => file.as_file_mut().write(bytes),
            Out::Direct(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.out {
            Out::Beside(file) => file.as_file_mut().flush(),
            Out::Direct(file) => file.flush(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_nothing_stays_beside_it() {
        let dir = tempfile::tempdir().unwrap();
        let path = dir.path().join("a.sfen");
        for text in ["one\n", "two\n"] {
            to_file(&path, text.as_bytes()).unwrap();
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        let files = || fs::read_dir(dir.path()).unwrap().count();
        assert_eq!(files(), 1);
        assert!(to_file(dir.path(), b"x").is_err() && check_writable(dir.path()).is_err());
        assert!(check_writable(&path).is_ok() && check_writable(&dir.path().join("new")).is_ok());
        assert_eq!((files(), fs::read_to_string(&path).unwrap().as_str()), (1, "two\n"));
        assert!(to_file(&dir.path().join("no/such/place"), b"x").is_err());
        Whole::create(&path).unwrap().write_all(b"given up").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two\n");
        assert_eq!(files(), 1);
    }

    #[cfg(unix)]
    #[test]
    fn a_new_file_has_the_permissions_of_any_other() {
        use std::os::unix::fs::PermissionsExt;
        let dir = tempfile::tempdir().unwrap();
        let mode = |name: &str| fs::metadata(dir.path().join(name)).unwrap().permissions().mode();
        to_file(&dir.path().join("ours"), b"x").unwrap();
        fs::write(dir.path().join("plain"), b"x").unwrap();
        assert_eq!(mode("ours"), mode("plain"));
        fs::set_permissions(dir.path().join("ours"), PermissionsExt::from_mode(0o640)).unwrap();
        to_file(&dir.path().join("ours"), b"y").unwrap();
        assert_eq!(mode("ours") & 0o777, 0o640);
    }
}
