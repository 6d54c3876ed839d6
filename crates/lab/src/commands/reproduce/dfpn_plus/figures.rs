//! Figures 3 to 12: positions one by one, with a function against without.

use super::{Trial, Trials};
use crate::commands::reproduce::scatter::{Mark, Scatter};
use crate::output;
use crate::report::Report;
use std::path::Path;
use tsumugi_learn::features::Set;

/// What a figure shows.
struct Figure {
    number: u32,
    set: Set,
    cost: bool,
    mates: bool,
    /// Time, not expansions?
    time: bool,
}

/// The figures of the paper; all are for ps 20.
const FIGURES: [Figure; 10] = [
    Figure { number: 3, set: Set::N2, cost: false, mates: true, time: false },
    Figure { number: 4, set: Set::N2, cost: false, mates: false, time: false },
    Figure { number: 5, set: Set::N2, cost: true, mates: true, time: false },
    Figure { number: 6, set: Set::N2, cost: true, mates: false, time: false },
    Figure { number: 7, set: Set::E, cost: true, mates: true, time: true },
    Figure { number: 8, set: Set::N, cost: true, mates: true, time: true },
    Figure { number: 9, set: Set::N2, cost: true, mates: true, time: true },
    Figure { number: 10, set: Set::E, cost: true, mates: false, time: true },
    Figure { number: 11, set: Set::N, cost: true, mates: false, time: true },
    Figure { number: 12, set: Set::N2, cost: true, mates: false, time: true },
];

/// Draws all figures into a directory.
pub fn draw(trials: &Trials, dir: &Path) -> Result<(), Report> {
    FIGURES.iter().try_for_each(|figure| {
        let name = format!("figure-{:02}.svg", figure.number);
        output::to_file(&dir.join(name), figure.scatter(trials).svg().as_bytes())
    })
}

impl Figure {
    fn scatter(&self, trials: &Trials) -> Scatter {
        let row = |h| {
            let same = trials.ways.iter().position(|way| way.h == h && way.cost == self.cost);
            same.map_or([].as_slice(), |way| &trials.trials[way])
        };
        let pairs = row(None).iter().zip(row(Some((self.set, 20))));
        let both = pairs.filter(|(without, with)| {
            without.answer == Some(self.mates) && with.answer == Some(self.mates)
        });
        let mark = if self.mates { Mark::Disc } else { Mark::Square };
        let what = if self.time { "microseconds" } else { "expansions" };
        let cost = if self.cost { "piece" } else { "null" };
        Scatter {
            title: format!("Figure {}: {what}, cost {cost}", self.number),
            across: "h null".to_string(),
            up: format!("h {}, ps 20", self.set.name()),
            legend: [(Mark::Disc, "mate"), (Mark::Square, "no mate")],
            points: both.map(|(x, y)| (self.number(x), self.number(y), mark)).collect(),
        }
    }

    fn number(&self, trial: &Trial) -> f64 {
        if self.time { trial.seconds * 1e6 } else { trial.total as f64 }
    }
}
