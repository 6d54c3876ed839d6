//! The weights of a learned guess, and their file.

use super::network::{LARGEST, Network, OUTPUTS, Row, Sum, WIDTH};
use super::scene::ROWS;
use std::sync::LazyLock;

/// A guess is two to the power of an output over this.
pub const SCALE: u16 = 256;
/// A file begins so.
pub(super) const MAGIC: &[u8] = b"tsumugi guess weights 3\n";
/// Bytes of a network in a file: the rows, what positions begin with, and the weights of hidden units.
const fn size(rows: usize) -> usize {
    rows * WIDTH + 2 * WIDTH + 2 * OUTPUTS * WIDTH
}
/// How long a file is.
const SIZE: usize = MAGIC.len() + size(ROWS[0]) + size(ROWS[1]) + 8;

/// The weights of a learned guess.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guess {
    /// For positions after a check.
    pub(super) after_check: Network,
    /// For positions after a reply.
    pub(super) after_reply: Network,
}

/// What came with the program.
static SHIPPED: LazyLock<Option<Guess>> =
    LazyLock::new(|| Guess::from_bytes(include_bytes!("../../weights/guess.weights")));

impl Guess {
    /// The weights that came with the program; none if they are damaged.
    pub fn shipped() -> Option<&'static Guess> {
        SHIPPED.as_ref()
    }

    /// As a file: what it is, the network after checks and that after replies, FNV-1a of all that. Rows are bytes, the
    /// rest words, little-endian.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        for network in [&self.after_check, &self.after_reply] {
            out.extend(network.rows.iter().flat_map(|row| row.0).map(|weight| weight as u8));
            let words = [&network.bias].into_iter().chain(&network.weights).flat_map(|row| row.0);
            out.extend(words.flat_map(i16::to_le_bytes));
        }
        let hash = fnv(&out);
        out.extend(hash.to_le_bytes());
        out
    }

    /// From a file; none if it is not exactly what [`Guess::to_bytes`] writes.
    pub fn from_bytes(bytes: &[u8]) -> Option<Guess> {
        let (all, hash) = bytes.split_at_checked(SIZE - 8)?;
        if hash != fnv(all).to_le_bytes() {
            return None;
        }
        let networks = all.strip_prefix(MAGIC)?;
        let (after_check, after_reply) = networks.split_at_checked(size(ROWS[0]))?;
        Some(Guess { after_check: network(after_check)?, after_reply: network(after_reply)? })
    }
}

/// A network of a file; none if its hidden units could add up to more than fits.
fn network(bytes: &[u8]) -> Option<Network> {
    let (rows, words) = bytes.split_at_checked(bytes.len().checked_sub(size(0))?)?;
    let row = |bytes: &[u8]| Row(std::array::from_fn(|i| bytes[i] as i8));
    let word = |bytes: &[u8]| {
        Sum(std::array::from_fn(|i| i16::from_le_bytes([bytes[2 * i], bytes[2 * i + 1]])))
    };
    let rows = rows.chunks_exact(WIDTH).map(row).collect();
    let mut words = words.chunks_exact(2 * WIDTH).map(word);
    let bias = words.next()?;
    let weights = [words.next()?, words.next()?, words.next()?, words.next()?];
    let sound = |weights: &Sum| {
        let fits = |weight: &i16| weight.unsigned_abs() <= LARGEST as u16;
        weights.0[..OUTPUTS] == [0; OUTPUTS] && weights.0.iter().all(fits)
    };
    weights.iter().all(sound).then_some(Network { bias, rows, weights })
}

/// FNV-1a.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}
