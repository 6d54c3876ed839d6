//! What every reader of records must keep: no panic, and what was read once can be written and read again.

use std::collections::BTreeSet;
use std::fmt::{Debug, Display};
use tsumugi_notation::{ReadError, Record};
use tsumugi_shogi::{Move, Setup};

/// Which moves a format can hold.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Keeps {
    /// The main line and all variations.
    Variations,
    /// The main line alone.
    MainLine,
}

/// Reads a text; a record that comes of it is written and read again, with the same diagram and all moves that the format can
/// hold. From then on nothing changes any more.
///
/// More cannot be asked of the first time: headers, comments and endings are tidied up (control characters, white space, words
/// for an ending that the format does not know), and not every format has a move number.
pub fn round_trip<E: Debug>(
    data: &[u8],
    keeps: Keeps,
    read: impl Fn(&str) -> Result<Record, ReadError>,
    write: impl Fn(&Record) -> Result<String, E>,
) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let record = match read(text) {
        Ok(record) => record,
        Err(error) => return in_order(&error),
    };
    // Some formats cannot say everything that they were read with.
    let Ok(written) = write(&record) else { return };
    let again = read(&written).unwrap_or_else(|error| panic!("{error}\n{written}"));
    assert_eq!(diagram(&again), diagram(&record), "{written}");
    assert_eq!(again.main_line(), record.main_line(), "{written}");
    if keeps == Keeps::Variations {
        assert_eq!(lines(&again), lines(&record), "{written}");
    }
    let rewritten = write(&again).unwrap_or_else(|error| panic!("{error:?}\n{written}"));
    let last = read(&rewritten).unwrap_or_else(|error| panic!("{error}\n{rewritten}"));
    assert!(last.is_same_as(&again), "{written}\n{rewritten}");
}

/// Every line of moves from the start, whether it goes on or not.
fn lines(record: &Record) -> BTreeSet<Vec<Move>> {
    record.nodes().map(|(id, _)| record.path(id)).filter(|line| !line.is_empty()).collect()
}

/// The diagram without its move number, which not every format keeps.
fn diagram(record: &Record) -> Setup {
    let mut setup = record.setup.clone();
    setup.ply = 1;
    setup
}

/// An error can be shown and is not as long as the text.
pub fn in_order(error: &(impl Display + Debug)) {
    assert!(error.to_string().len() < 10_000, "{error:?}");
}
