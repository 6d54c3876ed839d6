//! df-pn against df-pn+: endgames of 6 × 6 Othello with and without an evaluation.
//!
//! ```sh
//! cargo run --release -p tsumugi-andor --example othello            # 100 positions, 14 empty cells
//! cargo run --release -p tsumugi-andor --example othello -- 20 12   # 20 positions, 12 empty cells
//! ```
//!
//! Positions come from random play; the question is whether the side to move wins. Every verdict is compared with
//! alpha-beta.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::Instant;
use tsumugi_andor::engines::dfpn::Dfpn;
use tsumugi_andor::toy::othello::Othello;
use tsumugi_andor::{Limits, Options, Rules, Table, Turn, drive};

/// Memory for a search: far more than it needs.
const BYTES: usize = 64 << 20;

fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>().expect("a number"));
    let (positions, empty) = (numbers.next().unwrap_or(100), numbers.next().unwrap_or(14) as u32);
    let seed = numbers.next().unwrap_or(0);

    let table = Arc::new(Table::with_bytes(BYTES));
    let (mut won, mut wrong) = (0, 0);
    // Expansions and seconds with and without the evaluation.
    let (mut expansions, mut seconds, mut better) = ([0u64; 2], [0.0; 2], 0);
    for seed in seed..seed + positions {
        let game = Othello::random(6, empty, 1, seed);
        let truth = wins(&mut game.clone(), &mut HashMap::new());
        won += u64::from(truth);
        let mut efforts = [0; 2];
        for (i, estimate) in [false, true].into_iter().enumerate() {
            table.clear();
            let options = Options { estimate, ..Options::default() };
            let start = Instant::now();
            let mut search = Dfpn::new(game.clone().with_evaluation(), options, table.clone());
            let outcome = drive(&mut search, &Limits::default(), &mut ());
            seconds[i] += start.elapsed().as_secs_f64();
            efforts[i] = outcome.stats.expansions;
            expansions[i] += efforts[i];
            wrong += u64::from(outcome.verdict.answer() != Some(truth));
        }
        better += u64::from(efforts[1] < efforts[0]);
    }
    println!(
        "6 × 6 Othello, {positions} positions with {empty} empty cells, {won} won, {wrong} wrong verdicts"
    );
    for (i, name) in ["df-pn", "df-pn+"].into_iter().enumerate() {
        println!("{name:7} {:>10} expansions, {:.1} s", expansions[i], seconds[i]);
    }
    let share = 100.0 * expansions[1] as f64 / expansions[0] as f64;
    println!(
        "df-pn+ needs {share:.0} % of the expansions, and fewer in {better} of {positions} positions"
    );
}

/// Does OR win? Alpha-beta with two values, remembering what it saw.
fn wins(game: &mut Othello, known: &mut HashMap<u64, bool>) -> bool {
    if let Some(&answer) = known.get(&game.key()) {
        return answer;
    }
    let mut moves = Vec::new();
    game.moves(&mut moves);
    let or = game.turn() == Turn::Or;
    // The first child that is good for the mover decides; without a move the mover has lost.
    let good = moves.into_iter().any(|m| {
        game.play(m);
        let answer = wins(game, known);
        game.undo();
        answer == or
    });
    known.insert(game.key(), good == or);
    good == or
}
