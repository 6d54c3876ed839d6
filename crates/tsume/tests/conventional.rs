//! Conventional lengths: positions that people disputed in public, and small boards against the plain definition.

use tsumugi_shogi::Position;
use tsumugi_tsume::{Limits, Problem, Settings, Solver};

/// The strict and the conventional length of a position.
fn lengths(sfen: &str) -> (Option<u32>, Option<u32>) {
    let problem = Problem::new(Position::from_sfen(sfen).unwrap());
    let mut solver = Solver::new(Settings { bytes: 64 << 20, ..Settings::default() });
    let strict = solver.length(&problem, &Limits::default(), &mut ());
    let conventional = solver.conventional_length(&problem, &strict, &Limits::default(), &mut ());
    (strict.exact(), conventional.exact())
}

#[test]
fn positions_of_public_disputes() {
    for (sfen, strict, conventional) in [
        ("5pk2/7P1/4+R1+P1+b/8b/6R2/9/9/9/9 b 4g4s4n4l15p 1", 5, 3),
        ("9/5g1s1/8k/6+R2/9/6R1S/5B3/9/9 b b3g2s4n4l18p 1", 7, 3),
        ("9/9/6P2/9/4B4/9/6R2/7k+p/9 b Grb3g4s4n4l16p 1", 9, 3),
        ("8k/R7s/g5N2/1R7/8L/4+b4/9/9/9 b b3g3s3n3l18p 1", 13, 1),
    ] {
        assert_eq!(lengths(sfen), (Some(strict), Some(conventional)), "{sfen}");
    }
}
