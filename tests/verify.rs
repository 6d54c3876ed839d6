//! `tsumugi verify` on certificates that `tsumugi solve` wrote, and on forged ones.

mod program;

use program::{HEAD_GOLD, Outcome, Scratch, tsumugi};

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
    let bytes = scratch.file("bytes.cert", [0xff, 0xfe]);
    for args in [["verify", HEAD_GOLD, "no-such.cert"], ["verify", HEAD_GOLD, bytes.to_str().unwrap()]]
    {
        let outcome = tsumugi(args);
        assert_eq!((outcome.code, outcome.stdout.as_str()), (2, ""), "{outcome:?}");
        assert!(outcome.stderr.starts_with("error: cannot read "), "{outcome:?}");
    }
    assert_eq!(tsumugi(["verify", "4k4/9 b - 1", "no-such.cert"]).code, 2);
}
