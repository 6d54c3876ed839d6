//! Results in an SQLite database, which other programs can query while it is being filled.
//!
//! `results` has a row for each canonical problem, `problems` one for each line of the input. Everything is
//! written in transactions, so a killed program leaves nothing half done.

use super::store::{About, Finding, Lookup, Open, Row, Store, hash, in_use, same};
use crate::ladder::Rung;
use crate::report::Report;
use rusqlite::{Connection, OpenFlags, OptionalExtension, ToSql, params, params_from_iter};
use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::path::{Path, PathBuf};
use tsumugi_api::message;
use tsumugi_api::{Answer, Reason, usi};
use tsumugi_shogi::Move;

/// The tables. `line` in `results` is the line of play, in `problems` the line of the file.
const SCHEMA: &str = "
    CREATE TABLE IF NOT EXISTS about (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS files (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
    CREATE TABLE IF NOT EXISTS results (
        id INTEGER PRIMARY KEY, hash INTEGER NOT NULL, canonical TEXT NOT NULL,
        verdict TEXT NOT NULL, length INTEGER, at_most INTEGER, shortest INTEGER, line TEXT, nodes INTEGER,
        expansions INTEGER, seconds REAL, reason TEXT, proved INTEGER,
        tried_seconds REAL, tried_nodes INTEGER, detail TEXT);
    CREATE INDEX IF NOT EXISTS results_hash ON results (hash);
    CREATE INDEX IF NOT EXISTS results_open ON results (id) WHERE verdict IN ('unknown', 'unsettled');
    CREATE TABLE IF NOT EXISTS problems (
        file INTEGER NOT NULL REFERENCES files, line INTEGER NOT NULL, digest INTEGER NOT NULL,
        name TEXT, turned INTEGER NOT NULL, result INTEGER NOT NULL REFERENCES results,
        PRIMARY KEY (file, line)) WITHOUT ROWID;
";
/// Changes with the tables.
const VERSION: &str = "2";
/// Open problems fetched at a time.
const PAGE: i64 = 10_000;

/// A database being filled.
pub struct Sqlite {
    connection: Connection,
    path: PathBuf,
    /// The numbers of the files of this run.
    files: HashMap<String, i64>,
    /// The same in the order of the command line.
    order: Vec<i64>,
    next_id: i64,
    /// Are equal problems one, to be found by the hash?
    dedup: bool,
    /// Keeps a second batch away. Dropped last: closing it earlier would release the database's own locks.
    _lock: File,
}

/// The file whose lock keeps a second batch away: the database itself. On Windows that would keep SQLite away too, so there
/// it is one beside it.
fn lock_file(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    if cfg!(windows) {
        name.push(".lock");
    }
    name.into()
}

impl Sqlite {
    /// Opens or makes a database.
    pub fn open(path: &Path, about: &About<'_>) -> Result<Sqlite, Report> {
        let failed = |error: std::io::Error| Report::cannot_use(path, &error);
        let lock = File::options().create(true).append(true).open(lock_file(path)).map_err(failed)?;
        if lock.try_lock().is_err() {
            return Err(in_use(path));
        }
        let connection = Connection::open(path).map_err(|error| fault(path, &error))?;
        let mut store = Sqlite {
            connection,
            path: path.to_path_buf(),
            files: HashMap::new(),
            order: vec![],
            next_id: 1,
            dedup: about.dedup,
            _lock: lock,
        };
        store.prepare(about).map_err(|error| fault(path, &error))?;
        for (what, now) in
            [("version", VERSION), ("question", about.question), ("settings", about.settings)]
        {
            let stored = store.about(what, now).map_err(|error| fault(path, &error))?;
            same(path, what, &stored, now)?;
        }
        Ok(store)
    }

    fn prepare(&mut self, about: &About<'_>) -> rusqlite::Result<()> {
        let connection = &self.connection;
        connection.pragma_update(None, "journal_mode", "wal")?;
        connection.pragma_update(None, "synchronous", "normal")?;
        connection.busy_timeout(std::time::Duration::from_secs(60))?;
        connection.execute_batch(SCHEMA)?;
        for name in about.files {
            connection.execute("INSERT OR IGNORE INTO files (name) VALUES (?)", [name])?;
            let id = connection
                .query_row("SELECT id FROM files WHERE name = ?", [name], |row| row.get(0))?;
            self.files.insert(name.clone(), id);
            self.order.push(id);
        }
        self.next_id =
            connection
                .query_row("SELECT coalesce(max(id), 0) + 1 FROM results", [], |row| row.get(0))?;
        Ok(())
    }

    /// What is stored under a key, after storing `now` where nothing is.
    fn about(&self, key: &str, now: &str) -> rusqlite::Result<String> {
        self.connection.execute("INSERT OR IGNORE INTO about VALUES (?, ?)", [key, now])?;
        self.connection.query_row("SELECT value FROM about WHERE key = ?", [key], |row| row.get(0))
    }

    fn fault(&self, error: &rusqlite::Error) -> Report {
        fault(&self.path, error)
    }

    fn write_all(&mut self, found: &[(Row, Finding)], equal: &[Row]) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction()?;
        {
            let mut insert = transaction.prepare_cached(INSERT_RESULT)?;
            let mut place = transaction.prepare_cached(INSERT_PROBLEM)?;
            let mut find = transaction.prepare_cached(FIND_RESULT)?;
            for (row, finding) in found {
                let id = self.next_id;
                self.next_id += 1;
                let columns = Columns::of(finding);
                // Where nothing is looked for, an index in the order of writing costs least.
                let hash = if self.dedup { hash(&row.canonical) as i64 } else { 0 };
                let first: [&dyn ToSql; 3] = [&id, &hash, &row.canonical];
                insert.execute(params_from_iter(first.into_iter().chain(columns.values())))?;
                put(&mut place, &self.order, row, id)?;
            }
            for row in equal {
                let id: i64 = find
                    .query_row(params![hash(&row.canonical) as i64, row.canonical], |row| row.get(0))?;
                put(&mut place, &self.order, row, id)?;
            }
        }
        transaction.commit()
    }

    fn improve_all(&mut self, found: &[(i64, Finding)]) -> rusqlite::Result<()> {
        let transaction = self.connection.transaction()?;
        for (id, finding) in found {
            let columns = Columns::of(finding);
            let first: [&dyn ToSql; 1] = [id];
            let values = first.into_iter().chain(columns.values());
            transaction.prepare_cached(UPDATE_RESULT)?.execute(params_from_iter(values))?;
        }
        transaction.commit()
    }
}

const INSERT_RESULT: &str =
    "INSERT INTO results VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
const INSERT_PROBLEM: &str = "INSERT OR REPLACE INTO problems VALUES (?, ?, ?, ?, ?, ?)";
const FIND_RESULT: &str = "SELECT id FROM results WHERE hash = ? AND canonical = ? LIMIT 1";
const UPDATE_RESULT: &str = "UPDATE results SET verdict = ?2, length = ?3, at_most = ?4, shortest = ?5, line = ?6,
    nodes = ?7, expansions = ?8, seconds = ?9, reason = ?10, proved = ?11, tried_seconds = ?12, tried_nodes = ?13,
    detail = ?14 WHERE id = ?1";

fn put(
    statement: &mut rusqlite::CachedStatement<'_>,
    files: &[i64],
    row: &Row,
    result: i64,
) -> rusqlite::Result<()> {
    let origin = &row.origin;
    let (line, turned) = (origin.line as i64, row.turned.to_bits());
    let file = files.get(origin.file);
    statement.execute(params![file, line, origin.digest, origin.name, turned, result])?;
    Ok(())
}

/// What is stored of a finding.
#[derive(Default)]
struct Columns {
    verdict: &'static str,
    length: Option<i64>,
    at_most: Option<i64>,
    shortest: Option<bool>,
    line: Option<String>,
    nodes: Option<i64>,
    expansions: Option<i64>,
    seconds: Option<f64>,
    reason: Option<&'static str>,
    proved: Option<bool>,
    tried_seconds: Option<f64>,
    tried_nodes: Option<i64>,
    detail: Option<String>,
}

impl Columns {
    /// All of them, in the order in which the statements name them.
    fn values(&self) -> [&dyn ToSql; 13] {
        [
            &self.verdict,
            &self.length,
            &self.at_most,
            &self.shortest,
            &self.line,
            &self.nodes,
            &self.expansions,
            &self.seconds,
            &self.reason,
            &self.proved,
            &self.tried_seconds,
            &self.tried_nodes,
            &self.detail,
        ]
    }

    fn of(finding: &Finding) -> Columns {
        let usual = Columns {
            verdict: finding.answer.verdict(),
            tried_seconds: Some(finding.rung.seconds).filter(|seconds| seconds.is_finite()),
            tried_nodes: i64::try_from(finding.rung.nodes).ok(),
            ..Columns::default()
        };
        // Mates say everything in columns; findings and sets of lines do not fit there.
        let detail = || Some(finding.answer.json().to_string());
        match &finding.answer {
            Answer::Solve(answer) => Columns {
                length: answer.length.map(i64::from),
                at_most: answer.at_most.map(i64::from),
                shortest: Some(answer.shortest),
                line: line_of(&answer.line),
                nodes: Some(answer.nodes as i64),
                expansions: Some(answer.expansions as i64),
                seconds: Some(answer.seconds),
                reason: answer.reason.map(Reason::name),
                proved: Some(answer.proved),
                ..usual
            },
            Answer::Check(answer) => {
                let solution = answer.solution.as_ref();
                Columns {
                    length: solution.and_then(|solution| solution.length).map(i64::from),
                    at_most: solution
                        .and_then(|solution| solution.length)
                        .or(answer.at_most)
                        .map(i64::from),
                    line: solution.and_then(|solution| line_of(&solution.line)),
                    expansions: Some(answer.expansions as i64),
                    seconds: Some(answer.seconds),
                    reason: answer.reason.map(Reason::name),
                    detail: detail(),
                    ..usual
                }
            }
            Answer::Helpmate(answer) => Columns {
                length: answer.length.map(i64::from),
                at_most: answer.length.map(i64::from),
                line: answer.lines.first().and_then(|line| line_of(line)),
                expansions: Some(answer.expansions as i64),
                seconds: Some(answer.seconds),
                reason: answer.reason.map(Reason::name),
                detail: detail(),
                ..usual
            },
            Answer::Compose(answer) => Columns {
                expansions: Some(answer.expansions as i64),
                seconds: Some(answer.seconds),
                reason: answer.reason.map(Reason::name),
                detail: detail(),
                ..usual
            },
            _ => usual,
        }
    }
}

/// A line of play with blanks between the moves.
fn line_of(line: &[Move]) -> Option<String> {
    (!line.is_empty()).then(|| usi(line).join(" "))
}

impl Store for Sqlite {
    fn done(&mut self, file: &str) -> Result<Vec<u32>, Report> {
        let id = self.files.get(file).copied().unwrap_or(0);
        let read = || -> rusqlite::Result<Vec<u32>> {
            let mut done = Vec::new();
            let mut select =
                self.connection.prepare("SELECT line, digest FROM problems WHERE file = ?")?;
            let mut rows = select.query([id])?;
            while let Some(row) = rows.next()? {
                let line = row.get::<_, i64>(0)? as usize;
                if done.len() <= line {
                    done.resize(line + 1, 0);
                }
                done[line] = row.get(1)?;
            }
            Ok(done)
        };
        read().map_err(|error| self.fault(&error))
    }

    fn lookup(&self) -> Result<Box<dyn Lookup>, Report> {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let connection = Connection::open_with_flags(&self.path, flags);
        let connection = connection.map_err(|error| self.fault(&error))?;
        let wait = connection.busy_timeout(std::time::Duration::from_secs(60));
        wait.map_err(|error| self.fault(&error))?;
        Ok(Box::new(SqliteLookup { connection, path: self.path.clone() }))
    }

    fn write(&mut self, found: Vec<(Row, Finding)>, equal: Vec<Row>) -> Result<(), Report> {
        self.write_all(&found, &equal).map_err(|error| self.fault(&error))
    }

    fn open(&mut self, rung: &Rung, after: i64) -> Result<Vec<Open>, Report> {
        let read = || -> rusqlite::Result<Vec<Open>> {
            let mut select = self.connection.prepare_cached(
                "SELECT id, canonical FROM results WHERE verdict IN ('unknown', 'unsettled') AND id > ?1
                 AND (tried_seconds < ?2 OR tried_nodes < ?3) ORDER BY id LIMIT ?4",
            )?;
            let nodes = i64::try_from(rung.nodes).unwrap_or(i64::MAX);
            let rows = select
                .query_map(params![after, rung.seconds.min(1e300), nodes, PAGE], |row| {
                    Ok((row.get(0)?, row.get(1)?))
                })?;
            rows.collect()
        };
        read().map_err(|error| self.fault(&error))
    }

    fn improve(&mut self, found: Vec<(i64, Finding)>) -> Result<(), Report> {
        self.improve_all(&found).map_err(|error| self.fault(&error))
    }

    fn finish(&mut self) -> Result<(), Report> {
        Ok(())
    }

    fn answers(&mut self) -> Result<Vec<Answer>, Report> {
        let read = || -> rusqlite::Result<Vec<(String, Option<String>)>> {
            let mut select = self.connection.prepare(
                "SELECT value, detail FROM results JOIN about ON key = 'question' ORDER BY id",
            )?;
            let rows = select.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
            rows.collect()
        };
        let rows = read().map_err(|error| self.fault(&error))?;
        let answer = |(question, detail): (String, Option<String>)| {
            let detail = detail?;
            let kind = question.split(' ').next().unwrap_or_default();
            let tagged = format!("{{\"{kind}\":{detail}}}");
            Some(
                serde_json::from_str(&tagged)
                    .map_err(|error| Report::cannot_use(&self.path, &std::io::Error::from(error))),
            )
        };
        rows.into_iter().filter_map(answer).collect()
    }

    fn verdicts(&mut self) -> Result<BTreeMap<String, u64>, Report> {
        let read = || -> rusqlite::Result<BTreeMap<String, u64>> {
            let mut select = self.connection.prepare(
                "SELECT verdict, count(*) FROM problems JOIN results ON results.id = result GROUP BY verdict",
            )?;
            let rows = select.query_map([], |row| Ok((row.get(0)?, row.get::<_, i64>(1)? as u64)))?;
            rows.collect()
        };
        read().map_err(|error| self.fault(&error))
    }
}

/// A reader of the same database.
struct SqliteLookup {
    connection: Connection,
    path: PathBuf,
}

impl Lookup for SqliteLookup {
    fn knows(&mut self, canonical: &str) -> Result<bool, Report> {
        let find = || -> rusqlite::Result<bool> {
            let mut find = self.connection.prepare_cached(FIND_RESULT)?;
            let id: Option<i64> = find
                .query_row(params![hash(canonical) as i64, canonical], |row| row.get(0))
                .optional()?;
            Ok(id.is_some())
        };
        find().map_err(|error| fault(&self.path, &error))
    }
}

/// What the database complains about.
pub fn fault(path: &Path, error: &rusqlite::Error) -> Report {
    let path = path.display();
    Report::new(message!("cannot use {path}: {error}", "{path} を使えません（{error}）"))
}
