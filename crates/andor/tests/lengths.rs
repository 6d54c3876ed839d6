//! df-pn with a limit of plies: exact lengths, from one table that serves every limit.
//!
//! `TSUMUGI_CASES=n` and `TSUMUGI_SEED=n` as in `ground_truth.rs`. A failure prints its seed.

use std::sync::Arc;
use tsumugi_andor::engines::dfpn::Dfpn;
use tsumugi_andor::options::{Ghi, Sums};
use tsumugi_andor::table::FOREVER;
use tsumugi_andor::toy::graph::GraphGame;
use tsumugi_andor::toy::random_graphs::{Rng, any_graph};
use tsumugi_andor::toy::tangles::any_tangle;
use tsumugi_andor::toy::tokens::{Board, TokenGame};
use tsumugi_andor::{Game, Limits, Options, Rules, Table, Verdict, drive};

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn seeds(default: u64) -> std::ops::Range<u64> {
    let first = number("TSUMUGI_SEED", 0);
    first..first + number("TSUMUGI_CASES", default)
}

fn random_options(rng: &mut Rng) -> Options {
    let (ghi, sums) = (Ghi::ALL[rng.below(4)].0, Sums::ALL[rng.below(4)].0);
    Options { ghi, sums, ..Options::default() }
}

/// Asks for a win within `plies`; the answer must be the truth. Says whether there was one.
fn ask<G: Game + Clone>(
    game: &G,
    plies: u32,
    truth: Option<u32>,
    options: Options,
    table: &Arc<Table<G::Resource>>,
    at: &str,
) -> bool {
    let mut search = Dfpn::new(game.clone(), options, table.clone()).within(plies);
    match drive(&mut search, &Limits::expansions(20_000), &mut ()).verdict {
        Verdict::Proved(rank) => {
            assert!(rank <= plies, "{rank} is not within {plies}, {at}");
            assert!(truth.is_some_and(|shortest| shortest <= rank), "false win in {rank}, {at}");
        }
        Verdict::Disproved => {
            assert!(truth.is_none_or(|shortest| shortest > plies), "no win within {plies}? {at}");
        }
        Verdict::Unknown(_) => return false,
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
        let (options, table) = (random_options(&mut rng), Arc::new(Table::with_bytes(bytes)));
        for _ in 0..12 {
            let node = rng.below(graph.len());
            let plies = if rng.percent(20) { FOREVER } else { rng.below(14) as u32 };
            let game = GraphGame::from_node(graph.clone(), node);
            let at = format!("seed {seed}, node {node}, truth {:?}, {options:?}", truth[node]);
            let known = ask(&game, plies, truth[node], options, &table, &at);
            (answers, open) = (answers + known as u32, open + !known as u32);
        }
        for (node, &truth) in truth.iter().enumerate() {
            let key = GraphGame::from_node(graph.clone(), node).key();
            let (not_within, within) = table.interval(key, ());
            let shortest = truth.unwrap_or(FOREVER);
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
        let board = match seed % 3 {
            0 => Board::random(6 + rng.below(40), seed),
            _ => Board::on(any_tangle(seed, 40), &mut rng),
        };
        let board = Arc::new(board);
        let (truth, amounts) = (board.truth(), board.amounts());
        let bytes = if rng.percent(30) { 4 << 10 } else { 1 << 18 };
        let (options, table) = (random_options(&mut rng), Arc::new(Table::with_bytes(bytes)));
        for _ in 0..16 {
            let (place, amount) = (rng.below(board.len()), rng.below(amounts.len()));
            let plies = if rng.percent(20) { FOREVER } else { rng.below(14) as u32 };
            let game = TokenGame::new(board.clone(), place, amounts[amount]);
            let at = format!("seed {seed}, place {place}, {:?}, {options:?}", amounts[amount]);
            let known = ask(&game, plies, truth[place][amount], options, &table, &at);
            (answers, open) = (answers + known as u32, open + !known as u32);
        }
        for (place, truth) in truth.iter().enumerate() {
            for (&tokens, &truth) in amounts.iter().zip(truth) {
                let key = TokenGame::new(board.clone(), place, tokens).key();
                let (not_within, within) = table.interval(key, tokens);
                let shortest = truth.unwrap_or(FOREVER);
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
