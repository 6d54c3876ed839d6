//! Answers as the command line words them, and files as it reads them.

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use serde::de::DeserializeOwned;
use tsumugi_api::{Fault, Japanese};
use tsumugi_notation::{read, text};
use tsumugi_shell::args::Answers;
use tsumugi_shell::language::{Language, Tongue};
use tsumugi_shell::problems::InputProblem;
use tsumugi_shell::render::{answer, helpmate, sheet};
use tsumugi_shell::report::{Report, Source};
use tsumugi_shell::zstandard;

/// The language that messages are in: the one asked for, else the locale's.
#[pyfunction]
pub fn language(asked: Option<&str>) -> PyResult<&'static str> {
    Ok(tongue(asked)?.say("en", "ja"))
}

fn tongue(asked: Option<&str>) -> PyResult<Tongue> {
    let asked = match asked {
        None => None,
        Some("en") => Some(Language::En),
        Some("ja") => Some(Language::Ja),
        Some(other) => {
            return Err(PyValueError::new_err(format!("{other:?} is neither 'en' nor 'ja'")));
        }
    };
    Ok(Tongue::new(asked))
}

/// An answer to the request of this name, in words or as a record: `text`, `usi`, `kif`, `ki2`, `csa` or `jkf`, as
/// `--format` has it. `problem` is the text that was asked about, `at` the place in it.
#[pyfunction]
pub fn words(
    name: &str,
    answer: &str,
    problem: &str,
    at: Option<&str>,
    selfmate: bool,
    format: &str,
    asked: Option<&str>,
) -> PyResult<String> {
    let (tongue, format) = (tongue(asked)?, format_named(format)?);
    let source = || posed(problem, at).map_err(|report| told(&report, tongue));
    match name {
        "solve" => {
            let solved =
                answer::Solved { source: &source()?, answer: data(answer)?, final_board: false };
            let rendered = answer::rendered(&solved, format, tongue);
            rendered.map(|(text, _)| text).map_err(|report| told(&report, tongue))
        }
        "helpmate" => {
            let solved = helpmate::Solved { source: &source()?, answer: data(answer)?, selfmate };
            match format {
                Answers::Text => Ok(helpmate::text(&solved, tongue)),
                format => {
                    helpmate::record(&solved, format, tongue).map_err(|report| told(&report, tongue))
                }
            }
        }
        _ => Ok(sheet::text(&data(answer)?, tongue)),
    }
}

fn format_named(name: &str) -> PyResult<Answers> {
    Ok(match name {
        "text" => Answers::Text,
        "usi" => Answers::Usi,
        "kif" => Answers::Kif,
        "ki2" => Answers::Ki2,
        "csa" => Answers::Csa,
        "jkf" => Answers::Jkf,
        other => return Err(PyValueError::new_err(format!("there is no format {other:?}"))),
    })
}

/// An answer that was written here before.
fn data<T: DeserializeOwned>(json: &str) -> PyResult<T> {
    serde_json::from_str(json).map_err(|error| PyValueError::new_err(error.to_string()))
}

fn told(report: &Report, tongue: Tongue) -> PyErr {
    PyValueError::new_err(tongue.told(report.message()))
}

/// The problem that was asked about, read once more for its headers and its name.
fn posed(problem: &str, at: Option<&str>) -> Result<InputProblem, Report> {
    let unreadable = |error| Report::unreadable(&error, Source::Argument(1), None);
    let mut all = read::read_text(None, problem, None).map_err(unreadable)?;
    let read::ReadRecord { name, record, format, rest, .. } = all.swap_remove(0).map_err(unreadable)?;
    let place = Source::Argument(1).into();
    let posed = InputProblem { place, number: (0, 1), name, record, format, played: 0, rest };
    posed.at(at.and_then(|at| at.parse().ok()))
}

/// The text of a record: UTF-8, Shift_JIS or UTF-16. Whether it can be read, and the text or the refusal as JSON.
#[pyfunction]
pub fn record_text(bytes: &[u8]) -> (bool, String) {
    match text::decode(bytes, None) {
        Ok((text, _)) => (true, text),
        Err(error) => (false, Fault::new(422, "unreadable", error.why.message()).json().to_string()),
    }
}

/// The text of a certificate, plain or compressed with Zstandard. Bytes that are no text are replaced; no verifier takes them.
#[pyfunction]
pub fn certificate_text(bytes: &[u8]) -> PyResult<String> {
    let plain = match bytes.starts_with(&zstandard::MAGIC) {
        true => zstandard::decoded(bytes)?,
        false => bytes.to_vec(),
    };
    Ok(String::from_utf8(plain)
        .unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
}
