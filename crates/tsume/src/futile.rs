//! Futile interpositions (無駄合) do not count: the conventional length of `docs/RULES.md` 12 as an AND/OR game.
//!
//! The defender's reply that puts a piece between a checking slider X and its king costs no ply at first. What it
//! costs is the attacker's choice: if X takes the piece *and hands it back*, nothing was lost, nothing is counted,
//! and the defender is to move again; any other check costs two plies, its own and the reply's. So a mate within n
//! counted plies is a win of this game within n, and the search for a limit of plies finds conventional lengths as it
//! finds strict ones.
//!
//! A position after such a reply is a position of its own for the table: its key names the square.
//!
//! If restorations are not to count either, replies of that class are no moves of this game.

use crate::game::TsumeGame;
use crate::hands::AttackerHand;
use crate::restoration::restoring_capture;
use std::sync::Arc;
use tsumugi_andor::Plies;
use tsumugi_andor::table::Found;
use tsumugi_andor::{Bounds, Decided, Hints, Initial, Resources, Rules, Table, Turn};
use tsumugi_shogi::attacks::between;
use tsumugi_shogi::{Move, Square};

/// A move of the counted game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Counted {
    pub(crate) m: Move,
    /// The slider takes what was put in its way, and hands it back.
    pub(crate) hands_back: bool,
}

/// A mate problem in which futile interpositions do not count.
///
/// A clone begins where it was made, as with [`TsumeGame`].
pub(crate) struct CountedGame {
    game: TsumeGame,
    /// What is known strictly: a mate is one by convention too, and what is no mate at all is none by convention.
    strict: Arc<Table<AttackerHand>>,
    /// Are restorations left out?
    free_restorations: bool,
    /// The square just interposed on.
    blocked: Option<Square>,
    /// For each move played: the square before it, and whether it handed a piece back.
    before: Vec<(Option<Square>, bool)>,
}

impl Clone for CountedGame {
    fn clone(&self) -> CountedGame {
        let (game, strict) = (self.game.clone(), self.strict.clone());
        CountedGame { game, strict, before: Vec::new(), ..*self }
    }
}

/// Tells positions of this game from those of the strict one in a shared table.
const COUNTED: u64 = 0x6A09_E667_F3BC_C908;

/// Tells positions of the game without restorations from those of the one with them.
const FREE: u64 = 0xBB67_AE85_84CA_A73B;

impl CountedGame {
    pub(crate) fn new(
        game: TsumeGame,
        strict: Arc<Table<AttackerHand>>,
        free_restorations: bool,
    ) -> CountedGame {
        CountedGame { game, strict, free_restorations, blocked: None, before: Vec::new() }
    }

    /// The replies that are left out because everything is brought back after them, each with the capture that does.
    pub(crate) fn restorations(&self) -> Vec<(Move, Move)> {
        if !self.free_restorations || self.turn() == Turn::Or {
            return vec![];
        }
        let mut replies = Vec::new();
        self.game.moves(&mut replies);
        let restored = |&r: &Move| Some((r, restoring_capture(&self.game, r)?));
        replies.iter().filter(|&&r| self.interposes(r)).filter_map(restored).collect()
    }

    /// Is this a reply that puts a piece between the only checking piece and the king?
    pub(crate) fn interposes(&self, m: Move) -> bool {
        let position = self.game.position();
        let checkers = position.checkers();
        let (Some(checker), Some(king)) = (checkers.first(), position.king(self.game.defender()))
        else {
            return false;
        };
        self.game.turn() == Turn::And
            && !checkers.many()
            && m.from() != Some(king)
            && between(king, checker).has(m.to())
    }

    /// The slider's captures on the square just interposed on, handing the piece back.
    fn captures(&self, checks: &[Move]) -> Vec<Counted> {
        let Some(square) = self.blocked else { return vec![] };
        let captures = slider_captures(&self.game, square, checks).into_iter();
        captures.map(|m| Counted { m, hands_back: true }).collect()
    }

    fn salt(&self, blocked: Option<Square>) -> u64 {
        let number = blocked.map_or(0, |square| square.index() as u64 + 1);
        let game = if self.free_restorations { FREE } else { COUNTED };
        game.wrapping_add(number.wrapping_mul(0x9E37_79B9_7F4A_7C15))
    }

    fn own(&self) -> AttackerHand {
        self.game.resource()
    }

    /// What the strict search knows.
    fn known(&self) -> Option<Decided<AttackerHand>> {
        let found = self.strict.look_up(self.game.key(), self.own(), true);
        let Found::Entry(entry) = found else { return None };
        if entry.bounds.is_proved() {
            return Some(Decided::Win(entry.rank + self.blocked.is_some() as u32, entry.resource));
        }
        (entry.bounds.is_disproved() && entry.rank.is_unlimited())
            .then_some(Decided::Loss(entry.resource))
    }
}

/// Of these checks, the captures on a square just interposed on by the slider that gave check before.
pub(crate) fn slider_captures(game: &TsumeGame, square: Square, checks: &[Move]) -> Vec<Move> {
    let position = game.position();
    let Some(king) = position.king(game.defender()) else { return vec![] };
    let is_slider = |from: Square| {
        let way = between(king, from);
        way.has(square) && (way & position.occupied()).count() == 1
    };
    let takes = |m: &&Move| m.to() == square && m.from().is_some_and(is_slider);
    checks.iter().filter(takes).copied().collect()
}

fn plain(moves: &[Counted]) -> Vec<Move> {
    moves.iter().map(|counted| counted.m).collect()
}

fn plain_pairs(pairs: &[(Counted, AttackerHand)]) -> Vec<(Move, AttackerHand)> {
    let counted = pairs.iter().filter(|(counted, _)| !counted.hands_back);
    counted.map(|&(counted, hand)| (counted.m, hand)).collect()
}

#[deny(clippy::missing_trait_methods)]
impl Rules for CountedGame {
    type Move = Counted;

    fn turn(&self) -> Turn {
        self.game.turn()
    }

    fn moves(&self, out: &mut Vec<Counted>) {
        let mut moves = Vec::new();
        self.game.moves(&mut moves);
        match self.turn() {
            Turn::Or => out.extend(self.captures(&moves)),
            Turn::And => {
                let restored = self.restorations();
                moves.retain(|m| !restored.iter().any(|(reply, _)| reply == m));
            }
        }
        out.extend(moves.into_iter().map(|m| Counted { m, hands_back: false }));
    }

    fn play(&mut self, Counted { m, hands_back }: Counted) {
        self.before.push((self.blocked, hands_back));
        let (held, interposes) = (self.own(), self.interposes(m));
        self.blocked = interposes.then(|| m.to());
        self.game.play(m);
        if hands_back {
            self.game.set_resource(held);
        }
    }

    fn undo(&mut self) {
        let Some((blocked, handed_back)) = self.before.pop() else { return };
        self.blocked = blocked;
        let taken = self.game.last_move().and_then(|last| last.captured?.in_hand());
        if let Some(kind) = taken.filter(|_| handed_back) {
            let AttackerHand(held) = self.own();
            self.game.set_resource(AttackerHand(held.plus(kind)));
        }
        self.game.undo();
    }

    fn key(&self) -> u64 {
        self.game.key() ^ self.salt(self.blocked)
    }

    fn plies(&self, Counted { m, hands_back }: Counted) -> Plies {
        match (self.turn(), self.blocked) {
            _ if hands_back => Plies::ZERO,
            (Turn::And, _) if self.interposes(m) => Plies::ZERO,
            (Turn::And, _) => Plies::ONE,
            (Turn::Or, None) => Plies::ONE,
            (Turn::Or, Some(_)) => Plies::new(2),
        }
    }

    fn move_bits(Counted { m, hands_back }: Counted) -> u32 {
        TsumeGame::move_bits(m) | (hands_back as u32) << 16
    }
}

#[deny(clippy::missing_trait_methods)]
impl Resources for CountedGame {
    type Resource = AttackerHand;

    fn resource(&self) -> AttackerHand {
        self.own()
    }

    fn set_resource(&mut self, hand: AttackerHand) -> bool {
        self.game.set_resource(hand)
    }

    fn won_resource(&self) -> AttackerHand {
        if self.free_restorations { self.own() } else { self.game.won_resource() }
    }

    fn lost_resource(&self) -> AttackerHand {
        self.game.lost_resource()
    }

    fn proof_before(&self, Counted { m, hands_back }: Counted, after: AttackerHand) -> AttackerHand {
        if hands_back { after } else { self.game.proof_before(m, after) }
    }

    fn proof_join(&self, replies: &[(Counted, AttackerHand)]) -> AttackerHand {
        if self.free_restorations {
            // With less in hand, fewer replies might be left out.
            return self.own();
        }
        self.game.proof_join(&plain_pairs(replies))
    }

    fn disproof_before(&self, Counted { m, .. }: Counted, after: AttackerHand) -> AttackerHand {
        self.game.disproof_before(m, after)
    }

    fn disproof_join(&self, tries: &[(Counted, AttackerHand)]) -> AttackerHand {
        let AttackerHand(counted) = self.game.disproof_join(&plain_pairs(tries));
        let handed_back = tries.iter().filter(|(counted, _)| counted.hands_back);
        AttackerHand(handed_back.fold(counted, |most, (_, AttackerHand(hand))| most.min(*hand)))
    }
}

/// A move may count for nothing or for two, and a capture may hand its piece back. So what the game says about plies does
/// not hold, and keys and moves are translated.
#[deny(clippy::missing_trait_methods)]
impl Hints for CountedGame {
    fn place_after(&self, Counted { m, hands_back }: Counted) -> Option<(u64, AttackerHand)> {
        let (key, hand) = self.game.place_after(m)?;
        let blocked = self.interposes(m).then(|| m.to());
        let hand = if hands_back { self.own() } else { hand };
        Some((key ^ self.salt(blocked), hand))
    }

    fn decided(&mut self) -> Option<Decided<AttackerHand>> {
        let decided = self.game.decided().map(|decided| match decided {
            Decided::Win(rank, hand) => Decided::Win(rank + self.blocked.is_some() as u32, hand),
            loss => loss,
        });
        decided.or_else(|| self.known())
    }

    fn estimate(&mut self) -> Bounds {
        self.game.estimate()
    }

    /// The learned guess is about the strict game, in which a mate by a piece handed back is none.
    fn look(&mut self, initial: Initial) -> Result<Decided<AttackerHand>, Bounds> {
        match (self.decided(), initial) {
            (Some(decided), _) => Ok(decided),
            (None, Initial::Unit) => Err(Bounds::UNIT),
            (None, Initial::Estimated | Initial::Learned) => Err(self.estimate()),
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
        let first = out.len();
        self.game.similar(out);
        for (key, _) in &mut out[first..] {
            *key ^= self.salt(self.blocked);
        }
    }

    fn fork(&self) -> Option<CountedGame> {
        Some(self.clone())
    }
}
