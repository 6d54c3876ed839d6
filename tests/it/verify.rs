//! `tsumugi verify` on certificates that `tsumugi solve` wrote, and on forged ones.

use crate::program::{HEAD_GOLD, Outcome, Scratch, tsumugi};

/// Solves a problem into `problem.cert`.
fn certified(scratch: &Scratch, problem: &str, code: i32) -> String {
    let path = scratch.join("problem.cert").to_str().unwrap().to_string();
    let outcome = tsumugi(["solve", problem, "--hash", "16", "--certificate", &path]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (code, ""), "{outcome:?}");
    std::fs::read_to_string(path).unwrap()
}

fn verify(scratch: &Scratch, problem: &str, certificate: &str) -> Outcome {
    let path = scratch.file("checked.cert", certificate);
    tsumugi(["verify", problem, path.to_str().unwrap()])
}

#[test]
fn what_solve_writes_is_verified() {
    let scratch = Scratch::new("verified");
    let text = certified(&scratch, HEAD_GOLD, 0);
    assert_eq!(
        verify(&scratch, HEAD_GOLD, &text).good(),
        "verified: the attacker mates in at most 1 (1 claim)\n"
    );
    let corner = "8k/9/9/9/9/9/9/9/9 b G 1";
    let text = certified(&scratch, corner, 1);
    assert_eq!(verify(&scratch, corner, &text).good(), "verified: there is no mate (3 claims)\n");
}

#[test]
fn forgeries_are_rejected_with_their_line() {
    let scratch = Scratch::new("forged");
    let text = certified(&scratch, HEAD_GOLD, 0);
    for (from, to, line) in [
        ("G*5b", "G*6b", 5),
        ("claim mate 1", "claim nomate", 5),
        ("tsumugi certificate 3", "hello", 1),
        ("end 1\n", "", 6),
        (" b G2r", " b S2r", 2),
    ] {
        let outcome = verify(&scratch, HEAD_GOLD, &text.replace(from, to));
        assert_eq!((outcome.code, outcome.stderr.as_str()), (1, ""), "{to:?} {outcome:?}");
        assert!(outcome.stdout.starts_with(&format!("rejected: line {line}: ")), "{to:?} {outcome:?}");
    }
    let other = verify(&scratch, "4k4/9/4P4/9/9/9/9/9/9 b S 1", &text);
    assert_eq!(other.code, 1);
    assert_eq!(other.stdout, "rejected: line 2: this is a certificate for another problem\n");
}

#[test]
fn what_cannot_be_read_is_no_verdict() {
    let scratch = Scratch::new("unreadable");
    // The first bytes of a compressed file, and then nothing of the kind.
    let bytes = scratch.file("bytes.cert", [0x28, 0xb5, 0x2f, 0xfd, 0xff, 0xff, 0xff]);
    for path in ["no-such.cert", bytes.to_str().unwrap(), scratch.path().to_str().unwrap()] {
        let outcome = tsumugi(["verify", HEAD_GOLD, path]);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""), "{outcome:?}");
        assert!(outcome.stderr.starts_with("error: cannot read "), "{outcome:?}");
    }
    assert_eq!(tsumugi(["verify", "4k4/9 b - 1", "no-such.cert"]).code, 2);
}

#[test]
fn compressed_certificates_are_written_by_name_and_read_by_content() {
    let scratch = Scratch::new("compressed");
    let bare = "9/9/9/9/4k4/9/9/9/9 b 2G2S 1";
    let plain = certified(&scratch, bare, 1);
    let path = scratch.join("bare.cert.zst");
    let outcome = tsumugi(["solve", bare, "--hash", "16", "--certificate", path.to_str().unwrap()]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (1, ""), "{outcome:?}");
    let bytes = std::fs::read(&path).unwrap();
    assert!(bytes.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) && bytes.len() < plain.len() / 2);
    let plain = tsumugi(["verify", bare, scratch.file("plain", &plain).to_str().unwrap()]).good();
    assert!(plain.starts_with("verified: there is no mate ("), "{plain}");
    // Cut anywhere it is never taken for the whole.
    for (name, end) in [("any name", bytes.len()), ("cut", bytes.len() - 1), ("half", bytes.len() / 2)]
    {
        let file = scratch.file(name, &bytes[..end]);
        let outcome = tsumugi(["verify", bare, file.to_str().unwrap()]);
        match end == bytes.len() {
            true => assert_eq!(outcome.good(), plain),
            false => assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""), "{outcome:?}"),
        }
    }
}

#[test]
fn results_in_json() {
    let scratch = Scratch::new("verified-json");
    let text = certified(&scratch, HEAD_GOLD, 0);
    let sfen = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
    for (text, code, rest) in [
        (
            text.clone(),
            0,
            r#""verified":true,"verdict":"mate","length":1,"claims":1,"line":null,"reason":null}"#,
        ),
        (
            text.replace("G*5b", "G*6b"),
            1,
            r#""verified":false,"verdict":null,"length":null,"claims":null,"line":5,"reason":"after G*6b 5a4a no claim"#,
        ),
    ] {
        let file = scratch.file("checked.cert", text);
        let outcome = tsumugi(["verify", HEAD_GOLD, file.to_str().unwrap(), "--format", "json"]);
        assert_eq!(outcome.code, code, "{outcome:?}");
        assert!(outcome.stdout.starts_with(&format!(r#"{{"sfen":"{sfen}",{rest}"#)), "{outcome:?}");
    }
}

#[test]
fn faults_that_were_allowed_for_solving_are_allowed_for_checking() {
    let scratch = Scratch::new("allowed");
    let (path, problem) = (scratch.join("a.cert"), "4k4/9/4P4/4P4/9/9/9/9/9 b G 1");
    let path = path.to_str().unwrap();
    let allow = ["--allow", "two-pawns"];
    let solved =
        tsumugi([&["solve", problem, "--hash", "16", "--certificate", path], &allow[..]].concat());
    assert_eq!(solved.code, 0, "{solved:?}");
    let verified = tsumugi([&["verify", problem, path], &allow[..]].concat());
    assert_eq!(verified.good(), "verified: the attacker mates in at most 1 (1 claim)\n");
    assert_eq!(tsumugi(["verify", problem, path]).code, 2);
}

#[test]
fn a_certificate_beyond_the_memory_allowed_is_refused() {
    let scratch = Scratch::new("memory");
    let mut text =
        String::from("tsumugi certificate 1\nproblem 8k/9/9/9/9/9/9/9/9 b G2r2b3g4s4n4l18p 1\n");
    text += "attacker black\nclaim nomate\n";
    for hand in 0..14_000 {
        let (small, large) = (hand % 45, hand / 45);
        let counts = [
            ("R", small % 3),
            ("B", small / 3 % 3),
            ("S", small / 9),
            ("N", large / 19 % 5),
            ("L", large / 95),
            ("P", large % 19),
        ];
        let held = counts.map(|(kind, n)| match n {
            0 => String::new(),
            1 => kind.to_string(),
            n => format!("{n}{kind}"),
        });
        let held = held.concat();
        let hand = if held.is_empty() { "-" } else { &held };
        text += &format!("h 8k/8G/9/9/9/9/9/9/9 {hand} 1a1b\n");
    }
    let file = scratch.file("large.cert", text);
    let problem = "8k/9/9/9/9/9/9/9/9 b G 1";
    let outcome = tsumugi(["verify", problem, file.to_str().unwrap(), "--memory", "1"]);
    assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""), "{outcome:?}");
    assert!(outcome.stderr.contains("more than the 13107 claims"), "{outcome:?}");
}

#[test]
fn a_check_that_takes_too_long_is_given_up() {
    let scratch = Scratch::new("verify-time");
    let text = certified(&scratch, HEAD_GOLD, 0);
    let file = scratch.file("checked.cert", text);
    let verify = |time, format| {
        tsumugi(["verify", HEAD_GOLD, file.to_str().unwrap(), "--time", time, "--format", format])
    };
    assert_eq!(verify("60", "text").good(), "verified: the attacker mates in at most 1 (1 claim)\n");
    for (format, expected) in
        [("text", "unknown: the time is up\n"), ("json", "\"line\":null,\"reason\":\"time\"}\n")]
    {
        let outcome = verify("0", format);
        assert_eq!(outcome.code, 3, "{outcome:?}");
        assert!(outcome.stdout.ends_with(expected), "{outcome:?}");
    }
}

#[test]
fn the_checker_can_read_the_problem_itself() {
    let scratch = Scratch::new("verify-exact");
    let text = certified(&scratch, HEAD_GOLD, 0);
    let file = scratch.file("checked.cert", text);
    let exactly = |problem: &str, more: &[&str]| {
        tsumugi([&["verify", problem, file.to_str().unwrap(), "--exact"], more].concat())
    };
    let whole = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
    let verified = "verified: the attacker mates in at most 1, Black attacking (1 claim)\n";
    assert_eq!(exactly(whole, &[]).good(), verified);
    assert_eq!(exactly(whole, &["--attacker", "black"]).good(), verified);
    let other = exactly(whole, &["--attacker", "white"]);
    assert_eq!((other.code, other.stdout.starts_with("rejected: ")), (1, true), "{other:?}");
    assert!(exactly(whole, &["--format", "json"]).good().contains(r#""attacker":"black""#));
    // No hand is completed, and no file is opened.
    let bare = exactly("4k4/9/4P4/9/9/9/9/9/9 b G 1", &[]);
    assert_eq!(bare.code, 1);
    assert_eq!(bare.stdout, "rejected: line 2: this is a certificate for another problem\n");
    let kif = exactly("problem.kif", &[]);
    assert!(kif.stdout.starts_with("rejected: the problem given cannot be read"), "{kif:?}");
    assert_eq!(exactly(whole, &["--as-written"]).code, 2);
}

/// A few bytes that become megabytes are not read to their end.
#[test]
fn a_file_that_becomes_too_long_is_refused() {
    let scratch = Scratch::new("verify-bomb");
    let walls = "OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO";
    let problem = format!("OOOOOOO1G/OOOOOOOk1/{walls} b - 1");
    let head = format!("tsumugi certificate 3\nproblem {problem}\nattacker black\nclaim nomate\n");
    let text = head + &"h - 2b1b\nh - 1b2b\n".repeat(500_000);
    let bytes = tsumugi_shell::zstandard::encoded(text.as_bytes());
    assert!(bytes.len() < 20_000, "{}", bytes.len());
    let file = scratch.file("bomb.cert", bytes);
    let outcome = tsumugi(["verify", &problem, file.to_str().unwrap(), "--as-written"]);
    assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""), "{outcome:?}");
    assert!(outcome.stderr.contains("more than 3 lines for every four bytes"), "{outcome:?}");
}
