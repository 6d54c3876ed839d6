//! Random boards with tokens and random options, for tests of resources.

use std::sync::Arc;
use tsumugi_andor::PaperOptions;
use tsumugi_andor::options::{Ghi, Sums};
use tsumugi_andor::toy::random_graphs::Rng;
use tsumugi_andor::toy::tangles::any_tangle;
use tsumugi_andor::toy::tokens::Board;

/// Two in three are tangles.
pub fn board(seed: u64, rng: &mut Rng) -> Arc<Board> {
    Arc::new(match seed % 3 {
        0 => Board::random(6 + rng.below(40), seed),
        _ => Board::on(any_tangle(seed, 40), rng),
    })
}

/// A way to treat repetitions and a way to add up proof numbers.
pub fn options(rng: &mut Rng) -> PaperOptions {
    let ghi = Ghi::ALL[rng.below(Ghi::ALL.len())].0;
    let sums = Sums::ALL[rng.below(Sums::ALL.len())].0;
    PaperOptions { ghi, sums, ..PaperOptions::default() }
}
