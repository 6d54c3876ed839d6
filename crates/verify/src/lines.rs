//! The lines of a text that is read bit by bit, each held to a length.

use crate::fault::{Fault, Form, Reason};
use crate::verify::Failure;
use std::io::{BufRead, Read};

/// No line of a certificate is longer, in bytes. A file that is one endless line fills no memory.
const LONGEST: u64 = 1000;

/// What is left of a text, and the line read last.
pub(crate) struct Lines<'a> {
    rest: &'a mut dyn BufRead,
    number: usize,
    line: Vec<u8>,
}

impl<'a> Lines<'a> {
    pub(crate) fn new(rest: &'a mut dyn BufRead) -> Lines<'a> {
        Lines { rest, number: 0, line: Vec::new() }
    }

    /// The number of the line read last, from 1.
    pub(crate) fn number(&self) -> usize {
        self.number
    }

    /// The line read last, without its line feed; empty if it was none.
    pub(crate) fn line(&self) -> &str {
        let line = self.line.strip_suffix(b"\n").unwrap_or_default();
        str::from_utf8(line).unwrap_or_default()
    }

    /// The next line, without its line feed; `what` says what it should be.
    pub(crate) fn next(&mut self, what: Form) -> Result<&str, Failure> {
        self.number += 1;
        self.line.clear();
        self.rest.take(LONGEST + 1).read_until(b'\n', &mut self.line).map_err(Failure::Unreadable)?;
        let fault = |text: &[u8], reason| {
            Err(Fault::new(self.number, &String::from_utf8_lossy(text), reason).into())
        };
        match self.line.strip_suffix(b"\n") {
            None if self.line.is_empty() => fault(b"", Reason::Missing(what)),
            None if self.line.len() as u64 > LONGEST => fault(&self.line, Reason::TooLong),
            None => fault(&self.line, Reason::Unfinished),
            Some(line) if line.ends_with(b"\r") => fault(line, Reason::CarriageReturn),
            Some(line) => match str::from_utf8(line) {
                Ok(line) => Ok(line),
                Err(_) => fault(line, Reason::NotText),
            },
        }
    }

    /// Makes sure that nothing follows.
    pub(crate) fn finish(mut self) -> Result<(), Failure> {
        match self.next(Form::Nothing) {
            Err(Failure::Rejected(Fault { reason: Reason::Missing(_), .. })) => Ok(()),
            Err(Failure::Rejected(Fault { line, text, .. })) => {
                Err(Fault::new(line, &text, Reason::LeftOver).into())
            }
            Err(failure) => Err(failure),
            Ok(_) => {
                let text = String::from_utf8_lossy(&self.line);
                Err(Fault::new(self.number, text.trim_end_matches('\n'), Reason::LeftOver).into())
            }
        }
    }
}
