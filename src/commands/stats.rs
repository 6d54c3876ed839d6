//! `tsumugi stats`: what a batch found, in figures, as a drawing, and as a table for other programs.

mod chart;
mod export;
#[cfg(feature = "parquet")]
mod parquet;

use crate::args::{Counts, Stats};
use crate::exit::Exit;
use crate::language::{spoken, told};
use crate::output;
use crate::render::short_number;
use crate::report::{Failure, Report};
use rusqlite::{Connection, OpenFlags, params};
use serde_json::{Value, json};
use std::path::Path;
use tsumugi_api::message;

/// What is told about a database.
pub struct Summary {
    /// The question that was asked.
    pub question: String,
    /// Problems of the input.
    pub problems: u64,
    /// How many of them differ.
    pub distinct: u64,
    /// Verdicts with the number of problems, the most frequent first.
    pub verdicts: Vec<(String, u64)>,
    /// Lengths with the number of problems.
    pub lengths: Vec<(u64, u64)>,
    /// Seconds and expansions spent on all of them.
    pub spent: (f64, u64),
    /// Those that took most expansions.
    pub hardest: Vec<Hard>,
}

/// A hard problem.
pub struct Hard {
    /// Where it was read first.
    pub place: String,
    /// Its canonical form.
    pub canonical: String,
    /// The verdict.
    pub verdict: String,
    /// The length, if there is one.
    pub length: Option<u64>,
    /// What it took.
    pub expansions: u64,
    /// And how long.
    pub seconds: f64,
}

/// Prints a summary, and draws and exports what is asked for.
pub fn run(args: &Stats) -> Result<Exit, Failure> {
    let path = &args.results;
    let fault = |error: rusqlite::Error| {
        let path = path.display();
        Report::new(message!(
            "{path} is no database of results: {error}",
            "{path} は結果のデータベースではありません",
        ))
    };
    std::fs::metadata(path).map_err(|error| Report::cannot_read(path, &error))?;
    let connection = open(path).map_err(fault)?;
    let summary = summary(&connection, args.hardest).map_err(fault)?;
    if let Some(svg) = &args.svg {
        output::to_file(svg, chart::svg(&summary).as_bytes())?;
    }
    if let Some(file) = &args.export {
        export::write(&connection, file)?;
    }
    let text = match args.format {
        Counts::Text => text(&summary),
        Counts::Json => format!("{}\n", object(&summary)),
    };
    output::to_stdout(text.as_bytes())?;
    Ok(Exit::Yes)
}

fn open(path: &Path) -> rusqlite::Result<Connection> {
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NO_MUTEX;
    let connection = Connection::open_with_flags(path, flags)?;
    // Never changed here, but reading what a running batch writes needs the files beside it.
    connection.pragma_update(None, "query_only", true)?;
    connection.busy_timeout(std::time::Duration::from_secs(10))?;
    Ok(connection)
}

fn summary(connection: &Connection, hardest: u32) -> rusqlite::Result<Summary> {
    let number =
        |sql: &str| connection.query_row(sql, [], |row| row.get::<_, i64>(0).map(|n| n as u64));
    let question =
        connection.query_row("SELECT value FROM about WHERE key = 'question'", [], |row| row.get(0))?;
    let each = "FROM problems JOIN results ON results.id = result";
    let mut select = connection
        .prepare(&format!("SELECT verdict, count(*) {each} GROUP BY verdict ORDER BY 2 DESC, 1"))?;
    let verdicts = select.query_map([], |row| Ok((row.get(0)?, row.get::<_, i64>(1)? as u64)))?;
    let verdicts = verdicts.collect::<rusqlite::Result<Vec<_>>>()?;
    let mut select = connection.prepare(&format!(
        "SELECT coalesce(length, at_most) AS plies, count(*) {each} WHERE plies IS NOT NULL GROUP BY plies ORDER BY plies"
    ))?;
    let lengths =
        select.query_map([], |row| Ok((row.get::<_, i64>(0)? as u64, row.get::<_, i64>(1)? as u64)))?;
    let lengths = lengths.collect::<rusqlite::Result<Vec<_>>>()?;
    let spent = connection.query_row(
        "SELECT total(seconds), coalesce(sum(expansions), 0) FROM results",
        [],
        |row| Ok((row.get(0)?, row.get::<_, i64>(1)? as u64)),
    )?;
    Ok(Summary {
        question,
        problems: number("SELECT count(*) FROM problems")?,
        distinct: number("SELECT count(DISTINCT result) FROM problems")?,
        verdicts,
        lengths,
        spent,
        hardest: hard(connection, hardest)?,
    })
}

fn hard(connection: &Connection, count: u32) -> rusqlite::Result<Vec<Hard>> {
    let mut select = connection.prepare(
        "SELECT id, canonical, verdict, coalesce(length, at_most), coalesce(expansions, 0), coalesce(seconds, 0)
         FROM results ORDER BY 5 DESC, id LIMIT ?",
    )?;
    let mut rows = select.query(params![count])?;
    let mut hard = Vec::new();
    while let Some(row) = rows.next()? {
        let place = connection.query_row(
            "SELECT files.name || ':' || min(line) FROM problems JOIN files ON files.id = file
             WHERE result = ?",
            [row.get::<_, i64>(0)?],
            |row| row.get::<_, Option<String>>(0),
        )?;
        hard.push(Hard {
            place: place.unwrap_or_default(),
            canonical: row.get(1)?,
            verdict: row.get(2)?,
            length: row.get::<_, Option<i64>>(3)?.map(|n| n as u64),
            expansions: row.get::<_, i64>(4)? as u64,
            seconds: row.get(5)?,
        });
    }
    Ok(hard)
}

/// Columns of the longest bar in text.
const BAR: u64 = 50;

fn text(summary: &Summary) -> String {
    let Summary { question, problems, distinct, verdicts, lengths, spent, hardest } = summary;
    let mut out = told(&message!(
        "{problems} problems, {distinct} different; question: {question}\n",
        "{problems}題（重複を除き{distinct}題） 質問: {question}\n",
    ));
    out += &bars(verdicts.iter().map(|(verdict, n)| (verdict.clone(), *n)).collect());
    if !lengths.is_empty() {
        out += spoken().say("\nlength\n", "\n手数\n");
        out += &bars(lengths.iter().map(|(length, n)| (length.to_string(), *n)).collect());
    }
    let (seconds, expansions) = spent;
    let expanded = short_number(*expansions as f64);
    out += &told(&message!(
        "\n{seconds:.1} s of search, {expanded} positions expanded\n",
        "\n探索{seconds:.1}秒 展開局面{expanded}\n",
    ));
    if !hardest.is_empty() {
        out += spoken().say("\nhardest\n", "\n難しい順\n");
    }
    for hard in hardest {
        let length = hard
            .length
            .map(|length| told(&message!(" in {length}", " {length}手")))
            .unwrap_or_default();
        out += &format!(
            "  {:>8}  {:>7.2} s  {}{length}  {}  {}\n",
            short_number(hard.expansions as f64),
            hard.seconds,
            hard.verdict,
            hard.place,
            hard.canonical,
        );
    }
    out
}

/// Numbers with bars.
fn bars(rows: Vec<(String, u64)>) -> String {
    let most = rows.iter().map(|(_, n)| *n).max().unwrap_or(1).max(1);
    let width = rows.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let line = |(name, n): &(String, u64)| {
        let bar = "#".repeat((n * BAR).div_ceil(most) as usize);
        format!("  {name:>width$}  {n:>9}  {bar}\n")
    };
    rows.iter().map(line).collect()
}

fn object(summary: &Summary) -> Value {
    let hardest = summary.hardest.iter().map(|hard| {
        json!({
            "source": hard.place, "canonical": hard.canonical, "verdict": hard.verdict,
            "length": hard.length, "expansions": hard.expansions, "seconds": hard.seconds,
        })
    });
    let verdicts = summary.verdicts.iter().map(|(verdict, n)| (verdict.clone(), json!(n)));
    let lengths = summary.lengths.iter().map(|(length, n)| (length.to_string(), json!(n)));
    json!({
        "question": summary.question,
        "problems": summary.problems,
        "distinct": summary.distinct,
        "verdicts": Value::Object(verdicts.collect()),
        "lengths": Value::Object(lengths.collect()),
        "seconds": summary.spent.0,
        "expansions": summary.spent.1,
        "hardest": hardest.collect::<Vec<_>>(),
    })
}
