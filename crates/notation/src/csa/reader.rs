//! Reading CSA, statement by statement.

use super::placement::{Placement, square_from};
use super::{KEYS, ending_from, is_ending_word, kind_from};
use crate::lines::{Line, lines};
use crate::{Expected, NoSuchMove, NodeId, Play, ReadError, ReadFault, Record};
use tsumugi_shogi::{Color, HandKind, Kind, Move, Setup, Square};

/// Reads the first record of a text.
///
/// # Errors
/// With the line and column of the first fault.
pub fn read(text: &str) -> Result<Record, ReadError> {
    match read_all(text).into_iter().next() {
        Some((_, result)) => result,
        None => Err(ReadError::at(1, 1, "", ReadFault::Empty)),
    }
}

/// Reads all records of a text, which lines of `/` separate, each with the number of its first line.
pub fn read_all(text: &str) -> Vec<(usize, Result<Record, ReadError>)> {
    let mut records = Vec::new();
    let mut lines = lines(text).peekable();
    while let Some(&Line { number: first, .. }) = lines.peek() {
        let mut reader = Reader::new();
        let mut result = Ok(());
        let mut blank = true;
        let mut last = Line { number: first, text: "" };
        for line in lines.by_ref().take_while(|line| line.text.trim_end() != "/") {
            blank &= line.text.trim().is_empty();
            last = line;
            if result.is_ok() {
                result = reader.line(line.text).map_err(|(column, why)| line.error(column, why));
            }
        }
        if blank {
            continue;
        }
        records.push((first, result.and_then(|()| reader.finish(last))));
    }
    records
}

/// A fault and its column.
pub(super) type Fault = (usize, ReadFault);

pub(super) fn expected(column: usize, what: Expected) -> Fault {
    (column, ReadFault::Expected(what))
}

/// What has been read so far.
struct Reader {
    record: Record,
    /// The lines of the position so far.
    placement: Placement,
    /// The diagram at `node`, once moves have started.
    setup: Setup,
    node: NodeId,
    /// Is the position complete, so that moves may follow?
    started: bool,
    ended: bool,
}

impl Reader {
    fn new() -> Reader {
        let (record, node) = (Record::new(Setup::empty()), Record::ROOT);
        Reader {
            record,
            placement: Placement::new(),
            setup: Setup::empty(),
            node,
            started: false,
            ended: false,
        }
    }

    fn line(&mut self, line: &str) -> Result<(), Fault> {
        // Names, headers and comments may contain commas; elsewhere a comma ends a statement.
        if line.starts_with(['\'', 'N', '$']) {
            return self.statement(line, 1);
        }
        let mut column = 1;
        for statement in line.split(',') {
            self.statement(statement.trim_end(), column)?;
            column += statement.chars().count() + 1;
        }
        Ok(())
    }

    fn statement(&mut self, text: &str, column: usize) -> Result<(), Fault> {
        let mut chars = text.chars();
        let (first, second) = (chars.next(), chars.next());
        match (first, second) {
            (None, _) => Ok(()),
            (Some('\''), _) => {
                self.comment(&text[1..]);
                Ok(())
            }
            (Some('V'), _) if !self.started => Ok(()),
            (Some('N'), Some('+')) => self.header("先手", &text[2..]),
            (Some('N'), Some('-')) => self.header("後手", &text[2..]),
            (Some('$'), _) => {
                let (key, value) = text[1..].split_once(':').ok_or_else(|| {
                    expected(column + text.chars().count(), Expected::ColonAfterKeyword)
                })?;
                let key = KEYS.iter().find(|(_, csa)| *csa == key).map_or(key, |(kif, _)| kif);
                self.header(key, value)
            }
            (Some('P'), Some(second)) => {
                if self.started {
                    return Err(expected(column, Expected::NoPositionAfterTurn));
                }
                self.placement.line(second, &text[1 + second.len_utf8()..], column + 2)
            }
            (Some(sign @ ('+' | '-')), None) => {
                if self.started {
                    return Err(expected(column, Expected::NoSecondTurn));
                }
                self.start(if sign == '+' { Color::Black } else { Color::White });
                Ok(())
            }
            (Some('+'), _) => self.play(Color::Black, &text[1..], column),
            (Some('-'), _) => self.play(Color::White, &text[1..], column),
            (Some('%'), _) => self.end(&text[1..], column),
            (Some('T'), _) => self.time(&text[1..], column + 1),
            _ => Err(expected(column, Expected::Statement)),
        }
    }

    fn comment(&mut self, text: &str) {
        let marked = text.strip_prefix('*');
        if self.started || marked.is_some() {
            let line = marked.unwrap_or(text).to_string();
            self.record.node_mut(self.node).comments.push(line);
        }
    }

    fn header(&mut self, key: &str, value: &str) -> Result<(), Fault> {
        self.record.headers.push((key.to_string(), value.to_string()));
        Ok(())
    }

    /// The position is complete: moves follow.
    fn start(&mut self, turn: Color) {
        self.setup = self.placement.setup();
        self.setup.turn = turn;
        self.record.setup = self.setup.clone();
        self.started = true;
    }

    /// `7776FU`: the piece is named as it stands after the move.
    fn play(&mut self, color: Color, text: &str, column: usize) -> Result<(), Fault> {
        if !self.started {
            self.start(color);
        }
        if self.ended {
            return Err(expected(column, Expected::NothingAfterTheEnding));
        }
        if color != self.setup.turn {
            return Err(expected(column, Expected::move_of(self.setup.turn)));
        }
        let bad = || expected(column, Expected::CsaMove);
        let (from, to) = (text.get(..2).ok_or_else(bad)?, text.get(2..4).ok_or_else(bad)?);
        let name = text.get(4..).ok_or_else(bad)?;
        let to = square_from(to).ok_or_else(|| expected(column + 3, Expected::CsaSquare))?;
        let kind = kind_from(name).ok_or_else(|| expected(column + 5, Expected::CsaPiece))?;
        let m = if from == "00" {
            let hand = HandKind::ALL.into_iter().find(|hand| hand.kind() == kind);
            Move::drop(hand.ok_or_else(|| expected(column + 5, Expected::Droppable))?, to)
        } else {
            let from = square_from(from).filter(|&from| from != to);
            let from = from.ok_or_else(|| expected(column + 1, Expected::CsaSquareOrDrop))?;
            Move::board(from, to, self.promotes(from, kind, column + 5)?)
        };
        self.setup.play(m).map_err(|why| (column, ReadFault::Unplayable(why)))?;
        self.node = self.record.add(self.node, Play::Move(m));
        Ok(())
    }

    /// Does the piece on a square become `kind` by promoting? An empty square is left to the move itself.
    fn promotes(&self, from: Square, kind: Kind, column: usize) -> Result<bool, Fault> {
        match self.setup.piece(from).map(|piece| piece.kind) {
            Some(there) if there != kind && there.promoted() != Some(kind) => {
                Err((column, ReadFault::NoSuchMove(NoSuchMove::CannotBecome(from))))
            }
            Some(there) => Ok(there != kind),
            None => Ok(false),
        }
    }

    fn end(&mut self, name: &str, column: usize) -> Result<(), Fault> {
        if !self.started {
            self.start(Color::Black);
        }
        if self.ended {
            return Err(expected(column, Expected::NothingAfterTheEnding));
        }
        if !is_ending_word(name) {
            return Err(expected(column + 1, Expected::EndingName));
        }
        self.node = self.record.add(self.node, Play::End(ending_from(name, self.setup.turn)));
        self.ended = true;
        Ok(())
    }

    /// `T12`, and V3.0's `T12.345`, whose fraction is dropped.
    fn time(&mut self, text: &str, column: usize) -> Result<(), Fault> {
        if self.node == Record::ROOT {
            return Err(expected(column - 1, Expected::MoveBeforeTime));
        }
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let digits = |t: &str| t.bytes().all(|b| b.is_ascii_digit());
        let seconds = Some(whole).filter(|t| !t.is_empty() && digits(t) && digits(fraction));
        let seconds =
            seconds.and_then(|t| t.parse().ok()).ok_or_else(|| expected(column, Expected::Seconds))?;
        self.record.node_mut(self.node).seconds = Some(seconds);
        Ok(())
    }

    /// `last` is the line to blame.
    fn finish(mut self, last: Line) -> Result<Record, ReadError> {
        if !self.started && self.placement.is_empty() {
            let what = ReadFault::Expected(Expected::PositionOrMoves);
            return Err(last.error(last.text.chars().count() + 1, what));
        }
        if !self.started {
            self.start(Color::Black);
        }
        Ok(self.record)
    }
}
