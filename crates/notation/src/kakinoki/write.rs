//! Writing what KIF and KI2 share.

use super::{MoveLines, Reader};
use crate::lines::{is_blank, lines};
use crate::{Expected, Node, NodeId, Record, diagram, handicap};
use tsumugi_shogi::{Setup, Square};

/// The headers, and the handicap or the diagram.
///
/// A header that would be read as something else (its key is empty, holds a colon, looks like a move or names
/// part of the diagram) is left out.
pub(crate) fn head(record: &Record) -> String {
    let mut out = String::new();
    for (key, value) in &record.headers {
        let value = value.replace(['\n', '\r'], " ");
        let value = value.trim_matches(is_blank);
        let line = format!("{key}：{value}\n");
        if is_read_as_header(&line, key, value) {
            out += &line;
        }
    }
    match handicap::kif_name(&record.setup) {
        Some(name) => out += &format!("手合割：{name}\n"),
        None => out += &diagram::write(&record.setup),
    }
    out
}

fn is_read_as_header(line: &str, key: &str, value: &str) -> bool {
    let moves =
        MoveLines { is_one: |_| false, take: |_, cursor| Err(cursor.expected(Expected::Header)) };
    let mut reader = Reader::default();
    let read = lines(line).try_for_each(|line| reader.line(line, &moves));
    read.is_ok() && matches!(&reader.headers[..], [(k, v)] if k == key && v == value)
}

/// The comments of a node, a line each. One that begins with & is a bookmark.
pub(crate) fn comment_lines(node: &Node) -> String {
    let mut out = String::new();
    for line in node.comments.iter().flat_map(|comment| comment.split(['\n', '\r'])) {
        let star = if line.starts_with('&') { "" } else { "*" };
        out += &format!("{star}{line}\n");
    }
    out
}

/// A run of nodes, each the first child of the one before: the main line or a variation.
pub(crate) struct Block {
    /// The number of the first node, from 1.
    pub number: usize,
    /// The nodes; at least one, except in the main line of a record without moves.
    pub nodes: Vec<NodeId>,
    /// The diagram before the first node.
    pub setup: Setup,
    /// Where the move before the first node arrived.
    pub previous: Option<Square>,
}

/// The main line, then the variations, those of the latest move first and each followed by its own.
pub(crate) fn blocks(record: &Record) -> Vec<Block> {
    let mut out = Vec::new();
    // Nodes with which a block starts; the next one is on top.
    let mut starts = vec![None];
    while let Some(start) = starts.pop() {
        let mut nodes: Vec<NodeId> = start.into_iter().collect();
        let parent = match start {
            Some(id) => record.node(id).parent.unwrap_or(Record::ROOT),
            None => Record::ROOT,
        };
        let first_branch = start.unwrap_or(Record::ROOT);
        nodes.extend(record.main_line_from(first_branch));
        for &node in std::iter::once(&first_branch).chain(&nodes[start.iter().len()..]) {
            starts.extend(record.node(node).children.iter().skip(1).rev().map(|&id| Some(id)));
        }
        let path = record.path(parent);
        let mut setup = record.setup.clone();
        // What cannot be played is left for the caller to run into.
        let _ = path.iter().try_for_each(|&m| setup.play(m));
        out.push(Block { number: path.len() + 1, nodes, setup, previous: path.last().map(|m| m.to()) });
    }
    out
}
