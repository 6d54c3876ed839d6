//! What is known, a JSON object per line, written as soon as it is known.
//!
//! A line that a killed program did not finish is cut off, and what it said is found out again.

use crate::report::Report;
use serde_json::Value;
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use tsumugi_api::message;

/// A file that is only ever added to.
pub struct Log {
    path: PathBuf,
    file: File,
}

impl Log {
    /// Opens or makes a log of this command and shows every object in it.
    ///
    /// # Errors
    /// When it cannot be read, is none, or is in use.
    pub fn open(path: &Path, what: &str, mut see: impl FnMut(Value)) -> Result<Log, Report> {
        let failed = |error: io::Error| Report::cannot_use(path, &error);
        let file =
            OpenOptions::new().read(true).append(true).create(true).open(path).map_err(failed)?;
        if file.try_lock().is_err() {
            let path = path.display();
            return Err(Report::new(message!(
                "{path} is in use by another {what}",
                "{path} は別の{what}が使用中です",
            )));
        }
        let mut reader = BufReader::new(&file);
        let (mut line, mut end) = (Vec::new(), 0);
        loop {
            line.clear();
            let count = reader.read_until(b'\n', &mut line).map_err(failed)? as u64;
            if count == 0 || line.last() != Some(&b'\n') {
                break;
            }
            let object = serde_json::from_slice(&line).map_err(|error| {
                let path = path.display();
                Report::new(message!(
                    "{path} is no {what}: {error}",
                    "{path} は{what}の記録ではありません（{error}）",
                ))
            })?;
            see(object);
            end += count;
        }
        file.set_len(end).map_err(failed)?;
        Ok(Log { path: path.to_path_buf(), file })
    }

    /// Adds an object.
    pub fn add(&mut self, object: &Value) -> Result<(), Report> {
        let written = self.file.write_all(format!("{object}\n").as_bytes());
        written.map_err(|error| Report::cannot_use(&self.path, &error))
    }
}
