//! The collections the experiments are made with. 図巧 and 無双 are in the repository; of the others the user says where they are.

use crate::args::{Problems, Trials};
use crate::problems;
use crate::report::{Report, Source};
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use tsumugi_api::Message;
use tsumugi_shogi::Waivers;
use tsumugi_tsume::Problem;

/// A problem of a collection.
pub struct Case {
    /// Its name, as the list has it.
    pub name: String,
    /// Plies of its author's solution, where the list gives them.
    pub length: Option<u32>,
    /// The problem itself.
    pub problem: Problem,
}

impl Case {
    /// The name without what stands behind it in brackets.
    pub fn short_name(&self) -> &str {
        self.name.split(" (").next().and_then(|name| name.split(" [").next()).unwrap_or(&self.name)
    }
}

/// Where the collections lie if nobody says: in the repository, or else beside it. A list that is in both may have other names
/// beside it.
const OURS: &str = "problems";
const BESIDE: &str = "../shared/problems";

/// Reads the collections: those the user names, or those of `lists` that are in the folder of problems. At most
/// `most` of each, none twice.
pub fn load(args: &Trials, lists: &[&str], most: usize) -> Result<Vec<Case>, Report> {
    let mut cases = Vec::new();
    let mut seen = HashSet::new();
    for file in files(&args.problems, lists)? {
        let words = Problems { words: vec![file.clone().into()], from: None };
        for problem in problems::load(&words).into_iter().take(most) {
            let case = case(problem?)?;
            if seen.insert(case.problem.position().to_setup().to_sfen()) {
                cases.push(case);
            }
        }
    }
    if cases.is_empty() {
        return Err(Report::english("there are no problems in these lists"));
    }
    Ok(cases)
}

/// Reads every problem of the lists that the user names, or of those of `lists` that are in the folder of problems.
pub fn read(given: &[PathBuf], lists: &[&str]) -> Result<Vec<problems::InputProblem>, Report> {
    let words = files(given, lists)?.into_iter().map(Into::into).collect();
    problems::load(&Problems { words, from: None }).into_iter().collect()
}

/// Reads every problem of one list: the user names a folder that has it, or files, of which one may have its name.
pub fn read_list(given: &[PathBuf], list: &str) -> Result<Vec<problems::InputProblem>, Report> {
    let other = |path: &Path| path.is_file() && path.file_name().is_none_or(|name| name != list);
    let of_it: Vec<PathBuf> = given.iter().filter(|path| !other(path)).cloned().collect();
    if of_it.is_empty() && !given.is_empty() {
        Err(none_of(given, &[list]))
    } else {
        read(&of_it, &[list])
    }
}

/// Says that what the user names has none of the lists.
pub fn none_of(given: &[PathBuf], lists: &[&str]) -> Report {
    let named =
        || Report::english(format!("there are no problems in lists called {}", lists.join(", ")));
    files(given, lists).err().unwrap_or_else(named)
}

fn case(problem: problems::InputProblem) -> Result<Case, Report> {
    let setup = &problem.record.setup;
    let admitted = Problem::from_setup(setup, Waivers::TSUME, false)
        .map_err(|error| Report::inadmissible(&error, setup, problem.place.clone()))?;
    let length = problem.rest.first().and_then(|text| text.parse().ok());
    let name = problem.name.unwrap_or_else(|| problem.place.to_string());
    Ok(Case { name, length, problem: admitted })
}

fn files(problems: &[PathBuf], lists: &[&str]) -> Result<Vec<PathBuf>, Report> {
    if problems.is_empty() {
        let given = std::env::var_os("TSUMUGI_PROBLEMS").map(PathBuf::from);
        let folders = given.map_or([OURS.into(), BESIDE.into()], |given| [given, OURS.into()]);
        return in_folders(&folders, lists);
    }
    let mut files = Vec::new();
    for (i, path) in problems.iter().enumerate() {
        if path.is_dir() {
            files.extend(in_folders(std::slice::from_ref(path), lists)?);
        } else if path.is_file() {
            files.push(path.clone());
        } else {
            let message = format!("there is no list of problems {}", path.display());
            return Err(Report::english(message).at(Source::Argument(i + 1)));
        }
    }
    Ok(files)
}

/// Each list from the first of the folders that has it.
fn in_folders(folders: &[PathBuf], lists: &[&str]) -> Result<Vec<PathBuf>, Report> {
    let first =
        |list: &&str| folders.iter().map(|folder| folder.join(list)).find(|file| file.is_file());
    let found: Vec<PathBuf> = lists.iter().filter_map(first).collect();
    if !found.is_empty() {
        return Ok(found);
    }
    let names: Vec<String> = folders.iter().map(|folder| folder.display().to_string()).collect();
    let message = format!("none of {} is in {}", lists.join(", "), names.join(" or "));
    Err(Report::english(message)
        .note(Message::english_only("only 図巧 and 無双 are part of tsumugi: a list has a SFEN, a name and a length per line, with tabs between"))
        .note(Message::english_only("help: name lists or their folder, or set TSUMUGI_PROBLEMS")))
}
