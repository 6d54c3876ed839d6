//! `--resume FILE`: what was tried, a JSON object per line, written as soon as it is known.
//!
//! A line that was cut off by a crash is passed over, and what it held is tried again.

use crate::report::Report;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use tsumugi_api::check::{Soundness, StorageError};
use tsumugi_api::mend::{Log, Mended, Tried};

/// What was tried before, and where to note what is tried now.
#[derive(Default)]
pub struct LogFile {
    file: Option<(PathBuf, Mutex<File>)>,
    tried: HashMap<(String, String), Tried>,
    done: HashSet<(String, String)>,
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
#[serde(untagged)]
enum Line {
    Tried {
        request: String,
        sfen: String,
        verdict: Soundness,
        nodes: u64,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        mended: Option<Mended>,
    },
    Done {
        request: String,
        done: String,
    },
}

impl LogFile {
    /// Reads a file if it is there, and goes on writing to it. Without a path nothing is kept.
    pub fn open(path: Option<&Path>) -> Result<LogFile, Report> {
        let Some(path) = path else { return Ok(LogFile::default()) };
        let failed = |error| Report::cannot_use(path, &error);
        let mut log = LogFile::default();
        // A device has no end.
        let exists = path.is_file();
        if exists {
            log.read(path).map_err(failed)?;
        }
        let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(failed)?;
        if exists {
            // After a line that was cut off.
            writeln!(file).map_err(failed)?;
        }
        log.file = Some((path.to_path_buf(), Mutex::new(file)));
        Ok(log)
    }

    fn read(&mut self, path: &Path) -> std::io::Result<()> {
        for line in BufReader::new(File::open(path)?).split(b'\n') {
            match serde_json::from_slice(&line?) {
                Ok(Line::Tried { request, sfen, verdict, nodes, mended }) => {
                    self.tried.insert((request, sfen), Tried { verdict, nodes, mended });
                }
                Ok(Line::Done { request, done }) => {
                    self.done.insert((request, done));
                }
                Err(_) => {}
            }
        }
        Ok(())
    }

    fn write(&self, line: &Line) -> Result<(), StorageError> {
        let Some((path, file)) = &self.file else { return Ok(()) };
        let Ok(mut file) = file.lock() else { return Ok(()) };
        let failed = |error| Report::cannot_write(path, &error);
        // In one piece, so that a line is there or not.
        let text = serde_json::to_string(line).map_err(|error| failed(error.into()))? + "\n";
        file.write_all(text.as_bytes()).and_then(|()| file.flush()).map_err(failed)?;
        Ok(())
    }
}

impl Log for LogFile {
    fn recall(&self, request: &str, sfen: &str) -> Option<Tried> {
        self.tried.get(&(request.to_string(), sfen.to_string())).cloned()
    }

    fn add(&self, request: &str, sfen: &str, tried: &Tried) -> Result<(), StorageError> {
        let Tried { verdict, nodes, mended } = tried.clone();
        let (request, sfen) = (request.to_string(), sfen.to_string());
        self.write(&Line::Tried { request, sfen, verdict, nodes, mended })
    }

    fn is_done(&self, request: &str, part: &str) -> bool {
        self.done.contains(&(request.to_string(), part.to_string()))
    }

    fn done(&self, request: &str, part: &str) -> Result<(), StorageError> {
        self.write(&Line::Done { request: request.to_string(), done: part.to_string() })
    }
}
