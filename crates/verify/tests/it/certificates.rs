//! Certificates that hold: made by hand for the cases of `docs/CERTIFICATE.md`, and many made by brute
//! force.

use crate::common::{Random, Truth, small_problem};
use crate::linked::linked;
use crate::proved::{verify, verify_linked};
use tsumugi_testkit::number;
use tsumugi_verify::naive::{Color, Position};
use tsumugi_verify::{Proved, Verified};

/// Writes a certificate from its problem, attacker, claim and lines.
fn certificate(problem: &str, attacker: &str, claim: &str, lines: &[&str]) -> String {
    let mut text = format!("tsumugi certificate 1\nproblem {problem}\n");
    text += &format!("attacker {attacker}\nclaim {claim}\n");
    for line in lines {
        text += &format!("{line}\n");
    }
    text + &format!("end {}\n", lines.len())
}

fn accept(problem: &str, attacker: &str, claim: &str, lines: &[&str]) -> Verified {
    let text = certificate(problem, attacker, claim, lines);
    let verified = verify(problem, &text).unwrap_or_else(|fault| panic!("{fault}\n{text}"));
    assert_eq!(verified.claims, lines.len());
    let third = linked(&text).unwrap();
    assert_eq!(verify(problem, &third).unwrap_or_else(|fault| panic!("{fault}\n{third}")), verified);
    assert_eq!(verified.attacker, if attacker == "black" { Color::Black } else { Color::White });
    match verified.claim {
        Proved::Mate(plies) => assert_eq!(claim, format!("mate {plies}")),
        Proved::NoMate => assert_eq!(claim, "nomate"),
        Proved::Shortest(plies) => assert_eq!(claim, format!("shortest {plies}")),
        Proved::Brinkmate(_) | Proved::NoBrinkmate => panic!("{claim}"),
    }
    verified
}

fn reject(problem: &str, attacker: &str, claim: &str, lines: &[&str], fault: &str) {
    let text = certificate(problem, attacker, claim, lines);
    verify_linked(problem, &text);
    let found = verify(problem, &text).expect_err(&text).to_string();
    assert!(found.contains(fault), "{found}\n{text}");
}

const GOLD: &str = "4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1";
const GOLD_CLAIM: &str = "w 4k4/9/4P4/9/9/9/9/9/9 G 1 G*5b";

#[test]
fn mate_in_one() {
    accept(GOLD, "black", "mate 1", &[GOLD_CLAIM]);
    // "Within 3" is true as well, by the number of the claim or by that of the line.
    accept(GOLD, "black", "mate 3", &[GOLD_CLAIM]);
    accept(GOLD, "black", "mate 3", &[&GOLD_CLAIM.replace("G 1", "G 3")]);
    // A claim that nobody needs is checked too, and may stand in any place.
    let needless = "w 9/4k4/9/4P4/9/9/9/9/9 GP 1 G*5c";
    reject(GOLD, "black", "mate 1", &[needless, GOLD_CLAIM], "line 5: after G*5c 5b");
}

#[test]
fn the_move_number_of_the_problem_does_not_matter() {
    let text = certificate(GOLD, "black", "mate 1", &[GOLD_CLAIM]);
    let other_number = format!("position sfen {}", GOLD.replace(" 1", " 77"));
    assert_eq!(verify(&other_number, &text).unwrap().claim, Proved::Mate(1));
}

#[test]
fn a_claim_covers_larger_hands_of_the_attacker() {
    let problem = "4k4/9/4P4/9/9/9/9/9/9 b RGPr2b3g4s4n4l16p 1";
    accept(problem, "black", "mate 1", &[GOLD_CLAIM]);
    let no_gold = "4k4/9/4P4/9/9/9/9/9/9 b 2P2r2b4g4s4n4l15p 1";
    reject(no_gold, "black", "mate 1", &[GOLD_CLAIM], "line 4: no claim covers");
}

/// The only replies to 9c5c are drops on 5b, one for each kind of piece.
#[test]
fn mate_in_three_with_interpositions_by_drop() {
    let problem = "3lkl3/9/R8/4NN3/9/9/9/9/9 b r2b4g4s2n2l18p 1";
    let mut lines = vec!["w 3lkl3/9/R8/4NN3/9/9/9/9/9 - 3 9c5c".to_string()];
    for piece in ["r", "b", "g", "s", "n", "l", "p"] {
        lines.push(format!("w 3lkl3/4{piece}4/4R4/4NN3/9/9/9/9/9 - 1 5c5b"));
    }
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    accept(problem, "black", "mate 3", &lines);
    reject(problem, "black", "mate 1", &lines, "line 4: no claim covers 3lkl3/9/R8");
    for missing in 1..lines.len() {
        let mut lines = lines.clone();
        lines.remove(missing);
        reject(problem, "black", "mate 3", &lines, "line 5: after 9c5c ");
    }
    // Without a set to take from there is less to interpose: the example of the page.
    let problem = "3lkl3/9/R8/4NN3/9/9/9/9/9 b p 1";
    accept(problem, "black", "mate 3", &[lines[0], lines[7]]);
    reject(
        problem,
        "black",
        "mate 3",
        &[lines[0], lines[6], lines[7]],
        "more pieces L than are in play",
    );
    accept("3lkl3/9/R8/4NN3/9/9/9/9/9 b - 1", "black", "mate 1", &[&lines[0].replace("- 3", "- 1")]);
}

#[test]
fn white_may_attack() {
    let problem = "9/9/9/9/9/9/4p4/9/4K4 w 2R2B3G4S4N4L17Pg 1";
    accept(problem, "white", "mate 1", &["w 9/9/9/9/9/9/4p4/9/4K4 G 1 G*5h"]);
    reject(
        problem,
        "black",
        "mate 1",
        &["w 9/9/9/9/9/9/4p4/9/4K4 G 1 G*5h"],
        "line 3: White is to be mated",
    );
    reject(
        problem,
        "white",
        "mate 1",
        &["w 9/9/9/9/9/9/4p4/9/4K4 g 1 G*5h"],
        "line 5: the hand must be",
    );
}

#[test]
fn the_defender_may_move_first() {
    // 4 by 3 squares; the king on 5a goes to 6a, or the gold in hand comes too late.
    let problem =
        "OO2KOOOO/OO+p2OOOO/OO2gOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO b g 1";
    let walls = "OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO";
    let first = format!("w OO1K1OOOO/OO+p2OOOO/OO2gOOOO/{walls} G 3 G*6b");
    let second = format!("w OO2KOOOO/OO+pg1OOOO/OO2gOOOO/{walls} - 1 5c5b");
    accept(problem, "white", "mate 4", &[&first, &second]);
    accept(problem, "white", "mate 4", &[&second, &first]);
    reject(problem, "white", "mate 2", &[&first, &second], "line 4: after 5a6a no claim covers");
    reject(problem, "white", "mate 3", &[&first, &second], "line 4: a mate takes an odd number");
}

#[test]
fn the_defender_to_move_may_be_mated_already() {
    let problem = "4k4/4G4/4P4/9/9/9/9/9/9 w 2r2b3g4s4n4l17p 1";
    accept(problem, "black", "mate 0", &[]);
    accept(problem, "black", "mate 2", &[]);
    reject(problem, "black", "nomate", &[], "line 4: no claim covers");
}

/// The king cannot move, nothing can, and there is no check: no mate (RULES 6).
#[test]
fn without_a_move_but_not_in_check_is_no_mate() {
    let problem = "8k/6+R2/9/9/9/9/9/9/9 w - 1";
    let position = Position::from_sfen(problem).unwrap();
    assert_eq!((position.legal_moves(), position.in_check(Color::White)), (vec![], false));
    accept(problem, "black", "nomate", &[]);
    reject(problem, "black", "mate 0", &[], "line 4: the defender cannot move but is not in check");
}

#[test]
fn no_check_at_all_is_no_mate_with_no_claims() {
    let problem = "4k4/9/9/9/9/9/9/9/9 b - 1";
    accept(problem, "black", "nomate", &[]);
    reject(problem, "black", "mate 1", &[], "line 4: no claim covers");
    // The only check would be a pawn drop that mates, which is illegal.
    let walls = "OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO";
    let problem = format!("OOOOOOOOk/OOOOOOOO1/OOOOOOOOK/{walls} b P 1");
    accept(&problem, "black", "nomate", &[]);
    let claim = format!("w OOOOOOOOk/OOOOOOOO1/OOOOOOOOK/{walls} P 1 P*1b");
    reject(&problem, "black", "mate 1", &[&claim], "line 5: P*1b is not legal");
}

#[test]
fn an_escape_is_no_mate() {
    // After P*5b the king takes the pawn, and the attacker has nothing left.
    let problem = "4k4/9/9/9/9/9/9/9/9 b P 1";
    accept(problem, "black", "nomate", &["h 4k4/4P4/9/9/9/9/9/9/9 - 5a5b"]);
    reject(problem, "black", "nomate", &[], "line 4: after P*5b no claim covers 4k4/4P4");
    reject(
        problem,
        "black",
        "nomate",
        &["h 4k4/4P4/9/9/9/9/9/9/9 - 5a5c"],
        "line 5: 5a5c is not legal",
    );
    let problem = "4k4/9/9/9/9/9/9/9/9 w P 1";
    accept(
        problem,
        "black",
        "nomate",
        &["h 4k4/9/9/9/9/9/9/9/9 P 5a4a", "h 5k3/5P3/9/9/9/9/9/9/9 - 4a4b"],
    );
}

/// Four squares, a gold that checks for ever: two of the claims lead to each other.
#[test]
fn claims_of_no_mate_may_go_in_a_circle() {
    let walls = "OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO";
    let problem = format!("OOOOOOO1G/OOOOOOOk1/{walls} b - 1");
    let lines = [
        format!("h OOOOOOOG1/OOOOOOOk1/{walls} - 2b1b"),
        format!("h OOOOOOO1G/OOOOOOO1k/{walls} - 1b2b"),
        format!("h OOOOOOO2/OOOOOOOkG/{walls} - 2b1b"),
        format!("h OOOOOOO2/OOOOOOOGk/{walls} - 1b2b"),
    ];
    let lines = lines.each_ref().map(String::as_str);
    accept(&problem, "black", "nomate", &lines);
    for (missing, needed_at) in [(0, 4), (1, 5), (2, 4), (3, 5)] {
        let mut lines = lines.to_vec();
        lines.remove(missing);
        reject(&problem, "black", "nomate", &lines, &format!("line {needed_at}: after "));
    }
}

/// What certificates prove that stand one after the other.
fn proved<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<Proved> {
    let one = |text: &str| {
        let problem = text.lines().nth(1).unwrap().strip_prefix("problem ").unwrap();
        verify(problem, text).unwrap_or_else(|fault| panic!("{fault}\n{text}")).claim
    };
    texts.map(one).collect()
}

#[test]
fn the_examples_of_the_page_hold() {
    let page = include_str!("../../../../docs/CERTIFICATE.md");
    let blocks = page.split("```\n").skip(1).step_by(2);
    let examples = blocks.filter(|block| block.starts_with("tsumugi certificate 3\n"));
    assert_eq!(proved(examples), [Proved::Mate(3), Proved::NoMate, Proved::Brinkmate(3)]);
}

/// Version 1; a claim for several hands; a shortest mate; a defender who cannot move, threatened and not.
#[test]
fn more_examples_made_by_hand_hold() {
    let all = include_str!("../certificates/examples.txt");
    let examples: Vec<String> =
        all.split("\n\n").map(|text| text.trim_end().to_string() + "\n").collect();
    let wanted = [
        Proved::Mate(3),
        Proved::NoMate,
        Proved::Shortest(3),
        Proved::Brinkmate(0),
        Proved::NoBrinkmate,
    ];
    assert_eq!(proved(examples.iter().map(String::as_str)), wanted);
}

/// Certificates of all kinds from the truth on small boards, with all claims and with as few as covering
/// by the hand allows.
#[test]
fn certificates_of_the_truth_are_accepted() {
    let mut random = Random::new(1);
    let (mut mates, mut no_mates, mut thinned, mut references) = (0, 0, 0, 0);
    for _ in 0..number("TSUMUGI_CASES", 1_000) {
        let (problem, attacker) = small_problem(&mut random);
        let Some(truth) = Truth::find(problem, attacker, 800) else { continue };
        let mut certificate = truth.certificate();
        let full = certificate.claims.len();
        for _ in 0..2 {
            let text = certificate.text();
            let verified = verify(&certificate.problem, &text);
            let verified = verified.unwrap_or_else(|fault| panic!("{fault}\n{text}"));
            let claim = truth.mate().map_or(Proved::NoMate, Proved::Mate);
            assert_eq!((verified.claim, verified.attacker), (claim, attacker));
            assert_eq!(verified.claims, certificate.claims.len());
            let third = linked(&text).unwrap();
            let verified = verify(&certificate.problem, &third);
            let verified = verified.unwrap_or_else(|fault| panic!("{fault}\n{third}"));
            assert_eq!((verified.claim, verified.attacker), (claim, attacker));
            assert!(verified.claims <= certificate.claims.len());
            references += usize::from(third.lines().any(|line| line.starts_with(['W', 'H'])));
            certificate.thin();
        }
        thinned += usize::from(certificate.claims.len() < full);
        match truth.mate() {
            Some(_) => mates += 1,
            None => no_mates += 1,
        }
    }
    assert!(mates > 75 && no_mates > 300 && thinned > 10, "{mates} {no_mates} {thinned}");
    assert!(references > 100, "{references}");
}

/// Files of the first two versions, as the solver wrote them then.
#[test]
fn old_files_are_still_accepted() {
    for (text, claim) in [
        (include_str!("../certificates/mate-21-version-1.cert"), Proved::Mate(21)),
        (include_str!("../certificates/no-mate-version-1.cert"), Proved::NoMate),
        (include_str!("../certificates/shortest-7-version-2.cert"), Proved::Shortest(7)),
    ] {
        let problem = text.lines().nth(1).unwrap().strip_prefix("problem ").unwrap();
        let verified = verify(problem, text).unwrap();
        assert_eq!(verified.claim, claim);
        let third = linked(text).unwrap();
        assert_eq!(verify(problem, &third).unwrap(), verified, "{third}");
        assert!(third.len() * 2 < text.len());
    }
}
