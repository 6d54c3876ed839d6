//! df-pn with every combination of techniques against the truth about random graphs.
//!
//! 3,000 graphs by default; `TSUMUGI_CASES=100000 cargo test --release -p tsumugi-andor --test it ground_truth::` is
//! the long run, `TSUMUGI_SEED=n` starts elsewhere. A failure prints its seed.

use std::sync::Arc;
use tsumugi_andor::engines::dfpn::Dfpn;
use tsumugi_andor::engines::parallel;
use tsumugi_andor::options::{Cycles, Ghi, Sums, ThreadsBy};
use tsumugi_andor::toy::fixtures;
use tsumugi_andor::toy::graph::{Graph, GraphGame};
use tsumugi_andor::toy::random_graphs::{Rng, any_graph};
use tsumugi_andor::toy::tangles::any_tangle;
use tsumugi_andor::{
    GameValue, Limits, Options, Outcome, PaperOptions, Policy, Search, Status, Table, Turn, drive,
};
use tsumugi_testkit::seeds;

/// Every technique that changes how numbers are made, each with each.
fn combinations() -> Vec<PaperOptions> {
    let mut all = Vec::new();
    for &(cycles, _) in Cycles::ALL {
        for &(ghi, _) in Ghi::ALL {
            for &(sums, _) in Sums::ALL {
                all.push(PaperOptions { cycles, ghi, sums, ..PaperOptions::default() });
            }
        }
    }
    all
}

fn run(game: GraphGame, options: impl Policy, bytes: usize, limit: u64) -> Outcome {
    let table = Arc::new(Table::with_bytes(bytes));
    drive(&mut Dfpn::new(game, options, table), &Limits::expansions(limit), &mut ())
}

fn check(outcome: &Outcome, truth: Option<u32>, at: &str) {
    match outcome.verdict {
        GameValue::Proved(rank) => {
            let shortest = truth.unwrap_or_else(|| panic!("a false proof, {at}"));
            assert!(rank >= shortest, "won in {rank} where {shortest} is the shortest, {at}");
        }
        GameValue::Disproved => assert_eq!(truth, None, "a false disproof, {at}"),
        GameValue::Unknown(_) => {}
    }
}

/// Easy and hard graphs in turn.
fn graph(seed: u64) -> Arc<Graph> {
    Arc::new(if seed.is_multiple_of(2) { any_graph(seed, 60) } else { any_tangle(seed, 80) })
}

#[test]
fn every_combination_of_techniques_finds_the_truth() {
    let combinations = combinations();
    let mut unknown = vec![0u64; combinations.len()];
    for seed in seeds(3_000) {
        let graph = graph(seed);
        let truth = graph.truth()[0];
        for (i, &options) in combinations.iter().enumerate() {
            // Each graph meets a few of the combinations, each combination many graphs.
            if (seed * 7 + i as u64).is_multiple_of(6) {
                let outcome = run(GraphGame::new(graph.clone()), options, 1 << 16, 5_000);
                check(&outcome, truth, &format!("seed {seed}, {options:?}"));
                unknown[i] += outcome.verdict.answer().is_none() as u64;
            }
        }
    }
    for (options, unknown) in combinations.iter().zip(unknown) {
        if options.cycles == Cycles::Tca {
            assert_eq!(unknown, 0, "{options:?} did not end");
        }
    }
}

/// First numbers, edge costs, order of moves and ε may change the effort, never the answer.
#[test]
fn nothing_that_only_guides_the_search_changes_its_answer() {
    for seed in seeds(3_000) {
        let graph = graph(seed);
        let truth = graph.truth()[0];
        let mut rng = Rng::new(seed);
        let game = GraphGame::new(graph)
            .with_estimates(seed, 20)
            .with_costs(seed, 5)
            .with_order(seed)
            .with_keys(seed);
        let options = PaperOptions {
            ghi: Ghi::ALL[rng.below(Ghi::ALL.len())].0,
            sums: Sums::ALL[rng.below(Sums::ALL.len())].0,
            epsilon: rng.below(257) as u32,
            epsilon_more: rng.below(65) as u32,
            epsilon_losing: rng.below(1025) as u32,
            borrow: rng.below(2) == 0,
            delay: rng.percent(50),
            doubt: rng.percent(50),
            cost: rng.percent(80),
            small_tree_gc: rng.percent(50),
            ..PaperOptions::default()
        };
        let outcome = run(game, options, 1 << 16, 20_000);
        check(&outcome, truth, &format!("seed {seed}, {options:?}"));
        assert!(outcome.verdict.answer().is_some(), "seed {seed}, {options:?} did not end");
    }
}

/// A table of a few dozen entries forgets nearly everything; answers stay right where there are any.
#[test]
fn a_tiny_table_costs_effort_not_truth() {
    let mut answered = 0;
    for seed in seeds(3_000) {
        let graph = graph(seed);
        let truth = graph.truth()[0];
        let options = PaperOptions {
            sums: Sums::ALL[seed as usize % Sums::ALL.len()].0,
            ..PaperOptions::default()
        };
        let outcome = run(GraphGame::new(graph), options, 5 << 10, 5_000);
        check(&outcome, truth, &format!("seed {seed}"));
        answered += outcome.verdict.answer().is_some() as u64;
    }
    assert!(answered * 10 > seeds(3_000).count() as u64 * 9, "only {answered} answered");
}

#[test]
fn a_table_filled_by_another_search_gives_the_same_answer() {
    for seed in seeds(1_000) {
        let graph = graph(seed);
        let table = Arc::new(Table::with_bytes(1 << 16));
        let truths = graph.truth();
        // Searches from other nodes of the same graph, then the root, then the root again.
        let mut rng = Rng::new(seed);
        let mut starts: Vec<usize> = (0..4).map(|_| rng.below(graph.len())).collect();
        starts.extend([0, 0]);
        for start in starts {
            let game = GraphGame::from_node(graph.clone(), start);
            let mut search = Dfpn::new(game, Options::default(), table.clone());
            let outcome = drive(&mut search, &Limits::expansions(20_000), &mut ());
            check(&outcome, truths[start], &format!("seed {seed}, node {start}"));
            assert!(outcome.verdict.answer().is_some(), "seed {seed}, node {start} did not end");
        }
    }
}

/// A search interrupted after every k expansions does exactly what it does uninterrupted.
#[test]
fn interrupting_a_search_changes_nothing() {
    for seed in seeds(600) {
        let graph = graph(seed);
        let whole = run(GraphGame::new(graph.clone()), Options::default(), 1 << 14, 20_000);
        for k in [1, 3, 7] {
            let table = Arc::new(Table::with_bytes(1 << 14));
            let mut search = Dfpn::new(GraphGame::new(graph.clone()), Options::default(), table);
            while search.advance(k) == Status::Running {}
            assert_eq!(
                (search.verdict(), search.stats()),
                (whole.verdict, whole.stats),
                "seed {seed}, k {k}"
            );
        }
    }
}

/// With 1, 2 and 4 threads under both methods, and a table that is now and then far too small.
#[test]
fn the_answer_does_not_depend_on_the_threads() {
    for seed in seeds(300) {
        let graph = if seed.is_multiple_of(2) { graph(seed) } else { Arc::new(any_tangle(seed, 300)) };
        let truth = graph.truth()[0];
        let small = seed.is_multiple_of(3);
        let mut rng = Rng::new(seed);
        for &(threads_by, _) in ThreadsBy::ALL {
            let options = PaperOptions {
                ghi: Ghi::ALL[rng.below(Ghi::ALL.len())].0,
                sums: Sums::ALL[rng.below(Sums::ALL.len())].0,
                threads_by,
                threads_by_jobs_split: [1, 4, 20, 512][rng.below(4)],
                ..PaperOptions::default()
            };
            for threads in [1, 2, 4] {
                let table = Arc::new(Table::with_bytes(if small { 8 << 10 } else { 1 << 17 }));
                let game = GraphGame::new(graph.clone());
                let limits = Limits::expansions(200_000);
                let outcome = parallel::solve(&game, options, &table, threads, &limits, &mut ());
                let at = format!("seed {seed}, {threads} threads, {options:?}");
                check(&outcome, truth, &at);
                assert_eq!(outcome.stats.evictions, table.evicted(), "{at}");
                assert!(outcome.verdict.answer().is_some() || small, "no answer, {at}");
            }
        }
    }
}

/// Opened early, the tree of the jobs holds most of the search, and disproofs that lean on its lines: one taken
/// for a real disproof gives wrong answers about some (a branch that forgets what it leans on, about 36,182).
#[test]
fn the_tree_of_the_jobs_finds_the_truth() {
    for seed in seeds(4_000).chain(36_100..36_200) {
        let graph = Arc::new(any_tangle(seed, 60));
        let truth = graph.truth()[0];
        for (split, ghi) in [(1, Ghi::Dependency), (3, Ghi::Scoped)] {
            let options = PaperOptions {
                ghi,
                threads_by: ThreadsBy::Jobs,
                threads_by_jobs_split: split,
                ..PaperOptions::default()
            };
            let table = Arc::new(Table::with_bytes(1 << 16));
            let game = GraphGame::new(graph.clone()).with_order(seed);
            let limits = Limits::expansions(100_000);
            let outcome = parallel::solve(&game, options, &table, 1, &limits, &mut ());
            check(&outcome, truth, &format!("seed {seed}, {options:?}"));
            assert!(outcome.verdict.answer().is_some(), "seed {seed}, {options:?} did not end");
        }
    }
}

#[test]
fn the_history_of_figure_1_does_not_mislead() {
    for options in combinations().into_iter().filter(|o| o.cycles == Cycles::Tca) {
        for order in 0..50 {
            let game = fixtures::ghi().game().with_order(order);
            assert_eq!(run(game, options, 1 << 14, 1000).verdict.answer(), Some(true), "{options:?}");
        }
    }
}

#[test]
fn the_evictions_of_figure_2_do_not_mislead() {
    for bytes in [1, 1 << 10, 1 << 14] {
        for order in 0..50 {
            let game = fixtures::eviction().game().with_order(order);
            let outcome = run(game, Options::default(), bytes, 10_000);
            assert_eq!(outcome.verdict.answer(), Some(true));
        }
    }
}

/// k diamonds in a row look like 2^k leaves to plain sums, which therefore try everything else first; to
/// the other policies they look like about k.
#[test]
fn diamonds_stay_linear_without_double_counting() {
    for branching in [Turn::And, Turn::Or] {
        let graph = Arc::new(fixtures::diamonds_or_tree(24, branching));
        let won = branching == Turn::And;
        assert_eq!(graph.truth()[0].is_some(), won);
        let effort = |sums| {
            let options = PaperOptions {
                sums,
                epsilon: 0,
                epsilon_more: 0,
                epsilon_losing: 0,
                ..PaperOptions::default()
            };
            let outcome = run(GraphGame::new(graph.clone()), options, 16 << 20, 1_000_000);
            assert_eq!(outcome.verdict.answer(), Some(won), "{sums:?}");
            outcome.stats.expansions
        };
        let (plain, snda, weak) = (effort(Sums::Sum), effort(Sums::Snda), effort(Sums::Weak));
        println!("{branching:?}: sum {plain}, snda {snda}, weak {weak}");
        assert!(snda * 50 < plain && weak * 5 < plain, "sum {plain}, snda {snda}, weak {weak}");
    }
}
