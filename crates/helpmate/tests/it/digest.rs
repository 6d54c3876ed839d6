//! Digests of layers, computed a second time by the letter of `tsumugi helpmate --help`: positions, moves and mates by the rules of
//! `tsumugi-verify`, and SHA-256 as the standard has it. Nothing is shared with the engine that prints them.
//!
//! Random small problems and a few fixed ones always. The long run takes the published problems (`helpmate_tests.tsv` and
//! `helpmate.tsv` in `../shared/problems`, or where `TSUMUGI_PROBLEMS` says): all layers of those with up to a million
//! positions, and of the others the layers that come before the millionth position.
//!
//! ```sh
//! TSUMUGI_FULL=1 cargo test --release -p tsumugi-helpmate --test it digest:: -- --nocapture
//! ```
//!
//! `TSUMUGI_POSITIONS` is how many instead of a million.

use crate::engines_agree;
use std::collections::{HashMap, HashSet};
use std::fmt::Write;
use tsumugi_helpmate::{
    Answer, Conditions, Digest, Engine, Goal, Layer, Limits, Problem, Settings, Verdict, solve,
};
use tsumugi_shogi::Color;
use tsumugi_testkit::{Row, full, number, problems, rows};
use tsumugi_verify::naive;

/// The first eight bytes of the SHA-256 of a text (FIPS 180-4), as a number.
fn sha256_start(text: &str) -> u64 {
    // The fractional parts of square roots and cube roots of the first primes.
    let primes = (2u32..).filter(|n| (2..*n).all(|d| n % d != 0));
    let primes: Vec<f64> = primes.take(64).map(f64::from).collect();
    let bits = |root: f64| (root.fract() * 4_294_967_296.0) as u32;
    let k: Vec<u32> = primes.iter().map(|p| bits(p.cbrt())).collect();
    let mut h: Vec<u32> = primes[..8].iter().map(|p| bits(p.sqrt())).collect();
    let mut bytes = text.as_bytes().to_vec();
    bytes.push(0x80);
    bytes.resize(bytes.len().next_multiple_of(64), 0);
    if text.len() % 64 >= 56 {
        bytes.resize(bytes.len() + 64, 0);
    }
    let end = bytes.len() - 8;
    bytes[end..].copy_from_slice(&(text.len() as u64 * 8).to_be_bytes());
    for block in bytes.chunks(64) {
        let mut w: Vec<u32> =
            block.chunks(4).map(|four| u32::from_be_bytes(four.try_into().unwrap())).collect();
        for i in 16..64 {
            let (a, b) = (w[i - 15], w[i - 2]);
            let s0 = a.rotate_right(7) ^ a.rotate_right(18) ^ a >> 3;
            let s1 = b.rotate_right(17) ^ b.rotate_right(19) ^ b >> 10;
            w.push(w[i - 16].wrapping_add(s0).wrapping_add(w[i - 7]).wrapping_add(s1));
        }
        let mut v = h.clone();
        for i in 0..64 {
            let (a, e) = (v[0], v[4]);
            let s1 = e.rotate_right(6) ^ e.rotate_right(11) ^ e.rotate_right(25);
            let choice = (e & v[5]) ^ (!e & v[6]);
            let t1 = v[7].wrapping_add(s1).wrapping_add(choice).wrapping_add(k[i]).wrapping_add(w[i]);
            let s0 = a.rotate_right(2) ^ a.rotate_right(13) ^ a.rotate_right(22);
            let majority = (a & v[1]) ^ (a & v[2]) ^ (v[1] & v[2]);
            v.pop();
            v.insert(0, t1.wrapping_add(s0).wrapping_add(majority));
            v[4] = v[4].wrapping_add(t1);
        }
        h.iter_mut().zip(v).for_each(|(h, v)| *h = h.wrapping_add(v));
    }
    u64::from(h[0]) << 32 | u64::from(h[1])
}

/// What the plain rules find.
#[derive(Debug, Default)]
struct Found {
    layers: Vec<Layer>,
    /// Length and number of solutions modulo 2^128.
    mate: Option<(u32, u128)>,
    /// There were more positions than allowed.
    cut: bool,
}

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

    /// Layer after layer, as defined, with the number of ways to every position.
    fn search(&self, most: usize) -> Found {
        let root = naive::Position::from_sfen(&self.problem.position().to_sfen()).unwrap();
        let mut known = HashSet::from([root]);
        let mut now: HashMap<naive::Position, u128> = HashMap::from([(root, 1)]);
        let mut found = Found::default();
        loop {
            let mut layer = Layer { positions: now.len() as u64, digest: 0 };
            for position in now.keys() {
                let sfen = position.to_sfen();
                let (text, _) = sfen.rsplit_once(' ').unwrap();
                layer.digest = layer.digest.wrapping_add(sha256_start(text));
            }
            found.layers.push(layer);
            let ply = found.layers.len() as u32 - 1;
            let mates: Vec<u128> =
                now.iter().filter(|(position, _)| self.is_goal(position)).map(|(_, &n)| n).collect();
            if !mates.is_empty() {
                found.mate = Some((ply, mates.iter().fold(0, |sum, n| sum.wrapping_add(*n))));
                return found;
            }
            if Some(ply) == self.problem.conditions().plies {
                return found;
            }
            let mut next: HashMap<naive::Position, u128> = HashMap::new();
            for (position, ways) in &now {
                for m in self.moves(position) {
                    let after = position.play(m);
                    if !known.contains(&after) {
                        let sum = next.entry(after).or_default();
                        *sum = sum.wrapping_add(*ways);
                    }
                }
                if known.len() + next.len() > most {
                    found.cut = true;
                    return found;
                }
            }
            if next.is_empty() {
                return found;
            }
            known.extend(next.keys());
            now = next;
        }
    }
}

fn plainly(problem: &Problem, most: usize) -> Found {
    let attacker = match problem.attacker() {
        Color::Black => naive::Color::Black,
        Color::White => naive::Color::White,
    };
    Plain { problem, attacker }.search(most)
}

/// As printed, with memory for this many positions and a few more.
fn printed(problem: &Problem, most: usize) -> (Answer, Digest) {
    let bytes = most.saturating_mul(104);
    let settings = Settings { engine: Engine::Plain, bytes, digest: true, ..Settings::default() };
    let answer = solve(problem, &settings, &Limits::default(), None, &mut ());
    let digest = answer.digest.clone().unwrap();
    (answer, digest)
}

/// A decimal number modulo 2^128.
fn low(digits: &str) -> u128 {
    let digit = |byte: u8| u128::from(byte - b'0');
    digits.bytes().fold(0u128, |n, byte| n.wrapping_mul(10).wrapping_add(digit(byte)))
}

/// Compares both; true if it was all of it.
fn compare(problem: &Problem, most: usize) -> (bool, usize) {
    let found = plainly(problem, most);
    let (answer, digest) = printed(problem, most);
    let what = problem.position().to_sfen();
    assert_eq!(digest.layers, found.layers, "{what}");
    match (&answer.verdict, found.mate) {
        (Verdict::Mate(length), Some((plies, ways))) => {
            assert_eq!((*length, low(&answer.solutions.unwrap().to_string())), (plies, ways), "{what}");
        }
        (Verdict::NoMate, None) => assert!(!found.cut, "{what}"),
        (Verdict::NotWithin(plies), None) => assert_eq!(*plies as usize + 1, found.layers.len()),
        (Verdict::Unknown(_), None) => assert!(found.cut, "{what}"),
        (verdict, mate) => panic!("{verdict:?} but {mate:?}: {what}"),
    }
    (!found.cut, found.layers.iter().map(|layer| layer.positions as usize).sum())
}

#[test]
fn a_second_sha_256_is_that_of_the_standard() {
    assert_eq!(sha256_start("abc"), 0xBA78_16BF_8F01_CFEA);
    assert_eq!(sha256_start(""), 0xE3B0_C442_98FC_1C14);
    let long = "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq";
    assert_eq!(sha256_start(long), 0x248D_6A61_D206_38B8);
}

#[test]
fn random_problems_have_the_layers_that_the_plain_rules_find() {
    let (mut cases, mut mates) = (0, 0);
    for seed in 0..number("TSUMUGI_CASES", 300) {
        let Some(problem) = engines_agree::problem(seed) else { continue };
        compare(&problem, 500);
        cases += 1;
        mates += u32::from(plainly(&problem, 500).mate.is_some());
    }
    assert!(cases > 100 && mates > 20, "{cases} {mates}");
}

#[test]
fn known_problems_have_the_layers_that_the_plain_rules_find() {
    for sfen in [
        "3K5/6S2/9/9/3k5/9/9/9/3+s5 b Pbsl 1",
        "6l2/1r6+P/1l2S4/2+S6/9/9/2SK1l3/9/k7+P b p 1",
        "9/2k2g3/9/9/9/9/9/1K7/4+P4 b P2r2b3g4s4n4l16p 1",
        "8k/9/9/9/9/9/9/9/9 b LP2r2b4g4s4n3l17p 1",
    ] {
        let problem = Problem::from_setup(&sfen.parse().unwrap(), Conditions::default()).unwrap();
        compare(&problem, 3_000);
    }
}

/// The table of docs/commands/helpmate.md, that is of `tsumugi helpmate --help`.
#[test]
fn the_example_is_as_written_down() {
    let sfen = "9/7P1/1P2S2l1/8P/5K3/2k+s5/5+S3/4+p4/9 b S2r2b4g4n3l14p 1";
    let problem = Problem::from_setup(&sfen.parse().unwrap(), Conditions::default()).unwrap();
    let (_, digest) = printed(&problem, 100_000);
    let mut table = String::new();
    for (ply, Layer { positions, digest }) in digest.layers.iter().enumerate() {
        writeln!(table, "{ply} {positions} {digest:016x}").unwrap();
    }
    assert_eq!(sha256_start(&table), digest.total());
    let page = include_str!("../../../../docs/commands/helpmate.md");
    assert!(page.contains(&table) && page.contains(&format!("{:016x}", digest.total())), "{table}");
}

#[test]
fn published_problems_have_the_layers_that_the_plain_rules_find() {
    if !full() || problems().is_none() {
        return;
    }
    let most = number("TSUMUGI_POSITIONS", 1_000_000) as usize;
    let (mut whole, mut cut, mut positions) = (0, 0, 0);
    for list in ["helpmate_tests.tsv", "helpmate.tsv"] {
        for Row { sfen, name, .. } in rows(list) {
            let problem = Problem::from_setup(&sfen.parse().unwrap(), Conditions::default()).unwrap();
            let (complete, number) = compare(&problem, most);
            println!("{name}: {number} positions, {}", if complete { "all" } else { "the first" });
            *(if complete { &mut whole } else { &mut cut }) += 1;
            positions += number;
        }
    }
    println!("{whole} problems whole, {cut} in part, {positions} positions");
}
