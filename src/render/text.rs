//! A diagram and what belongs to it, for people.

use crate::language::{Language, Tongue};
use tsumugi_api::show::Shown;
use tsumugi_notation::japanese::{self, Style};
use tsumugi_notation::{diagram, western};
use tsumugi_shogi::{Color, Setup};
use unicode_width::UnicodeWidthStr;

/// Moves are wrapped at this many columns.
const COLUMNS: usize = 80;

/// The diagram as in a book, what a reader asks first, the moves, the SFEN.
pub fn diagram(shown: &Shown, tongue: Tongue) -> String {
    let mut out = String::new();
    if let Some(name) = &shown.name {
        out += &format!("{name}\n");
    }
    for (key, value) in shown.headers.iter().filter(|(_, value)| Some(value) != shown.name.as_ref()) {
        out += &format!("{key}：{value}\n");
    }
    // Whose move it is and which stands below in a sentence.
    out += &diagram::write(&Setup { turn: Color::Black, ply: 1, ..shown.setup.clone() });
    out += &match tongue.language {
        Language::En => state_in_english(shown),
        Language::Ja => state_in_japanese(shown),
    };
    out += &moves(shown, tongue);
    out + &format!("sfen {}\n", shown.setup.to_sfen())
}

/// Whose move it is, and what can be done.
fn state_in_english(shown: &Shown) -> String {
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
    format!("{side} to move{number}, {state}\n")
}

/// The same in Japanese.
fn state_in_japanese(shown: &Shown) -> String {
    let side = match shown.setup.turn {
        Color::Black => "先手番",
        Color::White => "後手番",
    };
    let number = match shown.setup.ply {
        0 | 1 => String::new(),
        ply => format!(" ({ply}手目)"),
    };
    let state = match (shown.in_check, shown.legal_moves) {
        (true, 0) => "詰み".to_string(),
        (true, n) => format!("王手がかかっている、合法手{n}"),
        (false, n) => format!("王手なし、合法手{n}"),
    };
    format!("{side}{number}、{state}\n")
}

fn moves(shown: &Shown, tongue: Tongue) -> String {
    if shown.moves.is_empty() {
        return String::new();
    }
    let names = match tongue.western {
        true => western::line_names(&shown.setup, &shown.moves),
        false => japanese::line_names(&shown.setup, &shown.moves, Style::Shields),
    };
    let names = names.unwrap_or_else(|| shown.moves.iter().map(ToString::to_string).collect());
    let count = names.len();
    let mut out = match (tongue.language, shown.variations) {
        (Language::Ja, true) => format!("{count}手 (変化あり):"),
        (Language::Ja, false) => format!("{count}手:"),
        (Language::En, variations) => {
            let plural = if count == 1 { "" } else { "s" };
            let variations = if variations { " and variations (変化)" } else { "" };
            format!("{count} move{plural}{variations}:")
        }
    };
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
