//! The letters of an address: percent-encoding, blanks in their many disguises, Base64.

/// A decoded text and, for each of its characters, the column it came from.
#[derive(Default)]
pub(super) struct Decoded {
    pub(super) text: String,
    pub(super) columns: Vec<usize>,
}

/// Decodes a value of a query that holds a position.
pub(super) fn decode_query(raw: &str, column: usize) -> Decoded {
    let dots = raw.contains(".b.") || raw.contains(".w.") || raw.contains("startpos.");
    let other_blanks = dots || raw.contains("%20") || raw.contains([' ', '_']);
    decode(raw, column, |c| match c {
        '_' => ' ',
        '.' if dots => ' ',
        '+' if !other_blanks => ' ',
        c => c,
    })
}

/// Decodes the board in a link to our own page.
pub(super) fn decode_link(raw: &str, column: usize) -> Decoded {
    let decoded = decode(raw, column, |c| c);
    if decoded.text.contains('_') { with_blanks(decoded) } else { decoded }
}

/// Decodes the moves in such a link, even if there is only one.
pub(super) fn decode_link_moves(raw: &str, column: usize) -> Decoded {
    with_blanks(decode(raw, column, |c| c))
}

/// Blanks are underscores in our links; a blank was a plus sign once.
fn with_blanks(decoded: Decoded) -> Decoded {
    Decoded { text: decoded.text.replace(' ', "+").replace('_', " "), ..decoded }
}

/// Undoes percent-encoding; characters that are not encoded go through `plain`.
pub(super) fn decode(raw: &str, column: usize, plain: impl Fn(char) -> char) -> Decoded {
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
    /// No board at all is the starting position.
    pub(super) fn or_startpos(self) -> Decoded {
        match self.text.trim() {
            "" => Decoded { text: "startpos".to_string(), columns: vec![] },
            _ => self,
        }
    }

    /// This text, a word that stood nowhere, and another text.
    pub(super) fn followed_by(mut self, word: &str, other: Decoded) -> Decoded {
        self.text.push_str(word);
        let at = other.columns.first().copied().unwrap_or(1);
        let pad = self.text.chars().count() - self.columns.len();
        self.columns.extend(std::iter::repeat_n(at, pad));
        self.text.push_str(&other.text);
        self.columns.extend(other.columns);
        self
    }

    /// The column in the URL of a character (from 1) of the text; just behind the end for one beyond it.
    pub(super) fn column(&self, character: usize) -> usize {
        let beyond = self.columns.last().map_or(1, |last| last + 1);
        self.columns.get(character - 1).copied().unwrap_or(beyond)
    }
}

/// Percent-encodes all but unreserved characters.
pub(super) fn encode(text: &str) -> String {
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
pub(super) fn base64(text: &str) -> Option<Vec<u8>> {
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
