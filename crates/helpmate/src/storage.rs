//! Where a search keeps what does not fit into memory, and what it needs to be continued after it was killed.
//!
//! The library opens no files: the program lends it a [`Storage`].

use std::collections::HashMap;
use std::io::{self, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Named sequences of bytes that outlive the program.
pub trait Storage {
    /// Begins a new sequence; what had that name is gone.
    ///
    /// # Errors
    /// Of the system.
    fn create(&mut self, name: &str) -> io::Result<Box<dyn Write + Send>>;

    /// Makes a written sequence safe against a crash.
    ///
    /// # Errors
    /// Of the system.
    fn sync(&mut self, name: &str) -> io::Result<()>;

    /// Reads a sequence from its beginning.
    ///
    /// # Errors
    /// Of the system; `NotFound` if there is none of that name.
    fn open(&self, name: &str) -> io::Result<Box<dyn Read + Send>>;

    /// Fills `bytes` from a place of a sequence.
    ///
    /// # Errors
    /// Of the system; also if the sequence ends before.
    fn read_at(&self, name: &str, offset: u64, bytes: &mut [u8]) -> io::Result<()>;

    /// Gives a sequence another name in one step; what had that name is gone.
    ///
    /// # Errors
    /// Of the system.
    fn rename(&mut self, from: &str, to: &str) -> io::Result<()>;

    /// Forgets a sequence; nothing happens if there is none.
    fn remove(&mut self, name: &str);

    /// Is it time for a checkpoint?
    fn due(&mut self) -> bool;
}

/// Keeps everything in memory: for tests, and for systems without files.
#[derive(Clone, Default, Debug)]
pub struct InMemory {
    files: Arc<Mutex<HashMap<String, Vec<u8>>>>,
    /// No more bytes than this can be kept, if it is set.
    pub room: Option<u64>,
    /// A checkpoint is due each time it has been asked this many times.
    pub every: u32,
    asked: u32,
}

impl InMemory {
    fn files(&self) -> MutexGuard<'_, HashMap<String, Vec<u8>>> {
        self.files.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The names of what is kept, in order.
    pub fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = self.files().keys().cloned().collect();
        names.sort();
        names
    }
}

/// Writes into one of the sequences in memory.
struct Writer {
    storage: InMemory,
    name: String,
}

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut files = self.storage.files();
        let used: usize = files.values().map(Vec::len).sum();
        if self.storage.room.is_some_and(|room| (used + bytes.len()) as u64 > room) {
            return Err(io::Error::new(io::ErrorKind::StorageFull, "no space left"));
        }
        files.entry(self.name.clone()).or_default().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn not_found() -> io::Error {
    io::ErrorKind::NotFound.into()
}

impl Storage for InMemory {
    fn create(&mut self, name: &str) -> io::Result<Box<dyn Write + Send>> {
        self.files().insert(name.to_string(), Vec::new());
        Ok(Box::new(Writer { storage: self.clone(), name: name.to_string() }))
    }

    fn sync(&mut self, _: &str) -> io::Result<()> {
        Ok(())
    }

    fn open(&self, name: &str) -> io::Result<Box<dyn Read + Send>> {
        let bytes = self.files().get(name).cloned().ok_or_else(not_found)?;
        Ok(Box::new(io::Cursor::new(bytes)))
    }

    fn read_at(&self, name: &str, offset: u64, bytes: &mut [u8]) -> io::Result<()> {
        let files = self.files();
        let file = files.get(name).ok_or_else(not_found)?;
        let start = offset as usize;
        let from = file.get(start..start + bytes.len()).ok_or(io::ErrorKind::UnexpectedEof)?;
        bytes.copy_from_slice(from);
        Ok(())
    }

    fn rename(&mut self, from: &str, to: &str) -> io::Result<()> {
        let file = self.files().remove(from).ok_or_else(not_found)?;
        self.files().insert(to.to_string(), file);
        Ok(())
    }

    fn remove(&mut self, name: &str) {
        self.files().remove(name);
    }

    fn due(&mut self) -> bool {
        self.asked += 1;
        self.every > 0 && self.asked.is_multiple_of(self.every)
    }
}
