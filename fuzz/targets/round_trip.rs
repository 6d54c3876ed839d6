//! What every reader of records must keep: no panic, and what was read once can be written and read again.

use std::fmt::{Debug, Display};
use tsumugi_notation::{ReadError, Record};
use tsumugi_shogi::Setup;

/// Reads a text; a record that comes of it is written and read again, with the same diagram and moves. Headers, comments and
/// endings may be tidied up on the way (control characters, words that the format does not know), but only once.
pub fn round_trip<E: Debug>(
    data: &[u8],
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
    let rewritten = write(&again).unwrap_or_else(|error| panic!("{error:?}\n{written}"));
    let last = read(&rewritten).unwrap_or_else(|error| panic!("{error}\n{rewritten}"));
    assert!(last.is_same_as(&again), "{written}\n{rewritten}");
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
