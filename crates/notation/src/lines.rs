//! A text line by line, and a cursor that always knows its column.

use crate::{Expected, ReadError, ReadFault};

/// A line without its end, and its number from 1.
#[derive(Clone, Copy)]
pub(crate) struct Line<'a> {
    pub number: usize,
    pub text: &'a str,
}

/// The lines of a text; LF, CRLF and a bare CR all end one. A byte order mark is passed over.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let mut rest = Some(text.strip_prefix('\u{feff}').unwrap_or(text));
    let mut number = 0;
    std::iter::from_fn(move || {
        let here = rest?;
        number += 1;
        let (text, after) = match here.find(['\n', '\r']) {
            Some(end) => {
                let width = if here[end..].starts_with("\r\n") { 2 } else { 1 };
                (&here[..end], Some(&here[end + width..]))
            }
            None => (here, None),
        };
        rest = after;
        Some(Line { number, text })
    })
}

impl<'a> Line<'a> {
    /// An error at a column of this line, counted in characters from 1.
    pub fn error(self, column: usize, why: ReadFault) -> ReadError {
        ReadError::at(self.number, column, self.text, why)
    }

    /// A cursor at the start of the line.
    pub fn cursor(self) -> Cursor<'a> {
        Cursor { line: self, rest: self.text, column: 1 }
    }
}

/// A space of either width, or a tab.
pub(crate) fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\u{3000}' | '\t')
}

/// A place in a line.
#[derive(Clone)]
pub(crate) struct Cursor<'a> {
    line: Line<'a>,
    rest: &'a str,
    column: usize,
}

impl<'a> Cursor<'a> {
    /// The column of the next character, from 1.
    pub fn column(&self) -> usize {
        self.column
    }

    /// What has not been read yet.
    pub fn rest(&self) -> &'a str {
        self.rest
    }

    /// The next character, left where it is.
    pub fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Takes the next character.
    pub fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.rest = &self.rest[c.len_utf8()..];
        self.column += 1;
        Some(c)
    }

    /// Takes the next character if it pleases.
    pub fn next_if(&mut self, good: impl FnOnce(char) -> bool) -> Option<char> {
        let c = self.peek().filter(|&c| good(c))?;
        self.next();
        Some(c)
    }

    /// Takes `word` if it comes next.
    pub fn eat(&mut self, word: &str) -> bool {
        let found = self.rest.starts_with(word);
        if found {
            self.rest = &self.rest[word.len()..];
            self.column += word.chars().count();
        }
        found
    }

    /// Takes all spaces of either width that come next.
    pub fn skip_blanks(&mut self) {
        while self.next_if(is_blank).is_some() {}
    }

    /// Takes all characters that please and returns them.
    pub fn take_while(&mut self, mut good: impl FnMut(char) -> bool) -> &'a str {
        let start = self.rest;
        while self.next_if(&mut good).is_some() {}
        &start[..start.len() - self.rest.len()]
    }

    /// An error at the next character.
    pub fn error(&self, why: ReadFault) -> ReadError {
        self.line.error(self.column, why)
    }

    /// An error at a column passed before.
    pub fn error_at(&self, column: usize, why: ReadFault) -> ReadError {
        self.line.error(column, why)
    }

    /// "Expected …" at the next character.
    pub fn expected(&self, what: Expected) -> ReadError {
        self.error(ReadFault::Expected(what))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_of_line_end_counts_once() {
        let all: Vec<_> = lines("\u{feff}a\r\nb\rc\n\nd").map(|l| (l.number, l.text)).collect();
        assert_eq!(all, [(1, "a"), (2, "b"), (3, "c"), (4, ""), (5, "d")]);
    }

    #[test]
    fn columns_count_characters_not_bytes() {
        let mut cursor = lines("７六歩(77)").next().unwrap().cursor();
        assert!(cursor.eat("７六"));
        assert_eq!((cursor.column(), cursor.peek()), (3, Some('歩')));
    }
}
