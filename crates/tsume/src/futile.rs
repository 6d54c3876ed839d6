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
//! Which classes of interpositions are not counted is a setting. Those that are taken with mate, and restorations, are no
//! moves of this game. By the narrow class the attacker may hand the piece back only if it goes on with the same moves
//! as without the interposition: then both positions are played at once, see [`twin`].

mod at_once;
pub(crate) mod class;
mod hints;
mod restoration;
mod twin;

use crate::game::TsumeGame;
use crate::hands::AttackerHand;
use class::{FutileClass, FutileClasses};
use std::sync::Arc;
use tsumugi_andor::table::Found;
use tsumugi_andor::{Decided, Plies, Resources, Rules, Table, Turn};
use tsumugi_shogi::attacks::between;
use tsumugi_shogi::{Move, Square};
use twin::Twin;

/// A move of the counted game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Counted {
    pub(crate) m: Move,
    pub(crate) how: How,
}

/// What a move of the counted game is beside a move on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum How {
    /// Nothing else.
    Plain,
    /// The slider takes what was put in its way, and hands it back.
    HandsBack,
    /// A reply that there is only without the interposition: the twin goes on alone.
    WithoutOnly,
    /// A reply that there is only after the interposition, so that it was not futile by the narrow class.
    New,
}

/// A reply that is no move of the counted game, and the capture that makes it futile.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct LeftOut {
    pub(crate) class: FutileClass,
    pub(crate) reply: Move,
    pub(crate) capture: Move,
}

/// A mate problem in which futile interpositions do not count.
///
/// A clone begins where it was made, as with [`TsumeGame`].
pub(crate) struct CountedGame {
    game: TsumeGame,
    /// What is known strictly: a mate is one by convention too, and what is no mate at all is none by convention.
    strict: Arc<Table<AttackerHand>>,
    /// What is not counted.
    classes: FutileClasses,
    /// The interposition just played.
    blocked: Option<Blocked>,
    /// By the narrow class, after a piece was handed back: the position as it would be without the interposition.
    twin: Option<Twin>,
    /// A new reply was played after a piece was handed back, and the attacker has failed.
    failed: bool,
    /// What to take back, for each move played.
    before: Vec<Before>,
}

/// An interposition just played.
#[derive(Clone)]
struct Blocked {
    square: Square,
    /// By the narrow class: the position before the interposition, if the game after its capture is to be compared with it.
    origin: Option<Arc<TsumeGame>>,
}

/// What a move of the counted game changed beside the board.
struct Before {
    blocked: Option<Blocked>,
    twin: Option<Twin>,
    handed_back: bool,
    /// The game that was left for its twin.
    left: Option<TsumeGame>,
}

impl Clone for CountedGame {
    fn clone(&self) -> CountedGame {
        let (game, strict, twin) = (self.game.clone(), self.strict.clone(), self.twin.clone());
        CountedGame { game, strict, twin, blocked: self.blocked.clone(), before: Vec::new(), ..*self }
    }
}

/// Tells positions of this game from those of the strict one in a shared table, and of one set of classes from another.
const COUNTED: u64 = 0x6A09_E667_F3BC_C908;

/// An odd number with no pattern.
const SPREAD: u64 = 0x9E37_79B9_7F4A_7C15;

impl CountedGame {
    pub(crate) fn new(
        game: TsumeGame,
        strict: Arc<Table<AttackerHand>>,
        classes: FutileClasses,
    ) -> CountedGame {
        let (blocked, twin, before) = (None, None, Vec::new());
        CountedGame { game, strict, classes, blocked, twin, failed: false, before }
    }

    /// The position on the board.
    pub(crate) fn game(&self) -> &TsumeGame {
        &self.game
    }

    /// The same position where only the narrow class hands pieces back; `None` if that class is to count.
    pub(crate) fn narrowed(&self) -> Option<CountedGame> {
        let classes = self.classes.without(FutileClass::Wide);
        let narrow = classes.has(FutileClass::Narrow);
        narrow.then(|| CountedGame { classes, ..self.clone() })
    }

    /// Does handing a piece back need the same moves as without the interposition? Whatever is futile by the narrow class is
    /// so by the wide one.
    fn compares(&self) -> bool {
        self.classes.has(FutileClass::Narrow) && !self.classes.has(FutileClass::Wide)
    }

    /// The replies to the current check that are left out, whether or not that makes a difference.
    pub(crate) fn left_out(&self) -> Vec<LeftOut> {
        if self.turn() == Turn::Or { vec![] } else { self.left_out_in(&self.game, true) }
    }

    /// The replies that are left out in a position with the defender to move. Those taken at once with mate make a difference
    /// only where there is nothing but interpositions: otherwise the mate takes two plies in any case.
    fn left_out_in(&self, game: &TsumeGame, all: bool) -> Vec<LeftOut> {
        let at_once = [FutileClass::X, FutileClass::Xy, FutileClass::Xyz];
        let at_once = at_once.into_iter().any(|class| self.classes.has(class));
        let restoration = self.classes.has(FutileClass::Restoration);
        if !(at_once || restoration) {
            return vec![];
        }
        let mut replies = Vec::new();
        game.moves(&mut replies);
        let count = replies.len();
        replies.retain(|&reply| interposes(game, reply));
        let at_once = at_once && (all || replies.len() == count);
        let why = |&reply: &Move| {
            let taken = || at_once::mating_capture(game, reply, self.classes);
            let restored = || restoration::restoring_capture(game, reply);
            let (class, capture) = at_once.then(taken).flatten().or_else(|| {
                let capture = restoration.then(restored).flatten()?;
                Some((FutileClass::Restoration, capture))
            })?;
            Some(LeftOut { class, reply, capture })
        };
        replies.iter().filter_map(why).collect()
    }

    /// The defender's replies without those that are left out.
    fn replies(&self) -> Vec<Counted> {
        let mut replies = Vec::new();
        self.game.moves(&mut replies);
        let out = self.left_out_in(&self.game, false);
        replies.retain(|reply| !out.iter().any(|out| out.reply == *reply));
        replies.into_iter().map(|m| Counted { m, how: How::Plain }).collect()
    }

    /// The attacker's checks, first those that hand back what was interposed.
    fn checks(&self) -> Vec<Counted> {
        let mut checks = Vec::new();
        self.game.moves(&mut checks);
        let hands_back = self.classes.has(FutileClass::Narrow) || self.classes.has(FutileClass::Wide);
        let back = self.blocked.as_ref().filter(|_| hands_back).map(|blocked| blocked.square);
        let back = back.map_or(vec![], |square| slider_captures(&self.game, square, &checks));
        let named = |moves: Vec<Move>, how| moves.into_iter().map(move |m| Counted { m, how });
        named(back, How::HandsBack).chain(named(checks, How::Plain)).collect()
    }

    /// What the next interposition is compared with, if it is played now.
    fn origin(&self) -> Option<Arc<TsumeGame>> {
        match &self.twin {
            _ if !self.compares() => None,
            None => Some(Arc::new(self.game.clone())),
            Some(twin) => twin.origin(),
        }
    }

    fn salt(&self, blocked: Option<Square>) -> u64 {
        let number = blocked.map_or(0, |square| square.index() as u64 + 1);
        let game = COUNTED.wrapping_add(self.classes.number().wrapping_mul(SPREAD.rotate_left(17)));
        game.wrapping_add(number.wrapping_mul(SPREAD))
    }

    fn own(&self) -> AttackerHand {
        self.game.resource()
    }

    /// Is what is known of one hand to be said of no other? With less in hand, fewer replies might be left out.
    fn of_this_hand_only(&self) -> bool {
        self.compares() || self.classes.has(FutileClass::Restoration)
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

/// Is this a reply that puts a piece between the only checking piece and the king?
pub(crate) fn interposes(game: &TsumeGame, m: Move) -> bool {
    let position = game.position();
    let checkers = position.checkers();
    let (Some(checker), Some(king)) = (checkers.first(), position.king(game.defender())) else {
        return false;
    };
    game.turn() == Turn::And
        && !checkers.many()
        && m.from() != Some(king)
        && between(king, checker).has(m.to())
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

#[deny(clippy::missing_trait_methods)]
impl Rules for CountedGame {
    type Move = Counted;

    fn turn(&self) -> Turn {
        self.game.turn()
    }

    fn moves(&self, out: &mut Vec<Counted>) {
        match (self.turn(), &self.twin) {
            _ if self.failed => {}
            (Turn::Or, None) => out.extend(self.checks()),
            (Turn::Or, Some(twin)) => out.extend(self.checks_in_both(twin)),
            (Turn::And, None) => out.extend(self.replies()),
            (Turn::And, Some(twin)) => out.extend(self.replies_in_both(twin)),
        }
    }

    fn play(&mut self, Counted { m, how }: Counted) {
        let (blocked, twin) = (self.blocked.take(), self.twin.take());
        self.before.push(Before {
            blocked: blocked.clone(),
            twin: twin.clone(),
            handed_back: how == How::HandsBack,
            left: None,
        });
        match (how, twin) {
            (How::New, _) => self.failed = true,
            (How::WithoutOnly, Some(twin)) => self.leave_for(&twin),
            (_, twin) => self.twin = twin,
        }
        let held = self.own();
        if interposes(&self.game, m) {
            self.blocked = Some(Blocked { square: m.to(), origin: self.origin() });
        }
        self.twin = self.twin_after(m, how, blocked.as_ref());
        self.game.play(m);
        if how == How::HandsBack {
            self.game.set_resource(held);
        }
        self.twin = self.twin.take().filter(|twin| !twin.is_same_as(&self.game));
    }

    fn undo(&mut self) {
        let Some(before) = self.before.pop() else { return };
        let taken = self.game.last_move().and_then(|last| last.captured?.in_hand());
        if let Some(kind) = taken.filter(|_| before.handed_back) {
            let AttackerHand(held) = self.own();
            self.game.set_resource(AttackerHand(held.plus(kind)));
        }
        match before.left {
            Some(game) => self.game = game,
            None => self.game.undo(),
        }
        (self.blocked, self.twin, self.failed) = (before.blocked, before.twin, false);
    }

    fn key(&self) -> u64 {
        let origin = self.blocked.as_ref().and_then(|blocked| blocked.origin.as_ref());
        let origin = origin.map_or(0, |origin| origin.key().wrapping_mul(SPREAD).rotate_left(31));
        let twin = self.twin.as_ref().map_or(0, Twin::key);
        let failed = if self.failed { SPREAD } else { 0 };
        let blocked = self.blocked.as_ref().map(|blocked| blocked.square);
        self.game.key() ^ self.salt(blocked) ^ origin ^ twin ^ failed
    }

    fn plies(&self, Counted { m, how }: Counted) -> Plies {
        let game = match (how, &self.twin) {
            (How::WithoutOnly, Some(twin)) => twin.game(),
            _ => &self.game,
        };
        match (self.turn(), &self.blocked) {
            _ if how == How::HandsBack => Plies::ZERO,
            (Turn::And, _) if interposes(game, m) => Plies::ZERO,
            (Turn::And, _) => Plies::ONE,
            (Turn::Or, None) => Plies::ONE,
            (Turn::Or, Some(_)) => Plies::new(2),
        }
    }

    fn move_bits(Counted { m, how }: Counted) -> u32 {
        TsumeGame::move_bits(m) | (how as u32) << 16
    }
}
