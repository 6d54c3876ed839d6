//! 1+ε: follow the best child a little farther than strictly needed.
//!
//! Trouble  With two children of nearly equal numbers df-pn jumps to and fro, and each jump searches
//!          again what the table has lost. Half of all expansions open a position that was open before.
//! Idea     Let the best child exceed the second best by the factor 1+ε before changing over. Where the side is to move
//!          that probably loses, each of its moves has to be searched to the end anyway: there the factor is larger. In a
//!          search for any mate that is AND, within a number of plies OR.
//! Source   \[Pawlewicz07\]; the larger factor is ours.
//! Switch   `epsilon` and `epsilon_losing`, in 1/64, and `epsilon_more`; 0, 0 and 0 are plain df-pn.

use crate::{Bounds, Options};

/// `epsilon` counts these parts of a whole: fine enough for 1/64, and a power of two costs no division.
const PARTS: u64 = 64;

/// The threshold for the best child, when the second best has this number. Does the side to move probably lose?
pub(crate) fn widen(options: &Options, second: u32, is_losing: bool) -> u32 {
    if second >= Bounds::MAX {
        return second;
    }
    let epsilon = if is_losing { options.epsilon.max(options.epsilon_losing) } else { options.epsilon };
    let extra = (second as u64 * epsilon as u64 / PARTS).max(1) + options.epsilon_more as u64;
    (second as u64 + extra).min(Bounds::MAX as u64) as u32
}
