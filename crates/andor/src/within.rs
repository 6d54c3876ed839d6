//! A game with a limit of plies: does OR win within n?

use crate::game::{Decided, Game};
use crate::{Bounds, Turn};

/// The game `G`, in which OR must have won after at most so many plies.
///
/// Positions with different plies left are different, so there are no loops. An answer of `Proved` is a win of
/// the game itself; `Disproved` says only that it takes longer.
pub struct Within<G> {
    game: G,
    left: u32,
}

impl<G: Game> Within<G> {
    /// From the game's current position, within `plies`.
    pub fn new(game: G, plies: u32) -> Within<G> {
        Within { game, left: plies }
    }

    /// Gives the game back.
    pub fn into_game(self) -> G {
        self.game
    }
}

impl<G: Game> Game for Within<G> {
    type Move = G::Move;
    type Resource = G::Resource;

    fn turn(&self) -> Turn {
        self.game.turn()
    }

    fn moves(&self, out: &mut Vec<G::Move>) {
        self.game.moves(out);
    }

    fn play(&mut self, m: G::Move) {
        self.game.play(m);
        // `decided` stops every line before this would pass below 0.
        self.left = self.left.saturating_sub(1);
    }

    fn undo(&mut self) {
        self.game.undo();
        self.left += 1;
    }

    fn key(&self) -> u64 {
        self.game.key() ^ (self.left as u64 + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15)
    }

    fn resource(&self) -> G::Resource {
        self.game.resource()
    }

    fn decided(&mut self) -> Option<Decided<G::Resource>> {
        if self.left == 0 {
            // Won only if it is over already.
            let mut moves = Vec::new();
            self.game.moves(&mut moves);
            let resource = self.game.resource();
            return Some(match self.game.turn() {
                Turn::And if moves.is_empty() => Decided::Win(0, resource),
                _ => Decided::Loss(resource),
            });
        }
        match self.game.decided() {
            Some(Decided::Win(plies, _)) if plies > self.left => None,
            decided => decided,
        }
    }

    fn estimate(&mut self) -> Bounds {
        self.game.estimate()
    }

    fn cost(&self, m: G::Move) -> (u32, u32) {
        self.game.cost(m)
    }
}
