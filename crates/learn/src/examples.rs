//! Examples for the solver's own guess ([`tsumugi_tsume::learned`]), from its own searches.
//!
//! Problems are searched a little, first for any mate, then for shorter ones, and positions met for the first time are
//! kept. Each is then searched by itself: what should have been guessed is the work it takes to solve it.
//!
//! Trouble  Numbers after a few expansions tell how a search begins. A mate found at once and one found with the last
//!          expansion have the same, and what is open afterwards looks much alike.
//! Idea     Search on. Of a mate the proof number is the expansions it took, of a no-mate the disproof number; the
//!          other number is as large as can be. What stays open took at least the expansions allowed, whichever way
//!          it goes; its numbers say which way is nearer.
//! Source   Ours. \[Kaneko04\] takes numbers after some expansions.

use crate::guided::{Guide, Guided};
use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::Arc;
use tsumugi_andor::engines::dfpn::Dfpn;
use tsumugi_andor::{Bounds, GameValue, Hints, Options, Plies, Rules, Search, Table, Turn};
use tsumugi_shogi::random::Random;
use tsumugi_shogi::{Color, Position};
use tsumugi_tsume::TsumeGame;
use tsumugi_tsume::learned::{Guess, Look, Scorer, rows};

/// How to collect.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plan {
    /// Expansions of the search of a problem.
    pub search: u64,
    /// Positions kept of a problem, at most, without a limit of plies and as many with one; and one in how many.
    pub positions: usize,
    /// See above.
    pub every: u64,
    /// Expansions of the search of a position; what is not solved then counts as open.
    pub work: u64,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan { search: 6_000, positions: 60, every: 3, work: 500 }
    }
}

/// A position and what it takes to solve it.
#[derive(Clone, PartialEq, Debug)]
pub struct Example {
    /// The rows of the network that it turns on.
    pub rows: Vec<u16>,
    /// Is the attacker to move?
    pub answered: bool,
    /// Within how many plies the attacker must mate.
    pub left: Plies,
    /// Mate, no mate, or open.
    pub answer: Option<bool>,
    /// Positions expanded.
    pub expansions: u64,
    /// The numbers at the end.
    pub bounds: Bounds,
}

/// Rows of an example in a file. A position has fewer, but for full boards of game positions; more are left out.
const MOST_ROWS: usize = 56;
/// A row that is none.
const NO_ROW: u16 = u16::MAX;

impl Example {
    /// Bytes of an example in a file.
    pub const BYTES: usize = 8 + 2 * MOST_ROWS;

    /// As `scripts/train_guess.py` reads it: flags (the attacker is to move: 1; mate: 2, no mate: 4; held out: 8), plies
    /// left (255: unlimited), expansions, pn, dn, rows; little-endian.
    pub fn write(&self, held_out: bool, out: &mut Vec<u8>) {
        let answer = self.answer.map_or(0, |mate| if mate { 2 } else { 4 });
        let left = if self.left.is_unlimited() { 255 } else { self.left.get().min(254) as u8 };
        out.extend([u8::from(self.answered) | answer | u8::from(held_out) << 3, left]);
        let numbers = [self.expansions, self.bounds.pn().into(), self.bounds.dn().into()];
        let numbers = numbers.map(|number| number.min(u16::MAX.into()) as u16);
        let rows = self.rows.iter().copied().chain(std::iter::repeat(NO_ROW)).take(MOST_ROWS);
        out.extend(numbers.into_iter().chain(rows).flat_map(u16::to_le_bytes));
    }
}

/// Guesses with some weights, or by hand.
#[derive(Debug)]
pub struct ByGuess<'a>(Option<RefCell<Scorer<'a>>>);

impl<'a> ByGuess<'a> {
    /// Guesses with these weights, in one search.
    pub fn new(guess: Option<&'a Guess>) -> ByGuess<'a> {
        ByGuess(guess.map(|guess| RefCell::new(Scorer::new(guess))))
    }
}

impl Guide for ByGuess<'_> {
    fn guess(&self, game: &TsumeGame, look: &Look, left: Plies) -> Bounds {
        match &self.0 {
            Some(scorer) => scorer.borrow_mut().bounds(game, look, left),
            None if left.is_unlimited() => game.hand_made(look),
            None => game.hand_made_in_time(look),
        }
    }
}

/// A position met in a search.
struct Met {
    position: Position,
    rows: Vec<u16>,
    answered: bool,
    left: Plies,
}

/// Keeps positions that are met for the first time.
struct Recorder<'a> {
    guess: ByGuess<'a>,
    plan: &'a Plan,
    seen: RefCell<HashSet<(u64, Plies)>>,
    /// Without a limit of plies, and with one.
    met: [RefCell<Vec<Met>>; 2],
}

impl Recorder<'_> {
    fn met(&self, left: Plies) -> &RefCell<Vec<Met>> {
        &self.met[usize::from(!left.is_unlimited())]
    }

    fn wants(&self, game: &TsumeGame, left: Plies) -> bool {
        // Keys are random, but their lowest bits choose places in tables.
        let draw = game.key().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
        draw.is_multiple_of(self.plan.every)
            && game.last_move().is_some()
            && !is_told_at_sight(game, left)
            && self.met(left).borrow().len() < self.plan.positions
            && self.seen.borrow_mut().insert((draw, left))
    }
}

impl Guide for Recorder<'_> {
    fn guess(&self, game: &TsumeGame, look: &Look, left: Plies) -> Bounds {
        if self.wants(game, left) {
            let mut found = vec![];
            rows(game, look, left, |row| found.push(row as u16));
            let (position, answered) = (game.position().clone(), game.turn() == Turn::Or);
            self.met(left).borrow_mut().push(Met { position, rows: found, answered, left });
        }
        self.guess.guess(game, look, left)
    }
}

/// Does a look tell whether the attacker mates in time, so that no guess is needed?
fn is_told_at_sight(game: &TsumeGame, left: Plies) -> bool {
    left < Plies::ONE || (game.turn() == Turn::Or && left <= game.foresight())
}

/// Memory for the table of a search.
const BYTES: usize = 8 << 20;
/// Memory for each expansion of the search of a position.
const WORK_BYTES: usize = 1 << 10;

/// What there is to learn from a problem.
pub fn examples(
    position: &Position,
    attacker: Color,
    guess: Option<&Guess>,
    plan: &Plan,
) -> Vec<Example> {
    let recorder = Recorder {
        guess: ByGuess::new(guess),
        plan,
        seen: RefCell::default(),
        met: Default::default(),
    };
    let game = TsumeGame::new(position.clone(), attacker);
    let mut random = Random::new(game.key());
    let game = Guided::new(game, &recorder);
    let table = Arc::new(Table::with_bytes(BYTES));
    let mut search = Dfpn::new(game.clone(), Options::default(), Arc::clone(&table));
    search.advance(plan.search);
    // Then as the solver asks for the length: for a shorter mate, until there is none. Where no mate was found, for one
    // within some number of plies.
    let mut within = match search.verdict() {
        GameValue::Proved(plies) => shorter(plies),
        GameValue::Disproved => None,
        GameValue::Unknown(_) => Some(Plies::new(7 + 2 * random.below(8) as u32)),
    };
    while let Some(plies) = within {
        let mut search = Dfpn::new(game.clone(), limited(), Arc::clone(&table)).within(plies);
        search.advance(plan.search);
        within = match search.verdict() {
            GameValue::Proved(plies) => shorter(plies),
            _ => None,
        };
    }
    let met = recorder.met.into_iter().flat_map(RefCell::into_inner);
    met.map(|met| work(met, attacker, guess, plan)).collect()
}

/// The length of a shorter mate, if there is room for one that is not seen at once.
fn shorter(plies: Plies) -> Option<Plies> {
    plies.get().checked_sub(2).filter(|&plies| plies >= 5).map(Plies::new)
}

/// How the solver searches within a number of plies.
fn limited() -> Options {
    Options { killers: false, ..Options::default() }
}

/// What it takes to solve a position.
fn work(met: Met, attacker: Color, guess: Option<&Guess>, plan: &Plan) -> Example {
    let Met { position, rows, answered, left } = met;
    let guide = ByGuess::new(guess);
    let game = Guided::new(TsumeGame::new(position, attacker), &guide);
    let options = if left.is_unlimited() { Options::default() } else { limited() };
    let table = Arc::new(Table::with_bytes(WORK_BYTES * plan.work as usize));
    let mut search = Dfpn::new(game, options, table).within(left);
    search.advance(plan.work);
    Example {
        rows,
        answered,
        left,
        answer: search.verdict().answer(),
        expansions: search.stats().expansions,
        bounds: search.root_bounds(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsumugi_shogi::random::{Style, position_of};
    use tsumugi_tsume::learned::ROWS;

    #[test]
    fn examples_are_the_same_every_time_and_fit_the_networks() {
        let plan = Plan { search: 200, positions: 40, every: 1, work: 60 };
        let (mut count, mut limited, mut solved) = (0, 0, 0);
        for seed in 0..40 {
            let position = position_of(Style::Tsume, seed);
            let attacker = tsumugi_tsume::attacker_of(&position);
            let found = examples(&position, attacker, Guess::shipped(), &plan);
            assert_eq!(found, examples(&position, attacker, Guess::shipped(), &plan), "seed {seed}");
            for example in &found {
                let rows = ROWS[usize::from(example.answered)];
                assert!(example.rows.iter().all(|&row| usize::from(row) < rows), "{example:?}");
                assert!(example.rows.is_sorted() && example.expansions <= plan.work, "{example:?}");
            }
            count += found.len();
            limited += found.iter().filter(|example| !example.left.is_unlimited()).count();
            solved += found.iter().filter(|example| example.answer.is_some()).count();
        }
        assert!(count > 300 && limited > 50 && solved > 100, "{count} {limited} {solved}");
    }

    #[test]
    fn an_example_is_written_as_the_script_reads_it() {
        let example = Example {
            rows: vec![0, 258],
            answered: true,
            left: Plies::new(7),
            answer: Some(false),
            expansions: 70_000,
            bounds: Bounds::open(3, 4),
        };
        let mut bytes = vec![];
        example.write(true, &mut bytes);
        assert_eq!(bytes.len(), Example::BYTES);
        let begin = [1 | 4 | 8, 7, 255, 255, 3, 0, 4, 0, 0, 0, 2, 1, 255, 255];
        assert_eq!(bytes[..begin.len()], begin);
    }
}
