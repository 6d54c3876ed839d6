//! Shortest lengths of whole collections, each with a certificate that the verifier accepts; differences from the stated
//! lengths are listed. Long: ask for it, with the folder of the collections in `TSUMUGI_PROBLEMS`.
//!
//! ```sh
//! TSUMUGI_ROWS=2000 cargo test -p tsumugi-tsume --test it collections:: -- --ignored --nocapture
//! ```

use tsumugi_shogi::{Setup, Waivers};
use tsumugi_testkit::{list, number};
use tsumugi_tsume::{Length, Limits, Problem, Settings, Solver};
use tsumugi_verify::{Proved, verify};

/// The stated length, the shortest and the conventional one of each row: how many differ.
fn differences(name: &str, stated: u32, rows: usize, text: &str) -> usize {
    let mut solver = Solver::new(Settings { bytes: 256 << 20, ..Settings::default() });
    let (mut settled, mut others, mut claims) = (0, 0, 0);
    for (row, line) in text.lines().take(rows).enumerate() {
        let sfen = line.split('\t').next().unwrap_or_default();
        let setup: Setup = sfen.parse().unwrap_or_else(|error| panic!("{name} {}: {error}", row + 1));
        let problem = Problem::from_setup(&setup, Waivers::ALL, false).unwrap();
        let answer = solver.shortest(&problem, &Limits::expansions(5_000_000), &mut ());
        let Some(plies) = answer.length.as_ref().and_then(|length| length.exact()) else {
            println!("{name} row {}: not settled: {:?}", row + 1, answer.length);
            continue;
        };
        let text = answer.certificate.as_deref().unwrap_or_default();
        let proved = verify(&problem.position().to_sfen(), text);
        let proved = proved.unwrap_or_else(|fault| panic!("{name} row {}: {fault}", row + 1));
        assert_eq!(proved.claim, Proved::Shortest(plies), "{name} row {}", row + 1);
        (settled, claims) = (settled + 1, claims + proved.claims);
        if plies != stated {
            println!("{name} row {}: stated {stated}, shortest {plies}: {sfen}", row + 1);
            others += 1;
        }
    }
    println!("{name}: {settled} settled and verified, {claims} claims, {others} not as stated");
    others
}

#[test]
#[ignore = "minutes to hours"]
fn stated_lengths_are_shortest() {
    let rows = number("TSUMUGI_ROWS", 2000) as usize;
    for stated in [3, 5, 7, 9, 11] {
        let name = format!("yaneuraou_mate{stated}.tsv");
        if let Some(text) = list(&name) {
            differences(&name, stated, rows, &text);
        }
    }
}

/// What a row of the table says.
fn classic(solver: &mut Solver, problem: &Problem, stated: Option<u32>, limits: &Limits) -> String {
    let strict = solver.length(problem, limits, &mut ());
    let shown = |length: &Length| match (length.exact(), length.at_most) {
        (Some(plies), _) => plies.to_string(),
        (None, Some(most)) => format!("≤ {most}"),
        (None, None) => "?".to_string(),
    };
    if strict.no_mate {
        return "no mate | no mate | no mate".to_string();
    }
    let counted = match strict.exact() {
        Some(_) => solver.conventional_length(problem, &strict, limits, &mut ()),
        None => strict.clone(),
    };
    let verdict = match (counted.exact(), counted.at_most, stated) {
        (None, Some(most), Some(stated)) if most < stated => "shorter than stated, not settled",
        (None, ..) => "not settled",
        (_, _, None) => "no length stated",
        (Some(plies), _, Some(stated)) if plies == stated => "as stated",
        (Some(plies), _, Some(stated)) if plies < stated => "shorter than stated",
        _ => "longer than stated",
    };
    format!("{} | {} | {verdict}", shown(&strict), shown(&counted))
}

/// Lengths of the two books: `TSUMUGI_NODES` expansions for each length.
#[test]
#[ignore = "an hour"]
fn classics() {
    let limits = Limits::expansions(number("TSUMUGI_NODES", 2_000_000));
    for name in ["zuko.tsv", "muso.tsv"] {
        let Some(text) = list(name) else { continue };
        println!("| {name} | stated | strict | by convention | |\n|---|---|---|---|---|");
        for line in text.lines() {
            let mut fields = line.split('\t');
            let (sfen, title) = (fields.next().unwrap_or_default(), fields.next().unwrap_or_default());
            let stated: Option<u32> = fields.next().and_then(|text| text.parse().ok());
            let setup: Setup = sfen.parse().unwrap();
            let problem = Problem::from_setup(&setup, Waivers::ALL, false).unwrap();
            let mut solver = Solver::new(Settings { bytes: 512 << 20, ..Settings::default() });
            let says = classic(&mut solver, &problem, stated, &limits);
            println!("| {title} | {} | {says} |", stated.map_or("?".to_string(), |n| n.to_string()));
        }
    }
}
