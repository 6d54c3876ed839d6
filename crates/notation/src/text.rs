//! Bytes ⇄ text: UTF-8 with or without a byte order mark, and Shift_JIS.
//!
//! By custom `.kif`, `.ki2` and `.csa` hold Shift_JIS, `.kifu` and `.ki2u` UTF-8, but files with the wrong
//! name are common, so the bytes decide: what is strictly UTF-8 is UTF-8. Kanji in Shift_JIS are practically
//! never valid UTF-8.

use crate::{ReadError, ReadFault};
use encoding_rs::{SHIFT_JIS, UTF_16BE, UTF_16LE};
use std::fmt;

/// How a text is or was stored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encoding {
    /// UTF-8; a byte order mark is read but never written.
    Utf8,
    /// Shift_JIS with the extensions of Windows (code page 932).
    ShiftJis,
}

impl Encoding {
    /// The encoding that a file of this name has by custom: Shift_JIS for `.kif`, `.ki2`, `.csa`.
    pub fn for_name(name: &str) -> Encoding {
        let ending = name.rsplit_once('.').map_or("", |(_, ending)| ending);
        match ending.to_ascii_lowercase().as_str() {
            "kif" | "ki2" | "csa" | "bod" => Encoding::ShiftJis,
            _ => Encoding::Utf8,
        }
    }
}

/// A character that an encoding lacks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EncodeError {
    /// The first such character.
    pub character: char,
    /// Its line, from 1.
    pub line: usize,
    /// Its place in that line, from 1.
    pub column: usize,
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let EncodeError { character: c, line, column } = self;
        write!(f, "line {line}, column {column}: Shift_JIS has no {c:?} (U+{:04X})", *c as u32)
    }
}

impl std::error::Error for EncodeError {}

/// Decodes the bytes of a file; `name` is its name, where there is one.
///
/// A first line `#KIF … encoding=…` (or `#KI2`) decides; else strict UTF-8 is tried, then strict Shift_JIS.
///
/// # Errors
/// [`ReadFault::BadEncoding`] at the line of the first bad byte, as the declared encoding sees it, else the
/// one that is customary for the name.
pub fn decode(bytes: &[u8], name: Option<&str>) -> Result<(String, Encoding), ReadError> {
    if let Some(text) = wide(bytes) {
        return Ok((text, Encoding::Utf8));
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let declared = declared_encoding(bytes);
    let order = match declared {
        Some(Encoding::ShiftJis) => [Encoding::ShiftJis, Encoding::Utf8],
        _ => [Encoding::Utf8, Encoding::ShiftJis],
    };
    // A wrong declaration is forgiven when the other encoding fits: converters often forget that line.
    for encoding in order {
        if let Ok(text) = decode_as(bytes, encoding) {
            return Ok((text, encoding));
        }
    }
    let blame = declared.or(name.map(Encoding::for_name)).unwrap_or(Encoding::Utf8);
    let bad = decode_as(bytes, blame).err().unwrap_or(0);
    let before = match blame {
        Encoding::Utf8 => String::from_utf8_lossy(&bytes[..bad]),
        Encoding::ShiftJis => SHIFT_JIS.decode_without_bom_handling(&bytes[..bad]).0,
    };
    Err(bad_encoding(&before))
}

/// A text in UTF-16, as Windows programs write it: with a mark in front, or with every other byte of its first
/// characters zero. What is written from it is UTF-8.
fn wide(bytes: &[u8]) -> Option<String> {
    let (encoding, bytes) = match bytes {
        [0xff, 0xfe, rest @ ..] => (UTF_16LE, rest),
        [0xfe, 0xff, rest @ ..] => (UTF_16BE, rest),
        [1..=255, 0, 1..=255, 0, ..] => (UTF_16LE, bytes),
        [0, 1..=255, 0, 1..=255, ..] => (UTF_16BE, bytes),
        _ => return None,
    };
    let text = encoding.decode_without_bom_handling_and_without_replacement(bytes)?;
    Some(text.into_owned())
}

/// The lines of a text, without their ends, as [`ReadError`]s count them: LF, CRLF and a bare CR all end one.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    crate::lines::lines(text).map(|line| line.text)
}

/// Encodes a text for writing to a file.
///
/// # Errors
/// When Shift_JIS lacks a character. What would come back as another one (`¥` as `\`) counts as lacking.
pub fn encode(text: &str, encoding: Encoding) -> Result<Vec<u8>, EncodeError> {
    if encoding == Encoding::Utf8 {
        return Ok(text.as_bytes().to_vec());
    }
    let (bytes, _, _) = SHIFT_JIS.encode(text);
    if decode_as(&bytes, Encoding::ShiftJis).is_ok_and(|again| again == text) {
        return Ok(bytes.into_owned());
    }
    let (mut line, mut column) = (1, 1);
    for character in text.chars() {
        let mut one = [0; 4];
        let one: &str = character.encode_utf8(&mut one);
        let (bytes, _, bad) = SHIFT_JIS.encode(one);
        if bad || !decode_as(&bytes, Encoding::ShiftJis).is_ok_and(|again| again == one) {
            return Err(EncodeError { character, line, column });
        }
        match character {
            '\n' => (line, column) = (line + 1, 1),
            _ => column += 1,
        }
    }
    Ok(bytes.into_owned())
}

/// The encoding named in a first line such as `#KIF version=2.0 encoding=Shift_JIS`.
fn declared_encoding(bytes: &[u8]) -> Option<Encoding> {
    let line = bytes.split(|&b| b == b'\n' || b == b'\r').next()?;
    let line = line.iter().map(|b| b.to_ascii_lowercase() as char).collect::<String>();
    let value = line.strip_prefix('#')?.split_once("encoding=")?.1;
    match value.split([' ', '\t', ';']).next()? {
        "utf-8" | "utf8" => Some(Encoding::Utf8),
        "shift_jis" | "shift-jis" | "sjis" | "cp932" | "windows-31j" => Some(Encoding::ShiftJis),
        _ => None,
    }
}

/// Strict decoding; the error is the offset of the first bad byte.
fn decode_as(bytes: &[u8], encoding: Encoding) -> Result<String, usize> {
    match encoding {
        Encoding::Utf8 => match std::str::from_utf8(bytes) {
            Ok(text) => Ok(text.to_owned()),
            Err(bad) => Err(bad.valid_up_to()),
        },
        Encoding::ShiftJis => {
            match SHIFT_JIS.decode_without_bom_handling_and_without_replacement(bytes) {
                Some(text) => Ok(text.into_owned()),
                None => Err(first_bad_shift_jis(bytes)),
            }
        }
    }
}

/// The length of the longest prefix that is good Shift_JIS.
fn first_bad_shift_jis(bytes: &[u8]) -> usize {
    let good = |part| SHIFT_JIS.decode_without_bom_handling_and_without_replacement(part).is_some();
    let mut at = 0;
    while at < bytes.len() {
        match (1..=2).find(|n| at + n <= bytes.len() && good(&bytes[at..at + n])) {
            Some(n) => at += n,
            None => break,
        }
    }
    at
}

/// The error for a bad byte right behind this text.
fn bad_encoding(before: &str) -> ReadError {
    let last = crate::lines::lines(before).last();
    let (number, text) = last.map_or((1, ""), |line| (line.number, line.text));
    ReadError::at(number, text.chars().count() + 1, text, ReadFault::BadEncoding)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_encodings_are_recognised() {
        let text = "手合割：平手\r\n*これは\n";
        for encoding in [Encoding::Utf8, Encoding::ShiftJis] {
            let bytes = encode(text, encoding).unwrap();
            for name in [None, Some("a.kif"), Some("a.kifu")] {
                assert_eq!(decode(&bytes, name), Ok((text.to_owned(), encoding)));
            }
        }
        let marked = [b"\xef\xbb\xbf".as_slice(), text.as_bytes()].concat();
        assert_eq!(decode(&marked, None), Ok((text.to_owned(), Encoding::Utf8)));
    }

    #[test]
    fn a_declaration_decides_where_the_bytes_do_not() {
        // Two half-width kana in Shift_JIS are one letter in UTF-8.
        let kana = b"#KIF version=2.0 encoding=Shift_JIS\n*\xc3\xbd";
        assert_eq!(decode(kana, None).unwrap().1, Encoding::ShiftJis);
        let kana = b"#KIF version=2.0 encoding=UTF-8\n*\xc3\xbd";
        assert_eq!(decode(kana, None).unwrap().0.chars().last(), Some('ý'));
        let wrong = "#KIF version=2.0 encoding=Shift_JIS\n*飛".as_bytes();
        assert_eq!(decode(wrong, None).unwrap().1, Encoding::Utf8);
    }

    #[test]
    fn a_bad_byte_is_reported_at_its_line() {
        let error = decode(b"abc\r\nde\xff\n", None).unwrap_err();
        assert_eq!((error.line, error.column, error.why), (2, 3, ReadFault::BadEncoding));
        let bytes = [encode("飛\n角", Encoding::ShiftJis).unwrap(), vec![0xff]].concat();
        let error = decode(&bytes, Some("x.kif")).unwrap_err();
        assert_eq!((error.line, error.column), (2, 2));
    }

    #[test]
    fn a_character_that_shift_jis_lacks_is_named() {
        let error = encode("先手\n☗７六歩", Encoding::ShiftJis).unwrap_err();
        assert_eq!(error, EncodeError { character: '☗', line: 2, column: 1 });
        assert_eq!(encode("¥", Encoding::ShiftJis).unwrap_err().character, '¥');
    }
}
