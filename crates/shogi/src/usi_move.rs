//! USI move text: `7g7f`, `8h2b+`, `G*5b`.

use crate::{Kind, Move, MoveParts, Square};
use alloc::vec::Vec;
use core::fmt;
use core::str::FromStr;

/// Why a text is no USI move.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct UsiMoveError {
    /// Column of the first bad character, counted in characters from 1.
    pub column: usize,
    /// What is wrong there.
    pub why: UsiMoveFault,
}

/// What is wrong with a move text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UsiMoveFault {
    /// The text ends too soon.
    TooShort,
    /// A file must be a digit 1–9.
    BadFile,
    /// A rank must be a letter a–i.
    BadRank,
    /// A drop names one of `P L N S G B R`, upper case.
    BadDrop,
    /// A move must change its square.
    SameSquare,
    /// Something follows the move.
    Trailing,
}

impl fmt::Display for UsiMoveFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            UsiMoveFault::TooShort => "the move ends too soon (expected e.g. 7g7f, 8h2b+ or G*5b)",
            UsiMoveFault::BadFile => "a file must be a digit 1-9",
            UsiMoveFault::BadRank => "a rank must be a letter a-i",
            UsiMoveFault::BadDrop => "a drop names one of P L N S G B R in upper case",
            UsiMoveFault::SameSquare => "a move must change its square",
            UsiMoveFault::Trailing => "unexpected text after the move",
        })
    }
}

impl fmt::Display for UsiMoveError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.why)
    }
}

impl core::error::Error for UsiMoveError {}

impl FromStr for Move {
    type Err = UsiMoveError;

    fn from_str(text: &str) -> Result<Move, UsiMoveError> {
        let chars: Vec<char> = text.chars().take(6).collect();
        let at = |column: usize, why| UsiMoveError { column, why };
        let square = |first: usize| -> Result<Square, UsiMoveError> {
            let file = *chars.get(first).ok_or(at(first + 1, UsiMoveFault::TooShort))?;
            let file = file.to_digit(10).filter(|&d| d > 0);
            let file = file.ok_or(at(first + 1, UsiMoveFault::BadFile))? as u8;
            let rank = *chars.get(first + 1).ok_or(at(first + 2, UsiMoveFault::TooShort))?;
            let rank =
                if rank.is_ascii() { (rank as u8).wrapping_sub(b'a').wrapping_add(1) } else { 0 };
            Square::new(file, rank).ok_or(at(first + 2, UsiMoveFault::BadRank))
        };
        let (m, used) = if chars.get(1) == Some(&'*') {
            let kind = Some(chars[0]).filter(char::is_ascii_uppercase);
            let kind = kind.and_then(Kind::from_letter).and_then(Kind::in_hand);
            (Move::drop(kind.ok_or(at(1, UsiMoveFault::BadDrop))?, square(2)?), 4)
        } else {
            let (from, to) = (square(0)?, square(2)?);
            if from == to {
                return Err(at(3, UsiMoveFault::SameSquare));
            }
            let promote = chars.get(4) == Some(&'+');
            (Move::board(from, to, promote), 4 + promote as usize)
        };
        if chars.len() > used { Err(at(used + 1, UsiMoveFault::Trailing)) } else { Ok(m) }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.parts() {
            MoveParts::Board { from, to, promote } => {
                write!(f, "{from}{to}{}", if promote { "+" } else { "" })
            }
            MoveParts::Drop { kind, to } => write!(f, "{}*{to}", kind.letter()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_move_survives_its_own_text() {
        for bits in 0..=u16::MAX {
            if let Some(m) = Move::from_bits(bits) {
                assert_eq!(m.to_string().parse(), Ok(m));
            }
        }
    }

    #[test]
    fn bad_moves_name_the_column() {
        use UsiMoveFault::*;
        for (text, column, why) in [
            ("", 1, TooShort),
            ("7g7", 4, TooShort),
            ("0g7f", 1, BadFile),
            ("7j7f", 2, BadRank),
            ("7g7歩", 4, BadRank),
            ("K*5b", 1, BadDrop),
            ("g*5b", 1, BadDrop),
            ("G*5", 4, TooShort),
            ("7g7g", 3, SameSquare),
            ("7g7f++", 6, Trailing),
            ("G*5b+", 5, Trailing),
        ] {
            assert_eq!(text.parse::<Move>(), Err(UsiMoveError { column, why }), "{text}");
        }
    }
}
