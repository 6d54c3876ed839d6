//! Targets by the work a position takes to be solved.
//!
//! Trouble  Numbers after a few expansions tell how a search begins. A mate found at once and one found with the last
//!          expansion have the same, and what is open afterwards looks much alike.
//! Idea     Search on. Of a mate the proof number is the expansions it took, of a no-mate the disproof number; the
//!          other number is as large as can be. What stays open took at least the expansions allowed, whichever way
//!          it goes; its numbers say which way is nearer.
//! Source   Ours. \[Kaneko04\] takes numbers after some expansions.
//! Switch   [`crate::guess::Target::share`], `tsumugi-lab train guess --share`: work alone is best where plies are limited, and
//!          as good as any mixture elsewhere. docs/LEARNING.md has the figures.

use tsumugi_andor::{Bounds, GameValue};

/// What came of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Work {
    /// Mate, no mate, or open.
    pub answer: Option<bool>,
    /// Positions expanded.
    pub expansions: u64,
    /// The numbers at the end, if open.
    pub bounds: Bounds,
}

impl Work {
    /// Of a search that ended, or was ended.
    pub fn of(verdict: GameValue, expansions: u64, bounds: Bounds) -> Work {
        Work { answer: verdict.answer(), expansions, bounds }
    }

    /// Logarithms that stand for (pn, dn): those of work times `scale`, none above `most`.
    pub fn target(&self, scale: f32, most: f32) -> [f32; 2] {
        let work = (scale * (self.expansions.max(1) as f32).log2()).min(most);
        match self.answer {
            Some(true) => [work, most],
            Some(false) => [most, work],
            None => {
                let logarithm = |number: u32| (number.max(1) as f32).log2();
                let nearer = (logarithm(self.bounds.pn()) - logarithm(self.bounds.dn())) / 2.0;
                [work + nearer, work - nearer].map(|target| target.clamp(0.0, most))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn work(answer: Option<bool>, expansions: u64) -> Work {
        Work { answer, expansions, bounds: Bounds::open(2, 8) }
    }

    #[test]
    fn what_takes_longer_has_the_larger_number() {
        assert_eq!(work(Some(true), 1).target(0.5, 7.0), [0.0, 7.0]);
        assert_eq!(work(Some(true), 16).target(0.5, 7.0), [2.0, 7.0]);
        assert_eq!(work(Some(false), 16).target(0.5, 7.0), [7.0, 2.0]);
        assert_eq!(work(Some(false), 1 << 20).target(0.5, 7.0), [7.0, 7.0]);
    }

    #[test]
    fn what_is_open_lies_nearer_to_what_its_numbers_say() {
        assert_eq!(work(None, 256).target(0.5, 7.0), [3.0, 5.0]);
        assert_eq!(work(None, 1 << 16).target(0.5, 7.0), [6.0, 7.0]);
    }
}
