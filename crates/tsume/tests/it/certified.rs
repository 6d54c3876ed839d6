//! Every verdict is certified, and every certificate is checked by the plain rules of `tsumugi-verify`.
//!
//! 200 random positions of each kind by default (`TSUMUGI_CASES`, `TSUMUGI_SEED`), and a sample of the problem collections if
//! they are there: 図巧 and 無双 always, the others beside the repository in `../shared/problems`, or where `TSUMUGI_PROBLEMS` says.

use crate::answers::{assert_certified, assert_mates};
use tsumugi_andor::PaperOptions;
use tsumugi_andor::options::{Ghi, Sums};
use tsumugi_shogi::random::{Style, position_of};
use tsumugi_shogi::{Position, Waivers};
use tsumugi_testkit::{Row, full, rows, seeds};
use tsumugi_tsume::{Answer, Limits, Problem, Settings, Solver, Verdict, solve};
use tsumugi_verify::{Proved, verify};

fn settings(bytes: usize) -> Settings {
    Settings { bytes, ..Settings::default() }
}

/// Checks the answer's certificate and its line, and says whether there was an answer.
fn certified(problem: &Problem, answer: &Answer, at: &str) -> bool {
    let proved = assert_certified(problem, answer, at);
    if let Some(Proved::Mate(plies)) = proved {
        assert_mates(problem, answer, at);
        assert!(answer.line.len() <= plies as usize, "{at}");
    }
    proved.is_some()
}

#[test]
fn random_positions_are_answered_with_proofs() {
    let (mut mates, mut holds, mut unproved) = (0, 0, 0);
    for seed in seeds(200) {
        for style in [Style::Tsume, Style::TwoKings, Style::Walled] {
            let problem = Problem::new(position_of(style, seed));
            let options = PaperOptions {
                ghi: Ghi::ALL[seed as usize % Ghi::ALL.len()].0,
                sums: Sums::ALL[seed as usize / Ghi::ALL.len() % Sums::ALL.len()].0,
                ..PaperOptions::default()
            };
            let (bytes, threads) = ([1 << 22, 1 << 14][seed as usize % 2], 1 + seed as usize % 2);
            let settings = Settings { bytes, threads, ..Settings::with(options) };
            let answer = solve(&problem, &settings, &Limits::expansions(3_000), &mut ());
            let at = format!("{style:?}, seed {seed}: {:?}", problem.position());
            // A proof whose lost parts cannot be found again within the limit is no proof; that must stay rare.
            if answer.certificate.is_none() {
                unproved += !matches!(answer.verdict, Verdict::Unknown(_)) as u32;
            } else if certified(&problem, &answer, &at) {
                mates += matches!(answer.verdict, Verdict::Mate(_)) as u32;
                holds += (answer.verdict == Verdict::NoMate) as u32;
            }
        }
    }
    println!("{mates} mates and {holds} no-mates certified, {unproved} answers without proof");
    assert!(mates > 30 && holds > 100 && unproved * 20 < mates + holds);
}

/// Claims speak for many hands, so that a king on an open board does not need one for every hand and square.
#[test]
fn no_mates_on_open_boards_have_small_certificates() {
    for (sfen, most) in [
        ("4k4/9/9/9/9/9/9/9/9 b N2p 1", 2),
        ("3b5/4k4/9/4P4/9/9/9/9/9 b RG 1", 4_000),
        ("4k4/9/9/9/9/9/9/9/9 b RBrb4g4s4n4l18p 1", 4_000),
    ] {
        let problem = Problem::new(Position::from_sfen(sfen).unwrap());
        let answer = solve(&problem, &settings(1 << 25), &Limits::expansions(200_000), &mut ());
        assert_eq!(answer.verdict, Verdict::NoMate, "{sfen}");
        assert!(certified(&problem, &answer, sfen));
        assert!(answer.claims.is_some_and(|claims| claims <= most), "{sfen}: {:?}", answer.claims);
    }
    let problem = Problem::new(Position::from_sfen("4k4/9/9/9/9/9/9/9/9 b N2p 1").unwrap());
    let text =
        solve(&problem, &settings(1 << 20), &Limits::expansions(1_000), &mut ()).certificate.unwrap();
    // Black never has a pawn in this problem.
    assert!(text.contains("\nh - 5a4b\nh 2P 5a4b\n"), "{text}");
}

/// However many threads write them: the same is proved.
#[test]
fn several_threads_write_certificates_that_hold() {
    let limits = Limits::expansions(200_000);
    for sfen in ["4k4/9/9/9/9/9/9/9/9 b RBrb4g4s4n4l18p 1", "9/9/9/9/4k4/9/9/9/9 b 2R2b4g4s4n4l18p 1"] {
        let problem = Problem::new(Position::from_sfen(sfen).unwrap());
        for threads in 1..4 {
            let settings = Settings { threads, ..settings(1 << 25) };
            let answer = solve(&problem, &settings, &limits, &mut ());
            assert_eq!(answer.verdict, Verdict::NoMate);
            assert!(certified(&problem, &answer, &format!("{threads} threads: {sfen}")));
        }
    }
    // That a mate is the shortest takes more claims than the mate. 図巧 2.
    let sfen = "9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1";
    let problem = Problem::new(Position::from_sfen(sfen).unwrap());
    for threads in 1..4 {
        let mut solver = Solver::new(Settings { threads, ..settings(1 << 25) });
        let answer = solver.shortest(&problem, &limits, &mut ());
        let text = answer.certificate.unwrap();
        assert!(answer.claims.is_some_and(|claims| claims > 2_048), "{:?}", answer.claims);
        assert_eq!(verify(sfen, &text).unwrap().claim, Proved::Shortest(21), "{threads} threads");
    }
}

/// Game mates and classics: found, proved, and not shorter than the shortest known.
#[test]
fn collections_are_solved_and_certified() {
    let (finer, patience) = if full() { (10, 2) } else { (1, 1) };
    for (file, step, expansions, at_least) in [
        ("yaneuraou_mate3.tsv", 500, 20_000, 100),
        ("yaneuraou_mate7.tsv", 500, 50_000, 100),
        ("yaneuraou_mate11.tsv", 1000, 100_000, 95),
        ("zuko.tsv", 8, 30_000, 30),
        ("muso.tsv", 8, 30_000, 30),
    ] {
        let (mut solved, mut all) = (0, 0);
        for Row { sfen, stated, .. } in rows(file).into_iter().step_by((step / finer).max(1)) {
            let Ok(position) = Position::from_sfen(&sfen) else { continue };
            let problem = Problem::new(position);
            let limits = Limits::expansions(expansions * patience);
            let answer = solve(&problem, &settings(1 << 25), &limits, &mut ());
            let at = format!("{file}: {sfen}");
            all += 1;
            solved += certified(&problem, &answer, &at) as u32;
            let exact = file.starts_with("yaneuraou");
            if let (Verdict::Mate(plies), Ok(stated)) = (answer.verdict, stated.parse::<u32>()) {
                assert!(plies >= stated || !exact, "mate in {plies}, stated {stated}: {at}");
            }
            assert!(!(exact && answer.verdict == Verdict::NoMate), "no mate, stated {stated}: {at}");
        }
        println!("{file}: {solved} of {all} solved and certified");
        assert!(solved * 100 >= all * at_least, "{file}: {solved} of {all}");
    }
    let mut checked = 0;
    for Row { sfen, stated, .. } in rows("nomate_candidates.tsv") {
        let setup = sfen.parse().unwrap();
        let Ok(position) = Position::new(&setup, Waivers::TSUME) else { continue };
        let problem = Problem::new(position);
        let answer = solve(&problem, &settings(1 << 25), &Limits::expansions(50_000), &mut ());
        if certified(&problem, &answer, &sfen) && stated == "nomate" {
            assert_eq!(answer.verdict, Verdict::NoMate, "{sfen}");
            checked += 1;
        }
    }
    println!("{checked} stated no-mates certified");
}
