//! What the counted game says of other hands, and what helps to search it.

use super::{Counted, CountedGame, How, interposes};
use crate::hands::AttackerHand;
use tsumugi_andor::{Bounds, Decided, Hints, Initial, Plies, Resources};
use tsumugi_shogi::Move;

fn plain(moves: &[Counted]) -> Vec<Move> {
    moves.iter().map(|counted| counted.m).collect()
}

fn plain_pairs(pairs: &[(Counted, AttackerHand)]) -> Vec<(Move, AttackerHand)> {
    let counted = pairs.iter().filter(|(counted, _)| counted.how == How::Plain);
    counted.map(|&(counted, hand)| (counted.m, hand)).collect()
}

impl CountedGame {
    /// Is a position with the defender to move a mate with this hand only, as far as is known? With less in hand, fewer
    /// replies might be left out.
    fn is_won_by_this_hand(&self) -> bool {
        self.of_this_hand_only() || !self.left_out_in(&self.game, false).is_empty()
    }
}

#[deny(clippy::missing_trait_methods)]
impl Resources for CountedGame {
    type Resource = AttackerHand;

    fn resource(&self) -> AttackerHand {
        self.own()
    }

    fn set_resource(&mut self, hand: AttackerHand) -> bool {
        // A twin would have to follow.
        if self.compares() { hand == self.own() } else { self.game.set_resource(hand) }
    }

    fn won_resource(&self) -> AttackerHand {
        if self.is_won_by_this_hand() { self.own() } else { self.game.won_resource() }
    }

    fn lost_resource(&self) -> AttackerHand {
        if self.compares() { self.own() } else { self.game.lost_resource() }
    }

    fn proof_before(&self, Counted { m, how }: Counted, after: AttackerHand) -> AttackerHand {
        match how {
            _ if self.compares() => self.own(),
            How::HandsBack => after,
            _ => self.game.proof_before(m, after),
        }
    }

    fn proof_join(&self, replies: &[(Counted, AttackerHand)]) -> AttackerHand {
        if self.is_won_by_this_hand() {
            return self.own();
        }
        self.game.proof_join(&plain_pairs(replies))
    }

    fn disproof_before(&self, Counted { m, .. }: Counted, after: AttackerHand) -> AttackerHand {
        if self.compares() { self.own() } else { self.game.disproof_before(m, after) }
    }

    fn disproof_join(&self, tries: &[(Counted, AttackerHand)]) -> AttackerHand {
        if self.compares() {
            return self.own();
        }
        let AttackerHand(counted) = self.game.disproof_join(&plain_pairs(tries));
        let handed_back = tries.iter().filter(|(counted, _)| counted.how == How::HandsBack);
        AttackerHand(handed_back.fold(counted, |most, (_, AttackerHand(hand))| most.min(*hand)))
    }
}

/// A move may count for nothing or for two, and a capture may hand its piece back. So what the game says about plies does
/// not hold, and keys and moves are translated.
#[deny(clippy::missing_trait_methods)]
impl Hints for CountedGame {
    fn place_after(&self, Counted { m, how }: Counted) -> Option<(u64, AttackerHand)> {
        if self.compares() {
            return None;
        }
        let (key, hand) = self.game.place_after(m)?;
        let blocked = interposes(&self.game, m).then(|| m.to());
        let hand = if how == How::HandsBack { self.own() } else { hand };
        Some((key ^ self.salt(blocked), hand))
    }

    fn decided(&mut self) -> Option<Decided<AttackerHand>> {
        if self.failed {
            return Some(Decided::Loss(self.own()));
        }
        let decided = self.game.decided().map(|decided| match decided {
            Decided::Win(rank, hand) => Decided::Win(rank + self.blocked.is_some() as u32, hand),
            loss => loss,
        });
        match (decided.or_else(|| self.known())?, &self.twin) {
            // A mate here need not be one of the twin with the same moves.
            (Decided::Win(..), Some(_)) => None,
            (decided, _) => Some(decided),
        }
    }

    fn estimate(&mut self) -> Bounds {
        self.game.estimate()
    }

    /// The learned guess is about the strict game, in which a mate by a piece handed back is none.
    fn look(&mut self, initial: Initial) -> Result<Decided<AttackerHand>, Bounds> {
        match (self.decided(), initial) {
            (Some(decided), _) => Ok(decided),
            (None, Initial::Unit) => Err(Bounds::UNIT),
            (None, Initial::Learned(left)) if !left.is_unlimited() => {
                let guess = self.estimate();
                Err(self.estimate_in_time(guess))
            }
            (None, Initial::Estimated | Initial::Learned(_)) => Err(self.estimate()),
        }
    }

    fn estimate_in_time(&mut self, guess: Bounds) -> Bounds {
        self.game.estimate_in_time(guess)
    }

    /// Where the strict game says that no mate is in time, one may be: an interposition and the capture that hands the
    /// piece back cost nothing.
    fn decided_in_time(&mut self, _plies: Plies) -> Option<Decided<AttackerHand>> {
        None
    }

    fn foresight(&self) -> Plies {
        Plies::ZERO
    }

    fn cost(&self, Counted { m, .. }: Counted) -> (i32, i32) {
        self.game.cost(m)
    }

    fn classes(&self, moves: &[Counted], classes: &mut [u16]) {
        self.game.classes(&plain(moves), classes);
    }

    fn delays(&self, moves: &[Counted], after: &mut [Option<u16>]) {
        self.game.delays(&plain(moves), after);
    }

    /// A capture that hands its piece back probably does not fail like the others, so none waits for another.
    fn doubts(&self, _: &mut [Counted], _: &mut [Option<u16>]) {}

    fn alike(&self, a: Counted, b: Counted) -> bool {
        self.game.alike(a.m, b.m)
    }

    /// The same positions under the keys they have here, with the same square interposed on.
    fn similar(&self, out: &mut Vec<(u64, AttackerHand)>) {
        if self.compares() {
            return;
        }
        let (first, blocked) = (out.len(), self.blocked.as_ref().map(|blocked| blocked.square));
        self.game.similar(out);
        for (key, _) in &mut out[first..] {
            *key ^= self.salt(blocked);
        }
    }

    /// Only df-pn searches here, which does not ask.
    fn similar_far(&self, _: usize, _: &mut Vec<(u64, AttackerHand)>) {}

    fn futile(&self, m: Counted) -> bool {
        self.game.futile(m.m)
    }

    fn fork(&self, _: Option<CountedGame>) -> Option<CountedGame> {
        Some(self.clone())
    }
}
