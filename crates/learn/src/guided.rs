//! A mate problem whose first bounds and edge costs come from somebody else.

use tsumugi_andor::{Bounds, Decided, Game, Turn};
use tsumugi_shogi::Move;
use tsumugi_tsume::learned::Look;
use tsumugi_tsume::{AttackerHand, TsumeGame};

/// Says what a position met for the first time looks like, and what a move costs.
pub trait Guide {
    /// First bounds of the game's current position, in which there is this to see.
    fn guess(&self, game: &TsumeGame, look: &Look) -> Bounds;

    /// What a move of the current position adds to (pn, dn).
    fn cost(&self, _game: &TsumeGame, _m: Move) -> (i32, i32) {
        (0, 0)
    }
}

/// A mate problem with its guide. Everything else is as [`TsumeGame`] has it.
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

impl<G: Guide + ?Sized> Game for Guided<'_, G> {
    type Move = Move;
    type Resource = AttackerHand;

    fn turn(&self) -> Turn {
        self.game.turn()
    }

    fn moves(&self, out: &mut Vec<Move>) {
        self.game.moves(out);
    }

    fn play(&mut self, m: Move) {
        self.game.play(m);
    }

    fn undo(&mut self) {
        self.game.undo();
    }

    fn key(&self) -> u64 {
        self.game.key()
    }

    fn resource(&self) -> AttackerHand {
        self.game.resource()
    }

    fn place_after(&self, m: Move) -> Option<(u64, AttackerHand)> {
        self.game.place_after(m)
    }

    fn set_resource(&mut self, resource: AttackerHand) -> bool {
        self.game.set_resource(resource)
    }

    fn decided(&mut self) -> Option<Decided<AttackerHand>> {
        self.game.decided()
    }

    fn estimate(&mut self) -> Bounds {
        self.look().err().unwrap_or(Bounds::UNIT)
    }

    fn look(&mut self) -> Result<Decided<AttackerHand>, Bounds> {
        self.game.see().map_err(|look| self.guide.guess(&self.game, &look))
    }

    fn cost(&self, m: Move) -> (i32, i32) {
        self.guide.cost(&self.game, m)
    }

    fn classes(&self, moves: &[Move], classes: &mut [u16]) {
        self.game.classes(moves, classes);
    }

    fn delays(&self, moves: &[Move], after: &mut [Option<u16>]) {
        self.game.delays(moves, after);
    }

    fn move_bits(m: Move) -> u32 {
        TsumeGame::move_bits(m)
    }

    fn alike(&self, a: Move, b: Move) -> bool {
        self.game.alike(a, b)
    }

    fn similar(&self, out: &mut Vec<(u64, AttackerHand)>) {
        self.game.similar(out);
    }

    fn fork(&self) -> Option<Self> {
        Some(Guided { game: self.game.fork()?, guide: self.guide })
    }

    fn won_resource(&self) -> AttackerHand {
        self.game.won_resource()
    }

    fn lost_resource(&self) -> AttackerHand {
        self.game.lost_resource()
    }

    fn proof_before(&self, m: Move, after: AttackerHand) -> AttackerHand {
        self.game.proof_before(m, after)
    }

    fn proof_join(&self, replies: &[(Move, AttackerHand)]) -> AttackerHand {
        self.game.proof_join(replies)
    }

    fn disproof_before(&self, m: Move, after: AttackerHand) -> AttackerHand {
        self.game.disproof_before(m, after)
    }

    fn disproof_join(&self, tries: &[(Move, AttackerHand)]) -> AttackerHand {
        self.game.disproof_join(tries)
    }
}
