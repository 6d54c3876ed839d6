//! Small boards solved to their values: Connect Four and m,n,k-games, by df-pn and by looking at everything.
//!
//! ```sh
//! cargo run --release -p tsumugi-andor --example boards                     # seconds
//! cargo run --release -p tsumugi-andor --example boards -- 6x5 --look-ahead --threads 2 --mb 3000
//! cargo run --release -p tsumugi-andor --example boards -- 5x4 --set sums=snda --mb 256 --brute 0
//! ```
//!
//! A value needs one or two questions: does the first player win, and if not, does the second?

use std::sync::Arc;
use std::time::Instant;
use tsumugi_andor::engines::brute::Brute;
use tsumugi_andor::engines::parallel;
use tsumugi_andor::toy::Objective;
use tsumugi_andor::toy::connect_four::ConnectFour;
use tsumugi_andor::toy::mnk::Mnk;
use tsumugi_andor::{Game, Limits, PaperOptions, Table, drive};

/// Connect Four boards, width × height, that take seconds.
const BOARDS: [(u32, u32); 5] = [(4, 4), (5, 3), (5, 4), (4, 5), (6, 4)];
/// The plain way gives up at this many positions, unless told otherwise with `--brute`.
const POSITIONS: usize = 8_000_000;

/// How to search.
struct How {
    options: PaperOptions,
    threads: usize,
    /// Positions for the plain way.
    positions: usize,
}

fn main() {
    let mut how = How { options: PaperOptions::default(), threads: 1, positions: POSITIONS };
    let mut look_ahead = false;
    let (mut bytes, mut boards) = (1usize << 30, Vec::new());
    let mut words = std::env::args().skip(1);
    while let Some(word) = words.next() {
        match word.as_str() {
            "--threads" => how.threads = number(&mut words),
            "--brute" => how.positions = number(&mut words),
            "--look-ahead" => look_ahead = true,
            "--set" => {
                let word = words.next().expect("an option such as sums=snda");
                let (name, value) = word.split_once('=').expect("name=value");
                how.options.set(name, value).unwrap_or_else(|error| panic!("{error}"));
            }
            "--mb" => bytes = number(&mut words) << 20,
            board => {
                let (width, height) = board.split_once('x').expect("a board such as 6x5");
                boards.push((width.parse().expect("a width"), height.parse().expect("a height")));
            }
        }
    }
    let table = Arc::new(Table::with_bytes(bytes));
    println!("{:24} {:14} {:>12} {:>8}  {:>12}", "", "", "df-pn", "seconds", "brute force");
    if boards.is_empty() {
        boards = BOARDS.to_vec();
        for (m, n, k) in [(3, 3, 3), (4, 3, 3), (4, 4, 3)] {
            value(&format!("{m},{n},{k}"), &|question| Mnk::new(m, n, k, question), &table, &how);
        }
    }
    for (width, height) in boards {
        let name = format!("Connect Four {width} × {height}");
        let board = |question| {
            let board = ConnectFour::new(width, height, question);
            if look_ahead { board.with_look_ahead() } else { board }
        };
        value(&name, &board, &table, &how);
    }
}

fn number(words: &mut impl Iterator<Item = String>) -> usize {
    words.next().and_then(|text| text.parse().ok()).expect("a number")
}

/// Asks as many questions as the value needs, and prints a line for each.
fn value<G>(name: &str, board: &dyn Fn(Objective) -> G, table: &Arc<Table<()>>, how: &How)
where
    G: Game<Resource = ()> + Clone + Send,
    G::Move: Send,
{
    for (question, asked) in
        [(Objective::FirstWins, "first wins?"), (Objective::SecondWins, "second wins?")]
    {
        table.clear();
        let start = Instant::now();
        let limits = Limits::default();
        let fast = parallel::solve(&board(question), how.options, table, how.threads, &limits, &mut ());
        let seconds = start.elapsed().as_secs_f64();
        let mut brute = Brute::new(board(question)).with_max_positions(how.positions);
        let plain = drive(&mut brute, &limits, &mut ()).verdict.answer();
        let answer = fast.verdict.answer();
        assert!(
            plain.is_none() || plain == answer,
            "{name}, {asked}: {answer:?}, brute force: {plain:?}"
        );
        let yes = if answer == Some(true) { "yes" } else { "no" };
        let all = plain.map_or("too many".to_string(), |_| brute.positions().to_string());
        let expansions = fast.stats.expansions;
        println!("{name:24} {asked:12} {yes:3} {expansions:>10} {seconds:>8.2}  {all:>12}");
        if answer == Some(true) {
            break;
        }
    }
}
