//! All diagrams that fit a pattern, numbered: from a number to its diagram and back.
//!
//! A number stands for an *arrangement*: what stands on each square, and what the attacker holds. It is found by going through the
//! squares once and skipping, at each, the arrangements that begin with another piece there; how many these are was counted
//! before, from the last square to the first. So any part of a family is a range of numbers, and no list is kept.
//!
//! A few arrangements are no diagrams: two pawns on a file, more pieces than a set has, the king already in check. They have
//! numbers all the same and are passed over. So is the later one of two that are mirror images of each other.

use crate::pattern::{Pattern, Range, Wish};
use std::fmt;
use tsumugi_shogi::{Bitboard, Cell, Color, Hand, HandKind, Kind, Piece, Position, Setup, Square};

/// The most pieces there are.
const PIECES: usize = 40;

/// Why a pattern has no numbered family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FamilyFault {
    /// More arrangements than can be numbered.
    TooLarge,
}

impl fmt::Display for FamilyFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            FamilyFault::TooLarge => {
                write!(f, "the pattern fits more than 2 to the 64 diagrams: bound the pieces")
            }
        }
    }
}

impl std::error::Error for FamilyFault {}

/// All arrangements that fit a pattern.
#[derive(Clone, Debug)]
pub struct Family {
    /// Squares that are not always empty, and what may stand there.
    squares: Vec<(Square, Vec<Cell>)>,
    /// By square, then by [`State`]: how many ways there are to go on. The last row is the hands.
    ways: Vec<Vec<u64>>,
    /// What the attacker may hold, by how many pieces it is.
    hands: Vec<Hand>,
    /// Where the hands with each number of pieces begin among them.
    begin: Vec<usize>,
    bounds: Bounds,
    holds: Option<Hand>,
    /// Squares of which the mirror image may hold something, too.
    mirrored: Bitboard,
    symmetric: bool,
}

/// How many pieces there may be.
#[derive(Clone, Copy, Debug)]
struct Bounds {
    pieces: Range,
    defenders: Range,
}

/// What was put down so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct State {
    /// Kings, by colour.
    kings: [bool; 2],
    /// Pieces, by colour, kings apart.
    pieces: [u8; 2],
}

impl Bounds {
    fn states(self) -> usize {
        4 * (self.pieces.most as usize + 1) * (self.defenders.most as usize + 1)
    }

    fn index(self, state: State) -> usize {
        let kings = state.kings[0] as usize * 2 + state.kings[1] as usize;
        let pieces = kings * (self.pieces.most as usize + 1) + state.pieces[0] as usize;
        pieces * (self.defenders.most as usize + 1) + state.pieces[1] as usize
    }

    fn state(self, index: usize) -> State {
        let (rest, defenders) =
            (index / (self.defenders.most as usize + 1), index % (self.defenders.most as usize + 1));
        let (kings, pieces) =
            (rest / (self.pieces.most as usize + 1), rest % (self.pieces.most as usize + 1));
        State { kings: [kings & 2 != 0, kings & 1 != 0], pieces: [pieces as u8, defenders as u8] }
    }

    /// What there is after something is put down, if it may be.
    #[inline]
    fn after(self, mut state: State, cell: Cell) -> Option<State> {
        let Cell::Piece(piece) = cell else { return Some(state) };
        let side = piece.color.index();
        if piece.kind == Kind::King {
            let first = !state.kings[side];
            state.kings[side] = true;
            return first.then_some(state);
        }
        state.pieces[side] += 1;
        let most = if side == 0 { self.pieces.most } else { self.defenders.most };
        (state.pieces[side] <= most).then_some(state)
    }
}

/// An arrangement: what a number stands for.
#[derive(Clone, Copy, Debug)]
pub struct Arrangement {
    /// Walls.
    pub walls: Bitboard,
    /// What the attacker holds.
    pub hand: Hand,
    pieces: [(Square, Piece); PIECES],
    count: usize,
}

impl Arrangement {
    /// The pieces on the board.
    pub fn pieces(&self) -> &[(Square, Piece)] {
        &self.pieces[..self.count]
    }
}

impl Family {
    /// Counts the arrangements of a pattern.
    ///
    /// # Errors
    /// When there are too many.
    pub fn new(pattern: &Pattern) -> Result<Family, FamilyFault> {
        // Beside kings there are no more; a range above that is empty.
        let cut = PIECES as u8 - 2;
        let most = |range: Range| Range { least: range.least.min(cut + 1), most: range.most.min(cut) };
        let bounds = Bounds { pieces: most(pattern.pieces), defenders: most(pattern.defenders) };
        let squares: Vec<(Square, Vec<Cell>)> = Square::all()
            .map(|square| (square, pattern.on(square).to_vec()))
            .filter(|(_, cells)| cells[..] != [Cell::Empty])
            .collect();
        let hands = hands(pattern, bounds.pieces.most);
        let totals = 0..=PIECES as u32;
        let begin = totals.map(|n| hands.partition_point(|hand| hand.total() < n)).collect();
        let occupied =
            squares.iter().fold(Bitboard::EMPTY, |all, (square, _)| all | Bitboard::of(*square));
        let mirrored = occupied.into_iter().filter(|square| occupied.has(square.mirrored()));
        let mut family = Family {
            squares,
            ways: vec![],
            hands,
            begin,
            bounds,
            // No more than a set has, which a hand can count.
            holds: pattern.holds.map(|counts| Hand::from_counts(counts).unwrap_or(Hand::EMPTY)),
            mirrored: mirrored.fold(Bitboard::EMPTY, |all, square| all | Bitboard::of(square)),
            symmetric: pattern.wishes.contains(&Wish::Symmetric),
        };
        family.count()?;
        Ok(family)
    }

    /// From the last square to the first: how many ways there are to go on.
    fn count(&mut self) -> Result<(), FamilyFault> {
        let bounds = self.bounds;
        let last = (0..bounds.states()).map(|i| self.range_of_hands(bounds.state(i)).len() as u64);
        let mut ways = vec![last.collect::<Vec<u64>>()];
        for (_, cells) in self.squares.iter().rev() {
            let next = &ways[ways.len() - 1];
            let mut row = vec![0u64; bounds.states()];
            for (i, total) in row.iter_mut().enumerate() {
                let after = cells.iter().filter_map(|&cell| bounds.after(bounds.state(i), cell));
                for state in after {
                    *total =
                        total.checked_add(next[bounds.index(state)]).ok_or(FamilyFault::TooLarge)?;
                }
            }
            ways.push(row);
        }
        ways.reverse();
        self.ways = ways;
        Ok(())
    }

    /// The hands that complete a board, if it is one.
    fn range_of_hands(&self, state: State) -> std::ops::Range<usize> {
        let Bounds { pieces, defenders } = self.bounds;
        if !state.kings[Color::White.index()] || !defenders.has(u32::from(state.pieces[1])) {
            return 0..0;
        }
        let on_board = state.pieces[0];
        let least = self.begin[pieces.least.saturating_sub(on_board) as usize];
        let most = self.begin[(pieces.most - on_board) as usize + 1];
        least..most.max(least)
    }

    /// How many arrangements there are.
    pub fn len(&self) -> u64 {
        self.ways[0][self.bounds.index(State::default())]
    }

    /// Is there none?
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The arrangement with this number, from 0. `None` if there are fewer, or if it has more pieces than there are.
    #[inline]
    pub fn arrangement(&self, mut number: u64) -> Option<Arrangement> {
        if number >= self.len() {
            return None;
        }
        let nothing = (Square::from_index(0)?, Piece::new(Color::Black, Kind::King));
        let mut out = Arrangement {
            walls: Bitboard::EMPTY,
            hand: Hand::EMPTY,
            pieces: [nothing; PIECES],
            count: 0,
        };
        let mut state = State::default();
        for ((square, cells), ways) in self.squares.iter().zip(&self.ways[1..]) {
            for &cell in cells {
                let Some(after) = self.bounds.after(state, cell) else { continue };
                let ways = ways[self.bounds.index(after)];
                if number >= ways {
                    number -= ways;
                    continue;
                }
                state = after;
                match cell {
                    Cell::Empty => {}
                    Cell::Wall => out.walls |= Bitboard::of(*square),
                    Cell::Piece(piece) => {
                        *out.pieces.get_mut(out.count)? = (*square, piece);
                        out.count += 1;
                    }
                }
                break;
            }
        }
        out.hand = self.hands[self.range_of_hands(state).start + number as usize];
        Some(out)
    }

    /// The number of a diagram with the attacker to move, if it fits the pattern. What the defender holds is not compared.
    pub fn number_of(&self, setup: &Setup) -> Option<u64> {
        let (mut state, mut number) = (State::default(), 0);
        let ours = |square: &Square| self.squares.iter().any(|(one, _)| one == square);
        if Square::all().any(|square| setup.cell(square) != Cell::Empty && !ours(&square)) {
            return None;
        }
        for ((square, cells), ways) in self.squares.iter().zip(&self.ways[1..]) {
            let here = setup.cell(*square);
            let before = cells.iter().take_while(|&&cell| cell != here);
            for after in before.filter_map(|&cell| self.bounds.after(state, cell)) {
                number += ways[self.bounds.index(after)];
            }
            state = self.bounds.after(state, *cells.iter().find(|&&cell| cell == here)?)?;
        }
        let hand = Hand::from_counts(setup.hands[Color::Black.index()])?;
        let range = self.range_of_hands(state);
        let place = self.hands[range].iter().position(|&one| one == hand)?;
        Some(number + place as u64)
    }

    /// The position of an arrangement; `None` if it breaks a rule.
    #[inline]
    pub fn position(&self, arrangement: &Arrangement) -> Option<Position> {
        let hand = arrangement.hand;
        let defender = match self.holds {
            Some(holds) => holds,
            None => self.rest(arrangement)?,
        };
        Position::assemble(arrangement.walls, arrangement.pieces(), [hand, defender], Color::Black)
    }

    /// What a set has beyond these pieces; `None` if they are more.
    fn rest(&self, arrangement: &Arrangement) -> Option<Hand> {
        const SET: [u8; 7] = {
            let mut counts = [0; 7];
            let mut i = 0;
            while i < 7 {
                counts[i] = HandKind::ALL[i].full_set();
                i += 1;
            }
            counts
        };
        let mut rest = Hand::from_counts(SET)?;
        if !rest.covers(arrangement.hand) {
            return None;
        }
        rest = rest.without(arrangement.hand);
        for (_, piece) in arrangement.pieces() {
            let Some(kind) = piece.kind.in_hand() else { continue };
            if !rest.has(kind) {
                return None;
            }
            rest = rest.minus(kind);
        }
        Some(rest)
    }

    /// Is an arrangement the first of itself and its mirror image? So it is if the mirror image does not fit the pattern. Where
    /// symmetric diagrams are wanted, the others are not.
    #[inline]
    pub fn is_first_image(&self, number: u64, arrangement: &Arrangement, position: &Position) -> bool {
        let inside = arrangement.pieces().iter().all(|(square, _)| self.mirrored.has(*square));
        if !inside {
            return !self.symmetric;
        }
        let mirrored = position.to_setup().mirrored();
        if self.symmetric {
            return mirrored.board == position.to_setup().board;
        }
        self.number_of(&mirrored).is_none_or(|other| number <= other)
    }
}

/// The hands that a pattern allows, the smaller ones first: at most 106,875, the number of all hands.
fn hands(pattern: &Pattern, most: u8) -> Vec<Hand> {
    let mut all = vec![Hand::EMPTY];
    for group in &pattern.hand {
        // Each with the number of pieces of this group that it holds already.
        let mut grown: Vec<(Hand, u8)> = all.iter().map(|&hand| (hand, 0)).collect();
        for &kind in &group.kinds {
            let mut more = vec![];
            for &(hand, held) in &grown {
                let room = group.count.most.min(most).saturating_sub(held).min(kind.full_set());
                more.extend((0..=room).map(|count| (hand.with(kind, count), held + count)));
            }
            grown = more;
        }
        grown.retain(|&(hand, held)| held >= group.count.least && hand.total() <= u32::from(most));
        all = grown.into_iter().map(|(hand, _)| hand).collect();
    }
    all.sort_by_key(|hand| (hand.total(), hand.counts()));
    all
}
