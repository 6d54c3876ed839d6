//! The peers count what is published, and agree with each other.

use tsumugi_rules_bench::{
    DROP_HEAVY, GOLD_IN_HAND, MOST_MOVES, START, Walk, haitaka_peer, legality_lite_peer, rsshogi_peer,
};

/// Small positions with a trap each; one or both sides may lack a king.
const ORACLE_POSITIONS: &[&str] = &[
    START,
    DROP_HEAVY,
    MOST_MOVES,
    GOLD_IN_HAND,
    // A pawn dropped on 1b would be mate, the pawn pushed there is not forbidden.
    "7nk/9/6PB1/6NP1/9/9/9/9/9 b P2rb4g4s2n4l15p 1",
    // Pawn-drop mate on 5b, against a king hemmed in by promoted pieces.
    "4k4/2G6/5+R1L1/2P1S4/7l1/9/9/PP7/9 b 2N2P 1",
    // A pinned rook: it may give check along the pin, but not leave it.
    "4k4/9/9/4r4/9/9/9/4R4/4K4 b 2G 1",
    // The attacker is in check himself: only the capture on 5e answers it with a check.
    "8k/9/9/9/4r4/9/6B2/9/4K4 b GS 1",
    // The same, and his king discovers check by leaving the first rank.
    "k3K3R/9/9/9/4r4/9/9/9/9 b GS 1",
    "r3K3k/9/9/9/4R4/9/9/9/9 b G 1",
    // The defender's side of the same: White checks, Black's king alone on the board.
    "9/9/9/9/9/4p4/9/4K4/9 w 2g2s2n2l 1",
    // Two lances and non-promotions near the last ranks.
    "3k5/1P1l5/2L1L4/3N5/2R1B4/9/9/9/9 b LNP 1",
    // No king at all.
    "9/9/9/4P4/9/9/9/9/9 b RBGSNLP 1",
];

#[test]
fn perft_from_the_start() {
    for (depth, leaves) in [(1, 30), (2, 900), (3, 25_470), (4, 719_731)] {
        assert_perft(START, depth, leaves);
    }
}

#[test]
fn perft_with_many_drops() {
    for (depth, leaves) in [(1, 207), (2, 28_684)] {
        assert_perft(DROP_HEAVY, depth, leaves);
    }
}

#[test]
fn perft_without_plies_is_one() {
    assert_perft(START, 0, 1);
}

#[track_caller]
fn assert_perft(sfen: &str, depth: u32, leaves: u64) {
    assert_eq!(rsshogi_peer::perft_bulk(sfen, depth), leaves, "rsshogi");
    assert_eq!(rsshogi_peer::perft_own(sfen, depth), leaves, "rsshogi own");
    assert_eq!(rsshogi_peer::perft_leaf(sfen, depth), leaves, "rsshogi");
    assert_eq!(haitaka_peer::perft_bulk(sfen, depth), leaves, "haitaka");
    assert_eq!(haitaka_peer::perft_leaf(sfen, depth), leaves, "haitaka");
}

#[test]
fn the_oracles_agree() {
    for sfen in ORACLE_POSITIONS {
        assert_oracles_agree(sfen);
    }
}

#[test]
fn the_oracles_agree_along_a_game() {
    let mut sfen = DROP_HEAVY.to_owned();
    // A fixed pseudo-random choice: the same game on every run.
    for ply in 0..60_usize {
        assert_oracles_agree(&sfen);
        let moves = rsshogi_peer::legal_moves(&sfen);
        let Some(mv) = moves.iter().nth((ply * 7919 + 13) % moves.len().max(1)) else {
            break;
        };
        sfen = play(&sfen, mv);
    }
}

#[track_caller]
fn assert_oracles_agree(sfen: &str) {
    let legal = rsshogi_peer::legal_moves(sfen);
    let checks = rsshogi_peer::checks(sfen);
    let evasions = rsshogi_peer::evasions(sfen);
    let mate = rsshogi_peer::is_mate(sfen);
    assert_eq!(legal, legality_lite_peer::legal_moves(sfen), "{sfen}");
    assert_eq!(checks, legality_lite_peer::checks(sfen), "{sfen}");
    assert_eq!(mate, legality_lite_peer::is_mate(sfen), "{sfen}");
    assert!(evasions.is_empty() || evasions == legal, "{sfen}");
    for mv in &checks {
        let next = play(sfen, mv);
        let evasions = rsshogi_peer::evasions(&next);
        assert_eq!(evasions, legality_lite_peer::legal_moves(&next), "{next}");
        assert_eq!(evasions.is_empty(), rsshogi_peer::is_mate(&next), "{next}");
    }
}

fn play(sfen: &str, mv: &str) -> String {
    let mut position = rsshogi::board::Position::from_sfen(sfen).expect("an SFEN");
    position.apply_move(rsshogi::types::Move::from_usi(mv).expect("a USI move"));
    position.to_sfen(None)
}

#[test]
fn the_most_moves_a_position_can_have() {
    assert_eq!(rsshogi_peer::legal_moves(MOST_MOVES).len(), 593);
}

#[test]
fn a_gold_on_the_head_is_mate() {
    assert!(rsshogi_peer::checks(GOLD_IN_HAND).contains("G*5b"));
    assert!(!rsshogi_peer::is_mate(GOLD_IN_HAND));
    let mated = "4k4/4G4/4P4/9/9/9/9/9/9 w 2r2b3g4s4n4l17p 1";
    assert!(rsshogi_peer::is_mate(mated));
    assert!(legality_lite_peer::is_mate(mated));
}

#[test]
fn a_pawn_drop_may_not_mate() {
    let sfen = "4k4/2G6/5+R1L1/2P1S4/7l1/9/9/PP7/9 b 2N2P 1";
    assert!(!rsshogi_peer::legal_moves(sfen).contains("P*5b"));
}

#[test]
fn no_moves_without_check_is_no_mate() {
    let stalemate = "k8/2G6/1G7/9/9/9/9/9/9 w - 1";
    assert!(rsshogi_peer::legal_moves(stalemate).is_empty());
    assert!(!rsshogi_peer::is_mate(stalemate));
    assert!(!legality_lite_peer::is_mate(stalemate));
}

#[test]
fn check_walks_agree() {
    for sfen in ORACLE_POSITIONS {
        for depth in 0..=3 {
            let moves = legality_lite_peer::check_walk(sfen, depth);
            assert_eq!(rsshogi_peer::check_walk(sfen, depth), moves, "{sfen}");
        }
    }
}

#[test]
fn a_check_walk_stops_at_its_cap() {
    let mut job =
        Walk { sfens: vec![GOLD_IN_HAND.to_owned(), MOST_MOVES.to_owned()], depth: 3, cap: u64::MAX };
    let each: Vec<u64> =
        job.sfens.iter().map(|sfen| rsshogi_peer::check_walk(sfen, job.depth)).collect();
    assert!(each[0] < 1000 && 1000 < each[1], "{each:?}");
    assert_eq!(rsshogi_peer::check_walks(&job), each[0] + each[1]);
    job.cap = 1000;
    assert_eq!(rsshogi_peer::check_walks(&job), each[0] + 1000);
}
