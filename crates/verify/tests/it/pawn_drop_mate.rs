//! Pawn-drop mate (打ち歩詰め), RULES 7: a pawn may be dropped to check, but not to mate.

use tsumugi_verify::naive::{Move, Position};

/// Whether the move is legal, in a diagram without faults.
fn is_legal(sfen: &str, text: &str) -> bool {
    let position = Position::from_sfen(sfen).unwrap();
    assert_eq!(position.faults(), [], "{sfen}");
    let m: Move = text.parse().unwrap();
    position.legal_moves().contains(&m)
}

fn after(sfen: &str, text: &str) -> Position {
    Position::from_sfen(sfen).unwrap().play(text.parse().unwrap())
}

fn replies(sfen: &str, text: &str) -> Vec<String> {
    let moves = after(sfen, text).legal_moves();
    moves.iter().map(|m| m.to_string()).collect()
}

// White's king on 5a is hemmed in by its own lances on 4a and 6a, and Black's gold on 5c guards
// 4b, 5b and 6b. The variations below open a way out, or close it again.

#[test]
fn a_pawn_dropped_to_mate_is_illegal() {
    assert!(!is_legal("3lkl3/9/4G4/9/9/9/9/9/9 b P 1", "P*5b"));
}

#[test]
fn a_pawn_dropped_to_mate_is_illegal_for_white_too() {
    assert!(!is_legal("9/9/9/9/9/9/4g4/9/3LKL3 w p 1", "P*5h"));
}

#[test]
fn the_defenders_hand_does_not_matter_because_nothing_fits_between() {
    assert!(!is_legal("3lkl3/9/4G4/9/9/9/9/9/9 b P2r2b3g4s4n2l17p 1", "P*5b"));
}

#[test]
fn a_pawn_moved_to_mate_is_legal() {
    let sfen = "3OkO3/3O1O3/4P4/4R4/9/9/9/9/9 b - 1";
    assert!(is_legal(sfen, "5c5b"));
    assert!(after(sfen, "5c5b").is_mate());
}

#[test]
fn any_other_piece_dropped_to_mate_is_legal() {
    for kind in ["L", "S", "G", "R"] {
        let sfen = format!("3lkl3/9/4G4/9/9/9/9/9/9 b {kind} 1");
        assert!(is_legal(&sfen, &format!("{kind}*5b")), "{kind}");
    }
}

#[test]
fn a_pawn_may_be_dropped_to_check_when_the_king_has_a_way_out() {
    assert!(is_legal("3lk4/9/4G4/9/9/9/9/9/9 b P 1", "P*5b"));
}

#[test]
fn a_pawn_may_be_dropped_to_check_when_the_king_can_take_it() {
    assert!(is_legal("3OkO3/3O1O3/9/9/9/9/9/9/9 b P 1", "P*5b"));
}

#[test]
fn a_pawn_may_be_dropped_to_check_when_another_piece_can_take_it() {
    assert!(is_legal("3lkl3/3g5/4G4/9/9/9/9/9/9 b P 1", "P*5b"));
    // A silver on 6b does not reach 5b.
    assert!(!is_legal("3lkl3/3s5/4G4/9/9/9/9/9/9 b P 1", "P*5b"));
}

#[test]
fn a_pinned_piece_that_cannot_take_the_pawn_does_not_help() {
    // Gold 4b could take on 5b, but the bishop on 2d pins it on the diagonal to 5a.
    assert!(!is_legal("3lkl3/5g3/4G4/7B1/9/9/9/9/9 b P 1", "P*5b"));
    assert!(is_legal("3lkl3/5g3/4G4/9/9/9/9/9/9 b P 1", "P*5b"));
}

#[test]
fn a_pinned_piece_that_takes_the_pawn_along_the_pin_does_help() {
    // The white rook on 5d is pinned on file 5 by the lance on 5i, and takes on 5b along that file;
    // the knight on 4d keeps the king from taking there.
    let sfen = "3OkO3/3O1O3/9/4rN3/9/9/9/9/4L4 b P 1";
    assert!(is_legal(sfen, "P*5b"));
    assert_eq!(replies(sfen, "P*5b"), ["5d5b"]);
}

#[test]
fn a_pawn_that_shuts_out_an_own_slider_does_not_mate() {
    // The rook on 9b sees 6b, 5b and 4b. A pawn on 5b hides 4b from it.
    let sfen = "3lkl3/R8/9/9/9/9/9/9/9 b P 1";
    assert!(is_legal(sfen, "P*5b"));
    assert_eq!(replies(sfen, "P*5b"), ["5a4b"]);
    // With 4b guarded by the silver on 4c the same drop mates.
    assert!(!is_legal("3lkl3/R8/5S3/9/9/9/9/9/9 b P 1", "P*5b"));
}

// White's king on 1c is in check from the rook on 6c; the bishop on 7b pins that rook to Black's king
// on 5d. A pawn dropped on 5c answers the check and gives check at once, and the rook may not take it.

#[test]
fn a_pawn_dropped_between_to_mate_is_illegal() {
    let sfen = "9/2b2g3/3R4k/3OKO3/3OOO3/9/9/9/9 w p 1";
    assert!(!is_legal(sfen, "P*5c"));
    for elsewhere in ["P*4c", "P*3c", "P*2c"] {
        assert!(is_legal(sfen, elsewhere), "{elsewhere}");
    }
}

#[test]
fn a_pawn_dropped_between_to_check_is_legal_when_it_does_not_mate() {
    // As above, but 5e is open to Black's king.
    assert!(is_legal("9/2b2g3/3R4k/3OKO3/3O1O3/9/9/9/9 w p 1", "P*5c"));
    // As above, but the rook is not pinned and takes.
    assert!(is_legal("9/5g3/3R4k/3OKO3/3OOO3/9/9/9/9 w p 1", "P*5c"));
}

#[test]
fn a_pawn_drop_that_leaves_no_move_but_gives_no_check_is_legal() {
    // White's king on 1a has 1b only. A pawn on 1c takes that square away without giving check.
    let sfen = "7Ok/7O1/9/9/9/9/9/9/9 b P 1";
    assert!(is_legal(sfen, "P*1c"));
    assert_eq!(replies(sfen, "P*1c"), [""; 0]);
}

#[test]
fn a_side_without_a_king_is_never_mated_by_a_pawn() {
    assert!(is_legal("9/9/9/9/9/4K4/9/9/9 b P 1", "P*5b"));
}
