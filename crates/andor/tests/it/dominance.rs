//! df-pn on a game with a resource: answers taken from entries with other resources are true.

use crate::random_boards;
use std::sync::Arc;
use tsumugi_andor::engines::dfpn::Dfpn;
use tsumugi_andor::proof::{check, extract};
use tsumugi_andor::table::Found;
use tsumugi_andor::toy::random_graphs::Rng;
use tsumugi_andor::toy::tokens::TokenGame;
use tsumugi_andor::{GameValue, Limits, Rules, Table, drive};
use tsumugi_testkit::seeds;

/// One table serves many positions of a board; whatever it then says about any position must be true.
#[test]
fn a_shared_table_never_says_anything_untrue() {
    let (mut answers, mut dominated, mut proofs) = (0, 0, 0);
    for seed in seeds(1_500) {
        let mut rng = Rng::new(seed);
        let board = random_boards::board(seed, &mut rng);
        let (truth, amounts) = (board.truth(), board.amounts());
        let bytes = if rng.percent(30) { 3 << 10 } else { 1 << 17 };
        let table = Arc::new(Table::with_bytes(bytes));
        let options = random_boards::options(&mut rng);
        let limits = Limits::expansions(20_000);
        for _ in 0..8 {
            let (place, amount) = (rng.below(board.len()), rng.below(amounts.len()));
            let game = TokenGame::new(board.clone(), place, amounts[amount]);
            let outcome = drive(&mut Dfpn::new(game.clone(), options, table.clone()), &limits, &mut ());
            let at = format!("seed {seed}, place {place}, {:?}, {options:?}", amounts[amount]);
            match (outcome.verdict, truth[place][amount]) {
                (GameValue::Proved(rank), Some(shortest)) => assert!(rank >= shortest, "{at}"),
                (GameValue::Disproved, None) => {}
                (GameValue::Unknown(_), _) if bytes < 1 << 17 => continue,
                (verdict, truth) => panic!("{verdict:?}, but the truth is {truth:?}: {at}"),
            }
            dominated += outcome.stats.dominance_hits;
            let found = extract(&game, outcome.verdict, options, &table, &limits);
            let claims = found.unwrap_or_else(|reason| panic!("{reason:?}: {at}")).claims;
            assert_eq!(check(&mut game.clone(), &claims), Ok(()), "{at}");
            proofs += 1;
        }
        for place in 0..board.len() {
            for (amount, &tokens) in amounts.iter().enumerate() {
                let game = TokenGame::new(board.clone(), place, tokens);
                let Found::Entry(entry) = table.look_up(game.key(), tokens, true) else { continue };
                let at = format!("seed {seed}, place {place}, {tokens:?}, {options:?}: {entry:?}");
                let truth = truth[place][amount];
                if entry.bounds.is_proved() {
                    assert!(
                        truth.is_some_and(|shortest| entry.rank >= shortest),
                        "{at}, truth {truth:?}"
                    );
                } else if entry.bounds.is_disproved() {
                    assert_eq!(truth, None, "{at}");
                }
                answers += entry.bounds.is_solved() as u64;
            }
        }
    }
    println!(
        "{answers} answers, {dominated} by dominance during the searches, {proofs} proofs checked"
    );
    assert!(answers > 10_000 && dominated > 1_000);
}
