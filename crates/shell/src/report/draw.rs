//! A report as a person sees it: colours, the line in a window, carets below it.

use super::{Mark, Report, Snippet};
use crate::language::Tongue;
use anstyle::{AnsiColor, Style};
use std::fmt;
use unicode_width::UnicodeWidthChar;

const ERROR: Style = AnsiColor::Red.on_default().bold();
const GUTTER: Style = AnsiColor::Blue.on_default().bold();
pub const BOLD: Style = Style::new().bold();

/// The most columns of a line that are shown, if the terminal has as many.
const WINDOW: usize = 100;
/// In a narrower one than this, lines may wrap.
const NARROWEST: usize = 30;

/// A report as it is printed on a terminal with a number of columns, in a language.
#[derive(Debug)]
pub struct Printed<'a>(pub &'a Report, pub usize, pub Tongue);

impl fmt::Display for Printed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Printed(report, columns, tongue) = *self;
        let (error, message) = (tongue.say("error", "エラー"), tongue.tell(&report.message));
        writeln!(f, "{ERROR}{error}{ERROR:#}{BOLD}: {message}{BOLD:#}")?;
        let number = report.snippet.as_ref().and_then(|snippet| snippet.number);
        let number = number.map(|n| n.to_string()).unwrap_or_default();
        let pad = " ".repeat(number.len().max(1));
        if let Some(place) = &report.place {
            writeln!(f, "{pad}{GUTTER}-->{GUTTER:#} {}", place.told(tongue))?;
        }
        let bar = format!("{GUTTER}{pad} |{GUTTER:#}");
        if let Some(Snippet { line, marks, .. }) = report.snippet.as_deref() {
            let around = marks.iter().flat_map(|mark| &mark.columns).copied().min().unwrap_or(1);
            // " | " before the line, "…" behind it, and a column to spare: a full line wraps in some terminals.
            let room = columns.saturating_sub(pad.len() + 5).clamp(NARROWEST, WINDOW);
            let (text, first) = window(line, around, room);
            writeln!(f, "{bar}")?;
            writeln!(f, "{GUTTER}{number:>w$} |{GUTTER:#} {text}", w = pad.len())?;
            for Mark { columns, label } in marks {
                let carets = carets(line, first, columns);
                let label = label.as_ref().map_or("", |label| tongue.tell(label));
                writeln!(f, "{bar} {ERROR}{}{ERROR:#}", format!("{carets} {label}").trim_end())?;
            }
        }
        for note in &report.notes {
            writeln!(f, "{GUTTER}{pad} ={GUTTER:#} {}", tongue.tell(note))?;
        }
        Ok(())
    }
}

/// A character as shown: tabs and control characters would spoil the columns.
fn shown(c: char) -> char {
    match c {
        '\t' => ' ',
        c if c.width().is_none() => '\u{fffd}',
        c => c,
    }
}

fn width(c: char) -> usize {
    shown(c).width().unwrap_or(1)
}

/// The part of a line to show in this many columns, and how many of its characters are left off before it.
fn window(line: &str, around: usize, columns: usize) -> (String, usize) {
    let chars: Vec<char> = line.chars().map(shown).collect();
    let total: usize = chars.iter().copied().map(width).sum();
    let target = around.saturating_sub(1).min(chars.len());
    let mut first = 0;
    if total > columns {
        // Walk back from the place for two thirds of the window, then fill it up to the right.
        let mut used = 0;
        first = target;
        while first > 0 && used + width(chars[first - 1]) <= columns * 2 / 3 {
            first -= 1;
            used += width(chars[first]);
        }
    }
    let mut used = 0;
    let fits = chars[first..].iter().take_while(|&&c| {
        used += width(c);
        used <= columns
    });
    let last = first + if total > columns { fits.count() } else { chars.len() };
    let mut out: String = chars[first..last].iter().collect();
    if last < chars.len() {
        out.push('…');
    }
    if first > 0 {
        out.replace_range(..chars[first].len_utf8(), if width(chars[first]) == 2 { "… " } else { "…" });
    }
    (out, first)
}

/// Carets below the shown part of a line: two for a full-width character.
fn carets(line: &str, first: usize, columns: &[usize]) -> String {
    let mut out = String::new();
    let last = columns.iter().copied().max().unwrap_or(0);
    let chars = line.chars().map(Some).chain(std::iter::repeat(None));
    for (i, c) in chars.enumerate().skip(first).take(last.saturating_sub(first)) {
        let mark = if columns.contains(&(i + 1)) { '^' } else { ' ' };
        // Behind the end of the line there is one caret, right after its last character.
        let Some(c) = c else {
            out.push('^');
            break;
        };
        for _ in 0..width(c) {
            out.push(mark);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Source;
    use tsumugi_notation::{Expected, ReadError, ReadFault};
    use tsumugi_shogi::{Position, Setup, Waivers};

    fn plain_in(report: &Report, columns: usize) -> String {
        let english = Printed(report, columns, Tongue::ENGLISH).to_string();
        anstream::adapter::strip_str(&english).to_string()
    }

    fn plain(report: &Report) -> String {
        plain_in(report, usize::MAX)
    }

    #[test]
    fn a_caret_stands_under_a_full_width_character() {
        let error = ReadError::at(2, 8, "   1 ７六玉(77)", ReadFault::Expected(Expected::CsaPiece));
        let report = Report::unreadable(&error, Source::File("a.kif".into()), None);
        assert_eq!(
            plain(&report),
            "error: expected a piece such as FU or RY\n --> a.kif:2:8\n  |\n2 |    1 ７六玉(77)\n  |          ^^\n"
        );
    }

    #[test]
    fn in_japanese_the_caret_stands_where_it_stood() {
        let error = ReadError::at(2, 8, "   1 ７六猫(77)", ReadFault::Expected(Expected::PieceName));
        let report = Report::unreadable(&error, Source::File("a.kif".into()), None);
        let japanese = Printed(&report, usize::MAX, Tongue::JAPANESE).to_string();
        assert_eq!(
            anstream::adapter::strip_str(&japanese).to_string(),
            "エラー: 駒の名前が必要です（歩香桂銀金角飛玉と杏圭全馬龍、成香、成桂、成銀）\n\
             \x20--> a.kif:2:8\n\
             \x20 |\n\
             2 |    1 ７六猫(77)\n\
             \x20 |          ^^\n"
        );
    }

    #[test]
    fn a_long_line_is_cut_around_the_place_and_fits_the_terminal() {
        for (column, terminal) in [1, 50, 150, 299, 301].into_iter().flat_map(|c| [(c, 200), (c, 50)]) {
            let line: String = (0..300).map(|i| if i + 1 == column { '!' } else { '歩' }).collect();
            let error = ReadError::at(1, column, &line, ReadFault::Empty);
            let report = Report::unreadable(&error, Source::Argument(1), Some(&line));
            let report = plain_in(&report, terminal);
            let lines: Vec<&str> = report.lines().collect();
            let columns = |text: &str| text.chars().map(width).sum::<usize>();
            assert!(columns(lines[3]) < terminal.min(WINDOW + 10), "{report}");
            let caret = columns(lines[4].split('^').next().unwrap());
            let target = lines[3].split('!').next().unwrap();
            assert_eq!(caret, columns(target), "{report}");
        }
    }

    #[test]
    fn every_fault_has_its_caret_or_its_note() {
        let setup: Setup = "P3k4/9/9/9/9/P8/P8/9/9 b 18P 1".parse().unwrap();
        let error = Position::new(&setup, Waivers::TSUME).unwrap_err();
        let report = Report::inadmissible(&error, &setup, Source::Argument(1).into());
        assert_eq!(
            plain(&report),
            "error: the diagram breaks 3 rules\n\
             \x20--> argument 1\n\
             \x20 |\n\
             \x20 | P3k4/9/9/9/9/P8/P8/9/9 b 18P 1\n\
             \x20 | ^            ^  ^ two-pawns: two unpromoted black pawns on file 9 (9a, 9f, 9g): nifu (二歩)\n\
             \x20 | ^ dead-piece: the black pawn on 9a could never move\n\
             \x20 = too-many-pieces: 21 pawns on the board and in hand, but a set has 18\n\
             \x20 = help: --allow too-many-pieces --allow two-pawns --allow dead-piece to go on all the same\n"
        );
    }
}
