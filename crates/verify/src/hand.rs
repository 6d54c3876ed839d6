//! What the attacker holds in hand, as the lines of a certificate write it.

use std::fmt;

use crate::naive::{Color, Kind, Position};

/// A hand without an owner: how many pieces of each kind, in the order of [`Kind::HAND`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Hand([u8; 7]);

impl Hand {
    /// What a side holds.
    pub fn of(position: &Position, color: Color) -> Hand {
        Hand(Kind::HAND.map(|kind| position.hand(color, kind)))
    }

    /// Reads capitals in the order R B G S N L P, each with its number before it if that is above one;
    /// `-` for an empty hand. This is the only form: every hand has exactly one text.
    pub fn read(text: &str) -> Option<Hand> {
        let mut counts = [0; 7];
        let mut rest = text;
        while !rest.is_empty() && text != "-" {
            let letter = rest.find(|c: char| !c.is_ascii_digit())?;
            let count: u8 = if letter == 0 { 1 } else { rest[..letter].parse().ok()? };
            let kind = Kind::HAND.iter().position(|kind| rest[letter..].starts_with(kind.letter()))?;
            counts[kind] = count;
            rest = &rest[letter + 1..];
        }
        let hand = Hand(counts);
        (hand.to_string() == text).then_some(hand)
    }

    /// How many pieces of each kind, in the order of [`Kind::HAND`].
    pub fn counts(self) -> [u8; 7] {
        self.0
    }

    /// Whether the other hand holds at least as many pieces of every kind.
    pub fn is_within(self, other: Hand) -> bool {
        self.0.iter().zip(other.0).all(|(&count, most)| count <= most)
    }
}

impl fmt::Display for Hand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 == [0; 7] {
            return write!(f, "-");
        }
        for (kind, count) in Kind::HAND.into_iter().zip(self.0) {
            match count {
                0 => {}
                1 => write!(f, "{}", kind.letter())?,
                _ => write!(f, "{count}{}", kind.letter())?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_hand_has_one_text() {
        for text in ["-", "P", "18P", "RBGSNLP", "2R2B4G4S4N4L18P", "G2P"] {
            assert_eq!(Hand::read(text).unwrap().to_string(), text);
        }
        let others = [
            "", "--", "-P", "P-", "p", "K", "+P", "0P", "1P", "02P", "PR", "PP", "2P2P", "2", "G2",
            "300P", " P", "P ", "歩", "2歩", "O",
        ];
        for text in others {
            assert_eq!(Hand::read(text), None, "{text}");
        }
    }

    #[test]
    fn within_means_no_more_of_any_kind() {
        let hand = |text| Hand::read(text).unwrap();
        assert!(hand("-").is_within(hand("-")));
        assert!(hand("GP").is_within(hand("G2P")));
        assert!(!hand("2P").is_within(hand("RP")));
        assert!(!hand("R").is_within(hand("2B4G18P")));
    }
}
