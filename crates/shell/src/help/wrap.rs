//! Lines of Japanese: broken between any two characters, but not within a word of Latin letters, nor where a line must
//! not begin or end (禁則).

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// What must not begin a line.
const NOT_FIRST: &str =
    "、。，．・：；？！）」』】〉》〕］｝ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ)]}>.,:;…";
/// What must not end one.
const NOT_LAST: &str = "（「『【〈《〔［｛([{<";

/// A text in lines of at most this many columns.
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for piece in pieces(text) {
        let last = lines.len() - 1;
        if !lines[last].is_empty() && lines[last].width() + piece.trim_end().width() > columns {
            let kept = lines[last].trim_end().len();
            lines[last].truncate(kept);
            lines.push(piece.trim_start().to_string());
        } else {
            lines[last] += piece;
        }
    }
    lines
}

/// What must not be torn apart.
fn pieces(text: &str) -> Vec<&str> {
    let (mut out, mut start) = (Vec::new(), 0);
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    for pair in chars.windows(2) {
        let [(_, before), (at, after)] = pair else { continue };
        if may_break(*before, *after) {
            out.push(&text[start..*at]);
            start = *at;
        }
    }
    out.push(&text[start..]);
    out
}

fn may_break(before: char, after: char) -> bool {
    let wide = |c: char| c.width() == Some(2);
    let apart = before == ' ' || wide(before) || wide(after);
    apart && after != ' ' && !NOT_FIRST.contains(after) && !NOT_LAST.contains(before)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_keep_words_and_marks_together() {
        assert_eq!(wrap("詰みがあるか調べ、証明する", 12), ["詰みがあるか", "調べ、証明す", "る"]);
        assert_eq!(wrap("終わりです。次", 10), ["終わりで", "す。次"]);
        assert_eq!(wrap("詳しくは docs/OPTIONS.md を", 14), ["詳しくは", "docs/OPTIONS.md", "を"]);
        assert_eq!(wrap("証明書（圧縮）", 8), ["証明書", "（圧縮）"]);
        assert_eq!(wrap("", 10), [""]);
    }

    #[test]
    fn no_line_is_wider_than_it_may_be() {
        let text = "再帰的な変化まで、指定した深さの変化をすべて --tree で表示します（既定値: 1）。";
        for columns in 20..60 {
            assert!(wrap(text, columns).iter().all(|line| line.width() <= columns), "{columns}");
            assert_eq!(wrap(text, columns).concat().replace(' ', ""), text.replace(' ', ""));
        }
    }
}
