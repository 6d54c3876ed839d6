//! Certificates that were tampered with: rejected at a sensible line, or still true.

use crate::common::{Certificate, Claim, Random, Truth, neighbours, small_problem, with_hands};
use crate::proved::{verify, verify_linked};
use tsumugi_verify::naive::{Color, Position};
use tsumugi_verify::{Fault, Hand, Proved, Reason};

const MATE: &str = "tsumugi certificate 1
problem 3lkl3/9/R8/4NN3/9/9/9/9/9 b p 1
attacker black
claim mate 3
w 3lkl3/9/R8/4NN3/9/9/9/9/9 - 3 9c5c
w 3lkl3/4p4/4R4/4NN3/9/9/9/9/9 - 1 5c5b
end 2
";

const NO_MATE: &str = "tsumugi certificate 1
problem 4k4/9/9/9/9/9/9/9/9 w P 1
attacker black
claim nomate
h 4k4/9/9/9/9/9/9/9/9 P 5a4a
h 5k3/5P3/9/9/9/9/9/9/9 - 4a4b
end 2
";

fn problem_of(certificate: &str) -> &str {
    certificate.lines().nth(1).unwrap().strip_prefix("problem ").unwrap()
}

fn rejected(problem: &str, certificate: &str) -> Fault {
    verify_linked(problem, certificate);
    verify(problem, certificate).expect_err(certificate)
}

/// Changes a text in the certificate, once, and gives the line of the fault.
fn line_after_change(certificate: &str, old: &str, new: &str) -> usize {
    assert!(certificate.contains(old), "{old}");
    rejected(problem_of(certificate), &certificate.replacen(old, new, 1)).line
}

#[test]
fn both_are_accepted_as_they_are() {
    assert_eq!(verify(problem_of(MATE), MATE).unwrap().claim, Proved::Mate(3));
    assert_eq!(verify(problem_of(NO_MATE), NO_MATE).unwrap().claim, Proved::NoMate);
}

#[test]
fn cut_off_anywhere() {
    for whole in [MATE, NO_MATE] {
        for end in 0..whole.len() {
            let cut = &whole[..end];
            let fault = rejected(problem_of(whole), cut);
            let last = cut.matches('\n').count() + 1;
            assert_eq!(fault.line, last, "{cut}");
        }
    }
}

#[test]
fn a_line_removed_repeated_or_exchanged() {
    for whole in [MATE, NO_MATE] {
        let lines: Vec<&str> = whole.lines().collect();
        let text = |lines: &[&str]| lines.iter().map(|line| format!("{line}\n")).collect::<String>();
        for i in 0..lines.len() {
            let mut removed = lines.clone();
            removed.remove(i);
            let fault = rejected(problem_of(whole), &text(&removed));
            let claims = 4..6;
            // A missing claim is noticed at the end, by the count.
            assert_eq!(
                fault.line,
                if claims.contains(&i) {
                    6
                } else if i == 6 {
                    7
                } else {
                    i + 1
                }
            );

            let mut repeated = lines.clone();
            repeated.insert(i, lines[i]);
            let fault = rejected(problem_of(whole), &text(&repeated));
            assert_eq!(fault.line, i + 2, "{}", text(&repeated));

            if i > 0 && i != 5 {
                let mut exchanged = lines.clone();
                exchanged.swap(i - 1, i);
                assert_eq!(rejected(problem_of(whole), &text(&exchanged)).line, i);
            }
        }
        // A missing claim with the count set right: where it was needed.
        for (i, needed_at) in [(4, 4), (5, 5)] {
            let mut removed = lines.clone();
            removed.remove(i);
            removed[5] = "end 1";
            assert_eq!(rejected(problem_of(whole), &text(&removed)).line, needed_at);
        }
    }
}

#[test]
fn a_text_changed() {
    let cases = [
        ("tsumugi certificate 1", "tsumugi certificate 4", 1),
        ("tsumugi certificate 1", "Tsumugi certificate 1", 1),
        ("tsumugi certificate 1", "\u{feff}tsumugi certificate 1", 1),
        ("tsumugi certificate 1", "", 1),
        ("problem 3lkl3", "problem  3lkl3", 2),
        ("problem 3lkl3", "problem sfen 3lkl3", 2),
        ("problem", "Problem", 2),
        ("b p 1\n", "b p\n", 2),
        ("b p 1", "b P 1", 2),
        ("b p 1", "b - 1", 2),
        ("b p 1", "w p 1", 2),
        ("b p 1", "b 19p 1", 2),
        ("b p 1", "b p 1 ", 2),
        ("b p 1", "b p 1\n", 3),
        ("attacker black", "attacker white", 3),
        ("attacker black", "attacker b", 3),
        ("attacker black", "attacker black ", 3),
        ("claim mate 3", "claim mate 1", 4),
        ("claim mate 3", "claim mate 2", 4),
        ("claim mate 3", "claim mate 4", 4),
        ("claim mate 3", "claim mate 03", 4),
        ("claim mate 3", "claim mate +3", 4),
        ("claim mate 3", "claim mate -1", 4),
        ("claim mate 3", "claim mate 4294967299", 4),
        ("claim mate 3", "claim mate", 4),
        ("claim mate 3", "claim mate three", 4),
        ("claim mate 3", "claim nomate 3", 4),
        ("claim mate 3", "claim nomate", 5),
        ("- 3 9c5c", "- 2 9c5c", 5),
        ("- 3 9c5c", "- 1 9c5c", 5),
        ("- 3 9c5c", "- 5 9c5c", 4),
        ("- 3 9c5c", "- 4294967295 9c5c", 4),
        ("- 3 9c5c", "- 3 9c5d", 5),
        ("- 3 9c5c", "- 3 9c8c", 5),
        ("- 3 9c5c", "- 3 G*5b", 5),
        ("- 3 9c5c", "- 3 resign", 5),
        ("- 3 9c5c", "- 3 9c5c 5c5b", 5),
        ("- 3 9c5c", "- 3  9c5c", 5),
        ("- 3 9c5c", "P 3 9c5c", 4),
        ("- 3 9c5c", "2P 3 9c5c", 4),
        ("- 3 9c5c", "p 3 9c5c", 5),
        ("w 3lkl3/9", "w 12lkl3/9", 5),
        ("w 3lkl3/9", "w 3lkl3/8O", 4),
        ("w 3lkl3/9", "w  3lkl3/9", 5),
        ("w 3lkl3/9", " w 3lkl3/9", 5),
        ("w 3lkl3/9", "W 3lkl3/9", 5),
        ("w 3lkl3/9", "h 3lkl3/9", 5),
        ("w 3lkl3/9", "# 3lkl3/9", 5),
        ("w 3lkl3/9", "\nw 3lkl3/9", 5),
        ("- 1 5c5b", "- 3 5c5b", 5),
        ("- 1 5c5b", "- 0 5c5b", 6),
        ("- 1 5c5b", "P 1 5c5b", 5),
        ("- 1 5c5b", "- 1 5c5d", 6),
        ("4p4/4R4", "4p4/4+R4", 5),
        ("4p4/4R4", "4P4/4R4", 5),
        ("end 2", "end 1", 7),
        ("end 2", "end 3", 7),
        ("end 2", "end 02", 7),
        ("end 2", "end", 7),
        ("end 2", "end 2 ", 7),
        ("end 2\n", "end 2\n\n", 8),
        ("end 2\n", "end 2\n ", 8),
        ("end 2\n", "end 2\nend 2\n", 8),
    ];
    for (old, new, line) in cases {
        assert_eq!(line_after_change(MATE, old, new), line, "{old} -> {new}");
    }
    let cases = [
        ("P 5a4a", "- 5a4a", 4),
        ("P 5a4a", "2P 5a4a", 5),
        ("P 5a4a", "P 5a5c", 5),
        ("P 5a4a", "P 5a5b", 5),
        ("P 5a4a", "P 1 5a4a", 5),
        ("- 4a4b", "P 4a4b", 6),
        ("- 4a4b", "- 4a4c", 6),
        ("h 5k3", "w 5k3", 6),
        ("claim nomate", "claim mate 2", 5),
        ("claim nomate", "claim  nomate", 4),
        ("claim nomate", "claim no mate", 4),
    ];
    for (old, new, line) in cases {
        assert_eq!(line_after_change(NO_MATE, old, new), line, "{old} -> {new}");
    }
}

#[test]
fn the_wrong_problem() {
    for problem in
        [problem_of(NO_MATE), "3lkl3/9/R8/4NN3/9/9/9/9/9 w p 1", "3lkl3/9/R8/4NN3/9/9/9/9/9 b 2p 1"]
    {
        let fault = rejected(problem, MATE);
        assert_eq!((fault.line, fault.reason), (2, Reason::OtherProblem));
    }
    let fault = rejected("nonsense", MATE);
    assert_eq!(fault.line, 0);
    assert!(fault.to_string().starts_with("the problem given cannot be read: column 2"));
    // A faulty diagram proves nothing, even if the certificate is for it.
    let faulty = "4k4/9/4P4/9/9/9/9/9/9 b 5G 1";
    let text = MATE.replace(problem_of(MATE), faulty);
    assert_eq!(rejected(faulty, &text).line, 2);
}

#[test]
fn other_line_ends_and_strange_characters() {
    let fault = rejected(problem_of(MATE), &MATE.replace('\n', "\r\n"));
    assert_eq!((fault.line, fault.reason), (1, Reason::CarriageReturn));
    for strange in ["\0", "\r", "\t", "\u{a0}", "\u{fffd}", "詰", " ", "é", "\n"] {
        for whole in [MATE, NO_MATE] {
            for at in 0..=whole.len() {
                let text = format!("{}{strange}{}", &whole[..at], &whole[at..]);
                rejected(problem_of(whole), &text);
            }
        }
    }
}

#[test]
fn every_character_changed() {
    // Whatever is accepted must be true: the mate is in 3, and there is no mate.
    let mut accepted = Vec::new();
    for (whole, least) in [(MATE, Some(3)), (NO_MATE, None)] {
        for at in 0..whole.len() {
            for new in "0123456789abckwpPGRNO+-*/ \nnh".chars() {
                let text = format!("{}{new}{}", &whole[..at], &whole[at + 1..]);
                let Ok(verified) = verify(problem_of(whole), &text) else { continue };
                match (verified.claim, least) {
                    (Proved::Mate(plies), Some(least)) => assert!(plies >= least, "{text}"),
                    (Proved::NoMate, None) => {}
                    _ => panic!("{text}"),
                }
                if text != whole {
                    accepted.push(text);
                }
            }
        }
    }
    // The move number, longer mates (claim mate 5, 7, 9) and other ways to escape or to mate.
    assert!(accepted.len() < 60, "{accepted:#?}");
}

/// Is what the certificate says about the problem true?
fn is_true(truth: &Truth, claim: Proved) -> bool {
    match claim {
        Proved::Mate(plies) => truth.mate().is_some_and(|least| least <= plies),
        Proved::NoMate => truth.mate().is_none(),
        Proved::Shortest(plies) => truth.mate() == Some(plies),
        Proved::Brinkmate(_) | Proved::NoBrinkmate => false,
    }
}

/// What a forger claims, in the third version: rejected, or true.
fn is_no_lie_in_the_third_version(truth: &Truth, forged: &Certificate) {
    if let Some(Ok(verified)) = verify_linked(&forged.problem, &forged.text()) {
        assert!(is_true(truth, verified.claim), "{}", forged.text());
    }
}

/// Changes one thing at random; the count at the end stays right.
fn tamper(certificate: &mut Certificate, truth: &Truth, random: &mut Random) {
    let index = random.below(certificate.claims.len().max(1));
    let Some(claim) = certificate.claims.get_mut(index) else {
        certificate.claim = [None, Some(0), Some(1), Some(2)][random.below(4)];
        return;
    };
    match random.below(8) {
        0 => drop(certificate.claims.remove(index)),
        1 => claim.hand = *random.pick(&neighbours(claim.hand)),
        2 => claim.plies = claim.plies.map(|plies| plies.saturating_sub(2).max(1)),
        3 => claim.plies = claim.plies.map(|plies| plies + 2),
        4 => {
            let moves: Vec<String> = truth
                .positions(claim.plies.is_some())
                .filter(|position| position.board_text() == claim.board)
                .flat_map(|position| truth.moves(position))
                .collect();
            if !moves.is_empty() {
                claim.m = random.pick(&moves).clone();
            }
        }
        5 => certificate.claim = certificate.claim.map(|plies| plies.saturating_sub(2)),
        6 => {
            let positions: Vec<&Position> = truth.positions(claim.plies.is_some()).collect();
            claim.board = random.pick(&positions).board_text();
        }
        _ => {
            // The same claim with another hand, beside the true one.
            let hand = *random.pick(&neighbours(claim.hand));
            let copy = Claim { hand, ..claim.clone() };
            certificate.claims.push(copy);
        }
    }
}

#[test]
fn what_is_accepted_after_tampering_is_true() {
    let mut random = Random::new(2);
    let (mut accepted, mut refused) = (0, 0);
    for _ in 0..1500 {
        let (problem, attacker) = small_problem(&mut random);
        let Some(truth) = Truth::find(problem, attacker, 300) else { continue };
        let mut whole = truth.certificate();
        if random.below(2) == 0 {
            whole.thin();
        }
        for _ in 0..12 {
            let mut forged = whole.clone();
            for _ in 0..1 + random.below(3) {
                tamper(&mut forged, &truth, &mut random);
            }
            is_no_lie_in_the_third_version(&truth, &forged);
            let text = forged.text();
            match verify(&whole.problem, &text) {
                Ok(verified) => {
                    assert!(is_true(&truth, verified.claim), "{text}");
                    accepted += usize::from(forged != whole);
                }
                Err(_) => refused += 1,
            }
        }
    }
    assert!(accepted > 150 && refused > 3000, "{accepted} {refused}");
}

/// A bold forger: claims for every position there is, with moves at random. Every lie about the root is
/// refused.
#[test]
fn lies_about_everything_are_refused() {
    let mut random = Random::new(3);
    let mut lies = 0;
    for _ in 0..300 {
        let (problem, attacker) = small_problem(&mut random);
        let Some(truth) = Truth::find(problem, attacker, 300) else { continue };
        let first = problem.turn() == attacker;
        // The opposite of the truth, and a mate that is shorter than the shortest.
        let mut claims = vec![truth.mate().map_or(Some(98 + u32::from(first)), |_| None)];
        claims.extend(truth.mate().and_then(|plies| plies.checked_sub(2)).map(Some));
        for claim in claims {
            let mut lines = Vec::new();
            for position in truth.positions(claim.is_some()) {
                let moves = truth.moves(position);
                if moves.is_empty() {
                    continue;
                }
                let plies = claim.map(|most| 1 + 2 * random.below(most as usize / 2 + 1) as u32);
                lines.push(Claim {
                    board: position.board_text(),
                    hand: Hand::of(position, attacker),
                    plies,
                    m: random.pick(&moves).clone(),
                });
            }
            let forged = Certificate { problem: problem.to_sfen(), attacker, claim, claims: lines };
            is_no_lie_in_the_third_version(&truth, &forged);
            let fault = rejected(&forged.problem, &forged.text());
            assert!(matches!(fault.reason, Reason::Uncovered { .. } | Reason::NotMated), "{fault}");
            lies += 1;
        }
    }
    assert!(lies > 100, "{lies}");
}

/// A claim that nothing leads to must be in order too.
#[test]
fn needless_claims_are_checked() {
    let cases = [
        ("w 3lkl3/8O/R8/4NN3/9/9/9/9/9 - 3 9c5c", "the stones stand elsewhere"),
        ("w 3lkl3/9/R8/4NN3/9/9/9/9/8K - 3 9c5c", "the kings are not those"),
        ("w 3l1l3/9/R8/4NN3/9/9/9/9/9 - 3 9c5c", "the kings are not those"),
        ("w 3lkl3/4k4/R8/4NN3/9/9/9/9/9 - 3 9c5c", "the kings are not those"),
        ("w 3lkl3/9/R8/4NNR2/9/9/9/9/9 - 3 9c5c", "more pieces R than are in play"),
        ("w 3lkl3/9/R8/4NN3/9/9/9/9/9 R 3 9c5c", "more pieces R than are in play"),
        ("w 3lkl3/9/4R4/4NN3/9/9/9/9/9 - 3 5c5b", "White is in check but not to move"),
        ("w 3lkl3/9/R8/4NN3/9/9/9/9/4p4 - 3 9c5c", "can never move"),
        ("w 3lkl3/9/R8/4NN3/9/9/9/9/81 - 3 9c5c", "must be written '3lkl3"),
        ("w 3lkl3/9/R8/4NN3/9/9/9/9 - 3 9c5c", "the board has only 8 of 9 ranks"),
        ("w 3lkl3/9/1R7/4NN3/9/9/9/9/9 - 1 8c5c", "after 8c5c P*5b no claim covers"),
    ];
    for (claim, reason) in cases {
        let text = MATE.replace("end 2", &format!("{claim}\nend 3"));
        let fault = rejected(problem_of(MATE), &text);
        assert_eq!(fault.line, 7, "{fault}");
        assert!(fault.to_string().contains(reason), "{fault}");
    }
}

/// The attacker must give check with every move: leaving the defender without a move is no mate.
#[test]
fn quiet_moves_are_refused() {
    let problem = "8k/9/6+R2/9/9/9/9/9/9 b - 1";
    let claim = "w 8k/9/6+R2/9/9/9/9/9/9 - 1 3c3b";
    let after = Position::from_sfen(problem).unwrap().play("3c3b".parse().unwrap());
    assert!(after.legal_moves().is_empty());
    let text = format!(
        "tsumugi certificate 1\nproblem {problem}\nattacker black\nclaim mate 1\n{claim}\nend 1\n"
    );
    assert_eq!(rejected(problem, &text).to_string(), "line 5: 3c3b gives no check");
}

/// Perpetual check told as a mate: every claim is covered, but only in circles.
#[test]
fn mates_in_a_circle_are_refused() {
    let mut random = Random::new(4);
    let mut circles = 0;
    for _ in 0..1500 {
        let (problem, attacker) = small_problem(&mut random);
        let Some(truth) = Truth::find(problem, attacker, 300) else { continue };
        let later = u32::from(problem.turn() != attacker);
        let Some(forged) = truth.circular_mate(9 + later, 9) else { continue };
        is_no_lie_in_the_third_version(&truth, &forged);
        match verify(&forged.problem, &forged.text()) {
            Ok(verified) => assert!(is_true(&truth, verified.claim), "{}", forged.text()),
            Err(Fault { reason: Reason::Uncovered { .. } | Reason::NotMated, .. }) => {}
            Err(fault) => panic!("{fault}"),
        }
        circles += usize::from(truth.mate().is_none());
    }
    assert!(circles > 10, "{circles}");
}

/// The certificate of the same problem with one piece more or less in the attacker's hand.
#[test]
fn certificates_for_other_hands_prove_no_lie() {
    let mut random = Random::new(5);
    let (mut lies, mut accepted) = (0, 0);
    for _ in 0..2000 {
        let (problem, attacker) = small_problem(&mut random);
        let hands = Color::BOTH.map(|color| Hand::of(&problem, color));
        let [own, other] = [attacker, attacker.opponent()].map(|color| hands[color as usize]);
        // What one side loses the other gains, so that the same pieces are in play.
        let total = |a: Hand, b: Hand| {
            let (a, b) = (a.counts(), b.counts());
            [0, 1, 2, 3, 4, 5, 6].map(|i| a[i] + b[i])
        };
        let mut pairs = Vec::new();
        for changed in neighbours(own) {
            let rests = neighbours(other).into_iter();
            let fitting = rests.filter(|&rest| total(changed, rest) == total(own, other));
            pairs.extend(fitting.map(|rest| (changed, rest)));
        }
        if pairs.is_empty() {
            continue;
        }
        let (changed, rest) = *random.pick(&pairs);
        let changed_problem = match attacker {
            Color::Black => with_hands(&problem, changed, rest),
            Color::White => with_hands(&problem, rest, changed),
        };
        let Some(truth) = Truth::find(problem, attacker, 300) else { continue };
        let Some(changed_truth) = Truth::find(changed_problem, attacker, 300) else { continue };
        let mut certificate = changed_truth.certificate();
        certificate.problem = problem.to_sfen();
        let claim = certificate.claim.map_or(Proved::NoMate, Proved::Mate);
        is_no_lie_in_the_third_version(&truth, &certificate);
        match verify(&certificate.problem, &certificate.text()) {
            Ok(_) => {
                assert!(is_true(&truth, claim), "{}", certificate.text());
                accepted += 1;
            }
            Err(fault) => assert_eq!(fault.line, 4, "{fault}\n{}", certificate.text()),
        }
        // A mate with less, or no mate with more, is one here too; except where a defender who is not in
        // check has no move, which saves it.
        let is_stuck = |p: &Position| !p.in_check(p.turn()) && p.legal_moves().is_empty();
        let is_stronger = match claim {
            Proved::Mate(_) => changed.is_within(own),
            Proved::NoMate | Proved::Shortest(_) => own.is_within(changed),
            Proved::Brinkmate(_) | Proved::NoBrinkmate => false,
        };
        let saved = problem.turn() != attacker && (is_stuck(&problem) || is_stuck(&changed_problem));
        if is_stronger && !saved {
            verify(&certificate.problem, &certificate.text()).unwrap();
        }
        lies += usize::from(!is_true(&truth, claim));
    }
    assert!(lies > 10 && accepted > 100, "{lies} {accepted}");
}

/// With two kings either side may be named as the attacker, so the answer says which it was.
#[test]
fn the_attacker_is_part_of_the_answer() {
    let problem = "4k4/9/9/9/9/9/9/9/4K4 b P 1";
    let header = format!("tsumugi certificate 1\nproblem {problem}\n");
    let white =
        format!("{header}attacker white\nclaim nomate\nh 4k4/9/9/9/9/9/9/9/4K4 - P*1e\nend 1\n");
    let verified = verify(problem, &white).unwrap();
    assert_eq!((verified.attacker, verified.claim), (Color::White, Proved::NoMate));
}
