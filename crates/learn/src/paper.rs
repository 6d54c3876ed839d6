//! The solver of the paper: its base options, its edge costs (table 7), and its functions as a guide.

use crate::guided::Guide;
use crate::model::Linear;
use std::cell::RefCell;
use std::cmp::Ordering;
use tsumugi_andor::options::{Cycles, Ghi, PaperOptions, Sums};
use tsumugi_andor::{Bounds, Plies, Rules, Turn};
use tsumugi_shogi::{Color, Kind, Move, Square};
use tsumugi_tsume::TsumeGame;
use tsumugi_tsume::learned::Look;

/// df-pn(r) with dominance, twins against graph-history interaction, and interpositions put off; first guesses and
/// edge costs where wanted.
pub fn options(estimate: bool, cost: bool) -> PaperOptions {
    PaperOptions {
        cycles: Cycles::Reduced,
        ghi: Ghi::Twin,
        sums: Sums::Sum,
        dominance: true,
        delay: true,
        estimate,
        cost,
        ..PaperOptions::plain()
    }
}

/// First bounds by a learned function where the defender is to move, (1, 1) elsewhere; the paper's costs of moves.
#[derive(Debug)]
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
    fn guess(&self, game: &TsumeGame, _look: &Look, _left: Plies) -> Bounds {
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
/// nothing is paid in disproof numbers. The paper does not say what giving away is; the program it has the numbers from
/// does (\[GPSShogi\]): a check that takes nothing, where no more of the attacker's pieces can go than of the defender's.
fn cost(game: &TsumeGame, m: Move) -> (i32, i32) {
    match (game.turn(), game.position().piece(m.to())) {
        (Turn::Or, None) => (given_away(game, m), 0),
        (Turn::And, Some(taken)) if attackers(game, m.to(), game.attacker()) == 0 => {
            (0, -refund(taken.kind))
        }
        _ => (0, 0),
    }
}

/// The price of the piece that a quiet check gives away; half of it if it may be got back in the end.
fn given_away(game: &TsumeGame, m: Move) -> i32 {
    let supported = attackers(game, m.to(), game.attacker()) + u32::from(m.is_drop());
    let guarded = attackers(game, m.to(), !game.attacker());
    let promoted = |kind: Kind| if m.is_promotion() { kind.promoted() } else { None };
    let whole = game.moved_kind(m).map_or(0, |kind| price(promoted(kind).unwrap_or(kind)));
    match supported.cmp(&guarded) {
        Ordering::Greater => 0,
        Ordering::Equal if guarded >= 2 => whole / 2,
        _ => whole,
    }
}

/// How many pieces of a side attack a square.
fn attackers(game: &TsumeGame, square: Square, by: Color) -> u32 {
    let position = game.position();
    position.attackers(square, by, position.occupied()).count()
}

/// The attacker's row. It has thirteen pieces and twelve legible numbers; the rook's is the bishop's, as in \[GPSShogi\],
/// whose later prices are half of these, rounded up.
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
    use std::sync::Arc;
    use tsumugi_andor::engines::dfpn::Dfpn;
    use tsumugi_andor::{GameValue, Search, Status, Table};
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
        let contested = "3gk4/9/4P4/9/9/9/9/9/9 b G 1";
        assert_eq!(cost_of(contested, Color::Black, "G*5b"), (4, 0));
        let outnumbered = "3gkg3/9/4P4/9/9/9/9/9/9 b G 1";
        assert_eq!(cost_of(outnumbered, Color::Black, "G*5b"), (8, 0));
        let hanging = "4k4/4G4/9/9/9/9/9/9/9 w - 1";
        assert_eq!(cost_of(hanging, Color::Black, "5a5b"), (0, -2));
        assert_eq!(cost_of(hanging, Color::Black, "5a4a"), (0, 0));
    }

    #[test]
    fn what_a_check_takes_is_its_price_and_a_promoted_piece_costs_more() {
        let taking = "4k4/4p4/9/9/4R4/9/9/9/9 b - 1";
        assert_eq!(cost_of(taking, Color::Black, "5e5b"), (0, 0));
        let quiet = "4k4/9/9/9/9/9/9/9/5R3 b - 1";
        assert_eq!(cost_of(quiet, Color::Black, "4i4a"), (6, 0));
        assert_eq!(cost_of(quiet, Color::Black, "4i4a+"), (8, 0));
    }

    #[test]
    fn no_child_is_entered_and_left_for_ever() {
        // A check whose position is left out of the sum, because it was met nearer to the root, had reached the limit.
        let sfen = "l2RS3l/4gkg2/2p2p1sp/pp2p4/2N4R1/N1PP2P2/P+n2PP1pP/2G1K1S2/+b4G1PL w 2Pbsnlp 72";
        let game = TsumeGame::new(Position::from_sfen(sfen).unwrap(), Color::Black);
        let mut search = Dfpn::new(game, options(false, false), Arc::new(Table::with_bytes(1 << 20)));
        assert_eq!(search.advance(1_000), Status::Done);
        assert_eq!(search.verdict(), GameValue::Disproved);
    }
}
