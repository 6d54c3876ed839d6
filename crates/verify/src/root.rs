//! The problem that a certificate is about, and what it fixes for every claim: the pieces in play, the
//! kings and the walls.

use crate::fault::Reason;
use crate::hand::Hand;
use crate::naive::{Color, Fault, FaultName, Kind, Piece, Position, Square};
use crate::packed::PackedBoard;

/// Pieces of one kind that can be in play: what a hand counts.
const MOST_IN_PLAY: usize = u8::MAX as usize;

/// The problem: its position, and who attacks.
pub(crate) struct Root {
    pub(crate) position: Position,
    pub(crate) attacker: Color,
    /// How many pieces of each kind are in play, in the order of [`Kind::HAND`].
    in_play: [usize; 7],
    /// Faults that the problem, and hence every position of it, may have.
    allowed: Vec<FaultName>,
}

impl Root {
    /// The position must be faultless but for what is allowed, and the defender must have a king (RULES 8
    /// and 9).
    pub(crate) fn new(
        position: Position,
        attacker: Color,
        allowed: &[FaultName],
    ) -> Result<Root, Reason> {
        without_faults(&position, allowed)?;
        let defender = attacker.opponent();
        if kings(&position, defender) == 0 {
            return Err(Reason::NoKing(defender));
        }
        let mut in_play = on_board(&position);
        for color in Color::BOTH {
            for (total, held) in in_play.iter_mut().zip(Hand::of(&position, color).counts()) {
                *total += usize::from(held);
            }
        }
        // A side may come to hold all of a kind, and hands are counted in bytes.
        let beyond = in_play.iter().position(|&total| total > MOST_IN_PLAY);
        if let Some(kind) = beyond {
            return Err(Reason::BeyondCount(Kind::HAND[kind]));
        }
        Ok(Root { position, attacker, in_play, allowed: allowed.to_vec() })
    }

    pub(crate) fn defender(&self) -> Color {
        self.attacker.opponent()
    }

    /// Whether the attacker is to move in the problem itself.
    pub(crate) fn attacker_first(&self) -> bool {
        self.position.turn() == self.attacker
    }

    /// What the attacker holds in a position.
    pub(crate) fn attacker_hand(&self, position: &Position) -> Hand {
        Hand::of(position, self.attacker)
    }

    /// The position of a claim: this board, the attacker holding exactly this hand, the defender
    /// everything else in play. It must have no more faults than the problem may, and have the kings and walls of the problem.
    pub(crate) fn position_of(
        &self,
        board: &PackedBoard,
        hand: Hand,
        turn: Color,
    ) -> Result<Position, Reason> {
        let mut position = board.unpack();
        if Square::all().any(|square| position.is_stone(square) != self.position.is_stone(square)) {
            return Err(Reason::OtherWalls);
        }
        if Color::BOTH.iter().any(|&color| kings(&position, color) != kings(&self.position, color)) {
            return Err(Reason::OtherKings);
        }
        let (board, hand) = (on_board(&position), hand.counts());
        for (i, kind) in Kind::HAND.into_iter().enumerate() {
            let taken = board[i] + usize::from(hand[i]);
            let rest = self.in_play[i].checked_sub(taken).and_then(|rest| u8::try_from(rest).ok());
            position.set_hand(self.attacker, kind, hand[i]);
            position.set_hand(self.defender(), kind, rest.ok_or(Reason::NotInPlay(kind))?);
        }
        position.set_turn(turn, 1);
        without_faults(&position, &self.allowed)?;
        Ok(position)
    }
}

/// No fault but those that are allowed; a king that can be captured, or a second one, never is.
fn without_faults(position: &Position, allowed: &[FaultName]) -> Result<(), Reason> {
    let counts = |fault: &Fault| !fault.name().is_some_and(|name| allowed.contains(&name));
    match position.faults().into_iter().find(counts) {
        Some(fault) => Err(Reason::Faulty(fault)),
        None => Ok(()),
    }
}

/// How many kings a side has on the board.
fn kings(position: &Position, color: Color) -> usize {
    let king = Piece { color, kind: Kind::King };
    position.pieces().filter(|&(_, piece)| piece == king).count()
}

/// How many pieces of each kind are on the board, promoted or not, in the order of [`Kind::HAND`].
fn on_board(position: &Position) -> [usize; 7] {
    let kinds: Vec<Kind> = position.pieces().map(|(_, piece)| piece.kind.unpromoted()).collect();
    Kind::HAND.map(|wanted| kinds.iter().filter(|&&kind| kind == wanted).count())
}
