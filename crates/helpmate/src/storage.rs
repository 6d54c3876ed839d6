//! Where a search keeps what does not fit into memory, and what it needs to be continued after it was killed.
//!
//! The library opens no files: the program lends it a [`Storage`].

use std::io::{self, Read, Write};

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
