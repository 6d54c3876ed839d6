//! How many tips open positions were found to need, by board.
//!
//! Trouble  After every exchange and interposition the same board comes up with another hand, and each such position starts
//!          with a first guess, however long its better twin was searched in vain.
//! Idea     What is hard with more to spend is no easier with less: a position met for the first time needs at least as
//!          many tips as any on the same board with a larger resource. If that one is on the line, the new one is a loop
//!          with something lost.
//! Source   Dominance, \[Seo95, section 6\], of open positions too.
//! Switch   `borrow` of [`crate::PaperOptions`].
//! Seen     Fewer expansions; no counter.

use super::Number;
use crate::Resource;
use crate::engines::positions::{Mixer, Position, PositionSet};
use std::collections::HashMap;
use std::hash::BuildHasherDefault;

/// Numbers of open positions.
#[derive(Default)]
pub(super) struct Open {
    boards: HashMap<u64, Vec<(u32, Number)>, BuildHasherDefault<Mixer>>,
    count: usize,
}

impl Open {
    /// How many positions are known.
    pub fn len(&self) -> usize {
        self.count
    }

    fn on(&self, board: u64) -> &[(u32, Number)] {
        self.boards.get(&board).map_or(&[], Vec::as_slice)
    }

    /// What a position was found to need.
    pub fn get(&self, (board, bits): Position) -> Option<Number> {
        self.on(board).iter().find(|known| known.0 == bits).map(|known| known.1)
    }

    /// What a position needs at least, since another one does that has more on the same board: 0 if there is none.
    pub fn borrowed<R: Resource>(&self, (board, bits): Position) -> Number {
        let resource = R::from_bits(bits);
        let more = self.on(board).iter().filter(|known| R::from_bits(known.0).covers(resource));
        more.map(|known| known.1).max().unwrap_or(0)
    }

    /// Remembers the number of a position. Numbers only grow. Was it there already?
    pub fn raise(&mut self, (board, bits): Position, number: Number) -> bool {
        let known = self.boards.get_mut(&board).into_iter().flatten().find(|known| known.0 == bits);
        known.map(|(_, old)| *old = number.max(*old)).is_some()
    }

    /// Adds a position that is not there.
    pub fn add(&mut self, (board, bits): Position, number: Number) {
        self.boards.entry(board).or_insert_with(|| Vec::with_capacity(1)).push((bits, number));
        self.count += 1;
    }

    /// Forgets a position.
    pub fn remove(&mut self, (board, bits): Position) {
        let Some(known) = self.boards.get_mut(&board) else { return };
        let Some(at) = known.iter().position(|known| known.0 == bits) else { return };
        known.swap_remove(at);
        self.count -= 1;
        if known.is_empty() {
            self.boards.remove(&board);
        }
    }

    /// Forgets all but these.
    pub fn keep(&mut self, kept: &PositionSet) {
        self.boards.retain(|&board, known| {
            known.retain(|&(bits, _)| kept.contains(&(board, bits)));
            !known.is_empty()
        });
        self.count = self.boards.values().map(Vec::len).sum();
    }
}
