//! SFEN text ⇄ [`Setup`].
//!
//! `<board> <b|w> <hands> [<move number>]`, optionally after `sfen` or `position sfen`. Beyond the standard we
//! read `O` for a walled square (石). Reading checks the form only; what a diagram means is
//! checked by [`crate::Position::new`].

use crate::{Cell, Color, HandKind, Kind, Piece, Setup, Square};
use alloc::format;
use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

/// The starting position.
pub const STARTPOS: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

/// Why a text is no SFEN.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SfenError {
    /// Column of the bad place, counted in characters from 1 in the text given.
    pub column: usize,
    /// What is wrong there.
    pub why: SfenFault,
}

/// What is wrong with a SFEN text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SfenFault {
    /// There is no text.
    Empty,
    /// Fewer than nine ranks.
    TooFewRanks(usize),
    /// More than nine ranks.
    TooManyRanks,
    /// A rank with fewer than nine files.
    RankTooShort(usize),
    /// A rank with more than nine files.
    RankTooLong,
    /// A character that stands for no piece.
    UnknownPiece(char),
    /// `+` before something that cannot be promoted.
    BadPromotion,
    /// The side to move is missing.
    MissingTurn,
    /// The side to move is neither `b` nor `w`.
    BadTurn,
    /// The hands are missing (`-` when both are empty).
    MissingHands,
    /// A character that stands for no piece in hand.
    BadHand(char),
    /// A count that is zero, too large or not followed by a piece.
    BadHandCount,
    /// A piece listed twice in one hand.
    RepeatedHand(char),
    /// The move number is no number.
    BadPly,
    /// Something follows the move number.
    Trailing,
}

impl fmt::Display for SfenFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SfenFault::Empty => write!(f, "the SFEN is empty"),
            SfenFault::TooFewRanks(n) => write!(f, "the board has {n} ranks, expected 9"),
            SfenFault::TooManyRanks => write!(f, "the board has more than 9 ranks"),
            SfenFault::RankTooShort(n) => write!(f, "the rank ends after {n} files, expected 9"),
            SfenFault::RankTooLong => write!(f, "the rank has more than 9 files"),
            SfenFault::UnknownPiece(c) => write!(
                f,
                "{c:?} is no piece (expected one of PLNSGBRK or plnsgbrk, O for a wall, a digit 1-9)"
            ),
            SfenFault::BadPromotion => write!(f, "'+' must stand before one of PLNSBR or plnsbr"),
            SfenFault::MissingTurn => write!(f, "the side to move is missing (b or w)"),
            SfenFault::BadTurn => write!(f, "the side to move must be b or w"),
            SfenFault::MissingHands => write!(f, "the hands are missing (- for none)"),
            SfenFault::BadHand(c) => {
                write!(f, "{c:?} cannot be in hand (expected one of RBGSNLP or rbgsnlp)")
            }
            SfenFault::BadHandCount => {
                write!(f, "a count in hand must be 1-99 without leading zero, followed by a piece")
            }
            SfenFault::RepeatedHand(c) => write!(f, "{c:?} is listed twice in hand"),
            SfenFault::BadPly => write!(f, "the move number must be a number"),
            SfenFault::Trailing => write!(f, "unexpected text after the move number"),
        }
    }
}

impl fmt::Display for SfenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.why)
    }
}

impl core::error::Error for SfenError {}

/// A run of non-blank characters with the column of its first one.
struct Word<'a> {
    column: usize,
    text: &'a str,
}

/// The words of a text; columns count characters from 1.
fn words(text: &str) -> impl Iterator<Item = Word<'_>> {
    let mut column = 1;
    text.split(char::is_whitespace).filter_map(move |word| {
        let at = column;
        column += word.chars().count() + 1;
        (!word.is_empty()).then_some(Word { column: at, text: word })
    })
}

impl FromStr for Setup {
    type Err = SfenError;

    fn from_str(text: &str) -> Result<Setup, SfenError> {
        let end = text.trim_end().chars().count() + 1;
        let missing = |why| SfenError { column: end, why };
        let mut words = words(text).peekable();
        words.next_if(|w| w.text == "position");
        words.next_if(|w| w.text == "sfen");
        let mut setup = Setup::empty();
        read_board(&mut setup, words.next().ok_or(missing(SfenFault::Empty))?)?;
        let turn = words.next().ok_or(missing(SfenFault::MissingTurn))?;
        setup.turn = match turn.text {
            "b" => Color::Black,
            "w" => Color::White,
            _ => return Err(SfenError { column: turn.column, why: SfenFault::BadTurn }),
        };
        read_hands(&mut setup, words.next().ok_or(missing(SfenFault::MissingHands))?)?;
        if let Some(ply) = words.next() {
            let bad = SfenError { column: ply.column, why: SfenFault::BadPly };
            let digits = Some(ply.text).filter(|t| t.bytes().all(|b| b.is_ascii_digit()));
            setup.ply = digits.and_then(|t| t.parse().ok()).ok_or(bad)?;
        }
        match words.next() {
            Some(word) => Err(SfenError { column: word.column, why: SfenFault::Trailing }),
            None => Ok(setup),
        }
    }
}

/// What a character of the board part says.
enum Token {
    Cells(Cell, usize),
    EndOfRank,
    Plus,
}

fn read_board(setup: &mut Setup, word: Word<'_>) -> Result<(), SfenError> {
    let (mut rank, mut file) = (1u8, 9i32);
    let mut plus = false;
    let mut column = word.column;
    for c in word.text.chars() {
        let fail = |why| Err(SfenError { column, why });
        let token = match c {
            '/' => Token::EndOfRank,
            '+' => Token::Plus,
            'O' => Token::Cells(Cell::Wall, 1),
            '1'..='9' => Token::Cells(Cell::Empty, c as usize - '0' as usize),
            _ => match Kind::from_letter(c) {
                Some(kind) if plus && kind.promoted().is_none() => {
                    return fail(SfenFault::BadPromotion);
                }
                Some(kind) => {
                    let color = if c.is_ascii_uppercase() { Color::Black } else { Color::White };
                    let kind = if plus { kind.promoted().unwrap_or(kind) } else { kind };
                    Token::Cells(Cell::Piece(Piece::new(color, kind)), 1)
                }
                None => return fail(SfenFault::UnknownPiece(c)),
            },
        };
        if plus && !matches!(token, Token::Cells(Cell::Piece(_), _)) {
            return fail(SfenFault::BadPromotion);
        }
        plus = false;
        match token {
            Token::Plus => plus = true,
            Token::EndOfRank if file > 0 => return fail(SfenFault::RankTooShort(9 - file as usize)),
            Token::EndOfRank if rank == 9 => return fail(SfenFault::TooManyRanks),
            Token::EndOfRank => (rank, file) = (rank + 1, 9),
            Token::Cells(_, n) if n as i32 > file => return fail(SfenFault::RankTooLong),
            Token::Cells(cell, n) => {
                for _ in 0..n {
                    setup.board[(file as usize - 1) * 9 + rank as usize - 1] = cell;
                    file -= 1;
                }
            }
        }
        column += 1;
    }
    let fail = |why| Err(SfenError { column, why });
    match (plus, file, rank) {
        (true, ..) => fail(SfenFault::BadPromotion),
        (_, 1.., _) => fail(SfenFault::RankTooShort(9 - file as usize)),
        (.., 9) => Ok(()),
        (.., n) => fail(SfenFault::TooFewRanks(n as usize)),
    }
}

fn read_hands(setup: &mut Setup, word: Word<'_>) -> Result<(), SfenError> {
    if word.text == "-" {
        return Ok(());
    }
    let mut count: Option<u8> = None;
    let mut column = word.column;
    for c in word.text.chars() {
        let fail = |why| Err(SfenError { column, why });
        if let Some(digit) = c.to_digit(10) {
            match count {
                None if digit == 0 => return fail(SfenFault::BadHandCount),
                Some(10..) => return fail(SfenFault::BadHandCount),
                _ => count = Some(count.unwrap_or(0) * 10 + digit as u8),
            }
        } else {
            let Some(kind) = Kind::from_letter(c).and_then(Kind::in_hand) else {
                return fail(SfenFault::BadHand(c));
            };
            let color = if c.is_ascii_uppercase() { Color::Black } else { Color::White };
            let held = &mut setup.hands[color.index()][kind.index()];
            if *held > 0 {
                return fail(SfenFault::RepeatedHand(c));
            }
            *held = count.take().unwrap_or(1);
        }
        column += 1;
    }
    match count {
        Some(_) => Err(SfenError { column, why: SfenFault::BadHandCount }),
        None => Ok(()),
    }
}

impl Setup {
    /// The diagram as SFEN: hands in the order R B G S N L P, Black first, with move number.
    pub fn to_sfen(&self) -> String {
        let mut out = String::with_capacity(96);
        for rank in 1..=9 {
            let mut gap = 0;
            for square in (1..=9).rev().filter_map(|file| Square::new(file, rank)) {
                let text = match self.cell(square) {
                    Cell::Empty => {
                        gap += 1;
                        continue;
                    }
                    Cell::Wall => "O".to_string(),
                    Cell::Piece(piece) => piece.to_string(),
                };
                push_gap(&mut out, &mut gap);
                out.push_str(&text);
            }
            push_gap(&mut out, &mut gap);
            if rank < 9 {
                out.push('/');
            }
        }
        out.push_str(if self.turn == Color::Black { " b " } else { " w " });
        let before_hands = out.len();
        for color in Color::ALL {
            for kind in HandKind::ALL.into_iter().rev() {
                let count = self.in_hand(color, kind);
                if count > 1 {
                    out.push_str(&count.to_string());
                }
                if count > 0 {
                    out.push_str(&Piece::new(color, kind.kind()).to_string());
                }
            }
        }
        if out.len() == before_hands {
            out.push('-');
        }
        out.push_str(&format!(" {}", self.ply));
        out
    }
}

fn push_gap(out: &mut String, gap: &mut u8) {
    if *gap > 0 {
        out.push((b'0' + *gap) as char);
        *gap = 0;
    }
}

/// The column (from 1) of a square in a SFEN text that reads well; for pointing at a fault.
pub fn column_of(text: &str, square: Square) -> Option<usize> {
    let board = words(text).find(|w| w.text.contains('/'))?;
    let (mut rank, mut file, mut column) = (1, 9, board.column);
    for c in board.text.chars() {
        let width = match c {
            '/' => {
                (rank, file, column) = (rank + 1, 9, column + 1);
                continue;
            }
            '+' => 0,
            '1'..='9' => c as u8 - b'0',
            _ => 1,
        };
        if rank == square.rank() && file >= square.file() && file - width < square.file() {
            return Some(column);
        }
        file -= width;
        column += 1;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn good_texts_print_back_identically() {
        for sfen in [
            STARTPOS,
            "9/9/9/9/9/9/9/9/9 w - 77",
            "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1",
            "OOOOOOOOO/O3k3O/O+P+p5O/9/9/9/9/9/4K4 b 18P 1",
        ] {
            assert_eq!(sfen.parse::<Setup>().unwrap().to_sfen(), sfen);
        }
    }

    #[test]
    fn leading_words_and_a_missing_move_number_are_fine() {
        for text in [
            "sfen 4k4/9/9/9/9/9/9/9/9 b P",
            "position sfen 4k4/9/9/9/9/9/9/9/9 b P 1",
            "  4k4/9/9/9/9/9/9/9/9   b P ",
        ] {
            assert_eq!(text.parse::<Setup>().unwrap().to_sfen(), "4k4/9/9/9/9/9/9/9/9 b P 1");
        }
    }

    #[test]
    fn bad_texts_name_the_column() {
        use SfenFault::*;
        for (text, column, why) in [
            ("", 1, Empty),
            ("9/9/9/9 b - 1", 8, TooFewRanks(4)),
            ("9/9/9/9/9/9/9/9/9/9 b - 1", 18, TooManyRanks),
            ("sfen 8/9/9/9/9/9/9/9/9 b - 1", 7, RankTooShort(8)),
            ("9/9/9/9/9/9/9/9/8 b - 1", 18, RankTooShort(8)),
            ("91/9/9/9/9/9/9/9/9 b - 1", 2, RankTooLong),
            ("4k4/x8/9/9/9/9/9/9/9 b - 1", 5, UnknownPiece('x')),
            ("0/9/9/9/9/9/9/9/9 b - 1", 1, UnknownPiece('0')),
            ("+G8/9/9/9/9/9/9/9/9 b - 1", 2, BadPromotion),
            ("8+/9/9/9/9/9/9/9/9 b - 1", 3, BadPromotion),
            ("9/9/9/9/9/9/9/9/9", 18, MissingTurn),
            ("9/9/9/9/9/9/9/9/9 x - 1", 19, BadTurn),
            ("9/9/9/9/9/9/9/9/9 b", 20, MissingHands),
            ("9/9/9/9/9/9/9/9/9 b K 1", 21, BadHand('K')),
            ("9/9/9/9/9/9/9/9/9 b 0P 1", 21, BadHandCount),
            ("9/9/9/9/9/9/9/9/9 b 100P 1", 23, BadHandCount),
            ("9/9/9/9/9/9/9/9/9 b P2 1", 23, BadHandCount),
            ("9/9/9/9/9/9/9/9/9 b P2P 1", 23, RepeatedHand('P')),
            ("9/9/9/9/9/9/9/9/9 b - x", 23, BadPly),
            ("9/9/9/9/9/9/9/9/9 b - 1 moves", 25, Trailing),
        ] {
            assert_eq!(text.parse::<Setup>(), Err(SfenError { column, why }), "{text}");
        }
    }

    #[test]
    fn a_square_is_found_in_the_text() {
        let text = "position sfen 4k4/9/3+P5/9/9/9/9/9/8K b - 1";
        for (square, found) in [("5a", "k"), ("6c", "P"), ("1i", "K"), ("5c", "5"), ("4a", "4")] {
            let column = column_of(text, Square::from_usi(square).unwrap()).unwrap();
            assert_eq!(&text[column - 1..column], found, "{square}");
        }
    }
}
