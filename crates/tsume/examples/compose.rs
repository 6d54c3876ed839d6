//! Looks for small problems of every class that `tsumugi check` tells apart: how `problems/check.tsv` was made.
//!
//! ```sh
//! cargo run --release -p tsumugi-tsume --example compose -- FIRST_SEED SEEDS
//! ```
//!
//! Prints a SFEN, a length and the classes found. Problems in which the defender can interpose a drop on the main line
//! are left out, and so is whatever takes long.

use tsumugi_shogi::random::Random;
use tsumugi_shogi::{Cell, Color, HandKind, Kind, MoveList, Piece, Setup, Square, Waivers};
use tsumugi_tsume::check::{Check, Class, Defence, Judgement, best_line};
use tsumugi_tsume::{Count, Limits, Problem, Settings, Solver};

fn main() {
    let number = |n: usize, or: u64| std::env::args().nth(n).and_then(|s| s.parse().ok()).unwrap_or(or);
    let mut solver = Solver::new(Settings { bytes: 64 << 20, ..Settings::default() });
    let (first, seeds) = (number(1, 1), number(2, 100_000));
    for seed in first..first + seeds {
        let problem = random_problem(&mut Random::new(seed));
        if let Some(found) = problem.and_then(|problem| describe(&problem, &mut solver)) {
            println!("{found}");
        }
    }
}

/// A king near the upper edge with a few pieces about it, and a few in the attacker's hand.
fn random_problem(random: &mut Random) -> Option<Problem> {
    let mut setup = Setup::empty();
    let (file, rank) = (1 + random.below(5), 1 + random.below(2));
    let king = Square::new(file as u8, rank as u8)?;
    setup.set(king, Cell::Piece(Piece::new(Color::White, Kind::King)));
    let kinds: Vec<Kind> = Kind::ALL.into_iter().filter(|&kind| kind != Kind::King).collect();
    for i in 0..7 {
        let color = if i < 4 { Color::Black } else { Color::White };
        let (file, rank) = (file + random.below(5), rank + random.below(6));
        let square = Square::new(file.wrapping_sub(2) as u8, rank.wrapping_sub(2) as u8);
        if let Some(square) = square.filter(|&s| setup.cell(s) == Cell::Empty && !random.one_in(3)) {
            setup.set(square, Cell::Piece(Piece::new(color, random.pick(&kinds))));
        }
    }
    for _ in 0..random.below(4) {
        setup.hands[Color::Black.index()][random.pick(&HandKind::ALL).index()] += 1;
    }
    Problem::from_setup(&setup, Waivers::TSUME, false).ok()
}

fn describe(problem: &Problem, solver: &mut Solver) -> Option<String> {
    let limits = Limits::expansions(2_000);
    let length = solver.length(problem, &limits, &mut ()).exact()?;
    if !(3..=9).contains(&length) {
        return None;
    }
    let line = best_line(problem, Count::Strict, solver, &limits, &mut ())?;
    let check = Check::new(problem, line).ok()?;
    if (0..check.line().len()).step_by(2).any(|i| can_interpose(check.at(i + 1))) {
        return None;
    }
    let mut words = Vec::new();
    for alternative in check.alternatives() {
        let judged = check.judge(alternative, solver, &limits, &mut (), &mut |_| {});
        match judged.judgement {
            Judgement::NoMate { .. } => {}
            Judgement::Mate(dual) if matches!(dual.class, Class::Unclear(_)) => return None,
            Judgement::Mate(dual) => words.push(format!("{} {:?}", alternative.after + 1, dual.class)),
            Judgement::Open(_) => return None,
        }
    }
    for variation in check.variations() {
        match check.judge_variation(variation, solver, &limits, &mut ()).defence {
            Defence::Equal(_) => words.push(format!("{} Equal", variation.after + 1)),
            Defence::Open(_) => return None,
            _ => {}
        }
    }
    if !check.leftover().is_empty() {
        words.push("Leftover".to_string());
    }
    Some(format!("{}\t{length}\t{}", problem.position().to_sfen(), words.join("; ")))
}

/// Does the defender have a drop to answer the check?
fn can_interpose(problem: &Problem) -> bool {
    let mut moves = MoveList::new();
    problem.position().legal_moves(&mut moves);
    moves.iter().any(|m| m.is_drop())
}
