//! The tables as text and as JSON, what the paper says beside what we say.

use super::Tables;
use super::paper;
use super::trials::Trial;
use crate::render::table::table;
use serde_json::{Value, json};

/// Columns of a table after problem, plies, program and whether it was solved.
struct Columns {
    head: &'static [&'static str],
    cells: fn(&Trial<'_>) -> Vec<String>,
}

const EFFORT: [&str; 4] = ["scanned", "positions", "protected", "CPU s"];

fn effort(trial: &Trial<'_>) -> Vec<String> {
    let effort = &trial.outcome.effort;
    let figures = [effort.scanned, effort.distinct, effort.most_protected];
    figures.map(|figure| trial.figure(figure)).into_iter().chain([trial.seconds()]).collect()
}

/// What stands where the paper has nothing.
const NOTHING: &str = "–";

fn of_paper<T: ToString>(figure: Option<T>) -> String {
    figure.map_or(NOTHING.to_string(), |figure| figure.to_string())
}

/// The columns of a table of the paper; 0 is what was asked for with `--program`.
fn columns(number: u8) -> Columns {
    match number {
        2 => Columns { head: &EFFORT, cells: effort },
        3 => Columns {
            head: &["scanned", "positions", "protected", "CPU s", "paper: solved"],
            cells: long,
        },
        4 | 0 => Columns {
            head: &["scanned", "positions", "protected", "CPU s", "paper: positions", "paper: s"],
            cells: longest,
        },
        5 => Columns {
            head: &["scanned", "a position", "CPU s", "paper's 14: scanned", "a position", "s"],
            cells: |trial| methods(trial, 5),
        },
        6 => Columns {
            head: &["scanned", "a position", "CPU s", "paper's 30: scanned", "a position", "s"],
            cells: |trial| methods(trial, 6),
        },
        _ => Columns {
            head: &["positions", "protected", "CPU s", "paper", "protected", "s"],
            cells: protected,
        },
    }
}

fn long(trial: &Trial<'_>) -> Vec<String> {
    let solved = paper::solved_by_g(trial.case.plies).map(|solved| if solved { "yes" } else { "no" });
    effort(trial).into_iter().chain([of_paper(solved)]).collect()
}

fn longest(trial: &Trial<'_>) -> Vec<String> {
    let row = paper::jugemu(trial.case.plies);
    let column = ['A', 'H', 'h'].iter().position(|&program| program == trial.program);
    let seconds = row.zip(column).map(|(row, column)| row.seconds[column]);
    let positions = of_paper(row.map(|row| row.positions));
    effort(trial).into_iter().chain([positions, of_paper(seconds)]).collect()
}

fn methods(trial: &Trial<'_>, number: u8) -> Vec<String> {
    let ours =
        [trial.figure(trial.outcome.effort.scanned), format!("{:.1}", trial.scans()), trial.seconds()];
    let paper = paper::compared(number, trial.program);
    let theirs = [
        of_paper(paper.map(|paper| paper.0)),
        of_paper(paper.map(|paper| format!("{:.1}", paper.1))),
        of_paper(paper.map(|paper| paper.2)),
    ];
    ours.into_iter().chain(theirs).collect()
}

fn protected(trial: &Trial<'_>) -> Vec<String> {
    let effort = &trial.outcome.effort;
    let paper = paper::protected(trial.case.plies, trial.program);
    vec![
        trial.figure(effort.distinct),
        trial.figure(effort.most_protected),
        trial.seconds(),
        of_paper(paper.map(|paper| paper.0)),
        of_paper(paper.map(|paper| paper.1)),
        of_paper(paper.map(|paper| paper.2)),
    ]
}

impl Tables<'_> {
    pub fn text(&self, seconds: f64) -> String {
        let mut out = format!("at most {seconds} seconds of processor time each\n\n");
        for (number, title, trials) in &self.tables {
            let title = match number {
                0 => title.to_string(),
                number => format!("Table {number}: {title}"),
            };
            let columns = columns(*number);
            let head: Vec<&str> =
                ["", "plies", "program", "solved"].iter().chain(columns.head).copied().collect();
            let row = |trial: &Trial<'_>| {
                let start = [
                    trial.case.name.clone(),
                    trial.case.plies.to_string(),
                    trial.program.to_string(),
                    trial.solved_word(),
                ];
                start.into_iter().chain((columns.cells)(trial)).collect()
            };
            out += &table(&title, &head, &trials.iter().map(row).collect::<Vec<_>>());
            if *number == 2 {
                out.pop();
                out += paper::TABLE_2;
                out.push('\n');
            }
        }
        if self.ours {
            out += paper::WITHOUT_LISTS;
        }
        out
    }

    pub fn json(&self, seconds: f64, stopped: bool) -> Value {
        let table = |(number, _, trials): &(u8, &str, Vec<Trial<'_>>)| {
            let columns = columns(*number);
            let paper = |trial: &Trial<'_>| -> serde_json::Map<String, Value> {
                let cells = (columns.cells)(trial);
                let after = columns.head.iter().position(|name| name.starts_with("paper"));
                let of_paper = columns.head.iter().zip(cells).skip(after.unwrap_or(usize::MAX));
                of_paper.map(|(name, cell)| (name.to_string(), cell.into())).collect()
            };
            let trials: Vec<Value> = trials
                .iter()
                .map(|trial| {
                    let mut object = trial.json();
                    object["paper"] = paper(trial).into();
                    object
                })
                .collect();
            json!({ "table": number, "trials": trials })
        };
        json!({
            "experiment": "helpmate",
            "time": seconds,
            "tables": self.tables.iter().map(table).collect::<Vec<_>>(),
            "odd": self.all().filter(|trial| trial.is_odd()).count(),
            "reason": stopped.then_some("stopped"),
        })
    }
}
