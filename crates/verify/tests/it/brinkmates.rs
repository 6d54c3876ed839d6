//! Certificates of brinkmates, and that there is none, made by hand: good ones, and ones with a single fault each, rejected at
//! its place. Those that the solver writes are compared with the truth in `crates/tsume/tests/it/brinkmate_small_boards.rs`.

use crate::proved::verify;
use tsumugi_verify::{Proved, Reason};

/// A quiet move that threatens mate, with one reply.
const QUIET: &str = "tsumugi certificate 3
problem 8k/9/8p/7G1/9/9/9/9/9 b G 1
attacker black
claim brinkmate 3
b G 3 2d1c
w G 1 G*1b
w G 1 G*2b
end 3
";

/// The defender to move is threatened and cannot move.
const STUCK: &str = "tsumugi certificate 3
problem kOOOOOOOO/p1OOOOOOO/OGOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO w G 1
attacker black
claim brinkmate 0
w G 1 G*8b
end 1
";

/// It cannot move, but nothing threatens it.
const SAFE: &str = "tsumugi certificate 3
problem kOOOOOOOO/p1OOOOOOO/OGOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO w - 1
attacker black
claim nobrinkmate
q - pass
h P 9a9b
h - 9a8b
end 3
";

/// Two files of four squares; the defender's king gets away from a gold, to the front of it or to its side.
const AWAY: &str = "tsumugi certificate 3
problem OOOOOOO1k/OOOOOOO2/OOOOOOO2/OOOOOOO2/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO b Gg 1
attacker black
claim nobrinkmate
q - 1a2a
Q - 1a2b
Q - 1a1b
q - pass 2+
q - pass 2+
q - pass
q - pass
end 7
";

/// A mate is a brinkmate.
const MATE: &str = "tsumugi certificate 3
problem 4k4/9/4P4/9/9/9/9/9/9 b G 1
attacker black
claim brinkmate 1
w G 1 G*5b
end 1
";

fn problem_of(certificate: &str) -> &str {
    certificate.lines().nth(1).unwrap().strip_prefix("problem ").unwrap()
}

/// Changes a text in the certificate once, and gives the line of the fault and the reason.
fn fault(certificate: &str, old: &str, new: &str) -> (usize, String) {
    assert!(certificate.contains(old), "{old}");
    let forged = certificate.replacen(old, new, 1);
    let fault = verify(problem_of(&forged), &forged).expect_err(&forged);
    (fault.line, fault.reason.to_string())
}

fn expect(certificate: &str, old: &str, new: &str, line: usize, reason: &str) {
    let (found, why) = fault(certificate, old, new);
    assert!(found == line && why.contains(reason), "{old} → {new}: line {found}: {why}");
}

#[test]
fn good_ones_are_accepted() {
    for (text, claim, claims) in [
        (QUIET, Proved::Brinkmate(3), 3),
        (STUCK, Proved::Brinkmate(0), 1),
        (SAFE, Proved::NoBrinkmate, 3),
        (AWAY, Proved::NoBrinkmate, 7),
        (MATE, Proved::Brinkmate(1), 1),
    ] {
        let verified = verify(problem_of(text), text).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
        assert_eq!((verified.claim, verified.claims), (claim, claims), "{text}");
    }
    // Larger numbers are true as well, and a threat may take as long as it likes.
    for (old, new) in [("brinkmate 3", "brinkmate 5"), ("w G 1 G*1b", "w G 9 G*1b")] {
        assert!(verify(problem_of(QUIET), &QUIET.replace(old, new)).is_ok(), "{new}");
    }
    assert!(verify(problem_of(STUCK), &STUCK.replace("brinkmate 0", "brinkmate 2")).is_ok());
}

#[test]
fn a_brinkmate_needs_its_threat_its_answers_and_its_numbers() {
    // The move must be legal, and need give no check; but then it must threaten mate, and every reply must be answered.
    expect(QUIET, "2d1c", "2d1d+", 5, "1d+");
    expect(QUIET, "2d1c", "2d2b", 5, "2d2b is not legal");
    expect(QUIET, "2d1c", "2d3d", 6, "after G*1b 1a1b no claim covers");
    expect(QUIET, "w G 1 G*1b", "w G 1 G*5e", 6, "G*5e gives no check");
    expect(QUIET, "w G 1 G*2b", "w G 1 G*3b", 7, "after G*3b");
    expect(QUIET, "w G 1 G*2b\nend 3", "end 2", 7, "no claim covers 7k1/9/8G/9/9/9/9/9/9 with GP");
    expect(QUIET, "w G 1 G*1b\n", "", 7, "no claim covers");
    // A brinkmate is no threat, and what follows a mate is a mate.
    expect(QUIET, "w G 1 G*1b", "b G 1 G*1b", 6, "a claim 'w' is needed here");
    expect(QUIET, "b G 3 2d1c", "w G 3 2d1c", 5, "2d1c gives no check");
    // Plies go down.
    expect(QUIET, "b G 3", "b G 1", 5, "after 2d1c 1a2a no claim covers");
    expect(QUIET, "b G 3", "b G 2", 5, "odd number");
    expect(QUIET, "brinkmate 3", "brinkmate 1", 5, "this does not cover 8k/9/8p/7G1/9/9/9/9/9");
    expect(QUIET, "brinkmate 3", "brinkmate 2", 4, "odd number");
    expect(QUIET, "w G 1 G*2b", "w G 3 G*2b", 7, "this does not cover");
    // Hands.
    expect(QUIET, "b G 3", "b 2G 3", 5, "this does not cover");
    expect(QUIET, "w G 1 G*1b", "w 2G 1 G*1b", 6, "this does not cover");
    expect(QUIET, "b G 3", "b - 3", 6, "this does not cover");
    // The problem with the defender to move needs a threat too.
    expect(STUCK, "w G 1 G*8b\nend 1", "end 0", 5, "no claim covers");
    expect(STUCK, "brinkmate 0", "brinkmate 1", 4, "odd number");
    expect(STUCK, "w G 1 G*8b", "w G 1 8c8b", 5, "after 8c8b 9a8b");
    expect(STUCK, " w G 1\n", " w - 1\n", 5, "this does not cover");
}

#[test]
fn that_there_is_none_needs_a_reply_or_no_threat_everywhere() {
    expect(SAFE, "h P 9a9b", "h - 9a9b", 6, "this does not cover");
    expect(SAFE, "h P 9a9b", "h P 9a8b", 6, "9a8b is not legal");
    expect(SAFE, "h P 9a9b\n", "", 6, "this does not cover");
    expect(SAFE, "q - pass", "h - pass", 5, "'pass' is not a move");
    expect(SAFE, "q - pass", "q - 9a8b", 5, "9a8b is not legal");
    expect(SAFE, "h P 9a9b", "q P pass", 6, "the defender is in check and cannot pass");
    // It says more than is needed.
    let more = SAFE.replace("h P 9a9b", "q P 9a9b");
    let (line, why) = fault(&more, "end 3", "end 3");
    assert_eq!(line, 7, "the attacker may drop the pawn it took: {why}");
    // In the problem every legal move counts, not only checks.
    expect(AWAY, "q - pass\nend 7", "end 6", 11, "no claim covers");
    expect(AWAY, "q - 1a2a", "q - pass", 5, "the defender is in check and cannot pass");
    expect(AWAY, "Q - 1a2b", "Q - 1a1b", 6, "1a1b is not legal");
    expect(AWAY, "pass 2+", "pass 1+", 8, "line 7 does not cover");
    expect(AWAY, "pass 2+", "pass 2++", 8, "a reference goes beyond");
    expect(AWAY, "pass 2+", "pass 1 2", 8, "does not cover");
    expect(AWAY, "nobrinkmate", "nomate", 5, "'h', a hand");
}

#[test]
fn the_letters_and_claims_belong_to_the_third_version_and_to_brinkmates() {
    for version in ["certificate 1", "certificate 2"] {
        for text in [QUIET, SAFE] {
            expect(text, "certificate 3", version, 4, "this should be 'claim mate'");
        }
    }
    expect(QUIET, "claim brinkmate 3", "claim mate 3", 5, "'w', a hand, a number");
    expect(QUIET, "claim brinkmate 3", "claim nobrinkmate", 5, "'h' or 'q', a hand");
    expect(QUIET, "claim brinkmate 3", "claim brinkmate", 4, "'claim brinkmate' with a number");
    expect(SAFE, "claim nobrinkmate", "claim nobrinkmate 3", 4, "'claim nobrinkmate'");
    expect(QUIET, "b G 3 2d1c", "b G 3 pass", 5, "'pass' is not a move");
    expect(QUIET, "b G 3 2d1c", "h G 2d1c", 5, "a claim 'b' is needed here");
    expect(MATE, "w G 1 G*5b", "q G G*5b", 5, "'w' or 'b', a hand");
    // A claim that there is no mate does not become one that there is no brinkmate.
    expect(AWAY, "q - 1a2a", "h - 1a2a", 5, "a claim 'q' is needed here");
    let fault = verify(problem_of(SAFE), STUCK).unwrap_err();
    assert_eq!((fault.line, fault.reason), (2, Reason::OtherProblem));
}
