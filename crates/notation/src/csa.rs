//! CSA, the record format of the Computer Shogi Association (V2.2; V1 and V3.0 are read too).
//!
//! CSA has no variations: a tree is written as its main line. Neither has it a move number. Beyond the
//! letter of the standard:
//!
//! * `P-00AL` gives a side whatever is on no square and in neither hand, wherever the line stands.
//!   We never write it.
//! * Comments (`'…`, `'*…`) after the turn line belong to the node before them; those before it are
//!   headings and dropped, unless marked `'*`. We write `'*`, which other programs keep.
//! * Headers carry their KIF names in a [`Record`] (`$EVENT:` is 棋戦, `N+` is 先手); a key we do not know
//!   stays as it is.
//! * `$` lines may follow the moves, as tournament servers write them. Blanks between `*` of a row may
//!   have been squeezed. Without a turn line the sign of the first move decides, and without a position
//!   the moves start from the starting position.
//! * `/` on a line of its own separates records; [`read`] takes the first, [`read_all`] all of them.

mod placement;
mod reader;

use crate::write_error::{refuse_walls, walk_line};
use crate::{Ending, Play, Record, WriteError};
pub use reader::{read, read_all};
use tsumugi_shogi::{Color, HandKind, Kind, Move, Piece, Setup, Square};

/// CSA's name of every kind.
const KINDS: [(Kind, &str); 14] = [
    (Kind::Pawn, "FU"),
    (Kind::Lance, "KY"),
    (Kind::Knight, "KE"),
    (Kind::Silver, "GI"),
    (Kind::Gold, "KI"),
    (Kind::Bishop, "KA"),
    (Kind::Rook, "HI"),
    (Kind::King, "OU"),
    (Kind::ProPawn, "TO"),
    (Kind::ProLance, "NY"),
    (Kind::ProKnight, "NK"),
    (Kind::ProSilver, "NG"),
    (Kind::Horse, "UM"),
    (Kind::Dragon, "RY"),
];

/// Two capital letters: `FU`, `RY`.
pub(crate) fn kind_name(kind: Kind) -> &'static str {
    KINDS.iter().find(|(k, _)| *k == kind).map_or("", |(_, name)| name)
}

/// The kind with this name.
pub(crate) fn kind_from(name: &str) -> Option<Kind> {
    KINDS.iter().find(|(_, n)| *n == name).map(|(kind, _)| *kind)
}

/// Header keys of KIF and CSA.
const KEYS: [(&str, &str); 8] = [
    ("棋戦", "EVENT"),
    ("場所", "SITE"),
    ("開始日時", "START_TIME"),
    ("終了日時", "END_TIME"),
    ("持ち時間", "TIME_LIMIT"),
    ("戦型", "OPENING"),
    ("最大手数", "MAX_MOVES"),
    ("備考", "NOTE"),
];

/// What CSA and JKF call an ending, given the side to move, if they have a word for it.
pub(crate) fn ending_name(ending: &Ending, turn: Color) -> Option<&str> {
    Some(match ending {
        Ending::Mate => "TSUMI",
        Ending::NoMate => "FUZUMI",
        Ending::Resign => "TORYO",
        Ending::Interrupted => "CHUDAN",
        Ending::Repetition => "SENNICHITE",
        Ending::Impasse => "JISHOGI",
        Ending::TimeUp => "TIME_UP",
        Ending::IllegalLoss => "ILLEGAL_MOVE",
        // The sign is that of the offender, here the side that has just moved.
        Ending::IllegalWin if turn == Color::Black => "-ILLEGAL_ACTION",
        Ending::IllegalWin => "+ILLEGAL_ACTION",
        Ending::Declaration => "KACHI",
        Ending::Other(word) => return Some(word.as_str()).filter(|word| is_ending_word(word)),
    })
}

/// The ending that CSA and JKF call so, given the side to move.
pub(crate) fn ending_from(name: &str, turn: Color) -> Ending {
    match name {
        "TSUMI" => Ending::Mate,
        "FUZUMI" => Ending::NoMate,
        "TORYO" => Ending::Resign,
        "CHUDAN" => Ending::Interrupted,
        "SENNICHITE" => Ending::Repetition,
        "JISHOGI" => Ending::Impasse,
        "TIME_UP" => Ending::TimeUp,
        "KACHI" => Ending::Declaration,
        "ILLEGAL_MOVE" | "ILLEGAL_ACTION" => Ending::IllegalLoss,
        "+ILLEGAL_ACTION" if turn == Color::Black => Ending::IllegalLoss,
        "-ILLEGAL_ACTION" if turn == Color::White => Ending::IllegalLoss,
        "+ILLEGAL_ACTION" | "-ILLEGAL_ACTION" => Ending::IllegalWin,
        other => Ending::Other(other.to_string()),
    }
}

fn is_ending_word(word: &str) -> bool {
    let good = |b: u8| b.is_ascii_uppercase() || b.is_ascii_digit() || b"_+-".contains(&b);
    !word.is_empty() && word.bytes().all(good)
}

/// Writes the headers, the diagram and the main line. An ending CSA has no word for becomes a comment.
///
/// # Errors
/// When the diagram has walls.
pub fn write(record: &Record) -> Result<String, WriteError> {
    refuse_walls(&record.setup, "CSA")?;
    let mut out = String::from("V2.2\n");
    for (key, value) in &record.headers {
        push_line(&mut out, &header_start(key), value);
    }
    push_position(&mut out, &record.setup);
    push_comments(&mut out, &record.node(Record::ROOT).comments);
    let Some(&first) = record.node(Record::ROOT).children.first() else { return Ok(out) };
    walk_line(record, record.setup.clone(), first, |_, node, setup| {
        match &node.play {
            Play::Move(m) => push_line(&mut out, "", &move_text(*m, setup)),
            Play::End(ending) => match (ending_name(ending, setup.turn), ending) {
                (Some(name), _) => push_line(&mut out, "%", name),
                (None, Ending::Other(words)) => push_line(&mut out, "'*", words),
                (None, _) => {}
            },
            Play::Start => {}
        }
        if let Some(seconds) = node.seconds {
            push_line(&mut out, "T", &seconds.to_string());
        }
        push_comments(&mut out, &node.comments);
    })?;
    Ok(out)
}

/// One line; line breaks inside `text` become blanks.
fn push_line(out: &mut String, start: &str, text: &str) {
    out.push_str(start);
    out.extend(text.chars().map(|c| if matches!(c, '\n' | '\r') { ' ' } else { c }));
    out.push('\n');
}

fn push_comments(out: &mut String, comments: &[String]) {
    for line in comments.iter().flat_map(|comment| comment.split('\n')) {
        push_line(out, "'*", line);
    }
}

fn header_start(key: &str) -> String {
    match (key, KEYS.iter().find(|(kif, _)| *kif == key)) {
        ("先手" | "下手", _) => "N+".to_string(),
        ("後手" | "上手", _) => "N-".to_string(),
        (_, Some((_, csa))) => format!("${csa}:"),
        (key, None) => {
            let good = |c: char| if c == ':' || c.is_control() { '_' } else { c };
            format!("${}:", key.chars().map(good).collect::<String>())
        }
    }
}

fn push_position(out: &mut String, setup: &Setup) {
    if (Setup { ply: 1, ..setup.clone() }) == Setup::startpos() {
        out.push_str("PI\n");
    } else {
        for rank in 1..=9 {
            out.push_str(&format!("P{rank}"));
            for square in (1..=9).rev().filter_map(|file| Square::new(file, rank)) {
                match setup.piece(square) {
                    Some(Piece { color, kind }) => {
                        out.push(sign_of(color));
                        out.push_str(kind_name(kind));
                    }
                    None => out.push_str(" * "),
                }
            }
            out.push('\n');
        }
        for color in Color::ALL {
            let mut held = String::new();
            for kind in HandKind::ALL.into_iter().rev() {
                let one = format!("00{}", kind_name(kind.kind()));
                held.push_str(&one.repeat(setup.in_hand(color, kind) as usize));
            }
            if !held.is_empty() {
                out.push_str(&format!("P{}{held}\n", sign_of(color)));
            }
        }
    }
    out.push(sign_of(setup.turn));
    out.push('\n');
}

fn sign_of(color: Color) -> char {
    if color == Color::Black { '+' } else { '-' }
}

/// `+7776FU`: the piece is named as it stands after the move.
fn move_text(m: Move, setup: &Setup) -> String {
    let two = |square: Option<Square>| {
        square.map_or("00".to_string(), |s| format!("{}{}", s.file(), s.rank()))
    };
    let mover = match m.from() {
        Some(from) => setup.piece(from).map(|piece| piece.kind),
        None => m.dropped().map(HandKind::kind),
    };
    let kind = mover.unwrap_or(Kind::Pawn);
    let kind = if m.is_promotion() { kind.promoted().unwrap_or(kind) } else { kind };
    format!("{}{}{}{}", sign_of(setup.turn), two(m.from()), two(Some(m.to())), kind_name(kind))
}
