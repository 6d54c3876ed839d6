//! Fingerprints: what the tables of the engines keep instead of whole positions.
//!
//! 64 bits are cheap and good for hundreds of millions of positions; 128 bits are for those who want no doubt.

use crate::{Problem, key};
use std::hash::Hash;
use tsumugi_shogi::{Move, Position};

/// A number that stands for a position of a problem.
pub trait Fingerprint: Copy + Eq + Hash + Default + Send {
    /// How many bits tell positions apart.
    const BITS: u32;

    /// That of a position.
    fn of(problem: &Problem, position: &Position) -> Self;

    /// That of the position after a legal move of either side; nothing stays played.
    fn after(problem: &Problem, position: &mut Position, m: Move) -> Self;

    /// Its lower bits, as a place in a table.
    fn place(self) -> usize;

    /// Its lowest sixteen bits.
    fn low(self) -> u16;

    /// The same with other lowest sixteen bits.
    fn with_low(self, low: u16) -> Self;
}

impl Fingerprint for u64 {
    const BITS: u32 = 64;

    #[inline]
    fn of(problem: &Problem, position: &Position) -> u64 {
        problem.key(position)
    }

    #[inline]
    fn after(problem: &Problem, position: &mut Position, m: Move) -> u64 {
        if problem.attacks(position) {
            return key::key_after(position, problem.attacker(), m);
        }
        // The defender's moves leave the attacker's hand alone, and so its part of the key.
        problem.key(position) ^ position.board_key() ^ position.board_key_after(m)
    }

    #[inline]
    fn place(self) -> usize {
        self as usize
    }

    #[inline]
    fn low(self) -> u16 {
        self as u16
    }

    #[inline]
    fn with_low(self, low: u16) -> u64 {
        self & !0xFFFF | low as u64
    }
}

impl Fingerprint for u128 {
    const BITS: u32 = 128;

    fn of(problem: &Problem, position: &Position) -> u128 {
        problem.wide_key(position)
    }

    fn after(problem: &Problem, position: &mut Position, m: Move) -> u128 {
        let undo = position.play(m);
        let after = problem.wide_key(position);
        position.undo(undo);
        after
    }

    fn place(self) -> usize {
        self as usize
    }

    fn low(self) -> u16 {
        self as u16
    }

    fn with_low(self, low: u16) -> u128 {
        self & !0xFFFF | low as u128
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsumugi_shogi::MoveList;

    #[test]
    fn the_fingerprint_after_a_move_is_foreseen_for_both_sides() {
        let setup = "4k4/2R1s4/9/9/9/9/9/9/4K4 b GBr2g 1".parse().unwrap();
        let problem = Problem::from_setup(&setup, Default::default()).unwrap();
        let mut position = problem.position().clone();
        for _ in 0..2 {
            let mut moves = MoveList::new();
            problem.moves(&position, &mut moves);
            assert!(!moves.is_empty());
            for &m in &moves {
                let (near, wide) =
                    (u64::after(&problem, &mut position, m), u128::after(&problem, &mut position, m));
                let undo = position.play(m);
                assert_eq!(
                    (near, wide),
                    (u64::of(&problem, &position), u128::of(&problem, &position)),
                    "{m}"
                );
                position.undo(undo);
            }
            let _ = position.play(moves[moves.len() - 1]);
        }
    }

    #[test]
    fn the_lowest_bits_can_be_exchanged() {
        let key = 0x0123_4567_89AB_CDEF_u64;
        assert_eq!(key.with_low(7).with_low(key.low()), key);
        assert_eq!((key as u128).with_low(7).low(), 7);
    }
}
