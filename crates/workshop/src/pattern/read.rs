//! The text of a pattern → a [`Pattern`], or the first thing that is wrong with it and where.

use super::{HandGroup, Pattern, PatternError, PatternFault, Range, Wish};
use std::collections::BTreeMap;
use tsumugi_shogi::{Cell, Color, HandKind, Kind, Piece, Square, is_dead_end};
use tsumugi_tsume::themes::Theme;

/// A word of a line, and the column where it begins.
#[derive(Clone, Copy)]
struct Word<'t> {
    column: usize,
    text: &'t str,
}

type Fault = (usize, PatternFault);

/// Reads a pattern.
pub(super) fn read(text: &str) -> Result<Pattern, PatternError> {
    let mut reader = Reader::default();
    for (i, line) in text.lines().enumerate() {
        reader.line(line).map_err(|(column, why)| PatternError {
            line: i + 1,
            column,
            excerpt: line.to_string(),
            why,
        })?;
    }
    let line = text.lines().count() + 1;
    reader.pattern().map_err(|why| PatternError { line, column: 1, excerpt: String::new(), why })
}

/// What was read so far.
#[derive(Default)]
struct Reader {
    classes: BTreeMap<String, Vec<Cell>>,
    rows: Vec<Vec<Vec<Cell>>>,
    hand: Vec<HandGroup>,
    said: Vec<String>,
    pieces: Option<Range>,
    defenders: Option<Range>,
    holds: Option<[u8; 7]>,
    length: Option<Range>,
    wishes: Vec<Wish>,
}

/// The words of a text that begins at a column.
fn words(text: &str, column: usize) -> impl Iterator<Item = Word<'_>> {
    let starts = text.char_indices().enumerate().filter(|(_, (at, c))| {
        !c.is_whitespace() && !text[..*at].ends_with(|before: char| !before.is_whitespace())
    });
    starts.filter_map(move |(i, (at, _))| {
        let text = text[at..].split_whitespace().next()?;
        Some(Word { column: column + i, text })
    })
}

impl Reader {
    fn line(&mut self, line: &str) -> Result<(), Fault> {
        let line = line.split('#').next().unwrap_or_default();
        let indent = line.chars().take_while(|c| c.is_whitespace()).count();
        let text = line.trim();
        if text.is_empty() {
            return Ok(());
        }
        if let Some(row) = text.strip_prefix('|') {
            return self.row(row, indent + 2);
        }
        let Some((key, value)) = text.split_once(':') else {
            return Err((indent + 1, PatternFault::NoKey));
        };
        let column = indent + key.chars().count() + 2;
        self.key(Word { column: indent + 1, text: key.trim() }, value, column)
    }

    fn row(&mut self, row: &str, column: usize) -> Result<(), Fault> {
        let Some(inside) = row.strip_suffix('|') else {
            return Err((column + row.chars().count(), PatternFault::OpenRow));
        };
        if self.rows.len() == 9 {
            return Err((column - 1, PatternFault::TooManyRows));
        }
        let words: Vec<Word<'_>> = words(inside, column).collect();
        if let Some(tenth) = words.get(9) {
            return Err((tenth.column, PatternFault::TooManySquares));
        }
        let width = self.rows.first().map_or(words.len(), Vec::len);
        if width == 0 || words.len() != width {
            return Err((column - 1, PatternFault::UnevenRow(width.max(1))));
        }
        let rank = self.rows.len() as u8 + 1;
        let mut squares = vec![];
        for (i, word) in words.iter().enumerate() {
            let square = Square::new((width - i) as u8, rank);
            let mut cells = self.cells(*word)?;
            let stands = |cell: &Cell| match (cell, square) {
                (Cell::Piece(piece), Some(square)) => !is_dead_end(*piece, square),
                _ => true,
            };
            cells.retain(stands);
            if cells.is_empty() {
                return Err((word.column, PatternFault::DeadEnd(word.text.to_string())));
            }
            squares.push(cells);
        }
        self.rows.push(squares);
        Ok(())
    }

    /// What a word of the board, or of a class, stands for: alternatives with slashes between.
    fn cells(&self, word: Word<'_>) -> Result<Vec<Cell>, Fault> {
        let (mut all, mut column) = (vec![], word.column);
        for part in word.text.split('/') {
            for cell in self.cell(part).ok_or((column, PatternFault::UnknownPiece(part.to_string())))? {
                if !all.contains(&cell) {
                    all.push(cell);
                }
            }
            column += part.chars().count() + 1;
        }
        Ok(all)
    }

    fn cell(&self, part: &str) -> Option<Vec<Cell>> {
        if let Some(class) = self.classes.get(part) {
            return Some(class.clone());
        }
        if let Some((_, color)) = Pattern::BUILT_IN.iter().find(|(name, _)| *name == part) {
            return Some(Pattern::pieces_of(*color).map(Cell::Piece).collect());
        }
        Some(vec![match part {
            "." => Cell::Empty,
            "O" => Cell::Wall,
            piece => Cell::Piece(piece_of(piece)?),
        }])
    }

    fn key(&mut self, key: Word<'_>, value: &str, column: usize) -> Result<(), Fault> {
        let words: Vec<Word<'_>> = words(value, column).collect();
        if let Some(name) = key.text.strip_prefix("class ") {
            return self.class(name.trim(), key.column, &words);
        }
        let once = ["pieces", "defenders", "holds", "length"].contains(&key.text);
        if once && self.said.iter().any(|said| said == key.text) {
            return Err((key.column, PatternFault::Twice(key.text.to_string())));
        }
        self.said.push(key.text.to_string());
        match key.text {
            "pieces" => self.pieces = Some(range_alone(&words, column)?),
            "defenders" => self.defenders = Some(range_alone(&words, column)?),
            "length" => self.length = Some(length(&words, column)?),
            "holds" => self.holds = holds(&words, column)?,
            "hand" => self.hand(&words, column)?,
            "want" => {
                for word in words {
                    self.wishes.push(wish(word)?);
                }
            }
            other => return Err((key.column, PatternFault::UnknownKey(other.to_string()))),
        }
        Ok(())
    }

    fn class(&mut self, name: &str, column: usize, words: &[Word<'_>]) -> Result<(), Fault> {
        let small = name.len() >= 2 && name.bytes().all(|byte| byte.is_ascii_lowercase());
        if !small {
            return Err((column, PatternFault::BadName(name.to_string())));
        }
        if self.classes.contains_key(name) || Pattern::BUILT_IN.iter().any(|(known, _)| *known == name)
        {
            return Err((column, PatternFault::TakenName(name.to_string())));
        }
        let mut cells = vec![];
        for word in words {
            for cell in self.cells(*word)? {
                if !cells.contains(&cell) {
                    cells.push(cell);
                }
            }
        }
        if cells.is_empty() {
            return Err((column, PatternFault::UnknownPiece(String::new())));
        }
        self.classes.insert(name.to_string(), cells);
        Ok(())
    }

    /// `G S 0-2`, or `any 0-3`.
    fn hand(&mut self, words: &[Word<'_>], column: usize) -> Result<(), Fault> {
        let Some((last, kinds)) = words.split_last() else {
            return Err((column, PatternFault::BadRange(String::new())));
        };
        let count = range(*last)?;
        let mut group = HandGroup { kinds: vec![], count };
        for word in kinds {
            let named: Vec<HandKind> = match word.text {
                "any" => HandKind::ALL.to_vec(),
                letters => letters.chars().filter_map(hand_kind).collect(),
            };
            if word.text != "any" && named.len() != word.text.chars().count() {
                return Err((word.column, PatternFault::UnknownHandPiece(word.text.to_string())));
            }
            for kind in named {
                let taken = self.hand.iter().chain([&group]).any(|one| one.kinds.contains(&kind));
                if taken {
                    return Err((word.column, PatternFault::KindTwice(kind.letter())));
                }
                group.kinds.push(kind);
            }
        }
        if group.kinds.is_empty() {
            return Err((last.column, PatternFault::UnknownHandPiece(last.text.to_string())));
        }
        self.hand.push(group);
        Ok(())
    }

    /// All of it, if nothing is missing.
    fn pattern(self) -> Result<Pattern, PatternFault> {
        if self.rows.is_empty() {
            return Err(PatternFault::NoBoard);
        }
        let mut squares = vec![vec![Cell::Empty]; Square::COUNT];
        for (rank, row) in (1..).zip(self.rows) {
            for (file, cells) in (1..).zip(row.into_iter().rev()) {
                if let Some(square) = Square::new(file, rank) {
                    squares[square.index()] = cells;
                }
            }
        }
        let king = Cell::Piece(Piece::new(Color::White, Kind::King));
        if !squares.iter().any(|cells| cells.contains(&king)) {
            return Err(PatternFault::NoKing);
        }
        Ok(Pattern {
            squares,
            hand: self.hand,
            pieces: self.pieces.unwrap_or(Range::ANY),
            defenders: self.defenders.unwrap_or(Range::ANY),
            holds: self.holds,
            length: self.length.ok_or(PatternFault::NoLength)?,
            wishes: self.wishes,
        })
    }
}

/// A piece as SFEN writes it.
fn piece_of(text: &str) -> Option<Piece> {
    let (promoted, letter) = match text.strip_prefix('+') {
        Some(letter) => (true, letter),
        None => (false, text),
    };
    let mut letters = letter.chars();
    let (Some(letter), None) = (letters.next(), letters.next()) else { return None };
    let color = if letter.is_ascii_uppercase() { Color::Black } else { Color::White };
    let kind = Kind::from_letter(letter)?;
    Some(Piece::new(color, if promoted { kind.promoted()? } else { kind }))
}

fn hand_kind(letter: char) -> Option<HandKind> {
    HandKind::ALL.into_iter().find(|kind| kind.letter() == letter)
}

/// A number, or two with a hyphen between.
fn range(word: Word<'_>) -> Result<Range, Fault> {
    let number = |text: &str| text.parse::<u8>().ok().filter(|&number| number <= 99);
    let ends = match word.text.split_once('-') {
        Some((least, most)) => number(least).zip(number(most)),
        None => number(word.text).map(|number| (number, number)),
    };
    match ends {
        Some((least, most)) if least <= most => Ok(Range { least, most }),
        Some(_) => Err((word.column, PatternFault::EmptyRange(word.text.to_string()))),
        None => Err((word.column, PatternFault::BadRange(word.text.to_string()))),
    }
}

/// A range and nothing else.
fn range_alone(words: &[Word<'_>], column: usize) -> Result<Range, Fault> {
    match words {
        [word] => range(*word),
        [_, second, ..] => Err((second.column, PatternFault::BadRange(second.text.to_string()))),
        [] => Err((column, PatternFault::BadRange(String::new()))),
    }
}

fn length(words: &[Word<'_>], column: usize) -> Result<Range, Fault> {
    let range = range_alone(words, column)?;
    let even = [range.least, range.most].into_iter().find(|plies| plies % 2 == 0);
    match even {
        Some(plies) => Err((words[0].column, PatternFault::EvenLength(plies))),
        None => Ok(range),
    }
}

/// `rest`, `-`, or pieces as SFEN writes a hand.
fn holds(words: &[Word<'_>], column: usize) -> Result<Option<[u8; 7]>, Fault> {
    let [word] = words else { return Err((column, PatternFault::UnknownHandPiece(String::new()))) };
    let mut counts = [0u8; 7];
    match word.text {
        "rest" => return Ok(None),
        "-" => return Ok(Some(counts)),
        _ => {}
    }
    let mut number = None;
    let fault = || (word.column, PatternFault::UnknownHandPiece(word.text.to_string()));
    for c in word.text.chars() {
        if let Some(digit) = c.to_digit(10) {
            number = Some(number.unwrap_or(0) * 10 + digit as u8);
            if number.is_none_or(|number| number > 18) {
                return Err(fault());
            }
        } else {
            let kind = hand_kind(c.to_ascii_uppercase()).ok_or_else(fault)?;
            let held = &mut counts[kind.index()];
            *held = (*held + number.take().unwrap_or(1)).min(kind.full_set() + 1);
            if *held > kind.full_set() {
                return Err(fault());
            }
        }
    }
    if number.is_some() { Err(fault()) } else { Ok(Some(counts)) }
}

fn wish(word: Word<'_>) -> Result<Wish, Fault> {
    let text = word.text.trim_end_matches(',');
    let unknown = || (word.column, PatternFault::UnknownWish(text.to_string()));
    Ok(match text {
        "unique" => Wish::Unique,
        "sacrifice" => Wish::Sacrifice,
        "all-used" => Wish::AllUsed,
        "no-promotion" => Wish::NoPromotion,
        "symmetric" => Wish::Symmetric,
        "no-shifts" => Wish::NoShifts,
        other => match other.strip_prefix("end-") {
            Some(number) => Wish::End(number.parse().map_err(|_| unknown())?),
            None if Theme::from_id(other).is_some() => Wish::Theme(other.to_string()),
            None => return Err(unknown()),
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: &str = "# a corner
class guard: G/S +P
|  .     k/.   k/. |
| guard/.  .  guard|
|  O     +R     n  |
hand: G S 0-2
hand: P 1
pieces: 1-3
holds: 2Pr
length: 3-7
want: unique, sacrifice end-3
want: unpromoted
";

    #[test]
    fn what_is_said_is_what_is_kept() {
        let pattern: Pattern = GOOD.parse().unwrap();
        let on = |usi: &str| {
            let square = Square::from_usi(usi).unwrap();
            let text = |cell: &Cell| match cell {
                Cell::Empty => ".".to_string(),
                Cell::Wall => "O".to_string(),
                Cell::Piece(piece) => piece.to_string(),
            };
            pattern.on(square).iter().map(text).collect::<Vec<_>>().join("/")
        };
        assert_eq!((on("3a"), on("2a"), on("1a")), (".".into(), "k/.".into(), "k/.".into()));
        assert_eq!((on("3b"), on("1b")), ("G/S/+P/.".into(), "G/S/+P".into()));
        assert_eq!(
            (on("3c"), on("2c"), on("1c"), on("9i")),
            ("O".into(), "+R".into(), "n".into(), ".".into())
        );
        assert_eq!(pattern.hand.len(), 2);
        assert_eq!(pattern.hand[0].count, Range { least: 0, most: 2 });
        assert_eq!(pattern.pieces, Range { least: 1, most: 3 });
        assert_eq!(pattern.holds, Some([2, 0, 0, 0, 0, 0, 1]));
        assert_eq!(pattern.length, Range { least: 3, most: 7 });
        let theme = Wish::Theme("unpromoted".to_string());
        assert_eq!(pattern.wishes, [Wish::Unique, Wish::Sacrifice, Wish::End(3), theme]);
    }

    #[test]
    fn every_fault_has_its_place() {
        for (text, place, fault) in [
            ("nonsense", (1, 1), "expected a row"),
            ("| k |\nlenght: 3", (2, 1), "there is no key"),
            ("| k x/G |", (1, 5), "\"x\" is no piece"),
            ("| k G/xy |", (1, 7), "\"xy\" is no piece"),
            ("| k .", (1, 6), "ends with a bar"),
            ("| k . |\n| . |", (2, 1), "the first row has 2 squares"),
            ("| . . . . . . . . . k |", (1, 21), "nine squares"),
            (
                "| k |\n| . |\n| . |\n| . |\n| . |\n| . |\n| . |\n| . |\n| . |\n| . |",
                (10, 1),
                "nine rows",
            ),
            ("| k P |\nlength: 3", (1, 5), "could never move"),
            ("| k |\nlength: 4", (2, 9), "odd number"),
            ("| k |\nlength: 5-3", (2, 9), "the smaller number"),
            ("| k |\nlength: five", (2, 9), "neither a number"),
            ("| k |\nlength: 3 5", (2, 11), "neither a number"),
            ("| k |\nlength: 3\nlength: 5", (3, 1), "said before"),
            ("| k |", (2, 1), "length"),
            ("length: 3", (2, 1), "no row"),
            ("| G |\nlength: 3", (3, 1), "king (k)"),
            ("hand: G K 1", (1, 9), "no piece in hand"),
            ("hand: GS 1\nhand: S 1", (2, 7), "its bounds already"),
            ("hand: 1", (1, 7), "no piece in hand"),
            ("hand: G", (1, 7), "neither a number"),
            ("hand:", (1, 6), "neither a number"),
            ("holds: 3r", (1, 8), "no piece in hand"),
            ("class x: G", (1, 1), "no name"),
            ("class attacker: G", (1, 1), "a class already"),
            ("want: magic", (1, 7), "no wish"),
            ("want: end-x", (1, 7), "no wish"),
            ("  pieces: many", (1, 11), "neither a number"),
        ] {
            let error = text.parse::<Pattern>().unwrap_err();
            assert_eq!((error.line, error.column), place, "{text}: {error}");
            assert!(error.to_string().contains(fault), "{text}: {error}");
        }
    }
}
