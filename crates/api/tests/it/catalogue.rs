//! The chosen problems of the catalogue: each certificate stands up to the independent checker, and each problem is sound with the
//! length and the solution that the list has.

use std::fs;
use std::path::Path;
use tsumugi_api::check::{self, Soundness};
use tsumugi_api::{Conductor, ProblemText, Progress, Stage};
use tsumugi_clock::{Clock, StopToken};
use tsumugi_verify::verify;

fn text(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../problems/catalogue");
    fs::read_to_string(folder.join(name)).unwrap()
}

#[test]
fn every_problem_is_sound_and_its_certificate_verified() {
    let (list, certificates) = (text("problems.tsv"), text("certificates.txt"));
    let head = "tsumugi certificate ";
    let certificates: Vec<&str> = certificates.split(head).skip(1).collect();
    let rows: Vec<&str> = list.lines().collect();
    assert_eq!((rows.len(), certificates.len()), (100, 100));
    let mut conductor = Conductor::default();
    for (row, certificate) in rows.iter().zip(certificates) {
        let columns: Vec<&str> = row.split('\t').collect();
        let [sfen, _, length, strict, line] = columns[..] else { panic!("{row}") };
        let certificate = format!("{head}{certificate}");
        assert!(certificate.contains(&format!("\nclaim shortest {strict}\n")), "{row}");
        verify(sfen, &certificate).unwrap_or_else(|fault| panic!("{row}: {fault}"));
        let request = check::Request {
            problem: ProblemText {
                sfen: Some(format!("sfen {sfen} moves {line}")),
                ..ProblemText::default()
            },
            hash: Some(4),
            prove: false,
            ..check::Request::default()
        };
        let mut nobody = |_: &Progress| {};
        let mut stage = Stage::new(&Clock::system(), StopToken::default(), &mut nobody);
        let checked = conductor.check(&request, &mut stage, &()).unwrap();
        let solution = checked.solution.unwrap();
        assert_eq!(
            (checked.verdict, checked.given),
            (Soundness::Sound, check::Given::Examined),
            "{row}"
        );
        assert_eq!(solution.line.len().to_string(), length, "{row}");
        // By a defence that leaves pieces over the mate may take two plies more than the solution.
        assert!(matches!(solution.length, Some(3 | 5)), "{row}");
    }
}
