//! The problem collections beside the repository, line by line through every format.
//!
//! Big files are sampled; `TSUMUGI_FULL=1` reads all of them.

mod kif_support;

use std::path::PathBuf;
use tsumugi_notation::{Format, board_text, csa, diagram, jkf, position_command, read_all, usen};

/// The collections, in order of name.
fn files() -> Option<Vec<PathBuf>> {
    let folder = std::fs::read_dir(kif_support::problems()?).unwrap();
    let mut files: Vec<PathBuf> = folder.map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "tsv"));
    files.sort();
    Some(files)
}

#[test]
fn every_position_of_the_collections_survives_every_format() {
    let Some(files) = files() else { return };
    let full = std::env::var_os("TSUMUGI_FULL").is_some();
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        let step = if full || text.lines().count() < 1_000 { 1 } else { 20 };
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let problems = read_all(Some(&name), text.as_bytes(), None).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        for problem in problems.into_iter().step_by(step) {
            let problem = problem.unwrap_or_else(|error| panic!("{name}: {error}"));
            let line = lines[problem.line - 1];
            let position = line.split('\t').next().unwrap();
            let record = problem.record;
            match position.strip_prefix("startpos") {
                Some(_) => assert_eq!(position_command::write(&record), format!("position {position}")),
                None => assert_eq!(record.setup.to_sfen(), position, "{name}"),
            }
            assert_eq!(csa::read(&csa::write(&record).unwrap()).unwrap(), record, "{line}");
            assert_eq!(jkf::read(&jkf::write(&record).unwrap()).unwrap(), record, "{line}");
            assert_eq!(usen::read(&usen::write(&record).unwrap()).unwrap(), record, "{line}");
            assert_eq!(diagram::read(&board_text(&record.setup)).unwrap(), record.setup, "{line}");
            assert_eq!(problem.name.as_deref(), line.split('\t').nth(1).map(str::trim), "{name}");
        }
    }
}

#[test]
fn records_of_the_collections_come_back_through_the_one_door() {
    let Some(files) = files() else { return };
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let problems = read_all(Some(&name), text.as_bytes(), None).unwrap();
        for problem in problems.into_iter().step_by(97) {
            let record = problem.unwrap().record;
            for format in Format::ALL {
                let text = tsumugi_notation::write(&record, format).unwrap();
                let back = read_all(None, text.as_bytes(), None).unwrap().remove(0).unwrap();
                assert_eq!(back.record.setup, record.setup, "{format:?} {text}");
                if format != Format::Sfen {
                    assert_eq!(back.record.main_line(), record.main_line(), "{format:?} {text}");
                }
            }
        }
    }
}
