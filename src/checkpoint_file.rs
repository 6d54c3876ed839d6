//! `--checkpoint FILE`: the checkpoint of a search, in a file that is replaced in one step.
//!
//! The next one is written beside it, as FILE.part, and takes its place when all of it is on the disk. Whenever the program is
//! killed, FILE is whole; a FILE.part that was left behind is removed by the next run.

use crate::report::Report;
use crate::timetable::Timetable;
use std::ffi::OsString;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tsumugi_api::solve::Store;

/// Bytes read or written at once. Fewer: more system calls. More: memory for nothing.
const BUFFER: usize = 1 << 20;

/// The file of a checkpoint.
pub struct CheckpointFile {
    /// As the user wrote it.
    name: PathBuf,
    /// Where it is: links are followed, so that the file they lead to is replaced.
    path: PathBuf,
    /// The next one, as long as it is being written.
    part: PathBuf,
    checkpoints: Timetable,
}

impl CheckpointFile {
    /// Finds out whether there can be such a file, before anybody searches for hours.
    pub fn open(name: &Path, every: Duration) -> Result<CheckpointFile, Report> {
        let path = fs::canonicalize(name).unwrap_or_else(|_| name.to_path_buf());
        let mut part = path.clone().into_os_string();
        part.push(OsString::from(".part"));
        let checkpoints = Timetable::new(every);
        let file = CheckpointFile { name: name.to_path_buf(), path, part: part.into(), checkpoints };
        file.is_usable().map_err(|error| Report::cannot_use(name, &error))?;
        Ok(file)
    }

    fn is_usable(&self) -> io::Result<()> {
        if let Ok(old) = fs::metadata(&self.path) {
            if old.is_dir() {
                return Err(io::ErrorKind::IsADirectory.into());
            }
            if !old.is_file() {
                return Err(io::Error::new(io::ErrorKind::InvalidInput, "not a file"));
            }
            // Renaming over a read-only file works where its directory is writable; respect the file.
            OpenOptions::new().write(true).open(&self.path)?;
        }
        drop(self.begin()?);
        fs::remove_file(&self.part)
    }

    /// A file beside the place, which nobody else writes.
    fn begin(&self) -> io::Result<File> {
        let file = match File::create_new(&self.part) {
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {
                // Somebody writes it now, or was killed at it.
                if let Err(TryLockError::WouldBlock) = File::open(&self.part)?.try_lock() {
                    let why = "another program is writing it";
                    return Err(io::Error::new(io::ErrorKind::ResourceBusy, why));
                }
                fs::remove_file(&self.part)?;
                File::create_new(&self.part)?
            }
            made => made?,
        };
        // Where there are no locks, two runs with one file are the user's to avoid; neither damages what the other has written.
        _ = file.try_lock();
        Ok(file)
    }

    fn put_in_place(&self, file: &File) -> io::Result<()> {
        file.sync_all()?;
        if let Ok(old) = fs::metadata(&self.path) {
            file.set_permissions(old.permissions())?;
        }
        fs::rename(&self.part, &self.path)?;
        // The name is safe once the directory is, where the system can do that.
        let directory = self.path.parent().filter(|parent| !parent.as_os_str().is_empty());
        _ = File::open(directory.unwrap_or(Path::new("."))).and_then(|directory| directory.sync_all());
        Ok(())
    }
}

impl Store for CheckpointFile {
    fn name(&self) -> String {
        self.name.display().to_string()
    }

    fn open(&mut self) -> io::Result<Option<Box<dyn Read>>> {
        match File::open(&self.path) {
            Ok(file) => Ok(Some(Box::new(BufReader::with_capacity(BUFFER, file)))),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    fn replace(&mut self, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
        self.checkpoints.begin();
        let file = self.begin()?;
        let mut out = BufWriter::with_capacity(BUFFER, &file);
        let written = write(&mut out).and_then(|()| out.flush());
        drop(out);
        let done = written.and_then(|()| self.put_in_place(&file));
        if done.is_err() {
            // It may be what filled the disk.
            _ = fs::remove_file(&self.part);
        }
        self.checkpoints.end();
        done
    }

    fn is_due(&mut self) -> bool {
        self.checkpoints.is_due()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsumugi_testkit::Scratch;

    fn file(path: &Path) -> Result<CheckpointFile, Report> {
        CheckpointFile::open(path, Duration::ZERO)
    }

    fn put(file: &mut CheckpointFile, text: &str) {
        file.replace(&mut |out| out.write_all(text.as_bytes())).unwrap();
    }

    #[test]
    fn a_checkpoint_is_replaced_whole() {
        let dir = Scratch::new("checkpoint-replaced");
        let path = dir.path().join("a.table");
        let mut kept = file(&path).unwrap();
        assert!(Store::open(&mut kept).unwrap().is_none());
        for text in ["one", "two"] {
            put(&mut kept, text);
            assert_eq!(fs::read_to_string(&path).unwrap(), text);
        }
        let failed = kept.replace(&mut |out| {
            out.write_all(b"half")?;
            Err(io::ErrorKind::StorageFull.into())
        });
        assert_eq!(failed.unwrap_err().kind(), io::ErrorKind::StorageFull);
        assert_eq!(fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(fs::read_dir(dir.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_a_killed_run_left_is_removed_and_what_another_writes_is_not() {
        let dir = Scratch::new("checkpoint-left");
        let path = dir.path().join("a.table");
        fs::write(dir.path().join("a.table.part"), "left").unwrap();
        let (mut first, mut second) = (file(&path).unwrap(), file(&path).unwrap());
        let mut refused = None;
        let both = first.replace(&mut |out| {
            out.write_all(b"first")?;
            refused = second.replace(&mut |out| out.write_all(b"second")).err();
            Ok(())
        });
        assert!(both.is_ok());
        assert_eq!(refused.unwrap().kind(), io::ErrorKind::ResourceBusy);
        assert_eq!(fs::read_to_string(&path).unwrap(), "first");
    }

    #[cfg(unix)]
    #[test]
    fn devices_and_directories_are_refused_and_links_followed() {
        let dir = Scratch::new("checkpoint-places");
        for (path, why) in [(dir.path(), "is a directory"), (Path::new("/dev/full"), "not a file")] {
            let Err(report) = file(path) else { panic!("{path:?} is no file") };
            assert!(report.to_string().contains(why), "{report}");
        }
        assert!(file(&dir.path().join("no/such/place")).is_err());
        let (path, link) = (dir.path().join("a.table"), dir.path().join("link"));
        fs::write(&path, "old").unwrap();
        std::os::unix::fs::symlink(&path, &link).unwrap();
        put(&mut file(&link).unwrap(), "new");
        assert_eq!(fs::read_to_string(&path).unwrap(), "new");
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    }
}
