//! Which problems of a collection are like a given one: the same pieces on the same squares, but for a few.
//!
//! Diagrams are compared with Black as the attacker. A piece is a piece on its square or in the attacker's hand; the defender's hand
//! is what is left of the set and does not count. Two diagrams *differ* by as many pieces as one of them has and the other has not,
//! whichever has more of them: a piece that stands elsewhere counts once, so does one in place of another, one more, or one less.
//! They are laid over each other in four ways, as they are and mirrored, each with all squares as they are and moved until the
//! defender's kings meet; the best counts.
//!
//! The [`Index`] has a list of diagrams for every piece on every square, and for every piece at every distance from the defender's
//! king. Walking the lists of one diagram counts what it has in common with each diagram of the index at once, and the answer is that
//! of comparing them pair by pair.

mod pieces;

pub use pieces::{Difference, Standing, differences};

use pieces::{BOARD_TOKENS, Form, HAND_TOKENS, STEP_TOKENS, Token};
use tsumugi_shogi::{Cell, Color, Setup, Square};
use tsumugi_tsume::canonical::Turned;

/// How a diagram is laid over another.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Laid {
    /// Turned first.
    pub turned: Turned,
    /// Then moved by this many files (to the left) and ranks (down).
    pub shift: (i8, i8),
}

impl Laid {
    /// The diagram, laid that way; `None` if it leaves the board.
    pub fn setup(self, setup: &Setup) -> Option<Setup> {
        let turned = self.turned.setup(setup);
        if self.shift == (0, 0) {
            return Some(turned);
        }
        let mut out = Setup { board: [Cell::Empty; 81], ..turned.clone() };
        for square in Square::all().filter(|&square| turned.cell(square) != Cell::Empty) {
            out.set(shifted(square, self.shift)?, turned.cell(square));
        }
        Some(out)
    }
}

fn shifted(square: Square, (files, ranks): (i8, i8)) -> Option<Square> {
    let file = u8::try_from(square.file() as i8 + files).ok()?;
    Square::new(file, u8::try_from(square.rank() as i8 + ranks).ok()?)
}

/// A diagram of the index that is like the one asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Near {
    /// Its number in the index.
    pub number: usize,
    /// By how many pieces the two differ.
    pub differ: u32,
    /// How many pieces the one of them has that has more.
    pub of: u32,
    /// How it is laid over the one asked about.
    pub laid: Laid,
}

/// By how many pieces two diagrams differ, with one of them moved so far.
type Way = (u32, (i8, i8));

/// Diagrams, by what they have.
#[derive(Debug)]
pub struct Index {
    entries: Vec<Entry>,
    /// Who has this piece on this square.
    by_square: Vec<Vec<u32>>,
    /// Who has this piece at this distance from the defender's king.
    by_step: Vec<Vec<u32>>,
    /// Who has which number of which kind in the attacker's hand; and with whom the defender moves first.
    by_hand: Vec<Vec<u32>>,
}

/// What is known about a diagram beside the lists.
#[derive(Clone, Copy, Debug)]
struct Entry {
    /// How many things it has.
    size: u8,
    king: Option<Square>,
    /// The smallest and the largest file and rank on which something stands.
    least: (u8, u8),
    most: (u8, u8),
    /// The attacker was White.
    rotated: bool,
}

impl Default for Index {
    fn default() -> Index {
        let lists = |count| vec![Vec::new(); count];
        let (by_square, by_step) = (lists(BOARD_TOKENS), lists(STEP_TOKENS));
        Index { entries: vec![], by_square, by_step, by_hand: lists(HAND_TOKENS) }
    }
}

impl Index {
    /// How many diagrams there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Adds a diagram in which this side gives mate. Its number is how many there were before.
    pub fn add(&mut self, setup: &Setup, attacker: Color) {
        let number = self.entries.len() as u32;
        let form = Form::new(setup, attacker, false);
        let mut note = |token: Token| match token {
            Token::Square(at) => self.by_square[at].push(number),
            Token::Step(at) => self.by_step[at].push(number),
            Token::Hand(at) => self.by_hand[at].push(number),
        };
        form.squares().chain(form.steps()).chain(form.hand()).for_each(&mut note);
        let (least, most) = form.extent();
        let (size, king) = (form.size(), form.king());
        self.entries.push(Entry { size, king, least, most, rotated: attacker == Color::White });
    }

    /// All diagrams that differ by at most `most` pieces from one in which this side gives mate, the nearest first; of
    /// equally near ones those that are neither moved nor mirrored, then in the order of the index.
    pub fn near(&self, setup: &Setup, attacker: Color, most: u32) -> Vec<Near> {
        let form = Form::new(setup, attacker, false);
        let (size, plain) = (form.size(), self.laid_over(&form));
        let mirrored = self.laid_over(&Form::new(setup, attacker, true));
        let of = |number: usize| {
            let ways = [(false, &plain), (true, &mirrored)].into_iter().flat_map(|(mirrored, all)| {
                all[number].iter().flatten().map(move |&(differ, shift)| (differ, shift, mirrored))
            });
            let best =
                ways.min_by_key(|&(differ, shift, mirrored)| (differ, shift != (0, 0), mirrored));
            let (differ, shift, mirrored) = best.filter(|&(differ, ..)| differ <= most)?;
            Some(self.found(number, differ, shift, mirrored, attacker, size))
        };
        let mut near: Vec<Near> = (0..self.entries.len()).filter_map(of).collect();
        near.sort_by_key(|near| {
            (near.differ, near.laid.shift != (0, 0), near.laid.turned.mirrored, near.number)
        });
        near
    }

    /// The shift was found for the diagram asked about, mirrored perhaps and with Black as the attacker.
    fn found(
        &self,
        number: usize,
        differ: u32,
        (files, ranks): (i8, i8),
        mirrored: bool,
        attacker: Color,
        size: u8,
    ) -> Near {
        let white = attacker == Color::White;
        // Mirrored back, files run the other way; turned round, both do.
        let files = if mirrored != white { -files } else { files };
        let ranks = if white { -ranks } else { ranks };
        let turned = Turned { rotated: self.entries[number].rotated != white, mirrored };
        let of = u32::from(self.entries[number].size.max(size));
        Near { number, differ, of, laid: Laid { turned, shift: (files, ranks) } }
    }

    /// By how many pieces each diagram differs from this one: where it stands, and with the kings on the same square.
    fn laid_over(&self, form: &Form) -> Vec<[Option<Way>; 2]> {
        let mut held = vec![0u8; self.entries.len()];
        let count = |list: &[u32], counts: &mut [u8]| {
            list.iter().for_each(|&number| counts[number as usize] += 1);
        };
        form.hand().for_each(|token| count(self.list(token), &mut held));
        let mut standing = held.clone();
        form.squares().for_each(|token| count(self.list(token), &mut standing));
        let mut about = held;
        form.steps().for_each(|token| count(self.list(token), &mut about));
        let size = form.size();
        let differ = |entry: &Entry, common: u8| u32::from(entry.size.max(size) - common);
        let entries = self.entries.iter().zip(standing).zip(about);
        entries
            .map(|((entry, standing), about)| {
                let moved = entry.shift_onto(form.king()).filter(|&shift| shift != (0, 0));
                // The kings themselves are not in the lists of distances.
                let moved = moved.map(|shift| (differ(entry, about + 1), shift));
                [Some((differ(entry, standing), (0, 0))), moved]
            })
            .collect()
    }

    fn list(&self, token: Token) -> &[u32] {
        match token {
            Token::Square(at) => &self.by_square[at],
            Token::Step(at) => &self.by_step[at],
            Token::Hand(at) => &self.by_hand[at],
        }
    }
}

impl Entry {
    /// How far it has to be moved for its king to stand here, if all of it stays on the board.
    fn shift_onto(&self, king: Option<Square>) -> Option<(i8, i8)> {
        let (to, from) = (king?, self.king?);
        let files = to.file() as i8 - from.file() as i8;
        let ranks = to.rank() as i8 - from.rank() as i8;
        let stays = |least: u8, most: u8, by: i8| least as i8 + by >= 1 && most as i8 + by <= 9;
        let on_board =
            stays(self.least.0, self.most.0, files) && stays(self.least.1, self.most.1, ranks);
        on_board.then_some((files, ranks))
    }
}

#[cfg(test)]
mod tests;
