//! Results as a stream of JSON objects, one per line and problem, only ever added to.
//!
//! A line that a killed program did not finish is cut off before going on. What is open after an attempt waits in
//! memory for the next and is written when it is settled, or when the last attempt has failed: each problem has one
//! line. A problem equal to an earlier one gets a line of its own, turned as the problem is.

use super::store::{About, Finding, Lookup, Open, Row, Store, in_use, same};
use crate::ladder::Rung;
use crate::log::each_line;
use crate::report::Report;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, HashMap};
use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use tsumugi_api::Answer;
use tsumugi_api::message;
use tsumugi_shogi::Setup;
use tsumugi_tsume::canonical::{Turned, fingerprint};

/// Two numbers for a canonical form, where it cannot be compared itself.
type Key = (u64, u64);

fn key(canonical: &str) -> Key {
    let other: Vec<u8> = canonical.bytes().rev().collect();
    (fingerprint(canonical.as_bytes()), fingerprint(&other))
}

/// Where a problem is.
#[derive(Clone, Copy)]
enum Where {
    /// At this byte of the file.
    Written(u64),
    /// Among those that are open.
    Open(usize),
}

type Known = Arc<Mutex<HashMap<Key, Where>>>;

/// A stream being written.
pub struct Jsonl {
    path: PathBuf,
    file: File,
    end: u64,
    files: Vec<String>,
    question: String,
    last: Rung,
    dedup: bool,
    known: Known,
    done: HashMap<String, Vec<u32>>,
    /// Problems not settled, with the rows that wait for them; none where it was settled meanwhile.
    open: Vec<Option<Waiting>>,
    verdicts: BTreeMap<String, u64>,
}

struct Waiting {
    canonical: String,
    rows: Vec<Row>,
    finding: Finding,
}

impl Jsonl {
    /// Opens or makes a stream.
    pub fn open(path: &Path, about: &About<'_>) -> Result<Jsonl, Report> {
        let failed = |error: io::Error| Report::cannot_use(path, &error);
        let options = OpenOptions::new().read(true).append(true).create(true).open(path);
        let file = options.map_err(failed)?;
        if file.try_lock().is_err() {
            return Err(in_use(path));
        }
        let mut store = Jsonl {
            path: path.to_path_buf(),
            file,
            end: 0,
            files: about.files.to_vec(),
            question: about.question.to_string(),
            last: about.last,
            dedup: about.dedup,
            known: Known::default(),
            done: HashMap::new(),
            open: vec![],
            verdicts: BTreeMap::new(),
        };
        store.recall(about.question)?;
        Ok(store)
    }

    /// Reads what was written before.
    fn recall(&mut self, question: &str) -> Result<(), Report> {
        let path = self.path.clone();
        let file = self.file.try_clone().map_err(|error| Report::cannot_use(&path, &error))?;
        self.end = each_line(&path, &file, |line| {
            let object: Value = serde_json::from_slice(line).map_err(|_| {
                let (path, end) = (self.path.display(), self.end);
                let report = Report::new(message!(
                    "{path} is no stream of results",
                    "{path} は結果の記録ではありません",
                ));
                report.note(message!(
                    "byte {end} begins a line that is none",
                    "{end}バイト目からの行が読めません",
                ))
            })?;
            same(&self.path, "question", object["question"].as_str().unwrap_or("nothing"), question)?;
            let text = |name: &str| object[name].as_str().unwrap_or_default();
            let line_number = object["source_line"].as_u64().unwrap_or(0) as usize;
            let digest = u32::from_str_radix(text("digest"), 16).unwrap_or(0);
            let done = self.done.entry(text("source").to_string()).or_default();
            if done.len() <= line_number {
                done.resize(line_number + 1, 0);
            }
            done[line_number] = digest;
            *self.verdicts.entry(text("verdict").to_string()).or_default() += 1;
            let known = Where::Written(self.end);
            lock(&self.known).entry(key(text("canonical"))).or_insert(known);
            self.end += line.len() as u64;
            Ok(())
        })?;
        Ok(())
    }

    /// The line of a problem.
    fn line(&self, row: &Row, answer: &Answer) -> String {
        let mut out = Map::new();
        out.insert("source".into(), json!(self.files.get(row.origin.file)));
        out.insert("source_line".into(), json!(row.origin.line));
        out.insert("digest".into(), json!(format!("{:08x}", row.origin.digest)));
        out.insert("name".into(), json!(row.origin.name));
        out.insert("canonical".into(), json!(row.canonical));
        out.insert("question".into(), json!(self.question));
        if let Value::Object(fields) = answer.clone().turned(row.turned).json() {
            for (name, value) in fields {
                out.entry(name).or_insert(value);
            }
        }
        out.insert("sfen".into(), json!(row.sfen));
        format!("{}\n", Value::Object(out))
    }

    /// Writes lines and notes where they are.
    fn append(&mut self, lines: &[(Row, Answer)]) -> Result<(), Report> {
        let mut text = String::new();
        let mut places = Vec::new();
        for (row, answer) in lines {
            places.push((key(&row.canonical), self.end + text.len() as u64));
            text += &self.line(row, answer);
            *self.verdicts.entry(answer.verdict().to_string()).or_default() += 1;
        }
        self.file.write_all(text.as_bytes()).map_err(|error| Report::cannot_use(&self.path, &error))?;
        self.end += text.len() as u64;
        if self.dedup {
            let mut known = lock(&self.known);
            for (key, at) in places {
                let place = known.entry(key).or_insert(Where::Written(at));
                if let Where::Open(_) = place {
                    *place = Where::Written(at);
                }
            }
        }
        Ok(())
    }

    /// The answer at a byte of the file, in its canonical form.
    fn read_back(&mut self, at: u64) -> Result<Answer, Report> {
        let read = || -> io::Result<Value> {
            let mut file = &self.file;
            file.seek(SeekFrom::Start(at))?;
            let mut line = String::new();
            BufReader::with_capacity(1 << 12, file.take(self.end - at)).read_line(&mut line)?;
            serde_json::from_str(&line).map_err(io::Error::from)
        };
        let failed = |error: io::Error| Report::cannot_use(&self.path, &error);
        let object = read().map_err(failed)?;
        let text = |name: &str| object[name].as_str().unwrap_or_default().to_string();
        let (canonical, own) = (text("canonical"), text("sfen"));
        let answer = self.answer_of(object).map_err(|error| failed(error.into()))?;
        Ok(answer.turned(turned_of(&canonical, &own)))
    }

    /// The answer of a line; what the line has besides is passed over.
    fn answer_of(&self, line: Value) -> serde_json::Result<Answer> {
        Ok(match self.question.as_str() {
            "check" => Answer::Check(serde_json::from_value(line)?),
            "helpmate" => Answer::Helpmate(serde_json::from_value(line)?),
            compose if compose.starts_with("compose ") => {
                Answer::Compose(serde_json::from_value(line)?)
            }
            _ => Answer::Solve(serde_json::from_value(line)?),
        })
    }

    /// What is written at once and what has to wait for another attempt.
    fn is_final(&self, finding: &Finding) -> bool {
        !finding.answer.is_open() || !self.last.exceeds(&finding.rung)
    }
}

impl Store for Jsonl {
    fn done(&mut self, file: &str) -> Result<Vec<u32>, Report> {
        Ok(self.done.get(file).cloned().unwrap_or_default())
    }

    fn lookup(&self) -> Result<Box<dyn Lookup>, Report> {
        Ok(Box::new(JsonlLookup(self.known.clone())))
    }

    fn write(&mut self, found: Vec<(Row, Finding)>, equal: Vec<Row>) -> Result<(), Report> {
        let mut lines = Vec::new();
        for (row, finding) in found {
            if self.is_final(&finding) {
                lines.push((row, finding.answer));
            } else {
                let place = Where::Open(self.open.len());
                if self.dedup {
                    lock(&self.known).insert(key(&row.canonical), place);
                }
                let canonical = row.canonical.clone();
                self.open.push(Some(Waiting { canonical, rows: vec![row], finding }));
            }
        }
        self.append(&lines)?;
        lines.clear();
        for row in equal {
            let place = lock(&self.known).get(&key(&row.canonical)).copied();
            match place {
                Some(Where::Written(at)) => lines.push((row, self.read_back(at)?)),
                Some(Where::Open(i)) => {
                    self.open[i].iter_mut().for_each(|waiting| waiting.rows.push(row.clone()));
                }
                None => {
                    let problem = &row.canonical;
                    return Err(Report::new(message!(
                        "{problem} is known and lost",
                        "{problem} の結果が失われています",
                    )));
                }
            }
        }
        self.append(&lines)
    }

    fn open(&mut self, rung: &Rung, after: i64) -> Result<Vec<Open>, Report> {
        let all = self.open.iter().enumerate().skip(after as usize);
        let worth = all.filter_map(|(i, waiting)| {
            let waiting = waiting.as_ref().filter(|waiting| rung.exceeds(&waiting.finding.rung))?;
            // Numbers begin with 1, since 0 is before all of them.
            Some((i as i64 + 1, waiting.canonical.clone()))
        });
        Ok(worth.take(10_000).collect())
    }

    fn improve(&mut self, found: Vec<(i64, Finding)>) -> Result<(), Report> {
        let mut lines = Vec::new();
        for (number, finding) in found {
            let is_final = self.is_final(&finding);
            let Some(place) = self.open.get_mut(number as usize - 1) else { continue };
            match place.take() {
                Some(waiting) if is_final => {
                    let rows = waiting.rows.into_iter();
                    lines.extend(rows.map(|row| (row, finding.answer.clone())));
                }
                Some(waiting) => *place = Some(Waiting { finding, ..waiting }),
                None => {}
            }
        }
        self.append(&lines)
    }

    fn finish(&mut self) -> Result<(), Report> {
        self.file.sync_all().map_err(|error| Report::cannot_use(&self.path, &error))
    }

    fn answers(&mut self) -> Result<Vec<Answer>, Report> {
        let failed = |error: io::Error| Report::cannot_use(&self.path, &error);
        let mut file = &self.file;
        file.seek(SeekFrom::Start(0)).map_err(failed)?;
        let lines = BufReader::new(file.take(self.end)).lines();
        let answer = |line: io::Result<String>| {
            let object = serde_json::from_str(&line.map_err(failed)?);
            let answer = object.and_then(|object| self.answer_of(object));
            answer.map_err(|error| failed(error.into()))
        };
        lines.map(answer).collect()
    }

    fn verdicts(&mut self) -> Result<BTreeMap<String, u64>, Report> {
        Ok(self.verdicts.clone())
    }
}

/// A reader of what is known.
struct JsonlLookup(Known);

impl Lookup for JsonlLookup {
    fn knows(&mut self, canonical: &str) -> Result<bool, Report> {
        Ok(lock(&self.0).contains_key(&key(canonical)))
    }
}

fn lock(known: &Known) -> std::sync::MutexGuard<'_, HashMap<Key, Where>> {
    known.lock().unwrap_or_else(PoisonError::into_inner)
}

/// How a problem with this SFEN was turned to get its canonical form.
fn turned_of(canonical: &str, own: &str) -> Turned {
    let board =
        |sfen: &str| sfen.parse::<Setup>().ok().map(|setup| (setup.board, setup.hands, setup.turn));
    let form = canonical.split(" moves").next().unwrap_or_default();
    let Ok(own) = own.parse::<Setup>() else { return Turned::default() };
    let leads_there = |turned: &Turned| {
        let image = turned.setup(&own);
        board(form) == Some((image.board, image.hands, image.turn))
    };
    (0..4).map(Turned::from_bits).find(leads_there).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_way_a_problem_was_turned_is_found_again() {
        let own: Setup = "3k5/9/9/9/9/9/9/9/9 w RG 5".parse().unwrap();
        for bits in 0..4 {
            let turned = Turned::from_bits(bits);
            let canonical = Setup { ply: 1, ..turned.setup(&own) }.to_sfen();
            assert_eq!(turned_of(&canonical, &own.to_sfen()), turned);
        }
    }
}
