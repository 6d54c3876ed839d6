//! A wrapper that changes nothing changes nothing: the same answers with the same effort, counter by counter, by every
//! engine and under every preset. `tests/it/wrapper.rs` of `tsumugi-tsume` has the same for a game with all hints.
//!
//! `TSUMUGI_CASES=n` and `TSUMUGI_SEED=n` as in `ground_truth.rs`. A failure prints its seed.

use std::sync::Arc;
use tsumugi_andor::engines::dfpn::Dfpn;
use tsumugi_andor::toy::bare::Bare;
use tsumugi_andor::toy::graph::GraphGame;
use tsumugi_andor::toy::random_graphs::{Rng, any_graph};
use tsumugi_andor::toy::tangles::any_tangle;
use tsumugi_andor::toy::tokens::{Board, TokenGame};
use tsumugi_andor::{
    Bounds, Decided, Engine, Game, GameValue, Hints, Initial, Limits, PaperOptions, Plies, Resources,
    Rules, Stats, Table, Turn, Wrapper, drive, solve,
};
use tsumugi_testkit::seeds;

/// What searches come to: one after the other with one table, the last without a limit of plies.
fn searched<G: Game + Clone>(game: &G, options: PaperOptions) -> Vec<(GameValue, Stats)> {
    let table = Arc::new(Table::with_bytes(1 << 16));
    let limits = Limits::expansions(3_000);
    let within = |plies: Option<u32>| {
        let search = Dfpn::new(game.clone(), options, table.clone());
        let mut search = match plies {
            Some(plies) => search.within(plies),
            None => search,
        };
        let outcome = drive(&mut search, &limits, &mut ());
        (outcome.verdict, outcome.stats)
    };
    let mut all: Vec<_> = [Some(1), Some(4), Some(7), None].into_iter().map(within).collect();
    for (engine, _) in Engine::ALL {
        let outcome = solve(game.clone(), &engine, &options, 1 << 16, &limits, &mut ());
        all.push((outcome.verdict, outcome.stats));
    }
    all
}

#[test]
fn a_wrapper_without_a_word_of_its_own_takes_the_same_steps() {
    let presets = PaperOptions::presets();
    for seed in seeds(150) {
        let mut rng = Rng::new(seed);
        let graph = Arc::new(if rng.percent(50) { any_graph(seed, 60) } else { any_tangle(seed, 60) });
        let game = GraphGame::new(graph).with_estimates(seed, 20).with_costs(seed, 5).with_order(seed);
        let board = Arc::new(Board::random(6 + rng.below(40), seed));
        let tokens = board.amounts()[rng.below(board.amounts().len())];
        let token_game = TokenGame::new(board, 0, tokens);
        for preset in &presets {
            for options in [preset.options, PaperOptions { cost: true, doubt: true, ..preset.options }]
            {
                let at = format!("seed {seed}, {}", preset.name);
                assert_eq!(searched(&Bare(game.clone()), options), searched(&game, options), "{at}");
                let bare = Bare(token_game.clone());
                assert_eq!(searched(&bare, options), searched(&token_game, options), "{at}");
            }
        }
    }
}

/// A game of one position that answers every question with something nobody says by default.
#[derive(Clone, Debug, PartialEq)]
struct Loud(Vec<u8>);

impl Rules for Loud {
    type Move = u8;
    fn turn(&self) -> Turn {
        Turn::And
    }
    fn moves(&self, out: &mut Vec<u8>) {
        out.extend([7, 8]);
    }
    fn play(&mut self, m: u8) {
        self.0.push(m);
    }
    fn undo(&mut self) {
        self.0.pop();
    }
    fn key(&self) -> u64 {
        77
    }
    fn plies(&self, m: u8) -> Plies {
        Plies::new(u32::from(m) + 3)
    }
    fn move_bits(m: u8) -> u32 {
        u32::from(m) + 1
    }
}

/// An amount of which everybody wants more.
impl Resources for Loud {
    type Resource = Amount;
    fn resource(&self) -> Amount {
        Amount(50)
    }
    fn set_resource(&mut self, Amount(amount): Amount) -> bool {
        self.0.push(amount as u8);
        true
    }
    fn won_resource(&self) -> Amount {
        Amount(51)
    }
    fn lost_resource(&self) -> Amount {
        Amount(52)
    }
    fn proof_before(&self, m: u8, Amount(after): Amount) -> Amount {
        Amount(after + u32::from(m) + 1)
    }
    fn proof_join(&self, replies: &[(u8, Amount)]) -> Amount {
        Amount(60 + replies.len() as u32)
    }
    fn disproof_before(&self, m: u8, Amount(after): Amount) -> Amount {
        Amount(after + u32::from(m) + 2)
    }
    fn disproof_join(&self, tries: &[(u8, Amount)]) -> Amount {
        Amount(70 + tries.len() as u32)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Amount(u32);

impl tsumugi_andor::Resource for Amount {
    fn covers(self, other: Amount) -> bool {
        self.0 >= other.0
    }
    fn to_bits(self) -> u32 {
        self.0
    }
    fn from_bits(bits: u32) -> Amount {
        Amount(bits)
    }
}

#[deny(clippy::missing_trait_methods)]
impl Hints for Loud {
    fn place_after(&self, m: u8) -> Option<(u64, Amount)> {
        Some((u64::from(m), Amount(53)))
    }
    fn decided(&mut self) -> Option<Decided<Amount>> {
        Some(Decided::Win(Plies::new(9), Amount(54)))
    }
    fn estimate(&mut self) -> Bounds {
        Bounds::open(11, 12)
    }
    fn look(&mut self, initial: Initial) -> Result<Decided<Amount>, Bounds> {
        match initial {
            Initial::Unit => Ok(Decided::Win(Plies::new(9), Amount(54))),
            Initial::Estimated => Err(Bounds::open(13, 14)),
            Initial::Learned(left) => Err(Bounds::open(15, left.get())),
        }
    }
    fn estimate_in_time(&mut self, guess: Bounds) -> Bounds {
        Bounds::open(guess.dn(), 17)
    }
    fn decided_in_time(&mut self, plies: Plies) -> Option<Decided<Amount>> {
        Some(Decided::Loss(Amount(plies.get())))
    }
    fn foresight(&self) -> Plies {
        Plies::new(18)
    }
    fn cost(&self, m: u8) -> (i32, i32) {
        (i32::from(m), 19)
    }
    fn classes(&self, _: &[u8], classes: &mut [u16]) {
        classes.fill(20);
    }
    fn delays(&self, _: &[u8], after: &mut [Option<u16>]) {
        after[1] = Some(0);
    }
    fn doubts(&self, moves: &mut [u8], after: &mut [Option<u16>]) {
        moves.reverse();
        after[1] = Some(0);
    }
    fn alike(&self, a: u8, b: u8) -> bool {
        a + 1 == b
    }
    fn similar(&self, out: &mut Vec<(u64, Amount)>) {
        out.push((21, Amount(22)));
    }
    fn similar_far(&self, reach: usize, out: &mut Vec<(u64, Amount)>) {
        out.push((24, Amount(reach as u32)));
    }
    fn futile(&self, m: u8) -> bool {
        m == 7
    }
    fn fork(&self, _: Option<Loud>) -> Option<Loud> {
        Some(Loud(vec![23]))
    }
}

/// Every answer there is, in words.
fn answers<G: Game<Move = u8, Resource = Amount>>(game: &mut G) -> Vec<String> {
    let mut all = Vec::new();
    let mut say = |answer: &dyn std::fmt::Debug| all.push(format!("{answer:?}"));
    let mut moves = vec![];
    game.moves(&mut moves);
    let pairs = [(7, Amount(1)), (8, Amount(2))];
    say(&(game.turn(), &moves, game.key(), game.plies(7), G::move_bits(7)));
    say(&(game.resource(), game.won_resource(), game.lost_resource()));
    say(&(game.proof_before(7, Amount(1)), game.proof_join(&pairs)));
    say(&(game.disproof_before(7, Amount(1)), game.disproof_join(&pairs)));
    say(&(game.place_after(7), game.decided(), game.estimate()));
    say(&[Initial::Unit, Initial::Estimated, Initial::Learned(Plies::new(16))]
        .map(|initial| game.look(initial)));
    say(&(
        game.estimate_in_time(Bounds::open(2, 3)),
        game.decided_in_time(Plies::new(4)),
        game.foresight(),
    ));
    let (mut classes, mut after, mut doubted) = ([0; 2], [None; 2], [None; 2]);
    game.classes(&moves, &mut classes);
    game.delays(&moves, &mut after);
    game.doubts(&mut moves, &mut doubted);
    say(&(game.cost(7), classes, after, moves, doubted, game.alike(7, 8), game.alike(8, 7)));
    let mut similar = vec![];
    game.similar(&mut similar);
    game.similar_far(25, &mut similar);
    say(&(game.futile(7), game.futile(8)));
    say(&(similar, game.fork(None).is_some()));
    game.play(7);
    game.play(8);
    game.undo();
    say(&game.set_resource(Amount(9)));
    all
}

#[test]
fn every_question_reaches_the_game_inside() {
    let (mut loud, mut bare) = (Loud(vec![]), Bare(Loud(vec![])));
    assert_eq!(answers(&mut bare), answers(&mut loud));
    assert_eq!(bare.0, loud);
    assert_eq!(loud.0, [7, 9]);
    assert_eq!(Wrapper::fork(&bare, None).unwrap().0, Loud(vec![23]));
}
