//! Sets of positions, and a hasher for their keys.
//!
//! A position is its key and the bits of its resource. Keys are hashes or small numbers already, so
//! one multiplication spreads them well enough; the standard hasher would cost more than the rest of
//! a step.

use crate::spread::SPREAD;
use crate::{Game, Resource};
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

/// What tells positions apart: the key and the bits of the resource.
pub(crate) type Position = (u64, u32);

/// A set of positions.
pub(crate) type PositionSet = HashSet<Position, BuildHasherDefault<Mixer>>;

/// The position the game is in.
#[inline]
pub(crate) fn position<G: Game>(game: &G) -> Position {
    (game.key(), game.resource().to_bits())
}

/// Multiplies and folds.
#[derive(Clone, Copy, Default)]
pub(crate) struct Mixer(u64);

impl Hasher for Mixer {
    #[inline]
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.write_u64(u64::from(byte));
        }
    }

    #[inline]
    fn write_u32(&mut self, n: u32) {
        self.write_u64(u64::from(n));
    }

    #[inline]
    fn write_u64(&mut self, n: u64) {
        // The table takes its bucket from the low bits and its tag from the high ones: both must depend
        // on every bit of the key, hence the product of 128 bits folded in half.
        let product = u128::from(self.0 ^ n ^ SPREAD) * 0xd1b5_4a32_d192_ed03;
        self.0 = (product >> 64) as u64 ^ product as u64;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::hash::BuildHasher;

    #[test]
    fn small_keys_spread_over_low_and_high_bits() {
        let hasher = BuildHasherDefault::<Mixer>::default();
        let mut low = vec![0; 256];
        let mut high = vec![0; 128];
        for key in 0..4096u64 {
            let hash = hasher.hash_one((key, 0u32));
            low[(hash & 255) as usize] += 1;
            high[(hash >> 57) as usize] += 1;
        }
        assert!(low.iter().all(|&n| n < 48), "{low:?}");
        assert!(high.iter().all(|&n| n < 80), "{high:?}");
    }
}
