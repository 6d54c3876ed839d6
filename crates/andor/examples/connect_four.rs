//! How to teach the library a game: Connect Four on a small board, solved.
//!
//! ```sh
//! cargo run --release -p tsumugi-andor --example connect_four -- 5 4
//! ```
//!
//! Write down whose turn it is, the moves, how to play and take back, and a key; that is all. It owns nothing apart
//! from the board and gives no hints, which takes a line each.

use std::sync::Arc;
use tsumugi_andor::engines::{brute::Brute, dfpn::Dfpn};
use tsumugi_andor::{GameValue, Hints, Limits, Options, Resources, Rules, Search, Table, Turn, drive};

/// A board, kept column by column from the bottom: slow, and easy to read.
struct Board {
    columns: Vec<Vec<Player>>,
    height: usize,
    played: Vec<usize>,
}

#[derive(Clone, Copy, PartialEq)]
enum Player {
    First,
    Second,
}

impl Board {
    fn new(width: usize, height: usize) -> Board {
        Board { columns: vec![Vec::new(); width], height, played: Vec::new() }
    }

    fn to_move(&self) -> Player {
        if self.played.len().is_multiple_of(2) { Player::First } else { Player::Second }
    }

    fn at(&self, x: i32, y: i32) -> Option<Player> {
        self.columns.get(usize::try_from(x).ok()?)?.get(usize::try_from(y).ok()?).copied()
    }

    /// Did the last stone make four in a row?
    fn won(&self) -> bool {
        let Some(&column) = self.played.last() else { return false };
        let (x, y) = (column as i32, self.columns[column].len() as i32 - 1);
        let mine = self.at(x, y);
        [(1, 0), (0, 1), (1, 1), (1, -1)].into_iter().any(|(dx, dy)| {
            let run = |sign: i32| {
                (1..4).take_while(move |i| self.at(x + sign * i * dx, y + sign * i * dy) == mine)
            };
            run(1).count() + run(-1).count() >= 3
        })
    }

    fn full(&self) -> bool {
        self.played.len() == self.columns.len() * self.height
    }
}

/// The question asked is "does the first player win?", so the first player is OR.
impl Rules for Board {
    type Move = usize;

    fn turn(&self) -> Turn {
        // A side without moves has lost. At the end nobody has one, so say who lost: OR, if it is a draw.
        match self.to_move() {
            Player::First => Turn::Or,
            Player::Second if self.full() && !self.won() => Turn::Or,
            Player::Second => Turn::And,
        }
    }

    fn moves(&self, out: &mut Vec<usize>) {
        if !self.won() {
            out.extend((0..self.columns.len()).filter(|&x| self.columns[x].len() < self.height));
        }
    }

    fn play(&mut self, column: usize) {
        let player = self.to_move();
        self.columns[column].push(player);
        self.played.push(column);
    }

    fn undo(&mut self) {
        let column = self.played.pop().expect("a move to take back");
        self.columns[column].pop();
    }

    fn key(&self) -> u64 {
        // A column as a number: a leading one, then a bit a stone. Different boards have different keys.
        let column = |stones: &Vec<Player>| {
            stones.iter().fold(1, |bits, &player| bits << 1 | u64::from(player == Player::First))
        };
        self.columns.iter().fold(0, |key, stones| key << (self.height + 1) | column(stones))
    }
}

impl Resources for Board {
    type Resource = ();
    fn resource(&self) {}
}

impl Hints for Board {}

fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse().expect("a number"));
    let (width, height) = (numbers.next().unwrap_or(5), numbers.next().unwrap_or(4));
    assert!(width * (height + 1) <= 64, "the key of this example has 64 bits");

    let table = Arc::new(Table::with_bytes(64 << 20));
    let mut fast = Dfpn::new(Board::new(width, height), Options::default(), table);
    report("df-pn", &mut fast);

    // The plain way: all positions. Give up after five million.
    let mut plain = Brute::new(Board::new(width, height)).with_max_positions(5_000_000);
    report("brute force", &mut plain);
}

fn report(name: &str, search: &mut dyn Search) {
    let outcome = drive(search, &Limits::default(), &mut ());
    let answer = match outcome.verdict {
        GameValue::Proved(plies) => format!("the first player wins within {plies} plies"),
        GameValue::Disproved => "the first player does not win".to_string(),
        GameValue::Unknown(reason) => format!("no answer: {reason:?}"),
    };
    println!("{name}: {answer} ({} positions)", outcome.stats.expansions);
}
