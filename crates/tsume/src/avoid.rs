//! The same mate problem with some positions out of bounds: does the attacker mate without passing through them?
//!
//! Asked with the positions of a main line, this tells a second solution (余詰) from a way back into the first
//! one. A position is out of bounds with its hand and with any smaller one, so that more in hand still never hurts
//! the attacker. Where a proof touches a board that is out of bounds with some hand, it is claimed for no smaller
//! hand than the one it was found with.

use crate::game::TsumeGame;
use crate::hands::AttackerHand;
use std::collections::HashMap;
use std::sync::Arc;
use tsumugi_andor::{Bounds, Decided, Game, Turn};
use tsumugi_shogi::{Hand, Move};

/// Positions the attacker must keep out of.
#[derive(Clone, Debug)]
pub(crate) struct Forbidden {
    /// By key, the hands with which the attacker must not be there.
    hands: Arc<HashMap<u64, Vec<Hand>>>,
    /// Tells questions with other positions forbidden apart in a shared table.
    salt: u64,
}

impl Forbidden {
    /// The positions of a line, from the game's current one to the last: those with the attacker to move, and
    /// the mate at the end.
    pub(crate) fn line(mut game: TsumeGame, line: &[Move]) -> Forbidden {
        let mut hands: HashMap<u64, Vec<Hand>> = HashMap::new();
        let mut salt = 0xA076_1D64_78BD_642F_u64;
        let mut add = |game: &TsumeGame| {
            let AttackerHand(hand) = game.resource();
            hands.entry(game.key()).or_default().push(hand);
            salt = (salt ^ game.key()).rotate_left(23).wrapping_mul(0x9E37_79B9_7F4A_7C15);
            salt = (salt ^ u64::from(hand.to_bits())).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        };
        for (i, &m) in line.iter().enumerate() {
            if game.turn() == Turn::Or {
                add(&game);
            }
            game.play(m);
            if i + 1 == line.len() {
                add(&game);
            }
        }
        Forbidden { hands: Arc::new(hands), salt }
    }

    /// A hand at least as large as this one with which the place is forbidden.
    fn hand(&self, key: u64, hand: Hand) -> Option<Hand> {
        self.hands.get(&key)?.iter().copied().find(|forbidden| forbidden.covers(hand))
    }

    fn touches(&self, key: u64) -> bool {
        self.hands.contains_key(&key)
    }
}

/// A mate problem whose attacker must keep out of some positions.
#[derive(Clone, Debug)]
pub(crate) struct Avoiding {
    game: TsumeGame,
    forbidden: Forbidden,
}

impl Avoiding {
    /// The problem of a game's current position.
    pub(crate) fn new(game: TsumeGame, forbidden: Forbidden) -> Avoiding {
        Avoiding { game, forbidden }
    }

    /// If the attacker is where it must not be: the largest hand known with which that is so.
    fn out(&self) -> Option<AttackerHand> {
        let AttackerHand(own) = self.game.resource();
        self.forbidden.hand(self.game.key(), own).map(AttackerHand)
    }

    /// Where an attacker's move leads, and with which hand.
    fn after(&self, m: Move) -> (u64, Hand) {
        match self.game.place_after(m) {
            Some((key, AttackerHand(hand))) => (key, hand),
            None => (0, Hand::EMPTY),
        }
    }

    /// May the attacker play this?
    fn keeps_out(&self, m: Move) -> bool {
        let (key, hand) = self.after(m);
        self.forbidden.hand(key, hand).is_none()
    }

    /// Is this board, or the one after the move, forbidden with some hand?
    fn touches(&self, m: Move) -> bool {
        self.forbidden.touches(self.game.key()) || self.forbidden.touches(self.after(m).0)
    }

    /// Is there a check that some hand forbids?
    fn has_touching_check(&self) -> bool {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        moves.into_iter().any(|m| self.touches(m))
    }
}

impl Game for Avoiding {
    type Move = Move;
    type Resource = AttackerHand;

    fn turn(&self) -> Turn {
        self.game.turn()
    }

    /// An attacker where it must not be has no move, and so has failed.
    fn moves(&self, out: &mut Vec<Move>) {
        if self.turn() == Turn::And {
            return self.game.moves(out);
        }
        if self.out().is_none() {
            self.game.moves(out);
            out.retain(|&m| self.keeps_out(m));
        }
    }

    fn play(&mut self, m: Move) {
        self.game.play(m);
    }

    fn undo(&mut self) {
        self.game.undo();
    }

    fn key(&self) -> u64 {
        self.game.key() ^ self.forbidden.salt
    }

    fn resource(&self) -> AttackerHand {
        self.game.resource()
    }

    fn place_after(&self, m: Move) -> Option<(u64, AttackerHand)> {
        let (key, hand) = self.game.place_after(m)?;
        Some((key ^ self.forbidden.salt, hand))
    }

    fn set_resource(&mut self, hand: AttackerHand) -> bool {
        self.game.set_resource(hand)
    }

    fn decided(&mut self) -> Option<Decided<AttackerHand>> {
        if self.turn() == Turn::And {
            return self.game.decided();
        }
        if let Some(hand) = self.out() {
            return Some(Decided::Loss(hand));
        }
        if let Some(mate) = self.game.position().clone().mate_in_one() {
            let hand = if self.touches(mate.m) { self.resource() } else { AttackerHand(mate.hand) };
            // If this mate is the forbidden one, another may be left: its moves will tell.
            return self.keeps_out(mate.m).then_some(Decided::Win(1, hand));
        }
        self.game.decided()
    }

    fn estimate(&mut self) -> Bounds {
        self.game.estimate()
    }

    fn cost(&self, m: Move) -> (i32, i32) {
        self.game.cost(m)
    }

    fn classes(&self, moves: &[Move], classes: &mut [u16]) {
        self.game.classes(moves, classes);
    }

    fn delays(&self, moves: &[Move], after: &mut [Option<u16>]) {
        self.game.delays(moves, after);
    }

    fn doubts(&self, moves: &mut [Move], after: &mut [Option<u16>]) {
        self.game.doubts(moves, after);
    }

    fn move_bits(m: Move) -> u32 {
        TsumeGame::move_bits(m)
    }

    fn alike(&self, a: Move, b: Move) -> bool {
        self.game.alike(a, b)
    }

    fn won_resource(&self) -> AttackerHand {
        self.game.won_resource()
    }

    fn lost_resource(&self) -> AttackerHand {
        match self.out() {
            Some(hand) => hand,
            None if self.has_touching_check() => self.resource(),
            None => self.game.lost_resource(),
        }
    }

    fn proof_before(&self, m: Move, after: AttackerHand) -> AttackerHand {
        if self.touches(m) { self.resource() } else { self.game.proof_before(m, after) }
    }

    fn proof_join(&self, replies: &[(Move, AttackerHand)]) -> AttackerHand {
        self.game.proof_join(replies)
    }

    fn disproof_before(&self, m: Move, after: AttackerHand) -> AttackerHand {
        self.game.disproof_before(m, after)
    }

    fn disproof_join(&self, tries: &[(Move, AttackerHand)]) -> AttackerHand {
        if self.has_touching_check() { self.resource() } else { self.game.disproof_join(tries) }
    }
}
