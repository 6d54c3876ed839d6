//! The claims of a certificate in memory: packed, in the order of their lines.
//!
//! A claim takes [`Claims::BYTES`] bytes, all told. Nothing is ever moved to a larger place while a file is
//! read, so that the need never doubles for a moment.

use crate::hand::Hand;
use crate::naive::Move;
use crate::packed::{PackedBoard, PackedMove};
use std::fmt;

/// What a claim says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Says {
    /// `w`: the attacker, to move, mates within the plies, an odd number.
    Mate,
    /// `h`: the defender, to move, is never mated.
    NoMate,
    /// `s`: the defender, to move, is not mated within the plies, an even number from 2 on.
    Longer,
}

impl Says {
    /// The number of plies tells the three kinds apart.
    pub(crate) fn of(plies: u32) -> Says {
        match plies {
            0 => Says::NoMate,
            plies if plies % 2 == 1 => Says::Mate,
            _ => Says::Longer,
        }
    }
}

/// A line `w`, `h` or `s`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Claim {
    pub(crate) board: PackedBoard,
    pub(crate) hand: Hand,
    /// The attacker's move of a `w`, the defender's reply of an `h` or `s`.
    m: PackedMove,
    /// The number of plies: odd for a `w`, even for an `s`, zero for an `h`.
    pub(crate) plies: u32,
}

impl Claim {
    pub(crate) fn new(board: PackedBoard, hand: Hand, plies: u32, m: Move) -> Claim {
        Claim { board, hand, plies, m: PackedMove::of(m) }
    }

    pub(crate) fn says(&self) -> Says {
        Says::of(self.plies)
    }

    pub(crate) fn m(&self) -> Move {
        self.m.unpack()
    }
}

/// The line, as it was read: a claim has one text only.
impl fmt::Display for Claim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (board, hand, m) = (self.board.unpack().board_text(), self.hand, self.m());
        match self.says() {
            Says::Mate => write!(f, "w {board} {hand} {} {m}", self.plies),
            Says::NoMate => write!(f, "h {board} {hand} {m}"),
            Says::Longer => write!(f, "s {board} {hand} {} {m}", self.plies),
        }
    }
}

/// Claims of a block.
const BLOCK: usize = 1 << 12;

/// Claims in the order of their lines.
#[derive(Default)]
pub(crate) struct Claims {
    blocks: Vec<Vec<Claim>>,
}

impl Claims {
    /// Bytes that a claim takes: itself and its share of the index.
    pub(crate) const BYTES: u64 = (size_of::<Claim>() + 2 * size_of::<u32>()) as u64;

    pub(crate) fn len(&self) -> usize {
        self.blocks.last().map_or(0, |last| (self.blocks.len() - 1) * BLOCK + last.len())
    }

    pub(crate) fn push(&mut self, claim: Claim) {
        if self.blocks.last().is_none_or(|block| block.len() == BLOCK) {
            self.blocks.push(Vec::with_capacity(BLOCK));
        }
        if let Some(block) = self.blocks.last_mut() {
            block.push(claim);
        }
    }

    pub(crate) fn get(&self, index: usize) -> &Claim {
        &self.blocks[index / BLOCK][index % BLOCK]
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Claim> {
        self.blocks.iter().flatten()
    }
}
