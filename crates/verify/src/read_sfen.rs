//! A SFEN reader of our own: text to [`Position`], or the column and the reason why not (RULES 10).
//!
//! It reads what is written and asks nothing about the rules: two kings too many are a matter for
//! [`Position::faults`]. What it does not understand, it refuses.

use std::fmt;
use std::iter::Peekable;

use crate::naive::{Color, Content, Kind, Piece, Position, Square};

/// Where and why a text is not a SFEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct SfenFault {
    /// The character at which it goes wrong, counted from 1; one past the end if something is missing.
    pub column: usize,
    /// What is wrong there.
    pub reason: SfenReason,
}

/// What can be wrong with a SFEN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SfenReason {
    /// The text ends before the board.
    NoBoard,
    /// The text ends before the side to move.
    NoTurn,
    /// The text ends before the hands (`-` for empty ones).
    NoHands,
    /// A character that is no piece, stone or number of empty squares.
    NotOnBoard(char),
    /// A `+` that is not followed by a piece that promotes.
    NotPromotable,
    /// A rank (1 to 9) with fewer than nine squares.
    ShortRank(u8),
    /// A rank (1 to 9) with more than nine squares.
    LongRank(u8),
    /// A board with fewer than nine ranks.
    FewRanks(u8),
    /// A board with more than nine ranks.
    ManyRanks,
    /// A side to move other than `b` and `w`.
    NotATurn,
    /// A character in the hands that is no piece that can be held.
    NotInHand(char),
    /// A count in the hands that is zero, has a leading zero or is above 99.
    BadCount,
    /// A count in the hands with no piece after it.
    CountOfNothing,
    /// A piece listed a second time in the same hand.
    ListedTwice(char),
    /// A move number that is not a whole number.
    BadNumber,
    /// Something after the end.
    LeftOver,
}

impl fmt::Display for SfenFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.reason)
    }
}

impl fmt::Display for SfenReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rank_letter = |rank: &u8| (b'a' + rank - 1) as char;
        match self {
            SfenReason::NoBoard => write!(f, "the board is missing"),
            SfenReason::NoTurn => write!(f, "the side to move is missing"),
            SfenReason::NoHands => write!(f, "the hands are missing, '-' if both are empty"),
            SfenReason::NotOnBoard(c) => write!(f, "'{c}' does not belong on a board"),
            SfenReason::NotPromotable => write!(f, "'+' without a piece that promotes"),
            SfenReason::ShortRank(rank) => {
                write!(f, "rank {} has fewer than 9 squares", rank_letter(rank))
            }
            SfenReason::LongRank(rank) => {
                write!(f, "rank {} has more than 9 squares", rank_letter(rank))
            }
            SfenReason::FewRanks(ranks) => write!(f, "the board has only {ranks} of 9 ranks"),
            SfenReason::ManyRanks => write!(f, "the board has more than 9 ranks"),
            SfenReason::NotATurn => write!(f, "the side to move is 'b' or 'w'"),
            SfenReason::NotInHand(c) => write!(f, "'{c}' does not belong in a hand"),
            SfenReason::BadCount => write!(f, "a count in a hand goes from 1 to 99"),
            SfenReason::CountOfNothing => write!(f, "a count without a piece"),
            SfenReason::ListedTwice(c) => write!(f, "'{c}' is listed twice in the hands"),
            SfenReason::BadNumber => write!(f, "the move number is a whole number"),
            SfenReason::LeftOver => write!(f, "nothing may follow here"),
        }
    }
}

impl std::error::Error for SfenFault {}

/// A part of the text between spaces, and the column of its first character.
#[derive(Clone, Copy)]
struct Word<'a> {
    text: &'a str,
    column: usize,
}

impl<'a> Word<'a> {
    /// Its characters, each with its column.
    fn letters(self) -> impl Iterator<Item = (usize, char)> + 'a {
        (self.column..).zip(self.text.chars())
    }

    /// The column just after it.
    fn end(self) -> usize {
        self.column + self.text.chars().count()
    }
}

fn fault<T>(column: usize, reason: SfenReason) -> Result<T, SfenFault> {
    Err(SfenFault { column, reason })
}

/// Reads `BOARD TURN HANDS [NUMBER]`, after an optional `sfen` or `position sfen`.
///
/// Words are separated by one or more spaces; without a number, 1 is taken.
///
/// # Errors
/// The first place at which the text is not of this form.
pub fn read_sfen(text: &str) -> Result<Position, SfenFault> {
    let words = split_words(text);
    let end = words.last().map_or(1, |word| word.end());
    let texts: Vec<&str> = words.iter().map(|word| word.text).collect();
    let skipped = match texts.as_slice() {
        ["position", "sfen", ..] => 2,
        ["sfen", ..] => 1,
        _ => 0,
    };
    let mut words = words.into_iter().skip(skipped);
    let mut next = |missing| words.next().map_or_else(|| fault(end, missing), Ok);

    let mut position = Position::empty();
    read_board(next(SfenReason::NoBoard)?, &mut position)?;
    let turn = read_turn(next(SfenReason::NoTurn)?)?;
    read_hands(next(SfenReason::NoHands)?, &mut position)?;
    let number = words.next().map_or(Ok(1), read_number)?;
    position.set_turn(turn, number);
    match words.next() {
        None => Ok(position),
        Some(word) => fault(word.column, SfenReason::LeftOver),
    }
}

/// Reads the board part of a SFEN alone: hands empty, Black to move.
///
/// # Errors
/// The first place at which the text is not a board.
pub(crate) fn read_board_text(text: &str) -> Result<Position, SfenFault> {
    let mut position = Position::empty();
    read_board(Word { text, column: 1 }, &mut position)?;
    Ok(position)
}

fn split_words(text: &str) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let mut column = 1;
    for text in text.split(' ') {
        let word = Word { text, column };
        column = word.end() + 1;
        if !text.is_empty() {
            words.push(word);
        }
    }
    words
}

fn read_board(word: Word, position: &mut Position) -> Result<(), SfenFault> {
    let mut rank = 1;
    let mut column = word.column;
    for text in word.text.split('/') {
        if rank > 9 {
            return fault(column - 1, SfenReason::ManyRanks);
        }
        let row = Word { text, column };
        read_rank(row, rank, position)?;
        column = row.end() + 1;
        rank += 1;
    }
    match rank - 1 {
        9 => Ok(()),
        ranks => fault(word.end(), SfenReason::FewRanks(ranks)),
    }
}

/// Reads one rank, from file 9 to file 1.
fn read_rank(row: Word, rank: u8, position: &mut Position) -> Result<(), SfenFault> {
    let mut letters = row.letters().peekable();
    let mut read: u8 = 0;
    while let Some((column, letter)) = letters.next() {
        let (content, squares) = match letter {
            '1'..='9' => (Content::Empty, letter as u8 - b'0'),
            'O' => (Content::Stone, 1),
            '+' => (Content::Piece(read_promoted(column, &mut letters)?), 1),
            _ => match read_piece(letter) {
                Some(piece) => (Content::Piece(piece), 1),
                None => return fault(column, SfenReason::NotOnBoard(letter)),
            },
        };
        if read + squares > 9 {
            return fault(column, SfenReason::LongRank(rank));
        }
        for _ in 0..squares {
            let square = Square::new(9 - read, rank).expect("at most nine squares were read");
            position.put(square, content);
            read += 1;
        }
    }
    match read {
        9 => Ok(()),
        _ => fault(row.end(), SfenReason::ShortRank(rank)),
    }
}

/// Reads the piece after a `+`, which stands at `column`.
fn read_promoted(
    column: usize,
    letters: &mut Peekable<impl Iterator<Item = (usize, char)>>,
) -> Result<Piece, SfenFault> {
    let piece = letters.next().and_then(|(_, letter)| read_piece(letter));
    let promoted = piece.and_then(|Piece { color, kind }| {
        let kind = kind.promoted()?;
        Some(Piece { color, kind })
    });
    promoted.map_or_else(|| fault(column, SfenReason::NotPromotable), Ok)
}

/// An unpromoted piece from its letter: Black's are capitals.
fn read_piece(letter: char) -> Option<Piece> {
    let color = match letter {
        'A'..='Z' => Color::Black,
        'a'..='z' => Color::White,
        _ => return None,
    };
    let kind = Kind::from_letter(letter.to_ascii_uppercase())?;
    Some(Piece { color, kind })
}

fn read_turn(word: Word) -> Result<Color, SfenFault> {
    match word.text {
        "b" => Ok(Color::Black),
        "w" => Ok(Color::White),
        _ => fault(word.column, SfenReason::NotATurn),
    }
}

/// Reads both hands: pieces in any order, each at most once, a count before the letter.
fn read_hands(word: Word, position: &mut Position) -> Result<(), SfenFault> {
    if word.text == "-" {
        return Ok(());
    }
    let mut letters = word.letters().peekable();
    while letters.peek().is_some() {
        let count = read_count(&mut letters)?;
        let Some((column, letter)) = letters.next() else {
            return fault(word.end(), SfenReason::CountOfNothing);
        };
        let Some(piece) = read_piece(letter).filter(|piece| Kind::HAND.contains(&piece.kind)) else {
            return fault(column, SfenReason::NotInHand(letter));
        };
        if position.hand(piece.color, piece.kind) > 0 {
            return fault(column, SfenReason::ListedTwice(letter));
        }
        position.set_hand(piece.color, piece.kind, count);
    }
    Ok(())
}

/// Reads the digits that come next as a count from 1 to 99; 1 if there are none.
fn read_count(letters: &mut Peekable<impl Iterator<Item = (usize, char)>>) -> Result<u8, SfenFault> {
    let mut count: Option<u32> = None;
    while let Some((column, digit)) = letters.next_if(|(_, letter)| letter.is_ascii_digit()) {
        let value = count.unwrap_or(0) * 10 + (digit as u32 - '0' as u32);
        if !(1..=99).contains(&value) {
            return fault(column, SfenReason::BadCount);
        }
        count = Some(value);
    }
    Ok(count.unwrap_or(1) as u8)
}

fn read_number(word: Word) -> Result<u32, SfenFault> {
    let is_digits = word.text.chars().all(|letter| letter.is_ascii_digit());
    match word.text.parse() {
        // Some programs count from 0.
        Ok(number) if is_digits => Ok(number),
        _ => fault(word.column, SfenReason::BadNumber),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1";

    fn refused(text: &str) -> (usize, SfenReason) {
        let fault = read_sfen(text).expect_err(text);
        (fault.column, fault.reason)
    }

    #[test]
    fn a_canonical_text_is_written_as_it_was_read() {
        let texts = [
            START,
            "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
            "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1",
            "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 7",
            "O3k3O/1+r+b+s+n+l+p2/9/9/4O4/9/9/1+R+B+S+N+L+P2/O3K3O w 2R18P2r18p 4294967295",
        ];
        for text in texts {
            assert_eq!(read_sfen(text).unwrap().to_sfen(), text);
        }
    }

    #[test]
    fn leading_words_and_the_move_number_may_be_left_out() {
        let bare = START.strip_suffix(" 1").unwrap();
        for text in [
            bare.to_string(),
            format!("sfen {START}"),
            format!("position sfen {START}"),
            format!("  position  sfen   {bare}  "),
        ] {
            assert_eq!(read_sfen(&text).unwrap().to_sfen(), START, "{text}");
        }
    }

    #[test]
    fn hands_are_read_in_any_order_and_written_in_one() {
        let position = read_sfen("4k4/9/9/9/9/9/9/9/9 b p1P2gR10l 1").unwrap();
        assert_eq!(position.to_sfen(), "4k4/9/9/9/9/9/9/9/9 b RP2g10lp 1");
    }

    #[test]
    fn neighbouring_numbers_of_empty_squares_are_added() {
        let position = read_sfen("13k13/333/9/9/9/9/9/9/9 b - 1").unwrap();
        assert_eq!(position.to_sfen(), "4k4/9/9/9/9/9/9/9/9 b - 1");
    }

    #[test]
    fn a_missing_part_is_named_at_the_end() {
        assert_eq!(refused(""), (1, SfenReason::NoBoard));
        assert_eq!(refused("position sfen"), (14, SfenReason::NoBoard));
        assert_eq!(refused("9/9/9/9/9/9/9/9/9"), (18, SfenReason::NoTurn));
        assert_eq!(refused("9/9/9/9/9/9/9/9/9 b "), (20, SfenReason::NoHands));
    }

    #[test]
    fn a_bad_board_is_refused_at_its_column() {
        let cases = [
            ("startpos", 2, SfenReason::NotOnBoard('t')),
            ("4x4/9/9/9/9/9/9/9/9 b -", 2, SfenReason::NotOnBoard('x')),
            ("4o4/9/9/9/9/9/9/9/9 b -", 2, SfenReason::NotOnBoard('o')),
            ("4王4/0/9/9/9/9/9/9/9 b -", 2, SfenReason::NotOnBoard('王')),
            ("4k4/0/9/9/9/9/9/9/9 b -", 5, SfenReason::NotOnBoard('0')),
            ("4+k4/9/9/9/9/9/9/9/9 b -", 2, SfenReason::NotPromotable),
            ("4+G4/9/9/9/9/9/9/9/9 b -", 2, SfenReason::NotPromotable),
            ("4+O4/9/9/9/9/9/9/9/9 b -", 2, SfenReason::NotPromotable),
            ("8+/9/9/9/9/9/9/9/9 b -", 2, SfenReason::NotPromotable),
            ("4++P4/9/9/9/9/9/9/9/9 b -", 2, SfenReason::NotPromotable),
            ("4k3/9/9/9/9/9/9/9/9 b -", 4, SfenReason::ShortRank(1)),
            ("9/9//9/9/9/9/9/9 b -", 5, SfenReason::ShortRank(3)),
            ("9/4k5/9/9/9/9/9/9/9 b -", 5, SfenReason::LongRank(2)),
            ("9/9k/9/9/9/9/9/9/9 b -", 4, SfenReason::LongRank(2)),
            ("9/9/9/9/9/9/9/9 b -", 16, SfenReason::FewRanks(8)),
            ("9/9/9/9/9/9/9/9/9/9 b -", 18, SfenReason::ManyRanks),
            ("9/9/9/9/9/9/9/9/9/ b -", 18, SfenReason::ManyRanks),
        ];
        for (text, column, reason) in cases {
            assert_eq!(refused(text), (column, reason), "{text}");
        }
    }

    #[test]
    fn a_bad_turn_hand_or_number_is_refused_at_its_column() {
        let cases = [
            ("B -", 19, SfenReason::NotATurn),
            ("bw -", 19, SfenReason::NotATurn),
            ("b K", 21, SfenReason::NotInHand('K')),
            ("b 2O", 22, SfenReason::NotInHand('O')),
            ("b P+P", 22, SfenReason::NotInHand('+')),
            ("b P-", 22, SfenReason::NotInHand('-')),
            ("b --", 21, SfenReason::NotInHand('-')),
            ("b 0P", 21, SfenReason::BadCount),
            ("b 02P", 21, SfenReason::BadCount),
            ("b 100P", 23, SfenReason::BadCount),
            ("b G2", 23, SfenReason::CountOfNothing),
            ("b PRP", 23, SfenReason::ListedTwice('P')),
            ("b - +1", 23, SfenReason::BadNumber),
            ("b - x", 23, SfenReason::BadNumber),
            ("b - 4294967296", 23, SfenReason::BadNumber),
            ("b - moves", 23, SfenReason::BadNumber),
            ("b - 1 moves", 25, SfenReason::LeftOver),
        ];
        for (rest, column, reason) in cases {
            let text = format!("9/9/9/9/9/9/9/9/9 {rest}");
            assert_eq!(refused(&text), (column, reason), "{text}");
        }
    }

    #[test]
    fn the_message_says_where_and_why() {
        let fault = read_sfen("9/4k5/9/9/9/9/9/9/9 b -").unwrap_err();
        assert_eq!(fault.to_string(), "column 5: rank b has more than 9 squares");
    }
}
