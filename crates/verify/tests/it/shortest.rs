//! Certificates that a mate is the shortest: accepted if true, rejected when tampered with.

use crate::common::{Random, Truth, small_problem};
use crate::linked::linked;
use crate::proved::{verify, verify_linked};
use tsumugi_testkit::number;
use tsumugi_verify::{Proved, Reason};

/// A rook checks from afar; White can interpose once.
const THREE: &str = "tsumugi certificate 2
problem 3lkl3/9/R8/4NN3/9/9/9/9/9 b p 1
attacker black
claim shortest 3
w 3lkl3/9/R8/4NN3/9/9/9/9/9 - 3 9c5c
w 3lkl3/4p4/4R4/4NN3/9/9/9/9/9 - 1 5c5b
end 2
";

fn join(lines: &[String]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn problem_of(lines: &[String]) -> String {
    lines[1].strip_prefix("problem ").unwrap().to_string()
}

#[test]
fn within_one_ply_no_claim_is_needed() {
    let problem = "3lkl3/9/R8/4NN3/9/9/9/9/9 b p 1";
    assert_eq!(verify(problem, THREE).unwrap().claim, Proved::Shortest(3));
    // The first version knows no such claim.
    let old = THREE.replace("certificate 2", "certificate 1");
    assert_eq!(verify(problem, &old).unwrap_err().line, 4);
    // A length that is not the least, or too small, or even.
    for (plies, line) in [("5", 4), ("1", 4), ("2", 4)] {
        let other = THREE.replace("shortest 3", &format!("shortest {plies}"));
        assert_eq!(verify(problem, &other).unwrap_err().line, line, "{plies}");
    }
    // The second version still knows the claims of the first.
    let mate = THREE.replace("claim shortest", "claim mate");
    assert_eq!(verify(problem, &mate).unwrap().claim, Proved::Mate(3));
}

#[test]
fn lines_of_the_wrong_kind_are_refused() {
    let problem = "3lkl3/9/R8/4NN3/9/9/9/9/9 b p 1";
    let s = "s 3lkl3/4p4/4R4/4NN3/9/9/9/9/9 - 2 5a4b\n";
    let in_mate = THREE.replace("shortest", "mate").replace("end 2", &format!("{s}end 3"));
    assert_eq!(verify(problem, &in_mate).unwrap_err().reason, Reason::OtherKind);
    let h = "h 3lkl3/4p4/4R4/4NN3/9/9/9/9/9 - 5a4b\n";
    let with_h = THREE.replace("end 2", &format!("{h}end 3"));
    assert_eq!(verify(problem, &with_h).unwrap_err().reason, Reason::OtherKind);
    for plies in ["0", "1", "3", "x"] {
        let odd = THREE.replace("end 2", &format!("{}end 3", s.replace(" 2 ", &format!(" {plies} "))));
        assert_eq!(verify(problem, &odd).unwrap_err().line, 7, "{plies}");
    }
}

#[test]
fn a_claim_about_the_defender_does_not_cover_the_attacker() {
    // Line 6 is needed; an `s` with the same board and a number that would do must not take its place.
    let problem = "3lkl3/9/R8/4NN3/9/9/9/9/9 b p 1";
    let forged = THREE
        .replace("w 3lkl3/4p4/4R4/4NN3/9/9/9/9/9 - 1 5c5b", "s 3lkl3/4p4/4R4/4NN3/9/9/9/9/9 - 2 5a6b");
    assert_eq!(verify(problem, &forged).unwrap_err().line, 5);
}

#[test]
fn the_truth_is_accepted_and_what_is_changed_is_not_unless_true() {
    let mut random = Random::new(7);
    let (mut accepted, mut with_s, mut changed, mut rejected) = (0, 0, 0, 0);
    for _ in 0..number("TSUMUGI_CASES", 1_500) {
        let (problem, attacker) = small_problem(&mut random);
        let Some(truth) = Truth::find(problem, attacker, 800) else { continue };
        let Some(lines) = truth.shortest() else { continue };
        let text = join(&lines);
        let problem = problem_of(&lines);
        let verified = verify(&problem, &text).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
        assert_eq!(verified.claim, Proved::Shortest(truth.mate().unwrap()), "{text}");
        let third = linked(&text).unwrap();
        let again = verify(&problem, &third).unwrap_or_else(|fault| panic!("{fault}\n{third}"));
        assert_eq!(again.claim, verified.claim, "{third}");
        accepted += 1;
        let first = lines.iter().position(|line| line.starts_with('s'));
        let Some(first) = first else { continue };
        with_s += 1;
        for _ in 0..20 {
            let mut forged = lines.clone();
            let i = first + random.below(lines.len() - 1 - first);
            let mut words: Vec<String> = forged[i].split(' ').map(str::to_string).collect();
            match random.below(5) {
                0 => {
                    forged.remove(i);
                    let last = forged.len() - 1;
                    forged[last] = format!("end {}", last - 4);
                }
                1 => {
                    let plies = words[3].parse::<u32>().unwrap();
                    words[3] = random.pick(&[plies + 2, plies - 2, plies + 1]).to_string();
                    forged[i] = words.join(" ");
                }
                2 => {
                    let plies = truth.mate().unwrap();
                    forged[3] = format!("claim shortest {}", plies + 2);
                }
                3 => {
                    words[0] = random.pick(&["w", "h"]).to_string();
                    forged[i] = words.join(" ");
                }
                _ => {
                    let other = &lines[first + random.below(lines.len() - 1 - first)];
                    words[4] = other.split(' ').nth(4).unwrap().to_string();
                    forged[i] = words.join(" ");
                }
            }
            if forged == lines {
                continue;
            }
            changed += 1;
            if let Some(Ok(verified)) = verify_linked(&problem, &join(&forged)) {
                let claim = Proved::Shortest(truth.mate().unwrap());
                assert_eq!(verified.claim, claim, "{}", join(&forged));
            }
            match verify(&problem, &join(&forged)) {
                Ok(verified) => {
                    let claim = Proved::Shortest(truth.mate().unwrap());
                    assert_eq!(verified.claim, claim, "{}", join(&forged));
                }
                Err(_) => rejected += 1,
            }
        }
    }
    println!("{accepted} accepted, {with_s} with 's', {rejected} of {changed} changed ones rejected");
    assert!(accepted > 60 && with_s > 1 && rejected * 10 > changed * 7 && changed > 20);
}
