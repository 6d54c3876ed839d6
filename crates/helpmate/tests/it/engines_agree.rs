//! Random small helpmates: every engine against counting by the plain rules of `tsumugi-verify`.
//!
//! The truth is worked out ply by ply with nothing remembered but how many ways lead to each position, up to nine plies or
//! a few hundred positions. All engines must give the same length and the same number of solutions; where there
//! is none they may not find one. Every variant takes its turn: the defender to move (受先), the attacker's own
//! king to be mated (協力自玉詰), no pieces left over. 300 problems by default. The long run:
//!
//! ```sh
//! TSUMUGI_CASES=5000 TSUMUGI_WIDTH=2000 cargo test -p tsumugi-helpmate --test it engines_agree:: -- --nocapture
//! ```
//!
//! `TSUMUGI_SEED` is where the seeds begin.

use std::collections::{HashMap, HashSet};
use tsumugi_helpmate::engines::idwfs::{Program, run_program};
use tsumugi_helpmate::{
    Answer, Conditions, Context, Count, Engine, Goal, Limits, Problem, Settings, StopReason, Verdict,
    solve,
};
use tsumugi_shogi::random::{Random, leave_free, place};
use tsumugi_shogi::{Color, HandKind, Kind, Piece, Setup};
use tsumugi_testkit::number;
use tsumugi_verify::naive;

/// Longer mates are not looked for.
const MOST_PLIES: u32 = 9;

/// A handful of pieces, on the whole board or on a few squares of it.
fn small_setup(random: &mut Random, goal: Goal) -> Setup {
    let mut setup = Setup::empty();
    if !random.one_in(3) {
        wall_off(&mut setup, random);
    }
    let attacker = random.pick(&Color::ALL);
    place(&mut setup, Piece::new(!attacker, Kind::King), random);
    if goal == Goal::HelpSelfmate || random.one_in(4) {
        place(&mut setup, Piece::new(attacker, Kind::King), random);
    }
    for _ in 0..1 + random.below(5) {
        let kind = random.pick(&Kind::ALL);
        if kind != Kind::King {
            let color = if random.one_in(3) { !attacker } else { attacker };
            place(&mut setup, Piece::new(color, kind), random);
        }
    }
    for _ in 0..random.below(5) {
        let owner = if random.one_in(3) { !attacker } else { attacker };
        setup.hands[owner.index()][random.pick(&HandKind::ALL).index()] += 1;
    }
    setup.turn = attacker;
    setup
}

/// Leaves six to twenty squares free.
fn wall_off(setup: &mut Setup, random: &mut Random) {
    let (files, ranks) = (2 + random.below(3), 3 + random.below(3));
    let corner = (random.below(10 - files), random.pick(&[0, 0, 0, 1, 2, 9 - ranks]));
    leave_free(setup, corner, (files, ranks), Some(30), random);
}

/// A problem with its conditions, all from the seed.
pub fn problem(seed: u64) -> Option<Problem> {
    let mut random = Random::new(seed);
    let goal = if random.one_in(4) { Goal::HelpSelfmate } else { Goal::Helpmate };
    let mut setup = small_setup(&mut random, goal);
    let attacker = setup.turn;
    if random.one_in(4) {
        setup.turn = !attacker;
    }
    let no_surplus = random.one_in(4);
    let conditions = Conditions {
        goal,
        attacker: Some(attacker),
        as_written: true,
        no_surplus,
        plies: Some(MOST_PLIES),
        ..Conditions::default()
    };
    Problem::from_setup(&setup, conditions).ok()
}

/// What the plain rules say.
#[derive(Debug)]
struct Truth {
    /// Length and number of solutions, if there are any within the plies looked at.
    mate: Option<(u32, u64)>,
    /// How many plies were looked at.
    plies: u32,
    /// Nothing new could be reached any more.
    exhausted: bool,
}

/// The plain rules with the conditions of a problem.
struct Plain<'a> {
    problem: &'a Problem,
    attacker: naive::Color,
}

impl Plain<'_> {
    fn moves(&self, position: &naive::Position) -> Vec<naive::Move> {
        if position.turn() == self.attacker { position.checks() } else { position.legal_moves() }
    }

    fn is_goal(&self, position: &naive::Position) -> bool {
        let mated = match self.problem.goal() {
            Goal::Helpmate => self.attacker.opponent(),
            Goal::HelpSelfmate => self.attacker,
        };
        let holds = naive::Kind::HAND.iter().any(|&kind| position.hand(self.attacker, kind) > 0);
        position.turn() == mated
            && position.is_mate()
            && !(self.problem.conditions().no_surplus && holds)
    }

    /// Counts ways ply by ply; none if even one ply is too wide.
    fn truth(&self, width: usize) -> Option<Truth> {
        let root = naive::Position::from_sfen(&self.problem.position().to_sfen()).unwrap();
        let mut seen = HashSet::from([root]);
        let mut ways = HashMap::from([(root, 1u64)]);
        for plies in 0..=MOST_PLIES {
            let mates = ways.iter().filter(|(position, _)| self.is_goal(position));
            let count: u64 = mates.map(|(_, ways)| ways).sum();
            if count > 0 {
                return Some(Truth { mate: Some((plies, count)), plies, exhausted: false });
            }
            let truth = |exhausted| Some(Truth { mate: None, plies, exhausted });
            if plies == MOST_PLIES {
                return truth(false);
            }
            let mut next = HashMap::new();
            for (position, ways) in &ways {
                for m in self.moves(position) {
                    *next.entry(position.play(m)).or_insert(0) += ways;
                }
                if next.len() > width {
                    return if plies > 0 { truth(false) } else { None };
                }
            }
            let known = seen.len();
            seen.extend(next.keys().copied());
            if seen.len() == known {
                return truth(true);
            }
            ways = next;
        }
        None
    }
}

fn truth_of(problem: &Problem, width: usize) -> Option<Truth> {
    let attacker = match problem.attacker() {
        Color::Black => naive::Color::Black,
        Color::White => naive::Color::White,
    };
    Plain { problem, attacker }.truth(width)
}

/// The same problem within other plies.
fn within(problem: &Problem, plies: Option<u32>) -> Problem {
    let conditions = Conditions { plies, ..*problem.conditions() };
    Problem::from_setup(&problem.position().to_setup(), conditions).unwrap()
}

/// The engines that can do this.
fn engines(exact: bool) -> impl Iterator<Item = Engine> {
    let can = move |engine: &Engine| *engine != Engine::Gpu || !exact;
    Engine::ALL.into_iter().map(|(engine, _)| engine).filter(can)
}

fn answer(problem: &Problem, engine: Engine, exact: bool) -> Answer {
    // All of it is cleared for a GPU, so not too much.
    let bytes = if engine == Engine::Gpu { 8 << 20 } else { 64 << 20 };
    let settings = Settings { engine, bytes, exact, max_solutions: 3, ..Settings::default() };
    solve(problem, &settings, &Default::default(), None, &mut ())
}

/// Lines of an answer must be as long as it says, different, and as many as there are, up to those asked for.
fn check_lines(answer: &Answer, length: u32, count: u64, what: &str) {
    assert_eq!(answer.lines.len() as u64, count.min(3), "{what}");
    assert!(answer.lines.iter().all(|line| line.len() == length as usize), "{what}");
    let different: HashSet<_> = answer.lines.iter().collect();
    assert_eq!(different.len(), answer.lines.len(), "{what}");
}

fn compare(problem: &Problem, truth: &Truth, engine: Engine, exact: bool, seed: u64) {
    let what = format!("seed {seed}, {}, exact {exact}: {:?}", engine.name(), problem.position());
    let problem = within(problem, Some(truth.plies));
    let answer = answer(&problem, engine, exact);
    match truth.mate {
        Some((length, count)) => {
            assert_eq!(answer.verdict, Verdict::Mate(length), "{what}");
            assert_eq!(answer.solutions, Some(Count::from(count)), "{what}");
            assert_eq!(answer.branch_count == 0, count == 1, "{what}");
            check_lines(&answer, length, count, &what);
        }
        None if answer.verdict == Verdict::NoMate => {
            let unbounded = self::answer(&within(&problem, None), Engine::Plain, false);
            assert!(truth.exhausted || unbounded.verdict == Verdict::NoMate, "{what}");
        }
        None => assert_eq!(answer.verdict, Verdict::NotWithin(truth.plies), "{what}"),
    }
}

/// What the random problems were like.
#[derive(Default, Debug)]
struct Tally {
    cases: u64,
    by_length: [u64; MOST_PLIES as usize + 1],
    many: u64,
    none: u64,
    exhausted: u64,
}

impl Tally {
    fn add(&mut self, truth: &Truth) {
        self.cases += 1;
        match truth.mate {
            Some((length, count)) => {
                self.by_length[length as usize] += 1;
                self.many += u64::from(count > 1);
            }
            None => self.none += 1,
        }
        self.exhausted += u64::from(truth.exhausted);
    }
}

#[test]
fn every_engine_finds_the_length_and_the_number_of_solutions() {
    let (cases, width) = (number("TSUMUGI_CASES", 300), number("TSUMUGI_WIDTH", 200) as usize);
    let mut tally = Tally::default();
    let mut seed = number("TSUMUGI_SEED", 0);
    while tally.cases < cases {
        seed += 1;
        let Some(problem) = problem(seed) else { continue };
        let Some(truth) = truth_of(&problem, width) else { continue };
        // Problems without mate are the most by far: one in eight is enough.
        if truth.mate.is_none() && !seed.is_multiple_of(8) {
            continue;
        }
        for exact in [false, true] {
            if exact && !seed.is_multiple_of(5) {
                continue;
            }
            for engine in engines(exact) {
                compare(&problem, &truth, engine, exact, seed);
            }
        }
        tally.add(&truth);
    }
    println!("seeds up to {seed}: {tally:?}");
    assert!(tally.many * 10 > cases && tally.none * 20 > cases && tally.by_length[2] > 0);
}

#[test]
fn that_there_is_no_mate_is_said_only_where_nothing_is_left() {
    let mut proved = 0;
    for seed in 0..number("TSUMUGI_CASES", 300) {
        let Some(problem) = problem(seed << 20) else { continue };
        let Some(truth) = truth_of(&problem, 200).filter(|truth| truth.exhausted) else { continue };
        let problem = within(&problem, None);
        for engine in engines(false) {
            let said = answer(&problem, engine, false).verdict;
            assert_eq!(said, Verdict::NoMate, "seed {}, {}, {truth:?}", seed << 20, engine.name());
        }
        proved += 1;
    }
    assert!(proved > 20, "{proved}");
}

/// What a program of the paper says of a problem, asked for a mate within a number of plies.
fn program_says(problem: &Problem, program: Program) -> Verdict {
    let (settings, limits) = (Settings::default(), Limits::default());
    let (problem, settings, limits) = (problem, &settings, &limits);
    let mut context =
        Context { problem, settings, limits, storage: None, device: None, observer: &mut () };
    let outcome = run_program(&mut context, program);
    if let Verdict::Mate(length) = outcome.verdict {
        assert_eq!(outcome.line.map(|line| line.len()), Some(length as usize));
    }
    outcome.verdict
}

#[test]
fn the_programs_of_the_paper_find_the_length_also_with_hardly_any_memory() {
    let (mut mates, mut full) = (0, 0);
    for seed in 0..number("TSUMUGI_CASES", 300) * 4 {
        let Some(problem) = problem(seed) else { continue };
        let Some(truth) = truth_of(&problem, 200) else { continue };
        let Some((length, _)) = truth.mate else { continue };
        mates += 1;
        let problem = within(&problem, Some(length));
        for (letter, program) in Program::ALL {
            let said = program_says(&problem, program);
            assert_eq!(said, Verdict::Mate(length), "seed {seed}, program {letter}");
            let said = program_says(&problem, Program { entries: 0, ..program });
            match said {
                Verdict::Unknown(StopReason::Memory) => full += 1,
                _ => assert_eq!(said, Verdict::Mate(length), "seed {seed}, small {letter}"),
            }
        }
    }
    assert!(mates > 50 && full > 0, "{mates} {full}");
}
