//! Tables 4 to 6 and 8 to 10, and figures 1 and 2 as numbers; what the paper says stands beside what we say.

use super::{Trial, Trials, Way, histogram, paper};
use crate::render::table::table;
use serde_json::{Value, json};
use tsumugi_learn::dataset::Row;
use tsumugi_learn::features::Set;
use tsumugi_learn::label::STEPS;
use tsumugi_learn::model::PaperModel;
use tsumugi_shogi::Position;

/// Tables 4 to 6: what is to be foreseen, and how well it is.
pub fn learning(rows: &[Row], model: &PaperModel) -> String {
    let count = |step: usize, mate: bool| {
        rows.iter().filter(|row| row.label.mate[step] == Some(mate)).count().to_string()
    };
    let solved: Vec<_> = (0..STEPS.len())
        .map(|i| {
            let ours = [STEPS[i].to_string(), count(i, true), count(i, false), rows.len().to_string()];
            ours.into_iter().chain(paper::SOLVED[i].map(|count| count.to_string())).collect()
        })
        .collect();
    let spread: Vec<_> = (0..STEPS.len())
        .map(|i| {
            let (pn, pn_var) = moments(rows.iter().map(|row| row.label.pn[i].into()));
            let (dn, dn_var) = moments(rows.iter().map(|row| row.label.dn[i].into()));
            let numbers = [pn, pn_var, dn, dn_var].into_iter().chain(paper::NUMBERS[i]);
            let numbers = numbers.map(|number| format!("{number:.2}"));
            std::iter::once(STEPS[i].to_string()).chain(numbers).collect()
        })
        .collect();
    table(
        "Table 4: positions solved within ps",
        &["ps", "mates", "no-mates", "all", "paper: mates", "no-mates", "all"],
        &solved,
    ) + &table(
        "Table 5: numbers after ps",
        &["ps", "pn", "variance", "dn", "variance", "paper: pn", "variance", "dn", "variance"],
        &spread,
    ) + &histogram::text(rows)
        + &foresight(rows, model)
}

/// Mean and variance.
fn moments(numbers: impl Iterator<Item = f64>) -> (f64, f64) {
    let (mut n, mut sum, mut squares) = (0.0, 0.0, 0.0);
    numbers.for_each(|x| (n, sum, squares) = (n + 1.0, sum + x, squares + x * x));
    let mean = sum / f64::max(n, 1.0);
    (mean, squares / f64::max(n, 1.0) - mean * mean)
}

fn foresight(rows: &[Row], model: &PaperModel) -> String {
    let positions: Vec<_> = rows.iter().map(|row| Position::from_sfen(&row.sfen)).collect();
    let mut out = Vec::new();
    let mut active = Vec::new();
    for (set, name) in Set::ALL {
        for (step, ps) in STEPS.into_iter().enumerate() {
            let Some(function) = model.function(set, ps) else { continue };
            let (mut pn, mut dn) = (Vec::new(), Vec::new());
            for (position, row) in positions.iter().zip(rows) {
                let Ok(position) = position else { continue };
                let guess = function.guess(position, !position.turn(), &mut active);
                pn.push((f64::from(guess.0), f64::from(row.label.pn[step])));
                dn.push((f64::from(guess.1), f64::from(row.label.dn[step])));
            }
            let [(pn_r, pn_mse), (dn_r, dn_mse)] = [quality(&pn), quality(&dn)];
            let (pn_r, pn_mse) = (format!("{pn_r:.2}"), format!("{pn_mse:.1}"));
            let (dn_r, dn_mse) = (format!("{dn_r:.2}"), format!("{dn_mse:.1}"));
            let ours = [name.to_string(), ps.to_string(), pn_r, pn_mse, dn_r, dn_mse];
            let paper = paper::FORESIGHT.get(out.len()).copied().unwrap_or_default();
            let paper = paper.iter().enumerate().map(|(i, figure)| match i % 2 {
                0 => format!("{figure:.2}"),
                _ => format!("{figure:.1}"),
            });
            out.push(ours.into_iter().chain(paper).collect());
        }
    }
    let head =
        ["h", "ps", "pn r", "pn mse", "dn r", "dn mse", "paper: pn r", "pn mse", "dn r", "dn mse"];
    table("Table 6: how well numbers are foreseen", &head, &out)
}

/// Correlation and mean square error of pairs.
fn quality(pairs: &[(f64, f64)]) -> (f64, f64) {
    let n = pairs.len().max(1) as f64;
    let (x, x_var) = moments(pairs.iter().map(|pair| pair.0));
    let (y, y_var) = moments(pairs.iter().map(|pair| pair.1));
    let together = pairs.iter().map(|pair| pair.0 * pair.1).sum::<f64>() / n - x * y;
    let error = pairs.iter().map(|pair| (pair.0 - pair.1).powi(2)).sum::<f64>() / n;
    (together / (x_var * y_var).sqrt(), error)
}

/// A row of tables 8 to 10.
struct Line<'a> {
    way: &'a Way,
    mates: usize,
    no_mates: usize,
    open: usize,
    /// Mean expansions of the mates that every way found, of new positions and of all.
    mate_nodes: (f64, f64),
    no_mate_nodes: (f64, f64),
    /// Processor clocks a position, if it is known how fast they tick, and nanoseconds.
    clocks: Option<f64>,
    nanoseconds: f64,
}

fn summary<'a>(trials: &'a Trials) -> Vec<Line<'a>> {
    let count = trials.trials.first().map_or(0, Vec::len);
    let common = |mate: bool| -> Vec<usize> {
        let all = |&i: &usize| trials.trials.iter().all(|row| row[i].answer == Some(mate));
        (0..count).filter(all).collect()
    };
    let (mates, no_mates) = (common(true), common(false));
    let megahertz = megahertz();
    let line = |way: &'a Way, row: &[Trial]| {
        let answers = |answer| row.iter().filter(|trial| trial.answer == answer).count();
        let seconds: f64 = row.iter().map(|trial| trial.seconds).sum();
        let expansions: u64 = row.iter().map(|trial| trial.total).sum();
        let nanoseconds = 1e9 * seconds / expansions.max(1) as f64;
        Line {
            mates: answers(Some(true)),
            no_mates: answers(Some(false)),
            open: answers(None),
            mate_nodes: means(row, &mates),
            no_mate_nodes: means(row, &no_mates),
            clocks: megahertz.map(|megahertz| nanoseconds * megahertz / 1000.0),
            nanoseconds,
            way,
        }
    };
    trials.ways.iter().zip(&trials.trials).map(|(way, row)| line(way, row)).collect()
}

fn means(row: &[Trial], chosen: &[usize]) -> (f64, f64) {
    let n = chosen.len().max(1) as f64;
    let sum = |of: fn(&Trial) -> u64| chosen.iter().map(|&i| of(&row[i]) as f64).sum::<f64>() / n;
    (sum(|trial| trial.unique), sum(|trial| trial.total))
}

/// How fast the processor's clock ticks, where the system says.
fn megahertz() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/cpuinfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("cpu MHz"))?;
    line.split(':').nth(1)?.trim().parse().ok()
}

/// The paper's row.
fn paper_of(line: &Line) -> Option<&'static paper::Row> {
    paper::of(&line.way.row())
}

/// Tables 8 to 10.
pub fn searching(trials: &Trials) -> String {
    let lines = summary(trials);
    let ps = |line: &Line| line.way.h.map_or(String::new(), |(_, ps)| ps.to_string());
    let start =
        |line: &Line| vec![line.way.name().to_string(), ps(line), line.way.cost_name().to_string()];
    let solved = |line: &Line| {
        let mut row = start(line);
        row.extend([line.mates, line.no_mates, line.open].map(|count| count.to_string()));
        row.extend(paper_of(line).map_or([0; 3], |row| row.solved).map(|count| count.to_string()));
        row
    };
    let nodes = |line: &Line| {
        let ((mate, mate_all), (no_mate, no_mate_all)) = (line.mate_nodes, line.no_mate_nodes);
        let mut row = start(line);
        let paper = paper_of(line).map_or([0.0; 4], |row| row.nodes);
        let means = [mate, mate_all, no_mate, no_mate_all].into_iter().chain(paper);
        row.extend(means.map(|mean| format!("{mean:.1}")));
        row
    };
    let clocks = |line: &Line| {
        let mut row = start(line);
        row.push(line.clocks.map_or(String::new(), |clocks| format!("{clocks:.0}")));
        row.push(format!("{:.0}", line.nanoseconds));
        row.push(paper::clocks(line.way.name()).map_or(String::new(), |clocks| format!("{clocks:.0}")));
        row
    };
    let rows = |cells: &dyn Fn(&Line) -> Vec<String>| lines.iter().map(cells).collect::<Vec<_>>();
    table(
        "Table 8: positions solved",
        &["h", "ps", "cost", "mates", "no-mates", "open", "paper: mates", "no-mates", "open"],
        &rows(&solved),
    ) + &table(
        "Table 9: mean expansions where every way has the answer",
        &[
            "h",
            "ps",
            "cost",
            "mate uniq",
            "mate total",
            "no mate uniq",
            "no mate total",
            "paper: mate uniq",
            "mate total",
            "no mate uniq",
            "no mate total",
        ],
        &rows(&nodes),
    ) + &table(
        "Table 10: speed",
        &["h", "ps", "cost", "clocks/position", "ns/position", "paper: clocks/position"],
        &rows(&clocks),
    ) + &verdict(trials).unwrap_or_default()
}

/// What the paper's best is worth on mates: by the sums, and by the mean of the quotients, which one hard position
/// cannot decide.
fn verdict(trials: &Trials) -> Option<String> {
    let (plain, best) = (trials.row("null/null")?, trials.row("n2/20/piece")?);
    let mate = |trial: &Trial| trial.answer == Some(true);
    let all = |i: usize| trials.trials.iter().all(|row| mate(&row[i]));
    let both = |i: usize| mate(&plain[i]) && mate(&best[i]);
    let compare = |chosen: &dyn Fn(usize) -> bool| {
        let chosen: Vec<usize> = (0..plain.len()).filter(|&i| chosen(i)).collect();
        let sum = |row: &[Trial]| chosen.iter().map(|&i| row[i].total as f64).sum::<f64>();
        let logs =
            chosen.iter().map(|&i| ((best[i].total + 1) as f64 / (plain[i].total + 1) as f64).ln());
        let mean = (logs.sum::<f64>() / chosen.len().max(1) as f64).exp();
        format!(
            "{:.2} in all, {mean:.2} in the geometric mean ({} mates)",
            sum(best) / sum(plain),
            chosen.len()
        )
    };
    Some(format!(
        "expansions with n2, ps 20, piece by those with null, null:\n  mates that every way finds: {}\n  mates that both find: {}\nthe paper: 0.31 in all (284 mates)\n\n",
        compare(&all),
        compare(&both),
    ))
}

/// A line for each search: the position, the row, what came of it.
pub fn searches(trials: &Trials, positions: &[Position]) -> String {
    let mut out = String::from("sfen\trow\tanswer\tuniq\ttotal\tseconds\n");
    for (i, position) in positions.iter().enumerate() {
        for (way, row) in trials.ways.iter().zip(&trials.trials) {
            let Trial { answer, total, unique, seconds } = row[i];
            let answer = answer.map_or("open", |mate| if mate { "mate" } else { "nomate" });
            let (sfen, row) = (position.to_sfen(), way.row());
            out += &format!("{sfen}\t{row}\t{answer}\t{unique}\t{total}\t{seconds:.6}\n");
        }
    }
    out
}

/// A line of JSON for each row.
pub fn lines(trials: &Trials) -> String {
    let round = |number: f64| (number * 10.0).round() / 10.0;
    let line = |line: &Line| {
        let object = json!({
            "h": line.way.name(),
            "ps": line.way.h.map_or(Value::from("null"), |(_, ps)| ps.into()),
            "cost": line.way.cost_name(),
            "mate_uniq_nodes": round(line.mate_nodes.0),
            "mate_total_nodes": round(line.mate_nodes.1),
            "nomate_uniq_nodes": round(line.no_mate_nodes.0),
            "nomate_total_nodes": round(line.no_mate_nodes.1),
            "solved_mate": line.mates,
            "solved_nomate": line.no_mates,
            "unknown": line.open,
            "clocks": line.clocks.map(round),
            "paper": paper_of(line).map(|row| json!({
                "mate_uniq_nodes": row.nodes[0],
                "mate_total_nodes": row.nodes[1],
                "nomate_uniq_nodes": row.nodes[2],
                "nomate_total_nodes": row.nodes[3],
                "solved_mate": row.solved[0],
                "solved_nomate": row.solved[1],
                "unknown": row.solved[2],
            })),
        });
        object.to_string() + "\n"
    };
    summary(trials).iter().map(line).collect()
}
