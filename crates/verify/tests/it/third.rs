//! Version 3 tampered with: rejected at a sensible line, or still true. What is in order is tested beside the other versions.

use crate::common::{Random, Truth, neighbours, small_problem};
use crate::linked::{Linker, linked};
use crate::proved::verify;
use tsumugi_verify::naive::{Color, Position};
use tsumugi_verify::{Fault, Hand, Proved, Reason};

const MATE: &str = "tsumugi certificate 3
problem 3lkl3/9/R8/4NN3/9/9/9/9/9 b p 1
attacker black
claim mate 3
w - 3 9c5c
w - 1 5c5b
end 2
";

/// A gold checks for ever on four squares.
const NO_MATE: &str = "tsumugi certificate 3
problem OOOOOOO1G/OOOOOOOk1/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO/OOOOOOOOO b - 1
attacker black
claim nomate
H - 2b1b
h - 1b2b 1
H - 2b1b
h - 1b2b 1
end 4
";

fn problem_of(certificate: &str) -> &str {
    certificate.lines().nth(1).unwrap().strip_prefix("problem ").unwrap()
}

fn rejected(problem: &str, certificate: &str) -> Fault {
    verify(problem, certificate).expect_err(certificate)
}

fn join(lines: &[&str]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

#[test]
fn cut_off_anywhere() {
    for whole in [MATE, NO_MATE] {
        assert!(verify(problem_of(whole), whole).is_ok());
        for end in 0..whole.len() {
            let cut = &whole[..end];
            assert_eq!(rejected(problem_of(whole), cut).line, cut.matches('\n').count() + 1, "{cut}");
        }
    }
}

#[test]
fn a_line_removed_repeated_or_exchanged() {
    for whole in [MATE, NO_MATE] {
        let lines: Vec<&str> = whole.lines().collect();
        for i in 0..lines.len() {
            let mut removed = lines.clone();
            removed.remove(i);
            let fault = rejected(problem_of(whole), &join(&removed));
            assert!(fault.line > i, "{fault} {}", join(&removed));
            let mut repeated = lines.clone();
            repeated.insert(i, lines[i]);
            let fault = rejected(problem_of(whole), &join(&repeated));
            assert!(fault.line > i + 1, "{fault} {}", join(&repeated));
            if i > 0 && lines[i] != lines[i - 1] {
                let mut exchanged = lines.clone();
                exchanged.swap(i - 1, i);
                let fault = rejected(problem_of(whole), &join(&exchanged));
                assert!(fault.line >= i, "{fault} {}", join(&exchanged));
            }
        }
    }
}

#[test]
fn a_text_changed() {
    let changed = |whole: &str, old: &str, new: &str| {
        assert!(whole.contains(old), "{old}");
        let fault = rejected(problem_of(whole), &whole.replacen(old, new, 1));
        (fault.line, fault.to_string())
    };
    for (old, new, line, reason) in [
        ("claim mate 3", "claim mate 1", 5, "this does not cover 3lkl3/9/R8/4NN3/9/9/9/9/9 with - in"),
        ("claim mate 3", "claim mate 2", 4, "a mate takes an odd number"),
        ("claim mate 3", "claim nomate", 5, "a claim 'h' is needed here"),
        ("w - 3", "w - 2", 5, "a mate takes an odd number"),
        ("w - 3", "w - 1", 5, "after 9c5c P*5b no claim covers"),
        ("w - 3", "w - 5", 5, "this does not cover"),
        ("w - 3", "w - 03", 5, "a number is missing"),
        ("w - 3", "w P 3", 5, "this does not cover"),
        ("w - 3", "w p 3", 5, "the hand must be"),
        ("w - 3", "w  - 3", 5, "a number is missing"),
        ("w - 3", " w - 3", 5, "this should be"),
        ("w - 3", "h - 3", 5, "'3' is not a move"),
        ("w - 3", "s - 2", 5, "a claim 'w' is needed here"),
        ("w - 3", "x - 3", 5, "this should be"),
        ("w - 3", "r - 3", 5, "at most 64 references"),
        ("w - 3", "w 3lkl3/9/R8/4NN3/9/9/9/9/9 - 3", 5, "a number is missing"),
        ("9c5c", "9c5d", 5, "9c5d is not legal"),
        ("9c5c", "9c8c", 5, "9c8c gives no check"),
        ("9c5c", "9c5c ", 5, "a reference is a number"),
        ("9c5c", "9c5c 1", 5, "beyond the claims that were kept"),
        ("9c5c", "9c5c 0", 5, "beyond the claims that were kept"),
        ("9c5c", "", 5, "'' is not a move"),
        (" 9c5c", "", 5, "this should be"),
        ("w - 3", "W - 3", 0, ""),
        ("w - 1 5c5b", "w - 3 5c5b", 6, "this does not cover"),
        ("w - 1 5c5b", "w - 1 5c5d", 6, "5c5d is not legal"),
        ("5c5b", "5c5b 1", 6, "beyond the claims that were kept"),
        ("end 2", "w - 1 5c5b\nend 3", 7, "nothing is left to be covered"),
        ("end 2", "r 1\nend 2", 7, "at most 64 references"),
        ("end 2", "end 1", 7, "there are 2 claims"),
        ("end 2", "end 02", 7, "a number is missing"),
        ("end 2\n", "end 2\n\n", 8, "nothing may follow"),
    ] {
        if line == 0 {
            assert!(verify(problem_of(MATE), &MATE.replacen(old, new, 1)).is_ok(), "{new}");
            continue;
        }
        let (at, found) = changed(MATE, old, new);
        assert!(at == line && found.contains(reason), "{old} -> {new}: {found}");
    }
    for (old, new, line, reason) in [
        ("H - 2b1b", "h - 2b1b", 6, "beyond the claims that were kept"),
        ("H - 2b1b", "H - 2b1a", 5, "2b1a is not legal"),
        ("H - 2b1b", "H G 2b1b", 5, "more pieces G than are in play"),
        ("1b2b 1", "1b2b", 9, "no claim covers OOOOOOO2/OOOOOOOkG"),
        ("1b2b 1", "1b2b 2", 6, "beyond the claims that were kept"),
        ("1b2b 1", "1b2b 1+", 6, "beyond the claims that were kept"),
        ("1b2b 1", "1b2b 1 1", 6, "line 5 does not cover OOOOOOO2/OOOOOOOkG"),
        ("1b2b 1", "1b2b +", 6, "a reference is a number"),
        ("1b2b 1", "1b2b 01", 6, "a reference is a number"),
        ("1b2b 1", "1b2b -1", 6, "a reference is a number"),
        ("1b2b 1\nend", "1b2b 2\nend", 8, "line 5 does not cover"),
        ("1b2b 1\nend", "1b2b 1 1\nend", 8, "nothing is left to be covered"),
        ("1b2b 1\nend", "1b2b\nend", 9, "no claim covers OOOOOOO2/OOOOOOOkG"),
        ("end 4", "end 3", 9, "there are 4 claims"),
    ] {
        let (at, found) = changed(NO_MATE, old, new);
        assert!(at == line && found.contains(reason), "{old} -> {new}: {found}");
    }
}

#[test]
fn a_number_where_a_plus_should_stand() {
    let mut random = Random::new(11);
    let mut found = 0;
    for _ in 0..600 {
        let (problem, attacker) = small_problem(&mut random);
        let Some(truth) = Truth::find(problem, attacker, 400) else { continue };
        let certificate = truth.certificate();
        let text = linked(&certificate.text()).unwrap();
        for (i, line) in text.lines().enumerate().filter(|(_, line)| line.ends_with('+')) {
            let (rest, word) = line.rsplit_once(' ').unwrap();
            // A promotion ends so too.
            let Ok(first) = word.trim_end_matches('+').parse::<usize>() else { continue };
            let count = word.len() - word.trim_end_matches('+').len();
            let last = first - count;
            let cut = &word[..word.len() - 1];
            let spelled = text.replacen(line, &format!("{rest} {cut} {last}"), 1);
            let fault = rejected(&certificate.problem, &spelled);
            assert_eq!((fault.line, fault.reason), (i + 1, Reason::NotAsPlus));
            found += 1;
        }
    }
    assert!(found > 20, "{found}");
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
    let mut accepted = Vec::new();
    for (whole, least) in [(MATE, Some(3)), (NO_MATE, None)] {
        for at in 0..whole.len() {
            for new in "0123456789abckwpPGRNO+-*/ \nnhHWSsr".chars() {
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
    // The version (not in this one), the move number, longer mates, other ways to escape, and claims kept for nothing.
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

/// Changes one thing at random; the count at the end stays right.
fn tamper(lines: &mut Vec<String>, truth: &Truth, random: &mut Random) {
    let last = lines.len() - 1;
    if last == 4 {
        lines[3] = random.pick(&["claim nomate", "claim mate 0", "claim mate 1"]).to_string();
        return;
    }
    let i = 4 + random.below(last - 4);
    let mut words: Vec<String> = lines[i].split(' ').map(str::to_string).collect();
    let m = if words[0].eq_ignore_ascii_case("h") { 2 } else { 3 };
    match random.below(9) {
        0 => drop(lines.remove(i)),
        1 => lines.insert(i, lines[i].clone()),
        2 => {
            words[1] = random.pick(&neighbours(Hand::read(&words[1]).unwrap())).to_string();
            lines[i] = words.join(" ");
        }
        3 if m == 3 => {
            let plies: u32 = words[2].parse().unwrap();
            words[2] = random.pick(&[plies + 2, plies.saturating_sub(2), plies + 1]).to_string();
            lines[i] = words.join(" ");
        }
        4 => {
            let attacker_to_move = words[0].eq_ignore_ascii_case("w");
            let positions: Vec<&Position> = truth.positions(attacker_to_move).collect();
            let position = random.pick(&positions);
            let moves = truth.moves(position);
            if !moves.is_empty() {
                words[m] = random.pick(&moves).clone();
            }
            lines[i] = words.join(" ");
        }
        5 => {
            let letter = words[0].clone();
            let small = letter.to_lowercase();
            words[0] = if letter == small { letter.to_uppercase() } else { small };
            lines[i] = words.join(" ");
        }
        6 => {
            words.push((1 + random.below(3)).to_string());
            lines[i] = words.join(" ");
        }
        7 => {
            let with: Vec<usize> = (4..last).filter(|&i| lines[i].split(' ').count() > m + 1).collect();
            let Some(&i) = with.get(random.below(with.len().max(1))) else { return };
            let mut words: Vec<String> = lines[i].split(' ').map(str::to_string).collect();
            let at = words.len() - 1;
            match random.below(3) {
                0 => drop(words.remove(at)),
                1 => words[at].push('+'),
                _ => words[at] = (1 + random.below(9)).to_string(),
            }
            lines[i] = words.join(" ");
        }
        _ => {
            let plies = lines[3].rsplit(' ').next().unwrap().parse::<u32>();
            if let Ok(plies) = plies {
                let kind = lines[3].split(' ').nth(1).unwrap().to_string();
                lines[3] = format!("claim {kind} {}", plies.saturating_sub(2));
            }
        }
    }
    let claims = lines.len() - 5 - lines.iter().filter(|line| line.starts_with("r ")).count();
    let last = lines.len() - 1;
    lines[last] = format!("end {claims}");
}

#[test]
fn what_is_accepted_after_tampering_is_true() {
    let mut random = Random::new(12);
    let (mut accepted, mut refused, mut shortest) = (0, 0, 0);
    for _ in 0..1500 {
        let (problem, attacker) = small_problem(&mut random);
        let Some(truth) = Truth::find(problem, attacker, 300) else { continue };
        let mut certificate = truth.certificate();
        if random.below(2) == 0 {
            certificate.thin();
        }
        let mut texts = vec![linked(&certificate.text()).unwrap()];
        let lines = truth.shortest().unwrap_or_default();
        if lines.iter().any(|line| line.starts_with("s ")) {
            let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
            texts.push(linked(&text).unwrap());
            shortest += 1;
        }
        for whole in texts {
            for _ in 0..12 {
                let mut lines: Vec<String> = whole.lines().map(str::to_string).collect();
                for _ in 0..1 + random.below(3) {
                    tamper(&mut lines, &truth, &mut random);
                }
                let text: String = lines.iter().map(|line| format!("{line}\n")).collect();
                match verify(&certificate.problem, &text) {
                    Ok(verified) => {
                        assert!(is_true(&truth, verified.claim), "{text}");
                        accepted += usize::from(text != whole);
                    }
                    Err(_) => refused += 1,
                }
            }
        }
    }
    assert!(accepted > 150 && refused > 3000 && shortest > 1, "{accepted} {refused} {shortest}");
}

/// Perpetual check told as a mate, and claims for every position there is with moves at random: whatever a forger makes of
/// them, no lie is accepted.
#[test]
fn lies_are_refused() {
    let mut random = Random::new(13);
    let (mut circles, mut lies) = (0, 0);
    for _ in 0..1500 {
        let (problem, attacker) = small_problem(&mut random);
        let Some(truth) = Truth::find(problem, attacker, 300) else { continue };
        let later = u32::from(problem.turn() != attacker);
        let mut texts = Vec::new();
        if let Some(forged) = truth.circular_mate(9 + later, 9) {
            texts.push((forged.text(), format!("claim mate {}", 9 + later)));
            circles += usize::from(truth.mate().is_none());
        }
        let claim = match truth.mate() {
            Some(_) => "claim nomate".to_string(),
            None => format!("claim mate {}", 98 + u32::from(later == 0)),
        };
        texts.push((everything(&truth, &claim, &mut random), claim));
        for (text, claim) in texts {
            let mut linker = Linker::read(&text).unwrap();
            linker.forges = true;
            let forged = linker.link(&claim).unwrap();
            match verify(&problem.to_sfen(), &forged) {
                Ok(verified) => assert!(is_true(&truth, verified.claim), "{forged}"),
                Err(_) => lies += 1,
            }
        }
    }
    assert!(circles > 3 && lies > 500, "{circles} {lies}");
}

/// Claims for every position, with moves at random.
fn everything(truth: &Truth, claim: &str, random: &mut Random) -> String {
    let is_mate = claim.starts_with("claim mate");
    let name = if truth.attacker == Color::Black { "black" } else { "white" };
    let sfen = truth.root.to_sfen();
    let mut text = format!("tsumugi certificate 1\nproblem {sfen}\nattacker {name}\n{claim}\n");
    for position in truth.positions(is_mate) {
        let moves = truth.moves(position);
        if moves.is_empty() {
            continue;
        }
        let (board, hand) = (position.board_text(), Hand::of(position, truth.attacker));
        let m = random.pick(&moves);
        text += &match is_mate {
            true => format!("w {board} {hand} {} {m}\n", 1 + 2 * random.below(50)),
            false => format!("h {board} {hand} {m}\n"),
        };
    }
    text + "end 0\n"
}
