//! The board as shogi players read it in a terminal.

use crate::diagram;
use tsumugi_shogi::{Color, Setup};

/// The diagram (BOD, see [`diagram::write`]) with the side to move always said: `先手番` or `後手番`.
///
/// Full-width characters count for two columns; then all rows are equally wide.
pub fn board_text(setup: &Setup) -> String {
    let text = diagram::write(setup);
    match (setup.turn, text.rfind("手数＝")) {
        (Color::White, _) => text,
        (Color::Black, None) => text + "先手番\n",
        (Color::Black, Some(at)) => format!("{}先手番\n{}", &text[..at], &text[at..]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Columns in a terminal: two for each character beyond ASCII.
    fn width(line: &str) -> usize {
        line.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum()
    }

    #[test]
    fn all_rows_are_equally_wide_and_the_turn_is_said() {
        let sfen = "O+P+L+Nk+n+l+pO/1+b1+r1+s1g1/9/9/9/9/9/9/9 b 2R17Pbl 1";
        let text = board_text(&sfen.parse().unwrap());
        let rows: Vec<&str> = text.lines().filter(|line| line.starts_with('|')).collect();
        assert_eq!(rows.len(), 9);
        assert!(rows.iter().all(|row| width(row) == width(rows[0])), "{text}");
        let frame = text.lines().find(|line| line.starts_with('+')).unwrap();
        assert_eq!(width(frame) + 2, width(rows[0]));
        assert!(text.starts_with("後手の持駒：角　香\n"), "{text}");
        assert!(text.ends_with("先手の持駒：飛二　歩十七\n先手番\n"), "{text}");
        let later = board_text(&sfen.replace(" 1", " 5").parse().unwrap());
        assert!(later.ends_with("先手番\n手数＝4  まで\n"), "{later}");
        assert!(board_text(&sfen.replace(" b ", " w ").parse().unwrap()).ends_with("後手番\n"));
    }
}
