//! Similar problems: what is found in a set, in which order, and what is said where something is not settled.

use tsumugi_api::similar::{Answer, Aspect, Member, Origin, Request};
use tsumugi_api::{Conductor, ProblemText, Progress, Stage};
use tsumugi_clock::{Clock, StopToken};

const PROBLEM: &str = "7s1/6+B1k/9/9/9/9/9/9/9 b G 1";

fn member(sfen: &str) -> Member {
    Member { sfen: sfen.into(), name: None, place: None }
}

fn asked(sfen: &str, set: &[&str], by: &[Aspect]) -> Answer {
    let problem = ProblemText { sfen: Some(sfen.into()), ..ProblemText::default() };
    let set = set.iter().map(|sfen| member(sfen)).collect();
    let request = Request { problem, set, by: by.to_vec(), hash: Some(4), ..Request::default() };
    similar(&request)
}

fn similar(request: &Request) -> Answer {
    let mut nobody = |_: &Progress| {};
    let mut stage = Stage::new(&Clock::system(), StopToken::default(), &mut nobody);
    let request = tsumugi_api::Request::Similar(request.clone());
    match Conductor::default().run(&request, &mut stage, &mut |_| {}).unwrap() {
        tsumugi_api::Answer::Similar(answer) => *answer,
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_nearest_come_first_and_say_how_they_are_laid() {
    let set = [
        // Two pieces differ.
        "7n1/6+B1k/9/9/9/9/9/9/9 b S 1",
        // Shifted.
        "9/9/6s2/5+B1k1/9/9/9/9/9 b G 1",
        // The gold is missing, mirrored.
        "1s7/k1+B6/9/9/9/9/9/9/9 b - 1",
        // Colours and sides exchanged.
        "9/9/9/9/9/9/9/K1+b6/1S7 w g 1",
        // Nothing in common but the king.
        "8k/9/9/9/9/9/9/9/9 b 2L2S 1",
        // The defender holds a pawn and no more.
        "7s1/6+B1k/9/9/9/9/9/9/9 b Gp 1",
    ];
    let answer = asked(PROBLEM, &set, &[Aspect::Diagram]);
    let numbers: Vec<usize> = answer.similar.iter().map(|one| one.number).collect();
    assert_eq!(numbers, [4, 6, 2, 3, 1]);
    assert_eq!((answer.compared, answer.more, answer.unsettled), (6, 0, 0));
    let [turned, hand, shifted, missing, two] = &answer.similar[..] else { panic!("{answer:?}") };
    assert!(turned.is_equal() && turned.colours && !turned.mirrored);
    assert!(!hand.is_equal() && hand.defender_hand && hand.differ == 0);
    assert!(!shifted.is_equal() && shifted.shift == (-1, -2) && shifted.differ == 0);
    assert!(missing.mirrored && missing.only_here[0].text == "gold in hand", "{missing:?}");
    assert_eq!(missing.only_here[0].text_ja, "持駒の金");
    assert_eq!((two.differ, two.only_here.len(), two.only_there.len()), (2, 2, 2));
    assert_eq!(two.only_there[0].text, "defender's knight 2a");
    assert_eq!(two.only_there[0].text_ja, "玉方２一桂");
}

#[test]
fn a_problem_is_not_compared_with_itself() {
    let problem = ProblemText { sfen: Some(PROBLEM.into()), ..ProblemText::default() };
    let at = |place: &str| Member { place: Some(place.into()), ..member(PROBLEM) };
    let set = vec![at("a:1"), at("a:2")];
    let place = Some("a:1".to_string());
    let answer = similar(&Request { problem, set, place, ..Request::default() });
    assert_eq!(answer.compared, 1);
    assert_eq!(answer.similar[0].place.as_deref(), Some("a:2"));
}

/// Gold before the king, guarded by a pawn; the second from the side, with more about it; the third ends otherwise.
const GOLD: &str = "4k4/9/4P4/9/9/9/9/9/9 b G 1";
const ELSEWHERE: &str = "2k6/9/2P6/9/9/p7p/9/9/9 b G 1";
const OTHERWISE: &str = "4k4/9/9/4L4/9/9/9/9/9 b G 1";

#[test]
fn equal_pictures_are_found_by_solving_and_by_the_lines_that_come_with_the_problems() {
    let given = format!("sfen {ELSEWHERE} moves G*7b");
    for (other, solution) in [(ELSEWHERE, Origin::Found), (given.as_str(), Origin::Found)] {
        let answer = asked(GOLD, &[OTHERWISE, other], &[Aspect::Picture]);
        assert_eq!((answer.solution, answer.unsettled), (Some(solution), 0));
        let found: Vec<_> = answer.similar.iter().map(|one| (one.number, one.picture)).collect();
        assert_eq!(found, [(2, Some(true))], "{other}");
    }
    let answer = asked(&format!("sfen {GOLD} moves G*5b"), &[ELSEWHERE], &[Aspect::Picture]);
    assert_eq!(answer.solution, Some(Origin::Given));
    assert_eq!(answer.similar.len(), 1);
}

#[test]
fn a_line_that_does_not_mate_is_no_solution() {
    // Legal but no mate; illegal; no check; none.
    for moves in [" moves G*6b 7a8a", " moves 7c6b", " moves G*9i", ""] {
        let answer = asked(GOLD, &[&format!("sfen {ELSEWHERE}{moves}")], &[Aspect::Picture]);
        assert_eq!(answer.similar.len(), 1, "{moves}");
    }
}

#[test]
fn themes_in_common_are_found_and_more_of_them_come_first() {
    let bare = "sfen 8k/9/9/9/9/9/9/9/9 b 2GP 1 moves P*1b 1a1b G*1c 1b1a G*1b";
    let mirrored = "sfen k8/9/9/9/9/9/9/9/9 b 2GP 1 moves P*9b 9a9b G*9c 9b9a G*9b";
    let set = [
        GOLD,
        // Two kings.
        "4k4/9/4P4/9/9/9/9/9/4K4 b G 1",
        mirrored,
    ];
    let answer = asked(bare, &set, &[Aspect::Theme]);
    assert!(answer.themes.contains(&"bare-king".to_string()), "{answer:?}");
    let found: Vec<_> = answer.similar.iter().map(|one| one.number).collect();
    assert_eq!(found, [3]);
    assert!(answer.similar[0].themes.contains(&"bare-king".to_string()));
    assert_eq!(answer.similar[0].picture, None);
}

#[test]
fn what_is_not_settled_is_counted_and_no_answer() {
    let problem = ProblemText { sfen: Some(GOLD.into()), ..ProblemText::default() };
    // A bare king with a full hand takes more than one expansion.
    let set = vec![member("8k/9/9/9/9/9/9/9/9 b RBGSNLP 1"), member("8k/9/9/9/9/9/9/9/9 b - 1")];
    let by = vec![Aspect::Picture];
    let answer = similar(&Request { problem, set, by, nodes: 1, hash: Some(4), ..Request::default() });
    assert_eq!((answer.unsettled, answer.similar.len()), (1, 0));
    assert!(answer.is_open());
}

#[test]
fn the_classics_are_there_if_nothing_is_given() {
    let sfen = "9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1";
    let answer = asked(sfen, &[], &[Aspect::Diagram]);
    assert_eq!(answer.compared, 210);
    assert_eq!(answer.similar[0].name.as_deref(), Some("将棋図巧 第2番"));
    assert!(answer.similar[0].is_equal());
}
