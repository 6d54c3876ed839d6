//! Every mate that is proved comes with its line, however long, and the plain rules agree that it is one.

use tsumugi_andor::Options;
use tsumugi_shogi::{Color, Setup, Waivers};
use tsumugi_testkit::list;
use tsumugi_tsume::{Limits, Problem, Settings, Verdict, solve};
use tsumugi_verify::{LineGoal, check_line};

/// Proved quickly, in some 400 plies. What the table knows about its positions was found at different times: following it
/// without counting plies went round in circles.
const CIRCLES: &str = "1k1+B1+r3/2p4S1/sS3+L3/g8/1+rg6/2N6/2L1+s2n1/1N2G+nL2/6+b2 b gl17p 1";

/// Solves a problem without a proof; says how long its line is, if it has a mate within the limit.
fn line_of(sfen: &str, mebibytes: usize, expansions: u64, options: Options) -> Option<usize> {
    let setup: Setup = sfen.parse().expect("a SFEN");
    let problem = Problem::from_setup(&setup, Waivers::TSUME, false).expect("a problem");
    let settings = Settings { bytes: mebibytes << 20, prove: false, options, ..Settings::default() };
    let answer = solve(&problem, &settings, &Limits::expansions(expansions), &mut ());
    let Verdict::Mate(plies) = answer.verdict else { return None };
    let line: Vec<String> = answer.line.iter().map(|m| m.to_string()).collect();
    assert!(!line.is_empty(), "mate in {plies} without a line, {mebibytes} MiB: {sfen}");
    assert!(line.len() <= plies as usize, "{} moves for a mate in {plies}: {sfen}", line.len());
    let black = problem.attacker() == Color::Black;
    let checked = check_line(
        &problem.position().to_sfen(),
        black,
        LineGoal::MateDefender,
        line.iter().map(String::as_str),
    );
    assert_eq!(checked, Ok(()), "{sfen}");
    Some(line.len())
}

#[test]
fn a_line_does_not_go_round_in_circles() {
    let usual = Options::default();
    let lengths = [usual, Options { killers: false, ..usual }]
        .map(|options| line_of(CIRCLES, 64, u64::MAX, options).expect("a mate"));
    assert!(lengths.iter().any(|&plies| plies > 100), "{lengths:?}");
}

/// 図巧, 無双, and what there is of `long.tsv` and `long_midpoints.tsv` in `../shared/problems`, or where `TSUMUGI_PROBLEMS`
/// says. `TSUMUGI_EXPANSIONS` gives each problem more than 4,000.
#[test]
fn every_long_mate_has_its_line() {
    let expansions = std::env::var("TSUMUGI_EXPANSIONS").ok().and_then(|text| text.parse().ok());
    let expansions = expansions.unwrap_or(4_000);
    for name in ["long.tsv", "long_midpoints.tsv", "zuko.tsv", "muso.tsv"] {
        let Some(text) = list(name) else { continue };
        let sfens = text.lines().filter_map(|line| line.split('\t').next());
        let (mut mates, mut plies) = (0, 0);
        for sfen in sfens.filter(|sfen| sfen.contains('/')) {
            // With a table of one MiB much of what was proved is lost and has to be found again. What 64 do not prove is not
            // asked twice.
            for mebibytes in [64, 1] {
                let Some(found) = line_of(sfen, mebibytes, expansions, Options::default()) else {
                    break;
                };
                mates += 1;
                plies += found;
            }
        }
        println!("{name}: {mates} lines with {plies} moves");
        // The long ones take more than a few thousand expansions.
        let least = match name {
            "zuko.tsv" => 40,
            "muso.tsv" => 12,
            "long.tsv" => 0,
            _ => 1,
        };
        assert!(mates >= least, "{name}: {mates}");
    }
}
