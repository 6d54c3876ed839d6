//! What KIF and KI2 share: headers, handicaps, diagrams, comments, variations, endings. Only the lines that
//! hold moves differ.

mod endings;
mod tree;
mod write;

pub(crate) use endings::{final_line, take_word, word};
pub(crate) use tree::Tree;
pub(crate) use write::{Block, blocks, comment_lines, head};

use crate::diagram::Draft;
use crate::japanese::{is_mark, number};
use crate::lines::{Cursor, Line, is_blank, lines};
use crate::{Expected, ReadError, ReadFault, Record, handicap};
use tsumugi_shogi::Setup;

/// How a format tells whether a line holds moves, and reads them into a tree.
pub(crate) struct MoveLines {
    /// Does a line that starts so hold moves?
    pub is_one: fn(&Cursor) -> bool,
    /// Reads it.
    pub take: fn(&mut Tree, &mut Cursor) -> Result<(), ReadError>,
}

/// Reads a text of either format.
pub(crate) fn read(text: &str, moves: &MoveLines) -> Result<Record, ReadError> {
    if text.trim_matches(|c: char| c.is_whitespace() || c == '\u{feff}').is_empty() {
        return Err(ReadError::at(1, 1, "", ReadFault::Empty));
    }
    let mut reader = Reader::default();
    let mut last = Line { number: 1, text: "" };
    for line in lines(text) {
        reader.line(line, moves)?;
        last = line;
    }
    reader.tree(last)?;
    let Reader { headers, tree, .. } = reader;
    let mut record = tree.map_or_else(|| Record::new(Setup::startpos()), Tree::into_record);
    record.headers = headers;
    Ok(record)
}

/// What has been read so far. The tree begins with the first line that needs it; then the diagram is fixed.
#[derive(Default)]
struct Reader {
    headers: Vec<(String, String)>,
    handicap: Option<Handicap>,
    draft: Draft,
    comments: Vec<String>,
    tree: Option<Tree>,
}

/// What 手合割 says: a diagram, or nothing we know, and where it says so.
struct Handicap {
    setup: Option<Setup>,
    unknown: ReadError,
}

impl Reader {
    fn line(&mut self, line: Line, moves: &MoveLines) -> Result<(), ReadError> {
        let mut cursor = line.cursor();
        cursor.skip_blanks();
        let start = cursor.rest();
        match cursor.peek() {
            None | Some('#') => return Ok(()),
            Some('*') => {
                cursor.next();
                self.comment(cursor.rest());
                return Ok(());
            }
            // A bookmark stays a comment that begins with &.
            Some('&') => {
                self.comment(cursor.rest());
                return Ok(());
            }
            _ => {}
        }
        if ["手数-", "手数－", "手数―", "盤面反転"].iter().any(|word| start.starts_with(word))
        {
            Ok(())
        } else if take_variation_key(&mut cursor) {
            self.variation(line, cursor)
        } else if cursor.eat("まで") {
            self.tree(line)?.final_line(&mut cursor)
        } else if self.draft_takes(line)? {
            Ok(())
        } else if (moves.is_one)(&cursor) {
            (moves.take)(self.tree(line)?, &mut cursor)
        } else {
            self.header(line, cursor)
        }
    }

    fn comment(&mut self, text: &str) {
        match &mut self.tree {
            Some(tree) => tree.comment(text),
            None => self.comments.push(text.to_owned()),
        }
    }

    fn variation(&mut self, line: Line, mut cursor: Cursor) -> Result<(), ReadError> {
        cursor.skip_blanks();
        let column = cursor.column();
        let Some(n) = number(&mut cursor)? else {
            return Err(cursor.expected(Expected::VariationNumber));
        };
        let word = cursor.eat("手") || cursor.peek().is_none_or(is_blank);
        cursor.take_while(|c| is_blank(c) || c == '+');
        if !word || cursor.peek().is_some() {
            return Err(cursor.expected(Expected::VariationAlone));
        }
        match &mut self.tree {
            // Some programs wrote such lines among the headers; what follows must then number on from 1.
            None => Ok(()),
            Some(tree) => tree.branch(n).map_err(|why| line.error(column, why)),
        }
    }

    fn draft_takes(&mut self, line: Line) -> Result<bool, ReadError> {
        let taken = self.draft.take(line)?;
        if taken && self.tree.is_some() {
            let what = Expected::NoDiagramAfterMoves;
            return Err(line.error(1, ReadFault::Expected(what)));
        }
        Ok(taken)
    }

    fn header(&mut self, line: Line, cursor: Cursor) -> Result<(), ReadError> {
        let start = cursor.rest();
        // A key that starts like a move is a damaged move rather than a header.
        let good = |key: &str| !key.is_empty() && !key.starts_with(starts_a_move);
        let parts = start.split_once(['：', ':']).filter(|(key, _)| good(key));
        let Some((key, value)) =
            parts.map(|(k, v)| (k.trim_matches(is_blank), v.trim_matches(is_blank)))
        else {
            let what = Expected::HeaderOrMove;
            return Err(cursor.expected(what));
        };
        if key != "手合割" {
            self.headers.push((key.to_owned(), value.to_owned()));
            return Ok(());
        }
        if self.tree.is_some() || self.handicap.is_some() {
            return Err(cursor.expected(Expected::HandicapOnce));
        }
        let column = line.text.trim_end_matches(is_blank).chars().count() + 1 - value.chars().count();
        let what = Expected::Handicap;
        let unknown = line.error(column, ReadFault::Expected(what));
        self.handicap = Some(Handicap { setup: handicap::from_kif(value), unknown });
        Ok(())
    }

    /// The tree; begins it, with the diagram as read so far, if this has not happened yet.
    fn tree(&mut self, line: Line) -> Result<&mut Tree, ReadError> {
        let tree = match self.tree.take() {
            Some(tree) => tree,
            None => {
                let draft = std::mem::take(&mut self.draft);
                // The diagram wins over 手合割, which then only says who moves first, if nothing else does.
                let base = match self.handicap.take() {
                    None => Setup::startpos(),
                    Some(Handicap { setup: Some(setup), .. }) => setup,
                    Some(Handicap { unknown, .. }) if !draft.has_board() => return Err(unknown),
                    Some(_) => Setup::startpos(),
                };
                Tree::new(draft.finish(line, base)?, std::mem::take(&mut self.comments))
            }
        };
        Ok(self.tree.insert(tree))
    }
}

/// A figure of either width or the mark of a side.
fn starts_a_move(c: char) -> bool {
    c.is_ascii_digit() || ('０'..='９').contains(&c) || is_mark(c)
}

/// Takes `変化：`, if it comes next.
fn take_variation_key(cursor: &mut Cursor) -> bool {
    let mut ahead = cursor.clone();
    let word = ahead.eat("変化");
    ahead.skip_blanks();
    let found = word && ahead.next_if(|c| matches!(c, '：' | ':')).is_some();
    if found {
        *cursor = ahead;
    }
    found
}
