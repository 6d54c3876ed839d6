//! What every answer must stand up to.

use tsumugi_tsume::{Answer, Problem, Verdict};
use tsumugi_verify::{Proved, verify};

/// The certificate is accepted by the plain rules and proves what the answer says. `None` where there is no answer.
pub fn assert_certified(problem: &Problem, answer: &Answer, at: &str) -> Option<Proved> {
    let expected = match answer.verdict {
        Verdict::Mate(plies) => Proved::Mate(plies),
        Verdict::NoMate => Proved::NoMate,
        Verdict::Unknown(_) => return None,
    };
    let certificate = answer.certificate.as_ref().unwrap_or_else(|| panic!("no certificate: {at}"));
    match verify(&problem.position().to_sfen(), certificate) {
        Ok(verified) => assert_eq!(verified.claim, expected, "{at}"),
        Err(fault) => panic!("{:?} rejected: {fault}: {at}", answer.verdict),
    }
    Some(expected)
}

/// The line is legal, keeps checking, and ends in mate.
pub fn assert_mates(problem: &Problem, answer: &Answer, at: &str) {
    let mut position = problem.position().clone();
    for &m in &answer.line {
        assert!(position.is_legal(m), "{m}: {at}");
        let attacking = position.turn() == problem.attacker();
        let _ = position.play(m);
        assert!(!attacking || position.in_check(), "{m}: {at}");
    }
    assert!(position.is_mate(), "{at}: {answer:?}");
}
