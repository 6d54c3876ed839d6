//! A mate problem whose first bounds and edge costs come from somebody else.

use tsumugi_andor::{Bounds, Decided, Hints, Initial, Plies, Wrapper};
use tsumugi_shogi::Move;
use tsumugi_tsume::learned::Look;
use tsumugi_tsume::{AttackerHand, TsumeGame};

/// Says what a position met for the first time looks like, and what a move costs.
pub trait Guide {
    /// First bounds of the game's current position, in which there is this to see, and so many plies are left.
    fn guess(&self, game: &TsumeGame, look: &Look, left: Plies) -> Bounds;

    /// What a move of the current position adds to (pn, dn).
    fn cost(&self, _game: &TsumeGame, _m: Move) -> (i32, i32) {
        (0, 0)
    }
}

/// A mate problem with its guide. Everything else is as [`TsumeGame`] has it.
#[derive(Debug)]
pub struct Guided<'a, G: ?Sized> {
    game: TsumeGame,
    guide: &'a G,
}

impl<'a, G: Guide + ?Sized> Guided<'a, G> {
    /// The problem of a game's current position.
    pub fn new(game: TsumeGame, guide: &'a G) -> Guided<'a, G> {
        Guided { game, guide }
    }
}

impl<G: ?Sized> Clone for Guided<'_, G> {
    fn clone(&self) -> Self {
        Guided { game: self.game.clone(), guide: self.guide }
    }
}

impl<G: Guide + ?Sized> Wrapper for Guided<'_, G> {
    type Inner = TsumeGame;
    const FAITHFUL: bool = true;

    fn inner(&self) -> &TsumeGame {
        &self.game
    }

    fn inner_mut(&mut self) -> &mut TsumeGame {
        &mut self.game
    }

    fn fork(&self, _: Option<Self>) -> Option<Self> {
        Some(self.clone())
    }

    /// Whichever guess is asked for, the guide's is given.
    fn look(&mut self, initial: Initial) -> Result<Decided<AttackerHand>, Bounds> {
        let left = match initial {
            Initial::Unit => return self.game.look(initial),
            Initial::Estimated => Plies::UNLIMITED,
            Initial::Learned(left) => left,
        };
        self.game.see().map_err(|look| self.guide.guess(&self.game, &look, left))
    }

    fn estimate(&mut self) -> Bounds {
        Wrapper::look(self, Initial::Estimated).err().unwrap_or(Bounds::UNIT)
    }

    fn cost(&self, m: Move) -> (i32, i32) {
        self.guide.cost(&self.game, m)
    }
}
