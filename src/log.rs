//! What is known, a JSON object per line, written as soon as it is known.
//!
//! A line that a killed program did not finish is cut off, and what it said is found out again. Nothing else is: a file that
//! somebody named by mistake stays as it is.

use crate::report::Report;
use serde::de::IgnoredAny;
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
    /// When it cannot be read, is none, is in use, or what sees an object refuses it.
    pub fn open(
        path: &Path,
        what: &str,
        mut see: impl FnMut(Value) -> Result<(), Report>,
    ) -> Result<Log, Report> {
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
        each_line(path, &file, |line| {
            let object = serde_json::from_slice(line).map_err(|error| {
                let path = path.display();
                Report::new(message!(
                    "{path} was not written by {what}: {error}",
                    "{path} は{what}の記録ではありません（{error}）",
                ))
            })?;
            see(object)
        })?;
        Ok(Log { path: path.to_path_buf(), file })
    }

    /// Adds an object, in one piece, so that its line is there or not.
    pub fn add(&mut self, object: &Value) -> Result<(), Report> {
        let written = self.file.write_all(format!("{object}\n").as_bytes());
        written.map_err(|error| Report::cannot_use(&self.path, &error))
    }
}

/// Shows every line of a file that objects are added to, and returns where the next one begins. A line that breaks off within an
/// object is cut off; any other without its end is a line like all others, and gets one.
///
/// # Errors
/// When the file cannot be read or a line is refused. The file is what it was then.
pub fn each_line(
    path: &Path,
    file: &File,
    mut see: impl FnMut(&[u8]) -> Result<(), Report>,
) -> Result<u64, Report> {
    let failed = |error: io::Error| Report::cannot_use(path, &error);
    // A device holds nothing, and may have no end.
    if !file.metadata().map_err(failed)?.is_file() {
        return Ok(0);
    }
    let (mut reader, mut line, mut end) = (BufReader::new(file), Vec::new(), 0);
    while reader.read_until(b'\n', &mut line).map_err(failed)? > 0 {
        let has_end = line.ends_with(b"\n");
        if !has_end && breaks_off(&line) {
            file.set_len(end).map_err(failed)?;
            return Ok(end);
        }
        see(&line)?;
        end += line.len() as u64;
        if !has_end {
            let mut file = file;
            file.write_all(b"\n").map_err(failed)?;
            end += 1;
        }
        line.clear();
    }
    Ok(end)
}

/// Is it the beginning of an object?
fn breaks_off(line: &[u8]) -> bool {
    let start = b"{\"";
    (line.starts_with(start) || start.starts_with(line))
        && serde_json::from_slice::<IgnoredAny>(line).is_err()
}
