//! KIF, the format of Kakinoki's programs (<http://kakinoki.o.oo7.jp/kif_format.html>).
//!
//! ```text
//! 手合割：平手
//! 手数----指手---------消費時間--
//!    1 ７六歩(77)   ( 0:16/00:00:16)
//!    2 ３四歩(33)   ( 0:02/00:00:02)+
//!    3 投了         ( 0:01/00:00:17)
//! まで2手で後手の勝ち
//!
//! 変化：2手
//!    2 ８四歩(83)   ( 0:05/00:00:05)
//! ```
//!
//! A move names its square of departure, so nothing is left to guess; `+` marks a move that has variations
//! and is not needed for reading. A number that was there already is taken for a variation without 変化, or for
//! the next move misnumbered, whichever fits; any other wrong number is an error. The diagram wins over 手合割. A move that carries an origin is not checked
//! against the rules: a game may end with the illegal move that lost it. Comments (`*`) and bookmarks (`&`,
//! kept as comments that begin with `&`) belong to the move above them; right below 変化, to the move that
//! follows. What cannot be read is an error, never passed over.

use crate::japanese::{WrittenMove, digit, kif_name, number};
use crate::kakinoki::{self, Block, MoveLines, Tree};
use crate::lines::{Cursor, is_blank};
use crate::{Expected, NodeId, Play, ReadError, ReadFault, Record};
use tsumugi_shogi::Color;

/// Reads a KIF text.
///
/// # Errors
/// At the first place that cannot be read.
pub fn read(text: &str) -> Result<Record, ReadError> {
    kakinoki::read(text, &MoveLines { is_one: is_row, take: take_row })
}

/// Writes a record as KIF. Encode it with [`crate::text::encode`] for a `.kif` file.
///
/// A start other than a common handicap is written as a diagram, without 手合割. A move that cannot be
/// carried out, which no reader produces, is written in USI, which no KIF reader takes for a move.
pub fn write(record: &Record) -> String {
    let mut out = kakinoki::head(record);
    out += "手数----指手---------消費時間--\n";
    out += &kakinoki::comment_lines(record.node(Record::ROOT));
    for (index, block) in kakinoki::blocks(record).into_iter().enumerate() {
        if index > 0 {
            out += &format!("\n変化：{}手\n", block.number);
        }
        write_block(record, block, &mut out, index == 0);
    }
    out
}

/// Does the line start with a number and a space?
fn is_row(cursor: &Cursor) -> bool {
    let after = cursor.rest().trim_start_matches(is_figure);
    after.len() < cursor.rest().len() && after.starts_with(is_blank)
}

/// A digit of either width; kanji are no move numbers.
fn is_figure(c: char) -> bool {
    digit(c).is_some() && (c.is_ascii_digit() || ('０'..='９').contains(&c))
}

fn take_row(tree: &mut Tree, cursor: &mut Cursor) -> Result<(), ReadError> {
    let column = cursor.column();
    let n = number(cursor)?.unwrap_or(0) as usize;
    let numbered = tree.expect_number(n).map_err(|why| cursor.error_at(column, why));
    cursor.skip_blanks();
    let column = cursor.column();
    let node = match kakinoki::take_word(cursor) {
        Some(ending) => {
            numbered?;
            tree.end(ending, cursor, column)?
        }
        None => {
            let written = WrittenMove::take(cursor)?;
            if numbered.is_err() && !tree.place_repeated(n, &written, cursor) {
                numbered?;
            }
            tree.play(&written, cursor)?
        }
    };
    cursor.skip_blanks();
    if let Some(seconds) = take_time(cursor)? {
        tree.note_seconds(node, seconds);
        cursor.skip_blanks();
        // Some files say it twice.
        take_time(cursor)?;
    }
    cursor.take_while(|c| is_blank(c) || matches!(c, '+' | '＋'));
    match cursor.peek() {
        None => Ok(()),
        Some(_) => Err(cursor.expected(Expected::TimeOrEnd)),
    }
}

/// Takes `( 0:16/00:00:16)`: the time for this move, and in all, which is not needed.
fn take_time(cursor: &mut Cursor) -> Result<Option<u32>, ReadError> {
    let column = cursor.column();
    if cursor.next_if(|c| matches!(c, '(' | '（')).is_none() {
        return Ok(None);
    }
    let seconds = take_clock(cursor)?;
    cursor.skip_blanks();
    if cursor.next_if(|c| matches!(c, '/' | '／')).is_some() {
        cursor.skip_blanks();
        if cursor.peek().is_some_and(is_figure) {
            take_clock(cursor)?;
        }
        cursor.skip_blanks();
    }
    if cursor.next_if(|c| matches!(c, ')' | '）')).is_none() {
        return Err(cursor.expected(Expected::TimeClosed));
    }
    let why = || ReadFault::Expected(Expected::TimeBelow136Years);
    u32::try_from(seconds).map(Some).map_err(|_| cursor.error_at(column, why()))
}

/// Takes `0:16` or `0:00:16` and returns the seconds.
fn take_clock(cursor: &mut Cursor) -> Result<u64, ReadError> {
    let mut seconds = 0;
    for part in 0..3 {
        cursor.skip_blanks();
        if part > 0 && cursor.next_if(|c| matches!(c, ':' | '：')).is_none() {
            break;
        }
        cursor.skip_blanks();
        match number(cursor)? {
            Some(n) => seconds = seconds * 60 + n as u64,
            None => return Err(cursor.expected(Expected::Time)),
        }
    }
    Ok(seconds)
}

fn write_block(record: &Record, block: Block, out: &mut String, is_main: bool) {
    let Block { number, nodes, mut setup, mut previous } = block;
    let mut spent = time_spent(record, nodes.first().copied());
    for (n, &id) in (number..).zip(&nodes) {
        let node = record.node(id);
        let name = match &node.play {
            Play::Move(m) => kif_name(&setup, *m, previous).unwrap_or_else(|| m.to_string()),
            Play::End(ending) => kakinoki::word(ending),
            Play::Start => continue,
        };
        let mut row = format!("{n:>4} {name}");
        let branches = has_later_sibling(record, id);
        if node.seconds.is_some() || branches {
            // At least one space, or other readers take the + for part of an ending.
            row += &" ".repeat(13usize.saturating_sub(width(&name)).max(1));
        }
        if let Some(seconds) = node.seconds {
            let total = &mut spent[setup.turn.index()];
            *total += seconds as u64;
            row += &time_text(seconds, *total);
        }
        row.push_str(if branches { "+" } else { "" });
        *out += &row;
        out.push('\n');
        *out += &kakinoki::comment_lines(node);
        match &node.play {
            Play::Move(m) => {
                previous = Some(m.to());
                let _ = setup.play(*m);
            }
            Play::End(ending) if is_main => {
                *out += &kakinoki::final_line(ending, n - 1, setup.turn);
                out.push('\n');
            }
            _ => {}
        }
    }
}

fn time_text(seconds: u32, total: u64) -> String {
    let (hours, minutes) = (total / 3600, total / 60 % 60);
    format!("({:>2}:{:02}/{hours:02}:{minutes:02}:{:02})", seconds / 60, seconds % 60, total % 60)
}

/// Half-width columns.
fn width(name: &str) -> usize {
    name.chars().map(|c| if c.is_ascii() { 1 } else { 2 }).sum()
}

fn has_later_sibling(record: &Record, id: NodeId) -> bool {
    let siblings = record.node(id).parent.map(|parent| &record.node(parent).children);
    siblings.and_then(|children| children.last()).is_some_and(|&last| last != id)
}

/// The seconds each side has used before a node.
fn time_spent(record: &Record, first: Option<NodeId>) -> [u64; 2] {
    let mut path = Vec::new();
    let mut at = first.and_then(|id| record.node(id).parent);
    while let Some(id) = at {
        path.push(record.node(id).seconds.unwrap_or(0) as u64);
        at = record.node(id).parent;
    }
    // Root first; the root itself takes no time.
    let mut spent = [0; 2];
    let mut turn = record.setup.turn;
    for seconds in path.iter().rev().skip(1) {
        spent[Color::index(turn)] += seconds;
        turn = !turn;
    }
    spent
}
