//! Our rules against two independent implementations on random positions.
//!
//! 1,200 positions by default, of three kinds, from 400 seeds; `TSUMUGI_CASES` and `TSUMUGI_SEED` as in the test against the plain rules.

use std::collections::BTreeSet;
use tsumugi_rules_bench::{legality_lite_peer, rsshogi_peer};
use tsumugi_shogi::random::{Style, position_of};
use tsumugi_shogi::{HandKind, MoveList, Position};
use tsumugi_testkit::seeds;

fn texts(list: impl Fn(&mut MoveList)) -> BTreeSet<String> {
    let mut moves = MoveList::new();
    list(&mut moves);
    moves.iter().map(ToString::to_string).collect()
}

/// `shogi_legality_lite` 0.1.3 also forbids a pawn drop that leaves the opponent without a move though not in
/// check. By the rule that is no pawn-drop mate (docs/RULES.md 7), so such drops are set aside.
fn without_stalemating_pawns(position: &Position, moves: &BTreeSet<String>) -> BTreeSet<String> {
    let stalemates = |text: &String| {
        let m = text.parse().unwrap();
        let mut after = position.clone();
        let played = after.play(m);
        played.played().dropped() == Some(HandKind::Pawn)
            && !after.in_check()
            && !after.has_legal_move()
    };
    moves.iter().filter(|text| !stalemates(text)).cloned().collect()
}

#[test]
fn moves_checks_evasions_and_mates_are_those_of_the_peers() {
    for seed in seeds(400) {
        // Neither peer knows walls.
        for style in [Style::Game, Style::Tsume, Style::TwoKings] {
            let position = position_of(style, seed);
            let sfen = position.to_sfen();
            let at = format!("{style:?}, seed {seed}: {sfen}");
            let legal = texts(|out| position.legal_moves(out));
            let checks = texts(|out| position.checks(out));
            assert_eq!(legal, rsshogi_peer::legal_moves(&sfen), "rsshogi, legal moves, {at}");
            assert_eq!(checks, rsshogi_peer::checks(&sfen), "rsshogi, checks, {at}");
            let evasions = texts(|out| position.evasions(out));
            assert_eq!(evasions, rsshogi_peer::evasions(&sfen), "rsshogi, evasions, {at}");
            assert_eq!(position.is_mate(), rsshogi_peer::is_mate(&sfen), "rsshogi, mate, {at}");

            let lite = without_stalemating_pawns(&position, &legal);
            assert_eq!(
                lite,
                legality_lite_peer::legal_moves(&sfen),
                "legality_lite, legal moves, {at}"
            );
            assert_eq!(checks, legality_lite_peer::checks(&sfen), "legality_lite, checks, {at}");
            assert_eq!(
                position.is_mate(),
                legality_lite_peer::is_mate(&sfen),
                "legality_lite, mate, {at}"
            );
        }
    }
}
