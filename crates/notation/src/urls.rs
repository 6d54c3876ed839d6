//! Board URLs of shogi sites ⇄ [`Record`].
//!
//! Read:
//!
//! * lishogi `/analysis/[standard/]<sfen>` and `/editor/…`, blanks as `_`, with `?moves=7g7f_3c3d`;
//! * shogi-extend `share-board?body=position.sfen.….moves.…` (dots, `+` or `%20` for blanks) and `?xbody=`
//!   in URL-safe Base64;
//! * ShogiHome and Shogi Playground `?usen=` (or `?u=`), with `bname` and `wname` as players;
//! * any address with `?sfen=` or `?position=`, and 局面ペディア's `/positions/<sfen>`.
//!
//! A `+` in a query means a blank where the text has no other blanks, and a promotion where it has. A
//! fault is named at its column in the address, through all decoding.

use crate::write_error::refuse_walls;
use crate::{ReadError, ReadFault, Record, WriteError, position_command, usen};
use tsumugi_shogi::Setup;

/// Where a URL leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Site {
    /// lishogi.org, analysis board; main line only.
    Lishogi,
    /// shogi-extend.com, shared board (共有将棋盤); main line only.
    ShogiExtend,
    /// ShogiHome in the browser; with variations.
    ShogiHome,
}

/// A decoded text and, for each of its characters, the column it came from.
struct Decoded {
    text: String,
    columns: Vec<usize>,
}

/// Reads the board a URL shows.
///
/// # Errors
/// When there is none, or it is malformed; with the column in the URL.
pub fn read(url: &str) -> Result<Record, ReadError> {
    let fail = |column, why| ReadError::at(1, column, url, why);
    let text = url.trim();
    let indent = url.chars().take_while(|c| c.is_whitespace()).count();
    if text.is_empty() {
        return Err(fail(1, ReadFault::Empty));
    }
    let no_board =
        || ReadFault::Expected("a board in the address (sfen, position, body or usen)".to_string());
    let scheme = ["https://", "http://"].into_iter().find(|scheme| text.starts_with(scheme));
    let Some(scheme) = scheme else {
        return Err(fail(indent + 1, ReadFault::Expected("https://".to_string())));
    };
    let text = text.split('#').next().unwrap_or("");
    let (address, query) = text.split_once('?').unwrap_or((text, ""));
    let path_at = address[scheme.len()..].find('/').map_or(address.len(), |i| scheme.len() + i);
    let pairs = pairs(query, indent + address.chars().count() + 2);
    let value =
        |keys: &[&str]| pairs.iter().find(|pair| keys.contains(&pair.key)).map(|p| (p.value, p.column));

    if let Some((raw, column)) = value(&["usen", "u"]) {
        let decoded = decode(raw, column, |c| c);
        let record = usen::read(&decoded.text).map_err(|e| fail(decoded.column(e.column), e.why))?;
        return Ok(with_players(record, &pairs));
    }
    if let Some((raw, column)) = value(&["xbody"]) {
        let bad = || fail(column, ReadFault::Expected("URL-safe Base64".to_string()));
        let text = base64(raw).and_then(|bytes| String::from_utf8(bytes).ok()).ok_or_else(bad)?;
        let record = position_command::read(&text).map_err(|e| fail(column, e.why))?;
        return Ok(with_players(record, &pairs));
    }
    let (decoded, tail) = if let Some((raw, column)) = value(&["body", "position", "sfen"]) {
        (decode_query(raw, column), None)
    } else {
        let (host, path) = address.split_at(path_at);
        let before_path = indent + host.chars().count();
        let Some((board, column)) = board_of_path(path) else {
            return Err(fail(before_path + 1, no_board()));
        };
        let column = before_path + column;
        (decode(board, column, |c| if c == '_' { ' ' } else { c }), value(&["moves"]))
    };
    let mut decoded = decoded;
    if decoded.text.trim().is_empty() {
        decoded = Decoded { text: "startpos".to_string(), columns: vec![] };
    }
    if let Some((raw, column)) = tail {
        let moves = decode(raw, column, |c| if matches!(c, '_' | ',') { ' ' } else { c });
        decoded.text.push_str(" moves ");
        let pad = decoded.text.chars().count() - decoded.columns.len();
        decoded.columns.extend(std::iter::repeat_n(column, pad));
        decoded.text.push_str(&moves.text);
        decoded.columns.extend(moves.columns);
    }
    let record = position_command::read(&decoded.text);
    let record = record.map_err(|e| fail(decoded.column(e.column), e.why))?;
    Ok(with_players(record, &pairs))
}

/// Writes the address at which a site shows the record.
///
/// # Errors
/// When the diagram has walls, which no site knows.
pub fn write(record: &Record, site: Site) -> Result<String, WriteError> {
    match site {
        Site::Lishogi => {
            refuse_walls(&record.setup, "a lishogi URL")?;
            let mut url = String::from("https://lishogi.org/analysis");
            if record.setup != Setup::startpos() {
                url.push('/');
                url.push_str(&record.setup.to_sfen().replace(' ', "_"));
            }
            let moves: Vec<String> = record.main_line().iter().map(ToString::to_string).collect();
            if !moves.is_empty() {
                url.push_str(&format!("?moves={}", encode(&moves.join("_"))));
            }
            Ok(url)
        }
        Site::ShogiExtend => {
            refuse_walls(&record.setup, "a shogi-extend URL")?;
            // The site knows no `startpos` with dots, so the starting position is spelt out.
            let moves: String = record.main_line().iter().map(|m| format!(".{m}")).collect();
            let moves = if moves.is_empty() { moves } else { format!(".moves{moves}") };
            let sfen = record.setup.to_sfen().replace(' ', ".");
            Ok(format!(
                "https://www.shogi-extend.com/share-board?body={}",
                encode(&format!("position.sfen.{sfen}{moves}"))
            ))
        }
        Site::ShogiHome => {
            let usen = usen::write(record)?;
            let mut url = format!(
                "https://sunfish-shogi.github.io/shogihome/webapp/index.html?usen={usen}&branch=0&ply=0"
            );
            for (key, header) in [("bname", "先手"), ("wname", "後手")] {
                if let Some(name) = record.header(header) {
                    url.push_str(&format!("&{key}={}", encode(name)));
                }
            }
            Ok(url)
        }
    }
}

/// A `key=value` of a query, the value still encoded.
struct Pair<'a> {
    key: &'a str,
    value: &'a str,
    column: usize,
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

fn with_players(mut record: Record, pairs: &[Pair<'_>]) -> Record {
    for (key, header) in [("bname", "先手"), ("wname", "後手")] {
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

/// Decodes a value of a query that holds a position.
fn decode_query(raw: &str, column: usize) -> Decoded {
    let dots = raw.contains(".b.") || raw.contains(".w.") || raw.contains("startpos.");
    let other_blanks = dots || raw.contains("%20") || raw.contains([' ', '_']);
    decode(raw, column, |c| match c {
        '_' => ' ',
        '.' if dots => ' ',
        '+' if !other_blanks => ' ',
        c => c,
    })
}

/// Undoes percent-encoding; characters that are not encoded go through `plain`.
fn decode(raw: &str, column: usize, plain: impl Fn(char) -> char) -> Decoded {
    let mut bytes = Vec::new();
    let mut columns = Vec::new();
    let mut chars = raw.chars().zip(column..);
    while let Some((c, at)) = chars.next() {
        let mut ahead = chars.clone().map(|(c, _)| c.to_digit(16));
        match (c, ahead.next().flatten(), ahead.next().flatten()) {
            ('%', Some(high), Some(low)) => {
                chars.nth(1);
                bytes.push((high * 16 + low) as u8);
                // One column for each character: bytes that continue one have none.
                if (high * 16 + low) & 0xc0 != 0x80 {
                    columns.push(at);
                }
            }
            _ => {
                let mut buffer = [0; 4];
                bytes.extend_from_slice(plain(c).encode_utf8(&mut buffer).as_bytes());
                columns.push(at);
            }
        }
    }
    Decoded { text: String::from_utf8_lossy(&bytes).into_owned(), columns }
}

impl Decoded {
    /// The column in the URL of a character (from 1) of the text; just behind the end for one beyond it.
    fn column(&self, character: usize) -> usize {
        let beyond = self.columns.last().map_or(1, |last| last + 1);
        self.columns.get(character - 1).copied().unwrap_or(beyond)
    }
}

/// Percent-encodes all but unreserved characters.
fn encode(text: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' => {
                out.push(byte as char)
            }
            _ => out.push_str(&format!("%{byte:02X}")),
        }
    }
    out
}

/// Undoes Base64, URL-safe or not, padded or not.
fn base64(text: &str) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let (mut bits, mut count) = (0u32, 0);
    for byte in text.trim_end_matches('=').trim_end_matches("%3D").bytes() {
        let six = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'-' | b'+' => 62,
            b'_' | b'/' => 63,
            _ => return None,
        };
        (bits, count) = (bits << 6 | six as u32, count + 6);
        if count >= 8 {
            count -= 8;
            out.push((bits >> count) as u8);
            bits &= (1 << count) - 1;
        }
    }
    Some(out)
}
