//! The problem collections beside the repository, line by line through every format.
//!
//! Every line is read. Of big files every 20th goes through all formats; with `TSUMUGI_FULL=1` every one.

use tsumugi_notation::{Format, ReadRecord, Record, diagram, read_all, write};
use tsumugi_testkit::{full, lists};

#[test]
fn every_line_of_the_collections_survives_every_format() {
    let (mut all_read, mut all_converted) = (0, 0);
    for (name, text) in lists() {
        let problems = read_all(Some(&name), text.as_bytes(), None).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let said = lines.iter().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
        assert_eq!(problems.len(), said.count(), "{name}");

        let read = problems.len();
        let step = if full() || read < 500 { 1 } else { 20 };
        let mut converted = 0;
        for (i, problem) in problems.into_iter().enumerate() {
            let problem = problem.unwrap_or_else(|error| panic!("{name}: {error}"));
            let line = lines[problem.line - 1];
            assert_printed_as_read(&problem, line);
            if i % step == 0 {
                assert_survives(&problem.record, line);
                converted += 1;
            }
        }
        println!("{name}: {read} read, {converted} through every format");
        assert!(converted > 0 || read == 0, "{name}");
        (all_read, all_converted) = (all_read + read, all_converted + converted);
    }
    println!("{all_read} read, {all_converted} through every format");
}

fn assert_printed_as_read(problem: &ReadRecord, line: &str) {
    let mut columns = line.split('\t');
    let position = columns.next().unwrap();
    match position.strip_prefix("startpos") {
        Some(_) => {
            let written = write(&problem.record, Format::Usi).unwrap();
            assert_eq!(written, format!("position {position}"));
        }
        None => assert_eq!(write(&problem.record, Format::Sfen).unwrap(), position),
    }
    assert_eq!(problem.name.as_deref(), columns.next().map(str::trim), "{line}");
    assert_eq!(problem.rest, columns.collect::<Vec<_>>(), "{line}");
}

/// Written in each format, recognised and read back, it is the same.
fn assert_survives(record: &Record, line: &str) {
    for format in Format::ALL {
        let text = write(record, format).unwrap_or_else(|error| panic!("{format:?} {line}: {error}"));
        let back = read_all(None, text.as_bytes(), None);
        let mut back = back.unwrap_or_else(|error| panic!("{format:?} {line}: {error}\n{text}"));
        assert_eq!(back.len(), 1, "{format:?} {line}\n{text}");
        let back = back.remove(0).unwrap_or_else(|error| panic!("{format:?} {line}: {error}\n{text}"));
        if format == Format::Sfen {
            assert_eq!(back.record, Record::new(record.setup.clone()), "{line}");
        } else {
            assert!(back.record.is_same_as(record), "{format:?} {line}\n{text}");
        }
    }
    assert_eq!(diagram::read(&diagram::write(&record.setup)).as_ref(), Ok(&record.setup), "{line}");
}
