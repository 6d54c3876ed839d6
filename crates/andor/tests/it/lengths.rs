//! df-pn with a limit of plies: exact lengths, from one table that serves every limit.
//!
//! `TSUMUGI_CASES=n` and `TSUMUGI_SEED=n` as in `ground_truth.rs`. A failure prints its seed.

use crate::random_boards;
use std::sync::Arc;
use tsumugi_andor::Plies;
use tsumugi_andor::engines::dfpn::Dfpn;
use tsumugi_andor::toy::graph::GraphGame;
use tsumugi_andor::toy::random_graphs::{Rng, any_graph};
use tsumugi_andor::toy::tangles::any_tangle;
use tsumugi_andor::toy::tokens::TokenGame;
use tsumugi_andor::{Game, GameValue, Limits, PaperOptions, Rules, Table, drive};
use tsumugi_testkit::seeds;

/// Asks for a win within `plies`; the answer must be the truth. Says whether there was one.
fn ask<G: Game + Clone>(
    game: &G,
    plies: Plies,
    truth: Option<u32>,
    options: PaperOptions,
    table: &Arc<Table<G::Resource>>,
    at: &str,
) -> bool {
    let mut search = Dfpn::new(game.clone(), options, table.clone()).within(plies);
    match drive(&mut search, &Limits::expansions(20_000), &mut ()).verdict {
        GameValue::Proved(rank) => {
            assert!(rank <= plies, "{rank} is not within {plies}, {at}");
            assert!(truth.is_some_and(|shortest| shortest <= rank), "false win in {rank}, {at}");
        }
        GameValue::Disproved => {
            assert!(truth.is_none_or(|shortest| shortest > plies), "no win within {plies}? {at}");
        }
        GameValue::Unknown(_) => return false,
    }
    true
}

#[test]
fn one_table_answers_for_every_number_of_plies() {
    let (mut answers, mut open) = (0, 0);
    for seed in seeds(1_000) {
        let mut rng = Rng::new(seed);
        let graph = Arc::new(if rng.percent(50) { any_graph(seed, 60) } else { any_tangle(seed, 60) });
        let truth = graph.truth();
        let bytes = if rng.percent(30) { 4 << 10 } else { 1 << 18 };
        let (options, table) = (random_boards::options(&mut rng), Arc::new(Table::with_bytes(bytes)));
        for _ in 0..12 {
            let node = rng.below(graph.len());
            let plies =
                if rng.percent(20) { Plies::UNLIMITED } else { Plies::new(rng.below(14) as u32) };
            let game = GraphGame::from_node(graph.clone(), node);
            let at = format!("seed {seed}, node {node}, truth {:?}, {options:?}", truth[node]);
            let known = ask(&game, plies, truth[node], options, &table, &at);
            (answers, open) = (answers + known as u32, open + !known as u32);
        }
        for (node, &truth) in truth.iter().enumerate() {
            let key = GraphGame::from_node(graph.clone(), node).key();
            let (not_within, within) = table.interval(key, ());
            let shortest = truth.map_or(Plies::UNLIMITED, Plies::new);
            let fits = within.is_none_or(|n| n >= shortest)
                && not_within.is_none_or(|n| n < shortest || truth.is_none());
            assert!(fits, "seed {seed}, {node}: {not_within:?}, {within:?}, {truth:?}, {options:?}");
        }
    }
    println!("{answers} answers, {open} open");
    assert!(open * 20 < answers);
}

#[test]
fn limits_of_plies_go_together_with_resources() {
    let (mut answers, mut open) = (0, 0);
    for seed in seeds(600) {
        let mut rng = Rng::new(seed);
        let board = random_boards::board(seed, &mut rng);
        let (truth, amounts) = (board.truth(), board.amounts());
        let bytes = if rng.percent(30) { 4 << 10 } else { 1 << 18 };
        let (options, table) = (random_boards::options(&mut rng), Arc::new(Table::with_bytes(bytes)));
        for _ in 0..16 {
            let (place, amount) = (rng.below(board.len()), rng.below(amounts.len()));
            let plies =
                if rng.percent(20) { Plies::UNLIMITED } else { Plies::new(rng.below(14) as u32) };
            let game = TokenGame::new(board.clone(), place, amounts[amount]);
            let at = format!("seed {seed}, place {place}, {:?}, {options:?}", amounts[amount]);
            let known = ask(&game, plies, truth[place][amount], options, &table, &at);
            (answers, open) = (answers + known as u32, open + !known as u32);
        }
        for (place, truth) in truth.iter().enumerate() {
            for (&tokens, &truth) in amounts.iter().zip(truth) {
                let key = TokenGame::new(board.clone(), place, tokens).key();
                let (not_within, within) = table.interval(key, tokens);
                let shortest = truth.map_or(Plies::UNLIMITED, Plies::new);
                let fits = within.is_none_or(|n| n >= shortest)
                    && not_within.is_none_or(|n| n < shortest || truth.is_none());
                let at = format!("seed {seed}, place {place}, {tokens:?}, {options:?}");
                assert!(fits, "{not_within:?} to {within:?}, truth {truth:?}, {at}");
            }
        }
    }
    println!("{answers} answers, {open} open");
    assert!(open * 20 < answers);
}
