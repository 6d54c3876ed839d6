//! A drawing of pairs of numbers, both axes logarithmic.

use std::fmt::Write;

/// How a point is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// A filled circle.
    Disc,
    /// An empty square.
    Square,
}

/// Points with what stands beside the axes.
pub struct Scatter {
    /// Above the drawing.
    pub title: String,
    /// Below the horizontal axis.
    pub across: String,
    /// Beside the vertical axis.
    pub up: String,
    /// What each mark means.
    pub legend: [(Mark, &'static str); 2],
    /// The points; numbers below 1 are drawn as 1.
    pub points: Vec<(f64, f64, Mark)>,
}

/// Side of the square the points lie in, and the space around it, in pixels.
const SIDE: f64 = 400.0;
const ROOM: f64 = 60.0;

impl Scatter {
    /// The drawing as SVG, with the line on which both numbers are equal.
    pub fn svg(&self) -> String {
        let most = self.points.iter().flat_map(|&(x, y, _)| [x, y]).fold(10.0, f64::max);
        let decades = most.log10().ceil();
        let at = |n: f64| n.max(1.0).log10() / decades * SIDE;
        let (x, y) = (|n: f64| ROOM + at(n), |n: f64| ROOM + SIDE - at(n));
        let size = SIDE + 2.0 * ROOM;
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {size} {size}\" font-family=\"sans-serif\" \
             font-size=\"12\">\n<rect width=\"{size}\" height=\"{size}\" fill=\"#fff\"/>\n"
        );
        let line = |from: (f64, f64), to: (f64, f64), stroke: &str| {
            let ((x1, y1), (x2, y2)) = (from, to);
            format!(
                "<line x1=\"{x1:.1}\" y1=\"{y1:.1}\" x2=\"{x2:.1}\" y2=\"{y2:.1}\" stroke=\"{stroke}\"/>\n"
            )
        };
        for decade in 0..=decades as i32 {
            let n = 10f64.powi(decade);
            out += &line((x(n), y(1.0)), (x(n), ROOM), "#ddd");
            out += &line((x(1.0), y(n)), (ROOM + SIDE, y(n)), "#ddd");
            let label = format!("10<tspan dy=\"-5\" font-size=\"9\">{decade}</tspan>");
            out += &text((x(n), y(1.0) + 18.0), "middle", &label);
            out += &text((ROOM - 6.0, y(n) + 4.0), "end", &label);
        }
        out += &line((ROOM, ROOM + SIDE), (ROOM + SIDE, ROOM), "#888");
        for &(across, up, shape) in &self.points {
            out += &mark((x(across), y(up)), shape);
        }
        self.words(&mut out, size);
        out + "</svg>\n"
    }

    fn words(&self, out: &mut String, size: f64) {
        let middle = size / 2.0;
        *out += &text((middle, 24.0), "middle", &escaped(&self.title));
        *out += &text((middle, size - 18.0), "middle", &escaped(&self.across));
        let _ = writeln!(
            out,
            "<text x=\"16\" y=\"{middle}\" text-anchor=\"middle\" transform=\"rotate(-90 16 {middle})\">{}</text>",
            escaped(&self.up)
        );
        for (i, (shape, meaning)) in self.legend.iter().enumerate() {
            let height = ROOM + 14.0 + 16.0 * i as f64;
            *out += &mark((ROOM + 12.0, height - 4.0), *shape);
            *out += &text((ROOM + 22.0, height), "start", &escaped(meaning));
        }
    }
}

fn text((x, y): (f64, f64), anchor: &str, inside: &str) -> String {
    format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{inside}</text>\n")
}

fn mark((x, y): (f64, f64), shape: Mark) -> String {
    match shape {
        Mark::Disc => {
            format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\" fill=\"#246\" fill-opacity=\".6\"/>\n")
        }
        Mark::Square => format!(
            "<rect x=\"{:.1}\" y=\"{:.1}\" width=\"6\" height=\"6\" fill=\"none\" stroke=\"#c30\"/>\n",
            x - 3.0,
            y - 3.0
        ),
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_is_drawn_inside() {
        let points = vec![(0.0, 5.0, Mark::Disc), (1e6, 1e3, Mark::Square), (7.0, 1e6, Mark::Disc)];
        let legend = [(Mark::Disc, "a"), (Mark::Square, "b & c")];
        let scatter = Scatter {
            title: "x < y".to_string(),
            across: "x".to_string(),
            up: "y".to_string(),
            legend,
            points,
        };
        let svg = scatter.svg();
        // Two discs and the one of the legend.
        assert_eq!(svg.matches("<circle").count(), 3);
        assert_eq!(svg.matches("stroke=\"#c30\"").count(), 2);
        assert!(svg.contains("x &lt; y") && svg.contains("b &amp; c"));
        let places = svg.split("cx=\"").skip(1).filter_map(|rest| rest.split('"').next()?.parse().ok());
        assert!(places.into_iter().all(|x: f64| (ROOM..=ROOM + SIDE).contains(&x)), "{svg}");
    }
}
