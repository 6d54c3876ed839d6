//! Shortest mates of random positions: the length is the plain truth, and the certificate is accepted by the verifier.
//!
//! `TSUMUGI_CASES=n` for more positions, `TSUMUGI_SEED=n` for others. A failure prints its seed.

use tsumugi_shogi::random::{Style, position_of};
use tsumugi_testkit::seeds;
use tsumugi_tsume::{Limits, Problem, Settings, Solver, Verdict};
use tsumugi_verify::{Proved, verify};

#[test]
fn shortest_mates_are_certified() {
    let (mut settled, mut long, mut none) = (0, 0, 0);
    let mut solver = Solver::new(Settings { bytes: 16 << 20, ..Settings::default() });
    for seed in seeds(60) {
        for style in [Style::Tsume, Style::Walled] {
            let problem = Problem::new(position_of(style, seed));
            let limits = Limits { claims: 10_000, ..Limits::expansions(10_000) };
            let answer = solver.shortest(&problem, &limits, &mut ());
            let length = answer.length.as_ref().expect("lengths were asked for");
            let Some(text) = &answer.certificate else { continue };
            let proved = verify(&problem.position().to_sfen(), text);
            let proved = proved.unwrap_or_else(|fault| panic!("seed {seed}: {fault}\n{text}")).claim;
            match (length.exact(), answer.verdict) {
                (Some(plies), _) => {
                    assert_eq!(proved, Proved::Shortest(plies), "seed {seed}");
                    settled += 1;
                    long += (plies >= 5) as u32;
                }
                (None, Verdict::Mate(plies)) => assert_eq!(proved, Proved::Mate(plies), "seed {seed}"),
                (None, _) => {
                    assert_eq!(proved, Proved::NoMate, "seed {seed}");
                    none += 1;
                }
            }
        }
    }
    println!("{settled} shortest mates, {long} of five plies and more, {none} no mates");
    assert!(settled > 5 && long > 2 && none > 20);
}
