//! Figures 1 and 2: how often which numbers come out after ps expansions.

use crate::output;
use crate::render::table::table;
use crate::report::Report;
use std::fmt::Write;
use std::path::Path;
use tsumugi_learn::dataset::Row;
use tsumugi_learn::label::STEPS;

/// No number is larger.
const MOST: usize = STEPS[STEPS.len() - 1] as usize;

/// The classes of the printed table, by the largest number of each.
const CLASSES: [usize; 10] = [1, 2, 3, 4, 6, 8, 12, 16, 24, MOST];

/// A drawing in pixels: its width and height, and the space around it.
const WIDTH: f64 = 480.0;
const HEIGHT: f64 = 300.0;
const ROOM: f64 = 60.0;
/// A colour for each ps.
const COLOURS: [&str; STEPS.len()] = ["#246", "#c30", "#393"];

/// A figure of the paper.
#[derive(Clone, Copy)]
struct Figure {
    number: u32,
    name: &'static str,
    of: fn(&Row, usize) -> u8,
}

const FIGURES: [Figure; 2] = [
    Figure { number: 1, name: "proof numbers", of: |row, step| row.label.pn[step] },
    Figure { number: 2, name: "disproof numbers", of: |row, step| row.label.dn[step] },
];

impl Figure {
    /// How many positions have each number, from 0 on, by ps.
    fn counts(self, rows: &[Row]) -> [[usize; MOST + 1]; STEPS.len()] {
        let mut counts = [[0; MOST + 1]; STEPS.len()];
        for row in rows {
            for (step, counts) in counts.iter_mut().enumerate() {
                counts[usize::from((self.of)(row, step)).min(MOST)] += 1;
            }
        }
        counts
    }

    fn svg(self, rows: &[Row]) -> String {
        let counts = self.counts(rows);
        let most = counts.iter().flatten().copied().max().unwrap_or(0).max(1) as f64;
        let (x, y) = (
            |number: f64| ROOM + number / (MOST + 1) as f64 * WIDTH,
            |count: usize| ROOM + HEIGHT - count as f64 / most * HEIGHT,
        );
        let (width, height) = (WIDTH + 2.0 * ROOM, HEIGHT + 2.0 * ROOM);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" \
             font-size=\"12\">\n<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n"
        );
        let text = |out: &mut String, (x, y): (f64, f64), anchor: &str, words: &str| {
            let _ = writeln!(
                out,
                "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{words}</text>"
            );
        };
        let title = format!("Figure {}: {} after ps expansions", self.number, self.name);
        text(&mut out, (width / 2.0, 24.0), "middle", &title);
        for number in (0..=MOST).step_by(10) {
            let at = (x(number as f64 + 0.5), ROOM + HEIGHT + 18.0);
            text(&mut out, at, "middle", &number.to_string());
        }
        for part in 0..=4 {
            let count = (most * f64::from(part) / 4.0) as usize;
            text(&mut out, (ROOM - 6.0, y(count) + 4.0), "end", &count.to_string());
        }
        // A bar for each ps side by side, so that none hides another.
        let bar = WIDTH / (MOST + 1) as f64 / (STEPS.len() + 1) as f64;
        for (step, (counts, colour)) in counts.iter().zip(COLOURS).enumerate() {
            let from = x(0.0) + bar * (step as f64 + 0.5);
            let bars = counts.iter().enumerate().filter(|(_, count)| **count > 0);
            for (number, &count) in bars {
                let (left, top) = (from + WIDTH / (MOST + 1) as f64 * number as f64, y(count));
                let tall = ROOM + HEIGHT - top;
                let _ = writeln!(
                    out,
                    "<rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{bar:.1}\" height=\"{tall:.1}\" fill=\"{colour}\"/>"
                );
            }
            let line = ROOM + 16.0 * step as f64;
            let left = ROOM + WIDTH - 60.0;
            let _ = writeln!(
                out,
                "<rect x=\"{left:.1}\" y=\"{line:.1}\" width=\"10\" height=\"10\" fill=\"{colour}\"/>"
            );
            text(&mut out, (left + 16.0, line + 9.0), "start", &format!("ps {}", STEPS[step]));
        }
        out + "</svg>\n"
    }
}

/// Both figures as tables: positions in a hundred.
pub fn text(rows: &[Row]) -> String {
    let share = |count: usize| format!("{:.1}", 100.0 * count as f64 / rows.len().max(1) as f64);
    let mut head = vec!["ps".to_string()];
    let mut least = 1;
    for most in CLASSES {
        head.push(if least == most { most.to_string() } else { format!("{least}-{most}") });
        least = most + 1;
    }
    let head: Vec<&str> = head.iter().map(String::as_str).collect();
    let figure = |figure: Figure| {
        let rows = figure.counts(rows).into_iter().zip(STEPS).map(|(counts, ps)| {
            let mut least = 1;
            let shares = CLASSES.map(|most| {
                let count: usize = counts[least..=most].iter().sum();
                least = most + 1;
                share(count)
            });
            std::iter::once(ps.to_string()).chain(shares).collect()
        });
        let title = format!(
            "Figure {}: {} after ps, % of positions (the paper prints a drawing without figures)",
            figure.number, figure.name
        );
        table(&title, &head, &rows.collect::<Vec<_>>())
    };
    FIGURES.map(figure).concat()
}

/// Draws both into a directory.
pub fn draw(rows: &[Row], dir: &Path) -> Result<(), Report> {
    FIGURES.iter().try_for_each(|figure| {
        let name = format!("figure-{:02}.svg", figure.number);
        output::to_file(&dir.join(name), figure.svg(rows).as_bytes())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsumugi_learn::collect::Source;
    use tsumugi_learn::label::Label;

    #[test]
    fn every_position_is_counted_once_for_each_ps() {
        let row = |pn| Row {
            sfen: String::new(),
            source: Source::Played,
            problem: 0,
            label: Label { pn: [pn; 3], dn: [7, 13, 40], mate: [None; 3] },
        };
        let rows: Vec<Row> = [1, 1, 5, 40].map(row).into();
        let text = text(&rows);
        let lines: Vec<&str> = text.lines().collect();
        let cells = |line: usize| lines[line].split_whitespace().collect::<Vec<_>>();
        assert_eq!(
            cells(1)[1..],
            ["1", "2", "3", "4", "5-6", "7-8", "9-12", "13-16", "17-24", "25-40"]
        );
        assert_eq!(
            cells(2),
            ["10", "50.0", "0.0", "0.0", "0.0", "25.0", "0.0", "0.0", "0.0", "0.0", "25.0"]
        );
        assert_eq!((cells(8)[0], cells(8)[6]), ("10", "100.0"), "{text}");
        // A bar for each number and ps that there is, one for each ps in the legend, and the ground.
        assert_eq!(FIGURES[0].svg(&rows).matches("<rect").count(), 3 * 3 + 3 + 1);
        assert_eq!(FIGURES[1].svg(&rows).matches("<rect").count(), 3 + 3 + 1);
    }
}
