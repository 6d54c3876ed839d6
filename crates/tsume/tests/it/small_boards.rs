//! Mate problems on walled-down boards, small enough to know the whole truth.
//!
//! Each board is asked about with several hands that share a table. Verdicts, shortest lengths, proofs, and what the
//! table says about hands it was never asked about must be those of brute force.
//!
//! 150 boards by default; `TSUMUGI_CASES` and `TSUMUGI_SEED` as elsewhere. The long run:
//!
//! ```sh
//! TSUMUGI_CASES=5000 cargo test -p tsumugi-tsume --test it small_boards:: -- --nocapture
//! ```

use std::collections::HashMap;
use std::sync::Arc;
use tsumugi_andor::engines::brute::Brute;
use tsumugi_andor::engines::cstar::{Cstar, CstarOptions};
use tsumugi_andor::engines::dfpn::Dfpn;
use tsumugi_andor::options::{Ghi, Sums};
use tsumugi_andor::proof::{check, extract};
use tsumugi_andor::table::Found;
use tsumugi_andor::{GameValue, Limits, PaperOptions, Plies, Rules, StopReason, Table, drive};
use tsumugi_shogi::random::{Random, Style, position_of};
use tsumugi_shogi::{Hand, HandKind, Position, Waivers};
use tsumugi_testkit::seeds;
use tsumugi_tsume::{AttackerHand, TsumeGame, attacker_of};

/// The position with another attacker's hand, the defender holding the rest.
fn with_hand(game: &TsumeGame, hand: Hand) -> TsumeGame {
    let (position, us) = (game.position(), game.attacker());
    let pool = position.hand(us).together(position.hand(!us));
    let mut setup = position.to_setup();
    setup.hands[us.index()] = hand.counts();
    setup.hands[(!us).index()] = pool.without(hand).counts();
    TsumeGame::new(Position::new(&setup, Waivers::TSUME).unwrap(), us)
}

/// Every hand the attacker could have, with these pieces in both hands together.
fn hands(pool: Hand) -> Vec<Hand> {
    HandKind::ALL.into_iter().fold(vec![Hand::EMPTY], |all, kind| {
        all.iter().flat_map(|&hand| (0..=pool.count(kind)).map(move |n| hand.with(kind, n))).collect()
    })
}

fn truth(game: TsumeGame) -> Option<GameValue> {
    let mut brute = Brute::new(game).with_max_positions(60_000);
    let verdict = drive(&mut brute, &Limits::default(), &mut ()).verdict;
    (verdict != GameValue::Unknown(StopReason::Memory)).then_some(verdict)
}

/// Searches within a number of plies find the shortest length, and nothing below it.
fn shortest_is_found(
    game: &TsumeGame,
    options: PaperOptions,
    table: &Arc<Table<AttackerHand>>,
    expected: GameValue,
    at: &str,
) {
    let search = |within: Plies| {
        let mut search = Dfpn::new(game.clone(), options, table.clone()).within(within);
        drive(&mut search, &Limits::expansions(200_000), &mut ()).verdict
    };
    match expected {
        GameValue::Proved(length) => {
            for less in [1, 2].into_iter().filter_map(|n| length.checked_sub(Plies::new(n))) {
                assert_eq!(search(less), GameValue::Disproved, "within {less}, {at}");
            }
            assert_eq!(search(length), GameValue::Proved(length), "within {length}, {at}");
        }
        _ => assert_eq!(search(Plies::new(7)), GameValue::Disproved, "within 7, {at}"),
    }
}

#[test]
fn answers_hands_and_lengths_are_those_of_the_whole_truth() {
    let (mut solved, mut mates, mut dominated, mut proofs) = (0, 0, 0, 0);
    for seed in seeds(150) {
        let mut random = Random::new(seed);
        let position = position_of(Style::Walled, seed);
        let attacker = attacker_of(&position);
        let game = TsumeGame::new(position, attacker);
        let pool = game.position().hand(attacker).together(game.position().hand(!attacker));
        let all = hands(pool);
        // The truth about a hand is found once, however often it is asked for.
        let mut known = HashMap::<Hand, Option<GameValue>>::new();
        let mut truth = |hand| *known.entry(hand).or_insert_with(|| truth(with_hand(&game, hand)));
        // One table for all hands: what it learns about one it may answer for another.
        let table = Arc::new(Table::with_bytes(1 << 20));
        let options = PaperOptions {
            ghi: random.pick(Ghi::ALL).0,
            sums: random.pick(Sums::ALL).0,
            ..PaperOptions::default()
        };
        for _ in 0..all.len().min(6) {
            let hand = random.pick(&all);
            let game = with_hand(&game, hand);
            let at = format!("seed {seed}: {:?}, {options:?}", game.position());
            let Some(expected) = truth(hand) else { continue };
            let limits = Limits::expansions(200_000);
            let outcome = drive(&mut Dfpn::new(game.clone(), options, table.clone()), &limits, &mut ());
            assert_eq!(outcome.verdict.answer(), expected.answer(), "{at}");
            if let (GameValue::Proved(found), GameValue::Proved(shortest)) = (outcome.verdict, expected)
            {
                assert!(found >= shortest, "mate in {found}, shortest {shortest}, {at}");
                mates += 1;
            }
            shortest_is_found(&game, options, &table, expected, &at);
            solved += 1;
            // C* may say nothing where there is no mate, and only there.
            let mut cstar = Cstar::new(game.clone(), &options, CstarOptions::default());
            let said = drive(&mut cstar, &Limits::expansions(20_000), &mut ()).verdict;
            let silent = said.answer().is_none() && expected == GameValue::Disproved;
            assert!(silent || said.answer() == expected.answer(), "C* says {said:?}, {at}");
            let found = extract(&game, outcome.verdict, options, &table, &limits);
            let claims = found.unwrap_or_else(|reason| panic!("{reason:?}: {at}")).claims;
            assert_eq!(check(&mut game.clone(), &claims), Ok(()), "{at}");
            proofs += 1;
        }
        for &hand in all.iter().take(40) {
            let game = with_hand(&game, hand);
            let Found::Entry(entry) = table.look_up(game.key(), AttackerHand(hand), true) else {
                continue;
            };
            if entry.bounds.is_solved()
                && let Some(expected) = truth(hand)
            {
                let at = format!("seed {seed}: {:?}, {options:?}, {entry:?}", game.position());
                assert_eq!(Some(entry.bounds.is_proved()), expected.answer(), "{at}");
                dominated += 1;
            }
        }
    }
    println!(
        "{solved} problems, {mates} mates, {dominated} answers for other hands, {proofs} proofs checked"
    );
    assert!(mates > 10 && dominated > 50);
}
