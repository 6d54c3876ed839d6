#![doc = include_str!("../README.md")]
//!
//! # How it is put together
//!
//! A [`Game`] has two parts besides its [`Rules`], which only make searches faster. [`Resources`] is for games in which OR owns
//! something apart from the board, more of which never hurts: one answer then serves many positions. [`Hints`] are
//! initial bounds, positions decided at sight, moves that share a fate. A game made out of another one is a
//! [`Wrapper`]: it says what is different, and all else is forwarded to the game inside.
//!
//! | engine | choose it when |
//! |---|---|
//! | [`Engine::Dfpn`] | nearly always: bounded memory, loops, transpositions; [`engines::parallel`] for threads |
//! | [`Engine::Pn`] | the tree is small and positions rarely meet; expands the fewest leaves of a tree |
//! | [`Engine::Pn2`] | as before, but the tree does not fit into memory |
//! | [`Engine::MonteCarlo`] | there is no evaluation, and games played at random tell something: first numbers from these |
//! | [`Engine::Cstar`] | only proofs are wanted: C*, also PN*; gives up on losses that go round in circles |
//! | [`Engine::Brute`] | there are few million positions and the shortest win is wanted; the oracle of the tests |
//! | [`ByThreats`] | AND could pass and a few orders of threats decide: λ-search |
//! | [`ByEvaluation`] | a good evaluation exists: outline first, exact proof at the end |
//!
//! **Techniques** are a file each in `src/techniques/`, with the trouble, the idea, the source and the switch on
//! top; switches are [`Options`] (`docs/OPTIONS.md`), sources `docs/REFERENCES.md`. None changes an answer.
//! **Truths** to compare with are in [`toy`]: graphs with a known answer, fixtures that trouble a search, small
//! games. [`proof`] turns an answer into claims that can be checked without any search. `tests/it/ground_truth.rs`
//! and `tsumugi-lab reproduce graphs` compare everything with everything. A search is a value that can be advanced and
//! continued ([`Search`]); none prints, reads the clock or starts a thread, except [`engines::parallel`].
#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod bounds;
pub mod engines;
mod game;
mod observer;
pub mod options;
mod outcome;
mod path;
mod plies;
mod policy;
pub mod proof;
mod search;
mod solve;
mod spread;
mod stats;
pub mod table;
mod techniques;
pub mod toy;

pub use bounds::{Bounds, add};
pub use game::{Decided, Game, Hints, Initial, Resource, Resources, Rules, Turn, Wrapper};
pub use observer::Observer;
pub use options::{OptionError, Options, PaperOptions};
pub use outcome::{GameValue, Outcome, StopReason};
pub use plies::Plies;
pub use policy::Policy;
pub use search::{Limits, Search, Status, drive};
pub use solve::{ByEvaluation, ByThreats, Engine, Start, solve};
pub use stats::Stats;
pub use table::Table;

/// The worked examples of the guides are tested.
#[cfg(doctest)]
mod guides {
    #[doc = include_str!("../../../docs/guide/researcher.md")]
    struct English;
    #[doc = include_str!("../../../docs/guide/researcher.ja.md")]
    struct Japanese;
}
