//! The tree of a record while its lines are being read.

use super::endings::take_final;
use crate::japanese::WrittenMove;
use crate::lines::Cursor;
use crate::{Ending, Expected, NodeId, Play, ReadError, ReadFault, Record};
use tsumugi_shogi::{Setup, Square};

/// A record and the line of moves that was read last.
pub(crate) struct Tree {
    record: Record,
    /// The line from the root to where we are, with the diagram at each node; endings are not in it.
    path: Vec<(NodeId, Setup)>,
    /// The node that ended the line, if it has ended.
    ended: Option<NodeId>,
    /// After 変化 and before its first move: the comments found there, which are that move's.
    pending: Option<Vec<String>>,
    /// What the file adds to its move numbers: 0, or the moves made before the diagram.
    offset: Option<usize>,
}

impl Tree {
    pub fn new(setup: Setup, comments: Vec<String>) -> Tree {
        let mut record = Record::new(setup.clone());
        record.node_mut(Record::ROOT).comments = comments;
        let path = vec![(Record::ROOT, setup)];
        Tree { record, path, ended: None, pending: None, offset: None }
    }

    pub fn into_record(mut self) -> Record {
        self.settle();
        self.record
    }

    /// The node that comments now belong to.
    fn here(&self) -> NodeId {
        self.ended.unwrap_or(self.path[self.path.len() - 1].0)
    }

    fn setup(&self) -> &Setup {
        &self.path[self.path.len() - 1].1
    }

    /// Where the last move arrived.
    fn previous(&self) -> Option<Square> {
        arrived(&self.record, self.path[self.path.len() - 1].0)
    }

    pub fn comment(&mut self, text: &str) {
        let here = self.here();
        let comments = self.pending.as_mut().unwrap_or(&mut self.record.node_mut(here).comments);
        comments.push(text.to_owned());
    }

    /// Comments of a variation without moves stay with the move before it.
    fn settle(&mut self) {
        let here = self.here();
        if let Some(comments) = self.pending.take() {
            self.record.node_mut(here).comments.extend(comments);
        }
    }

    fn add(&mut self, play: Play) -> NodeId {
        let node = self.record.add(self.here(), play);
        if let Some(comments) = self.pending.take() {
            self.record.node_mut(node).comments = comments;
        }
        node
    }

    /// The place in the line of a number in the file, from 1. The first number that could not count from the
    /// diagram shows that the file counts from before it; in error, what the file adds.
    fn numbered(&mut self, n: usize) -> Result<usize, usize> {
        let before = (self.record.setup.ply as usize).saturating_sub(1);
        let offset = match self.offset {
            Some(offset) => offset,
            None if n > self.path.len() => before,
            None => 0,
        };
        match n.checked_sub(offset) {
            Some(index) if index > 0 => {
                self.offset = Some(offset);
                Ok(index)
            }
            _ => Err(offset),
        }
    }

    /// Checks the number before a move.
    pub fn expect_number(&mut self, n: usize) -> Result<(), ReadFault> {
        let next = self.path.len();
        match self.numbered(n) {
            Ok(index) if index == next => Ok(()),
            Ok(_) | Err(_) => {
                let next = next + self.offset.unwrap_or(0);
                Err(ReadFault::Expected(Expected::MoveNumber(next, n)))
            }
        }
    }

    /// Finds the place of a move whose number was there already: the next move misnumbered, or a variation
    /// without 変化. Only what fits one of them and not the other is taken.
    pub fn place_repeated(&mut self, n: usize, written: &WrittenMove, cursor: &Cursor) -> bool {
        let Some(index) = self.numbered(n).ok().filter(|&index| index < self.path.len()) else {
            return false;
        };
        let fits = |at: usize| {
            let (node, setup) = &self.path[at];
            let previous = arrived(&self.record, *node);
            let m = written.resolve(cursor, setup, previous);
            m.is_ok_and(|m| setup.clone().play(m).is_ok())
        };
        let last = self.path.len() - 1;
        let next = index == last && self.ended.is_none() && fits(last);
        match (next, fits(index - 1)) {
            (true, false) => true,
            (false, true) => self.branch(n as u32).is_ok(),
            _ => false,
        }
    }

    /// Goes back to where move `n` is played, on the line read last.
    pub fn branch(&mut self, n: u32) -> Result<(), ReadFault> {
        self.settle();
        match self.numbered(n as usize) {
            Ok(index) if index <= self.path.len() => {
                self.path.truncate(index);
                self.ended = None;
                self.pending = Some(vec![]);
                Ok(())
            }
            _ => {
                let last = self.path.len() + self.offset.unwrap_or(0);
                Err(ReadFault::Expected(Expected::MoveOfTheLineBefore(last)))
            }
        }
    }

    /// Adds a move as written; the cursor stands behind it.
    pub fn play(&mut self, written: &WrittenMove, cursor: &Cursor) -> Result<NodeId, ReadError> {
        self.expect_open(cursor, written.column)?;
        let m = written.resolve(cursor, self.setup(), self.previous())?;
        let mut setup = self.setup().clone();
        setup.play(m).map_err(|why| cursor.error_at(written.column, ReadFault::Unplayable(why)))?;
        let node = self.add(Play::Move(m));
        self.path.push((node, setup));
        Ok(node)
    }

    /// Ends the line.
    pub fn end(&mut self, ending: Ending, cursor: &Cursor, column: usize) -> Result<NodeId, ReadError> {
        self.expect_open(cursor, column)?;
        let node = self.add(Play::End(ending));
        self.ended = Some(node);
        Ok(node)
    }

    fn expect_open(&self, cursor: &Cursor, column: usize) -> Result<(), ReadError> {
        match self.ended {
            None => Ok(()),
            Some(_) => {
                let what = Expected::VariationAfterTheEnd;
                Err(cursor.error_at(column, ReadFault::Expected(what)))
            }
        }
    }

    /// Reads the rest of a line that began with まで. It ends the line, unless a row has done so already.
    pub fn final_line(&mut self, cursor: &mut Cursor) -> Result<(), ReadError> {
        let ending = take_final(cursor, self.setup().turn)?;
        if let (Some(ending), None) = (ending, self.ended) {
            let node = self.add(Play::End(ending));
            self.ended = Some(node);
        }
        Ok(())
    }

    /// Notes the time a move took.
    pub fn note_seconds(&mut self, node: NodeId, seconds: u32) {
        self.record.node_mut(node).seconds = Some(seconds);
    }
}

/// Where the move of a node arrived.
fn arrived(record: &Record, node: NodeId) -> Option<Square> {
    match record.node(node).play {
        Play::Move(m) => Some(m.to()),
        _ => None,
    }
}
