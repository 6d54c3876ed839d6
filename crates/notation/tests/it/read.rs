//! The one door: formats are told apart, lists keep their bad lines apart, noise fails fast.

use std::time::{Duration, Instant};
use tsumugi_notation::{Format, ReadFault, read_all, sniff};
use tsumugi_testkit::full;

const HEAD: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";

#[test]
fn formats_have_names_and_extensions() {
    for format in Format::ALL {
        assert_eq!(Format::from_name(format.name()), Some(format));
        assert_eq!(Format::from_name(&format.name().to_uppercase()), Some(format));
    }
    for (extension, format) in [
        ("kifu", Some(Format::Kif)),
        ("KIF", Some(Format::Kif)),
        ("ki2u", Some(Format::Ki2)),
        ("tsv", Some(Format::Sfen)),
        ("json", Some(Format::Jkf)),
        ("csa", Some(Format::Csa)),
        ("txt", None),
        ("", None),
    ] {
        assert_eq!(Format::from_extension(extension), format, "{extension}");
    }
}

#[test]
fn texts_are_told_apart_by_how_they_start() {
    for (text, format) in [
        (HEAD, Some(Format::Sfen)),
        ("# a list\n\n4k4/9/4P4 b -", Some(Format::Sfen)),
        ("startpos moves 7g7f", Some(Format::Usi)),
        ("position sfen 9/9", Some(Format::Usi)),
        ("9/9/9/9/9/9/9/9/9 b - 1 moves 7g7f", Some(Format::Usi)),
        ("~0.6y2.", Some(Format::Usen)),
        ("4k4_9_9.b.-~0..", Some(Format::Usen)),
        ("  https://lishogi.org/analysis", Some(Format::Url)),
        ("piyoshogi://?sfen=startpos", Some(Format::Url)),
        ("\u{feff} {\"moves\":[]}", Some(Format::Jkf)),
        ("V2.2\nPI\n+", Some(Format::Csa)),
        ("'a comment\nPI\n+", Some(Format::Csa)),
        ("P1-KY-KE", Some(Format::Csa)),
        ("P+00KI", Some(Format::Csa)),
        ("N+甲\nPI", Some(Format::Csa)),
        ("+7776FU\n-3334FU", Some(Format::Csa)),
        ("#KIF version=2.0 encoding=UTF-8\n", Some(Format::Kif)),
        ("# ----  Kifu for Windows  ----\n手合割：平手\n", Some(Format::Kif)),
        ("手数----指手---------消費時間--\n", Some(Format::Kif)),
        ("   1 ７六歩(77)\n", Some(Format::Kif)),
        ("1 ▲７六歩(77)\n2 △３四歩(33)\n", Some(Format::Kif)),
        ("1 7六歩(77)   ( 0:00/00:00:00)\n", Some(Format::Kif)),
        ("後手の持駒：飛\n  ９ ８ ７\n+---------------------------+\n", Some(Format::Kif)),
        ("+---------------------------+\n| ・ ・", Some(Format::Kif)),
        ("先手：甲\n後手：乙\n\n▲７六歩    △３四歩\n", Some(Format::Ki2)),
        ("☗７六歩", Some(Format::Ki2)),
        ("", None),
        ("   \n\n", None),
        ("hello world", None),
        ("a: b", None),
        ("# only a comment", None),
        ("and/or this", Some(Format::Sfen)),
    ] {
        assert_eq!(sniff(text), format, "{text:?}");
    }
}

#[test]
fn a_list_keeps_names_and_bad_lines_apart() {
    let text = format!(
        "# problems\n\n{HEAD}\t頭金\t1\tsource\nstartpos moves 7g7f\n4k4/9/9 b - 1\tbroken\n\
         ~0.6y2.\thttps\n  https://lishogi.org/analysis/4k4/x\nwhat\n{HEAD}\r\n"
    );
    let problems = read_all(Some("list.txt"), text.as_bytes(), None).unwrap();
    let places: Vec<_> = problems
        .iter()
        .map(|result| match result {
            Ok(problem) => (problem.line, 0, problem.name.clone().unwrap_or_default()),
            Err(error) => (error.line, error.column, error.excerpt.clone()),
        })
        .collect();
    let place = |line, column, text: &str| (line, column, text.to_string());
    assert_eq!(
        places,
        [
            place(3, 0, "頭金"),
            place(4, 0, ""),
            place(5, 8, "4k4/9/9 b - 1"),
            place(6, 0, "https"),
            place(7, 36, "  https://lishogi.org/analysis/4k4/x"),
            place(8, 1, "what"),
            place(9, 0, ""),
        ]
    );
    let first = problems[0].as_ref().unwrap();
    assert_eq!(first.rest, ["1", "source"]);
    assert_eq!(first.record.setup.to_sfen(), HEAD);
}

#[test]
fn bad_lines_are_told_up_to_a_thousand_and_the_good_ones_read_all_the_same() {
    let bad = "nonsense\n".repeat(2_500);
    for text in [format!("{HEAD}\n{bad}{HEAD}\n"), format!("{bad}{HEAD}\n{HEAD}\n")] {
        let problems = read_all(Some("x.sfen"), text.as_bytes(), None).unwrap();
        let good = problems.iter().flatten().count();
        assert_eq!((good, problems.len()), (2, 1_003));
        let last = problems[1_002].as_ref().unwrap_err();
        assert_eq!(last.why, ReadFault::MoreBadLines(1_500));
        assert_eq!(last.line, if text.starts_with("n") { 1_001 } else { 1_002 });
        assert_eq!(last.why.to_string(), "1500 more bad lines");
    }
    let error = read_all(Some("x.sfen"), bad.as_bytes(), None).unwrap_err();
    assert_eq!((error.line, error.why), (1, ReadFault::UnknownFormat));
}

#[test]
fn a_first_line_that_names_the_columns_is_no_problem() {
    for heading in ["sfen\tname", "SFEN\tName", "# list\nposition\tname\tlength"] {
        let text = format!("{heading}\n{HEAD}\t頭金\n");
        let problems = read_all(None, text.as_bytes(), None).unwrap();
        assert_eq!(problems.len(), 1, "{heading}");
        assert!(problems[0].is_ok(), "{heading}");
        let twice = format!("{HEAD}\n{text}");
        assert!(read_all(None, twice.as_bytes(), None).unwrap()[1].is_err(), "{heading}");
    }
}

#[test]
fn every_kind_of_line_end_is_one() {
    for end in ["\n", "\r\n", "\r"] {
        let list = [HEAD, "what", HEAD, ""].join(end);
        let problems = read_all(None, list.as_bytes(), None).unwrap();
        let good: Vec<bool> = problems.iter().map(Result::is_ok).collect();
        assert_eq!((good, problems[1].as_ref().unwrap_err().line), (vec![true, false, true], 2));
        let csa = ["PI", "+", "+7776FU", "/", "PI", "+", "x"].join(end);
        let games = read_all(None, csa.as_bytes(), None).unwrap();
        assert_eq!(games[0].as_ref().unwrap().record.main_line().len(), 1, "{end:?}");
        assert_eq!(games[1].as_ref().unwrap_err().line, 7, "{end:?}");
    }
}

#[test]
fn the_name_helps_only_where_the_content_does_not() {
    let one = |name: &str, text: &str| read_all(Some(name), text.as_bytes(), None);
    assert_eq!(one("x.kif", HEAD).unwrap()[0].as_ref().unwrap().record.setup.to_sfen(), HEAD);
    assert_eq!(one("x", "what").unwrap_err().why, ReadFault::UnknownFormat);
    assert_eq!(one("x.sfen", "what").unwrap()[0].as_ref().unwrap_err().line, 1);
    assert_eq!(one("x.csa", "what").unwrap()[0].as_ref().unwrap_err().column, 1);
    assert_eq!(one("x.sfen", "# nothing\n").unwrap_err().why, ReadFault::Empty);
    assert_eq!(one("x.sfen", " \n").unwrap_err().why, ReadFault::Empty);
    let forced = read_all(None, HEAD.as_bytes(), Some(Format::Csa)).unwrap();
    assert!(forced[0].is_err());
}

#[test]
fn several_csa_records_are_several_problems() {
    let problems = read_all(None, b"PI\n+\n/\n$EVENT:x\nP-51OU\n-\n", None).unwrap();
    assert_eq!(problems.iter().map(|p| p.as_ref().unwrap().line).collect::<Vec<_>>(), [1, 4]);
}

/// Texts of about `size` bytes that are nothing, however they begin.
fn noise(size: usize) -> [String; 13] {
    [
        "x".repeat(size),
        "a\n".repeat(size / 2),
        "{".repeat(size),
        "{\"moves\":[".to_string() + &"[".repeat(size),
        "9/".repeat(size / 2),
        "startpos moves ".to_string() + &"x ".repeat(size / 2),
        "~0.".to_string() + &"z".repeat(size),
        "https://x/?sfen=".to_string() + &"%2F".repeat(size / 3),
        "V2.2\n".to_string() + &"歩".repeat(size / 3),
        "PI\n+\n".to_string() + &",".repeat(size),
        "手合割：".to_string() + &"歩".repeat(size / 3),
        "▲".repeat(size / 3),
        "\u{0}".repeat(size),
    ]
}

/// Each text is read by one name after the other: one of the three reads ten megabytes, the others one, unless
/// `TSUMUGI_FULL` is set. What takes quadratic time takes minutes even so.
#[test]
fn ten_megabytes_of_noise_fail_fast_with_a_short_error() {
    let size = 10 << 20;
    let (large, small) = (noise(size), noise(if full() { size } else { size / 10 }));
    for (i, (large, small)) in large.iter().zip(&small).enumerate() {
        for (j, name) in [None, Some("x.sfen"), Some("x.kif")].into_iter().enumerate() {
            let text = if i % 3 == j { large } else { small };
            let start = Instant::now();
            let short = |error: &tsumugi_notation::ReadError| {
                assert!(error.excerpt.chars().count() <= 160 && error.to_string().len() < 1_000);
            };
            match read_all(name, text.as_bytes(), None) {
                Ok(problems) => {
                    assert!(problems.len() <= 1_000);
                    problems.iter().filter_map(|p| p.as_ref().err()).for_each(short);
                }
                Err(error) => short(&error),
            }
            let begin: String = text.chars().take(20).collect();
            assert!(start.elapsed() < Duration::from_secs(3), "{begin}: {:?}", start.elapsed());
        }
    }
    let start = Instant::now();
    let noise: Vec<u8> =
        (0..size as u32).map(|i| (i.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    assert!(read_all(None, &noise, None).is_err());
    assert!(start.elapsed() < Duration::from_secs(3));
}
