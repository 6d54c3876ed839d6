//! A directory of its own for a test.

use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A new, empty directory, removed when it is dropped.
#[derive(Debug)]
pub struct Scratch(TempDir);

impl Scratch {
    /// A directory whose name begins with `tsumugi-NAME-`.
    ///
    /// # Panics
    ///
    /// If there is no place for it, as all functions here do when the file system refuses.
    pub fn new(name: &str) -> Scratch {
        let prefix = format!("tsumugi-{name}-");
        Scratch(TempDir::with_prefix(prefix).expect("a directory for the test"))
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// A path in it.
    pub fn join(&self, name: &str) -> PathBuf {
        self.path().join(name)
    }

    /// Writes a file in it.
    pub fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.join(name);
        std::fs::write(&path, bytes).expect("a file for the test");
        path
    }

    /// The names of the files in it, sorted.
    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.path()).expect("the directory is there");
        let name = |entry: std::fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
        let mut names: Vec<String> = entries.flatten().map(name).collect();
        names.sort();
        names
    }
}
