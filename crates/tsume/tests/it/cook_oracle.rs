//! Cooks against brute force: every alternative along the main line is tried by the plain rules of `tsumugi-verify`,
//! with no table and no cleverness, as deep as that goes in reasonable time.
//!
//! Mates from games (`yaneuraou_mate7.tsv` in `../shared/problems`, or where `TSUMUGI_PROBLEMS` says; skipped without) and
//! `problems/check.tsv`. Three random games by default; the long run, of which `TSUMUGI_SKIP` leaves out as many as were
//! done before:
//!
//! ```sh
//! TSUMUGI_CASES=100 cargo test --release -p tsumugi-tsume --test it cook_oracle:: -- --nocapture
//! ```

use tsumugi_shogi::random::Random;
use tsumugi_shogi::{Color, Move, Position, Setup, Waivers};
use tsumugi_testkit::{in_repository, list, number};
use tsumugi_tsume::check::{Alternative, Check, Class, Judgement, Than, best_line};
use tsumugi_tsume::{Count, Limits, Problem, Settings, Solver};
use tsumugi_verify::{Proved, naive, verify};

/// Plies after an alternative that brute force looks at.
const DEEP: u32 = 4;

/// Does the attacker mate within this many plies, whatever is played?
fn mates(position: &naive::Position, attacker: naive::Color, plies: u32) -> bool {
    if position.turn() == attacker {
        return plies > 0
            && position.checks().into_iter().any(|m| mates(&position.play(m), attacker, plies - 1));
    }
    if position.is_mate() {
        return true;
    }
    let replies = position.legal_moves();
    plies > 1
        && !replies.is_empty()
        && replies.into_iter().all(|m| mates(&position.play(m), attacker, plies - 1))
}

/// The same side for the plain rules.
fn plain(color: Color) -> naive::Color {
    if color == Color::Black { naive::Color::Black } else { naive::Color::White }
}

/// The plain position of a problem.
fn plainly(problem: &Problem) -> naive::Position {
    naive::Position::from_sfen(&problem.position().to_sfen()).unwrap()
}

/// The least number of plies up to [`DEEP`] within which there is a mate.
fn least(problem: &Problem) -> Option<u32> {
    let (position, attacker) = (plainly(problem), plain(problem.attacker()));
    (0..=DEEP).find(|&plies| mates(&position, attacker, plies))
}

/// What came of the alternatives of one problem.
#[derive(Default, Debug)]
struct Tally {
    no_mates: u32,
    mates: u32,
    open: u32,
    cooks: u32,
}

/// Judges all alternatives and compares with brute force; certificates are verified.
fn compare(check: &Check, solver: &mut Solver, limits: &Limits, tally: &mut Tally) {
    for alternative in check.alternatives() {
        let mut certificate = String::new();
        let mut write = |text: &str| certificate.push_str(text);
        let judged = check.judge(alternative, solver, limits, &mut (), &mut write);
        let after = check.at(alternative.after).after(alternative.m);
        let truth = least(&after);
        let at =
            format!("{alternative:?} {:?} {truth:?} {:?}", judged.judgement, check.at(0).position());
        match &judged.judgement {
            Judgement::NoMate { proved, .. } => {
                assert_eq!(truth, None, "{at}");
                tally.no_mates += 1;
                if *proved {
                    let verified = verify(&after.position().to_sfen(), &certificate).unwrap();
                    assert_eq!(verified.claim, Proved::NoMate, "{at}");
                }
            }
            Judgement::Mate(dual) => {
                tally.mates += 1;
                tally.cooks += dual.class.is_cook() as u32;
                assert!(truth.is_some() || dual.plies > DEEP + 1, "{at}");
                if let Class::Cook(than) = dual.class {
                    compare_lengths(check, alternative, than, truth, &at);
                }
                if dual.proved {
                    let verified = verify(&after.position().to_sfen(), &certificate).unwrap();
                    assert_ne!(verified.claim, Proved::NoMate, "{at}");
                }
            }
            Judgement::Open(_) => tally.open += 1,
        }
    }
}

/// Is a cook shorter or longer than the main line, as far as brute force sees?
fn compare_lengths(check: &Check, alternative: Alternative, than: Than, truth: Option<u32>, at: &str) {
    let main = least(check.at(alternative.after + 1));
    match (truth, main) {
        (Some(own), Some(main)) => {
            let named = match own.cmp(&main) {
                std::cmp::Ordering::Less => Than::Shorter,
                std::cmp::Ordering::Equal => Than::Equal,
                std::cmp::Ordering::Greater => Than::Longer,
            };
            assert!(than == named || than == Than::Unknown, "{at}");
        }
        (None, Some(_)) => assert!(matches!(than, Than::Longer | Than::Unknown), "{at}"),
        (Some(_), None) => assert!(matches!(than, Than::Shorter | Than::Unknown), "{at}"),
        (None, None) => {}
    }
}

/// Random mates in seven from games.
fn games(count: usize) -> Vec<Problem> {
    let Some(text) = list("yaneuraou_mate7.tsv") else { return vec![] };
    let lines: Vec<&str> = text.lines().collect();
    let mut random = Random::new(number("TSUMUGI_SEED", 1));
    let problem =
        |line: &str| Problem::new(Position::from_sfen(line.split('\t').next().unwrap()).unwrap());
    let skipped = number("TSUMUGI_SKIP", 0) as usize;
    (0..count).map(|_| problem(random.pick(&lines))).skip(skipped).collect()
}

#[test]
fn mates_from_games_have_the_cooks_that_brute_force_finds() {
    let mut solver = Solver::new(Settings { bytes: 64 << 20, ..Settings::default() });
    let mut all = Tally::default();
    for problem in games(number("TSUMUGI_CASES", 3) as usize) {
        let length = solver.length(&problem, &Limits::default(), &mut ()).exact();
        let line =
            best_line(&problem, Count::Strict, &mut solver, &Limits::default(), &mut ()).unwrap();
        assert_eq!(length, Some(line.len() as u32), "{:?}", problem.position());
        let check = Check::new(&problem, line).unwrap();
        compare(&check, &mut solver, &Limits::expansions(20_000), &mut all);
        println!("{} {all:?}", problem.position().to_sfen());
    }
}

#[test]
fn the_problems_of_every_class_agree_with_brute_force() {
    let path = in_repository("problems/check.tsv");
    let mut solver = Solver::new(Settings { bytes: 16 << 20, ..Settings::default() });
    let mut all = Tally::default();
    for line in std::fs::read_to_string(path).unwrap().lines().filter(|line| !line.contains("nomate")) {
        let (position, given) = position_and_line(line.split('\t').next().unwrap());
        let problem = Problem::new(position);
        let line = match given.is_empty() {
            true => {
                best_line(&problem, Count::Strict, &mut solver, &Limits::default(), &mut ()).unwrap()
            }
            false => given,
        };
        let check = Check::new(&problem, line).unwrap();
        compare(&check, &mut solver, &Limits::default(), &mut all);
    }
    assert!(all.open == 0 && all.cooks > 10, "{all:?}");
}

/// `sfen … moves …` or a bare SFEN.
fn position_and_line(text: &str) -> (Position, Vec<Move>) {
    let text = text.strip_prefix("sfen ").unwrap_or(text);
    let (sfen, moves) = text.split_once(" moves ").unwrap_or((text, ""));
    let setup: Setup = sfen.parse().unwrap();
    let position = Position::new(&setup, Waivers::TSUME).unwrap();
    assert_eq!(position.turn(), Color::Black);
    (position, moves.split_whitespace().map(|m| m.parse().unwrap()).collect())
}
