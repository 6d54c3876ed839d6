//! What each move comes to: every verdict and length is compared with an exhaustive search by the slow rules, and with
//! certificates about the position after the move.

use tsumugi_api::solve::{Answer, Outcome, Question, Request, Verdict};
use tsumugi_api::{Conductor, ProblemText, Progress, Side, Stage};
use tsumugi_clock::{Clock, StopToken};
use tsumugi_shogi::Position;
use tsumugi_shogi::random::{Random, Style, position_of};
use tsumugi_testkit::number;
use tsumugi_verify::{Proved, naive, verify};

/// Positions to expand for each request: what takes longer stays open.
const NODES: u64 = 20_000;

fn request(sfen: &str, attacker: Side) -> Request {
    let problem = ProblemText {
        sfen: Some(sfen.to_string()),
        attacker: Some(attacker),
        as_written: true,
        ..ProblemText::default()
    };
    Request { problem, hash: Some(4), prove: false, nodes: Some(NODES), ..Request::default() }
}

fn solve(request: &Request, sink: &mut dyn FnMut(&str)) -> (Answer, Vec<Progress>) {
    let mut told = Vec::new();
    let mut tell = |progress: &Progress| told.push(progress.clone());
    let mut stage = Stage::new(&Clock::system(), StopToken::default(), &mut tell);
    let answer = Conductor::default().solve(request, &mut stage, sink).unwrap();
    (answer, told)
}

/// A king, some pieces about it and a small hand: few enough moves to try all of them.
fn small(seed: u64) -> Option<String> {
    let mut random = Random::new(seed);
    let king = (random.below(9), random.below(4));
    let mut board = [["1"; 9]; 9];
    board[king.1][king.0] = "k";
    // Now and then the attacker has a king too, which may be in check itself.
    if random.below(3) == 0 {
        board[6 + random.below(3)][random.below(9)] = "K";
    }
    for _ in 0..3 + random.below(4) {
        let (file, rank) = (king.0 as i32 + random.below(5) as i32 - 2, random.below(5));
        let piece = random.pick(&["G", "S", "N", "R", "B", "+P", "L", "P", "p", "s", "g", "n"]);
        if let Some(square) = usize::try_from(file).ok().and_then(|file| board[rank].get_mut(file))
            && *square == "1"
        {
            *square = piece;
        }
    }
    let hands = ["G", "S", "GS", "R", "2S", "GP", "NP", "Gp", "Ss", "Bg", "-"];
    let (turn, hand) = (random.pick(&["b", "b", "b", "w"]), random.pick(&hands));
    let ranks = board.map(|rank| rank.concat());
    let sfen = format!("{} {turn} {hand} 1", ranks.join("/"));
    // Written as everybody writes it, if play can start from it at all.
    Some(Position::from_sfen(&sfen).ok()?.to_sfen())
}

/// The shortest mate within `plies` plies, by trying everything with the slow rules.
fn shortest(here: &naive::Position, attacker: naive::Color, plies: u32) -> Option<u32> {
    if here.turn() != attacker {
        let replies = here.evasions();
        if replies.is_empty() {
            return here.in_check(here.turn()).then_some(0);
        }
        let left = plies.checked_sub(1)?;
        let each = replies.iter().map(|&m| shortest(&here.play(m), attacker, left));
        return each.collect::<Option<Vec<u32>>>()?.into_iter().max().map(|most| most + 1);
    }
    let left = plies.checked_sub(1)?;
    let each = here.checks().into_iter().filter_map(|m| shortest(&here.play(m), attacker, left));
    each.min().map(|least| least + 1)
}

/// Compares what is said about the moves of a position with the slow rules: how many mates, how many refutations.
fn compare(sfen: &str, attacker: Side, moves: &[Outcome]) -> (usize, usize) {
    const PLIES: u32 = 3;
    let here = naive::Position::from_sfen(sfen).unwrap();
    let attacks =
        attacker == if here.turn() == naive::Color::Black { Side::Black } else { Side::White };
    let color = if attacker == Side::Black { naive::Color::Black } else { naive::Color::White };
    let mut expected = if attacks { here.checks() } else { here.legal_moves() };
    let mut told: Vec<naive::Move> =
        moves.iter().map(|one| one.m.to_string().parse().unwrap()).collect();
    expected.sort();
    told.sort();
    assert_eq!(told, expected, "{sfen}");
    let (mut mates, mut refuted) = (0, 0);
    for outcome in moves {
        let at = format!("{sfen}: {outcome:?}");
        let m = outcome.m.to_string().parse().unwrap();
        let brute = shortest(&here.play(m), color, PLIES - 1).map(|plies| plies + 1);
        match outcome.verdict {
            Verdict::Mate if outcome.strict_length.is_some_and(|plies| plies <= PLIES) => {
                assert_eq!(outcome.strict_length, brute, "{at}");
                assert_eq!(outcome.whole_line().len() as u32, brute.unwrap(), "{at}");
            }
            _ => assert_eq!(brute, None, "{at}"),
        }
        certify(&here.play(m).to_sfen(), attacker, outcome);
        mates += (outcome.verdict == Verdict::Mate) as usize;
        refuted += (outcome.verdict == Verdict::NoMate) as usize;
    }
    (mates, refuted)
}

/// Solves the position after a move again, by itself, and has the certificate checked.
fn certify(after: &str, attacker: Side, outcome: &Outcome) {
    let mut text = String::new();
    let one = Request { question: Question::Shortest, certificate: true, ..request(after, attacker) };
    let (answer, _) = solve(&one, &mut |lines| text.push_str(lines));
    if !answer.proved {
        return;
    }
    let at = format!("{after}: {outcome:?}");
    let plies = |plies: Option<u32>| plies.map(|plies| plies - 1);
    let (exactly, most) = (plies(outcome.strict_length), plies(outcome.strict_at_most));
    match (verify(after, &text).unwrap().claim, outcome.verdict) {
        (Proved::NoMate, Verdict::NoMate) | (_, Verdict::Unknown) => {}
        (Proved::Shortest(plies), Verdict::Mate) => {
            assert!(exactly.is_none_or(|exactly| exactly == plies) && most >= Some(plies), "{at}");
        }
        // Its length is not settled, so it may be shorter than this.
        (Proved::Mate(plies), Verdict::Mate) => assert!(exactly.is_none_or(|n| n <= plies), "{at}"),
        (claim, _) => panic!("{at}: {claim:?}"),
    }
    if let (Verdict::NoMate, [_, reply]) = (outcome.verdict, &outcome.line[..]) {
        let here = naive::Position::from_sfen(after).unwrap();
        let escaped = here.play(reply.to_string().parse().unwrap()).to_sfen();
        let (answer, _) = solve(&request(&escaped, attacker), &mut |_| {});
        assert_ne!(answer.verdict, Verdict::Mate, "{after}: {reply} does not refute");
    }
}

#[test]
fn every_move_is_told_what_it_comes_to() {
    let wanted = number("TSUMUGI_CASES", 100);
    let (mut positions, mut mates, mut refuted) = (0, 0, 0);
    for sfen in (0..).filter_map(small) {
        let here = naive::Position::from_sfen(&sfen).unwrap();
        if here.checks().len() > 9 || !here.faults().is_empty() {
            continue;
        }
        let one = Request { multipv: Some(593), ..request(&sfen, Side::Black) };
        let (answer, _) = solve(&one, &mut |_| {});
        let moves = answer.moves.as_deref().unwrap();
        let (more_mates, more_refuted) = compare(&sfen, Side::Black, moves);
        agrees_with_root(&answer, sfen.contains(" b "));
        (positions, mates, refuted) = (positions + 1, mates + more_mates, refuted + more_refuted);
        if positions == wanted {
            break;
        }
    }
    println!("{positions} positions, {mates} moves that mate, {refuted} that do not");
    assert!(mates * 5 >= positions * 2 && refuted >= positions * 2, "{positions} {mates} {refuted}");
}

/// The problem is as good as the best of its moves, and the moves are sorted.
fn agrees_with_root(answer: &Answer, attacks: bool) {
    let moves = answer.moves.as_deref().unwrap();
    let Some(first) = moves.first() else { return };
    if answer.verdict == Verdict::Unknown {
        return;
    }
    assert_eq!(first.verdict, answer.verdict, "{answer:?}");
    assert_eq!(first.strict_at_most, answer.strict_at_most, "{answer:?}");
    let lengths: Vec<i64> = moves
        .iter()
        .filter_map(|one| one.at_most)
        .map(|n| if attacks { n.into() } else { -i64::from(n) })
        .collect();
    assert!(lengths.is_sorted(), "{answer:?}");
}

#[test]
fn the_answer_itself_is_the_same_whether_moves_are_asked_for_or_not() {
    let (mut verdicts, mut lengths) = (0, 0);
    for i in 0..40 {
        let style = if i % 3 == 0 { Style::TwoKings } else { Style::Tsume };
        let position = position_of(style, 9_100_000 + i);
        let side = match tsumugi_tsume::attacker_of(&position) {
            tsumugi_shogi::Color::Black => Side::Black,
            tsumugi_shogi::Color::White => Side::White,
        };
        let alone = request(&position.to_sfen(), side);
        let alone = Request { nodes: Some(10_000), question: Question::Shortest, ..alone };
        let (without, _) = solve(&alone, &mut |_| {});
        let (with, _) = solve(&Request { multipv: Some(10), ..alone.clone() }, &mut |_| {});
        if without.verdict != Verdict::Unknown && with.verdict != Verdict::Unknown {
            assert_eq!(without.verdict, with.verdict, "{position:?}");
            verdicts += 1;
        }
        if without.shortest && with.shortest {
            assert_eq!(without.length, with.length, "{position:?}");
            lengths += 1;
        }
        assert!(with.moves.unwrap().len() <= 10);
    }
    println!("{verdicts} verdicts and {lengths} lengths compared");
    assert!(verdicts >= 10 && lengths >= 3, "{verdicts} {lengths}");
}

#[test]
fn one_hard_check_does_not_keep_the_others_waiting() {
    // No limit of positions settles all of these; the easy ones are told all the same, and a mate is found.
    let sfen = "4k4/9/4P4/9/9/9/9/9/9 b 2R2BG3g4s4n4l17p 1";
    let one = Request { multipv: Some(593), nodes: Some(60_000), ..request(sfen, Side::Black) };
    let (answer, told) = solve(&one, &mut |_| {});
    let moves = answer.moves.as_deref().unwrap();
    assert_eq!((moves[0].m.to_string().as_str(), moves[0].length), ("G*5b", Some(1)));
    let count = |verdict| moves.iter().filter(|one| one.verdict == verdict).count();
    println!(
        "{} mate, {} do not, {} open",
        count(Verdict::Mate),
        count(Verdict::NoMate),
        count(Verdict::Unknown)
    );
    assert!(
        count(Verdict::Mate) >= 1 && count(Verdict::Mate) + count(Verdict::NoMate) >= 3,
        "{moves:#?}"
    );
    // They are told on the way.
    assert!(told.iter().any(|progress| progress.moves.iter().any(|one| one.verdict == Verdict::Mate)));
}
