//! Each rule of `docs/RULES.md` on a small board made for it. Pawn-drop mate has a file of its own.

use tsumugi_verify::naive::{Color, Fault, Kind, Move, Piece, Position, Square};

fn read(sfen: &str) -> Position {
    let position = Position::from_sfen(sfen).unwrap();
    assert_eq!(position.faults(), [], "{sfen}");
    position
}

fn texts(moves: Vec<Move>) -> Vec<String> {
    let mut texts: Vec<String> = moves.iter().map(|m| m.to_string()).collect();
    texts.sort();
    texts
}

fn legal(sfen: &str) -> Vec<String> {
    texts(read(sfen).legal_moves())
}

/// The legal moves that begin with `start`: those from a square, or the drops of a kind.
fn legal_from(sfen: &str, start: &str) -> Vec<String> {
    let mut moves = legal(sfen);
    moves.retain(|text| text.starts_with(start));
    moves
}

/// Where Black's piece goes from 5e, and White's, on a board empty but for a king far away.
fn reach(letter: &str) -> [Vec<String>; 2] {
    let black = format!("9/6k2/9/9/4{letter}4/9/9/9/9 b - 1");
    let small = letter.to_lowercase();
    let white = format!("9/9/9/9/4{small}4/9/9/6K2/9 w - 1");
    [black, white].map(|sfen| {
        let mut targets = legal_from(&sfen, "5e");
        for target in &mut targets {
            target.drain(..2);
        }
        targets
    })
}

fn square(text: &str) -> Square {
    Square::from_usi(text).unwrap()
}

#[test]
fn each_kind_moves_as_the_table_says() {
    let cases = [
        ("P", "5d", "5f"),
        ("N", "4c 4c+ 6c 6c+", "4g 4g+ 6g 6g+"),
        ("S", "4d 4f 5d 6d 6f", "4d 4f 5f 6d 6f"),
        ("G", "4d 4e 5d 5f 6d 6e", "4e 4f 5d 5f 6e 6f"),
        ("+P", "4d 4e 5d 5f 6d 6e", "4e 4f 5d 5f 6e 6f"),
        ("+L", "4d 4e 5d 5f 6d 6e", "4e 4f 5d 5f 6e 6f"),
        ("+N", "4d 4e 5d 5f 6d 6e", "4e 4f 5d 5f 6e 6f"),
        ("+S", "4d 4e 5d 5f 6d 6e", "4e 4f 5d 5f 6e 6f"),
        ("K", "4d 4e 4f 5d 5f 6d 6e 6f", "4d 4e 4f 5d 5f 6d 6e 6f"),
        ("L", "5a+ 5b 5b+ 5c 5c+ 5d", "5f 5g 5g+ 5h 5h+ 5i+"),
    ];
    for (letter, black, white) in cases {
        let [by_black, by_white] = reach(letter);
        assert_eq!(by_black.join(" "), black, "{letter}");
        assert_eq!(by_white.join(" "), white, "{letter}");
    }
}

#[test]
fn sliding_pieces_go_as_far_as_the_board() {
    let bishop = "1a 1i 2b 2h 3c 3g 4d 4f 6d 6f 7c 7g 8b 8h 9a 9i";
    let rook = "1e 2e 3e 4e 5a 5b 5c 5d 5f 5g 5h 5i 6e 7e 8e 9e";
    let cases = [
        ("B", bishop, ""),
        ("R", rook, ""),
        ("+B", bishop, "4e 5d 5f 6e"),
        ("+R", rook, "4d 4f 6d 6f"),
    ];
    for (letter, slides, steps) in cases {
        let mut expected: Vec<&str> = slides.split(' ').chain(steps.split_whitespace()).collect();
        expected.sort_unstable();
        for mut targets in reach(letter) {
            targets.retain(|target| !target.ends_with('+'));
            assert_eq!(targets, expected, "{letter}");
        }
    }
}

#[test]
fn a_slide_ends_before_an_own_piece_and_on_an_enemy_piece() {
    let sfen = "8k/9/4p4/9/2P1R1P2/9/4P4/9/9 b - 1";
    let expected = ["5e4e", "5e5c", "5e5c+", "5e5d", "5e5f", "5e6e"];
    assert_eq!(legal_from(sfen, "5e"), expected);
}

#[test]
fn a_knight_jumps_over_pieces_and_stones() {
    let sfen = "8k/9/9/3SOS3/3GNG3/9/9/9/9 b - 1";
    assert_eq!(legal_from(sfen, "5e"), ["5e4c", "5e4c+", "5e6c", "5e6c+"]);
}

#[test]
fn promotion_is_a_choice_on_entering_on_leaving_and_within_the_zone() {
    let silver = |rank: &str, sfen: &str| legal_from(sfen, rank);
    let entering = silver("5d", "8k/9/9/4S4/9/9/9/9/9 b - 1");
    let expected = ["5d4c", "5d4c+", "5d4e", "5d5c", "5d5c+", "5d6c", "5d6c+", "5d6e"];
    assert_eq!(entering, expected);
    let leaving = silver("5c", "8k/9/4S4/9/9/9/9/9/9 b - 1");
    assert!(leaving.contains(&"5c4d".to_string()) && leaving.contains(&"5c4d+".to_string()));
    assert!(leaving.contains(&"5c5b".to_string()) && leaving.contains(&"5c5b+".to_string()));
    let white = silver("5g", "9/9/9/9/9/9/4s4/9/K8 w - 1");
    assert!(white.contains(&"5g4f".to_string()) && white.contains(&"5g4f+".to_string()));
    assert!(!legal("9/9/9/9/9/4s4/9/9/K8 w - 1").contains(&"5f5e+".to_string()));
}

#[test]
fn pawns_lances_bishops_and_rooks_may_decline_to_promote() {
    assert_eq!(legal_from("k8/9/9/4P4/9/9/9/9/9 b - 1", "5d"), ["5d5c", "5d5c+"]);
    assert_eq!(legal_from("k8/9/4L4/9/9/9/9/9/9 b - 1", "5c"), ["5c5a+", "5c5b", "5c5b+"]);
    for letter in ["B", "R"] {
        let moves = legal_from(&format!("k8/9/4{letter}4/9/9/9/9/9/9 b - 1"), "5c");
        let declined = moves.iter().filter(|text| !text.ends_with('+')).count();
        assert_eq!(declined * 2, moves.len(), "{letter}");
    }
}

#[test]
fn promotion_is_forced_where_the_piece_could_not_move_again() {
    assert_eq!(legal_from("k8/4P4/9/9/9/9/9/9/9 b - 1", "5b"), ["5b5a+"]);
    assert_eq!(legal_from("k8/9/9/4N4/9/9/9/9/9 b - 1", "5d"), ["5d4b+", "5d6b+"]);
    assert_eq!(legal_from("k8/9/4N4/9/9/9/9/9/9 b - 1", "5c"), ["5c4a+", "5c6a+"]);
    assert_eq!(legal_from("9/9/9/9/9/9/9/4l4/K8 w - 1", "5h"), ["5h5i+"]);
    assert_eq!(legal_from("9/9/9/9/9/4n4/9/9/K8 w - 1", "5f"), ["5f4h+", "5f6h+"]);
}

#[test]
fn golds_kings_and_promoted_pieces_do_not_promote() {
    for piece in ["G", "K", "+P", "+L", "+N", "+S", "+B", "+R"] {
        let moves = legal_from(&format!("9/9/4{piece}4/9/9/9/9/9/k8 b - 1"), "5c");
        assert!(!moves.is_empty());
        assert!(moves.iter().all(|text| !text.ends_with('+')), "{piece}");
    }
}

#[test]
fn a_captured_piece_changes_sides_and_loses_its_promotion() {
    for (piece, kind) in [
        ("+p", Kind::Pawn),
        ("+l", Kind::Lance),
        ("+n", Kind::Knight),
        ("+s", Kind::Silver),
        ("+b", Kind::Bishop),
        ("+r", Kind::Rook),
        ("g", Kind::Gold),
        ("p", Kind::Pawn),
    ] {
        let position = read(&format!("8k/9/9/4{piece}4/4G4/9/9/9/9 b - 1"));
        let after = position.play("5e5d".parse().unwrap());
        assert_eq!(after.hand(Color::Black, kind), 1, "{piece}");
        assert_eq!(after.hand(Color::White, kind), 0, "{piece}");
        assert_eq!(after.to_sfen(), format!("8k/9/9/4G4/9/9/9/9/9 w {} 2", kind.letter()));
    }
}

#[test]
fn a_drop_takes_the_piece_from_the_hand_unpromoted() {
    let after = read("8k/9/9/9/9/9/9/9/9 b 2B 5").play("B*5b".parse().unwrap());
    assert_eq!(after.to_sfen(), "8k/4B4/9/9/9/9/9/9/9 w B 6");
    let bishop = Piece { color: Color::Black, kind: Kind::Bishop };
    assert_eq!(after.piece_at(square("5b")), Some(bishop));
}

#[test]
fn a_drop_needs_an_empty_square() {
    assert_eq!(legal_from("8k/4p4/4P4/4O4/9/9/9/9/9 b G 1", "G*").len(), 81 - 4);
}

#[test]
fn dead_end_drops_are_illegal() {
    let counts = |sfen: &str| ["P*", "L*", "N*", "S*"].map(|kind| legal_from(sfen, kind).len());
    assert_eq!(counts("9/9/9/4k4/9/9/9/9/9 b SNLP 1"), [71, 71, 62, 80]);
    assert_eq!(counts("9/9/9/4K4/9/9/9/9/9 w snlp 1"), [71, 71, 62, 80]);
    assert!(!legal("9/9/9/4k4/9/9/9/9/9 b P 1").contains(&"P*5a".to_string()));
    assert!(!legal("9/9/9/4K4/9/9/9/9/9 w n 1").contains(&"N*5h".to_string()));
    assert!(legal("9/9/9/4K4/9/9/9/9/9 w n 1").contains(&"N*5a".to_string()));
}

#[test]
fn a_second_unpromoted_pawn_on_a_file_may_not_be_dropped() {
    let on_file = |sfen: &str| legal_from(sfen, "P*5").len();
    assert_eq!(on_file("8k/9/9/9/4P4/9/9/9/9 b P 1"), 0);
    assert_eq!(on_file("8k/9/9/9/4+P4/9/9/9/9 b P 1"), 7, "a tokin does not count");
    assert_eq!(on_file("8k/9/9/9/4p4/9/9/9/9 b P 1"), 7, "an enemy pawn does not count");
    assert_eq!(on_file("8k/9/9/9/4O4/4P4/9/9/9 b P 1"), 0, "a stone does not part the file");
}

#[test]
fn a_move_may_not_leave_the_own_king_in_check() {
    // The gold on 5f is pinned by the rook on 5a; the king may not step next to the dragon.
    let sfen = "4r3k/9/9/9/9/4G4/9/4K4/6+r2 b - 1";
    assert_eq!(legal_from(sfen, "5f"), ["5f5e", "5f5g"]);
    assert_eq!(legal_from(sfen, "5h"), ["5h4g", "5h5g", "5h6g", "5h6h"]);
}

#[test]
fn a_check_is_met_by_moving_capturing_or_interposing() {
    // The rook on 5a checks the king on 5i, whose only step out of file 5 is to 6i.
    let sfen = "4r3k/9/7B1/9/9/9/9/3S1S3/4KG3 b N 1";
    let mut expected = vec!["5i6i", "2c5f", "2c5f+", "4h5g", "6h5g", "4i5h"];
    expected.extend(["N*5c", "N*5d", "N*5e", "N*5f", "N*5g", "N*5h"]);
    expected.sort_unstable();
    assert_eq!(legal(sfen), expected);
    assert_eq!(texts(read(sfen).evasions()), expected);
    let capture = "4r3k/9/9/9/B8/9/9/3S1S3/3GKG3 b - 1";
    assert!(legal(capture).contains(&"9e5a+".to_string()));
}

#[test]
fn a_double_check_is_met_by_the_king_alone() {
    let sfen = "4r3k/9/9/9/9/9/3n5/3P1P3/3LKL3 b 2G 1";
    assert_eq!(legal(sfen), Vec::<String>::new());
    assert!(read(sfen).is_mate());
    let open = "4r3k/9/9/9/9/9/3n5/5P3/4KL3 b 2G 1";
    assert_eq!(legal(open), ["5i6h", "5i6i"]);
}

#[test]
fn a_pinned_piece_may_not_capture_the_checker_off_its_line() {
    // The silver on 5h checks. The gold on 4h could take it, but the bishop on 1e pins it to 5i.
    let capture = "4h5h".to_string();
    assert!(!legal("8k/9/9/9/8b/9/9/4sG3/4K4 b - 1").contains(&capture));
    assert!(legal("8k/9/9/9/9/9/9/4sG3/4K4 b - 1").contains(&capture));
}

#[test]
fn kings_guard_squares_from_each_other() {
    let sfen = "9/9/4k4/9/4K4/9/9/9/9 b - 1";
    assert_eq!(legal(sfen), ["5e4e", "5e4f", "5e5f", "5e6e", "5e6f"]);
}

#[test]
fn a_side_without_a_king_is_never_in_check_and_moves_freely() {
    let position = read("4k4/9/4p4/9/4R4/9/9/9/9 b - 1");
    assert!(!position.in_check(Color::Black));
    assert_eq!(position.evasions(), []);
    assert!(!position.is_mate());
    let mated = Position::from_sfen("4k4/9/9/9/9/9/9/9/9 b - 1").unwrap();
    assert_eq!(mated.legal_moves(), []);
    assert!(!mated.is_mate(), "nothing to move is not mate without check");
}

#[test]
fn no_legal_move_without_check_is_not_mate() {
    let stuck = read("7Ok/7OO/9/9/9/9/9/9/9 w - 1");
    assert_eq!(stuck.legal_moves(), []);
    assert!(!stuck.is_mate());
}

#[test]
fn checks_are_the_legal_moves_after_which_the_enemy_king_is_attacked() {
    // The silver opens the lance's file with each move but the one straight ahead.
    let position = read("4k4/9/9/9/4S4/9/9/9/4L4 b G 1");
    let mut expected = vec!["5e4d", "5e4f", "5e6d", "5e6f"];
    expected.extend(["G*4a", "G*4b", "G*5b", "G*6a", "G*6b"]);
    expected.sort_unstable();
    assert_eq!(texts(position.checks()), expected);
}

#[test]
fn a_check_must_leave_the_attackers_own_king_safe() {
    let free = read("9/9/9/9/R8/9/4k4/9/K8 b - 1");
    assert_eq!(texts(free.checks()), ["9e5e", "9e9g"]);
    // The rook on 9a pins the other on file 9.
    let pinned = read("r8/9/9/9/R8/9/4k4/9/K8 b - 1");
    assert_eq!(texts(pinned.checks()), ["9e9g"]);
}

#[test]
fn an_attacker_in_check_checks_only_by_answering_it() {
    // The bishop on 5e checks 9i. Of all checks on 5a only the rook's capture on 5e answers that.
    let position = read("4k4/9/9/9/4b3R/9/9/9/K8 b G 1");
    assert!(position.in_check(Color::Black));
    assert_eq!(texts(position.checks()), ["1e5e"]);
}

#[test]
fn the_gold_at_the_head_mates() {
    let position = read("4k4/9/4P4/9/9/9/9/9/9 b G2r2b3g4s4n4l17p 1");
    assert_eq!(texts(position.mates_in_one()), ["G*5b"]);
    let mated = position.play("G*5b".parse().unwrap());
    assert!(mated.is_mate());
    assert_eq!(mated.evasions(), []);
}

#[test]
fn white_may_attack_as_well_as_black() {
    let position = read("9/9/9/9/9/9/4p4/9/4K4 w g 1");
    assert_eq!(texts(position.mates_in_one()), ["G*5h"]);
}

#[test]
fn nothing_enters_or_slides_over_a_stone() {
    let sfen = "8k/9/4O4/9/4R1O2/9/9/9/9 b - 1";
    let moves = legal_from(sfen, "5e");
    assert!(moves.contains(&"5e5d".to_string()) && !moves.iter().any(|text| text.starts_with("5e5c")));
    assert!(moves.contains(&"5e4e".to_string()) && !moves.contains(&"5e3e".to_string()));
    assert!(!moves.contains(&"5e2e".to_string()));
    let walled = read("4k4/4O4/9/9/4R4/9/9/9/9 b - 1");
    assert!(walled.is_stone(square("5b")) && walled.piece_at(square("5b")).is_none());
    assert!(!walled.in_check(Color::White), "and so no fault is found");
    assert_eq!(legal("3O1O3/3OkO3/3OOO3/9/9/9/9/9/9 w - 1"), ["5b5a"]);
}

#[test]
fn a_pawn_before_a_stone_is_not_dead() {
    let position = read("8k/4O4/4P4/9/9/9/9/9/9 b P 1");
    assert_eq!(position.legal_moves().iter().filter(|m| m.to().file() == 5).count(), 0);
    assert!(legal("8k/4O4/9/9/9/9/9/9/9 b P 1").contains(&"P*5c".to_string()));
}

#[test]
fn every_fault_of_a_diagram_is_named() {
    let faults = |sfen: &str| Position::from_sfen(sfen).unwrap().faults();
    let (black, white) = (Color::Black, Color::White);
    assert_eq!(faults("9/9/9/9/9/9/9/9/9 b - 1"), [Fault::NoKing]);
    let two_kings = Fault::ManyKings { color: white, count: 2 };
    assert_eq!(faults("k7k/9/9/9/9/9/9/9/9 b - 1"), [two_kings]);
    let too_many = |kind, count| [Fault::TooMany { kind, count }];
    assert_eq!(faults("k8/9/9/9/9/9/9/9/4P4 b 9P9p 1"), too_many(Kind::Pawn, 19));
    assert_eq!(faults("k8/9/9/9/9/9/9/9/+r7+R b R 1"), too_many(Kind::Rook, 3));
    assert_eq!(faults("k8/9/9/9/9/9/9/9/9 b 3G2g 1"), too_many(Kind::Gold, 5));
    let two_pawns = |color| [Fault::TwoPawns { color, file: 5 }];
    assert_eq!(faults("k8/9/9/4P4/9/4P4/4P4/9/9 b - 1"), two_pawns(black));
    assert_eq!(faults("k8/9/9/4p4/9/4p4/9/9/9 b - 1"), two_pawns(white));
    assert_eq!(faults("k8/9/9/4P4/9/4p4/4+P4/9/9 b - 1"), []);
    let dead =
        |color, kind, at: &str| Fault::DeadPiece { square: square(at), piece: Piece { color, kind } };
    let expected = [
        dead(black, Kind::Lance, "6a"),
        dead(black, Kind::Pawn, "5a"),
        dead(black, Kind::Knight, "5b"),
        dead(white, Kind::Knight, "5h"),
        dead(white, Kind::Pawn, "5i"),
    ];
    assert_eq!(faults("k2LP4/4N3k/9/9/9/9/9/4n4/4p4 b - 1")[1..], expected);
    let capturable = [Fault::KingCanBeCaptured { color: white }];
    assert_eq!(faults("4k4/9/9/9/4R4/9/9/9/9 b - 1"), capturable);
    assert_eq!(faults("4k4/9/9/9/4R4/9/9/9/9 w - 1"), []);
}

#[test]
fn a_full_set_has_no_fault() {
    read("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1");
    read("k8/9/9/9/9/9/9/9/8K w 2R2B4G4S4N4L18P 1");
}

#[test]
fn the_move_number_takes_no_part_in_equality() {
    let position = read("8k/9/9/9/9/9/9/9/K8 b - 1");
    let mut later = position;
    for text in ["9i9h", "1a1b", "9h9i", "1b1a"] {
        later = later.play(text.parse().unwrap());
    }
    assert_eq!((later, later.number()), (position, 5));
}

#[test]
#[should_panic(expected = "captures a king")]
fn a_king_cannot_be_captured() {
    let position = Position::from_sfen("4k4/9/9/9/4R4/9/9/9/9 b - 1").unwrap();
    assert!(!texts(position.legal_moves()).contains(&"5e5a".to_string()));
    position.play("5e5a".parse().unwrap());
}
