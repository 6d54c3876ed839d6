//! One table for many problems: whatever it has learned about others, the answers stay the same.
//!
//! 150 positions by default; `TSUMUGI_CASES` and `TSUMUGI_SEED` as elsewhere.

use crate::answers::assert_mates;
use std::sync::Arc;
use tsumugi_andor::Plies;
use tsumugi_andor::engines::dfpn::Dfpn;
use tsumugi_andor::{self as andor, Options, Resources, Rules, Table, drive};
use tsumugi_shogi::random::{Style, position_of};
use tsumugi_shogi::{Color, Position};
use tsumugi_testkit::seeds;
use tsumugi_tsume::{Answer, Limits, Problem, Settings, Solver, TsumeGame, Verdict, solve};

fn settings(bytes: usize) -> Settings {
    Settings { bytes, prove: false, ..Settings::default() }
}

fn is_mate(answer: &Answer) -> Option<bool> {
    match answer.verdict {
        Verdict::Mate(_) => Some(true),
        Verdict::NoMate => Some(false),
        Verdict::Unknown(_) => None,
    }
}

#[test]
fn the_same_board_with_another_attacker_is_another_question() {
    // Black to move has checks that come to nothing, and White mates whatever Black plays. That a check of Black's
    // comes to nothing must not be taken for a reply that saves it.
    let sfen = "Kp1pkp3/9/6p2/9/9/5N3/9/5Rs2/r3G4 b 2BGSN4L8P2g2s2n6p 2";
    let position = Position::from_sfen(sfen).unwrap();
    let mut solver = Solver::new(settings(1 << 20));
    for (attacker, mate) in [(Color::Black, false), (Color::White, true)] {
        let problem = Problem::new(position.clone()).attacked_by(attacker);
        let answer = solver.solve(&problem, &Limits::expansions(10_000), &mut ());
        assert_eq!(is_mate(&answer), Some(mate), "{attacker:?} attacks");
    }
}

/// Bishop takes gold, king takes bishop, and then two golds mate but one does not. So with nothing in hand there is no
/// mate, with one gold there is: that the gold is taken on the way must not make the first answer reach the second.
#[test]
fn a_refutation_after_a_capture_reaches_one_piece_less() {
    let wall = "/OOOOOOOOO";
    let board = format!("OOOOOOOOk/OOOOOOOgO/OOOOOOB1O/OOOOOOOPO{}", wall.repeat(5));
    let game = |hands: &str| {
        let position = Position::from_sfen(&format!("{board} b {hands} 1")).unwrap();
        TsumeGame::new(position, Color::Black)
    };
    let table = Arc::new(Table::with_bytes(1 << 20));
    let search = |game: TsumeGame| {
        let mut search = Dfpn::new(game, Options::default(), table.clone());
        drive(&mut search, &Limits::expansions(10_000), &mut ()).verdict
    };
    let known = |game: &TsumeGame| table.interval(game.key(), game.resource());
    let (without, with) = (game("g"), game("G"));
    assert_eq!(search(without.clone()), andor::GameValue::Disproved);
    assert_eq!((known(&without), known(&with)), ((Some(Plies::UNLIMITED), None), (None, None)));
    assert_eq!(search(with.clone()), andor::GameValue::Proved(Plies::new(5)));
    assert_eq!(
        (known(&without), known(&with)),
        ((Some(Plies::UNLIMITED), None), (None, Some(Plies::new(5))))
    );
}

#[test]
fn a_table_full_of_other_problems_changes_no_answer() {
    let limits = Limits::expansions(2_000);
    let mut solver = Solver::new(settings(1 << 20));
    let (mut mates, mut holds, mut replies) = (0, 0, 0);
    for seed in seeds(50) {
        for style in [Style::TwoKings, Style::Tsume, Style::Walled] {
            let problem = Problem::new(position_of(style, seed));
            let defender_has_king = |attacker: Color| problem.position().king(!attacker).is_some();
            for attacker in Color::ALL.into_iter().filter(|&color| defender_has_king(color)) {
                let problem = problem.clone().attacked_by(attacker);
                let at = format!("{style:?}, seed {seed}, {attacker:?}: {:?}", problem.position());
                let shared = solver.solve(&problem, &limits, &mut ());
                let fresh = solve(&problem, &settings(1 << 22), &limits, &mut ());
                if let (Some(a), Some(b)) = (is_mate(&shared), is_mate(&fresh)) {
                    assert_eq!(a, b, "{at}");
                }
                if is_mate(&shared) == Some(true) {
                    assert_mates(&problem, &shared, &at);
                    mates += 1;
                }
                if is_mate(&shared) == Some(false) {
                    holds += 1;
                    let reply = shared.best.filter(|_| problem.position().turn() != attacker);
                    replies += reply.map_or(0, |m| assert_holds(&problem, m, &at));
                }
            }
        }
    }
    println!("{mates} mates, {holds} no-mates, {replies} replies that hold");
    assert!(mates > 10 && holds > 50 && replies > 5);
}

/// After the reply there is no mate.
fn assert_holds(problem: &Problem, m: tsumugi_shogi::Move, at: &str) -> u32 {
    let mut position = problem.position().clone();
    assert!(position.is_legal(m), "{m}: {at}");
    let _ = position.play(m);
    let after = Problem::new(position).attacked_by(problem.attacker());
    let answer = solve(&after, &settings(1 << 22), &Limits::expansions(10_000), &mut ());
    assert!(!matches!(answer.verdict, Verdict::Mate(_)), "{m}: {at}");
    1
}
