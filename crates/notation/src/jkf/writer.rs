//! Writing JKF.

use super::initial::initial;
use super::{MoveEntry, Place, Time, Times};
use crate::csa::{ending_name, kind_name};
use crate::japanese::{Style, could_promote, move_name, piece_name, square_name};
use crate::write_error::refuse_walls;
use crate::{Ending, Node, NodeId, Play, Record, WriteError};
use serde::Serialize;
use std::collections::HashMap;
use tsumugi_shogi::{Kind, Move, MoveParts, Setup, Square};

/// Writes the whole tree on one line.
///
/// A header key that comes twice is written once, with both values. An ending that JKF has no word for
/// becomes `CHUDAN` with a comment.
///
/// # Errors
/// When the diagram has walls.
pub fn write(record: &Record) -> Result<String, WriteError> {
    refuse_walls(&record.setup, "JKF")?;
    let mut out = String::from("{\"header\":{");
    for (i, (key, values)) in by_key(&record.headers).iter().enumerate() {
        out.push_str(if i > 0 { "," } else { "" });
        out.push_str(&format!("{}:{}", json(key), json(&values.join("\n"))));
    }
    out.push_str(&format!("}},\"initial\":{},\"moves\":[{{", initial(&record.setup)));
    let root = record.node(Record::ROOT);
    if !root.comments.is_empty() {
        out.push_str(&format!("\"comments\":{}", json(&root.comments)));
    }
    out.push('}');
    Writer { record, out }.moves()
}

/// Each key once, in the order of their first headers, with all its values.
fn by_key(headers: &[(String, String)]) -> Vec<(&str, Vec<&str>)> {
    let mut keys: Vec<(&str, Vec<&str>)> = Vec::new();
    let mut places = HashMap::new();
    for (key, value) in headers {
        let place = *places.entry(key.as_str()).or_insert(keys.len());
        if place == keys.len() {
            keys.push((key, vec![]));
        }
        keys[place].1.push(value);
    }
    keys
}

/// A piece of the text still to come; the last of the list comes first.
enum Task {
    /// The text of a node, its forks, and what follows it.
    Node(NodeId, Box<State>),
    /// A text.
    Text(&'static str),
}

/// What holds before a node.
#[derive(Clone)]
struct State {
    setup: Setup,
    /// Where the move before it went.
    last: Option<Square>,
    /// Seconds used so far by each side.
    used: [u32; 2],
    /// The number of the next move in its line.
    ply: usize,
}

struct Writer<'a> {
    record: &'a Record,
    out: String,
}

impl Writer<'_> {
    fn moves(mut self) -> Result<String, WriteError> {
        let setup = self.record.setup.clone();
        let state = State { setup, last: None, used: [0; 2], ply: 1 };
        let mut tasks = vec![Task::Text("]}")];
        if let Some(&first) = self.record.node(Record::ROOT).children.first() {
            tasks.push(Task::Node(first, Box::new(state)));
            tasks.push(Task::Text(","));
        }
        while let Some(task) = tasks.pop() {
            match task {
                Task::Text(text) => self.out.push_str(text),
                Task::Node(id, state) => self.node(id, *state, &mut tasks)?,
            }
        }
        Ok(self.out)
    }

    /// Writes an entry up to its forks, and leaves these and the rest of the line for later.
    fn node(&mut self, id: NodeId, before: State, tasks: &mut Vec<Task>) -> Result<(), WriteError> {
        let node = self.record.node(id);
        let siblings = match node.parent {
            Some(parent) => &self.record.node(parent).children[..],
            None => &[],
        };
        let mut after = before.clone();
        self.entry(node, &mut after)?;
        if let Some(&next) = node.children.first() {
            tasks.push(Task::Node(next, Box::new(after)));
            tasks.push(Task::Text(","));
        }
        tasks.push(Task::Text("}"));
        // Only the first of the siblings carries the others as its forks.
        if siblings.len() > 1 && siblings.first() == Some(&id) {
            tasks.push(Task::Text("]]"));
            for (i, &fork) in siblings[1..].iter().enumerate().rev() {
                tasks.push(Task::Node(fork, Box::new(before.clone())));
                tasks.push(Task::Text(if i > 0 { "],[" } else { ",\"forks\":[[" }));
            }
        }
        Ok(())
    }

    /// Writes `{"move":…,"time":…,"comments":…` without the closing brace, and plays the move.
    fn entry(&mut self, node: &Node, state: &mut State) -> Result<(), WriteError> {
        let turn = state.setup.turn;
        let mut comments = node.comments.clone();
        match &node.play {
            Play::Move(m) => {
                let entry = move_entry(*m, &state.setup, state.last);
                self.out.push_str(&format!("{{\"move\":{}", json(&entry)));
                let ply = state.ply;
                state.setup.play(*m).map_err(|why| WriteError::Unplayable { ply, why })?;
                state.last = Some(m.to());
                state.ply += 1;
            }
            Play::End(ending) => {
                let name = ending_name(ending, turn);
                if let (None, Ending::Other(words)) = (name, ending) {
                    comments.push(words.clone());
                }
                self.out.push_str(&format!("{{\"special\":{}", json(name.unwrap_or("CHUDAN"))));
            }
            Play::Start => self.out.push('{'),
        }
        if let Some(seconds) = node.seconds {
            let used = &mut state.used[turn.index()];
            *used = used.saturating_add(seconds);
            let now = Time { h: None, m: seconds / 60, s: seconds % 60 };
            let total = Time { h: Some(*used / 3600), m: *used / 60 % 60, s: *used % 60 };
            self.out.push_str(&format!(",\"time\":{}", json(&Times { now, total: Some(total) })));
        }
        if !comments.is_empty() {
            self.out.push_str(&format!(",\"comments\":{}", json(&comments)));
        }
        Ok(())
    }
}

/// A move with all that the normal form says about it.
fn move_entry(m: Move, setup: &Setup, last: Option<Square>) -> MoveEntry {
    let mut entry = MoveEntry {
        to: Some(m.to().into()),
        color: Some(setup.turn.index() as u8),
        relative: relative(m, setup),
        ..MoveEntry::default()
    };
    match m.parts() {
        MoveParts::Drop { kind, .. } => entry.piece = Some(kind_name(kind.kind()).to_string()),
        MoveParts::Board { from, to, promote } => {
            let kind = setup.piece(from).map_or(Kind::Pawn, |piece| piece.kind);
            entry.from = Some(Place::from(from));
            entry.piece = Some(kind_name(kind).to_string());
            entry.same = (last == Some(to)).then_some(true);
            let could = could_promote(setup.turn, kind, from, to);
            entry.promote = (could || promote).then_some(promote);
            entry.capture = setup.piece(to).map(|piece| kind_name(piece.kind).to_string());
        }
    }
    entry
}

/// What tells the move from others to the same square: the words 左直右上寄引打 as letters.
fn relative(m: Move, setup: &Setup) -> Option<String> {
    let name = move_name(setup, m, None, Style::Bare)?;
    let kind = match m.from() {
        Some(from) => setup.piece(from)?.kind,
        None => m.dropped()?.kind(),
    };
    let words = name.strip_prefix(&square_name(m.to()))?.strip_prefix(piece_name(kind))?;
    let letter = |c| "左L直C右R上U寄M引D打H".chars().skip_while(move |&word| word != c).nth(1);
    let letters: String = words.chars().map_while(letter).collect();
    Some(letters).filter(|letters| !letters.is_empty())
}

/// JSON of a plain value, which always has one.
fn json<T: Serialize + ?Sized>(value: &T) -> String {
    serde_json::to_string(value).unwrap_or_default()
}
