//! Real games: df-pn finds their known values, with far less work than looking at everything, and an evaluation
//! makes it cheaper still.
//!
//! Small boards by default. `TSUMUGI_GAMES=1 cargo test --release -p tsumugi-andor --test it games::` takes minutes and
//! gigabytes; the example programs `boards` and `othello` print the figures.

use std::sync::Arc;
use tsumugi_andor::engines::brute::Brute;
use tsumugi_andor::engines::dfpn::Dfpn;
use tsumugi_andor::engines::parallel;
use tsumugi_andor::options::ThreadsBy;
use tsumugi_andor::toy::Objective;
use tsumugi_andor::toy::connect_four::ConnectFour;
use tsumugi_andor::toy::mnk::Mnk;
use tsumugi_andor::toy::othello::Othello;
use tsumugi_andor::{Bounds, Game, GameValue, Limits, Observer, Options, Stats, Table, drive};

fn long() -> bool {
    std::env::var_os("TSUMUGI_GAMES").is_some()
}

fn dfpn<G: Game<Resource = ()>>(game: G, options: Options) -> (bool, u64) {
    let table = Arc::new(Table::with_bytes(if long() { 1 << 30 } else { 64 << 20 }));
    let outcome = drive(&mut Dfpn::new(game, options, table), &Limits::default(), &mut ());
    (outcome.verdict.answer().expect("an answer"), outcome.stats.expansions)
}

/// The answer and the number of positions there are.
fn brute<G: Game>(game: G) -> (bool, u64) {
    let mut search = Brute::new(game);
    let answer = drive(&mut search, &Limits::default(), &mut ()).verdict.answer();
    (answer.expect("an answer"), search.positions() as u64)
}

/// Wins (`+`), draws (`=`) or loses (`-`) the first player? With the expansions it took to know.
fn value(width: u32, height: u32) -> (char, u64) {
    let board = |question| ConnectFour::new(width, height, question).with_look_ahead();
    let ask = |question| dfpn(board(question), Options::default());
    let (first, mut effort) = ask(Objective::FirstWins);
    if first {
        return ('+', effort);
    }
    let (second, more) = ask(Objective::SecondWins);
    effort += more;
    (if second { '-' } else { '=' }, effort)
}

#[test]
fn boards_of_connect_four_have_their_values() {
    // 6 × 4 is lost for the first player; the others are drawn.
    let boards = [(4, 4, '='), (5, 3, '='), (4, 5, '='), (5, 4, '='), (6, 4, '-'), (6, 5, '=')];
    for &(width, height, known) in &boards[..if long() { boards.len() } else { 4 }] {
        let (value, effort) = value(width, height);
        println!("{width} × {height}: {value}, {effort} expansions");
        assert_eq!(value, known, "{width} × {height}");
    }
}

#[test]
fn df_pn_needs_less_than_everything() {
    let three = |m, n| move |question| Mnk::new(m, n, 3, question);
    // The first player wins; on 4 × 4 there are six million positions.
    let (m, n, share) = if long() { (4, 4, 100) } else { (4, 3, 20) };
    let board = three(m, n);
    let (answer, everything) = brute(board(Objective::FirstWins));
    let (same, effort) = dfpn(board(Objective::FirstWins), Options::default());
    println!("{m},{n},3: {effort} expansions, {everything} positions");
    assert!(answer && same && effort * share < everything, "{effort} of {everything}");
    let board = |question| ConnectFour::new(4, 4, question);
    let (answer, everything) = brute(board(Objective::FirstWins));
    let (same, effort) = dfpn(board(Objective::FirstWins), Options::default());
    println!("Connect Four 4 × 4: {effort} expansions, {everything} positions");
    assert!(!answer && !same && effort * 3 < everything, "{effort} of {everything}");
}

/// A child that a thread chose because of what the others do used to be entered and left for ever.
#[test]
fn several_threads_come_to_an_end() {
    for threads in [1, 2, 4] {
        let table = Arc::new(Table::with_bytes(64 << 20));
        let game = ConnectFour::new(5, 4, Objective::FirstWins);
        let limits = Limits::expansions(20_000_000);
        let outcome = parallel::solve(&game, Options::default(), &table, threads, &limits, &mut ());
        println!("{threads} threads: {} expansions", outcome.stats.expansions);
        assert_eq!(outcome.verdict, GameValue::Disproved, "{threads} threads");
    }
}

/// Hears how many expansions there were.
#[derive(Default)]
struct Heard(Vec<u64>);

impl Observer for Heard {
    fn progress(&mut self, stats: &Stats, _root: Bounds, _fill: f64) {
        self.0.push(stats.expansions);
    }
}

#[test]
fn what_is_told_on_the_way_is_the_work_of_all_threads() {
    for threads_by in [ThreadsBy::Virtual, ThreadsBy::Jobs] {
        let table = Arc::new(Table::with_bytes(64 << 20));
        let game = ConnectFour::new(6, 5, Objective::FirstWins);
        let options = Options { threads_by, ..Options::default() };
        let (limits, mut heard) = (Limits::expansions(400_000), Heard::default());
        let all = parallel::solve(&game, options, &table, 4, &limits, &mut heard).stats.expansions;
        assert!(heard.0.is_sorted(), "{threads_by:?}");
        let last = *heard.0.last().unwrap();
        // One thread has a quarter of it.
        assert!(last <= all && last * 2 > all, "{threads_by:?}: {last} of {all}");
    }
}

/// df-pn+ with the estimates of the toy needs at most half of df-pn's expansions, and says the same.
#[test]
fn estimates_halve_the_work_in_othello() {
    let (positions, empty) = if long() { (100, 14) } else { (30, 10) };
    let (mut plain, mut guided) = (0, 0);
    for seed in 0..positions {
        let game = Othello::random(6, empty, 1, seed).with_evaluation();
        let (answer, effort) = dfpn(game.clone(), Options { estimate: false, ..Options::default() });
        let (same, less) = dfpn(game.clone(), Options::default());
        assert_eq!(answer, same, "seed {seed}");
        if !long() {
            assert_eq!(answer, brute(game).0, "seed {seed}");
        }
        plain += effort;
        guided += less;
    }
    println!("{positions} positions with {empty} empty cells: {plain} and {guided} expansions");
    assert!(guided * 2 < plain, "{guided} of {plain}");
}
