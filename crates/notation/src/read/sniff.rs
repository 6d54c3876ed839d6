//! Guessing the format of a text from how its lines start.

use super::Format;
use crate::japanese::is_mark;
use crate::{text, urls};

/// How much of a text is looked at.
const ENOUGH: usize = 1 << 16;

/// The format a text seems to have. It may still be malformed.
pub fn sniff(text: &str) -> Option<Format> {
    let head = &text[..text.floor_char_boundary(ENOUGH)];
    let head = head.trim_start_matches('\u{feff}');
    if head.trim_start().starts_with('{') {
        return Some(Format::Jkf);
    }
    let lines: Vec<&str> =
        text::lines(head).map(str::trim_end).filter(|line| !line.trim().is_empty()).collect();
    for (start, format) in [("#KIF", Format::Kif), ("#KI2", Format::Ki2)] {
        if lines.first()?.starts_with(start) {
            return Some(format);
        }
    }
    // `#` starts a comment in lists and in KIF.
    let said = || lines.iter().copied().filter(|line| !line.trim_start().starts_with('#'));
    let first = said().next()?;
    if is_heading(first) {
        return Some(Format::Sfen);
    }
    if let Some(by_line) = line_format(first.split('\t').next()?) {
        return Some(by_line);
    }
    if said().find(|line| !line.starts_with('\'')).is_some_and(is_csa) {
        return Some(Format::Csa);
    }
    if said().any(is_kif_move) {
        return Some(Format::Kif);
    }
    if said().any(|line| line.trim_start_matches([' ', '　']).starts_with(is_mark)) {
        return Some(Format::Ki2);
    }
    said().any(is_kif_other).then_some(Format::Kif)
}

/// The names of the columns, as tables have them in their first line?
pub(super) fn is_heading(line: &str) -> bool {
    let first = line.split_once('\t').map(|(first, _)| first.trim());
    first.is_some_and(|first| ["sfen", "position"].iter().any(|name| first.eq_ignore_ascii_case(name)))
}

/// The format of a line that holds a position, if it looks like one.
pub(super) fn line_format(line: &str) -> Option<Format> {
    let line = line.trim();
    let first = line.split_whitespace().next()?;
    match first {
        "position" | "startpos" | "sfen" => return Some(Format::Usi),
        _ if urls::SCHEMES.iter().any(|scheme| line.starts_with(scheme)) => return Some(Format::Url),
        _ => {}
    }
    let only = |text: &str, more: &str| {
        text.bytes().all(|b| b.is_ascii_alphanumeric() || more.as_bytes().contains(&b))
    };
    if first.len() < 200 && first.contains('/') && only(first, "+/") {
        return Some(if line.contains(" moves ") { Format::Usi } else { Format::Sfen });
    }
    let (board, moves) = line.split_once('~')?;
    let ply = moves.split('.').next().unwrap_or("");
    let good = only(board, "-_.") && board.len() < 200 && !ply.is_empty();
    (good && ply.bytes().all(|b| b.is_ascii_digit())).then_some(Format::Usen)
}

/// The first statement of a CSA text?
fn is_csa(line: &str) -> bool {
    let bytes = line.as_bytes();
    match bytes {
        [b'V', b'1'..=b'9', ..] | [b'P', b'I', ..] | [b'+' | b'-'] => true,
        [b'N', b'+' | b'-', ..] => true,
        [b'P', b'1'..=b'9', b' ' | b'+' | b'-' | b'*', ..] => true,
        [b'P', b'+' | b'-', rest @ ..] => rest.iter().take(2).all(u8::is_ascii_digit),
        [b'$', b'A'..=b'Z', ..] => line.contains(':'),
        [b'+' | b'-', rest @ ..] => rest.len() >= 6 && rest[..4].iter().all(u8::is_ascii_digit),
        _ => false,
    }
}

/// `手数----指手…` or `   1 ７六歩(77)`?
fn is_kif_move(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '　']);
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let square = |c: char| {
        ('１'..='９').contains(&c) || c.is_ascii_digit() || is_mark(c) || "同投中詰".contains(c)
    };
    let numbered = rest.len() < line.len() && rest.starts_with([' ', '　']);
    line.starts_with("手数--")
        || numbered && rest.trim_start().chars().next().is_some_and(square) && !rest.is_ascii()
}

/// A header, a diagram's row or its frame?
fn is_kif_other(line: &str) -> bool {
    let line = line.trim_start_matches([' ', '　']);
    let key = line.split(['：', ':']).next().unwrap_or("");
    let header = key.len() < line.len() && !key.is_empty() && key.chars().count() <= 10;
    line.starts_with("+---") && line.ends_with("---+")
        || line.starts_with('|') && line.contains(['・', '|'])
        || header && key.chars().all(|c| matches!(c, 'ぁ'..='ヿ' | '一'..='鿿' | '々'))
}
