//! Verdicts and lengths as a drawing.

use super::Summary;
use std::fmt::Write;

const WIDTH: f64 = 720.0;
const ROW: f64 = 22.0;
const LEFT: f64 = 110.0;
const PLOT: f64 = 200.0;

/// Bars for the verdicts above columns for the lengths.
pub fn svg(summary: &Summary) -> String {
    let top = 46.0;
    let middle = top + ROW * summary.verdicts.len() as f64 + 30.0;
    let height = middle + PLOT + 50.0;
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"sans-serif\" font-size=\"13\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"20\" y=\"26\" font-size=\"16\">{} problems, {} different</text>\n",
        summary.problems, summary.distinct
    );
    verdicts(&mut out, summary, top);
    lengths(&mut out, summary, middle);
    out + "</svg>\n"
}

fn verdicts(out: &mut String, summary: &Summary, top: f64) {
    let most = summary.verdicts.iter().map(|(_, n)| *n).max().unwrap_or(1).max(1) as f64;
    for (i, (verdict, n)) in summary.verdicts.iter().enumerate() {
        let y = top + ROW * i as f64;
        let width = (WIDTH - LEFT - 110.0) * *n as f64 / most;
        let color = if verdict.starts_with("un") { "#b0a090" } else { "#3a6ea5" };
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{verdict}</text>\
             <rect x=\"{LEFT}\" y=\"{y}\" width=\"{width:.1}\" height=\"{}\" fill=\"{color}\"/>\
             <text x=\"{:.1}\" y=\"{}\">{n}</text>",
            LEFT - 8.0,
            y + 14.0,
            ROW - 6.0,
            LEFT + width + 6.0,
            y + 14.0,
        );
    }
}

fn lengths(out: &mut String, summary: &Summary, top: f64) {
    let Some(&(longest, _)) = summary.lengths.last() else { return };
    let most = summary.lengths.iter().map(|(_, n)| *n).max().unwrap_or(1).max(1) as f64;
    let step = (WIDTH - LEFT - 40.0) / (longest + 1) as f64;
    let bottom = top + PLOT;
    let _ = writeln!(out, "<text x=\"20\" y=\"{}\">problems by length</text>", top - 8.0);
    for &(length, n) in &summary.lengths {
        let height = (PLOT - 20.0) * n as f64 / most;
        let x = LEFT + step * length as f64;
        let _ = writeln!(
            out,
            "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\" fill=\"#3a6ea5\">\
             <title>{length}: {n}</title></rect>",
            bottom - height,
            (step * 0.9).max(1.0),
        );
    }
    let _ = writeln!(
        out,
        "<line x1=\"{LEFT}\" y1=\"{bottom}\" x2=\"{}\" y2=\"{bottom}\" stroke=\"black\"/>",
        WIDTH - 40.0
    );
    for length in [0, longest / 2, longest] {
        let x = LEFT + step * (length as f64 + 0.45);
        let _ = writeln!(
            out,
            "<text x=\"{x:.1}\" y=\"{}\" text-anchor=\"middle\">{length}</text>",
            bottom + 18.0
        );
    }
}
