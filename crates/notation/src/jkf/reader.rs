//! Reading JKF.
//!
//! Entries of moves stay unparsed slices of the text until their turn comes: so a fault is found at its
//! place, and nested forks go on a list instead of the call stack.

use super::initial::Initial;
use super::{MAX_FORKS, MoveEntry, Place, Times};
use crate::csa::{ending_from, kind_from};
use crate::{Expected, NoSuchMove, NodeId, Play, ReadError, ReadFault, Record};
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, Visitor};
use serde_json::value::RawValue;
use tsumugi_shogi::{HandKind, Move, Setup, Square};

/// Reads one record.
///
/// # Errors
/// With line and column of the first fault.
pub fn read(text: &str) -> Result<Record, ReadError> {
    let text = text.trim_start_matches('\u{feff}');
    if text.trim().is_empty() {
        return Err(ReadError::at(1, 1, "", ReadFault::Empty));
    }
    if !text.trim_start().starts_with('{') {
        let at = text.len() - text.trim_start().len();
        return Err(error_at(text, at, ReadFault::Expected(Expected::Brace)));
    }
    let file: File<'_> = serde_json::from_str(text).map_err(|e| json_error(text, 0, &e))?;
    let setup = match file.initial {
        None => Setup::startpos(),
        Some(raw) => {
            let at = offset_of(text, raw);
            let initial: Option<Initial> = parse(text, raw)?;
            initial
                .map_or(Ok(Setup::startpos()), Initial::setup)
                .map_err(|why| error_at(text, at, why))?
        }
    };
    let mut reader = Reader { record: Record::new(setup), text };
    reader.record.headers = file.header.unwrap_or_default().0;
    let mut lines = vec![Line { parent: Record::ROOT, entries: file.moves, depth: 0, main: true }];
    while let Some(line) = lines.pop() {
        reader.line(line, &mut lines)?;
    }
    Ok(reader.record)
}

/// Moves still to read.
struct Line<'a> {
    /// The node they follow.
    parent: NodeId,
    entries: Vec<&'a RawValue>,
    /// How many forks enclose them.
    depth: usize,
    /// Is this the main line, whose first entry is the root?
    main: bool,
}

struct Reader<'a> {
    record: Record,
    text: &'a str,
}

impl<'a> Reader<'a> {
    /// Reads a line and puts its forks on the list, in an order that keeps variations in file order.
    fn line(&mut self, line: Line<'a>, lines: &mut Vec<Line<'a>>) -> Result<(), ReadError> {
        let mut node = line.parent;
        let mut setup = self.setup_at(node);
        let mut forks = Vec::new();
        for (i, raw) in line.entries.into_iter().enumerate() {
            let fail = |why| error_at(self.text, offset_of(self.text, raw), why);
            let expected = |what| fail(ReadFault::Expected(what));
            let entry: Entry<'a> = parse(self.text, raw)?;
            let before = node;
            let root = line.main && i == 0;
            if matches!(self.record.node(node).play, Play::End(_))
                && (entry.m.is_some() || entry.special.is_some())
            {
                return Err(expected(Expected::NothingAfterTheEnding));
            }
            if let Some(m) = entry.m {
                let m = self.find(&m, node, &setup).map_err(fail)?;
                setup.play(m).map_err(|why| fail(ReadFault::Unplayable(why)))?;
                node = self.record.add(node, Play::Move(m));
            }
            if let Some(special) = entry.special {
                node = self.record.add(node, Play::End(ending_from(&special, setup.turn)));
            } else if node == before && !root {
                return Err(expected(Expected::MoveOrSpecial));
            }
            let noted = self.record.node_mut(node);
            noted.comments.extend(entry.comments.unwrap_or_default());
            if let Some(times) = entry.time {
                let (h, m, s) = (times.now.h.unwrap_or(0), times.now.m, times.now.s);
                let total =
                    h.checked_mul(60).and_then(|x| x.checked_add(m)?.checked_mul(60)?.checked_add(s));
                noted.seconds = Some(total.ok_or_else(|| expected(Expected::ShorterTime))?);
            }
            let depth = line.depth + 1;
            for entries in entry.forks.unwrap_or_default() {
                if depth > MAX_FORKS {
                    return Err(expected(Expected::ForksNoDeeper(MAX_FORKS)));
                }
                forks.push(Line { parent: before, entries, depth, main: false });
            }
        }
        lines.extend(forks.into_iter().rev());
        Ok(())
    }

    fn setup_at(&self, node: NodeId) -> Setup {
        self.record.setup_at(node).expect("each move was played when it was added")
    }

    /// The move of an entry, which must agree with the board in all it says.
    fn find(&self, entry: &MoveEntry, node: NodeId, setup: &Setup) -> Result<Move, ReadFault> {
        let expected = ReadFault::Expected;
        if entry.color.is_some_and(|color| color as usize != setup.turn.index()) {
            return Err(expected(Expected::move_of(setup.turn)));
        }
        let named = match &entry.piece {
            Some(name) => Some(kind_from(name).ok_or_else(|| expected(Expected::CsaPiece))?),
            None => None,
        };
        let last = match self.record.node(node).play {
            Play::Move(m) => Some(m.to()),
            _ => None,
        };
        let to = match entry.to {
            Some(place) => square_from(place)?,
            None if entry.same == Some(true) && last.is_some() => last.expect("just tested"),
            None => return Err(expected(Expected::Destination)),
        };
        let Some(from) = entry.from else {
            if entry.relative.as_deref().is_some_and(|relative| relative != "H") {
                return Err(expected(Expected::Departure));
            }
            let hand = HandKind::ALL.into_iter().find(|hand| Some(hand.kind()) == named);
            return Ok(Move::drop(hand.ok_or_else(|| expected(Expected::Droppable))?, to));
        };
        let from = square_from(from)?;
        if from == to {
            return Err(expected(Expected::AnotherSquare));
        }
        let mover = setup.piece(from).map(|piece| piece.kind);
        let mut promote = entry.promote == Some(true);
        if let (Some(named), Some(mover)) = (named, mover) {
            // Files made from CSA without normalising name the piece as it stands after the move.
            let after = mover.promoted() == Some(named) && entry.promote != Some(false);
            promote |= after && named != mover;
            if named != mover && !after {
                return Err(ReadFault::NoSuchMove(NoSuchMove::AnotherPiece(from)));
            }
        }
        Ok(Move::board(from, to, promote))
    }
}

fn square_from(place: Place) -> Result<Square, ReadFault> {
    Square::new(place.x, place.y).ok_or(ReadFault::Expected(Expected::XAndY))
}

/// The file as a whole.
#[derive(Deserialize)]
struct File<'a> {
    #[serde(default)]
    header: Option<Headers>,
    #[serde(default, borrow)]
    initial: Option<&'a RawValue>,
    #[serde(borrow)]
    moves: Vec<&'a RawValue>,
}

/// An entry of `moves`.
#[derive(Deserialize)]
struct Entry<'a> {
    #[serde(default)]
    comments: Option<Vec<String>>,
    #[serde(default, rename = "move")]
    m: Option<MoveEntry>,
    #[serde(default)]
    time: Option<Times>,
    #[serde(default)]
    special: Option<String>,
    #[serde(default, borrow)]
    forks: Option<Vec<Vec<&'a RawValue>>>,
}

/// Headers in file order.
#[derive(Default)]
struct Headers(Vec<(String, String)>);

impl<'de> Deserialize<'de> for Headers {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Headers, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = Headers;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("an object of headers")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Headers, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Headers(pairs))
            }
        }
        deserializer.deserialize_map(Pairs)
    }
}

/// Parses a slice of the text.
fn parse<'a, T: Deserialize<'a>>(text: &str, raw: &'a RawValue) -> Result<T, ReadError> {
    serde_json::from_str(raw.get()).map_err(|error| json_error(text, offset_of(text, raw), &error))
}

/// Where a slice of the text starts in it. A raw value borrowed from the text is such a slice.
fn offset_of(text: &str, raw: &RawValue) -> usize {
    (raw.get().as_ptr() as usize).saturating_sub(text.as_ptr() as usize).min(text.len())
}

/// An error at a byte of the text.
fn error_at(text: &str, at: usize, why: ReadFault) -> ReadError {
    let before = &text[..text.floor_char_boundary(at)];
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    let column = before[start..].chars().count() + 1;
    // A file may be one long line: then show it from the place on.
    let shown = if column > 100 { &text[before.len()..] } else { &text[start..] };
    ReadError::at(line, column, shown.lines().next().unwrap_or(""), why)
}

/// What serde_json says about the slice of the text that starts at `offset`.
fn json_error(text: &str, offset: usize, error: &serde_json::Error) -> ReadError {
    let slice = &text[offset..];
    let mut lines = slice.split_inclusive('\n');
    let skipped: usize = lines.by_ref().take(error.line().saturating_sub(1)).map(str::len).sum();
    let at = offset + skipped + error.column().saturating_sub(1);
    let said = error.to_string();
    let said = said.split(" at line ").next().unwrap_or("");
    let said = said.chars().take(180).collect();
    error_at(text, at.min(text.len()), ReadFault::Expected(Expected::Json(said)))
}
