//! The narrow class (狭義): an interposition is futile if the mate goes on with the same moves as without it.
//!
//! After the piece was taken and handed back, the position stands beside its twin: the position before the interposition,
//! in which the slider is still where it was. The attacker's moves must be there in both, the defender must have no reply
//! that it lacks in the twin, and the mate must come in time in both. They are one again as soon as the slider has moved
//! to the same square.

use super::{Blocked, Counted, CountedGame, How, slider_captures};
use crate::game::TsumeGame;
use crate::hands::AttackerHand;
use std::sync::Arc;
use tsumugi_andor::{Hints, Resources, Rules};
use tsumugi_shogi::{Move, Square};

/// The position as it would be without an interposition whose piece was handed back.
#[derive(Clone)]
pub(super) struct Twin {
    game: Arc<TsumeGame>,
    /// Where the slider is in the twin,
    from: Square,
    /// and where it is after its capture.
    at: Square,
    /// No move was played since.
    fresh: bool,
}

impl Twin {
    /// The twin of the position after this capture.
    fn new(origin: Arc<TsumeGame>, from: Square, at: Square) -> Twin {
        Twin { game: origin, from, at, fresh: true }
    }

    pub(super) fn game(&self) -> &TsumeGame {
        &self.game
    }

    /// What another interposition against the same check is compared with.
    pub(super) fn origin(&self) -> Option<Arc<TsumeGame>> {
        self.fresh.then(|| self.game.clone())
    }

    /// A part of the key of both together.
    pub(super) fn key(&self) -> u64 {
        let spread = if self.fresh { 0xA54F_F53A_5F1D_36F1 } else { 0x510E_527F_ADE6_82D1_u64 };
        self.game.key().wrapping_mul(spread).rotate_left(29)
    }

    pub(super) fn is_same_as(&self, game: &TsumeGame) -> bool {
        self.game.key() == game.key()
    }

    fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        moves
    }

    /// The move of the twin, among these, that is the same: the same piece goes to the same square and stands there alike.
    fn same(&self, game: &TsumeGame, m: Move, moves: &[Move]) -> Option<Move> {
        let key_after = |game: &TsumeGame, m: Move| game.place_after(m).map(|(key, _)| key);
        if m.from() == Some(self.at) {
            let same = |other: &&Move| {
                other.from() == Some(self.from)
                    && other.to() == m.to()
                    && key_after(&self.game, **other) == key_after(game, m)
            };
            return moves.iter().find(same).copied();
        }
        let elsewhere = m.to() != self.at && m.to() != self.from;
        moves.contains(&m).then_some(m).filter(|_| elsewhere)
    }

    /// The twin after a move of its own.
    fn after(&self, m: Move, hands_back: bool) -> Twin {
        let mut game = TsumeGame::clone(&self.game);
        let held: AttackerHand = game.resource();
        game.play(m);
        if hands_back {
            game.set_resource(held);
        }
        Twin { game: Arc::new(game), fresh: false, ..*self }
    }
}

impl CountedGame {
    /// The attacker's checks that are there in both, first those that hand back what was interposed.
    pub(super) fn checks_in_both(&self, twin: &Twin) -> Vec<Counted> {
        let theirs = twin.moves();
        let is_in_both = |Counted { m, how }: &Counted| match (how, &self.blocked) {
            (How::HandsBack, Some(Blocked { origin: Some(_), .. })) => true,
            (How::HandsBack, Some(Blocked { square, origin: None })) => {
                let captures = slider_captures(&twin.game, *square, &theirs);
                twin.same(&self.game, *m, &captures).is_some()
            }
            _ => twin.same(&self.game, *m, &theirs).is_some(),
        };
        let mut checks = self.checks();
        checks.retain(is_in_both);
        checks
    }

    /// The replies in both, and in the twin alone; or one that is new. What is left out in both is not asked for. Replies to
    /// the interposed check itself are asked for where it was given.
    pub(super) fn replies_in_both(&self, twin: &Twin) -> Vec<Counted> {
        let (mut ours, theirs) = (Vec::new(), twin.moves());
        self.game.moves(&mut ours);
        let left_out = |game: &TsumeGame| -> Vec<Move> {
            self.left_out_in(game, true).iter().map(|out| out.reply).collect()
        };
        let (ours_out, theirs_out) = (left_out(&self.game), left_out(&twin.game));
        let is_same = |m: Move| twin.same(&self.game, m, &theirs).is_some();
        let is_new = |m: &&Move| !is_same(**m) && !ours_out.contains(m);
        if let Some(&m) = ours.iter().find(is_new) {
            return vec![Counted { m, how: How::New }];
        }
        let counts = |m: &Move| !(ours_out.contains(m) && theirs_out.contains(m));
        let both = ours.iter().filter(|m| is_same(**m) && counts(m));
        let theirs_only = theirs.iter().filter(|m| {
            let in_both = ours.contains(m) && is_same(**m);
            !twin.fresh && !in_both && !theirs_out.contains(m)
        });
        let both = both.map(|&m| Counted { m, how: How::Plain });
        both.chain(theirs_only.map(|&m| Counted { m, how: How::WithoutOnly })).collect()
    }

    /// Goes on with the twin alone.
    pub(super) fn leave_for(&mut self, twin: &Twin) {
        let left = std::mem::replace(&mut self.game, TsumeGame::clone(&twin.game));
        if let Some(before) = self.before.last_mut() {
            before.left = Some(left);
        }
    }

    /// The twin after a move that is about to be played, if there is one then.
    pub(super) fn twin_after(&self, m: Move, how: How, blocked: Option<&Blocked>) -> Option<Twin> {
        let origin = blocked.and_then(|blocked| blocked.origin.clone());
        match (how, origin, &self.twin) {
            (How::HandsBack, Some(origin), twin) => {
                let from = twin.as_ref().map_or(m.from()?, |twin| twin.from);
                Some(Twin::new(origin, from, m.to()))
            }
            (_, _, Some(twin)) => {
                let same = twin.same(&self.game, m, &twin.moves())?;
                Some(twin.after(same, how == How::HandsBack))
            }
            _ => None,
        }
    }
}
