//! Files with games → games, one after the other: a file is read when its turn comes.

use crate::problems::{self, InputProblem};
use crate::report::Report;
use std::collections::VecDeque;
use std::ffi::OsString;
use tsumugi_notation::read::Format;

/// All games, as a stream.
pub struct Games {
    files: VecDeque<OsString>,
    format: Option<Format>,
    read: VecDeque<Result<InputProblem, Report>>,
    next: usize,
}

impl Games {
    /// The games of these files.
    pub fn new(files: Vec<OsString>, format: Option<Format>) -> Games {
        Games { files: files.into(), format, read: VecDeque::new(), next: 0 }
    }
}

impl Iterator for Games {
    type Item = (usize, Result<InputProblem, Report>);

    fn next(&mut self) -> Option<Self::Item> {
        while self.read.is_empty() {
            self.read = problems::load_file(&self.files.pop_front()?, self.format).into();
        }
        let number = self.next;
        self.next += 1;
        self.read.pop_front().map(|game| (number, game))
    }
}
