//! The solver of the paper: its base options, its edge costs (table 7), and its functions as a guide.

use crate::guided::Guide;
use crate::model::Linear;
use std::cell::RefCell;
use tsumugi_andor::options::{Cycles, Ghi, Options, Sums};
use tsumugi_andor::{Bounds, Game, Turn};
use tsumugi_shogi::{Color, Kind, Move, Square};
use tsumugi_tsume::TsumeGame;
use tsumugi_tsume::learned::Look;

/// df-pn(r) with dominance, twins against graph-history interaction, and interpositions put off; first guesses and
/// edge costs where wanted.
pub fn options(estimate: bool, cost: bool) -> Options {
    Options {
        cycles: Cycles::Reduced,
        ghi: Ghi::Twin,
        sums: Sums::Sum,
        dominance: true,
        delay: true,
        estimate,
        cost,
        ..Options::plain()
    }
}

/// First bounds by a learned function where the defender is to move, (1, 1) elsewhere; the paper's costs of moves.
pub struct PaperGuide<'a> {
    function: Option<&'a Linear>,
    active: RefCell<Vec<crate::features::Active>>,
}

impl<'a> PaperGuide<'a> {
    /// Guesses by this function; without one (1, 1) everywhere.
    pub fn new(function: Option<&'a Linear>) -> PaperGuide<'a> {
        PaperGuide { function, active: RefCell::default() }
    }
}

impl Guide for PaperGuide<'_> {
    fn guess(&self, game: &TsumeGame, _look: &Look) -> Bounds {
        match self.function {
            Some(function) if game.turn() == Turn::And => {
                let (position, attacker) = (game.position(), game.attacker());
                let (pn, dn) = function.guess(position, attacker, &mut self.active.borrow_mut());
                Bounds::open(whole(pn), whole(dn))
            }
            _ => Bounds::UNIT,
        }
    }

    fn cost(&self, game: &TsumeGame, m: Move) -> (i32, i32) {
        cost(game, m)
    }
}

fn whole(number: f32) -> u32 {
    number.round().max(1.0) as u32
}

/// What table 7 adds for a move: an attacker who gives a piece away pays in proof numbers, a defender who takes one for
/// nothing is paid in disproof numbers.
fn cost(game: &TsumeGame, m: Move) -> (i32, i32) {
    let (to, attacker) = (m.to(), game.attacker());
    match game.turn() {
        Turn::Or => {
            let supported = attackers(game, to, attacker, m.from()) > 0;
            let guarded = attackers(game, to, !attacker, None) > 0;
            let given = guarded && !supported;
            (if given { game.moved_kind(m).map_or(0, price) } else { 0 }, 0)
        }
        Turn::And => match game.position().piece(to) {
            Some(taken) if attackers(game, to, attacker, None) == 0 => (0, -refund(taken.kind)),
            _ => (0, 0),
        },
    }
}

/// How many pieces of a side attack a square, beside the one that comes from `except`.
fn attackers(game: &TsumeGame, square: Square, by: Color, except: Option<Square>) -> u32 {
    let position = game.position();
    let all = position.attackers(square, by, position.occupied());
    all.count() - except.is_some_and(|from| all.has(from)) as u32
}

/// The attacker's row. It has thirteen pieces and twelve legible numbers; the rook's we take to be the bishop's.
fn price(kind: Kind) -> i32 {
    match kind {
        Kind::King => 0,
        Kind::Pawn => 1,
        Kind::ProPawn => 2,
        Kind::Bishop | Kind::Rook => 6,
        Kind::Gold | Kind::Horse | Kind::Dragon => 8,
        _ => 4,
    }
}

/// The defender's row, less its sign.
fn refund(kind: Kind) -> i32 {
    match kind {
        Kind::King | Kind::Pawn | Kind::ProPawn => 0,
        Kind::Lance | Kind::Knight => 1,
        Kind::Horse | Kind::Dragon => 3,
        _ => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsumugi_shogi::Position;

    fn cost_of(sfen: &str, attacker: Color, usi: &str) -> (i32, i32) {
        let game = TsumeGame::new(Position::from_sfen(sfen).unwrap(), attacker);
        cost(&game, usi.parse().unwrap())
    }

    #[test]
    fn pieces_given_away_cost_and_pieces_taken_for_nothing_pay() {
        let alone = "4k4/9/9/9/9/9/9/9/9 b RG 1";
        assert_eq!(cost_of(alone, Color::Black, "G*5b"), (8, 0));
        assert_eq!(cost_of(alone, Color::Black, "R*5i"), (0, 0));
        let supported = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
        assert_eq!(cost_of(supported, Color::Black, "G*5b"), (0, 0));
        let hanging = "4k4/4G4/9/9/9/9/9/9/9 w - 1";
        assert_eq!(cost_of(hanging, Color::Black, "5a5b"), (0, -2));
        assert_eq!(cost_of(hanging, Color::Black, "5a4a"), (0, 0));
    }
}
