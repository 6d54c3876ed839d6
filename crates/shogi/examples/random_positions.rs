//! Prints random positions with both kings, one SFEN a line: `cargo run --example random_positions -- COUNT SEED`.

use tsumugi_shogi::random::{Style, position_of};

fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>());
    let mut next = |default| numbers.next().and_then(Result::ok).unwrap_or(default);
    let (count, seed) = (next(10), next(0));
    for seed in seed..seed + count {
        println!("{}", position_of(Style::TwoKings, seed).to_sfen());
    }
}
