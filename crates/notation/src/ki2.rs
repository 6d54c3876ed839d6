//! KI2: moves as people write them, several to a line.
//!
//! ```text
//! 手合割：平手
//! ▲７六歩 △３四歩 ▲２二角成 △同　銀 ▲４五角
//! まで5手で中断
//!
//! 変化：4手
//! △同　飛
//! ```
//!
//! Headers, diagrams, comments, variations and endings are as in [`crate::kif`]; the final line (まで…), which
//! may also stand right behind the last move, gives the ending; `△投了` is understood too. Which piece moves
//! follows from the words behind its name (右 左 直 上 行 入 引 寄, 打); where they leave several, the one whose move is legal,
//! and where that leaves several, none: the error names them. A move without 打 that no piece on the board can
//! make is a drop. Times are not kept.

use crate::japanese::{Style, WrittenMove, is_mark, move_name};
use crate::kakinoki::{self, Block, MoveLines, Tree};
use crate::lines::Cursor;
use crate::{Ending, Expected, Play, ReadError, Record};

/// Moves on a written line.
const PER_LINE: usize = 6;

/// Reads a KI2 text.
///
/// # Errors
/// At the first place that cannot be read, or at a move that fits no piece or more than one.
pub fn read(text: &str) -> Result<Record, ReadError> {
    kakinoki::read(text, &MoveLines { is_one: is_move_line, take: take_moves })
}

/// Writes a record as KI2, without times.
///
/// A move that cannot be carried out, which no reader produces, is written in USI, which no KI2 reader takes
/// for a move.
pub fn write(record: &Record) -> String {
    let mut out = kakinoki::head(record);
    out += &kakinoki::comment_lines(record.node(Record::ROOT));
    for (index, block) in kakinoki::blocks(record).into_iter().enumerate() {
        if index > 0 {
            out += &format!("\n変化：{}手\n", block.number);
        }
        write_block(record, block, &mut out);
    }
    out
}

fn is_move_line(cursor: &Cursor) -> bool {
    cursor.peek().is_some_and(is_mark)
}

fn take_moves(tree: &mut Tree, cursor: &mut Cursor) -> Result<(), ReadError> {
    loop {
        cursor.skip_blanks();
        if cursor.peek().is_none() {
            return Ok(());
        }
        if cursor.eat("まで") {
            if cursor.rest().contains(is_mark) {
                return Err(cursor.expected(Expected::EndingAndNoMoves));
            }
            return tree.final_line(cursor);
        }
        if !is_move_line(cursor) {
            return Err(cursor.expected(Expected::MarkBeforeMove));
        }
        match take_marked_ending(cursor) {
            Some((column, ending)) => drop(tree.end(ending, cursor, column)?),
            None => drop(tree.play(&WrittenMove::take(cursor)?, cursor)?),
        }
    }
}

/// Takes `△投了`, if it comes next: the ending and where it begins.
fn take_marked_ending(cursor: &mut Cursor) -> Option<(usize, Ending)> {
    let mut ahead = cursor.clone();
    ahead.next_if(is_mark)?;
    let column = ahead.column();
    let ending = kakinoki::take_word(&mut ahead)?;
    *cursor = ahead;
    Some((column, ending))
}

fn write_block(record: &Record, block: Block, out: &mut String) {
    let Block { number, nodes, mut setup, mut previous } = block;
    let mut in_line = 0;
    for (n, &id) in (number..).zip(&nodes) {
        let node = record.node(id);
        match &node.play {
            Play::Start => continue,
            Play::Move(m) => {
                let name = move_name(&setup, *m, previous, Style::Triangles);
                out.push_str(if in_line > 0 { " " } else { "" });
                *out += &name.unwrap_or_else(|| m.to_string());
                in_line += 1;
                previous = Some(m.to());
                let _ = setup.play(*m);
            }
            Play::End(ending) => {
                end_line(out, &mut in_line);
                *out += &kakinoki::final_line(ending, n - 1, setup.turn);
                in_line += 1;
            }
        }
        let comments = kakinoki::comment_lines(node);
        if in_line == PER_LINE || !comments.is_empty() {
            end_line(out, &mut in_line);
        }
        *out += &comments;
    }
    end_line(out, &mut in_line);
}

fn end_line(out: &mut String, in_line: &mut usize) {
    if std::mem::take(in_line) > 0 {
        out.push('\n');
    }
}
