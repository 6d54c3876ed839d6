//! 1+ε: follow the best child a little farther than strictly needed.
//!
//! Trouble  With two children of nearly equal numbers df-pn jumps to and fro, and each jump searches
//!          again what the table has lost.
//! Idea     Let the best child exceed the second best by the factor 1+ε before changing over.
//! Source   \[Pawlewicz07\].
//! Switch   `epsilon`, in 1/64, and `epsilon_more`; 0 and 0 are plain df-pn.

use crate::{Bounds, Options};

/// `epsilon` counts these parts of a whole: fine enough for 1/64, and a power of two costs no division.
const PARTS: u64 = 64;

/// The threshold for the best child, when the second best has this number.
pub(crate) fn widen(options: &Options, second: u32) -> u32 {
    if second >= Bounds::MAX {
        return second;
    }
    let extra = (second as u64 * options.epsilon as u64 / PARTS).max(1) + options.epsilon_more as u64;
    (second as u64 + extra).min(Bounds::MAX as u64) as u32
}
