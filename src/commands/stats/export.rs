//! Every problem with its answer, as a table: CSV, Parquet, or JSON lines. Moves and diagrams are turned back to
//! what the input says.

use crate::output::Whole;
use crate::report::Report;
use rusqlite::Connection;
use serde_json::json;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use tsumugi_api::message;
use tsumugi_shogi::{Move, Setup};
use tsumugi_tsume::canonical::Turned;

/// A problem with its answer.
pub struct Line {
    /// The file it was read from.
    pub source: String,
    /// The line there.
    pub source_line: i64,
    /// What the file calls it.
    pub name: Option<String>,
    /// The problem, with the hands it is played with.
    pub sfen: String,
    /// One form for all problems that are the same play.
    pub canonical: String,
    /// The verdict.
    pub verdict: String,
    /// The length, if there is one.
    pub length: Option<i64>,
    /// Is that the shortest?
    pub shortest: Option<bool>,
    /// The line of play.
    pub line: Option<String>,
    /// Moves played.
    pub nodes: Option<i64>,
    /// Positions expanded.
    pub expansions: Option<i64>,
    /// How long it took.
    pub seconds: Option<f64>,
    /// Why it is open, if it is.
    pub reason: Option<String>,
}

/// Writes all problems to a file of the kind its name asks for.
pub fn write(connection: &Connection, path: &Path) -> Result<(), Report> {
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or("");
    let failed = |error: io::Error| Report::cannot_write(path, &error);
    if !["csv", "parquet", "jsonl", "ndjson"].contains(&extension) {
        let path = path.display();
        return Err(Report::new(message!(
            "{path} is neither .csv, .parquet nor .jsonl",
            "{path} の名前は .csv、.parquet、.jsonl のいずれかで終わらせてください",
        )));
    }
    #[cfg(not(feature = "parquet"))]
    if extension == "parquet" {
        return Err(crate::features::Feature::Parquet.missing());
    }
    let mut file = BufWriter::new(Whole::create(path).map_err(failed)?);
    let written = match extension {
        "csv" => csv(connection, &mut file),
        #[cfg(feature = "parquet")]
        "parquet" => parquet(connection, &mut file),
        _ => each(connection, |line| writeln!(file, "{}", json_line(&line))),
    };
    written.map_err(failed)?;
    file.into_inner().map_err(|error| failed(error.into_error()))?.commit().map_err(failed)
}

/// Shows every problem, in the order of the input.
fn each(connection: &Connection, mut show: impl FnMut(Line) -> io::Result<()>) -> io::Result<()> {
    let select =
        "SELECT files.name, problems.line, problems.name, canonical, turned, verdict, length, shortest,
        results.line, nodes, expansions, seconds, reason
        FROM problems JOIN files ON files.id = file JOIN results ON results.id = result
        ORDER BY file, problems.line";
    let mut select = connection.prepare(select).map_err(io::Error::other)?;
    let lines = select.query_map([], |row| {
        let canonical: String = row.get(3)?;
        let turned = Turned::from_bits(row.get(4)?);
        let line: Option<String> = row.get(8)?;
        Ok(Line {
            source: row.get(0)?,
            source_line: row.get(1)?,
            name: row.get(2)?,
            sfen: back(&canonical, turned),
            line: line.map(|moves| moves_back(&moves, turned)),
            canonical,
            verdict: row.get(5)?,
            length: row.get(6)?,
            shortest: row.get(7)?,
            nodes: row.get(9)?,
            expansions: row.get(10)?,
            seconds: row.get(11)?,
            reason: row.get(12)?,
        })
    });
    for line in lines.map_err(io::Error::other)? {
        show(line.map_err(io::Error::other)?)?;
    }
    Ok(())
}

/// The problem as it was before it was turned.
fn back(canonical: &str, turned: Turned) -> String {
    let sfen = canonical.split(" moves").next().unwrap_or(canonical);
    sfen.parse::<Setup>().map_or(sfen.to_string(), |setup| turned.setup(&setup).to_sfen())
}

fn moves_back(moves: &str, turned: Turned) -> String {
    let back = |m: &str| m.parse::<Move>().map_or(m.to_string(), |m| turned.m(m).to_string());
    moves.split(' ').map(back).collect::<Vec<_>>().join(" ")
}

/// The names of the columns, everywhere.
pub const COLUMNS: [&str; 13] = [
    "source",
    "source_line",
    "name",
    "sfen",
    "canonical",
    "verdict",
    "length",
    "shortest",
    "line",
    "nodes",
    "expansions",
    "seconds",
    "reason",
];

fn csv(connection: &Connection, out: &mut impl Write) -> io::Result<()> {
    let mut table = csv::Writer::from_writer(out);
    table.write_record(COLUMNS)?;
    each(connection, |line| {
        let number = |n: Option<i64>| n.map(|n| n.to_string()).unwrap_or_default();
        let fields = [
            line.source,
            line.source_line.to_string(),
            line.name.unwrap_or_default(),
            line.sfen,
            line.canonical,
            line.verdict,
            number(line.length),
            line.shortest.map(|yes| yes.to_string()).unwrap_or_default(),
            line.line.unwrap_or_default(),
            number(line.nodes),
            number(line.expansions),
            line.seconds.map(|seconds| seconds.to_string()).unwrap_or_default(),
            line.reason.unwrap_or_default(),
        ];
        Ok(table.write_record(&fields)?)
    })?;
    table.flush()
}

fn json_line(line: &Line) -> serde_json::Value {
    json!({
        "source": line.source, "source_line": line.source_line, "name": line.name, "sfen": line.sfen,
        "canonical": line.canonical, "verdict": line.verdict, "length": line.length,
        "shortest": line.shortest,
        "line": line.line.as_deref().map(|moves| moves.split(' ').collect::<Vec<_>>()).unwrap_or_default(),
        "nodes": line.nodes, "expansions": line.expansions, "seconds": line.seconds, "reason": line.reason,
    })
}

#[cfg(feature = "parquet")]
fn parquet(connection: &Connection, out: &mut (impl Write + Send)) -> io::Result<()> {
    let mut table = super::parquet::Table::new(out)?;
    each(connection, |line| table.add(line))?;
    table.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_turned_is_turned_back() {
        let turned = Turned { rotated: true, mirrored: false };
        assert_eq!(back("4k4/9/9/9/9/9/9/9/9 b G 1 moves G*5b", turned), "9/9/9/9/9/9/9/9/4K4 w g 1");
        assert_eq!(moves_back("G*5b 5a4a", turned), "G*5h 5i6i");
    }
}
