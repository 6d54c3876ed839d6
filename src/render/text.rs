//! A diagram and what belongs to it, for people.

use tsumugi_api::show::Shown;
use tsumugi_notation::diagram;
use tsumugi_notation::japanese::{self, Style};
use tsumugi_shogi::{Color, Setup};
use unicode_width::UnicodeWidthStr;

/// Moves are wrapped at this many columns.
const COLUMNS: usize = 80;

/// The diagram as in a book, what a reader asks first, the moves, the SFEN.
pub fn diagram(shown: &Shown) -> String {
    let mut out = String::new();
    if let Some(name) = &shown.name {
        out += &format!("{name}\n");
    }
    for (key, value) in shown.headers.iter().filter(|(_, value)| Some(value) != shown.name.as_ref()) {
        out += &format!("{key}：{value}\n");
    }
    // Whose move it is and which stands below in a sentence.
    out += &diagram::write(&Setup { turn: Color::Black, ply: 1, ..shown.setup.clone() });
    let side = match shown.setup.turn {
        Color::Black => "Black (先手)",
        Color::White => "White (後手)",
    };
    let number = match shown.setup.ply {
        0 | 1 => String::new(),
        ply => format!(" (move {ply})"),
    };
    let check = if shown.in_check { "in check" } else { "not in check" };
    let state = match shown.legal_moves {
        0 if shown.in_check => "mated (詰み)".to_string(),
        1 => format!("{check}, 1 legal move"),
        n => format!("{check}, {n} legal moves"),
    };
    out += &format!("{side} to move{number}, {state}\n");
    out += &moves(shown);
    out + &format!("sfen {}\n", shown.setup.to_sfen())
}

fn moves(shown: &Shown) -> String {
    if shown.moves.is_empty() {
        return String::new();
    }
    let names = japanese::line_names(&shown.setup, &shown.moves, Style::Shields);
    let names = names.unwrap_or_else(|| shown.moves.iter().map(ToString::to_string).collect());
    let plural = if names.len() == 1 { "" } else { "s" };
    let variations = if shown.variations { " and variations (変化)" } else { "" };
    let mut out = format!("{} move{plural}{variations}:", names.len());
    let mut used = out.width();
    for name in names {
        // 同　銀: the full-width blank only pads columns, and there are none here.
        let name = name.replace('　', "");
        if used + 1 + name.width() > COLUMNS {
            out += "\n ";
            used = 1;
        }
        out += &format!(" {name}");
        used += 1 + name.width();
    }
    out + "\n"
}
