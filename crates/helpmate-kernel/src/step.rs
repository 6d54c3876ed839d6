//! The kernels: what a thread does with one item of a list.

use crate::key::{key_after, key_after_reply};
use crate::{Inserted, List, Table};
use core::sync::atomic::{AtomicU64, Ordering::Relaxed};
use tsumugi_shogi::{Color, Move, MoveList, Packed, Packer, Position};

/// The words of a packed position.
const WORDS: usize = size_of::<Packed>() / 8;

/// All that a step works with.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// Packs positions, and keeps the attacker's hand.
    pub packer: Packer,
    /// Who checks with every move.
    pub attacker: Color,
    /// Is the attacker to be mated, by a reply?
    pub selfmate: bool,
    /// Do only mates count that leave the attacker no pieces in hand?
    pub no_surplus: bool,
    /// What was met so far.
    pub table: Table<'a>,
    /// The layer that is being made, modulo 256.
    pub layer: u8,
    /// Keys of positions with the attacker to move that were expanded lately, each in its place.
    pub recent: &'a [AtomicU64],
    /// Positions with the defender to move, of one layer, five words each.
    pub positions: &'a [AtomicU64],
    /// Replies: the number of a position, and the move in the low 16 bits.
    pub replies: List<'a>,
    /// Ways to new positions: the number of a position, the reply and the check, 16 bits each.
    pub ways: List<'a>,
    /// The new positions, in the order of the ways, five words each.
    pub next: &'a [AtomicU64],
    /// The numbers of those that are mates; for selfmates, of positions from which a reply mates.
    pub mates: List<'a>,
    /// The numbers of replies for whose checks the table had no room.
    pub full: List<'a>,
}

impl Step<'_> {
    /// A position of the layer.
    #[inline]
    fn position(&self, i: usize) -> Position {
        let words = &self.positions[i * WORDS..(i + 1) * WORDS];
        self.packer.unpack(&Packed(core::array::from_fn(|i| words[i].load(Relaxed))))
    }

    /// Lists the defender's moves from a position, but for those that lead to positions expanded lately.
    #[inline]
    pub fn list_replies(&self, i: usize) {
        let position = self.position(i);
        let mut all = MoveList::new();
        position.legal_moves(&mut all);
        let mut replies = MoveList::new();
        for &reply in &all {
            // A selfmate ends with the reply: every way to it counts, not only the first.
            if self.selfmate || !self.was_expanded(key_after_reply(&position, self.attacker, reply)) {
                replies.push(reply);
            }
        }
        self.replies.extend(replies.iter().map(|reply| (i as u64) << 16 | reply.to_bits() as u64));
    }

    /// Was a position with this key expanded lately? It is from now on.
    #[inline]
    fn was_expanded(&self, key: u64) -> bool {
        self.recent[key as usize & (self.recent.len() - 1)].swap(key, Relaxed) == key
    }

    /// Is the side to move mated, in a way that counts?
    #[inline]
    fn is_mate(&self, position: &Position) -> bool {
        position.is_mate() && (!self.no_surplus || position.hand(self.attacker).is_empty())
    }

    /// Lists the checks after a reply that lead to positions not met before.
    #[inline]
    pub fn list_ways(&self, i: usize) {
        let way = self.replies.get(i);
        let mut position = self.position((way >> 16) as usize);
        play(&mut position, way as u16);
        if self.selfmate && self.is_mate(&position) {
            return self.mates.extend([way >> 16].into_iter());
        }
        let mut all = MoveList::new();
        position.checks(&mut all);
        let mut checks = MoveList::new();
        for &check in &all {
            let key = key_after(&position, self.attacker, check);
            match self.table.insert(key, self.layer) {
                Inserted::New => checks.push(check),
                Inserted::Known => {}
                Inserted::Full => self.full.extend([i as u64].into_iter()),
            }
        }
        self.ways.extend(checks.iter().map(|check| way << 16 | check.to_bits() as u64));
    }

    /// Makes a new position.
    #[inline]
    pub fn make_position(&self, i: usize) {
        let way = self.ways.get(i);
        let mut position = self.position((way >> 32) as usize);
        play(&mut position, (way >> 16) as u16);
        play(&mut position, way as u16);
        if !self.selfmate && self.is_mate(&position) {
            self.mates.extend([i as u64].into_iter());
        }
        let Packed(words) = self.packer.pack(&position);
        for (place, word) in self.next[i * WORDS..].iter().zip(words) {
            place.store(word, Relaxed);
        }
    }
}

fn play(position: &mut Position, bits: u16) {
    if let Some(m) = Move::from_bits(bits) {
        let _ = position.play(m);
    }
}
