//! The front door: a game, an engine by name, limits, and an answer.

use crate::engines::brute::Brute;
use crate::engines::cstar::{Cstar, CstarOptions};
use crate::engines::dfpn::Dfpn;
use crate::engines::lambda::{Lambda, LambdaGame};
use crate::engines::montecarlo::MonteCarlo;
use crate::engines::pn::{Pn, PnOptions};
use crate::engines::pn2::{Pn2, Pn2PaperOptions};
use crate::engines::pseudo::{EvaluatedGame, Pseudo};
use crate::game::Game;
use crate::{Limits, Observer, Outcome, PaperOptions, Search, Table, drive};
use std::sync::Arc;

/// Starts a search on games of type `G`: an [`Engine`], [`ByThreats`] or [`ByEvaluation`].
pub trait Start<G: Game> {
    /// A search of the game's current position that keeps to about `bytes` of memory.
    fn start<'a>(&self, game: G, options: &PaperOptions, bytes: usize) -> Box<dyn Search + 'a>
    where
        G: 'a;
}

/// The engines that work on every game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Engine {
    /// Looks at everything: exact shortest wins, small games only. The oracle of the others.
    Brute,
    /// Best-first proof-number search in memory.
    Pn,
    /// The same with a second search at each leaf, for much larger trees in the same memory.
    Pn2,
    /// Best-first proof-number search whose first numbers come from random games.
    MonteCarlo,
    /// C*, also known as PN*: iterative deepening on the proof number. Proves wins; gives up on losses
    /// that go round in circles.
    Cstar,
    /// Depth-first proof-number search: the one to use.
    Dfpn,
}

impl Engine {
    /// Every engine with its name.
    pub const ALL: [(Engine, &'static str); 6] = [
        (Engine::Brute, "brute"),
        (Engine::Pn, "pn"),
        (Engine::Pn2, "pn2"),
        (Engine::MonteCarlo, "mcpn"),
        (Engine::Cstar, "cstar"),
        (Engine::Dfpn, "dfpn"),
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        Engine::ALL.iter().find(|(engine, _)| *engine == self).map_or("", |(_, name)| name)
    }

    /// The engine of this name.
    pub fn from_name(name: &str) -> Option<Engine> {
        Engine::ALL.iter().find(|(_, known)| *known == name).map(|(engine, _)| *engine)
    }
}

/// Bytes an engine needs for a position, roughly, from which its limit of positions follows. Less: it takes more memory than
/// it was given. More: it gives up with memory left.
const BYTES_A_POSITION: usize = 64;

/// Positions an engine may always have. Fewer: with hardly any memory not even toys are solved. More: the memory given is
/// exceeded by more than anybody would forgive.
const LEAST_POSITIONS: usize = 1 << 10;

/// Options of a best-first search that keeps at most this many positions.
fn within(positions: usize) -> PnOptions {
    PnOptions { nodes: positions, ..PnOptions::default() }
}

impl<G: Game> Start<G> for Engine {
    fn start<'a>(&self, game: G, options: &PaperOptions, bytes: usize) -> Box<dyn Search + 'a>
    where
        G: 'a,
    {
        let positions = (bytes / BYTES_A_POSITION).max(LEAST_POSITIONS);
        match self {
            Engine::Brute => Box::new(Brute::new(game).with_max_positions(positions)),
            Engine::Pn => Box::new(Pn::new(game, options, within(positions))),
            Engine::MonteCarlo => Box::new(MonteCarlo::new(game, options, within(positions))),
            Engine::Pn2 => Box::new(Pn2::new(
                game,
                options,
                Pn2PaperOptions { nodes: positions, ..Pn2PaperOptions::default() },
            )),
            Engine::Cstar => Box::new(Cstar::new(game, options, CstarOptions::default().within(bytes))),
            Engine::Dfpn => Box::new(Dfpn::new(game, *options, Arc::new(Table::with_bytes(bytes)))),
        }
    }
}

/// λ-search, for games in which AND can pass.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ByThreats;

impl<G: LambdaGame> Start<G> for ByThreats {
    fn start<'a>(&self, game: G, options: &PaperOptions, bytes: usize) -> Box<dyn Search + 'a>
    where
        G: 'a,
    {
        Box::new(Lambda::new(game, *options, Arc::new(Table::with_bytes(bytes))))
    }
}

/// Evaluation thresholds, for games that can evaluate a position; the first threshold.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ByEvaluation(pub i32);

impl<G: EvaluatedGame> Start<G> for ByEvaluation {
    fn start<'a>(&self, game: G, _: &PaperOptions, _: usize) -> Box<dyn Search + 'a>
    where
        G: 'a,
    {
        Box::new(Pseudo::new(game, self.0))
    }
}

/// Solves the game's current position with any engine, in about `bytes` of memory.
///
/// ```
/// use tsumugi_andor::toy::fixtures;
/// use tsumugi_andor::{Engine, Limits, PaperOptions, solve};
///
/// let game = fixtures::ghi().game();
/// let outcome = solve(game, &Engine::Dfpn, &PaperOptions::default(), 1 << 20, &Limits::default(), &mut ());
/// assert_eq!(outcome.verdict.answer(), Some(true));
/// ```
pub fn solve<G: Game>(
    game: G,
    engine: &impl Start<G>,
    options: &PaperOptions,
    bytes: usize,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Outcome {
    drive(&mut *engine.start(game, options, bytes), limits, observer)
}
