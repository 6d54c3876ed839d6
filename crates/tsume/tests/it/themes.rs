//! Themes: hand-made lines, each with exactly the themes it has, in all four images (mirror, colours); and the two books.
//! `theme_cases.rs` has at least ten lines with each theme and ten without.
//!
//! A line need not be a solution here: rules look at moves and squares.

use std::collections::BTreeMap;
use tsumugi_shogi::{Color, Move, Setup, Waivers};
use tsumugi_testkit::list;
use tsumugi_tsume::Problem;
use tsumugi_tsume::canonical::Turned;
use tsumugi_tsume::themes::{Theme, themes};

/// A diagram, moves, and all themes.
type Case = (&'static str, &'static str, &'static [&'static str]);

const CASES: &[Case] = &[
    // Kings alone, and not.
    ("4k4/9/9/9/9/9/9/9/9 b G 1", "G*5b", &["bare-king"]),
    ("9/9/9/7k1/9/9/9/9/9 b 2G 1", "G*2e", &["bare-king"]),
    ("8k/9/9/9/9/9/9/9/9 b RG 1", "R*1c", &["bare-king"]),
    ("4k4/9/4P4/9/9/9/9/9/9 b G 1", "G*5b", &[]),
    ("4k4/9/9/9/8p/9/9/9/9 b G 1", "G*5b", &[]),
    ("OOOOOOOOO/4k4/9/9/9/9/9/9/9 b G 1", "G*5c", &[]),
    ("4k4/9/9/9/9/9/9/9/4K4 b G 1", "G*5b", &["two-kings"]),
    ("k8/9/9/9/9/9/9/9/4K4 b G 1", "G*8b", &["two-kings"]),
    ("k8/9/9/4K4/9/9/9/9/9 b L 1", "L*9c", &["two-kings"]),
    // The middle of the board.
    ("9/9/9/9/4k4/9/9/9/8P b G 1", "G*5f", &["centre-mate"]),
    ("9/9/9/9/4k4/9/9/9/8P b N 1", "N*4g", &["centre-mate"]),
    ("9/9/9/4k4/9/9/9/9/8P b 2G 1", "G*5c 5d5e G*5f", &["centre-mate"]),
    ("9/9/9/9/4k4/9/9/9/8P b G 1", "", &[]),
    ("9/9/9/4k4/9/9/9/9/8P b G 1", "G*5c 5d5e", &[]),
    ("9/9/9/9/4k4/9/9/9/8P b 2G 1", "G*5f 5e5d G*5e", &[]),
    ("9/9/9/9/5k3/9/9/9/8P b G 1", "G*4f", &[]),
    // Without promotion.
    ("4k4/9/9/9/9/9/9/9/R8 b - 1", "9i9a", &["unpromoted"]),
    ("B3k4/9/9/9/9/9/9/9/9 b - 1", "9a7c", &["unpromoted"]),
    ("4k4/9/4P4/9/9/9/9/9/9 b - 1", "5c5b", &["unpromoted"]),
    ("9/9/R8/9/9/9/9/9/4k4 b - 1", "9c9i", &["unpromoted"]),
    ("4k4/9/9/9/9/9/9/9/R8 b - 1", "9i9a+", &[]),
    ("4k4/9/9/4S4/9/9/9/9/9 b - 1", "5d5c 5a4a 5c5b", &[]),
    ("4k4/9/9/4S4/9/9/9/9/9 b - 1", "5d5c 5a4a 5c5b+", &[]),
    ("4k4/9/9/9/R8/9/9/9/9 b - 1", "9e5e", &[]),
    ("4k4/9/+R8/9/9/9/9/9/9 b - 1", "9c9a", &[]),
    // A pawn that may be dropped because something was not promoted.
    ("8k/9/p8/7N1/9/9/9/9/6R2 b P 1", "3i3b 9c9d P*1b", &["unpromoted", "pawn-drop-avoided"]),
    ("8k/9/p8/4B2N1/9/9/9/9/9 b P 1", "5d3b 9c9d P*1b", &["unpromoted", "pawn-drop-avoided"]),
    ("8k/9/p5S2/7N1/9/9/9/9/9 b P 1", "3c3b 9c9d P*1b", &["pawn-drop-avoided"]),
    // Nobody guards the pawn, so that it is no mate either way.
    ("8k/9/p8/4B4/9/9/9/9/9 b P 1", "5d3b 9c9d P*1b", &["unpromoted"]),
    // No pawn, or another piece.
    ("8k/9/p8/7N1/9/9/9/9/6R2 b P 1", "3i3b 9c9d", &["unpromoted"]),
    ("8k/9/p8/7N1/9/9/9/9/6R2 b L 1", "3i3b 9c9d L*1b", &["unpromoted"]),
    // Promoted, and the king keeps another square.
    ("8k/9/p8/7N1/9/9/9/9/5R3 b P 1", "4i4b+ 9c9d P*1b", &[]),
    // A drop that is no check.
    ("8k/9/p5S2/7N1/9/9/9/9/9 b P 1", "3c3b 9c9d P*5e", &[]),
    // Pieces thrown between.
    (
        "4k4/9/9/9/9/9/9/9/8P b Rp 1",
        "R*5i P*5e 5i5e",
        &["sacrificed-interposition", "distant-interposition"],
    ),
    ("8k/9/9/9/9/9/9/9/8P b Bn 1", "B*9i N*5e", &["sacrificed-interposition", "distant-interposition"]),
    (
        "4k4/9/9/9/9/9/9/9/8P b Lg 1",
        "L*5i G*5d 5i5d",
        &["sacrificed-interposition", "distant-interposition"],
    ),
    // Beside the king, who cannot take back.
    ("4k4/9/5S3/9/9/9/9/9/8P b Rp 1", "R*5i P*5b 5i5b+", &["sacrificed-interposition"]),
    ("4k4/9/3S5/9/9/9/9/9/8P b Lg 1", "L*5i G*5b 5i5b+", &["sacrificed-interposition"]),
    ("8k/9/8G/9/9/9/9/9/8P b Bs 1", "B*9i S*2b", &["sacrificed-interposition"]),
    // Beside the king, who takes back; guarded by another piece; a king that walks away; the checking piece taken.
    ("4k4/9/9/9/9/9/9/9/8P b Rp 1", "R*5i P*5b 5i5b+ 5a5b", &[]),
    ("4k4/9/9/5g3/9/9/9/9/8P b Rp 1", "R*5i P*5e", &[]),
    ("4k4/9/9/9/9/9/9/9/8P b Rp 1", "R*5i 5a4a", &[]),
    ("4k4/9/9/9/9/9/9/9/r7P b Rp 1", "R*5i 9i5i", &[]),
    // By a piece of the board.
    ("4k4/9/9/9/r8/9/9/9/9 b R 1", "R*5i 9e5e", &["moved-interposition"]),
    ("8k/9/9/r8/9/9/9/9/9 b B 1", "B*9i 9d4d", &["moved-interposition"]),
    ("8k/9/5s3/9/9/9/9/9/9 b B 1", "B*9i 4c4d", &["moved-interposition"]),
    ("8k/9/9/6r2/9/9/9/9/9 b B 1", "B*9i 3d4d", &["moved-interposition"]),
    ("4k4/9/9/9/2b6/9/9/9/9 b L 1", "L*5i 7e5g", &["moved-interposition"]),
    ("4k4/9/9/3g5/r8/9/9/9/9 b R 1", "R*5i 9e5e", &[]),
    ("4k4/3g5/9/9/9/9/9/9/9 b R 1", "R*5i 6b5b", &[]),
    // Where two can take.
    ("4k4/9/r7r/9/9/9/9/9/9 b N 1", "N*4c 9c4c", &["focal-sacrifice"]),
    ("4k4/9/r8/9/9/8b/9/9/9 b N 1", "N*4c 1f4c", &["focal-sacrifice"]),
    ("4kl3/9/r8/9/9/9/9/9/9 b N 1", "N*4c 4a4c", &["focal-sacrifice"]),
    ("4k4/9/r8/9/9/9/9/9/9 b N 1", "N*4c 9c4c", &[]),
    ("4k4/9/r7r/9/9/9/9/9/9 b N 1", "N*4c 5a5b", &[]),
    ("4k4/4g1g2/9/9/9/9/9/9/9 b N 1", "N*4c 3b4c", &[]),
    ("4k4/9/9/9/9/9/r8/9/9 b G 1", "G*5b 5a5b", &[]),
    // Two pieces at once.
    ("4k4/9/9/9/4B4/9/9/9/4R4 b - 1", "5e3c+", &["double-check"]),
    ("4k4/9/9/9/4B4/9/9/9/4L4 b - 1", "5e3c+", &["double-check"]),
    ("4k4/9/9/4N4/9/9/9/9/4R4 b - 1", "5d4b+", &["double-check"]),
    ("4k4/9/9/9/4B4/9/9/9/4R4 b - 1", "5e4d", &[]),
    ("4k4/9/9/4N4/9/9/9/9/9 b - 1", "5d4b+", &[]),
    // Check for check.
    (
        "4k4/9/9/9/9/9/9/K8/9 b Rb 1",
        "R*5e B*5d",
        &["two-kings", "sacrificed-interposition", "distant-interposition", "counter-check"],
    ),
    (
        "4k4/9/9/K8/9/9/9/9/9 b Rr 1",
        "R*5e R*5d",
        &["two-kings", "sacrificed-interposition", "distant-interposition", "counter-check"],
    ),
    (
        "4k4/9/9/9/9/5K3/9/9/9 b Rn 1",
        "R*5e N*5d",
        &["two-kings", "sacrificed-interposition", "distant-interposition", "counter-check"],
    ),
    ("4k4/9/9/9/9/9/9/4K4/9 b Gr 1", "G*5b 5a5b", &["two-kings"]),
    ("4k4/9/9/9/4r4/9/9/9/3K5 b R 1", "R*5d 5e5d", &["two-kings"]),
    ("r3k4/9/9/9/9/9/9/9/4K4 b G 1", "G*5b 5a5b", &["two-kings"]),
    ("5k3/9/9/9/9/9/4r4/9/3K5 b R 1", "R*4g 5g4g", &["two-kings"]),
    // Saws.
    ("4k4/9/9/9/9/9/9/9/8+B b - 1", "1i2i 5a5b 2i2h 5b5a 2h3h 5a5b 3h3g", &["horse-saw"]),
    ("4k4/9/9/9/9/9/9/9/8+B b - 1", "1i1h 5a5b 1h2h 5b5a 2h2g 5a5b 2g3g", &["horse-saw"]),
    ("4k4/9/9/9/6+B2/9/9/9/9 b - 1", "3e3f 5a5b 3f4f 5b5a 4f4g 5a5b 4g5g", &["horse-saw"]),
    ("4k4/9/9/9/9/9/9/9/8+B b - 1", "1i2i 5a5b 2i2h 5b5a 2h3h", &[]),
    ("4k4/9/9/9/9/9/9/9/8+B b - 1", "1i2i 5a5b 2i2h 5b5a 2h2i 5a5b 2i1i", &[]),
    ("4k4/9/9/9/9/9/9/9/8+B b - 1", "1i3g 5a5b 3g2h 5b5a 2h4f 5a5b 4f3g", &[]),
    ("8k/9/9/9/4+R4/9/9/9/9 b - 1", "5e6f 1a1b 6f5f 1b1a 5f6g 1a1b 6g5g", &["dragon-saw"]),
    ("8k/9/9/9/4+R4/9/9/9/9 b - 1", "5e6f 1a1b 6f6e 1b1a 6e7f 1a1b 7f7e", &["dragon-saw"]),
    ("8k/9/9/9/4+R4/9/9/9/9 b - 1", "5e4f 1a1b 4f5f 1b1a 5f4g 1a1b 4g5g", &["dragon-saw"]),
    ("8k/9/9/9/4+R4/9/9/9/9 b - 1", "5e6f 1a1b 6f5f 1b1a 5f6g", &[]),
    ("8k/9/9/9/4+R4/9/9/9/9 b - 1", "5e5f 1a1b 5f6f 1b1a 6f6g 1a1b 6g7g", &[]),
];

fn ids(all: &[Theme]) -> Vec<&'static str> {
    all.iter().map(|theme| theme.id()).collect()
}

fn moves(text: &str) -> Vec<Move> {
    text.split_whitespace().map(|m| m.parse().unwrap()).collect()
}

/// What is wrong with a case in one of its images.
fn flaw(&(sfen, line, expected): &Case, turned: Turned) -> Option<String> {
    let setup: Setup = sfen.parse().unwrap();
    let image: Vec<Move> = moves(line).into_iter().map(|m| turned.m(m)).collect();
    let attacker = if turned.rotated { Color::White } else { Color::Black };
    let setup = turned.setup(&setup);
    let problem = match Problem::from_setup_for(&setup, Waivers::TSUME, true, Some(attacker)) {
        Ok(problem) => problem,
        Err(error) => return Some(format!("{sfen}: {error:?}")),
    };
    let mut here = problem.clone();
    for &m in &image {
        if !here.position().is_legal(m) {
            return Some(format!("{sfen}: {m} is illegal"));
        }
        here = here.after(m);
    }
    let found = ids(&themes(&problem, &image));
    (found != expected).then(|| format!("{sfen} {line} {turned:?}: {found:?}, not {expected:?}"))
}

#[test]
fn every_case_has_its_themes_and_no_others_in_every_image() {
    let images = (0..4).map(Turned::from_bits);
    let flaws: Vec<String> =
        images.flat_map(|turned| CASES.iter().filter_map(move |case| flaw(case, turned))).collect();
    assert!(flaws.is_empty(), "{}", flaws.join("\n"));
}

#[test]
fn names_are_unique_and_found_again() {
    for theme in Theme::ALL {
        assert_eq!(Theme::from_id(theme.id()), Some(theme));
        let same = Theme::ALL.iter().filter(|other| other.japanese() == theme.japanese()).count();
        assert_eq!(same, 1);
        assert!(!theme.reading().is_empty() && !theme.english().is_empty());
    }
    assert_eq!(Theme::from_id("nothing"), None);
}

#[test]
fn the_famous_ones_of_the_two_books_are_recognised() {
    let mut found: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for (book, file) in [("z", "zuko_lines.tsv"), ("m", "muso_lines.tsv")] {
        let Some(text) = list(file) else { return };
        for (number, row) in (1..).zip(text.lines()) {
            let columns: Vec<&str> = row.split('\t').collect();
            let Some(line) = columns.get(3) else { continue };
            let setup: Setup = columns[0].parse().unwrap();
            let Ok(problem) = Problem::from_setup(&setup, Waivers::ALL, false) else { continue };
            for theme in themes(&problem, &moves(line)) {
                found.entry(theme.id()).or_default().push(format!("{book}{number}"));
            }
        }
    }
    for (theme, all) in &found {
        println!("{theme}: {}", all.join(" "));
    }
    assert_eq!(found["smoke"], ["z99"]);
    assert_eq!(found["bare-king"], ["z98"]);
    assert!(found["pawn-drop-avoided"].len() >= 10, "{:?}", found["pawn-drop-avoided"]);
}
