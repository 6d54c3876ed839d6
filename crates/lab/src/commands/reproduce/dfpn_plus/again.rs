//! Why guesses make df-pn expand positions again that it knows, by an experiment.
//!
//! With (1, 1) everywhere numbers are small, and grow by ones. A guess makes them large and different, while a child is still only
//! followed until it is worse by one than the second best: so the search goes to and fro. If that is the reason, then
//! thresholds that are wider in proportion to the numbers (1+ε, \[Pawlewicz07\]) make it vanish. The paper notices that
//! totals on no-mates do not fall as new positions do, and leaves the reason open.

use super::{Trial, Trials, Way, paper};
use crate::render::table::table;

/// The rows of table 9 that are searched again.
const ROWS: [&str; 3] = ["null/null", "n2/20/null", "n2/20/piece"];
/// How much farther than the second best child the best is followed, in 1/64: here twice as far.
pub const EPSILON: u32 = 64;

/// Of these ways those that are searched again, with wider thresholds.
pub fn wider(ways: &[Way]) -> Vec<Way> {
    let mut wider: Vec<Way> =
        ways.iter().filter(|way| ROWS.contains(&way.row().as_str())).cloned().collect();
    wider.iter_mut().for_each(|way| way.options.epsilon = EPSILON);
    wider
}

/// The table; none if a row is missing.
pub fn text(usual: &Trials, wide: &Trials) -> Option<String> {
    let both = [("second + 1", usual), ("1+ε, ε = 1", wide)];
    let rows: Option<Vec<(&str, &str, &Vec<Trial>)>> = both
        .iter()
        .flat_map(|(thresholds, trials)| ROWS.map(|row| Some((*thresholds, row, trials.row(row)?))))
        .collect();
    let rows = rows?;
    let count = rows.first()?.2.len();
    let common = |mate: bool| -> Vec<usize> {
        let all = |&i: &usize| rows.iter().all(|(.., row)| row[i].answer == Some(mate));
        (0..count).filter(all).collect()
    };
    let chosen = [common(true), common(false)];
    let line = |&(thresholds, name, row): &(&str, &str, &Vec<Trial>)| {
        let mut cells = vec![name.to_string(), thresholds.to_string()];
        for chosen in &chosen {
            let n = chosen.len().max(1) as f64;
            let mean =
                |of: fn(&Trial) -> u64| chosen.iter().map(|&i| of(&row[i])).sum::<u64>() as f64 / n;
            cells.extend(figures(mean(|trial| trial.unique), mean(|trial| trial.total)));
        }
        // The paper's program has the thresholds of the first three.
        let nodes = paper::of(name).filter(|_| thresholds == both[0].0).map(|row| row.nodes);
        match nodes {
            Some([mate, mate_all, no_mate, no_mate_all]) => {
                cells.push(format!("{:.2}", mate_all / mate));
                cells.push(format!("{:.2}", no_mate_all / no_mate));
            }
            None => cells.extend(["–".to_string(), "–".to_string()]),
        }
        cells
    };
    let head = [
        "",
        "thresholds",
        "mate uniq",
        "mate total",
        "total/uniq",
        "no mate uniq",
        "no mate total",
        "total/uniq",
        "paper: mate total/uniq",
        "no mate total/uniq",
    ];
    let title = format!(
        "Why positions are expanded again, on the {} mates and {} no-mates that these six find",
        chosen[0].len(),
        chosen[1].len()
    );
    Some(table(&title, &head, &rows.iter().map(line).collect::<Vec<_>>()))
}

fn figures(unique: f64, total: f64) -> [String; 3] {
    let again = if unique > 0.0 { format!("{:.2}", total / unique) } else { "–".to_string() };
    [format!("{unique:.1}"), format!("{total:.1}"), again]
}
