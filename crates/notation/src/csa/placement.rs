//! Reading the position of a CSA text: lines that start with `P`.

use super::kind_from;
use super::reader::{Fault, expected};
use crate::Expected;
use tsumugi_shogi::{Cell, Color, HandKind, Piece, Setup, Square};

/// What the lines of a position have said so far.
pub(super) struct Placement {
    setup: Setup,
    /// Has there been any line?
    placed: bool,
    /// Rows `P1`..`P9` seen, by bit.
    rows: u16,
    /// Who takes all remaining pieces (`00AL`).
    rest_to: Option<Color>,
}

impl Placement {
    pub fn new() -> Placement {
        Placement { setup: Setup::empty(), placed: false, rows: 0, rest_to: None }
    }

    pub fn is_empty(&self) -> bool {
        !self.placed
    }

    /// Reads a line: the character after its `P`, and the text behind that, which starts at `column`.
    pub fn line(&mut self, second: char, text: &str, column: usize) -> Result<(), Fault> {
        self.placed = true;
        match second {
            'I' => self.handicap(text, column),
            '1'..='9' => self.row(second as u8 - b'0', text, column),
            '+' => self.pieces(Color::Black, text, column),
            '-' => self.pieces(Color::White, text, column),
            _ => Err(expected(column - 1, Expected::AfterP)),
        }
    }

    /// The diagram; the starting position if nothing was said.
    pub fn setup(&self) -> Setup {
        if !self.placed {
            return Setup::startpos();
        }
        let mut setup = self.setup.clone();
        if let Some(color) = self.rest_to {
            setup.give_rest_to(color);
        }
        setup
    }

    /// `PI82HI22KA`: the starting position without some pieces.
    fn handicap(&mut self, text: &str, column: usize) -> Result<(), Fault> {
        self.setup.board = Setup::startpos().board;
        for (at, place, name) in items(text, column) {
            let (square, kind) = (square_from(place), kind_from(name));
            let there = square.and_then(|s| self.setup.piece(s)).map(|piece| piece.kind);
            match (square, kind) {
                (Some(square), Some(kind)) if there == Some(kind) => {
                    self.setup.set(square, Cell::Empty)
                }
                _ => return Err(expected(at, Expected::PieceToTakeAway)),
            }
        }
        Ok(())
    }

    /// `P1-KY-KE * …`: a rank from file 9 to file 1.
    fn row(&mut self, rank: u8, text: &str, column: usize) -> Result<(), Fault> {
        if self.rows >> rank & 1 != 0 {
            return Err(expected(column - 1, Expected::RankOnce(rank)));
        }
        self.rows |= 1 << rank;
        let mut chars = text.chars().zip(column..).peekable();
        for square in (1..=9).rev().filter_map(|file| Square::new(file, rank)) {
            while chars.next_if(|&(c, _)| c == ' ').is_some() {}
            let (c, at) = chars.next().unwrap_or(('\n', column + text.chars().count()));
            let color = match c {
                '*' => continue,
                '+' => Color::Black,
                '-' => Color::White,
                '\n' => return Err(expected(at, Expected::NineSquares)),
                _ => return Err(expected(at, Expected::StarOrPiece)),
            };
            let name: String = chars.by_ref().take(2).map(|(c, _)| c).collect();
            let kind = kind_from(&name).ok_or_else(|| expected(at + 1, Expected::CsaPiece))?;
            self.setup.set(square, Cell::Piece(Piece::new(color, kind)));
        }
        match chars.find(|&(c, _)| c != ' ') {
            Some((_, at)) => Err(expected(at, Expected::NoMoreThanNineSquares)),
            None => Ok(()),
        }
    }

    /// `P+63FU00KI`: single pieces on squares and (`00`) in hand.
    fn pieces(&mut self, color: Color, text: &str, column: usize) -> Result<(), Fault> {
        for (at, place, name) in items(text, column) {
            if (place, name) == ("00", "AL") {
                if self.rest_to.is_some() {
                    return Err(expected(at, Expected::OneAl));
                }
                self.rest_to = Some(color);
                continue;
            }
            let kind = kind_from(name).ok_or_else(|| expected(at + 2, Expected::CsaPiece))?;
            if place == "00" {
                let hand = HandKind::ALL.into_iter().find(|hand| hand.kind() == kind);
                let hand = hand.ok_or_else(|| expected(at + 2, Expected::PieceInHand))?;
                let held = &mut self.setup.hands[color.index()][hand.index()];
                if *held == 99 {
                    return Err(expected(at, Expected::AtMost99InHand));
                }
                *held += 1;
            } else {
                let square =
                    square_from(place).ok_or_else(|| expected(at, Expected::CsaSquareOrHand))?;
                if self.setup.cell(square) != Cell::Empty {
                    return Err(expected(at, Expected::FreeSquare));
                }
                self.setup.set(square, Cell::Piece(Piece::new(color, kind)));
            }
        }
        Ok(())
    }
}

/// `63FU` pieces of a line: column, the two digits, the two letters. A last one may be cut short.
fn items(text: &str, column: usize) -> impl Iterator<Item = (usize, &str, &str)> {
    let mut rest = text;
    let mut at = column;
    std::iter::from_fn(move || {
        let cut = |text: &str, n: usize| text.char_indices().nth(n).map_or(text.len(), |(i, _)| i);
        let (item, more) = rest.split_at(cut(rest, 4));
        let (place, name) = item.split_at(cut(item, 2));
        let found = (!item.is_empty()).then_some((at, place, name));
        (rest, at) = (more, at + 4);
        found
    })
}

/// A square of two digits, `76`.
pub(super) fn square_from(digits: &str) -> Option<Square> {
    match digits.as_bytes() {
        &[file @ b'1'..=b'9', rank @ b'1'..=b'9'] => Square::new(file - b'0', rank - b'0'),
        _ => None,
    }
}
