//! Searches compiled for the product and for papers take the same steps, counter by counter, where the options are the
//! same. So what the other tests show about the one holds for the other.
//!
//! `TSUMUGI_CASES=n` and `TSUMUGI_SEED=n` as in `ground_truth.rs`. A failure prints its seed.

use std::sync::Arc;
use tsumugi_andor::engines::dfpn::Dfpn;
use tsumugi_andor::engines::parallel;
use tsumugi_andor::proof::extract;
use tsumugi_andor::toy::graph::GraphGame;
use tsumugi_andor::toy::random_graphs::{Rng, any_graph};
use tsumugi_andor::toy::tangles::any_tangle;
use tsumugi_andor::toy::tokens::{Board, TokenGame};
use tsumugi_andor::{Game, GameValue, Limits, Options, PaperOptions, Policy, Stats, Table, drive};
use tsumugi_testkit::seeds;

/// What searches come to, one after the other with one table: within some plies, without a limit, in rounds; and what it
/// takes to prove the last.
fn searched<G: Game + Clone>(game: &G, policy: impl Policy, bytes: usize) -> Vec<(GameValue, Stats)> {
    let table = Arc::new(Table::with_bytes(bytes));
    let limits = Limits::expansions(3_000);
    let mut all = Vec::new();
    for plies in [Some(1), Some(4), Some(7), None] {
        let search = Dfpn::new(game.clone(), policy, table.clone());
        let mut search = match plies {
            Some(plies) => search.within(plies),
            None => search,
        };
        let outcome = drive(&mut search, &limits, &mut ());
        all.push((outcome.verdict, outcome.stats));
    }
    if let Some((verdict, _)) = all.last().copied()
        && let Ok(proof) = extract(game, verdict, policy, &table, &Limits::expansions(1_000))
    {
        all.push((verdict, Stats::expansions(proof.searched)));
    }
    let fresh = Arc::new(Table::with_bytes(bytes));
    let (outcome, _) = parallel::in_rounds(game, policy, &fresh, 2, 20_000);
    all.push((outcome.verdict, outcome.stats));
    all
}

/// Options of both, drawn by lot.
fn random_options(rng: &mut Rng) -> (Options, PaperOptions) {
    let (mut product, mut paper) = (Options::default(), PaperOptions::default());
    for row in Options::rows() {
        let words: Vec<&str> = row.allowed.split('|').collect();
        let value = match row.allowed.split_once("..=") {
            Some(_) => row.default,
            None => words[rng.below(words.len())].to_string(),
        };
        product.set(row.name, &value).unwrap();
        paper.set(row.name, &value).unwrap();
    }
    (product, paper)
}

#[test]
fn the_product_takes_the_steps_of_the_papers() {
    for seed in seeds(1_000) {
        let mut rng = Rng::new(seed);
        let graph = Arc::new(if rng.percent(50) { any_graph(seed, 60) } else { any_tangle(seed, 80) });
        // The costs are not asked for.
        let game = GraphGame::new(graph).with_estimates(seed, 20).with_costs(seed, 5).with_order(seed);
        let board = Arc::new(Board::random(6 + rng.below(40), seed));
        let tokens = board.amounts()[rng.below(board.amounts().len())];
        let token_game = TokenGame::new(board, 0, tokens);
        let (product, paper) = random_options(&mut rng);
        let bytes = [1 << 16, 5 << 10][rng.below(2)];
        let at = format!("seed {seed}, {product:?}");
        assert_eq!(searched(&game, product, bytes), searched(&game, paper, bytes), "{at}");
        assert_eq!(searched(&token_game, product, bytes), searched(&token_game, paper, bytes), "{at}");
    }
}
