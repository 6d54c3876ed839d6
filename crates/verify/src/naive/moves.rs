//! Moves and their USI text (RULES 11).

use std::fmt;
use std::str::FromStr;

use super::{Kind, Square};

/// A move of a piece on the board, or the drop of a piece from the hand.
///
/// A move with and the same move without promotion are two moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// `7g7f`, or `8h2b+` with promotion.
    Board {
        /// Where the piece stands.
        from: Square,
        /// Where it goes.
        to: Square,
        /// Whether it promotes in doing so.
        promote: bool,
    },
    /// `G*5b`.
    Drop {
        /// The kind dropped, one of [`Kind::HAND`].
        kind: Kind,
        /// Where to.
        to: Square,
    },
}

impl Move {
    /// The square on which the moved or dropped piece ends up.
    pub fn to(self) -> Square {
        match self {
            Move::Board { to, .. } | Move::Drop { to, .. } => to,
        }
    }

    /// What moves are sorted by in certificates: moves on the board before drops, squares in the order of SFEN, without
    /// promotion before with it, and kinds dropped in the order R B G S N L P.
    pub fn canonical_rank(self) -> u16 {
        match self {
            Move::Board { from, to, promote } => {
                (from.index() * 81 + to.index()) as u16 * 2 + u16::from(promote)
            }
            Move::Drop { kind, to } => (2 * 81 * 81 + kind as usize * 81 + to.index()) as u16,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Board { from, to, promote } => {
                write!(f, "{from}{to}{}", if *promote { "+" } else { "" })
            }
            Move::Drop { kind, to } => write!(f, "{}*{to}", kind.letter()),
        }
    }
}

/// A text that is not a move as USI writes it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct MoveFault {
    /// The text.
    pub text: String,
}

impl fmt::Display for MoveFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "'{}' is not a move like 7g7f, 8h2b+ or G*5b", self.text)
    }
}

impl std::error::Error for MoveFault {}

impl FromStr for Move {
    type Err = MoveFault;

    fn from_str(text: &str) -> Result<Move, MoveFault> {
        read_drop(text)
            .or_else(|| read_board_move(text))
            .ok_or_else(|| MoveFault { text: text.to_string() })
    }
}

fn read_drop(text: &str) -> Option<Move> {
    let (letter, square) = text.split_once('*')?;
    let kind = Kind::HAND.into_iter().find(|kind| letter == kind.letter().to_string())?;
    let to = Square::from_usi(square)?;
    Some(Move::Drop { kind, to })
}

fn read_board_move(text: &str) -> Option<Move> {
    let (squares, promote) = match text.strip_suffix('+') {
        Some(squares) => (squares, true),
        None => (text, false),
    };
    let (from, to) = squares.split_at_checked(2)?;
    let from = Square::from_usi(from)?;
    let to = Square::from_usi(to)?;
    Some(Move::Board { from, to, promote })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_move_is_written_as_it_was_read() {
        for text in ["7g7f", "8h2b+", "G*5b", "P*1i", "9a1i"] {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
        }
    }

    #[test]
    fn the_canonical_order_is_that_of_the_page() {
        let order = ["9a8a", "9a9b", "9a9b+", "1a9a", "9i1i", "R*9a", "R*1i", "B*9a", "G*5e", "P*1i"];
        let ranks: Vec<u16> =
            order.iter().map(|text| text.parse::<Move>().unwrap().canonical_rank()).collect();
        assert!(ranks.is_sorted_by(|a, b| a < b), "{ranks:?}");
    }

    #[test]
    fn a_text_that_is_no_move_is_refused() {
        let texts = [
            "", "7g", "7g7", "7g7f++", "7g7f=", " 7g7f", "K*5e", "p*5e", "+P*5e", "P*5e+", "PP*5e",
            "0a1a", "7j7f", "resign", "七g7f", "*5e", "P*",
        ];
        for text in texts {
            let fault = text.parse::<Move>().unwrap_err();
            assert_eq!(fault.text, text);
        }
    }
}
