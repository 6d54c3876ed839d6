//! Moves, squares and pieces in Japanese, as the Japan Shogi Association writes them.
//!
//! A move is named by where it goes and what moves (▲７六歩); where several pieces of the kind could go
//! there, by the shortest of: how it moves (上 寄 引), from which side (左 直 右), both (左上). 打 is said only
//! where a piece on the board could go there too, 成 or 不成 only where it could promote. "Could go" asks how
//! pieces move, not whether a king is left in check. The rules: <https://www.shogi.or.jp/faq/kihuhyouki.html>.

mod parse;
mod reach;

pub(crate) use parse::{WrittenMove, digit, is_mark, number, piece};
pub use reach::reaching;
use reach::{Motion, Side};

use tsumugi_shogi::{Color, HandKind, Kind, Move, MoveParts, Setup, Square};

/// What stands before a move's name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// ▲ for Black and △ for White; Shift_JIS has both.
    #[default]
    Triangles,
    /// ☗ and ☖; Shift_JIS lacks them.
    Shields,
    /// Nothing.
    Bare,
}

impl Style {
    /// The mark before a move of this side.
    pub const fn mark(self, color: Color) -> &'static str {
        match (self, color) {
            (Style::Triangles, Color::Black) => "▲",
            (Style::Triangles, Color::White) => "△",
            (Style::Shields, Color::Black) => "☗",
            (Style::Shields, Color::White) => "☖",
            (Style::Bare, _) => "",
        }
    }
}

const FILES: [char; 9] = ['１', '２', '３', '４', '５', '６', '７', '８', '９'];
const DIGITS: [char; 10] = ['〇', '一', '二', '三', '四', '五', '六', '七', '八', '九'];

/// A square, e.g. `７六`.
pub fn square_name(square: Square) -> String {
    let (file, rank) = (square.file() as usize, square.rank() as usize);
    [FILES[file - 1], DIGITS[rank]].iter().collect()
}

/// A number below 100 in kanji, e.g. `十八`.
pub fn kanji_number(n: u8) -> String {
    let (tens, ones) = (n / 10 % 10, n % 10);
    let mut out = String::new();
    if tens > 1 {
        out.push(DIGITS[tens as usize]);
    }
    if tens > 0 {
        out.push('十');
    }
    if ones > 0 || tens == 0 {
        out.push(DIGITS[ones as usize]);
    }
    out
}

/// A piece as it is named in a move: 歩 … 玉, と 成香 成桂 成銀 馬 龍.
pub const fn piece_name(kind: Kind) -> &'static str {
    match kind {
        Kind::Pawn => "歩",
        Kind::Lance => "香",
        Kind::Knight => "桂",
        Kind::Silver => "銀",
        Kind::Gold => "金",
        Kind::Bishop => "角",
        Kind::Rook => "飛",
        Kind::King => "玉",
        Kind::ProPawn => "と",
        Kind::ProLance => "成香",
        Kind::ProKnight => "成桂",
        Kind::ProSilver => "成銀",
        Kind::Horse => "馬",
        Kind::Dragon => "龍",
    }
}

/// A piece as it stands in a diagram, one character: 杏 圭 全 for 成香 成桂 成銀.
pub const fn piece_letter(kind: Kind) -> &'static str {
    match kind {
        Kind::ProLance => "杏",
        Kind::ProKnight => "圭",
        Kind::ProSilver => "全",
        kind => piece_name(kind),
    }
}

/// A hand, rook first: `飛　角二　歩十八`; `なし` when empty. Counts are by [`HandKind::index`].
pub fn hand_name(counts: &[u8; 7]) -> String {
    let held = HandKind::ALL.into_iter().rev().filter(|kind| counts[kind.index()] > 0);
    let words: Vec<String> = held
        .map(|kind| match counts[kind.index()] {
            1 => piece_name(kind.kind()).to_owned(),
            n => format!("{}{}", piece_name(kind.kind()), kanji_number(n)),
        })
        .collect();
    if words.is_empty() { "なし".to_owned() } else { words.join("　") }
}

/// The name of a move in the diagram before it, e.g. `▲７六歩`, `△同　銀`, `▲５三銀左上不成`.
///
/// `previous_to` is where the move before arrived; a board move to the same square is named 同. `None` when no
/// piece of the side to move stands on the square of departure. Where the official words do not single out
/// the piece (four bishops, say), its square follows as in KIF: `▲５五角(77)`.
///
/// ```
/// use tsumugi_notation::japanese::{Style, move_name};
/// let setup = tsumugi_shogi::Setup::startpos();
/// let name = move_name(&setup, "4i5h".parse().unwrap(), None, Style::Triangles);
/// assert_eq!(name.as_deref(), Some("▲５八金右"));
/// ```
pub fn move_name(setup: &Setup, m: Move, previous_to: Option<Square>, style: Style) -> Option<String> {
    let us = setup.turn;
    let mut name = style.mark(us).to_owned();
    let (from, kind) = match m.parts() {
        MoveParts::Drop { kind, .. } => (None, kind.kind()),
        MoveParts::Board { from, .. } => (Some(from), mover(setup, from)?),
    };
    name += &place(m.to(), previous_to.filter(|_| from.is_some()));
    name += piece_name(kind);
    let candidates = reaching(setup, kind, m.to());
    match from {
        None if candidates.is_empty() => {}
        None => name.push('打'),
        Some(from) => {
            let words = qualifier(us, kind, from, m.to(), &candidates);
            name += words.as_deref().unwrap_or("");
            if m.is_promotion() {
                name.push('成');
            } else if could_promote(us, kind, from, m.to()) {
                name += "不成";
            }
            if words.is_none() {
                name += &origin(from);
            }
        }
    }
    Some(name)
}

/// The name of a move as KIF writes it: `７六歩(77)`, `同　銀成(31)`, `５二金打`.
///
/// `None` as for [`move_name`].
pub fn kif_name(setup: &Setup, m: Move, previous_to: Option<Square>) -> Option<String> {
    Some(match m.parts() {
        MoveParts::Drop { kind, to } => place(to, None) + piece_name(kind.kind()) + "打",
        MoveParts::Board { from, to, promote } => {
            let promotion = if promote { "成" } else { "" };
            place(to, previous_to) + piece_name(mover(setup, from)?) + promotion + &origin(from)
        }
    })
}

/// The names of a line of moves, each as [`move_name`] gives it.
///
/// `None` when a move cannot be carried out.
pub fn line_names(setup: &Setup, moves: &[Move], style: Style) -> Option<Vec<String>> {
    let (mut here, mut previous) = (setup.clone(), None);
    let mut names = Vec::with_capacity(moves.len());
    for &m in moves {
        names.push(move_name(&here, m, previous, style)?);
        here.play(m).ok()?;
        previous = Some(m.to());
    }
    Some(names)
}

fn mover(setup: &Setup, from: Square) -> Option<Kind> {
    setup.piece(from).filter(|piece| piece.color == setup.turn).map(|piece| piece.kind)
}

fn place(to: Square, previous: Option<Square>) -> String {
    if previous == Some(to) { "同　".to_owned() } else { square_name(to) }
}

fn origin(from: Square) -> String {
    format!("({}{})", from.file(), from.rank())
}

/// Could a piece of this kind promote with this move?
pub(crate) fn could_promote(us: Color, kind: Kind, from: Square, to: Square) -> bool {
    let zone = |square: Square| match us {
        Color::Black => square.rank() <= 3,
        Color::White => square.rank() >= 7,
    };
    kind.promoted().is_some() && (zone(from) || zone(to))
}

/// The words that single out the piece on `from` among those that could go to `to`; `None` if none do.
fn qualifier(us: Color, kind: Kind, from: Square, to: Square, candidates: &[Square]) -> Option<String> {
    if candidates.iter().all(|&c| c == from) {
        return Some(String::new());
    }
    let motion = Motion::of(us, from, to);
    let side = Side::of(us, kind, from, to, candidates);
    let alike = |wanted_motion: bool, wanted_side: bool| {
        let same = |&&c: &&Square| {
            (!wanted_motion || Motion::of(us, c, to) == motion)
                && (!wanted_side || Side::of(us, kind, c, to, candidates) == side)
        };
        candidates.iter().filter(same).count()
    };
    if alike(true, false) == 1 {
        return Some(motion.word().to_owned());
    }
    let side_word = side?.word();
    if alike(false, true) == 1 {
        return Some(side_word.to_owned());
    }
    (alike(true, true) == 1).then(|| format!("{side_word}{}", motion.word()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(sfen: &str, usi: &str) -> String {
        move_name(&sfen.parse().unwrap(), usi.parse().unwrap(), None, Style::Triangles).unwrap()
    }

    /// The examples of the association's page: golds, silvers, dragons and horses.
    #[test]
    fn the_examples_of_the_rules_are_named_as_printed() {
        for (board, usi, expected) in [
            // A: 8二 with golds on 9三 and 7二.
            ("9/2G6/G8/9/9/9/9/9/9", "9c8b", "▲８二金上"),
            ("9/2G6/G8/9/9/9/9/9/9", "7b8b", "▲８二金寄"),
            // B: 3二 with golds on 4三 and 3一.
            ("6G2/9/5G3/9/9/9/9/9/9", "4c3b", "▲３二金上"),
            ("6G2/9/5G3/9/9/9/9/9/9", "3a3b", "▲３二金引"),
            // C: 5五 with golds on 5六 and 4五.
            ("9/9/9/9/5G3/4G4/9/9/9", "5f5e", "▲５五金上"),
            ("9/9/9/9/5G3/4G4/9/9/9", "4e5e", "▲５五金寄"),
            // D: 8八 with silvers on 8九 and 7七.
            ("9/9/9/9/9/9/2S6/9/1S7", "8i8h", "▲８八銀上"),
            ("9/9/9/9/9/9/2S6/9/1S7", "7g8h", "▲８八銀引"),
            // Two side by side: 左 and 右; straight up is 直.
            ("9/G1G6/9/9/9/9/9/9/9", "9b8a", "▲８一金左"),
            ("9/G1G6/9/9/9/9/9/9/9", "7b8a", "▲８一金右"),
            ("9/9/9/9/9/9/9/9/3SS4", "5i5h", "▲５八銀直"),
            ("9/9/9/9/9/9/9/9/3SS4", "6i5h", "▲５八銀左"),
            // Three and more.
            ("9/9/9/3GGG3/9/9/9/9/9", "6d5c", "▲５三金左"),
            ("9/9/9/3GGG3/9/9/9/9/9", "5d5c", "▲５三金直"),
            ("9/9/9/3GGG3/9/9/9/9/9", "4d5c", "▲５三金右"),
            ("9/9/9/9/9/9/+P8/+P8/+P+P+P6", "7i8h", "▲８八と右"),
            ("9/9/9/9/9/9/+P8/+P8/+P+P+P6", "8i8h", "▲８八と直"),
            ("9/9/9/9/9/9/+P8/+P8/+P+P+P6", "9i8h", "▲８八と左上"),
            ("9/9/9/9/9/9/+P8/+P8/+P+P+P6", "9h8h", "▲８八と寄"),
            ("9/9/9/9/9/9/1+P7/+P8/+P+P+P6", "8g8h", "▲８八と引"),
            ("9/9/9/9/9/9/2S1S4/9/2SS5", "7g6h", "▲６八銀左引"),
            ("9/9/9/9/9/9/2S1S4/9/2SS5", "5g6h", "▲６八銀右"),
            ("9/9/9/9/9/9/2S1S4/9/2SS5", "7i6h", "▲６八銀左上"),
            ("9/9/9/9/9/9/2S1S4/9/2SS5", "6i6h", "▲６八銀直"),
            // Dragons and horses know no 直.
            ("+R8/9/9/1+R7/9/9/9/9/9", "9a8b", "▲８二龍引"),
            ("+R8/9/9/1+R7/9/9/9/9/9", "8d8b", "▲８二龍上"),
            ("9/4+R4/7+R1/9/9/9/9/9/9", "2c4c", "▲４三龍寄"),
            ("9/4+R4/7+R1/9/9/9/9/9/9", "5b4c", "▲４三龍引"),
            ("9/9/9/9/9/9/9/9/+R7+R", "9i5i", "▲５九龍左"),
            ("9/9/9/9/9/9/9/7+R1/8+R", "2h1g", "▲１七龍左"),
            ("9/9/9/9/9/9/9/7+R1/8+R", "1i1g", "▲１七龍右"),
            ("+B+B7/9/9/9/9/9/9/9/9", "9a8b", "▲８二馬左"),
            ("+B+B7/9/9/9/9/9/9/9/9", "8a8b", "▲８二馬右"),
        ] {
            assert_eq!(name(&format!("{board} b - 1"), usi), expected, "{board} {usi}");
        }
    }

    #[test]
    fn promotion_and_drops_are_named_only_where_there_was_a_choice() {
        assert_eq!(name("9/9/4S4/9/9/9/9/9/9 b - 1", "5c5b"), "▲５二銀不成");
        assert_eq!(name("9/9/4S4/9/9/9/9/9/9 b - 1", "5c5b+"), "▲５二銀成");
        assert_eq!(name("9/9/9/9/4S4/9/9/9/9 b - 1", "5e5d"), "▲５四銀");
        assert_eq!(name("9/9/4G4/9/9/9/9/9/9 b G 1", "G*5b"), "▲５二金打");
        assert_eq!(name("9/9/4+P4/9/9/9/9/9/9 b G 1", "G*5b"), "▲５二金");
        assert_eq!(name("9/9/4g4/9/9/9/9/9/9 w g 1", "g*5d".replace('g', "G").as_str()), "△５四金打");
    }

    #[test]
    fn a_recapture_is_named_by_the_same_square() {
        let setup = Setup::startpos();
        let line: Vec<Move> =
            ["7g7f", "3c3d", "8h2b+", "3a2b", "B*4e"].map(|m| m.parse().unwrap()).to_vec();
        assert_eq!(
            line_names(&setup, &line, Style::Triangles).unwrap().join(" "),
            "▲７六歩 △３四歩 ▲２二角成 △同　銀 ▲４五角"
        );
        assert_eq!(line_names(&setup, &line[..1], Style::Shields).unwrap(), ["☗７六歩"]);
        assert_eq!(kif_name(&setup, line[0], None).unwrap(), "７六歩(77)");
    }

    #[test]
    fn what_words_cannot_tell_apart_gets_its_square() {
        let bishops = "9/9/2B3B2/9/9/9/2B3B2/9/9 b - 1";
        assert_eq!(name(bishops, "7g5e"), "▲５五角(77)");
        assert_eq!(name("4R4/9/9/9/R7R/9/9/9/4R4 b - 1", "9e5e"), "▲５五飛左");
        assert_eq!(name("9/9/9/9/9/9/4K4/3K1K3/9 b - 1", "6h5h"), "▲５八玉左");
    }

    #[test]
    fn numbers_are_written_as_said() {
        assert_eq!(
            [1, 10, 11, 18, 20, 99].map(kanji_number),
            ["一", "十", "十一", "十八", "二十", "九十九"]
        );
        assert_eq!(hand_name(&[18, 0, 0, 0, 0, 2, 1]), "飛　角二　歩十八");
        assert_eq!(hand_name(&[0; 7]), "なし");
    }
}
