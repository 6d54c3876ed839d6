//! Board URLs of shogi sites ⇄ [`Record`].
//!
//! Read:
//!
//! * lishogi `/analysis/[standard/]<sfen>` and `/editor/…`, blanks as `_`, with `?moves=7g7f_3c3d`;
//! * shogi-extend `share-board?body=position.sfen.….moves.…` (dots, `+` or `%20` for blanks) and `?xbody=`
//!   in URL-safe Base64;
//! * ShogiHome and Shogi Playground `?usen=` (or `?u=`), with `bname` and `wname` as players;
//! * KENTO `?initpos=<sfen>&moves=7g7f.3c3d`, the starting position without `initpos`; what it calls a branch,
//!   `branch=` from move `branchFrom=` on, is a variation, or the line where there is no other;
//! * ぴよ将棋 `piyoshogi://?sfen=position…` and ぴよ将棋w, with `sente_name`, `gote_name` and `game_name`;
//! * any address with `?sfen=` or `?position=`, and 局面ペディア's `/positions/<sfen>`;
//! * a link to the page of tsumugi, `#moves=N*2c_1a2a&sfen=<sfen>`, blanks as `_`.
//!
//! A `+` in a query means a blank where the text has no other blanks, and a promotion where it has; a blank in a link to
//! our page was a `+` once, which chats decode. A fault is named at its column in the address, through all decoding.

mod coding;
mod sites;

use crate::{Expected, NodeId, Play, ReadError, ReadFault, Record, position_command, usen};
use coding::{Decoded, base64, decode, decode_link, decode_link_moves, decode_query};
pub use sites::{Site, write};

/// How an address may begin.
pub const SCHEMES: [&str; 3] = ["https://", "http://", "piyoshogi://"];

/// Reads the board a URL shows.
///
/// # Errors
/// When there is none, or it is malformed; with the column in the URL.
pub fn read(url: &str) -> Result<Record, ReadError> {
    let text = url.trim();
    let indent = url.chars().take_while(|c| c.is_whitespace()).count();
    let fail = |(column, why)| ReadError::at(1, column, url, why);
    if text.is_empty() {
        return Err(fail((1, ReadFault::Empty)));
    }
    let Some(scheme) = SCHEMES.into_iter().find(|scheme| text.starts_with(scheme)) else {
        return Err(fail((indent + 1, ReadFault::Expected(Expected::Https))));
    };
    let address = Address::new(text, scheme, indent);
    let mut record = address.record().map_err(fail)?;
    address.add_branch(&mut record).map_err(fail)?;
    Ok(with_headers(record, &address.query))
}

/// A fault at a column of the address.
type Fault = (usize, ReadFault);

fn expected(column: usize, what: Expected) -> Fault {
    (column, ReadFault::Expected(what))
}

/// An address in its parts.
struct Address<'a> {
    host: &'a str,
    path: &'a str,
    path_column: usize,
    query: Vec<Pair<'a>>,
    fragment: Vec<Pair<'a>>,
}

/// A `key=value` of a query, the value still encoded.
#[derive(Clone, Copy)]
struct Pair<'a> {
    key: &'a str,
    value: &'a str,
    column: usize,
}

impl<'a> Address<'a> {
    fn new(text: &'a str, scheme: &str, indent: usize) -> Address<'a> {
        let (before, fragment) = text.split_once('#').unwrap_or((text, ""));
        let (address, query) = before.split_once('?').unwrap_or((before, ""));
        let path_at = address[scheme.len()..].find('/').map_or(address.len(), |i| scheme.len() + i);
        let (host, path) = address.split_at(path_at);
        let column_after = |part: &str| indent + part.chars().count() + 2;
        Address {
            host,
            path,
            path_column: indent + host.chars().count() + 1,
            query: pairs(query, column_after(address)),
            fragment: pairs(fragment, column_after(before)),
        }
    }

    fn value(&self, keys: &[&str]) -> Option<Pair<'a>> {
        self.query.iter().find(|pair| keys.contains(&pair.key)).copied()
    }

    fn record(&self) -> Result<Record, Fault> {
        if let Some(Pair { value, column, .. }) = self.value(&["usen", "u"]) {
            let text = decode(value, column, |c| c);
            return usen::read(&text.text).map_err(|e| (text.column(e.column), e.why));
        }
        if let Some(Pair { value, column, .. }) = self.value(&["xbody"]) {
            let text = base64(value).and_then(|bytes| String::from_utf8(bytes).ok());
            let text = text.ok_or_else(|| expected(column, Expected::Base64))?;
            return position_command::read(&text).map_err(|e| (column, e.why));
        }
        let (board, moves) = self.line().ok_or_else(|| expected(self.path_column, self.lack()))?;
        let line = match moves {
            Some(moves) => board.or_startpos().followed_by(" moves ", moves),
            None => board.or_startpos(),
        };
        read_line(&line)
    }

    /// The board and the moves from there, as words of USI.
    fn line(&self) -> Option<(Decoded, Option<Decoded>)> {
        let linked = |key| self.fragment.iter().find(|pair| pair.key == key);
        if let Some(sfen) = linked("sfen") {
            let moves = linked("moves").map(|moves| decode_link_moves(moves.value, moves.column));
            return Some((decode_link(sfen.value, sfen.column), moves));
        }
        if let Some(Pair { value, column, .. }) = self.value(&["body", "position", "sfen"]) {
            return Some((decode_query(value, column), None));
        }
        let tail = self.value(&["moves"]).as_ref().map(moves);
        if let Some(Pair { value, column, .. }) = self.value(&["initpos"]) {
            return Some((decode_query(value, column), tail));
        }
        if self.host.ends_with("kento-shogi.com") && self.value(&["moves", "branch"]).is_some() {
            return Some((Decoded::default(), tail));
        }
        let (board, column) = board_of_path(self.path)?;
        let column = self.path_column - 1 + column;
        Some((decode(board, column, |c| if c == '_' { ' ' } else { c }), tail))
    }

    /// What the address lacks, if it has no board.
    fn lack(&self) -> Expected {
        match self.value(&["url", "kifu"]) {
            Some(_) => Expected::BoardNotElsewhere,
            None => Expected::BoardInAddress,
        }
    }

    /// Adds KENTO's branch: moves from some move of the line on, beside it.
    fn add_branch(&self, record: &mut Record) -> Result<(), Fault> {
        let Some(branch) = self.value(&["branch"]).filter(|_| self.value(&["branchFrom"]).is_some())
        else {
            return Ok(());
        };
        let from = self.value(&["branchFrom"]).unwrap_or(branch);
        let line = record.main_line_from(Record::ROOT);
        let place = match from.value.parse::<usize>() {
            Ok(0) => Some(Record::ROOT),
            Ok(ply) => line.get(ply - 1).copied(),
            Err(_) => None,
        };
        let no_place = || expected(from.column, Expected::MoveOfTheAddress);
        let mut node = place.ok_or_else(no_place)?;
        let setup = record.setup_at(node).map_err(|why| (from.column, ReadFault::Unplayable(why)))?;
        let start = Decoded { text: setup.to_sfen(), columns: vec![] };
        for m in read_line(&start.followed_by(" moves ", moves(&branch)))?.main_line() {
            node = child(record, node, Play::Move(m));
        }
        Ok(())
    }
}

/// The node behind another in which this is played, a new one if there is none.
fn child(record: &mut Record, parent: NodeId, play: Play) -> NodeId {
    let children = &record.node(parent).children;
    let found = children.iter().copied().find(|&id| record.node(id).play == play);
    found.unwrap_or_else(|| record.add(parent, play))
}

fn read_line(line: &Decoded) -> Result<Record, Fault> {
    position_command::read(&line.text).map_err(|e| (line.column(e.column), e.why))
}

/// Moves in a row, whatever stands between them.
fn moves(pair: &Pair<'_>) -> Decoded {
    let between = |c| if matches!(c, '_' | ',' | '.') { ' ' } else { c };
    decode(pair.value, pair.column, between)
}

fn pairs(query: &str, mut column: usize) -> Vec<Pair<'_>> {
    let mut pairs = Vec::new();
    for part in query.split('&') {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        pairs.push(Pair { key, value, column: column + key.chars().count() + 1 });
        column += part.chars().count() + 1;
    }
    pairs
}

/// The names that sites have for header lines.
const HEADERS: [(&str, &str); 5] = [
    ("bname", "先手"),
    ("wname", "後手"),
    ("sente_name", "先手"),
    ("gote_name", "後手"),
    ("game_name", "棋戦"),
];

fn with_headers(mut record: Record, pairs: &[Pair<'_>]) -> Record {
    for (key, header) in HEADERS {
        let found = pairs.iter().find(|pair| pair.key == key && !pair.value.is_empty());
        if let Some(pair) = found {
            let name = decode(pair.value, 1, |c| if c == '+' { ' ' } else { c }).text;
            record.headers.push((header.to_string(), name));
        }
    }
    record
}

/// The board in a path, and its column there. An empty one stands for the starting position.
fn board_of_path(path: &str) -> Option<(&str, usize)> {
    let words = ["/analysis", "/editor", "/positions"];
    let (at, word) = words.into_iter().filter_map(|word| Some((path.find(word)?, word))).min()?;
    let mut start = at + word.len();
    for skipped in ["/standard", "/"] {
        if path[start..].starts_with(skipped) {
            start += skipped.len();
        }
    }
    if path[start..].starts_with('/') {
        start += 1;
    }
    Some((&path[start..], path[..start].chars().count() + 1))
}
