//! Words of the command line → files: a folder stands for the records and archives in it and in the folders below.

use crate::archive::is_called_archive;
use crate::report::Report;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use tsumugi_api::message;

/// What a file with records is called in a folder. A `.json` there may be anything.
const ENDINGS: [&str; 10] = ["kif", "kifu", "ki2", "ki2u", "csa", "jkf", "usi", "sfen", "tsv", "usen"];

/// Folders in folders are followed down to here: a link that leads back up must not go on for ever.
const DEEPEST: usize = 32;

/// The files that these words stand for, folders with all below them in the order of their names; and what is wrong. A word that
/// is no folder stays as it is.
pub fn files(words: &[OsString]) -> (Vec<OsString>, Vec<Report>) {
    let (mut files, mut bad) = (Vec::new(), Vec::new());
    for word in words {
        let path = Path::new(word);
        if word == "-" || !path.is_dir() {
            files.push(word.clone());
            continue;
        }
        let before = files.len() + bad.len();
        walk(path, 0, &mut files, &mut bad);
        if files.len() + bad.len() == before {
            let folder = path.display();
            bad.push(Report::new(message!(
                "{folder}: no records in this folder",
                "{folder}: このフォルダには棋譜がありません",
            )));
        }
    }
    (files, bad)
}

/// Is a file in a folder or an archive called like one with records?
pub fn is_record(name: &str) -> bool {
    let ending = Path::new(name).extension().and_then(OsStr::to_str).unwrap_or_default();
    ENDINGS.iter().any(|known| ending.eq_ignore_ascii_case(known))
}

fn walk(folder: &Path, depth: usize, files: &mut Vec<OsString>, bad: &mut Vec<Report>) {
    let mut entries: Vec<PathBuf> = match fs::read_dir(folder).and_then(|entries| {
        entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<_, _>>()
    }) {
        Ok(entries) => entries,
        Err(error) => return bad.push(Report::cannot_read(folder, &error)),
    };
    entries.sort();
    for path in entries {
        if path.is_dir() {
            if depth < DEEPEST {
                walk(&path, depth + 1, files, bad);
            }
            continue;
        }
        let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
        if is_record(name) || is_called_archive(name) {
            files.push(path.into_os_string());
        }
    }
}
