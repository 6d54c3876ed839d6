//! Heuristic initialisation of proof and disproof numbers (df-pn+), from the move that led to a position.
//!
//! Trouble  A position met for the first time looks like any other, (1, 1), and df-pn opens them all.
//! Idea     Count the king's ways out; a check by a piece that is not supported enough, or an interposition that
//!          can simply be taken, will probably not do.
//! Source   The liberty estimator of \[GPSShogi\] and its use by \[KomoringHeights\]. The weights were
//!          chosen on every other diagram of the two classical collections.
//! Switch   `estimate`.

use crate::game::{LastMove, TsumeGame};
use tsumugi_andor::{Bounds, Rules, Turn};
use tsumugi_shogi::{Kind, WaysOut};

/// One step; everything else is measured in halves of it. 1 would leave no room for halves; more would make the numbers of
/// long lines meet their upper end earlier.
const UNIT: u32 = 2;

/// The guess for the game's current position, in which the defender has these ways out of check.
pub(crate) fn after_last_move(game: &TsumeGame, ways: WaysOut) -> Bounds {
    match (game.last_move(), game.turn()) {
        (Some(last), Turn::And) => after_check(game, &last, ways),
        (Some(last), Turn::Or) => after_reply(game, &last),
        (None, _) => Bounds::open(UNIT, UNIT),
    }
}

/// The attacker has given check.
fn after_check(game: &TsumeGame, last: &LastMove, ways: WaysOut) -> Bounds {
    // Many drops are one defence in many dresses.
    let ways_out = ways.moves + ways.drops as u32;
    let supported = game.attackers(last.m.to(), game.attacker()) + 1;
    let guarded = game.attackers(last.m.to(), game.defender());
    let took_a_general = matches!(last.captured, Some(Kind::Gold | Kind::Silver));
    if supported > guarded || took_a_general {
        Bounds::open(UNIT * ways_out, 2 * UNIT)
    } else {
        Bounds::open(UNIT * ways_out + UNIT, UNIT)
    }
}

/// The defender has answered.
fn after_reply(game: &TsumeGame, last: &LastMove) -> Bounds {
    let to = last.m.to();
    let by_king = game.position().king(game.defender()) == Some(to);
    if last.captured.is_some() || by_king {
        return Bounds::open(UNIT + UNIT / 2, UNIT);
    }
    let held = game.attackers(to, game.defender()) + 1;
    let hit = game.attackers(to, game.attacker());
    if hit < held { Bounds::open(UNIT, UNIT) } else { Bounds::open(UNIT, 2 * UNIT) }
}

/// The guess in a search for a mate within a number of plies, of which most end without one. What a refutation takes
/// is one reply to every check, so what counts is how many checks there are.
pub(crate) fn in_time(game: &TsumeGame, guess: Bounds) -> Bounds {
    match game.turn() {
        Turn::Or => Bounds::open(guess.pn(), 2 * UNIT * game.position().count_checks() as u32),
        Turn::And => guess,
    }
}
