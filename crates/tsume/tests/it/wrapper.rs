//! A wrapper around a mate problem that changes nothing: the same answers with the same effort, counter by counter, under
//! every preset, with and without a limit of plies. A hint that was not forwarded would show.

use std::sync::Arc;
use tsumugi_andor::engines::dfpn::Dfpn;
use tsumugi_andor::toy::bare::Bare;
use tsumugi_andor::{Engine, Game, GameValue, Limits, PaperOptions, Stats, Table, drive, solve};
use tsumugi_shogi::Position;
use tsumugi_shogi::random::{Style, position_of};
use tsumugi_tsume::{AttackerHand, Problem, TsumeGame};

fn game(position: Position) -> TsumeGame {
    let problem = Problem::new(position);
    TsumeGame::new(problem.position().clone(), problem.attacker())
}

/// Expansions a search may take.
const EFFORT: u64 = 1_500;

/// What searches come to: without a limit of plies and with one, one table for all; then the other engines.
fn searched<G>(game: &G, options: PaperOptions) -> Vec<(GameValue, Stats)>
where
    G: Game<Resource = AttackerHand> + Clone,
{
    let table = Arc::new(Table::with_bytes(1 << 18));
    let limits = Limits::expansions(EFFORT);
    let unlimited = Dfpn::new(game.clone(), options, table.clone());
    let limited = [3, 7].map(|n| Dfpn::new(game.clone(), options, table.clone()).within(n));
    let searches = [unlimited].into_iter().chain(limited);
    let outcomes = searches.map(|mut search| drive(&mut search, &limits, &mut ()));
    let mut all: Vec<_> = outcomes.map(|outcome| (outcome.verdict, outcome.stats)).collect();
    for engine in [Engine::Pn, Engine::Cstar] {
        let outcome =
            solve(game.clone(), &engine, &options, 1 << 18, &Limits::expansions(200), &mut ());
        all.push((outcome.verdict, outcome.stats));
    }
    all
}

/// Mates from afar with many interpositions, where transfer and killers have something to do.
const FROM_AFAR: [&str; 3] = [
    "3lkl3/9/R8/4NN3/9/9/9/9/9 b p 1",
    "5pk2/7P1/4+R1+P1+b/8b/6R2/9/9/9/9 b 4g4s4n4l15p 1",
    "9/9/3B3G1/6+p1n/7+p1/7k1/5BL1p/7G1/7+R+r b N2P2g4s2n3l13p 1",
];

#[test]
fn a_wrapper_without_a_word_of_its_own_takes_the_same_steps() {
    let given = FROM_AFAR.map(|sfen| Position::from_sfen(sfen).unwrap());
    let random = (0..12).map(|seed| position_of(Style::Tsume, seed));
    let mut all = Stats::default();
    for (i, position) in given.into_iter().chain(random).enumerate() {
        let game = game(position);
        for preset in PaperOptions::presets() {
            let options = PaperOptions { cost: i % 2 == 0, ..preset.options };
            let plain = searched(&game, options);
            let at = format!("{}, {:?}", preset.name, game.position());
            assert_eq!(searched(&Bare(game.clone()), options), plain, "{at}");
            assert_eq!(searched(&Bare(Bare(game.clone())), options), plain, "twice, {at}");
            all = plain.iter().fold(all, |all, (_, stats)| all.plus(stats));
        }
    }
    assert!(all.transfers.1 > 0 && all.killers > 0 && all.dominance_hits > 0, "{all:?}");
}
