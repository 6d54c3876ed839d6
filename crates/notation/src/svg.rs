//! A diagram as a picture: SVG as in a printed book of mate problems.
//!
//! Black's pieces stand upright and White's upside down, in one character each; pieces in hand (持駒) run
//! down both sides. Every character is an outline at its own coordinates, so that the picture looks the same everywhere,
//! with or without Japanese fonts; only a title, which may say anything, is text.

mod outlines;

use crate::japanese::{hand_name, kanji_number, piece_letter};
use std::collections::BTreeSet;
use std::fmt::Write;
use tsumugi_shogi::{Cell, Color, HandKind, Move, Setup, Square};

/// How a diagram is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SvgOptions {
    /// A line above the board.
    pub title: Option<String>,
    /// A move to show: the square it went to is shaded, the one it came from a little.
    pub last_move: Option<Move>,
    /// Print promoted pieces in red.
    pub promoted_in_red: bool,
    /// Where White holds all that a full set has left, write 残り全部 instead of the pieces.
    pub short_rest: bool,
    /// The width of the picture in pixels; it scales freely.
    pub width: u32,
}

impl Default for SvgOptions {
    fn default() -> SvgOptions {
        SvgOptions {
            title: None,
            last_move: None,
            promoted_in_red: false,
            short_rest: true,
            width: 560,
        }
    }
}

/// Width and height of a square, in the picture's own units.
const W: i32 = 44;
const H: i32 = 48;
/// Room beside the board: White's hand on the left; ranks and Black's hand on the right.
const LEFT: i32 = 54;
const RIGHT: i32 = 84;
/// Room above the board for the files, and below it.
const TOP: i32 = 34;
const BOTTOM: i32 = 14;
/// More room above for a title.
const TITLE: i32 = 44;
/// Sizes of characters on the board, beside it, and in hand.
const PIECE: i32 = 37;
const LABEL: i32 = 17;
const HAND: i32 = 25;

/// How the names of outlines begin; a page may hold several pictures and other things.
const ID: &str = "tsumugi-";

/// For the title.
const FONTS: &str = "'Hiragino Mincho ProN','Yu Mincho','YuMincho','Noto Serif CJK JP','Noto Serif JP',\
                     'Source Han Serif JP','IPAexMincho','MS Mincho',serif";

/// Draws a diagram.
pub fn svg(setup: &Setup, options: &SvgOptions) -> String {
    let title = if options.title.is_some() { TITLE } else { 0 };
    let (width, height) = (LEFT + 9 * W + RIGHT, title + TOP + 9 * H + BOTTOM);
    let pixels = options.width.clamp(16, 16_384);
    let pixels_high = (pixels as i64 * height as i64 / width as i64).max(1);
    let mut picture =
        Picture { out: String::with_capacity(32_768), used: BTreeSet::new(), top: title + TOP };
    let out = &mut picture.out;
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{pixels}\" height=\"{pixels_high}\" \
         viewBox=\"0 0 {width} {height}\" font-family=\"{FONTS}\" text-anchor=\"middle\" fill=\"#111\">"
    );
    if let Some(title) = &options.title {
        let _ = writeln!(out, "<title>{}</title>", escape(title));
    }
    let _ = writeln!(out, "<rect width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>");
    if let Some(title) = &options.title {
        let _ = writeln!(out, "{}", heading(title));
    }
    picture.shades(setup, options.last_move);
    picture.grid();
    picture.labels();
    for (square, piece) in setup.pieces() {
        let red = options.promoted_in_red && piece.kind.is_promoted();
        picture.piece(square, piece_letter(piece.kind), piece.color, red);
    }
    let rest =
        setup.rest() == [0; 7] && HandKind::ALL.iter().all(|&k| setup.count(k) == k.full_set() as u32);
    let white = match held(setup, Color::White) {
        words if words != "なし" && rest && options.short_rest => "残り全部".to_string(),
        words => words,
    };
    picture.hand(Color::Black, &held(setup, Color::Black));
    picture.hand(Color::White, &white);
    picture.outlines();
    picture.out.push_str("</svg>\n");
    picture.out
}

/// The line above the board; a long one is set smaller, and from some length on squeezed.
fn heading(title: &str) -> String {
    let middle = LEFT + 9 * W / 2;
    let room = 2 * middle - 20;
    let halves: usize = title.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum();
    let ems = i32::try_from(halves / 2).unwrap_or(i32::MAX).max(1);
    let size = (room / ems).clamp(10, 24);
    let squeezed = if room / ems < size {
        format!(" textLength=\"{room}\" lengthAdjust=\"spacingAndGlyphs\"")
    } else {
        String::new()
    };
    format!("<text x=\"{middle}\" y=\"34\" font-size=\"{size}\"{squeezed}>{}</text>", escape(title))
}

/// How a character differs from an upright black one.
#[derive(Default)]
struct More {
    turned: bool,
    red: bool,
}

impl More {
    fn fill(&self) -> &'static str {
        if self.red { " fill=\"#b8171c\"" } else { "" }
    }
}

struct Picture {
    out: String,
    /// The characters in it, whose outlines it carries.
    used: BTreeSet<char>,
    /// Where the board starts.
    top: i32,
}

impl Picture {
    /// The upper left corner of a square.
    fn corner(&self, square: Square) -> (i32, i32) {
        (LEFT + (9 - square.file() as i32) * W, self.top + (square.rank() as i32 - 1) * H)
    }

    fn fill(&mut self, square: Square, color: &str) {
        let (x, y) = self.corner(square);
        let _ = writeln!(
            self.out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{W}\" height=\"{H}\" fill=\"{color}\"/>"
        );
    }

    /// Squares of the last move, and walls: black, with a white cross of hatching.
    fn shades(&mut self, setup: &Setup, last_move: Option<Move>) {
        if let Some(m) = last_move {
            if let Some(from) = m.from() {
                self.fill(from, "#f3f0e6");
            }
            self.fill(m.to(), "#e3dabd");
        }
        for square in Square::all().filter(|&square| setup.cell(square) == Cell::Wall) {
            self.fill(square, "#333");
            let (x, y) = self.corner(square);
            let mut path = String::new();
            for i in 1..8 {
                // Diagonals x + y = const of the square, cut at its sides.
                let sum = (W + H) * i / 8;
                let (x1, y1) = (sum.min(W), (sum - W).max(0));
                let (x2, y2) = ((sum - H).max(0), sum.min(H));
                let _ = write!(path, "M{} {}L{} {}", x + x1, y + y1, x + x2, y + y2);
            }
            let _ = writeln!(self.out, "<path d=\"{path}\" stroke=\"#888\" stroke-width=\"1\"/>");
        }
    }

    fn grid(&mut self) {
        let (right, bottom) = (LEFT + 9 * W, self.top + 9 * H);
        let mut path = String::new();
        for i in 1..9 {
            let _ = write!(path, "M{} {}V{bottom}", LEFT + i * W, self.top);
            let _ = write!(path, "M{LEFT} {}H{right}", self.top + i * H);
        }
        let _ =
            writeln!(self.out, "<path d=\"{path}\" stroke=\"#111\" stroke-width=\"1\" fill=\"none\"/>");
        let _ = writeln!(
            self.out,
            "<rect x=\"{LEFT}\" y=\"{}\" width=\"{}\" height=\"{}\" stroke=\"#111\" stroke-width=\"2.5\" fill=\"none\"/>",
            self.top,
            9 * W,
            9 * H
        );
        for (x, y) in [(3, 3), (6, 3), (3, 6), (6, 6)] {
            let (x, y) = (LEFT + x * W, self.top + y * H);
            let _ = writeln!(self.out, "<circle cx=\"{x}\" cy=\"{y}\" r=\"3\"/>");
        }
    }

    /// One character, centred; `more` turns or colours it.
    fn character(&mut self, c: char, x: i32, y: i32, size: i32, more: &More) {
        let scale = size as f32 / outlines::EM;
        let (turned, fill) = (if more.turned { " rotate(180)" } else { "" }, more.fill());
        self.used.insert(c);
        let _ = writeln!(
            self.out,
            "<use href=\"#{ID}{c}\" transform=\"translate({x} {y}){turned} scale({scale})\"{fill}/>"
        );
    }

    /// The outlines of all characters in the picture.
    fn outlines(&mut self) {
        self.out.push_str("<defs>\n");
        for &c in &self.used {
            let path = outlines::of(c).unwrap_or_default();
            let _ = writeln!(self.out, "<path id=\"{ID}{c}\" d=\"{path}\"/>");
        }
        self.out.push_str("</defs>\n");
    }

    fn labels(&mut self) {
        for i in 1..=9u8 {
            let file = char::from_u32('０' as u32 + i as u32).unwrap_or(' ');
            let middle = LEFT + (9 - i as i32) * W + W / 2;
            self.character(file, middle, self.top - 16, LABEL, &More::default());
            let middle = self.top + (i as i32 - 1) * H + H / 2;
            for rank in kanji_number(i).chars() {
                self.character(rank, LEFT + 9 * W + 16, middle, LABEL, &More::default());
            }
        }
    }

    fn piece(&mut self, square: Square, c: &str, color: Color, red: bool) {
        let (x, y) = self.corner(square);
        let more = More { turned: color == Color::White, red };
        for c in c.chars() {
            self.character(c, x + W / 2, y + H / 2, PIECE, &more);
        }
    }

    /// A mark for the side, 持駒, and the pieces, downwards.
    fn hand(&mut self, color: Color, words: &str) {
        let x = match color {
            Color::Black => LEFT + 9 * W + 56,
            Color::White => LEFT / 2 - 2,
        };
        let (top, tip) = (self.top + 3, 18);
        let fill = if color == Color::Black { "#111" } else { "none" };
        let _ = writeln!(
            self.out,
            "<path d=\"M{x} {top}l7 4l3 {tip}h-20l3 -{tip}z\" fill=\"{fill}\" stroke=\"#111\" stroke-width=\"1.3\"/>"
        );
        let text: Vec<char> = "持駒".chars().chain([' ']).chain(words.chars()).collect();
        let room = 9 * H - 34;
        let step = (room / text.len() as i32).clamp(6, HAND + 2);
        let size = HAND.min(step - 1);
        let mut y = self.top + 34 + step / 2;
        for c in text {
            if c == ' ' {
                y += step / 3;
                continue;
            }
            self.character(c, x, y, size, &More::default());
            y += step;
        }
    }
}

/// What a side holds: 飛二金歩十七, or なし.
fn held(setup: &Setup, color: Color) -> String {
    hand_name(&setup.hands[color.index()]).replace('　', "")
}

/// Text for XML: markup escaped, characters that XML 1.0 forbids left out.
fn escape(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            '\u{fffe}' | '\u{ffff}' => {}
            c if c.is_control() => out.push(' '),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn draw(sfen: &str, options: SvgOptions) -> String {
        svg(&sfen.parse().unwrap(), &options)
    }

    /// How often a character stands in a picture.
    fn drawn(text: &str, c: char) -> usize {
        text.matches(&format!("href=\"#{ID}{c}\"")).count()
    }

    #[test]
    fn every_piece_wall_and_title_is_in_the_picture() {
        let sfen = "3Ok4/4G4/4+P4/9/9/9/9/9/9 b 2G12Pr 1";
        let title = Some("<甲> & \"乙\"\u{1}".to_string());
        let text = draw(
            sfen,
            SvgOptions { title, last_move: Some("G*5b".parse().unwrap()), ..SvgOptions::default() },
        );
        assert!(text.contains("<title>&lt;甲&gt; &amp; &quot;乙&quot; </title>"));
        assert!(text.contains("rotate(180"));
        for (c, times) in [('と', 1), ('玉', 1), ('金', 2), ('持', 2)] {
            assert_eq!(drawn(&text, c), times, "{c}");
        }
        assert_eq!(text.matches("fill=\"#333\"").count(), 1);
        assert_eq!(text.matches("fill=\"#e3dabd\"").count(), 1);
        assert_eq!(text.matches("<text").count(), 1, "only the title needs a font");
    }

    #[test]
    fn every_character_that_can_be_drawn_has_an_outline() {
        let full = "rbgsnlp1k/+r+b1+s+n+l+p2/9/9/9/9/9/9/9 b 2R2B4G4S4N4L18P2r2b4g4s4n4l18p 1";
        let rest = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
        for sfen in [full, rest, "4k4/9/9/9/9/9/9/9/9 b - 1"] {
            let text = draw(sfen, SvgOptions::default());
            assert!(!text.contains("d=\"\""), "{sfen}");
            for (at, _) in text.match_indices("href=\"#") {
                let name = text[at + 7..].split('"').next().unwrap();
                assert_eq!(text.matches(&format!("id=\"{name}\"")).count(), 1, "{name}");
            }
        }
    }

    #[test]
    fn a_long_title_is_made_to_fit() {
        for (length, size, squeezed) in
            [(1, 24, false), (20, 24, false), (40, 12, false), (1_000, 10, true)]
        {
            let line = heading(&"歩".repeat(length));
            assert!(line.contains(&format!("font-size=\"{size}\"")), "{line}");
            assert_eq!(line.contains("textLength"), squeezed, "{line}");
        }
    }

    #[test]
    fn counts_are_written_in_kanji() {
        let words = |hands: &str, color| {
            held(&format!("4k4/9/9/9/9/9/9/9/9 b {hands} 1").parse().unwrap(), color)
        };
        assert_eq!(words("R2B10P", Color::Black), "飛角二歩十");
        assert_eq!(words("18p", Color::White), "歩十八");
        assert_eq!(words("21p", Color::White), "歩二十一");
        assert_eq!(words("99P", Color::White), "なし");
    }

    #[test]
    fn the_rest_of_the_set_is_named_in_two_words() {
        let sfen = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
        assert_eq!(drawn(&draw(sfen, SvgOptions::default()), '残'), 1);
        let spelt = SvgOptions { short_rest: false, ..SvgOptions::default() };
        assert_eq!(drawn(&draw(sfen, spelt), '残'), 0);
        assert_eq!(drawn(&draw("4k4/9/9/9/9/9/9/9/9 b G 1", SvgOptions::default()), '残'), 0);
    }
}
