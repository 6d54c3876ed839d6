//! One form for all problems that are the same play.
//!
//! Exchanging the colours and turning the board round changes nothing but names, and the rules do not tell left from
//! right. So every problem is turned until the attacker is Black, and of it and its mirror image the one with the
//! smaller SFEN is taken. Pieces in hand and the side to move stay what they are; the number of the move becomes 1.

use tsumugi_shogi::{Color, Move, MoveParts, Setup};

/// How a problem was turned to reach its canonical form. Turning the same way again leads back.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Turned {
    /// The board was turned round and the colours exchanged.
    pub rotated: bool,
    /// Left and right were exchanged.
    pub mirrored: bool,
}

impl Turned {
    /// A small number, to be stored.
    pub fn to_bits(self) -> u8 {
        self.rotated as u8 | (self.mirrored as u8) << 1
    }

    /// The value behind a small number; higher bits do not count.
    pub fn from_bits(bits: u8) -> Turned {
        Turned { rotated: bits & 1 != 0, mirrored: bits & 2 != 0 }
    }

    /// The diagram, turned.
    #[must_use]
    pub fn setup(self, setup: &Setup) -> Setup {
        let rotated = if self.rotated { setup.rotated() } else { setup.clone() };
        if self.mirrored { rotated.mirrored() } else { rotated }
    }

    /// The move, turned.
    #[must_use]
    pub fn m(self, m: Move) -> Move {
        let rotated = if self.rotated { rotated(m) } else { m };
        if self.mirrored { rotated.mirrored() } else { rotated }
    }
}

pub(crate) fn rotated(m: Move) -> Move {
    match m.parts() {
        MoveParts::Board { from, to, promote } => Move::board(from.rotated(), to.rotated(), promote),
        MoveParts::Drop { kind, to } => Move::drop(kind, to.rotated()),
    }
}

/// A problem in the form it is solved in: the canonical one, in which the attacker is Black, or as it is written.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Canonical {
    /// The diagram, hands as they are played.
    pub setup: Setup,
    /// Moves that belong to the problem, if any do.
    pub moves: Vec<Move>,
    /// How it got there.
    pub turned: Turned,
    /// The same as text: a SFEN, and the moves after the word `moves`.
    pub text: String,
}

impl Canonical {
    /// The canonical form of a diagram whose hands are as they are played, with moves that belong to it.
    pub fn new(setup: &Setup, attacker: Color, moves: &[Move]) -> Canonical {
        let rotated = attacker == Color::White;
        let form = |mirrored| {
            let turned = Turned { rotated, mirrored };
            let setup = Setup { ply: 1, ..turned.setup(setup) };
            let moves: Vec<Move> = moves.iter().map(|&m| turned.m(m)).collect();
            let text = text(&setup, &moves);
            Canonical { setup, moves, turned, text }
        };
        let (plain, mirrored) = (form(false), form(true));
        if mirrored.text < plain.text { mirrored } else { plain }
    }

    /// The diagram itself, turned in no way, where equal problems are to be told apart.
    pub fn as_written(setup: &Setup, moves: &[Move]) -> Canonical {
        let setup = Setup { ply: 1, ..setup.clone() };
        let text = text(&setup, moves);
        Canonical { setup, moves: moves.to_vec(), turned: Turned::default(), text }
    }

    /// A number that is the same for the same problem, whatever the machine.
    pub fn hash(&self) -> u64 {
        fingerprint(self.text.as_bytes())
    }
}

fn text(setup: &Setup, moves: &[Move]) -> String {
    let mut text = setup.to_sfen();
    if !moves.is_empty() {
        text += " moves";
        moves.iter().for_each(|m| text += &format!(" {m}"));
    }
    text
}

/// A number for some bytes (FNV-1a, with its bits mixed once more). It tells texts apart that are not made to be
/// confused; whoever needs to be certain compares the texts.
pub fn fingerprint(bytes: &[u8]) -> u64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for &byte in bytes {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
    }
    hash = (hash ^ (hash >> 32)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    hash ^ (hash >> 29)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PROBLEM: &str = "l3k2nl/4g1gb1/1+S1pspp+P1/9/9/9/9/5GS2/LN1K4L b R2Pgsn2p 41";

    fn setup(sfen: &str) -> Setup {
        sfen.parse().unwrap()
    }

    #[test]
    fn all_four_images_of_a_problem_have_one_form() {
        let plain = setup(PROBLEM);
        let moves: Vec<Move> = ["8c7b+", "P*5h"].map(|m| m.parse().unwrap()).to_vec();
        let one = Canonical::new(&plain, Color::Black, &moves);
        for bits in 0..4 {
            let turned = Turned::from_bits(bits);
            assert_eq!(turned.to_bits(), bits);
            let image: Vec<Move> = moves.iter().map(|&m| turned.m(m)).collect();
            let attacker = if turned.rotated { Color::White } else { Color::Black };
            let other = Canonical::new(&turned.setup(&plain), attacker, &image);
            assert_eq!((&other.text, other.hash()), (&one.text, one.hash()));
            // The same way leads back.
            assert_eq!(other.turned.setup(&other.setup).board, turned.setup(&plain).board);
            let back: Vec<Move> = other.moves.iter().map(|&m| other.turned.m(m)).collect();
            assert_eq!(back, image);
        }
        assert_eq!(one.setup.ply, 1);
    }

    #[test]
    fn images_told_apart_stay_what_they_are() {
        let plain = setup(PROBLEM);
        let forms: Vec<Canonical> = (0..4)
            .map(|bits| Canonical::as_written(&Turned::from_bits(bits).setup(&plain), &[]))
            .collect();
        for (bits, form) in forms.iter().enumerate() {
            let image = Turned::from_bits(bits as u8).setup(&plain);
            assert_eq!((&form.setup.board, form.setup.ply), (&image.board, 1));
            assert_eq!((form.turned, &form.text), (Turned::default(), &form.setup.to_sfen()));
            assert!(forms[..bits].iter().all(|other| other.text != form.text));
        }
    }

    #[test]
    fn what_matters_makes_another_form() {
        let form = |sfen| Canonical::new(&setup(sfen), Color::Black, &[]).text;
        let one = form("4k4/9/4P4/9/9/9/9/9/9 b G 1");
        assert_eq!(one, form("4k4/9/4P4/9/9/9/9/9/9 b G 7"));
        for other in [
            "4k4/9/4P4/9/9/9/9/9/9 b S 1",
            "4k4/9/4P4/9/9/9/9/9/9 w G 1",
            "4k4/9/3P5/9/9/9/9/9/9 b G 1",
        ] {
            assert_ne!(one, form(other));
        }
        let with_a_move = Canonical::new(
            &setup("4k4/9/4P4/9/9/9/9/9/9 b G 1"),
            Color::Black,
            &["G*5b".parse().unwrap()],
        );
        assert_eq!(with_a_move.text, format!("{one} moves G*5b"));
    }

    #[test]
    fn fingerprints_stay_the_same_for_ever() {
        // They are stored: changing them would make every result look unknown.
        assert_eq!(fingerprint(b""), 0x8570_e250_fe4c_2473);
        assert_ne!(fingerprint(b"a"), fingerprint(b"b"));
    }
}
