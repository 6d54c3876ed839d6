//! Many threads hammer one small table for a while; every answer must be right.
//!
//! A few seconds by default; `TSUMUGI_SOAK_SECONDS=600 cargo test --release -p tsumugi-andor --test it soak::` is the
//! long run, `TSUMUGI_SEED=n` starts elsewhere. A failure prints its seed.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};
use tsumugi_andor::engines::dfpn::Dfpn;
use tsumugi_andor::engines::parallel;
use tsumugi_andor::options::{Ghi, Sums, ThreadsBy};
use tsumugi_andor::toy::graph::GraphGame;
use tsumugi_andor::toy::random_graphs::{Rng, mix};
use tsumugi_andor::toy::tangles::any_tangle;
use tsumugi_andor::{GameValue, Limits, PaperOptions, Table, drive};
use tsumugi_testkit::number;

fn time() -> Duration {
    Duration::from_secs(number("TSUMUGI_SOAK_SECONDS", 2))
}

/// Says whether there was an answer; a wrong one ends the test.
fn check(verdict: GameValue, truth: Option<u32>, at: &str) -> bool {
    match verdict {
        GameValue::Proved(rank) => {
            assert!(truth.is_some_and(|least| rank >= least), "{rank}, {truth:?}, {at}")
        }
        GameValue::Disproved => assert_eq!(truth, None, "a false disproof, {at}"),
        GameValue::Unknown(_) => return false,
    }
    true
}

fn options(rng: &mut Rng) -> PaperOptions {
    PaperOptions {
        ghi: Ghi::ALL[rng.below(Ghi::ALL.len())].0,
        sums: Sums::ALL[rng.below(Sums::ALL.len())].0,
        small_tree_gc: rng.percent(50),
        threads_by: ThreadsBy::ALL[rng.below(ThreadsBy::ALL.len())].0,
        threads_by_jobs_split: [1, 4, 20, 512][rng.below(4)],
        ..PaperOptions::default()
    }
}

/// Different questions about different graphs, all in one table of a few hundred entries: a thread finds, drops
/// and overwrites what the others stored. Now and then one of them throws everything away.
#[test]
fn threads_with_different_questions_share_one_small_table() {
    const THREADS: u64 = 4;
    let table: Arc<Table<()>> = Arc::new(Table::with_bytes(32 << 10));
    let (end, first) = (Instant::now() + time(), number("TSUMUGI_SEED", 0));
    let (searches, answered) = (AtomicU64::new(0), AtomicU64::new(0));
    std::thread::scope(|scope| {
        for thread in 0..THREADS {
            let (table, searches, answered) = (table.clone(), &searches, &answered);
            scope.spawn(move || {
                let mut rng = Rng::new(mix(first) ^ thread);
                while Instant::now() < end {
                    // Few graphs, so that threads often meet in one; their keys keep the graphs apart.
                    let seed = first + rng.below(50) as u64;
                    let graph = Arc::new(any_tangle(seed, 120));
                    let truths = graph.truth();
                    let start = rng.below(graph.len());
                    let game = GraphGame::from_node(graph, start).with_keys(mix(seed));
                    let mut search = Dfpn::new(game, options(&mut rng), table.clone());
                    let verdict = drive(&mut search, &Limits::expansions(5_000), &mut ()).verdict;
                    let at = format!("seed {seed}, node {start}, thread {thread}");
                    answered.fetch_add(check(verdict, truths[start], &at).into(), Ordering::Relaxed);
                    if searches.fetch_add(1, Ordering::Relaxed).is_multiple_of(1000) {
                        table.clear();
                    }
                }
            });
        }
    });
    let (searches, answered) = (searches.into_inner(), answered.into_inner());
    println!("{searches} searches, {answered} answered, {} entries dropped", table.evicted());
    assert!(answered * 10 > searches * 8, "{answered} of {searches} answered");
}

/// One question, several threads, one small table, again and again.
#[test]
fn threads_with_one_question_share_one_small_table() {
    let (end, first) = (Instant::now() + time(), number("TSUMUGI_SEED", 0));
    let (mut searches, mut answered) = (0, 0);
    let mut seed = first;
    while Instant::now() < end {
        let mut rng = Rng::new(seed);
        let graph = Arc::new(any_tangle(seed, 400));
        let truth = graph.truth()[0];
        let table = Arc::new(Table::with_bytes([4 << 10, 16 << 10, 128 << 10][rng.below(3)]));
        let threads = 2 + rng.below(5);
        let limits = Limits::expansions(50_000);
        let options = options(&mut rng);
        let game = GraphGame::new(graph);
        // The second time the table is warm.
        for _ in 0..2 {
            let verdict = parallel::solve(&game, options, &table, threads, &limits, &mut ()).verdict;
            let at = format!("seed {seed}, {threads} threads, {options:?}");
            answered += u64::from(check(verdict, truth, &at));
            searches += 1;
        }
        seed += 1;
    }
    println!("{searches} searches, {answered} answered");
    assert!(answered * 10 > searches * 8, "{answered} of {searches} answered");
}
