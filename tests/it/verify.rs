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
        ("tsumugi certificate 1", "hello", 1),
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
    let corner = "8k/9/9/9/9/9/9/9/9 b G 1";
    let plain = certified(&scratch, corner, 1);
    let path = scratch.join("corner.cert.zst");
    let outcome = tsumugi(["solve", corner, "--hash", "16", "--certificate", path.to_str().unwrap()]);
    assert_eq!((outcome.code, outcome.stderr.as_str()), (1, ""), "{outcome:?}");
    let bytes = std::fs::read(&path).unwrap();
    assert!(bytes.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) && bytes.len() < plain.len());
    // Cut anywhere it is never taken for the whole.
    for (name, end) in [("any name", bytes.len()), ("cut", bytes.len() - 1), ("half", bytes.len() / 2)]
    {
        let file = scratch.file(name, &bytes[..end]);
        let outcome = tsumugi(["verify", corner, file.to_str().unwrap()]);
        match end == bytes.len() {
            true => assert_eq!(outcome.good(), "verified: there is no mate (3 claims)\n"),
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
        let counts = [("R", hand % 3), ("B", hand / 3 % 3), ("S", hand / 9 % 5), ("P", hand / 45 % 19)];
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
