//! A family has exactly the diagrams that plain nested loops find, by the plain rules of `tsumugi-verify`, and each one once.

use std::collections::BTreeSet;
use tsumugi_shogi::{Cell, Color, HandKind, Piece, Setup, Square};
use tsumugi_verify::naive;
use tsumugi_workshop::family::{Family, FamilyFault};
use tsumugi_workshop::pattern::Pattern;

fn family(text: &str) -> Family {
    Family::new(&text.parse::<Pattern>().unwrap()).unwrap()
}

/// A box of files and ranks at the right edge, where any of these may stand and the king too.
fn corner(files: usize, ranks: usize, class: &str, more: &str) -> String {
    let row = format!("|{}|\n", format!(" {class}/k/.").repeat(files));
    format!("{}{more}\nlength: 3\n", row.repeat(ranks))
}

/// The diagrams of a family, each with its number, mirror images left out.
fn diagrams(family: &Family) -> Vec<(u64, String)> {
    let mut all = vec![];
    for number in 0..family.len() {
        let arrangement = family.arrangement(number).unwrap();
        let Some(position) = family.position(&arrangement) else { continue };
        let setup = position.to_setup();
        assert_eq!(family.number_of(&setup), Some(number), "{}", setup.to_sfen());
        if family.is_first_image(number, &arrangement, &position) {
            all.push((number, setup.to_sfen()));
        }
    }
    assert!(family.arrangement(family.len()).is_none());
    all
}

/// Is a diagram allowed by the plain rules?
fn is_allowed(sfen: &str) -> bool {
    let faults = naive::Position::from_sfen(sfen).unwrap().faults();
    faults.is_empty()
}

/// All hands of this many pieces.
fn hands(pieces: usize) -> Vec<[u8; 7]> {
    if pieces == 0 {
        return vec![[0; 7]];
    }
    let mut all = BTreeSet::new();
    for smaller in hands(pieces - 1) {
        for kind in HandKind::ALL {
            let mut hand = smaller;
            hand[kind.index()] += 1;
            all.insert(hand);
        }
    }
    all.into_iter().collect()
}

/// Nested loops: the king on each square of a box, then up to this many pieces on later squares in turn, then each hand.
fn loops(files: u8, ranks: u8, pieces: usize, in_hand: usize) -> BTreeSet<String> {
    let squares: Vec<Square> =
        Square::all().filter(|square| square.file() <= files && square.rank() <= ranks).collect();
    let mut boards = vec![];
    for &king in &squares {
        let mut setup = Setup::empty();
        setup.set(king, Cell::Piece(Piece::new(Color::White, tsumugi_shogi::Kind::King)));
        let mut grown = vec![(setup, 0usize, 0usize)];
        for on_board in 0..=pieces {
            boards.extend(grown.iter().map(|(setup, ..)| (setup.clone(), on_board)));
            let mut next = vec![];
            for (setup, after, _) in &grown {
                for (i, &square) in squares.iter().enumerate().skip(*after) {
                    if setup.cell(square) != Cell::Empty {
                        continue;
                    }
                    for piece in Pattern::pieces_of(Color::Black) {
                        let mut more = setup.clone();
                        more.set(square, Cell::Piece(piece));
                        next.push((more, i + 1, on_board + 1));
                    }
                }
            }
            grown = next;
        }
    }
    let mut found = BTreeSet::new();
    for (board, on_board) in boards {
        for held in 0..=in_hand.min(pieces - on_board) {
            for hand in hands(held) {
                let mut setup = board.clone();
                setup.hands[0] = hand;
                if HandKind::ALL.iter().any(|&kind| setup.count(kind) > u32::from(kind.full_set())) {
                    continue;
                }
                setup.give_rest_to(Color::White);
                let sfen = setup.to_sfen();
                if is_allowed(&sfen) {
                    found.insert(sfen);
                }
            }
        }
    }
    found
}

#[test]
fn nested_loops_find_the_same_diagrams() {
    for (files, ranks, pieces, in_hand) in [(2, 3, 2, 2), (3, 1, 3, 1)] {
        let bounds = format!("hand: any 0-{in_hand}\npieces: 0-{pieces}");
        let family = family(&corner(files, ranks, "attacker", &bounds));
        let all = diagrams(&family);
        let expected = loops(files as u8, ranks as u8, pieces, in_hand);
        let found: BTreeSet<String> = all.iter().map(|(_, sfen)| sfen.clone()).collect();
        assert_eq!(found.len(), all.len(), "each one once");
        println!("{} arrangements, {} diagrams", family.len(), all.len());
        assert!(found == expected, "{} found, {} expected", found.len(), expected.len());
    }
}

#[test]
fn of_mirror_images_one_is_left() {
    // Three files around the axis: every diagram and its mirror image fit.
    let row = "| . k/G/S/. k/G/S/. k/G/S/. . . . |\n";
    let both = format!("{row}{row}length: 3\npieces: 0-2\n");
    let family = family(&both);
    let all = diagrams(&family);
    let mut seen = BTreeSet::new();
    for number in 0..family.len() {
        let arrangement = family.arrangement(number).unwrap();
        let Some(position) = family.position(&arrangement) else { continue };
        let setup = position.to_setup();
        seen.insert(setup.to_sfen().min(setup.mirrored().to_sfen()));
    }
    let kept: BTreeSet<String> = all
        .iter()
        .map(|(_, sfen)| {
            let setup: Setup = sfen.parse().unwrap();
            setup.to_sfen().min(setup.mirrored().to_sfen())
        })
        .collect();
    assert_eq!((kept.len(), &kept), (all.len(), &seen));
    let symmetric = Family::new(&format!("{both}want: symmetric\n").parse().unwrap()).unwrap();
    let symmetric = diagrams(&symmetric);
    let own = |sfen: &String| {
        let setup: Setup = sfen.parse().unwrap();
        setup.mirrored() == setup
    };
    let expected = seen.iter().filter(|sfen| own(sfen)).count();
    assert!(expected > 0 && symmetric.len() == expected);
    assert!(symmetric.iter().all(|(_, sfen)| own(sfen)));
}

#[test]
fn bounds_and_hands_are_kept() {
    let text = "class guard: G/S\n| k guard/. guard/. |\n| O n/. guard/O |\nhand: G 1\nhand: P L 0-2\npieces: 2-3\n\
        defenders: 0-1\nholds: 2p\nlength: 1\n";
    let family = family(text);
    let mut counts = BTreeSet::new();
    for number in 0..family.len() {
        let arrangement = family.arrangement(number).unwrap();
        let own = arrangement.pieces().iter().filter(|(_, piece)| piece.color == Color::Black).count();
        let held = arrangement.hand.total() as usize;
        assert!((2..=3).contains(&(own + held)) && arrangement.hand.has(HandKind::Gold));
        counts.insert((own, held));
        if let Some(position) = family.position(&arrangement) {
            assert!(position.to_sfen().contains("2p"), "{}", position.to_sfen());
            assert!(position.walls().has(Square::from_usi("3b").unwrap()));
        }
    }
    // A gold in hand is always there; one or two more pieces are anywhere.
    assert_eq!(counts, BTreeSet::from([(0, 2), (0, 3), (1, 1), (1, 2), (2, 1)]));
    assert!(Family::new(&"| k |\nlength: 1\npieces: 41-50\n".parse().unwrap()).unwrap().is_empty());
}

#[test]
fn too_much_is_refused() {
    let row = format!("|{}|\n", " attacker/defender/k/.".repeat(9));
    let all = format!("{}length: 3\n", row.repeat(9));
    assert_eq!(Family::new(&all.parse().unwrap()).unwrap_err(), FamilyFault::TooLarge);
    // Every hand there is can be wanted.
    let hands = "| k |\nlength: 3\nhand: any 0-38\n";
    assert_eq!(Family::new(&hands.parse().unwrap()).unwrap().len(), 106_875);
}
