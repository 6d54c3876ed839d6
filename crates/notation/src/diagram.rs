//! Diagrams in text (BOD), as Kakinoki's programs print them and KIF and KI2 files carry them.
//!
//! ```text
//! 後手の持駒：飛二　角二　金三　銀四　桂四　香四　歩十七
//!   ９ ８ ７ ６ ５ ４ ３ ２ １
//! +---------------------------+
//! | ・ ・ ・ ・v玉 ・ ・ ・ ・|一
//! | ・ ・ ・ ・ ・ ・ ・ ・ ・|二
//! | ・ ・ ・ ・ 歩 ・ ・ ・ ・|三
//!   …
//! +---------------------------+
//! 先手の持駒：金
//! 後手番
//! 手数＝31  まで
//! ```
//!
//! A wall (石) is written ` 石`, a convention of ours; `■` is read too. A hand that is not mentioned is empty.
//! `残り全部` or `残り` as a hand means all pieces of a set that are neither on the board nor in the other hand;
//! we never write it. The last two lines are left out when Black moves first and no move has been made. Whether
//! the diagram makes sense is for [`tsumugi_shogi::Position`] to say.

use crate::japanese::{digit, hand_name, kanji_number, number, piece, piece_letter};
use crate::lines::{Cursor, Line, is_blank, lines};
use crate::{Expected, ReadError, ReadFault};
use tsumugi_shogi::{Cell, Color, HandKind, Piece, Setup, Square};

/// Reads a diagram that stands alone.
///
/// # Errors
/// At the first line that belongs to no diagram, or when the board is missing or incomplete.
pub fn read(text: &str) -> Result<Setup, ReadError> {
    let mut draft = Draft::default();
    let mut last = Line { number: 1, text: "" };
    for line in lines(text).filter(|line| !line.text.trim().is_empty()) {
        if !draft.take(line)? {
            return Err(line.error(1, ReadFault::Expected(Expected::DiagramLine)));
        }
        last = line;
    }
    if !draft.has_board() {
        return Err(last.error(1, ReadFault::Expected(Expected::BoardOfNineRows)));
    }
    draft.finish(last, Setup::empty())
}

/// Writes a diagram.
pub fn write(setup: &Setup) -> String {
    let mut out = format!("後手の持駒：{}\n", hand_name(&setup.hands[Color::White.index()]));
    out += "  ９ ８ ７ ６ ５ ４ ３ ２ １\n+---------------------------+\n";
    for rank in 1..=9 {
        out.push('|');
        for file in (1..=9).rev() {
            match Square::new(file, rank).map(|square| setup.cell(square)) {
                Some(Cell::Piece(Piece { color, kind })) => {
                    out.push(if color == Color::White { 'v' } else { ' ' });
                    out += piece_letter(kind);
                }
                Some(Cell::Wall) => out += " 石",
                _ => out += " ・",
            }
        }
        out += &format!("|{}\n", kanji_number(rank));
    }
    out += "+---------------------------+\n";
    out += &format!("先手の持駒：{}\n", hand_name(&setup.hands[Color::Black.index()]));
    if setup.turn == Color::White {
        out += "後手番\n";
    }
    if setup.ply > 1 {
        out += &format!("手数＝{}  まで\n", setup.ply - 1);
    }
    out
}

/// A diagram of which some lines have been read.
#[derive(Default)]
pub(crate) struct Draft {
    rows: Vec<[Cell; 9]>,
    hands: [Option<InHand>; 2],
    turn: Option<Color>,
    ply: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum InHand {
    Counts([u8; 7]),
    /// 残り全部
    Rest,
}

impl Draft {
    /// Has a row of a board been read?
    pub fn has_board(&self) -> bool {
        !self.rows.is_empty()
    }

    /// Reads a line if it belongs to a diagram; says whether it does.
    pub fn take(&mut self, line: Line) -> Result<bool, ReadError> {
        let mut cursor = line.cursor();
        cursor.skip_blanks();
        if is_border(cursor.rest()) || is_file_line(cursor.rest()) {
        } else if cursor.next_if(is_bar).is_some() {
            self.take_row(cursor)?;
        } else if let Some((color, said)) = turn_of(cursor.rest()) {
            if self.turn.is_some_and(|turn| turn != color) {
                return Err(cursor.expected(Expected::OneSideToMove(said.to_string())));
            }
            self.turn = Some(color);
        } else if cursor.eat("手数＝") || cursor.eat("手数=") {
            let Some(made) = number(&mut cursor)? else {
                return Err(cursor.expected(Expected::MovesMade));
            };
            self.ply = Some(made + 1);
        } else if let Some(color) = take_hand_key(&mut cursor) {
            if self.hands[color.index()].is_some() {
                return Err(line.error(1, ReadFault::Expected(Expected::OneLinePerHand)));
            }
            let hand = take_hand(&mut cursor)?;
            if hand == InHand::Rest && self.hands[(!color).index()] == Some(InHand::Rest) {
                return Err(cursor.expected(Expected::RestInOneHand));
            }
            self.hands[color.index()] = Some(hand);
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    fn take_row(&mut self, mut cursor: Cursor) -> Result<(), ReadError> {
        if self.rows.len() == 9 {
            return Err(cursor.expected(Expected::NoMoreThanNineRows));
        }
        let mut row = [Cell::Empty; 9];
        for cell in &mut row {
            *cell = take_cell(&mut cursor)?;
        }
        cursor.skip_blanks();
        if cursor.next_if(is_bar).is_none() {
            return Err(cursor.expected(Expected::BarAfterNineSquares));
        }
        cursor.skip_blanks();
        let rank = self.rows.len() + 1;
        if cursor.peek().is_some() && cursor.next().and_then(digit) != Some(rank as u8) {
            let column = cursor.column() - 1;
            let what = Expected::RankName(kanji_number(rank as u8));
            return Err(cursor.error_at(column, ReadFault::Expected(what)));
        }
        self.rows.push(row);
        Ok(())
    }

    /// The whole diagram; what was not said is taken from `base`. `last` is the line to blame.
    pub fn finish(self, last: Line, base: Setup) -> Result<Setup, ReadError> {
        let expected = |what| last.error(1, ReadFault::Expected(what));
        let mut setup = base;
        match self.rows.len() {
            9 => (setup.board, setup.hands) = (board(&self.rows), [[0; 7]; 2]),
            0 if self.hands.iter().flatten().all(|&hand| hand == InHand::Counts([0; 7])) => {}
            0 => return Err(expected(Expected::BoardForTheHands)),
            n => return Err(expected(Expected::NineRows(n))),
        }
        for color in Color::ALL {
            if let Some(InHand::Counts(counts)) = self.hands[color.index()] {
                setup.hands[color.index()] = counts;
            }
        }
        for color in Color::ALL {
            if self.hands[color.index()] == Some(InHand::Rest) {
                setup.give_rest_to(color);
            }
        }
        // So that no hand can overflow, whatever is captured later.
        if HandKind::ALL.iter().any(|&kind| setup.count(kind) > u8::MAX as u32) {
            return Err(expected(Expected::AtMost255));
        }
        setup.turn = self.turn.unwrap_or(setup.turn);
        setup.ply = self.ply.unwrap_or(setup.ply);
        Ok(setup)
    }
}

fn board(rows: &[[Cell; 9]]) -> [Cell; 81] {
    let mut out = [Cell::Empty; 81];
    for (square, &cell) in Square::in_reading_order().zip(rows.iter().flatten()) {
        out[square.index()] = cell;
    }
    out
}

fn is_bar(c: char) -> bool {
    matches!(c, '|' | '｜' | '│')
}

fn is_border(text: &str) -> bool {
    ["+-", "＋－", "+－", "┌", "└"].iter().any(|start| text.starts_with(start))
}

/// `９ ８ ７ ６ ５ ４ ３ ２ １`
fn is_file_line(text: &str) -> bool {
    text.chars().filter(|&c| !is_blank(c)).map(digit).eq((1..=9).rev().map(Some))
}

fn take_cell(cursor: &mut Cursor) -> Result<Cell, ReadError> {
    cursor.skip_blanks();
    let white = cursor.next_if(|c| "vVｖＶ△▽☖".contains(c)).is_some();
    if !white {
        cursor.next_if(|c| "^▲☗".contains(c));
    }
    if !white && cursor.next_if(|c| "・･·.．".contains(c)).is_some() {
        return Ok(Cell::Empty);
    }
    if !white && cursor.next_if(|c| matches!(c, '石' | '■')).is_some() {
        return Ok(Cell::Wall);
    }
    let color = if white { Color::White } else { Color::Black };
    match piece(cursor) {
        Some(kind) => Ok(Cell::Piece(Piece::new(color, kind))),
        None => Err(cursor.expected(Expected::SquareOfADiagram)),
    }
}

/// The names of the sides, with which hands and turns are labelled.
const SIDES: [(&str, Color); 11] = [
    ("先手", Color::Black),
    ("下手", Color::Black),
    ("攻方", Color::Black),
    ("攻め方", Color::Black),
    ("詰方", Color::Black),
    ("詰め方", Color::Black),
    ("後手", Color::White),
    ("上手", Color::White),
    ("玉方", Color::White),
    ("受方", Color::White),
    ("受け方", Color::White),
];

/// The side that such a name means.
pub(crate) fn side_of(name: &str) -> Option<Color> {
    SIDES.iter().find(|(side, _)| *side == name).map(|&(_, color)| color)
}

/// `後手番`, `手番：後手`
fn turn_of(text: &str) -> Option<(Color, &str)> {
    let text = text.trim_matches(is_blank);
    let said = match text.strip_suffix('番') {
        Some(side) => side,
        None => text.strip_prefix("手番")?.trim_start_matches(['：', ':', '＝', '=', ' ', '　']),
    };
    Some((side_of(said)?, said))
}

/// Takes `先手の持駒：` and the like. `持駒：` alone is the attacker's, which is Black.
fn take_hand_key(cursor: &mut Cursor) -> Option<Color> {
    let mut ahead = cursor.clone();
    let color = match SIDES.iter().find(|(side, _)| ahead.eat(side)) {
        Some(&(_, color)) => {
            ahead.eat("の");
            color
        }
        None => Color::Black,
    };
    let _ = ["持駒", "持ち駒", "もち駒"].into_iter().find(|word| ahead.eat(word))?;
    ahead.skip_blanks();
    ahead.next_if(|c| matches!(c, '：' | ':'))?;
    *cursor = ahead;
    Some(color)
}

/// Takes `飛　角二　歩十八`, `なし`, nothing or `残り全部`.
fn take_hand(cursor: &mut Cursor) -> Result<InHand, ReadError> {
    let said = cursor.rest().trim_matches(is_blank);
    match said {
        "なし" | "無し" | "ナシ" => return Ok(InHand::Counts([0; 7])),
        "残り全部" | "残り" | "残り全て" | "残りすべて" | "残り全駒" | "残駒全部" | "残駒" =>
        {
            return Ok(InHand::Rest);
        }
        _ => {}
    }
    let mut counts = [0u8; 7];
    loop {
        cursor.take_while(|c| is_blank(c) || matches!(c, '、' | ',' | '，'));
        if cursor.peek().is_none() {
            return Ok(InHand::Counts(counts));
        }
        let column = cursor.column();
        let kind = piece(cursor).filter(|kind| !kind.is_promoted()).and_then(|kind| kind.in_hand());
        let Some(kind) = kind else {
            let what = Expected::PiecesInHandNames;
            return Err(cursor.error_at(column, ReadFault::Expected(what)));
        };
        let column = cursor.column();
        let more = number(cursor)?.unwrap_or(1);
        cursor.eat("枚");
        let total = more + counts[kind.index()] as u32;
        if more == 0 || total > 99 {
            return Err(cursor.error_at(column, ReadFault::Expected(Expected::CountTo99)));
        }
        counts[kind.index()] = total as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD_GOLD: &str = "後手の持駒：残り全部
  ９ ８ ７ ６ ５ ４ ３ ２ １
+---------------------------+
| ・ ・ ・ ・v玉 ・ ・ ・ ・|一
| ・ ・ ・ ・ ・ ・ ・ ・ ・|二
| ・ ・ ・ ・ 歩 ・ ・ ・ ・|三
| ・ ・ ・ ・ ・ ・ ・ ・ ・|四
| ・ ・ ・ ・ ・ ・ ・ ・ ・|五
| ・ ・ ・ ・ ・ ・ ・ ・ ・|六
| ・ ・ ・ ・ ・ ・ ・ ・ ・|七
| ・ ・ ・ ・ ・ ・ ・ ・ ・|八
| ・ ・ ・ ・ ・ ・ ・ ・ ・|九
+---------------------------+
先手の持駒：金
";

    #[test]
    fn the_rest_of_the_set_is_given_out_after_all_else_is_known() {
        let setup = read(HEAD_GOLD).unwrap();
        assert_eq!(setup.to_sfen(), "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
        let written = write(&setup);
        assert!(written.starts_with("後手の持駒：飛二　角二　金三　銀四　桂四　香四　歩十七\n"));
        assert_eq!(read(&written), Ok(setup));
        let without = HEAD_GOLD.replace("後手の持駒：残り全部\n", "");
        assert_eq!(read(&without).unwrap().to_sfen(), "4k4/9/4P4/9/9/9/9/9/9 b G 1");
    }

    #[test]
    fn every_way_to_write_a_hand_is_read() {
        for (said, sfen) in [
            ("飛　角二　歩十八　", "R2B18P"),
            ("飛角二歩18", "R2B18P"),
            ("飛1 角２ 歩１８枚", "R2B18P"),
            ("歩一八、香　香", "2L18P"),
            ("歩九十九", "99P"),
            ("なし", "-"),
            ("", "-"),
        ] {
            for key in ["先手の持駒：", "攻方持駒:", "下手の持ち駒：", "持駒："] {
                let text = HEAD_GOLD
                    .replace("先手の持駒：金", &format!("{key}{said}"))
                    .replace("残り全部", "なし");
                let expected = format!("4k4/9/4P4/9/9/9/9/9/9 b {sfen} 1");
                assert_eq!(read(&text).unwrap().to_sfen(), expected, "{key}{said}");
            }
        }
    }

    #[test]
    fn walls_promoted_pieces_turn_and_move_number_survive() {
        let sfen = "O3k4/9/+P+L+N+S+B+R2K/+p+l+n+s+b+r3/9/9/9/9/O7O w 2Rb 32";
        let setup: Setup = sfen.parse().unwrap();
        let written = write(&setup);
        assert!(written.contains("| 石 ・ ・ ・v玉"), "{written}");
        assert!(written.ends_with("後手番\n手数＝31  まで\n"), "{written}");
        assert_eq!(read(&written), Ok(setup.clone()));
        let other = written.replace('全', "成銀").replace('杏', "成香").replace('圭', "成桂");
        let other = other.replace('龍', "竜").replace('玉', "王").replace("石", "■");
        assert_eq!(read(&other.replace("後手番", "手番：玉方")), Ok(setup));
    }

    #[test]
    fn a_fault_is_reported_where_it_is() {
        let long = "先手の持駒：";
        for (from, to, line, column) in [
            ("| ・ ・ ・ ・v玉 ・", "| ・ ・ ・ ・v王子", 4, 12),
            ("歩 ・ ・ ・ ・|三", "歩 ・ ・ ・|三", 6, 18),
            ("歩 ・ ・ ・ ・|三", "歩 ・ ・ ・ ・ ・|三", 6, 21),
            ("|三", "|四", 6, 21),
            ("| ・ ・ ・ ・ ・ ・ ・ ・ ・|九\n", "", 13, 1),
            (long, "先手の持駒：玉", 14, 7),
            (long, "先手の持駒：金零", 14, 8),
            (long, "先手の持駒：歩百", 14, 8),
            (long, "先手の持駒：歩〇", 14, 8),
            (long, "先手の持駒：歩十十", 14, 8),
            (long, "先手の持駒：残り全部\n攻方の持駒：", 14, 7),
            ("先手の持駒：金", "後手番\n先手番", 15, 1),
            ("先手の持駒：金", "what", 14, 1),
        ] {
            let error = read(&HEAD_GOLD.replacen(from, to, 1)).unwrap_err();
            assert_eq!((error.line, error.column), (line, column), "{to}: {error}");
        }
    }
}
