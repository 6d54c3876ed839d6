//! Why a record cannot be written in a format.

use crate::{Node, NodeId, Play, Record};
use std::fmt;
use tsumugi_shogi::{CannotPlay, Cell, Setup, Square};

/// Why a record cannot be written in a format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum WriteError {
    /// The diagram has a walled square (石), which this format cannot express.
    Wall {
        /// The name of the format.
        format: &'static str,
        /// The first walled square.
        square: Square,
    },
    /// The record holds a move that cannot be carried out; readers never produce one.
    Unplayable {
        /// The number of the move in its line, from 1.
        ply: usize,
        /// Why not.
        why: CannotPlay,
    },
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::Wall { format, square } => {
                write!(f, "{format} cannot express the walled square {square}")
            }
            WriteError::Unplayable { ply, why } => write!(f, "move {ply}: {why}"),
        }
    }
}

impl std::error::Error for WriteError {}

/// Refuses a diagram with walls.
pub(crate) fn refuse_walls(setup: &Setup, format: &'static str) -> Result<(), WriteError> {
    match Square::in_reading_order().find(|&square| setup.cell(square) == Cell::Wall) {
        Some(square) => Err(WriteError::Wall { format, square }),
        None => Ok(()),
    }
}

/// Calls `each` with every node of a line and the diagram before it, from `first` along the main
/// continuation to the end.
pub(crate) fn walk_line(
    record: &Record,
    mut setup: Setup,
    first: NodeId,
    mut each: impl FnMut(NodeId, &Node, &Setup),
) -> Result<(), WriteError> {
    let mut next = Some(first);
    let mut ply = record.depth(first);
    while let Some(id) = next {
        let node = record.node(id);
        each(id, node, &setup);
        if let Play::Move(m) = node.play {
            setup.play(m).map_err(|why| WriteError::Unplayable { ply, why })?;
            ply += 1;
        }
        next = node.children.first().copied();
    }
    Ok(())
}
