//! Composing by pattern: counts by brute force, nothing sound sifted out, parts that add up.

#[path = "../../../tsume/tests/it/plain_truth.rs"]
mod plain_truth;

use plain_truth::Whole;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};
use tsumugi_api::check::{self, Soundness};
use tsumugi_api::compose::{Answer, Composed, Plan, Request};
use tsumugi_api::{Conductor, ProblemText, Progress, Request as Any, Stage};
use tsumugi_clock::{Clock, StopToken};
use tsumugi_shogi::Color;
use tsumugi_shogi::random::Random;
use tsumugi_testkit::number;
use tsumugi_tsume::{FutileClasses, Problem};
use tsumugi_verify::naive;
use tsumugi_workshop::sieve::{Sieve, Sifted};

fn run(request: &Request, stop: StopToken) -> Answer {
    let mut nobody = |_: &Progress| {};
    let mut stage = Stage::new(&Clock::system(), stop, &mut nobody);
    let request = Any::Compose(request.clone());
    match Conductor::default().run(&request, &mut stage, &mut |_| {}).unwrap() {
        tsumugi_api::Answer::Compose(answer) => *answer,
        other => panic!("{other:?}"),
    }
}

fn compose(pattern: &str) -> Answer {
    let request = Request { pattern: pattern.to_string(), limit: 10_000, ..Request::default() };
    run(&request, StopToken::default())
}

/// A board of three files and three ranks, walls around it, where these may stand and the king too.
fn small(class: &str, more: &str) -> String {
    let row = format!("| O O O O O O{} |\n", format!(" {class}/k/.").repeat(3));
    let wall = "| O O O O O O O O O |\n";
    format!("{}{}{more}\n", row.repeat(3), wall.repeat(6))
}

/// By the whole truth: is a solution of this length from here the only one, at every move of the attacker? Of several defences that
/// hold out equally long one is enough.
fn is_unique(whole: &Whole, p: usize) -> bool {
    let Some(length) = whole.lengths[p] else { return false };
    let mates = |q: u32| whole.lengths[q as usize];
    if whole.is_attacking(p) {
        let mut mating = whole.moves[p].iter().filter(|(_, q)| mates(*q).is_some());
        return match (mating.next(), mating.next()) {
            (Some((_, q)), None) => is_unique(whole, *q as usize),
            _ => false,
        };
    }
    let mut longest = whole.moves[p].iter().filter(|(_, q)| mates(*q) == Some(length - 1));
    length == 0 || longest.any(|(_, q)| is_unique(whole, *q as usize))
}

#[test]
fn brute_force_counts_the_same() {
    // Nothing is in hand, and every interposition counts: so the plain truth has all that the convention has.
    let pattern = small("G/S/+R/B/N/R/P", "pieces: 0-2\nholds: -\nlength: 1-5\nwant: unique");
    let plan = Plan::new(&pattern).unwrap();
    let mut roots = BTreeSet::new();
    for number in 0..plan.family.len() {
        let arrangement = plan.family.arrangement(number).unwrap();
        roots.extend(plan.family.position(&arrangement).map(|position| position.to_sfen()));
    }
    let plain = |sfen: &String| naive::Position::from_sfen(sfen).unwrap();
    let whole = Whole::new(roots.iter().map(plain).collect(), Color::Black, 2_000_000).unwrap();
    let fits = |(p, _): &(usize, &String)| {
        matches!(whole.lengths[*p], Some(1 | 3 | 5)) && is_unique(&whole, *p)
    };
    let expected: BTreeSet<String> =
        roots.iter().enumerate().filter(fits).map(|(_, sfen)| sfen.clone()).collect();
    let request = Request { pattern, limit: 10_000, futile: FutileClasses::NONE, ..Request::default() };
    let answer = run(&request, StopToken::default());
    let found: BTreeSet<String> = answer.problems.iter().map(|one| one.sfen.clone()).collect();
    println!("{} diagrams, {} positions, {} sound", roots.len(), whole.positions.len(), found.len());
    assert_eq!((answer.tried.open, answer.reason), (0, None));
    assert_eq!(answer.tried.diagrams(), roots.len() as u64);
    let missing: Vec<_> = expected.difference(&found).collect();
    let wrong: Vec<_> = found.difference(&expected).collect();
    assert!(missing.is_empty() && wrong.is_empty(), "missing {missing:?}, wrong {wrong:?}");
    let longer = answer.problems.iter().filter(|one| one.length > 1).count();
    assert!(found.len() > 100 && longer > 10, "{} and {longer}", found.len());
    for one in &answer.problems {
        let p = roots.iter().position(|sfen| *sfen == one.sfen).unwrap();
        assert_eq!(whole.lengths[p], Some(one.length), "{}", one.sfen);
    }
}

/// What the full check says.
fn checked(problem: &Problem) -> check::Answer {
    let request = check::Request {
        problem: ProblemText::of(problem, &[], &[]),
        hash: Some(4),
        nodes_each: Some(20_000),
        prove: false,
        ..check::Request::default()
    };
    let mut nobody = |_: &Progress| {};
    let mut stage = Stage::new(&Clock::system(), StopToken::default(), &mut nobody);
    Conductor::default().check(&request, &mut stage, &()).unwrap()
}

#[test]
fn what_is_sifted_out_is_not_sound() {
    let row = format!("|{}|\n", " attacker/k/.".repeat(5));
    let pattern = format!("{}hand: any 0-3\npieces: 2-3\nlength: 3-5\n", row.repeat(5));
    let plan = Plan::new(&pattern).unwrap();
    let mut sieve = Sieve::new(3, 5, FutileClasses::default());
    let mut random = Random::new(1844);
    let (mut cooked, mut long, mut sound) = (0, 0, 0);
    let most = number("TSUMUGI_CASES", 8);
    while cooked < most || long < most {
        let number = random.bits() % plan.family.len();
        let arrangement = plan.family.arrangement(number).unwrap();
        let Some(mut position) = plan.family.position(&arrangement) else { continue };
        let before = position.to_sfen();
        let sifted = sieve.look(&mut position);
        assert_eq!(position.to_sfen(), before);
        let wanted = match sifted {
            Sifted::Cooked => cooked < most,
            // Most have no mate at all; those with one by the loosest count are the ones to look at.
            Sifted::Long => {
                let mut loose = Sieve::new(1, 7, FutileClasses::default());
                long < most && loose.look(&mut position) == Sifted::Worth
            }
            _ => false,
        };
        if !wanted {
            continue;
        }
        cooked += usize::from(sifted == Sifted::Cooked);
        long += usize::from(sifted == Sifted::Long);
        let answer = checked(&Problem::new(position).attacked_by(Color::Black));
        let length = answer.solution.and_then(|solution| solution.length);
        sound += usize::from(answer.verdict == Soundness::Sound);
        let fits = answer.verdict == Soundness::Sound && matches!(length, Some(3 | 5));
        assert!(!fits, "{sifted:?} {before}: {length:?}");
    }
    println!("{cooked} cooked, {long} too long, {sound} of all sound with another length");
}

#[test]
fn parts_add_up_to_the_whole() {
    let pattern = small("G/S", "hand: G S 0-1\npieces: 1-2\nlength: 3");
    let whole = compose(&pattern);
    let mut sum = Answer::none(0, 0);
    for from in (0..whole.family).step_by(333) {
        let to = Some((from + 333).min(whole.family));
        let request =
            Request { pattern: pattern.clone(), from, to, limit: 10_000, ..Request::default() };
        sum.add(run(&request, StopToken::default()), 10_000);
    }
    assert_eq!((sum.tried, &sum.table, &sum.problems), (whole.tried, &whole.table, &whole.problems));
    assert!(whole.tried.sound > 0 && whole.tried.arrangements == whole.family);
    let counts = whole.tried;
    let all = counts.illegal + counts.images + counts.no_check + counts.short + counts.long;
    assert_eq!(all + counts.cooked + counts.refused + counts.open + counts.sound, counts.arrangements);
    assert_eq!(whole.table.iter().map(|row| row.sound).sum::<u64>(), counts.sound);
}

#[test]
fn wishes_are_granted() {
    let pattern =
        |wish: &str| small("G/S/+B/N", &format!("hand: G S 0-2\npieces: 1-3\nlength: 3-5\n{wish}"));
    let all = compose(&pattern(""));
    for (wish, fits) in [
        ("unique", &(|one: &Composed| one.duals == 0) as &dyn Fn(&Composed) -> bool),
        ("sacrifice", &|one: &Composed| one.sacrifices > 0),
        ("no-promotion", &|one: &Composed| one.line.iter().step_by(2).all(|m| !m.is_promotion())),
        ("bare-king", &|one: &Composed| one.on_board == 0 && one.themes == ["bare-king"]),
        ("end-3", &|one: &Composed| one.on_board + one.in_hand - one.sacrifices < 3),
    ] {
        let some = compose(&pattern(&format!("want: {wish}\n")));
        println!("{wish}: {} of {}", some.tried.wanted, all.tried.wanted);
        assert!(some.problems.iter().all(fits), "{wish}");
        assert!(some.tried.wanted < all.tried.wanted, "{wish}");
        if wish != "bare-king" {
            assert!(some.tried.wanted > 0, "{wish}");
        }
    }
}

#[test]
fn a_shifted_problem_is_told_once() {
    // Two files of the middle of the board: what mates on one mates on the other.
    let text = "| . . . k/. k/. . . . . |\n| . . . . . . . . . |\n| . . . P/. P/. . . . . |\nhand: G 1\npieces: 2\nlength: 1\n";
    let all = compose(text);
    assert_eq!(all.tried.wanted, 2, "{all:?}");
    let once = compose(&format!("{text}want: no-shifts\n"));
    assert_eq!((once.tried.sound, once.tried.wanted), (2, 1));
    assert_eq!(once.problems[0].sfen.split(' ').next(), Some("4k4/9/4P4/9/9/9/9/9/9"));
}

#[test]
fn who_stops_it_hears_what_is_known() {
    let stop = StopToken::default();
    let request = Request {
        pattern: small("G/S", "hand: G 1\npieces: 1-3\nlength: 3"),
        time: Some(0.0),
        ..Request::default()
    };
    let answer = run(&request, stop);
    assert_eq!((answer.to, answer.tried.arrangements), (0, 0));
    assert!(answer.reason.is_some());
    for (pattern, place) in [("| k |\nlength: 4", Some((2, 9))), ("| k |", Some((2, 1)))] {
        let fault = Plan::new(pattern).unwrap_err();
        assert_eq!(fault.place().map(|(line, column, _)| (line, column)), place, "{fault}");
    }
}

/// `TSUMUGI_CASES` for more.
#[test]
fn a_check_that_ends_as_soon_as_it_can_says_the_same() {
    let row = format!("|{}|\n", " attacker/k/.".repeat(5));
    let pattern = format!("{}hand: any 0-3\npieces: 2-3\nlength: 3-5\n", row.repeat(5));
    let plan = Plan::new(&pattern).unwrap();
    let mut sieve = Sieve::new(3, 5, FutileClasses::default());
    let mut random = Random::new(1955);
    let mut asked = [false, true].map(|brief| (brief, Conductor::default(), Duration::ZERO));
    let (mut sound, mut others) = (0, 0);
    let most = number("TSUMUGI_CASES", 8);
    while sound < most || others < most {
        let number = random.bits() % plan.family.len();
        let arrangement = plan.family.arrangement(number).unwrap();
        let Some(mut position) = plan.family.position(&arrangement) else { continue };
        if sieve.look(&mut position) != Sifted::Worth {
            continue;
        }
        let problem = Problem::new(position).attacked_by(Color::Black);
        let [full, brief] = asked.each_mut().map(|(brief, conductor, took)| {
            let request = check::Request {
                problem: ProblemText::of(&problem, &[], &[]),
                hash: Some(2),
                nodes_each: Some(20_000),
                brief: *brief,
                prove: false,
                ..check::Request::default()
            };
            conductor.clear();
            let mut nobody = |_: &Progress| {};
            let mut stage = Stage::new(&Clock::system(), StopToken::default(), &mut nobody);
            let start = Instant::now();
            let answer = conductor.check(&request, &mut stage, &()).unwrap();
            *took += start.elapsed();
            answer
        });
        let is_sound = |answer: &check::Answer| answer.verdict == Soundness::Sound;
        let is_open = |answer: &check::Answer| answer.verdict == Soundness::Unsettled;
        if is_open(&full) || is_open(&brief) {
            continue;
        }
        assert_eq!(is_sound(&full), is_sound(&brief), "{}", full.sfen);
        if is_sound(&full) {
            sound += 1;
            let told = |answer: check::Answer| answer.solution.map(|one| (one.line, one.length));
            assert_eq!(told(full), told(brief));
        } else {
            others += 1;
        }
    }
    let [full, brief] = asked.map(|(_, _, took)| took.as_secs_f64());
    println!("{sound} sound, {others} not: {full:.2} s in full, {brief:.2} s at best");
}
