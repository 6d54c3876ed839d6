//! The kinds of claims of the third version, by their letters.

use crate::verify::Proved;

/// What a claim says; the comments have who is to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Letter {
    /// The attacker mates within the plies, an odd number.
    W,
    /// The defender is never mated.
    H,
    /// The defender is not mated within the plies, an even number from 2 on.
    S,
    /// The attacker wins by brinkmate within the plies, an odd number.
    B,
    /// The defender is in no brinkmate.
    Q,
}

impl Letter {
    /// The letter that a line begins with, in a certificate of this, and whether the claim is kept.
    pub(super) fn read(word: &str, proved: Proved) -> Option<(Letter, bool)> {
        let letter = match word {
            "w" | "W" => Letter::W,
            "h" | "H" => Letter::H,
            "s" | "S" => Letter::S,
            "b" | "B" => Letter::B,
            "q" | "Q" => Letter::Q,
            _ => return None,
        };
        // Of the others it is seen by what is needed.
        let belongs = match letter {
            Letter::W | Letter::H | Letter::S => true,
            Letter::B => matches!(proved, Proved::Brinkmate(_)),
            Letter::Q => proved == Proved::NoBrinkmate,
        };
        belongs.then_some((letter, word == word.to_uppercase()))
    }

    /// Whether its lines have a number of plies.
    pub(super) fn has_plies(self) -> bool {
        matches!(self, Letter::W | Letter::S | Letter::B)
    }

    /// Whether a claim of this kind may be about this many plies; zero stands for any number.
    pub(super) fn admits(self, plies: u32) -> bool {
        match self {
            Letter::W | Letter::B => plies % 2 == 1,
            Letter::S => plies >= 2 && plies.is_multiple_of(2),
            Letter::H | Letter::Q => plies == 0,
        }
    }

    /// Whether a claim of this kind may stand where one of that kind is needed: a mate is a brinkmate, and where there is no
    /// brinkmate there is no mate.
    pub(super) fn serves_as(self, needed: Letter) -> bool {
        self == needed || matches!((self, needed), (Letter::W, Letter::B) | (Letter::Q, Letter::H))
    }

    /// The small letter.
    pub(super) fn text(self) -> char {
        match self {
            Letter::W => 'w',
            Letter::H => 'h',
            Letter::S => 's',
            Letter::B => 'b',
            Letter::Q => 'q',
        }
    }
}
