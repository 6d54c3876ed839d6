//! A directory in which a search keeps what does not fit into memory, and its checkpoints.

use crate::report::Report;
use crate::timetable::Timetable;
use std::collections::HashMap;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;
use tsumugi_helpmate::storage::Storage;

/// Bytes written at once.
const BUFFER: usize = 1 << 20;

/// Files in a directory.
pub struct Spill {
    directory: PathBuf,
    checkpoints: Timetable,
    /// Files that are read here and there.
    open: Mutex<HashMap<String, File>>,
}

impl Spill {
    /// Uses a directory, which is made if it is not there.
    pub fn open(directory: &Path, every: Duration) -> Result<Spill, Report> {
        fs::create_dir_all(directory).map_err(|error| Report::cannot_use(directory, &error))?;
        let checkpoints = Timetable::new(every);
        Ok(Spill { directory: directory.to_path_buf(), checkpoints, open: Mutex::default() })
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory.join(name)
    }

    /// The system's words, with the file they are about.
    fn about(&self, name: &str, error: &io::Error) -> io::Error {
        io::Error::new(error.kind(), format!("{}: {error}", self.path(name).display()))
    }
}

/// A file whose troubles say its name.
struct Named {
    file: File,
    path: PathBuf,
}

impl Write for Named {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let path = self.path.display();
        self.file
            .write(bytes)
            .map_err(|error| io::Error::new(error.kind(), format!("cannot write {path}: {error}")))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.flush()
    }
}

impl Storage for Spill {
    fn create(&mut self, name: &str) -> io::Result<Box<dyn Write + Send>> {
        let path = self.path(name);
        let file = File::create(&path).map_err(|error| self.about(name, &error))?;
        Ok(Box::new(BufWriter::with_capacity(BUFFER, Named { file, path })))
    }

    fn sync(&mut self, name: &str) -> io::Result<()> {
        let file = File::open(self.path(name)).and_then(|file| file.sync_all());
        file.map_err(|error| self.about(name, &error))
    }

    fn open(&self, name: &str) -> io::Result<Box<dyn Read + Send>> {
        let file = File::open(self.path(name)).map_err(|error| self.about(name, &error))?;
        Ok(Box::new(file))
    }

    fn read_at(&self, name: &str, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if !open.contains_key(name) {
            let file = File::open(self.path(name)).map_err(|error| self.about(name, &error))?;
            open.insert(name.to_string(), file);
        }
        let read = open.get_mut(name).map_or(Ok(()), |file| read_exact_at(file, offset, bytes));
        read.map_err(|error| self.about(name, &error))
    }

    fn rename(&mut self, from: &str, to: &str) -> io::Result<()> {
        fs::rename(self.path(from), self.path(to)).map_err(|error| self.about(from, &error))?;
        // The name is safe once the directory is, where the system can do that.
        let _ = File::open(&self.directory).and_then(|directory| directory.sync_all());
        self.checkpoints.end();
        Ok(())
    }

    fn remove(&mut self, name: &str) {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).remove(name);
        // A file that stays is in nobody's way.
        let _ = fs::remove_file(self.path(name));
    }

    fn due(&mut self) -> bool {
        let due = self.checkpoints.is_due();
        if due {
            self.checkpoints.begin();
        }
        due
    }
}

#[cfg(unix)]
fn read_exact_at(file: &mut File, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, offset)
}

#[cfg(not(unix))]
fn read_exact_at(file: &mut File, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
    io::Seek::seek(file, io::SeekFrom::Start(offset))?;
    file.read_exact(bytes)
}
