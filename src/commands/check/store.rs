//! `--resume FILE`: what is settled, a JSON object per line, written as soon as it is known.
//!
//! A line that was cut off by a crash is passed over, and what it held is settled again.

use crate::report::Report;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use tsumugi_andor::Stats;
use tsumugi_api::check::{Known, Task, class_words, than_word};
use tsumugi_api::usi;
use tsumugi_shogi::Move;
use tsumugi_tsume::Length;
use tsumugi_tsume::check::{Check, Class, Defence, Dual, Judgement, Than};

/// What was settled before, and where to note what is settled now.
#[derive(Default)]
pub struct Store {
    file: Option<(PathBuf, Mutex<File>)>,
    known: HashMap<String, Value>,
    /// Before the name of everything: what is settled by other rules has other names.
    rules: &'static str,
}

impl Store {
    /// Reads a file if it is there, and goes on writing to it. Without a path nothing is kept.
    pub fn open(path: Option<&Path>, free_restorations: bool) -> Result<Store, Report> {
        let Some(path) = path else { return Ok(Store::default()) };
        let failed = |error| Report::io(&format!("cannot use {}", path.display()), &error);
        let known = if path.exists() { read(path).map_err(failed)? } else { HashMap::new() };
        let mut file = OpenOptions::new().create(true).append(true).open(path).map_err(failed)?;
        if !known.is_empty() {
            // After a line that was cut off.
            writeln!(file).map_err(failed)?;
        }
        let rules = if free_restorations { "free restorations: " } else { "" };
        Ok(Store { file: Some((path.to_path_buf(), Mutex::new(file))), known, rules })
    }

    /// Puts in what was settled before.
    pub fn recall(&self, check: &Check, tasks: &mut [Task]) {
        for task in tasks {
            if let Some(value) = self.known.get(&self.key(check, task)) {
                recall(value, task);
            }
        }
    }

    /// The length and the line of a problem, if they were settled before.
    pub fn solution(&self, problem: &str) -> Option<(Length, Option<Vec<Move>>)> {
        self.known.get(&format!("{}{problem}", self.rules)).and_then(solution_from)
    }

    /// Notes the solution of a problem.
    pub fn add_solution(
        &self,
        problem: &str,
        length: &Length,
        line: Option<&[Move]>,
    ) -> Result<(), Report> {
        let solution = json!({ "length": length.exact(), "line": line.map(usi) });
        self.write(&json!({ "key": format!("{}{problem}", self.rules), "solution": solution }))
    }

    /// Notes what was settled.
    pub fn add(&self, check: &Check, task: &Task) -> Result<(), Report> {
        let known = match &task.known {
            Known::Check(judgement) => check_to_json(judgement),
            Known::Defence(defence) => defence_to_json(defence),
        };
        self.write(&json!({
            "key": self.key(check, task),
            "known": known,
            "expansions": task.effort.expansions,
            "seconds": task.effort.seconds,
            "certificate": task.certificate,
        }))
    }

    /// Names an alternative: the rules, the diagram, the main line, the place, the move.
    fn key(&self, check: &Check, task: &Task) -> String {
        let line = check.line().iter().map(|m| format!(" {m}")).collect::<String>();
        let (place, m) = (task.alternative.after + 1, task.alternative.m);
        format!("{}{}{line}: {place} {m}", self.rules, check.at(0).position().to_sfen())
    }

    fn write(&self, value: &Value) -> Result<(), Report> {
        let Some((path, file)) = &self.file else { return Ok(()) };
        let Ok(mut file) = file.lock() else { return Ok(()) };
        // In one piece, so that a line is there or not.
        let text = format!("{value}\n");
        let written = file.write_all(text.as_bytes()).and_then(|()| file.flush());
        written.map_err(|error| Report::io(&format!("cannot write {}", path.display()), &error))
    }
}

fn read(path: &Path) -> std::io::Result<HashMap<String, Value>> {
    let mut known = HashMap::new();
    for line in BufReader::new(File::open(path)?).split(b'\n') {
        let Ok(value) = serde_json::from_slice::<Value>(&line?) else { continue };
        if let Some(key) = value["key"].as_str() {
            known.insert(key.to_string(), value.clone());
        }
    }
    Ok(known)
}

fn recall(value: &Value, task: &mut Task) -> Option<()> {
    let known = &value["known"];
    let read = match task.known {
        Known::Check(_) => Known::Check(check_from_json(known)?),
        Known::Defence(_) => Known::Defence(defence_from_json(known)?),
    };
    task.known = read;
    task.effort.expansions = value["expansions"].as_u64().unwrap_or(0);
    task.effort.seconds = value["seconds"].as_f64().unwrap_or(0.0);
    task.certificate = value["certificate"].as_str().map(PathBuf::from);
    Some(())
}

fn class_from(name: &str, than: Option<&str>, at: Option<usize>) -> Option<Class> {
    let than = [Than::Shorter, Than::Equal, Than::Longer, Than::Unknown]
        .into_iter()
        .find(|&one| Some(than_word(one)) == than);
    Some(match name {
        "cook" => Class::Cook(than?),
        "last-move" => Class::LastMove,
        "transposition" => Class::Transposition(at?),
        "detour" => Class::Detour(at?),
        "distance" => Class::Distance,
        "promotion" => Class::Promotion,
        _ => return None,
    })
}

fn solution_from(value: &Value) -> Option<(Length, Option<Vec<Move>>)> {
    let solution = &value["solution"];
    let plies = match &solution["length"] {
        Value::Null => None,
        plies => Some(u32::try_from(plies.as_u64()?).ok()?),
    };
    let length = Length {
        at_least: plies.unwrap_or(0),
        at_most: plies,
        no_mate: plies.is_none(),
        stopped: None,
        stats: Stats::default(),
    };
    let line = match plies {
        Some(_) => Some(moves_from(&solution["line"])?),
        None => None,
    };
    Some((length, line))
}

/// The inverse of [`usi`].
fn moves_from(value: &Value) -> Option<Vec<Move>> {
    value.as_array()?.iter().map(|m| m.as_str()?.parse().ok()).collect()
}

fn check_to_json(judgement: &Judgement) -> Value {
    match judgement {
        Judgement::NoMate { proved, refutation } => {
            json!({ "no_mate": true, "proved": proved, "refutation": refutation.map(|m| m.to_string()) })
        }
        Judgement::Mate(dual) => {
            let (class, than, joins) = class_words(dual.class);
            json!({
                "class": class, "than": than, "joins": joins, "line": usi(&dual.line),
                "plies": dual.plies, "proved": dual.proved,
            })
        }
        Judgement::Open(_) => Value::Null,
    }
}

fn check_from_json(value: &Value) -> Option<Judgement> {
    let proved = value["proved"].as_bool()?;
    if value["no_mate"] == true {
        let refutation = value["refutation"].as_str().and_then(|m| m.parse().ok());
        return Some(Judgement::NoMate { proved, refutation });
    }
    let joins = value["joins"].as_u64().map(|at| at as usize);
    let class = class_from(value["class"].as_str()?, value["than"].as_str(), joins)?;
    let plies = u32::try_from(value["plies"].as_u64()?).ok()?;
    Some(Judgement::Mate(Dual { class, line: moves_from(&value["line"])?, plies, proved }))
}

fn defence_to_json(defence: &Defence) -> Value {
    match defence {
        Defence::Shorter => json!({ "defence": "shorter" }),
        Defence::Futile => json!({ "defence": "futile" }),
        Defence::Leftover => json!({ "defence": "leftover" }),
        Defence::Equal(line) => json!({ "defence": "equal", "line": usi(line) }),
        Defence::Longer(line) => json!({ "defence": "longer", "line": usi(line) }),
        Defence::Open(_) => Value::Null,
    }
}

fn defence_from_json(value: &Value) -> Option<Defence> {
    Some(match value["defence"].as_str()? {
        "shorter" => Defence::Shorter,
        "futile" => Defence::Futile,
        "leftover" => Defence::Leftover,
        "equal" => Defence::Equal(moves_from(&value["line"])?),
        "longer" => Defence::Longer(moves_from(&value["line"])?),
        _ => return None,
    })
}
