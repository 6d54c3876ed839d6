//! Where results are kept: what both kinds of store can do.
//!
//! A store is written by one thread. What it says is known stays known when the program is killed at any moment;
//! what was not written yet is solved again.

use super::input::Origin;
use super::jsonl::Jsonl;
use crate::ladder::Rung;
use crate::report::Report;
use std::collections::BTreeMap;
use std::path::Path;
use tsumugi_api::Answer;
use tsumugi_api::message;
use tsumugi_tsume::canonical::{Turned, fingerprint};

/// A problem of the input and its canonical form.
#[derive(Clone, Debug)]
pub struct Row {
    /// Where it was read.
    pub origin: Origin,
    /// Its own SFEN, with the hands it is played with.
    pub sfen: String,
    /// The canonical form as text.
    pub canonical: String,
    /// How it was turned to get there.
    pub turned: Turned,
}

/// A number for the canonical form.
pub fn hash(canonical: &str) -> u64 {
    fingerprint(canonical.as_bytes())
}

/// What was found out about a problem in its canonical form.
#[derive(Clone, Debug)]
pub struct Finding {
    /// The answer.
    pub answer: Answer,
    /// The limit it was found with.
    pub rung: Rung,
}

/// A problem that is not settled: a number that the store knows it by, and its canonical form.
pub type Open = (i64, String);

/// Tells whether a problem is in the store; each thread has one.
pub trait Lookup: Send {
    /// Is there an answer, or an attempt, for this canonical form?
    fn knows(&mut self, canonical: &str) -> Result<bool, Report>;
}

/// A store of either kind.
pub trait Store {
    /// Which lines of a file were done before: for each line its digest, or 0.
    fn done(&mut self, file: &str) -> Result<Vec<u32>, Report>;

    /// Something that looks problems up, for another thread.
    fn lookup(&self) -> Result<Box<dyn Lookup>, Report>;

    /// Notes what was found out about new problems, and problems that are equal to some that are known already; for
    /// good when it returns.
    fn write(&mut self, found: Vec<(Row, Finding)>, equal: Vec<Row>) -> Result<(), Report>;

    /// Problems not settled for which this limit is worth an attempt, some of them: those after a number.
    fn open(&mut self, rung: &Rung, after: i64) -> Result<Vec<Open>, Report>;

    /// Notes what another attempt at open problems brought.
    fn improve(&mut self, found: Vec<(i64, Finding)>) -> Result<(), Report>;

    /// Nothing more will be attempted: what is open stays so.
    fn finish(&mut self) -> Result<(), Report>;

    /// All answers, about each problem one, where the store keeps whole answers.
    fn answers(&mut self) -> Result<Vec<Answer>, Report>;

    /// How many problems have which verdict.
    fn verdicts(&mut self) -> Result<BTreeMap<String, u64>, Report>;
}

/// What a store is about; a batch is continued only with the same.
pub struct About<'a> {
    /// The names of the files as they are stored.
    pub files: &'a [String],
    /// The question and everything that has a say in the answer, as text.
    pub question: &'a str,
    /// All that, settings too.
    pub settings: &'a str,
    /// The limit of the last attempt.
    pub last: Rung,
    /// Are equal problems one?
    pub dedup: bool,
}

/// Opens or makes the store that a file name asks for.
///
/// # Errors
/// When the file is something else, holds answers to another question, or is in use.
pub fn open(path: &Path, about: &About<'_>) -> Result<Box<dyn Store>, Report> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or("");
    match extension {
        #[cfg(feature = "sqlite")]
        "sqlite" | "sqlite3" | "db" => Ok(Box::new(super::sqlite::Sqlite::open(path, about)?)),
        #[cfg(not(feature = "sqlite"))]
        "sqlite" | "sqlite3" | "db" => Err(crate::features::Feature::Sqlite
            .missing()
            .note(message!("or: --out results.jsonl", "または --out results.jsonl"))),
        "jsonl" | "ndjson" => Ok(Box::new(Jsonl::open(path, about)?)),
        _ => {
            let path = path.display();
            let report = Report::new(message!(
                "{path} is neither .sqlite nor .jsonl",
                "{path} の名前は .sqlite か .jsonl で終わらせてください",
            ));
            Err(report.note(message!(
                "help: --out results.sqlite or --out results.jsonl",
                "ヒント: --out results.sqlite または --out results.jsonl",
            )))
        }
    }
}

/// Two batches must not write to one store.
pub fn in_use(path: &Path) -> Report {
    let path = path.display();
    Report::new(message!("{path} is in use by another batch", "{path} は別のbatchが使用中です"))
}

/// Refuses to continue with another question.
pub fn same(path: &Path, what: &str, stored: &str, asked: &str) -> Result<(), Report> {
    if stored == asked {
        return Ok(());
    }
    let path = path.display();
    Err(Report::new(message!(
        "{path} holds answers to another question",
        "{path} には別の質問への答えが入っています",
    ))
    .note(message!("{what} there: {stored}", "{what} の保存されている値: {stored}"))
    .note(message!("{what} now: {asked}", "{what} の今回の値: {asked}")))
}
