//! `--resume FILE`: what is settled, a JSON object per line, written as soon as it is known.
//!
//! A line that was cut off by a crash is passed over, and what it held is settled again.

use crate::report::Report;
use serde::{Deserialize, Serialize};
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use tsumugi_andor::Stats;
use tsumugi_api::check::{Effort, Known, Task};
use tsumugi_shogi::{Hand, Move};
use tsumugi_tsume::check::{Check, Class, Defence, Dual, Judgement, Than};
use tsumugi_tsume::{FutileClasses, Length, StopReason};

/// What was settled before, and where to note what is settled now.
#[derive(Default)]
pub struct Store {
    file: Option<(PathBuf, Mutex<File>)>,
    known: HashMap<String, Settled>,
    /// Before the name of everything: what is settled by other rules has other names.
    rules: String,
}

impl Store {
    /// Reads a file if it is there, and goes on writing to it. Without a path nothing is kept.
    pub fn open(path: Option<&Path>, futile: FutileClasses) -> Result<Store, Report> {
        let Some(path) = path else { return Ok(Store::default()) };
        let failed = |error| Report::cannot_use(path, &error);
        let known = if path.exists() { read(path).map_err(failed)? } else { HashMap::new() };
        let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(failed)?;
        if !known.is_empty() {
            // After a line that was cut off.
            writeln!(file).map_err(failed)?;
        }
        let rules = format!("futile {futile}: ");
        Ok(Store { file: Some((path.to_path_buf(), Mutex::new(file))), known, rules })
    }

    /// Puts in what was settled before.
    pub fn recall(&self, check: &Check, tasks: &mut [Task]) {
        for task in tasks {
            let (known, spent) = match (self.known.get(&self.key(check, task)), &task.known) {
                (Some(Settled::Check { judgement, spent }), Known::Check(_)) => {
                    (Known::Check(judgement.clone()), spent)
                }
                (Some(Settled::Defence { defence, spent }), Known::Defence(_)) => {
                    (Known::Defence(defence.clone()), spent)
                }
                _ => continue,
            };
            task.known = known;
            task.effort = Effort { expansions: spent.expansions, seconds: spent.seconds };
            task.certificate.clone_from(&spent.certificate);
        }
    }

    /// The length and the line of a problem, if they were settled before.
    pub fn solution(&self, problem: &str) -> Option<(Length, Option<Vec<Move>>)> {
        let settled = self.known.get(&format!("{}{problem}", self.rules))?;
        let Settled::Solution { length, line } = settled else { return None };
        let found = Length {
            at_least: length.unwrap_or(0),
            at_most: *length,
            no_mate: length.is_none(),
            stopped: None,
            stats: Stats::default(),
        };
        // A mate without a line is no solution.
        (length.is_some() == line.is_some()).then(|| (found, line.clone()))
    }

    /// Notes the solution of a problem.
    pub fn add_solution(
        &self,
        problem: &str,
        length: &Length,
        line: Option<&[Move]>,
    ) -> Result<(), Report> {
        let settled = Settled::Solution { length: length.exact(), line: line.map(<[Move]>::to_vec) };
        self.write(&Line { key: format!("{}{problem}", self.rules), settled })
    }

    /// Notes what was settled.
    pub fn add(&self, check: &Check, task: &Task) -> Result<(), Report> {
        let spent = Spent {
            expansions: task.effort.expansions,
            seconds: task.effort.seconds,
            certificate: task.certificate.clone(),
        };
        let settled = match task.known.clone() {
            Known::Check(judgement) => Settled::Check { judgement, spent },
            Known::Defence(defence) => Settled::Defence { defence, spent },
        };
        self.write(&Line { key: self.key(check, task), settled })
    }

    /// Names an alternative: the rules, the diagram, the main line, the place, the move.
    fn key(&self, check: &Check, task: &Task) -> String {
        let line = check.line().iter().map(|m| format!(" {m}")).collect::<String>();
        let (place, m) = (task.alternative.after + 1, task.alternative.m);
        format!("{}{}{line}: {place} {m}", self.rules, check.at(0).position().to_sfen())
    }

    fn write(&self, line: &Line) -> Result<(), Report> {
        let Some((path, file)) = &self.file else { return Ok(()) };
        let Ok(mut file) = file.lock() else { return Ok(()) };
        let failed = |error| Report::cannot_write(path, &error);
        // In one piece, so that a line is there or not.
        let text = serde_json::to_string(line).map_err(|error| failed(error.into()))? + "\n";
        file.write_all(text.as_bytes()).and_then(|()| file.flush()).map_err(failed)
    }
}

fn read(path: &Path) -> std::io::Result<HashMap<String, Settled>> {
    let mut known = HashMap::new();
    for line in BufReader::new(File::open(path)?).split(b'\n') {
        if let Ok(Line { key, settled }) = serde_json::from_slice(&line?) {
            known.insert(key, settled);
        }
    }
    Ok(known)
}

/// A line of the file.
#[derive(Serialize, Deserialize)]
struct Line {
    key: String,
    #[serde(flatten)]
    settled: Settled,
}

/// What was settled: a problem, a check beside its line, or a defence.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Settled {
    Solution {
        length: Option<u32>,
        line: Option<Vec<Move>>,
    },
    Check {
        #[serde(with = "JudgementText")]
        judgement: Judgement,
        #[serde(flatten)]
        spent: Spent,
    },
    Defence {
        #[serde(with = "DefenceText")]
        defence: Defence,
        #[serde(flatten)]
        spent: Spent,
    },
}

/// What it took, and what it left.
#[derive(Clone, Serialize, Deserialize)]
struct Spent {
    expansions: u64,
    seconds: f64,
    certificate: Option<PathBuf>,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Judgement", rename_all = "kebab-case")]
enum JudgementText {
    Mate(#[serde(with = "DualText")] Dual),
    NoMate {
        proved: bool,
        refutation: Option<Move>,
    },
    /// Nothing that is open is written down.
    #[serde(skip)]
    Open(StopReason),
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Dual")]
struct DualText {
    #[serde(with = "ClassText")]
    class: Class,
    line: Vec<Move>,
    plies: u32,
    at_least: u32,
    proved: bool,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Class", rename_all = "kebab-case")]
enum ClassText {
    Cook(#[serde(with = "ThanText")] Than),
    LastMove,
    Transposition(usize),
    Detour(usize),
    GivenAway(usize),
    Mirror(usize),
    Distance,
    Promotion,
    Unpromoted,
    #[serde(skip)]
    Unclear(StopReason),
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Than", rename_all = "lowercase")]
enum ThanText {
    Shorter,
    Equal,
    Longer,
    Unknown,
}

#[derive(Serialize, Deserialize)]
#[serde(remote = "Defence", rename_all = "kebab-case")]
enum DefenceText {
    Shorter,
    Futile,
    Counts,
    Leftover,
    Mirror,
    Equal(Vec<Move>),
    Longer {
        line: Vec<Move>,
        settled: bool,
    },
    LongerLeftover {
        line: Vec<Move>,
        leftover: Hand,
    },
    Escapes,
    /// More may be said about it, with more effort.
    #[serde(skip)]
    InTime,
    #[serde(skip)]
    Open(StopReason),
}
