//! `tsumugi-lab train paper`: the linear functions of the paper, by least squares.

use crate::args::{Counts, TrainPaper};
use crate::exit::Exit;
use crate::output;
use crate::render::table::table;
use crate::report::{Failure, Report};
use crate::terminal::Progress;
use serde_json::json;
use std::path::Path;
use std::time::Duration;
use tsumugi_learn::dataset::{Row, Split, from_parquet};
use tsumugi_learn::features::Set;
use tsumugi_learn::fit::{Examples, Fit, least_squares, quality};
use tsumugi_learn::label::STEPS;
use tsumugi_learn::model::{HEADS, PaperModel};
use tsumugi_shogi::Position;

/// How well the functions of a set do on positions they were not learned from.
pub struct Quality {
    set: &'static str,
    features: usize,
    heads: [(f64, f64); HEADS],
}

/// Learns, writes the weights and tells how good they are.
pub fn run(args: &TrainPaper) -> Result<Exit, Failure> {
    let rows = read(&args.data)?;
    let fit =
        Fit { steps: args.steps, ridge: args.ridge, least: args.least, threads: args.threads as usize };
    let (model, qualities) = learn(&rows, fit);
    output::to_file(&args.out, &tsumugi_shell::zstandard::encoded(&model.to_bytes()))?;
    let text = match args.format {
        Counts::Text => text(&qualities),
        Counts::Json => lines(&qualities),
    };
    output::to_stdout(text.as_bytes())?;
    Ok(Exit::Yes)
}

/// The functions of the training split of these rows, and how good they are on its test split.
pub fn learn(rows: &[Row], fit: Fit) -> (PaperModel, Vec<Quality>) {
    let mut progress = Progress::after(Duration::ZERO);
    let mut qualities = Vec::new();
    let weights = Set::ALL.map(|(set, name)| {
        progress.tell(|| format!("{name}: features"));
        let [train, test] = [Split::Train, Split::Test].map(|split| examples(rows, set, split));
        let least = if set == Set::N2 { fit.least } else { 1 };
        let mut tell = |step| progress.tell(|| format!("{name}: step {step} of {}", fit.steps));
        let weights = least_squares(set, &train, Fit { least, ..fit }, &mut tell);
        let heads = quality(set, &test, &weights);
        let features = weights.iter().filter(|row| row.iter().any(|&weight| weight != 0.0)).count();
        qualities.push(Quality { set: name, features, heads });
        weights
    });
    (PaperModel::new(weights), qualities)
}

/// The rows of a data set.
pub fn read(path: &Path) -> Result<Vec<Row>, Report> {
    let unreadable = |error| Report::cannot_read(path, &error);
    let bytes = std::fs::read(path).map_err(unreadable)?;
    from_parquet(bytes).map_err(|error| Report::english(format!("{}: {error}", path.display())))
}

fn examples(rows: &[Row], set: Set, split: Split) -> Examples {
    let mut examples = Examples::default();
    let mut active = Vec::new();
    for row in rows.iter().filter(|row| row.split() == split) {
        let Ok(position) = Position::from_sfen(&row.sfen) else { continue };
        set.of(&position, !position.turn(), &mut active);
        let head = |head: usize| {
            let numbers = if head.is_multiple_of(2) { row.label.pn } else { row.label.dn };
            numbers[head / 2].into()
        };
        examples.push(&active, std::array::from_fn(head));
    }
    examples
}

fn text(qualities: &[Quality]) -> String {
    let head = ["h", "ps", "pn r", "pn mse", "dn r", "dn mse", "features"];
    let row = |quality: &Quality, step: usize| {
        let [(pn_r, pn_mse), (dn_r, dn_mse)] = [quality.heads[2 * step], quality.heads[2 * step + 1]];
        vec![
            quality.set.to_string(),
            STEPS[step].to_string(),
            format!("{pn_r:.2}"),
            format!("{pn_mse:.1}"),
            format!("{dn_r:.2}"),
            format!("{dn_mse:.1}"),
            quality.features.to_string(),
        ]
    };
    let rows =
        qualities.iter().flat_map(|quality| (0..STEPS.len()).map(move |step| row(quality, step)));
    table("Table 6: how well numbers are foreseen, on the test split", &head, &rows.collect::<Vec<_>>())
}

fn lines(qualities: &[Quality]) -> String {
    let line = |quality: &Quality, step: usize| {
        let [pn, dn] = [quality.heads[2 * step], quality.heads[2 * step + 1]];
        let object = json!({
            "h": quality.set, "ps": STEPS[step], "features": quality.features,
            "pn_r": pn.0, "pn_mse": pn.1, "dn_r": dn.0, "dn_mse": dn.1,
        });
        object.to_string() + "\n"
    };
    let lines =
        qualities.iter().flat_map(|quality| (0..STEPS.len()).map(move |step| line(quality, step)));
    lines.collect()
}
