//! Linear functions of features, and the file they are kept in.
//!
//! A file holds, for each set of features, six functions: proof and disproof number after each of [`STEPS`]. Weights are
//! whole numbers of 16 bits with a scale per function; features that were too rare to learn from are left out. At the
//! end stands a hash of everything before it: a file that was damaged is not used.
//!
//! ```text
//! "tsumugi paper weights 1\n"
//! per set, in the order e, n, n2:
//!     number of features: u32, little-endian as everything
//!     a bit per feature, lowest first: is it kept?
//!     six scales: f32
//!     per kept feature six weights: i16
//! FNV-1a of all this: u64
//! ```

use crate::features::{Active, Set, Space};
use crate::label::STEPS;
use std::fmt;
use tsumugi_shogi::{Color, Position};

/// Functions that are learned together: pn and dn for each of [`STEPS`], in the order pn 10, dn 10, pn 20, …
pub const HEADS: usize = 2 * STEPS.len();

/// Weights of the six functions of a set, by feature.
pub type Weights = Vec<[f32; HEADS]>;

const MAGIC: &[u8] = b"tsumugi paper weights 1\n";

/// A linear function for proof numbers and one for disproof numbers.
#[derive(Clone, PartialEq, Debug)]
pub struct Linear {
    set: Set,
    /// pn and dn, by feature.
    weights: Vec<[f32; 2]>,
}

impl Linear {
    /// The numbers of a position; `active` is scratch.
    pub fn guess(&self, position: &Position, attacker: Color, active: &mut Vec<Active>) -> (f32, f32) {
        self.set.of(position, attacker, active);
        let (mut pn, mut dn) = (0.0, 0.0);
        self.set.each(active, |i, value| {
            let weight = self.weights[i];
            pn += weight[0] * value;
            dn += weight[1] * value;
        });
        (pn, dn)
    }
}

/// All functions of the paper.
#[derive(Clone, PartialEq, Debug)]
pub struct PaperModel {
    /// In the order of [`Set::ALL`].
    weights: Vec<Weights>,
}

/// Why weights cannot be used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WeightsError {
    /// They do not begin as weights of this version do.
    NoWeights,
    /// They end too early or too late.
    Size,
    /// Something in them was changed.
    Hash,
}

impl fmt::Display for WeightsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            WeightsError::NoWeights => "these are no weights, or of another version",
            WeightsError::Size => "the weights are not complete",
            WeightsError::Hash => "the weights are damaged",
        })
    }
}

impl std::error::Error for WeightsError {}

impl PaperModel {
    /// Functions with these weights, in the order of [`Set::ALL`].
    pub fn new(weights: [Weights; 3]) -> PaperModel {
        PaperModel { weights: weights.into() }
    }

    /// The functions of a set for one of [`STEPS`]; none for another number of expansions.
    pub fn function(&self, set: Set, ps: u8) -> Option<Linear> {
        let step = STEPS.iter().position(|&known| known == ps)?;
        let place = Set::ALL.iter().position(|(known, _)| *known == set)?;
        let weights = self.weights[place].iter().map(|row| [row[2 * step], row[2 * step + 1]]);
        Some(Linear { set, weights: weights.collect() })
    }

    /// As a file. Weights are rounded to what a file can hold.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = MAGIC.to_vec();
        for weights in &self.weights {
            write_set(weights, &mut out);
        }
        let hash = fnv(&out);
        out.extend(hash.to_le_bytes());
        out
    }

    /// From a file.
    ///
    /// # Errors
    /// When the bytes are not exactly what [`PaperModel::to_bytes`] writes.
    pub fn from_bytes(bytes: &[u8]) -> Result<PaperModel, WeightsError> {
        if !bytes.starts_with(MAGIC) {
            return Err(WeightsError::NoWeights);
        }
        let (body, hash) = bytes.split_last_chunk().ok_or(WeightsError::Size)?;
        if fnv(body) != u64::from_le_bytes(*hash) {
            return Err(WeightsError::Hash);
        }
        let mut rest = &body[MAGIC.len()..];
        let sets: Result<Vec<_>, _> =
            Set::ALL.iter().map(|(set, _)| read_set(*set, &mut rest)).collect();
        if rest.is_empty() { Ok(PaperModel { weights: sets? }) } else { Err(WeightsError::Size) }
    }
}

fn write_set(weights: &Weights, out: &mut Vec<u8>) {
    out.extend((weights.len() as u32).to_le_bytes());
    let kept = |row: &[f32; HEADS]| row.iter().any(|&weight| weight != 0.0);
    for rows in weights.chunks(8) {
        let bits = rows.iter().enumerate().map(|(i, row)| u8::from(kept(row)) << i);
        out.push(bits.fold(0, |all, bit| all | bit));
    }
    let scales: [f32; HEADS] = std::array::from_fn(|head| {
        let largest = weights.iter().map(|row| row[head].abs()).fold(0.0, f32::max);
        largest.max(f32::MIN_POSITIVE) / f32::from(i16::MAX)
    });
    scales.iter().for_each(|scale| out.extend(scale.to_le_bytes()));
    for row in weights.iter().filter(|row| kept(row)) {
        for (weight, scale) in row.iter().zip(scales) {
            out.extend(((weight / scale).round() as i16).to_le_bytes());
        }
    }
}

fn read_set(set: Set, rest: &mut &[u8]) -> Result<Weights, WeightsError> {
    if u32::from_le_bytes(take(rest)?) as usize != set.count() {
        return Err(WeightsError::Size);
    }
    let (bits, after) = rest.split_at_checked(set.count().div_ceil(8)).ok_or(WeightsError::Size)?;
    *rest = after;
    let mut scales = [0.0; HEADS];
    for scale in &mut scales {
        *scale = f32::from_le_bytes(take(rest)?);
    }
    let mut weights = vec![[0.0; HEADS]; set.count()];
    for (i, row) in weights.iter_mut().enumerate() {
        if bits[i / 8] >> (i % 8) & 1 != 0 {
            for (weight, scale) in row.iter_mut().zip(scales) {
                *weight = f32::from(i16::from_le_bytes(take(rest)?)) * scale;
            }
        }
    }
    Ok(weights)
}

fn take<const N: usize>(rest: &mut &[u8]) -> Result<[u8; N], WeightsError> {
    let (first, after) = rest.split_first_chunk().ok_or(WeightsError::Size)?;
    *rest = after;
    Ok(*first)
}

/// A 64-bit hash of some bytes (FNV-1a).
pub fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> PaperModel {
        let weights = Set::ALL.map(|(set, _)| {
            let row = |i: usize| {
                let kept = i.is_multiple_of(3) as u8 as f32;
                std::array::from_fn(|head| kept * ((i + head) as f32 * 0.37).sin())
            };
            (0..set.count()).map(row).collect()
        });
        PaperModel::new(weights)
    }

    #[test]
    fn what_was_read_is_written_the_same_again() {
        let bytes = some().to_bytes();
        let read = PaperModel::from_bytes(&bytes).unwrap();
        assert_eq!(read.to_bytes(), bytes);
        let (set, _) = Set::ALL[0];
        for i in 0..set.count() {
            let (was, is) = (some().weights[0][i][3], read.weights[0][i][3]);
            assert!((was - is).abs() < 1e-4, "{was} {is}");
        }
    }

    #[test]
    fn damaged_weights_are_refused() {
        let good = some().to_bytes();
        assert_eq!(PaperModel::from_bytes(b"").unwrap_err(), WeightsError::NoWeights);
        assert_eq!(PaperModel::from_bytes(&good[..good.len() - 1]).unwrap_err(), WeightsError::Hash);
        let mut bad = good.clone();
        bad[MAGIC.len() + 100] ^= 1;
        assert_eq!(PaperModel::from_bytes(&bad).unwrap_err(), WeightsError::Hash);
        let mut short = good[..good.len() - 20].to_vec();
        let hash = fnv(&short);
        short.extend(hash.to_le_bytes());
        assert_eq!(PaperModel::from_bytes(&short).unwrap_err(), WeightsError::Size);
    }
}
