//! Random positions on boards of six to twelve squares against brute force by the plain rules of `tsumugi-verify`.
//!
//! For each position everything that can be reached from it is laid out, and the truth worked out backwards. The
//! solver must say the same, its certificate must be accepted, and no other engine, nor two threads, may say anything
//! else. 300 positions by default for the solver and 60 for all engines. The long run:
//!
//! ```sh
//! TSUMUGI_CASES=50000 cargo test -p tsumugi-tsume --test it small_positions::the_solver -- --nocapture
//! TSUMUGI_CASES=5000 cargo test -p tsumugi-tsume --test it small_positions::all_engines -- --nocapture
//! ```
//!
//! `TSUMUGI_SEED` as elsewhere.

use crate::plain_truth::Whole;
use tsumugi_andor::options::{Ghi, Sums, ThreadsBy};
use tsumugi_andor::{Engine, PaperOptions};
use tsumugi_shogi::random::{Random, leave_free, place};
use tsumugi_shogi::{Color, HandKind, Kind, Piece, Position, Setup, Waivers};
use tsumugi_testkit::number;
use tsumugi_tsume::by_engine::{self, Method};
use tsumugi_tsume::{Limits, Problem, Settings, Solver, Verdict, attacker_of, solve};
use tsumugi_verify::{Proved, naive, verify};

/// Larger problems are left out.
const MOST_POSITIONS: usize = 3_000;

/// A handful of pieces on six to twelve squares, one or two of them walled off.
fn small_board(random: &mut Random) -> Option<Position> {
    let mut setup = Setup::empty();
    let (files, ranks) = random.pick(&[(2, 3), (3, 2), (2, 4), (3, 3), (3, 3), (4, 2), (3, 4), (4, 3)]);
    let corner = (random.below(10 - files), random.pick(&[0, 0, 0, 1, 2, 9 - ranks]));
    leave_free(&mut setup, corner, (files, ranks), Some(30), random);
    let attacker = random.pick(&Color::ALL);
    place(&mut setup, Piece::new(!attacker, Kind::King), random);
    if random.one_in(3) {
        place(&mut setup, Piece::new(attacker, Kind::King), random);
    }
    for _ in 0..random.below(5) {
        let kind = random.pick(&Kind::ALL);
        if kind != Kind::King {
            let color = if random.one_in(3) { !attacker } else { attacker };
            place(&mut setup, Piece::new(color, kind), random);
        }
    }
    setup.turn = attacker;
    for _ in 0..random.below(4) {
        let owner = if random.one_in(3) { !attacker } else { attacker };
        setup.hands[owner.index()][random.pick(&HandKind::ALL).index()] += 1;
    }
    Position::new(&setup, Waivers::TSUME).ok()
}

/// A problem with at least one check, and the length of its mate if there is one.
fn case(seed: u64) -> Option<(Problem, Option<u32>)> {
    let position = small_board(&mut Random::new(seed)).filter(Position::has_check)?;
    let attacker = attacker_of(&position);
    let root = naive::Position::from_sfen(&position.to_sfen()).unwrap();
    let whole = Whole::new(vec![root], attacker, MOST_POSITIONS)?;
    Some((Problem::new(position), whole.lengths[0]))
}

/// As many cases as asked for, with their seeds.
fn cases(default: u64) -> impl Iterator<Item = (u64, Problem, Option<u32>)> {
    let first = number("TSUMUGI_SEED", 0);
    let found =
        (first..).filter_map(|seed| case(seed).map(|(problem, length)| (seed, problem, length)));
    found.take(number("TSUMUGI_CASES", default) as usize)
}

#[derive(Default, Debug)]
struct Seen {
    problems: u32,
    mates: u32,
    longest: u32,
    without_proof: u32,
}

impl Seen {
    fn add(&mut self, length: Option<u32>) {
        self.problems += 1;
        self.mates += length.is_some() as u32;
        self.longest = self.longest.max(length.unwrap_or(0));
    }
}

fn settings(random: &mut Random) -> Settings<PaperOptions> {
    let (ghi, sums) = (random.pick(Ghi::ALL).0, random.pick(Sums::ALL).0);
    let options = PaperOptions { ghi, sums, ..PaperOptions::default() };
    Settings { bytes: 1 << 20, ..Settings::with(options) }
}

/// No wrong answer, and no mate claimed that is quicker than the shortest.
fn assert_true(verdict: Verdict, length: Option<u32>, at: &str) {
    match (verdict, length) {
        (Verdict::Mate(plies), Some(length)) => {
            assert!(plies >= length, "mate in {plies}, {length}: {at}")
        }
        (Verdict::NoMate, None) | (Verdict::Unknown(_), _) => {}
        _ => panic!("{verdict:?}, but {length:?}: {at}"),
    }
}

#[test]
fn the_solver_answers_as_brute_force_by_the_plain_rules_does() {
    let mut seen = Seen::default();
    // One table for all problems: what it learns about one must do no harm to another.
    let mut solver = Solver::new(settings(&mut Random::new(0)));
    for (seed, problem, length) in cases(300) {
        let at = format!("seed {seed}: {:?}", problem.position());
        solver.configure(settings(&mut Random::new(!seed)));
        let answer = solver.solve(&problem, &Limits::expansions(1_000_000), &mut ());
        assert!(!matches!(answer.verdict, Verdict::Unknown(_)), "{:?}: {at}", answer.verdict);
        assert_true(answer.verdict, length, &at);
        seen.add(length);
        let Some(certificate) = answer.certificate else {
            seen.without_proof += 1;
            continue;
        };
        let claim = verify(&problem.position().to_sfen(), &certificate).map(|verified| verified.claim);
        match answer.verdict {
            Verdict::Mate(plies) => assert_eq!(claim, Ok(Proved::Mate(plies)), "{at}"),
            _ => assert_eq!(claim, Ok(Proved::NoMate), "{at}"),
        }
    }
    println!("{seen:?}");
    assert!(seen.mates > 20 && seen.mates < seen.problems && seen.without_proof == 0, "{seen:?}");
}

/// Every way df-pn can be run, and what it is called.
fn ways(settings: &Settings<PaperOptions>) -> Vec<(&'static str, Settings<PaperOptions>)> {
    let mut out = vec![("dfpn", settings.clone())];
    for (name, threads_by) in [("virtual", ThreadsBy::Virtual), ("jobs", ThreadsBy::Jobs)] {
        let mut two = Settings { threads: 2, ..settings.clone() };
        two.options.threads_by = threads_by;
        out.push((name, two));
    }
    out
}

#[test]
fn all_engines_agree_with_brute_force_by_the_plain_rules() {
    let mut seen = Seen::default();
    let mut silent = std::collections::BTreeMap::new();
    for (seed, problem, length) in cases(60) {
        seen.add(length);
        let base = Settings { prove: false, ..settings(&mut Random::new(!seed)) };
        let limits = Limits::expansions(200_000);
        let others = Engine::ALL.into_iter().filter(|(engine, _)| *engine != Engine::Dfpn);
        let mut verdicts: Vec<_> = others
            .map(|(engine, name)| {
                let method = Method { engine, options: base.options, bytes: base.bytes };
                let answer = by_engine::mate(&problem, &method, &limits, &mut ());
                if let Some(text) = &answer.certificate {
                    let proved = match answer.verdict {
                        Verdict::Mate(plies) => Proved::Mate(plies),
                        _ => Proved::NoMate,
                    };
                    let sfen = problem.position().to_sfen();
                    let claim = verify(&sfen, text).map(|verified| verified.claim);
                    assert_eq!(claim, Ok(proved), "{name}, seed {seed}: {sfen}");
                }
                // C* proves what it says.
                let answered = !matches!(answer.verdict, Verdict::Unknown(_));
                assert_eq!(answer.certificate.is_some(), name == "cstar" && answered, "{name} {seed}");
                (name, answer.verdict)
            })
            .collect();
        for (name, settings) in ways(&base) {
            verdicts.push((name, solve(&problem, &settings, &limits, &mut ()).verdict));
        }
        for (name, verdict) in verdicts {
            let at = format!("{name}, seed {seed}: {:?}", problem.position());
            assert_true(verdict, length, &at);
            match (name, verdict) {
                // The exact length, not just a bound.
                ("brute", Verdict::Mate(plies)) => assert_eq!(Some(plies), length, "{at}"),
                // It may go round in circles, but not where there is a mate.
                ("cstar", Verdict::Unknown(_)) => assert_eq!(length, None, "{verdict:?}: {at}"),
                // Trees do not notice that positions come again.
                ("cstar" | "mcpn" | "pn" | "pn2", _) => {}
                (_, Verdict::Unknown(_)) => panic!("{verdict:?}: {at}"),
                _ => {}
            }
            *silent.entry(name).or_insert(0) += matches!(verdict, Verdict::Unknown(_)) as u32;
        }
    }
    println!("{seen:?}, without an answer: {silent:?}");
    let most_answer = silent.values().all(|&count| count * 2 < seen.problems);
    assert!(seen.mates > 5 && seen.mates < seen.problems && most_answer, "{silent:?}");
}
