//! Reading moves written in Japanese, as KIF and KI2 do.

use super::reach::{Motion, Side};
use super::reaching;
use crate::ReadFault;
use crate::lines::{Cursor, is_blank};
use crate::{Expected, NoSuchMove, ReadError, legality};
use tsumugi_shogi::{Color, Kind, Move, Setup, Square};

/// A digit 0–9 in half width, full width or kanji.
pub(crate) fn digit(c: char) -> Option<u8> {
    let value = match c {
        '0'..='9' => c as u32 - '0' as u32,
        '０'..='９' => c as u32 - '０' as u32,
        '〇' => 0,
        _ => super::DIGITS.iter().position(|&d| d == c)? as u32,
    };
    Some(value as u8)
}

/// Takes a number written in digits of any width or in kanji (`十八`); `None` if none comes next.
///
/// # Errors
/// When it is no number below 1,000,000,000.
pub(crate) fn number(cursor: &mut Cursor) -> Result<Option<u32>, ReadError> {
    let column = cursor.column();
    let word = cursor.take_while(|c| c == '十' || digit(c).is_some());
    if word.is_empty() {
        return Ok(None);
    }
    let plain = |word: &str| -> Option<u32> {
        let fits = word.chars().count() <= 9;
        let digits = || word.chars().map(digit);
        fits.then(|| digits().try_fold(0, |n, d| Some(n * 10 + d? as u32))).flatten()
    };
    let value = match word.split_once('十') {
        None => plain(word),
        Some((tens, ones)) => {
            let tens =
                if tens.is_empty() { Some(1) } else { plain(tens).filter(|t| (1..10).contains(t)) };
            let ones =
                if ones.is_empty() { Some(0) } else { plain(ones).filter(|o| (1..10).contains(o)) };
            tens.zip(ones).map(|(tens, ones)| tens * 10 + ones)
        }
    };
    match value {
        Some(value) => Ok(Some(value)),
        None => Err(cursor.error_at(column, ReadFault::Expected(Expected::NumberBelowBillion))),
    }
}

/// A piece's name, longest first.
const PIECES: [(&str, Kind); 19] = [
    ("成香", Kind::ProLance),
    ("成桂", Kind::ProKnight),
    ("成銀", Kind::ProSilver),
    ("歩", Kind::Pawn),
    ("香", Kind::Lance),
    ("桂", Kind::Knight),
    ("銀", Kind::Silver),
    ("金", Kind::Gold),
    ("角", Kind::Bishop),
    ("飛", Kind::Rook),
    ("玉", Kind::King),
    ("王", Kind::King),
    ("と", Kind::ProPawn),
    ("杏", Kind::ProLance),
    ("圭", Kind::ProKnight),
    ("全", Kind::ProSilver),
    ("馬", Kind::Horse),
    ("龍", Kind::Dragon),
    ("竜", Kind::Dragon),
];

/// Takes a piece's name, if one comes next.
pub(crate) fn piece(cursor: &mut Cursor) -> Option<Kind> {
    PIECES.into_iter().find(|(name, _)| cursor.eat(name)).map(|(_, kind)| kind)
}

/// A move as written, before one knows which piece it means.
#[derive(Clone, Debug)]
pub(crate) struct WrittenMove {
    /// The side of its mark, if it has one.
    pub mark: Option<Color>,
    /// Where it goes; `None` is 同.
    to: Option<Square>,
    kind: Kind,
    motions: Vec<Motion>,
    sides: Vec<Side>,
    promote: bool,
    drop: bool,
    from: Option<Square>,
    /// Where it begins in its line.
    pub column: usize,
}

/// The marks of the sides.
const MARKS: [(char, Color); 6] = [
    ('▲', Color::Black),
    ('▼', Color::Black),
    ('☗', Color::Black),
    ('△', Color::White),
    ('▽', Color::White),
    ('☖', Color::White),
];

fn side_of_mark(c: char) -> Option<Color> {
    MARKS.iter().find(|(mark, _)| *mark == c).map(|&(_, color)| color)
}

/// Is it the mark of a side, which stands before a move?
pub(crate) fn is_mark(c: char) -> bool {
    side_of_mark(c).is_some()
}

impl WrittenMove {
    /// Takes a move: `７六歩(77)`, `同　銀左成`, `５二金打`, with or without a mark before it.
    pub fn take(cursor: &mut Cursor) -> Result<WrittenMove, ReadError> {
        let mark = cursor.peek().and_then(side_of_mark);
        cursor.next_if(is_mark);
        cursor.skip_blanks();
        let column = cursor.column();
        let to = place(cursor)?;
        cursor.take_while(is_blank);
        let Some(kind) = piece(cursor) else {
            return Err(cursor.expected(Expected::PieceName));
        };
        let mut written = WrittenMove {
            mark,
            to,
            kind,
            motions: vec![],
            sides: vec![],
            promote: false,
            drop: false,
            from: None,
            column,
        };
        written.take_words(cursor)?;
        Ok(written)
    }

    /// Takes what follows the piece: 左直右 上行入引寄, 打, 成, 不成, 生, the square of departure.
    fn take_words(&mut self, cursor: &mut Cursor) -> Result<(), ReadError> {
        loop {
            match cursor.peek() {
                Some('左') => self.sides.push(Side::Left),
                Some('右') => self.sides.push(Side::Right),
                Some('直') => self.sides.push(Side::Straight),
                Some('上' | '行' | '入') => self.motions.push(Motion::Up),
                Some('寄') => self.motions.push(Motion::Across),
                Some('引') => self.motions.push(Motion::Down),
                Some('打') => self.drop = true,
                Some('成') => self.promote = true,
                Some('生') => self.promote = false,
                Some('不') if cursor.rest().starts_with("不成") => {
                    cursor.next();
                    self.promote = false;
                }
                Some('(' | '（') if self.from.is_none() => {
                    let mut ahead = cursor.clone();
                    let Some(from) = departure(&mut ahead) else { break };
                    self.from = Some(from?);
                    *cursor = ahead;
                    continue;
                }
                _ => break,
            }
            cursor.next();
        }
        if self.drop && (self.promote || self.from.is_some()) {
            let what = Expected::DropAlone;
            return Err(cursor.error_at(self.column, ReadFault::Expected(what)));
        }
        Ok(())
    }

    /// The move this means in `setup`, after a move that arrived at `previous`.
    ///
    /// # Errors
    /// When it means no move that can be carried out, or more than one.
    pub fn resolve(
        &self,
        cursor: &Cursor,
        setup: &Setup,
        previous: Option<Square>,
    ) -> Result<Move, ReadError> {
        let found = self.mark_fits(setup).and_then(|()| {
            let to =
                self.to.or(previous).ok_or(ReadFault::Expected(Expected::SquareSinceNoMoveBefore))?;
            self.find(setup, to)
        });
        found.map_err(|why| cursor.error_at(self.column, why))
    }

    fn mark_fits(&self, setup: &Setup) -> Result<(), ReadFault> {
        match self.mark {
            Some(mark) if mark != setup.turn => Err(ReadFault::Expected(Expected::turn_of(setup.turn))),
            _ => Ok(()),
        }
    }

    fn find(&self, setup: &Setup, to: Square) -> Result<Move, ReadFault> {
        if self.drop {
            let never = || ReadFault::NoSuchMove(NoSuchMove::NeverInHand(self.kind));
            return self.dropped(to).ok_or_else(never);
        }
        if let Some(from) = self.from {
            return self.departing(setup, from, to);
        }
        let all = reaching(setup, self.kind, to);
        if all.is_empty() && self.motions.is_empty() && self.sides.is_empty() && !self.promote {
            let held = |m: &Move| m.dropped().is_some_and(|kind| setup.in_hand(setup.turn, kind) > 0);
            if let Some(m) = self.dropped(to).filter(held) {
                return Ok(m);
            }
        }
        let fits = |&&from: &&Square| self.words_fit(setup.turn, from, to, &all);
        let moves: Vec<Move> =
            all.iter().filter(fits).map(|&from| Move::board(from, to, self.promote)).collect();
        let moves = if moves.len() > 1 { legality::prefer_legal(setup, moves) } else { moves };
        match moves[..] {
            [m] => Ok(m),
            [] => Err(ReadFault::NoSuchMove(match all.len() {
                0 => NoSuchMove::NoneReaches(self.kind, setup.turn, to),
                _ => NoSuchMove::NoneFromThere(self.kind, to),
            })),
            _ => {
                let from = moves.iter().filter_map(|m| m.from()).collect();
                Err(ReadFault::NoSuchMove(NoSuchMove::Several(self.kind, to, from)))
            }
        }
    }

    fn dropped(&self, to: Square) -> Option<Move> {
        let kind = self.kind.in_hand().filter(|_| !self.kind.is_promoted())?;
        Some(Move::drop(kind, to))
    }

    fn departing(&self, setup: &Setup, from: Square, to: Square) -> Result<Move, ReadFault> {
        if from == to {
            return Err(ReadFault::NoSuchMove(NoSuchMove::SameSquare));
        }
        match setup.piece(from) {
            Some(piece) if piece.kind != self.kind => {
                let other = NoSuchMove::Other { stands: piece.kind, on: from, named: self.kind };
                Err(ReadFault::NoSuchMove(other))
            }
            // An empty square or the other side's piece is found out when the move is carried out.
            _ => Ok(Move::board(from, to, self.promote)),
        }
    }

    fn words_fit(&self, us: Color, from: Square, to: Square, all: &[Square]) -> bool {
        self.motions.iter().all(|&motion| motion == Motion::of(us, from, to))
            && self.sides.iter().all(|&side| Some(side) == Side::of(us, self.kind, from, to, all))
    }
}

/// Takes a square or 同 (`None`).
fn place(cursor: &mut Cursor) -> Result<Option<Square>, ReadError> {
    if cursor.eat("同") {
        return Ok(None);
    }
    let Some(file) = cursor.peek().and_then(digit).filter(|&file| file > 0) else {
        return Err(cursor.expected(Expected::FileOrSame));
    };
    cursor.next();
    let Some(rank) = cursor.peek().and_then(digit).filter(|&rank| rank > 0) else {
        return Err(cursor.expected(Expected::RankKanji));
    };
    cursor.next();
    Ok(Square::new(file, rank))
}

/// Takes `(77)`; `None` if what comes in brackets is something else (a time).
fn departure(cursor: &mut Cursor) -> Option<Result<Square, ReadError>> {
    let column = cursor.column();
    cursor.next();
    let word = cursor.take_while(|c| digit(c).is_some());
    cursor.next_if(|c| matches!(c, ')' | '）'))?;
    let digits: Vec<u8> = word.chars().filter_map(digit).collect();
    let square = match digits[..] {
        [file, rank] => Square::new(file, rank),
        _ => None,
    };
    let what = || ReadFault::Expected(Expected::DepartureInBrackets);
    Some(square.ok_or_else(|| cursor.error_at(column, what())))
}
