//! What a search can be asked to do, decided when it is compiled.
//!
//! df-pn of the papers has four ways to treat repetitions, three to treat loops, five sums and edge costs. The product
//! has one of each, and must not pay for the others. So a search is made for a type of options: with [`Options`] the
//! answers below are constants, the branches on them vanish, and a child has no room for a cost. With [`PaperOptions`]
//! they are read when the search runs.

use crate::options::{Cycles, Ghi, Groups, OptionError, Options, PaperOptions, Sums};
use crate::techniques::edge_costs::EdgeCost;
use std::fmt::Debug;

/// A type of options: [`Options`] or [`PaperOptions`].
pub trait Policy: Copy + Default + Send + Sync + Debug + 'static {
    /// What a child remembers of its edge cost.
    type Cost: EdgeCost;

    /// Sets an option by name.
    ///
    /// # Errors
    /// When there is no such option, or the text is no value of it.
    fn set(&mut self, name: &str, text: &str) -> Result<(), OptionError>;
    /// The options that every policy has.
    fn usual(&self) -> Options;
    /// How loops are kept from going on for ever.
    fn cycles(&self) -> Cycles;
    /// How disproofs by repetition are kept apart from real ones.
    fn ghi(&self) -> Ghi;
    /// How the numbers of children are added up.
    fn sums(&self) -> Sums;
    /// The cost of an edge, from what the game says.
    fn cost(&self, game: impl FnOnce() -> (i32, i32)) -> Self::Cost;
}

impl Policy for Options {
    type Cost = ();

    fn set(&mut self, name: &str, text: &str) -> Result<(), OptionError> {
        Options::set(self, name, text)
    }

    #[inline]
    fn usual(&self) -> Options {
        *self
    }

    #[inline]
    fn cycles(&self) -> Cycles {
        Cycles::Tca
    }

    #[inline]
    fn ghi(&self) -> Ghi {
        Ghi::Dependency
    }

    #[inline]
    fn sums(&self) -> Sums {
        match self.sums {
            Groups::Classes => Sums::Classes,
            Groups::Snda => Sums::Snda,
        }
    }

    #[inline]
    fn cost(&self, _: impl FnOnce() -> (i32, i32)) {}
}

impl Policy for PaperOptions {
    type Cost = (i32, i32);

    fn set(&mut self, name: &str, text: &str) -> Result<(), OptionError> {
        PaperOptions::set(self, name, text)
    }

    fn usual(&self) -> Options {
        PaperOptions::usual(self)
    }

    fn cycles(&self) -> Cycles {
        self.cycles
    }

    fn ghi(&self) -> Ghi {
        self.ghi
    }

    fn sums(&self) -> Sums {
        self.sums
    }

    fn cost(&self, game: impl FnOnce() -> (i32, i32)) -> (i32, i32) {
        if self.cost { game() } else { (0, 0) }
    }
}
