//! Restorations (原型復帰型): interpositions that are taken, after which the attacker brings everything back to where it
//! was, one piece the richer. Composers disagree whether their plies count; see `docs/RULES.md` 12.

use super::slider_captures;
use crate::game::TsumeGame;
use crate::hands::AttackerHand;
use tsumugi_andor::{Hints, Rules, Turn};
use tsumugi_shogi::{Hand, Move};

/// The most checks after the capture that may be needed to bring everything back.
pub(crate) const CHECKS: u32 = 2;

/// After this interposition: the slider's capture after which the attacker, keeping what it took, can force the same
/// board back.
///
/// It is a piece the richer each time, so this does not go on for ever, and what is a mate without such interpositions
/// is one with them.
pub(crate) fn restoring_capture(game: &TsumeGame, interposition: Move) -> Option<Move> {
    let goal = game.key();
    let mut game = game.clone();
    game.play(interposition);
    let mut checks = Vec::new();
    game.moves(&mut checks);
    slider_captures(&game, interposition.to(), &checks).into_iter().find(|&capture| {
        let Some((_, AttackerHand(hand))) = game.place_after(capture) else { return false };
        game.play(capture);
        let forced = Back { goal, hand }.is_forced(&mut game, CHECKS);
        game.undo();
        forced
    })
}

/// What is to be brought back: the board with the defender to move, the attacker holding at least this.
struct Back {
    goal: u64,
    hand: Hand,
}

impl Back {
    /// With the defender to move: whatever it replies, is everything back within this many checks?
    fn is_forced(&self, game: &mut TsumeGame, checks: u32) -> bool {
        debug_assert!(game.turn() == Turn::And);
        let mut replies = Vec::new();
        game.moves(&mut replies);
        // A mate on the way is another matter.
        !replies.is_empty()
            && replies.into_iter().all(|reply| {
                game.play(reply);
                let forced = self.is_reached(game, checks);
                game.undo();
                forced
            })
    }

    /// With the attacker to move: does a check bring everything back, now or within this many?
    fn is_reached(&self, game: &mut TsumeGame, checks: u32) -> bool {
        let mut moves = Vec::new();
        game.moves(&mut moves);
        let back = |m: &Move| {
            let after = game.place_after(*m);
            after.is_some_and(|(key, AttackerHand(hand))| key == self.goal && hand.covers(self.hand))
        };
        if moves.iter().any(back) {
            return true;
        }
        checks > 1
            && moves.into_iter().any(|m| {
                game.play(m);
                let forced = self.is_forced(game, checks - 1);
                game.undo();
                forced
            })
    }
}
