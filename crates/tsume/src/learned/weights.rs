//! The weights of a learned guess, and their file.

use super::Look;
use super::pair::{LARGEST, Pair};
use super::scene::ROWS;
use tsumugi_andor::Plies;

/// A weight is this many to a factor of two.
pub const SCALE: f32 = 256.0;
/// A file begins so.
pub(super) const MAGIC: &[u8] = b"tsumugi guess weights 2\n";
/// How long a file is: two weights of 16 bits a row, little-endian, and a hash.
const SIZE: usize = MAGIC.len() + 2 * 4 * (ROWS[0] + ROWS[1]) + 8;

/// Weights for each row: a part of the proof number and one of the disproof number.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tables {
    pub(super) after_check: [Pair; ROWS[0]],
    pub(super) after_reply: [Pair; ROWS[1]],
}

impl Tables {
    /// Tables with these weights, row by row; there must be as many as [`ROWS`] says, none above [`LARGEST`].
    pub fn new(after_check: &[[i16; 2]], after_reply: &[[i16; 2]]) -> Option<Tables> {
        let pair = |&row: &[i16; 2]| within(row).then(|| Pair::new(row));
        let pairs = |rows: &[[i16; 2]]| rows.iter().map(pair).collect::<Option<Vec<Pair>>>();
        Some(Tables {
            after_check: pairs(after_check)?.try_into().ok()?,
            after_reply: pairs(after_reply)?.try_into().ok()?,
        })
    }

    /// The one for positions in which there is this to see.
    #[inline]
    pub(super) fn of(&self, look: &Look) -> &[Pair] {
        match look {
            Look::Checked(_) => &self.after_check,
            Look::Answered(_) => &self.after_reply,
        }
    }

    fn rows(&self) -> impl Iterator<Item = &Pair> {
        self.after_check.iter().chain(&self.after_reply)
    }
}

/// The weights of a learned guess.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guess {
    /// For searches that may take any number of plies.
    pub unlimited: Tables,
    /// For searches within a number of plies, most of which are to show that there is no mate in time.
    pub in_time: Tables,
}

/// What came with the program.
static SHIPPED: Option<Guess> = Guess::from_bytes(include_bytes!("../../weights/guess.weights"));

impl Guess {
    /// The weights that came with the program; none if they are damaged.
    pub fn shipped() -> Option<&'static Guess> {
        SHIPPED.as_ref()
    }

    /// The weights for a position with so many plies left.
    #[inline]
    pub(super) fn tables(&self, left: Plies) -> &Tables {
        if left.is_unlimited() { &self.unlimited } else { &self.in_time }
    }

    /// As a file: what it is, the weights after checks and after replies, without a limit of plies and with one,
    /// FNV-1a of all that.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        let weights = self.unlimited.rows().chain(self.in_time.rows()).flat_map(|row| row.get());
        weights.for_each(|weight| out.extend(weight.to_le_bytes()));
        let hash = fnv(&out, out.len());
        out.extend(hash.to_le_bytes());
        out
    }

    /// From a file; none if it is not exactly what [`Guess::to_bytes`] writes.
    pub const fn from_bytes(bytes: &[u8]) -> Option<Guess> {
        if bytes.len() != SIZE || fnv(bytes, SIZE - 8) != last_word(bytes) || !begins_well(bytes) {
            return None;
        }
        match (tables(bytes, 0), tables(bytes, ROWS[0] + ROWS[1])) {
            (Some(unlimited), Some(in_time)) => Some(Guess { unlimited, in_time }),
            _ => None,
        }
    }
}

/// The tables whose first row of a file is this.
const fn tables(bytes: &[u8], first: usize) -> Option<Tables> {
    match (table(bytes, first), table(bytes, first + ROWS[0])) {
        (Some(after_check), Some(after_reply)) => Some(Tables { after_check, after_reply }),
        _ => None,
    }
}

/// Is neither weight too large?
const fn within([pn, dn]: [i16; 2]) -> bool {
    pn.unsigned_abs() <= LARGEST as u16 && dn.unsigned_abs() <= LARGEST as u16
}

const fn begins_well(bytes: &[u8]) -> bool {
    let mut i = 0;
    while i < MAGIC.len() {
        if bytes[i] != MAGIC[i] {
            return false;
        }
        i += 1;
    }
    true
}

const fn last_word(bytes: &[u8]) -> u64 {
    let (mut word, mut i) = (0, 0);
    while i < 8 {
        word |= (bytes[bytes.len() - 8 + i] as u64) << (8 * i);
        i += 1;
    }
    word
}

/// FNV-1a of the first so many bytes.
const fn fnv(bytes: &[u8], count: usize) -> u64 {
    let (mut hash, mut i) = (0xCBF2_9CE4_8422_2325_u64, 0);
    while i < count {
        hash = (hash ^ bytes[i] as u64).wrapping_mul(0x0000_0100_0000_01B3);
        i += 1;
    }
    hash
}

/// The rows of a file from `first` on; none if a weight is too large.
const fn table<const N: usize>(bytes: &[u8], first: usize) -> Option<[Pair; N]> {
    let (mut out, mut i) = ([Pair::ZERO; N], 0);
    while i < N {
        let at = MAGIC.len() + 4 * (first + i);
        let row = [
            i16::from_le_bytes([bytes[at], bytes[at + 1]]),
            i16::from_le_bytes([bytes[at + 2], bytes[at + 3]]),
        ];
        if !within(row) {
            return None;
        }
        out[i] = Pair::new(row);
        i += 1;
    }
    Some(out)
}
