//! Certificates read as streams: bounded memory, several threads, stopping.

use std::io::{self, BufReader, Read};
use tsumugi_verify::naive::FaultName;
use tsumugi_verify::{
    BYTES_PER_CLAIM, Failure, Fault, Limit, Progress, Proved, Reason, Settings, StopCheck, Verified,
    verify_stream,
};

const PROBLEM: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";

/// As many claims of a mate in one as asked for: promoted pawns stand about where they do not matter.
fn certificate(claims: usize) -> String {
    let mut text = format!("tsumugi certificate 1\nproblem {PROBLEM}\nattacker black\nclaim mate 1\n");
    for i in 0..claims {
        let rank = |bits: usize| match bits % 10 {
            0 => "9".to_string(),
            n => format!("{}+p{}", n - 1, 9 - n).replace('0', ""),
        };
        let ranks = [rank(i), rank(i / 10), rank(i / 100), rank(i / 1000)].join("/");
        text += &format!("w 4k4/9/4P4/9/9/{ranks} G 1 G*5b\n");
    }
    text + &format!("end {claims}\n")
}

fn check(text: &[u8], settings: &Settings) -> Result<Verified, Failure> {
    // A small buffer, so that lines cross its ends.
    verify_stream(PROBLEM, &mut BufReader::with_capacity(7, text), settings, &mut |_| {})
}

fn rejected(result: Result<Verified, Failure>) -> Fault {
    match result {
        Err(Failure::Rejected(fault)) => fault,
        other => panic!("{other:?}"),
    }
}

#[test]
fn any_number_of_threads_says_the_same() {
    let text = certificate(2000);
    let forged =
        text.replace("G 1 G*5b\nw 4k4/9/4P4/9/9/9/9/1+p7/", "G 1 G*4b\nw 4k4/9/4P4/9/9/9/9/1+p7/");
    assert_ne!(forged, text);
    let mut lines = Vec::new();
    for threads in [1, 2, 7] {
        let settings = Settings { threads, ..Settings::default() };
        let verified = check(text.as_bytes(), &settings).unwrap();
        assert_eq!((verified.claim, verified.claims), (Proved::Mate(1), 2000));
        lines.push(rejected(check(forged.as_bytes(), &settings)).line);
    }
    assert!(lines.iter().all(|&line| line == lines[0] && line > 5), "{lines:?}");
}

#[test]
fn more_claims_than_memory_is_no_verdict() {
    let text = certificate(100);
    let allow = |claims: u64| Settings {
        most_bytes: Limit::fixed(claims * BYTES_PER_CLAIM),
        ..Settings::default()
    };
    assert!(check(text.as_bytes(), &allow(100)).is_ok());
    let refused = check(text.as_bytes(), &allow(99));
    assert!(matches!(refused, Err(Failure::TooLarge { claims: 99 })), "{refused:?}");
}

#[test]
fn a_claim_takes_what_the_page_says() {
    let page = include_str!("../../../../docs/CERTIFICATE.md").replace('\n', " ");
    assert!(page.contains(&format!("each claim in {BYTES_PER_CLAIM} bytes")));
}

#[test]
fn a_line_without_end_is_cut_short() {
    // As long as the reader likes: it must not be read to its end.
    let head = certificate(0).replace("end 0\n", "w ");
    let mut endless = BufReader::new(head.as_bytes().chain(io::repeat(b'9')));
    let result = verify_stream(PROBLEM, &mut endless, &Settings::default(), &mut |_| {});
    let fault = rejected(result);
    assert_eq!((fault.line, fault.reason), (5, Reason::TooLong));
    assert!(fault.text.len() < 1000);
}

#[test]
fn bytes_that_are_no_text_are_a_fault() {
    let mut bytes = certificate(3).into_bytes();
    let at = bytes.len() - 10;
    bytes[at] = 0xff;
    assert_eq!(rejected(check(&bytes, &Settings::default())).reason, Reason::NotText);
}

#[test]
fn a_stream_that_breaks_off_is_no_verdict() {
    struct Broken;
    impl Read for Broken {
        fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
            Err(io::Error::other("gone"))
        }
    }
    let text = certificate(3);
    let mut broken = BufReader::new(text.as_bytes()[..200].chain(Broken));
    let result = verify_stream(PROBLEM, &mut broken, &Settings::default(), &mut |_| {});
    assert!(matches!(result, Err(Failure::Unreadable(_))), "{result:?}");
}

#[test]
fn a_raised_flag_stops_the_check() {
    let settings = Settings { stop: Some(StopCheck::new(|| true)), ..Settings::default() };
    let result = check(certificate(100).as_bytes(), &settings);
    assert!(matches!(result, Err(Failure::Stopped)), "{result:?}");
}

#[test]
fn progress_is_told_while_reading_and_while_checking() {
    let text = certificate(5000);
    let mut told = Vec::new();
    let settings = Settings::default();
    verify_stream(PROBLEM, &mut text.as_bytes(), &settings, &mut |now| told.push(now)).unwrap();
    assert_eq!(told[0], Progress::Read(4096));
    assert_eq!(told[told.len() - 1], Progress::Checked(5000, 5000));
}

#[test]
fn faults_may_be_allowed_by_name() {
    let problem = "4k4/9/4P4/4P4/9/9/9/9/9 b G 1";
    let text = format!(
        "tsumugi certificate 1\nproblem {problem}\nattacker black\nclaim mate 1\n\
         w 4k4/9/4P4/4P4/9/9/9/9/9 G 1 G*5b\nend 1\n"
    );
    let with = |allow: &[FaultName]| {
        let settings = Settings { allow: allow.to_vec(), ..Settings::default() };
        verify_stream(problem, &mut text.as_bytes(), &settings, &mut |_| {})
    };
    assert!(with(&[FaultName::TwoPawns]).is_ok());
    for allow in [&[][..], &[FaultName::DeadPiece, FaultName::TooMany]] {
        let fault = rejected(with(allow));
        assert!(matches!((fault.line, &fault.reason), (2, Reason::Faulty(_))), "{fault}");
    }
}
