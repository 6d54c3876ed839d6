//! Threads that take turns in one: how much more work several do than one, the same on every computer.
//!
//! Minutes:
//!
//! ```sh
//! TSUMUGI_ROWS=zuko:1,51,73,94:muso:1,10,69 \
//!     cargo test --release -p tsumugi-tsume --test it threads_in_rounds:: -- --ignored --nocapture
//! ```

use std::sync::Arc;
use tsumugi_andor::engines::parallel::in_rounds;
use tsumugi_andor::{Options, Outcome, Table};
use tsumugi_shogi::Position;
use tsumugi_shogi::random::{Style, position_of};
use tsumugi_testkit::{list, number, text};
use tsumugi_tsume::{TsumeGame, attacker_of};

fn search(position: &Position, threads: usize, bytes: usize, plays: u64) -> (Outcome, u64) {
    let game = TsumeGame::new(position.clone(), attacker_of(position));
    in_rounds(&game, Options::default(), &Arc::new(Table::with_bytes(bytes)), threads, plays)
}

#[test]
fn the_answer_does_not_depend_on_their_number_and_the_effort_repeats() {
    let first = number("TSUMUGI_SEED", 0);
    let mut answered = 0;
    for seed in first..first + 60 {
        let position = position_of(Style::Tsume, seed);
        let runs: Vec<_> = [1, 2, 16].map(|threads| search(&position, threads, 1 << 22, 5_000)).into();
        let answers: Vec<_> = runs.iter().filter_map(|(outcome, _)| outcome.verdict.answer()).collect();
        assert!(answers.windows(2).all(|pair| pair[0] == pair[1]), "seed {seed}: {answers:?}");
        answered += (answers.len() == runs.len()) as u32;
        let again = search(&position, 16, 1 << 22, 5_000);
        assert_eq!((again.0.stats.plays, again.1), (runs[2].0.stats.plays, runs[2].1), "seed {seed}");
    }
    println!("{answered} of 60 answered by 1, 2 and 16");
    assert!(answered > 20);
}

/// The diagrams that `TSUMUGI_ROWS` names, a list and its rows in turns.
fn rows(named: &str) -> Vec<(String, Position)> {
    let parts: Vec<&str> = named.split(':').collect();
    let mut found = Vec::new();
    for pair in parts.chunks_exact(2) {
        let text = list(&format!("{}.tsv", pair[0])).expect("a list");
        for row in pair[1].split(',').map(|row| row.parse::<usize>().unwrap()) {
            let sfen = text.lines().nth(row - 1).and_then(|line| line.split('\t').next()).unwrap();
            found.push((format!("{} {row}", pair[0]), Position::from_sfen(sfen).unwrap()));
        }
    }
    found
}

#[test]
#[ignore = "minutes"]
fn collections_in_rounds() {
    let named = text("TSUMUGI_ROWS").unwrap_or("zuko:1,51,73,94:muso:1,10,69".into());
    let mut totals = [(0, 0); 5];
    for (name, position) in rows(&named) {
        for (total, threads) in totals.iter_mut().zip([1, 2, 4, 8, 16]) {
            let (outcome, rounds) = search(&position, threads, 2 << 30, 100_000_000);
            println!(
                "{name}: {threads:2} threads {rounds:>8} rounds, {:?}, {:?}",
                outcome.verdict, outcome.stats
            );
            *total = (total.0 + rounds, total.1 + outcome.stats.plays);
        }
    }
    for ((rounds, plays), threads) in totals.into_iter().zip([1, 2, 4, 8, 16]) {
        println!(
            "{threads:2} threads: {rounds:>8} rounds, {:.2} times as fast, {plays} moves played",
            totals[0].0 as f64 / rounds as f64
        );
    }
}
