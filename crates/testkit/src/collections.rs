//! The problem collections. 図巧 and 無双 are in the repository, in `problems`. The others are not ours to publish, so tests do
//! without them and say that they were skipped.

use std::path::{Path, PathBuf};

/// A line of a list: a diagram, its name and the stated answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    /// The diagram.
    pub sfen: String,
    /// What it is called.
    pub name: String,
    /// A length in plies, `nomate`, or `?`.
    pub stated: String,
}

/// A path in the repository.
pub fn in_repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path)
}

/// The folder of the collections: `TSUMUGI_PROBLEMS`, or `shared/problems` beside the repository. Where there is none it
/// prints that the test was skipped.
///
/// # Panics
///
/// If `TSUMUGI_PROBLEMS` names something else than a folder.
pub fn problems() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("TSUMUGI_PROBLEMS") {
        let folder = PathBuf::from(named);
        assert!(folder.is_dir(), "TSUMUGI_PROBLEMS is no folder: {}", folder.display());
        return Some(folder);
    }
    let beside = in_repository("../shared/problems");
    if !beside.is_dir() {
        println!("skipped: no problem collections at {}", beside.display());
        return None;
    }
    Some(beside)
}

/// The text of a list of the repository, or else in that folder. Where there is none it prints that the test was skipped.
pub fn list(file: &str) -> Option<String> {
    let ours = in_repository("problems").join(file);
    let path = if ours.is_file() { ours } else { problems()?.join(file) };
    let text = std::fs::read_to_string(&path);
    if text.is_err() {
        println!("skipped: there is no {}", path.display());
    }
    text.ok()
}

/// The rows of a [`list`]; none where it is not there.
pub fn rows(file: &str) -> Vec<Row> {
    let text = list(file).unwrap_or_default();
    let row = |line: &str| {
        let mut fields = line.split('\t').map(str::to_string);
        Some(Row { sfen: fields.next()?, name: fields.next()?, stated: fields.next()? })
    };
    text.lines().filter_map(row).collect()
}

/// All lists in that folder, in order of name: name and text. None where there is no folder.
///
/// # Panics
///
/// If the folder has no list or one that is no text.
pub fn lists() -> Vec<(String, String)> {
    let Some(folder) = problems() else { return vec![] };
    let entries = std::fs::read_dir(&folder).expect("a folder");
    let mut files: Vec<PathBuf> = entries.map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "tsv"));
    files.sort();
    assert!(!files.is_empty(), "no lists in {}", folder.display());
    let name = |path: &PathBuf| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let text = |path: &PathBuf| std::fs::read_to_string(path).expect("a list");
    files.iter().map(|path| (name(path), text(path))).collect()
}
