//! 1+ε: follow the best child a little farther than strictly needed.
//!
//! Trouble  With two children of nearly equal numbers df-pn jumps to and fro, and each jump searches
//!          again what the table has lost. Half of all expansions open a position that was open before.
//! Idea     Let the best child exceed the second best by the factor 1+ε before changing over. Where the side is to move
//!          that probably loses, each of its moves has to be searched to the end anyway: there the factor is larger. In a
//!          search for any mate that is AND, within a number of plies OR. And where OR is to win within a number of plies and
//!          does not look like it, or few plies are left, it does not change over at all.
//! Source   \[Pawlewicz07\]; the larger factor is ours.
//! Switch   `epsilon` and `epsilon_losing`, in 1/64, and `epsilon_more`; 0, 0 and 0 are plain df-pn.

use crate::{Bounds, Options, Plies};

/// `epsilon` counts these parts of a whole: fine enough for 1/64, and a power of two costs no division.
const PARTS: u64 = 64;

/// With so few plies left a move of OR is searched to the end. Fewer: what is left of it is searched again later. More: where
/// another move wins, it waits for this one to fail. To settle 299 mates in 9 and 11 from games takes 6 per cent fewer expansions
/// with 9 than with none, and three times as many with any number.
const FEW: Plies = Plies::new(9);

/// OR does not look like winning in time as long as its disproof number is at most this many times its proof number. Less: all its
/// moves are searched side by side, though each has to fail. More: where one of them wins, it waits for the others.
const HOPELESS: u32 = 8;

/// Is a position where OR is to move, with a limited number of plies left, so likely lost that each of its moves is best searched
/// to the end?
#[inline]
pub(crate) fn is_hopeless(options: &Options, left: Plies, here: Bounds) -> bool {
    let looks_lost = here.dn() <= here.pn().saturating_mul(HOPELESS);
    options.epsilon_losing > 0 && !left.is_unlimited() && (left <= FEW || looks_lost)
}

/// The threshold for the best child, when the second best has this number. Does the side to move probably lose?
pub(crate) fn widen(options: &Options, second: u32, is_losing: bool) -> u32 {
    if second >= Bounds::MAX {
        return second;
    }
    let epsilon = if is_losing { options.epsilon.max(options.epsilon_losing) } else { options.epsilon };
    let extra = (second as u64 * epsilon as u64 / PARTS).max(1) + options.epsilon_more as u64;
    (second as u64 + extra).min(Bounds::MAX as u64) as u32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn or_is_hopeless_if_plies_are_limited_and_few_or_the_numbers_say_so() {
        let (usual, off) = (Options::default(), Options { epsilon_losing: 0, ..Options::default() });
        let (lost, won) = (Bounds::open(4, 4 * HOPELESS), Bounds::open(4, 4 * HOPELESS + 1));
        for (left, lost_or_won) in
            [(FEW, [true, true]), (FEW + 2, [true, false]), (Plies::UNLIMITED, [false, false])]
        {
            assert_eq!([lost, won].map(|here| is_hopeless(&usual, left, here)), lost_or_won);
            assert!(!is_hopeless(&off, left, lost));
        }
    }
}
