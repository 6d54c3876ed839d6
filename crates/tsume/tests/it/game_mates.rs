//! Mates from games whose length is known: every one is found and certified, and no switch changes an answer.
//!
//! Reads `yaneuraou_mate*.tsv` in `../shared/problems`, or where `TSUMUGI_PROBLEMS` says, and skips without them. Every
//! 4000th problem by default; `TSUMUGI_EVERY=1` for all of them.

use crate::answers::assert_certified;
use tsumugi_andor::PaperOptions;
use tsumugi_andor::options::ThreadsBy;
use tsumugi_shogi::random::Random;
use tsumugi_shogi::{MoveList, Position};
use tsumugi_testkit::{list, number, text};
use tsumugi_tsume::{Answer, Limits, Problem, Settings, Solver, Verdict};
use tsumugi_verify::Proved;

const LENGTHS: [u32; 5] = [3, 5, 7, 9, 11];

fn every() -> Option<usize> {
    text("TSUMUGI_EVERY").map(|_| number("TSUMUGI_EVERY", 1))
}

/// Every n-th mate of a length, or nothing with a word about it.
fn mates_in(plies: u32) -> Vec<Position> {
    let Some(text) = list(&format!("yaneuraou_mate{plies}.tsv")) else { return vec![] };
    let position = |line: &str| Position::from_sfen(line.split('\t').next().unwrap()).unwrap();
    text.lines().step_by(every().unwrap_or(4000)).map(position).collect()
}

/// What the certificates of a run add up to.
#[derive(Default)]
struct Certified {
    mates: usize,
    no_mates: usize,
    claims: u64,
    bytes: usize,
}

impl Certified {
    /// Checks the certificate of an answer by the plain rules.
    fn check(&mut self, problem: &Problem, answer: &Answer, at: &str) {
        let Some(expected) = assert_certified(problem, answer, at) else { return };
        self.mates += (expected != Proved::NoMate) as usize;
        self.no_mates += (expected == Proved::NoMate) as usize;
        self.claims += answer.claims.unwrap();
        self.bytes += answer.certificate.as_ref().unwrap().len();
    }
}

#[test]
fn every_mate_is_found_and_certified() {
    for stated in LENGTHS {
        let (mut certified, mut longer, mut nodes, mut expansions) = (Certified::default(), 0, 0, 0);
        let mut solver = Solver::new(Settings { bytes: 64 << 20, ..Settings::default() });
        let positions = mates_in(stated);
        for position in &positions {
            let problem = Problem::new(position.clone());
            let answer = solver.solve(&problem, &Limits::default(), &mut ());
            let at = format!("stated {stated}: {position:?}");
            let Verdict::Mate(plies) = answer.verdict else { panic!("{:?}: {at}", answer.verdict) };
            assert!(plies >= stated, "mate in {plies}: {at}");
            certified.check(&problem, &answer, &at);
            longer += (plies > stated) as u32;
            nodes += answer.stats.plays;
            expansions += answer.stats.expansions;
        }
        let Certified { mates, claims, bytes, .. } = certified;
        assert_eq!(mates, positions.len());
        println!(
            "mates in {stated}: {mates} certified, {longer} found longer, {nodes} nodes, \
             {expansions} expansions, {claims} claims, {bytes} bytes"
        );
    }
}

/// The ways to search that must not differ in their answers: a name, and the settings.
fn ways() -> Vec<(String, Settings<PaperOptions>)> {
    let usual = Settings { bytes: 64 << 20, ..Settings::with(PaperOptions::default()) };
    let mut ways = Vec::new();
    for preset in PaperOptions::presets() {
        for bytes in [64 << 20, 1 << 20] {
            let settings = Settings { options: preset.options, bytes, ..usual.clone() };
            ways.push((format!("{}, {} MiB", preset.name, bytes >> 20), settings));
        }
    }
    for &(method, name) in ThreadsBy::ALL {
        for threads in [2, 4] {
            for bytes in [64 << 20, 1 << 20] {
                let mut settings = Settings { threads, bytes, ..usual.clone() };
                settings.options.threads_by = method;
                ways.push((format!("{threads} threads by {name}, {} MiB", bytes >> 20), settings));
            }
        }
    }
    ways
}

/// A mate, and what is left of it after any check and any reply if the attacker loses its hand: often nothing.
fn with_a_stray(position: Position, random: &mut Random) -> Vec<Position> {
    let mut stray = position.clone();
    let mut moves = MoveList::new();
    stray.checks(&mut moves);
    let _ = stray.play(random.pick(&moves));
    let mut replies = MoveList::new();
    stray.legal_moves(&mut replies);
    if replies.is_empty() {
        return vec![position];
    }
    let _ = stray.play(random.pick(&replies));
    let nothing = stray.hand(stray.turn()).without(stray.hand(stray.turn()));
    assert!(stray.share_hands(stray.turn(), nothing));
    vec![position, stray]
}

#[test]
fn no_switch_changes_an_answer() {
    let limits = Limits::expansions(if every().is_some() { 20_000 } else { 500 });
    let mut random = Random::new(1);
    let positions: Vec<Position> = LENGTHS.iter().flat_map(|&plies| mates_in(plies)).collect();
    let positions: Vec<Position> =
        positions.into_iter().flat_map(|position| with_a_stray(position, &mut random)).collect();
    let mut truth: Vec<Option<bool>> = vec![None; positions.len()];
    for (name, settings) in ways() {
        let mut solver = Solver::new(settings);
        let (mut certified, mut unknown, mut unproved, mut nodes) = (Certified::default(), 0, 0, 0);
        for (position, truth) in positions.iter().zip(&mut truth) {
            let problem = Problem::new(position.clone());
            let answer = solver.solve(&problem, &limits, &mut ());
            let at = format!("{name}: {position:?}");
            let mate = match answer.verdict {
                Verdict::Mate(_) => Some(true),
                Verdict::NoMate => Some(false),
                Verdict::Unknown(_) => None,
            };
            nodes += answer.stats.plays;
            unknown += mate.is_none() as u32;
            assert!(truth.is_none() || mate.is_none() || *truth == mate, "{:?}: {at}", answer.verdict);
            *truth = truth.or(mate);
            if answer.certificate.is_some() {
                certified.check(&problem, &answer, &at);
            } else {
                unproved += mate.is_some() as usize;
            }
        }
        let Certified { mates, no_mates, .. } = certified;
        println!(
            "{name}: {mates} mates and {no_mates} no-mates certified, {unproved} without a certificate, \
             {unknown} unknown, {nodes} nodes"
        );
        assert!(unproved * 50 <= mates + no_mates, "{name}");
    }
}
