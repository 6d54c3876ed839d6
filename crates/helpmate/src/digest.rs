//! What a breadth-first search met, in so few words that two programs can compare it: per ply how many positions there are,
//! and a digest of them.
//!
//! That a helpmate is the shortest has no short proof: all that is nearer must have been looked at. The next best is a
//! figure that anybody can compute again. The definition is in `tsumugi helpmate --help` and speaks of the problem alone: which
//! positions there are after a number of plies and not after fewer. It says nothing of how they were found.

use sha2::{Digest as _, Sha256};
use std::fmt::Write;
use tsumugi_shogi::Position;

/// The positions first reached after a given number of plies.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Layer {
    /// How many there are.
    pub positions: u64,
    /// The sum of their hashes modulo 2⁶⁴: the same in whatever order they are added.
    pub digest: u64,
}

impl Layer {
    /// Adds a position that is not in it yet.
    pub fn add(&mut self, position: &Position) {
        self.positions += 1;
        self.digest = self.digest.wrapping_add(hash(position));
    }
}

/// The layers of a search, from the start on: all of them, or those that were finished.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Digest {
    /// The layer of each ply.
    pub layers: Vec<Layer>,
}

impl Digest {
    /// One number for everything: the hash of all plies, numbers of positions and digests.
    pub fn total(&self) -> u64 {
        let mut text = String::new();
        for (ply, layer) in self.layers.iter().enumerate() {
            // Writing into a string does not fail.
            let _ = writeln!(text, "{ply} {} {:016x}", layer.positions, layer.digest);
        }
        hash_of(&text)
    }
}

/// The hash of a position: of its SFEN without the move number.
fn hash(position: &Position) -> u64 {
    let sfen = position.to_sfen();
    hash_of(sfen.rsplit_once(' ').map_or("", |(diagram, _)| diagram))
}

/// The first eight bytes of the SHA-256 of a text, the highest first.
fn hash_of(text: &str) -> u64 {
    let bytes = Sha256::digest(text.as_bytes());
    bytes.iter().take(8).fold(0, |number, &byte| number << 8 | u64::from(byte))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_beginning_of_sha_256() {
        // The example of FIPS 180-2.
        assert_eq!(hash_of("abc"), 0xBA78_16BF_8F01_CFEA);
    }

    #[test]
    fn neither_order_nor_move_number_matters() {
        let position = |sfen: &str| Position::from_sfen(sfen).unwrap();
        let (one, two) = ("4k4/9/4P4/9/9/9/9/9/9 b G 1", "4k4/9/4P4/9/9/9/9/9/9 w G 1");
        let layer = |sfens: [&str; 2]| {
            let mut layer = Layer::default();
            sfens.iter().for_each(|sfen| layer.add(&position(sfen)));
            layer
        };
        assert_eq!(layer([one, two]), layer([two, "4k4/9/4P4/9/9/9/9/9/9 b G 7"]));
        assert_ne!(layer([one, two]), layer([one, one]));
        let digest =
            hash_of("4k4/9/4P4/9/9/9/9/9/9 b G").wrapping_add(hash_of("4k4/9/4P4/9/9/9/9/9/9 w G"));
        assert_eq!(layer([one, two]), Layer { positions: 2, digest });
        let all = Digest { layers: vec![layer([one, two])] };
        assert_eq!(all.total(), hash_of(&format!("0 2 {digest:016x}\n")));
    }
}
