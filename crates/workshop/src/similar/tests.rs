//! The index against comparing diagrams cell by cell.

use super::*;
use std::collections::HashMap;
use tsumugi_shogi::random::{Random, Style, setup_of};
use tsumugi_shogi::{HandKind, Piece};

/// Lays one over the other in every way there is, square by square.
fn plain(a: &Setup, by: Color, b: &Setup, of: Color) -> u32 {
    let mut best = u32::MAX;
    for mirrored in [false, true] {
        let turned = Turned { rotated: by != of, mirrored }.setup(b);
        let mut shifts = vec![(0, 0)];
        if let (Some(here), Some(there)) = (a.kings(!by).next(), turned.kings(!by).next()) {
            let far = |a: u8, b: u8| a as i8 - b as i8;
            shifts.push((far(here.file(), there.file()), far(here.rank(), there.rank())));
        }
        for shift in shifts {
            let laid = Laid { turned: Turned { rotated: by != of, mirrored }, shift };
            let Some(moved) = laid.setup(b) else { continue };
            best = best.min(count(a, &moved, by));
        }
    }
    best
}

/// How many things one has and the other has not, as multisets.
fn count(a: &Setup, b: &Setup, attacker: Color) -> u32 {
    let things = |setup: &Setup| {
        let mut all: HashMap<String, i32> = HashMap::new();
        for square in Square::all().filter(|&square| setup.cell(square) != Cell::Empty) {
            *all.entry(format!("{square}{:?}", setup.cell(square))).or_default() += 1;
        }
        for kind in HandKind::ALL {
            *all.entry(format!("{kind:?}")).or_default() += i32::from(setup.in_hand(attacker, kind));
        }
        *all.entry("defender first".into()).or_default() += (setup.turn != attacker) as i32;
        all
    };
    let (a, b) = (things(a), things(b));
    let lacks = |a: &HashMap<String, i32>, b: &HashMap<String, i32>| -> i32 {
        a.iter().map(|(thing, n)| (n - b.get(thing).unwrap_or(&0)).max(0)).sum()
    };
    lacks(&a, &b).max(lacks(&b, &a)) as u32
}

fn random_setup(random: &mut Random) -> (Setup, Color) {
    let style = random.pick(&[Style::Tsume, Style::TwoKings, Style::Walled]);
    let setup = setup_of(style, random);
    let attacker = if random.one_in(8) { !setup.turn } else { setup.turn };
    (setup, attacker)
}

/// The diagram turned, moved where there is room, and with a few pieces changed.
fn relative(setup: &Setup, attacker: Color, random: &mut Random) -> (Setup, Color) {
    let turned = Turned::from_bits(random.below(4) as u8);
    let by = |random: &mut Random| random.below(5) as i8 - 2;
    let laid = Laid { turned, shift: (by(random), by(random)) };
    let mut out = laid.setup(setup).unwrap_or_else(|| turned.setup(setup));
    for _ in 0..random.below(5) {
        let square = random.pick(&Square::all().collect::<Vec<_>>());
        let is_king =
            matches!(out.cell(square), Cell::Piece(Piece { kind: tsumugi_shogi::Kind::King, .. }));
        match random.below(3) {
            0 if !is_king => out.set(square, Cell::Empty),
            1 if out.cell(square) == Cell::Empty => {
                let kind = random.pick(&tsumugi_shogi::Kind::ALL[..7]);
                let kind =
                    if kind == tsumugi_shogi::Kind::King { tsumugi_shogi::Kind::Gold } else { kind };
                out.set(square, Cell::Piece(Piece::new(random.pick(&Color::ALL), kind)));
            }
            _ => {
                let held = &mut out.hands[random.below(2)][random.below(7)];
                *held = (*held + 1).min(18);
            }
        }
    }
    (out, if turned.rotated { !attacker } else { attacker })
}

/// `TSUMUGI_CASES` sets how many diagrams of an index are asked about.
#[test]
fn the_index_says_what_a_plain_comparison_says() {
    let cases = std::env::var("TSUMUGI_CASES").ok().and_then(|n| n.parse().ok()).unwrap_or(60u64);
    let mut close = [0; 4];
    for seed in 0..cases {
        let mut random = Random::new(seed);
        let first = random_setup(&mut random);
        let mut all = vec![first.clone()];
        for _ in 0..40 {
            all.push(relative(&first.0, first.1, &mut random));
            all.push(random_setup(&mut random));
        }
        let mut index = Index::default();
        all.iter().for_each(|(setup, attacker)| index.add(setup, *attacker));
        for asked in [0, 1, 2] {
            let (setup, attacker) = &all[asked];
            let found = index.near(setup, *attacker, u32::MAX);
            assert_eq!(found.len(), all.len(), "seed {seed}");
            assert!(found.is_sorted_by_key(|near| near.differ), "seed {seed}");
            for near in found {
                let (other, by) = &all[near.number];
                let what = format!(
                    "seed {seed}: {} {} {attacker:?} {by:?} {near:?}",
                    setup.to_sfen(),
                    other.to_sfen()
                );
                assert_eq!(near.differ, plain(setup, *attacker, other, *by), "{what}");
                // What is said about how it is laid is true, and so is what is told piece by piece.
                let laid = near.laid.setup(other).expect("it stays on the board");
                assert_eq!(near.differ, count(setup, &laid, *attacker), "{what}");
                let told = differences(setup, &laid, *attacker);
                assert_eq!(near.differ as usize, told.count(), "{what}");
                assert!(near.of >= near.differ, "{what}");
                if let Some(count) = close.get_mut(near.differ as usize) {
                    *count += 1;
                }
            }
            let few: Vec<Near> = index.near(setup, *attacker, 2);
            let all = index.near(setup, *attacker, u32::MAX);
            assert_eq!(few[..], all[..few.len()], "seed {seed}");
            assert!(all.get(few.len()).is_none_or(|next| next.differ > 2), "seed {seed}");
        }
    }
    println!("pairs that differ by 0, 1, 2, 3: {close:?}");
    assert!(close.iter().all(|&count| count > 20), "{close:?}: such pairs were tried");
}

const PROBLEM: &str = "7s1/6+B1k/9/9/9/9/9/9/9 b G2rb3g3s4n4l18p 1";

fn near(other: &str, attacker: Color) -> Near {
    let mut index = Index::default();
    index.add(&other.parse().unwrap(), attacker);
    index.near(&PROBLEM.parse().unwrap(), Color::Black, u32::MAX)[0]
}

#[test]
fn equal_ones_are_found_however_they_are_turned_and_moved() {
    for (other, attacker, turned, shift) in [
        (PROBLEM, Color::Black, Turned::default(), (0, 0)),
        (
            "1s7/k1+B6/9/9/9/9/9/9/9 b G 1",
            Color::Black,
            Turned { mirrored: true, rotated: false },
            (0, 0),
        ),
        (
            "9/9/9/9/9/9/9/K1+b6/1S7 w 2RB3G3S4N4L18Pg 1",
            Color::White,
            Turned { rotated: true, mirrored: false },
            (0, 0),
        ),
        ("9/9/6s2/5+B1k1/9/9/9/9/9 b G 1", Color::Black, Turned::default(), (-1, -2)),
        (
            "9/1s7/k1+B6/9/9/9/9/9/9 b G 1",
            Color::Black,
            Turned { mirrored: true, rotated: false },
            (0, -1),
        ),
    ] {
        let found = near(other, attacker);
        assert_eq!((found.differ, found.laid), (0, Laid { turned, shift }), "{other}");
    }
}

#[test]
fn what_differs_is_told_piece_by_piece() {
    for (other, here, there) in [
        ("9/6+B1k/9/9/9/9/9/9/9 b G 1", "defender's silver 2a", ""),
        ("7g1/6+B1k/9/9/9/9/9/9/9 b G 1", "defender's silver 2a", "defender's gold 2a"),
        ("6s2/6+B1k/9/9/9/9/9/9/9 b G 1", "defender's silver 2a", "defender's silver 3a"),
        ("7s1/6+B1k/9/9/9/9/9/9/9 b S 1", "gold in hand", "silver in hand"),
        ("7s1/6+B1k/9/9/9/9/9/9/9 b 2G 1", "", "gold in hand"),
        ("7s1/6+B1k/9/9/9/9/9/9/O8 b G 1", "", "wall 9i"),
        ("7s1/6+B1k/9/9/9/9/9/9/9 w G 1", "", "the defender moves first"),
    ] {
        let found = near(other, Color::Black);
        assert_eq!(found.differ, 1, "{other}");
        let laid = found.laid.setup(&other.parse().unwrap()).unwrap();
        let told = differences(&PROBLEM.parse().unwrap(), &laid, Color::Black);
        let words =
            |all: &[Standing]| all.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ");
        assert_eq!((words(&told.here).as_str(), words(&told.there).as_str()), (here, there), "{other}");
    }
}

#[test]
fn an_empty_index_finds_nothing() {
    let index = Index::default();
    assert!(index.is_empty() && index.near(&PROBLEM.parse().unwrap(), Color::Black, 99).is_empty());
}
