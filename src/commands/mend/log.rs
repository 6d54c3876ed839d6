//! `--resume FILE`: what was tried, a JSON object per line, written as soon as it is known.

use crate::log;
use crate::report::Report;
use serde::{Deserialize, Serialize};
use std::collections::{HashMap, HashSet};
use std::path::Path;
use std::sync::Mutex;
use tsumugi_api::check::{Soundness, StorageError};
use tsumugi_api::mend::{Log, Mended, Tried};
use tsumugi_api::message;

/// What was tried before, and where to note what is tried now.
#[derive(Default)]
pub struct LogFile {
    file: Option<Mutex<log::Log>>,
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
        let (mut tried, mut done) = (HashMap::new(), HashSet::new());
        let file = log::Log::open(path, "mend", |object| {
            match serde_json::from_value(object) {
                Ok(Line::Tried { request, sfen, verdict, nodes, mended }) => {
                    tried.insert((request, sfen), Tried { verdict, nodes, mended });
                }
                Ok(Line::Done { request, done: part }) => {
                    done.insert((request, part));
                }
                Err(_) => {
                    let path = path.display();
                    return Err(Report::new(message!(
                        "{path} was not written by mend",
                        "{path} はmendの記録ではありません",
                    )));
                }
            }
            Ok(())
        })?;
        Ok(LogFile { file: Some(Mutex::new(file)), tried, done })
    }

    fn write(&self, line: &Line) -> Result<(), StorageError> {
        let Some(file) = &self.file else { return Ok(()) };
        let Ok(mut file) = file.lock() else { return Ok(()) };
        // Plain data with texts for keys can always be written.
        file.add(&serde_json::to_value(line).unwrap_or_default())?;
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
