//! Weights for the solver's own guess ([`tsumugi_tsume::learned`]), from its own searches.
//!
//! Problems are searched a little, and positions met for the first time are kept. Each is then searched by itself for
//! some expansions: the numbers it has afterwards are what should have been guessed, or in part what it takes to solve
//! it ([`Work`]). The next round does the same with what was learned. Logarithms are fitted, since numbers grow by
//! factors; a slope below 1 keeps guesses modest.

use crate::features::{Active, Flat};
use crate::fit::{Examples, Fit, least_squares, quality};
use crate::guided::{Guide, Guided};
use crate::model::{HEADS, Weights};
use crate::work::Work;
use std::cell::RefCell;
use std::collections::HashSet;
use std::sync::Arc;
use tsumugi_andor::engines::dfpn::Dfpn;
use tsumugi_andor::{Bounds, GameValue, Hints, Options, Plies, Rules, Search, Status, Table, Turn};
use tsumugi_shogi::random::Random;
use tsumugi_shogi::{Color, Position};
use tsumugi_tsume::TsumeGame;
use tsumugi_tsume::learned::{Guess, LARGEST, Look, ROWS, SCALE, Scorer, Tables, rows};

/// How to learn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plan {
    /// Expansions of the search of a problem.
    pub search: u64,
    /// Positions kept of a problem, at most, and one in how many.
    pub positions: usize,
    /// See above.
    pub every: u64,
    /// Expansions of the search of a position.
    pub label: u64,
    /// Expansions of the search of a position for its work.
    pub work: u64,
    /// What should be guessed where plies are not limited.
    pub unlimited: Target,
    /// The same where they are.
    pub in_time: Target,
    /// Threads of the fit; they do not change the result.
    pub threads: usize,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            search: 3_000,
            positions: 60,
            every: 5,
            label: 20,
            work: 500,
            unlimited: Target { share: 1.0, scale: 1.0, most: 9.0, slope: 0.8, offset: 0.4 },
            in_time: Target { share: 1.0, scale: 1.0, most: 9.0, slope: 0.7, offset: 1.0 },
            threads: 2,
        }
    }
}

impl Plan {
    /// What should be guessed with so many plies left.
    fn target(&self, left: Plies) -> &Target {
        if left.is_unlimited() { &self.unlimited } else { &self.in_time }
    }
}

/// What should be guessed, in logarithms of base 2, and how guesses come of what was learned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Target {
    /// The part of it that is [`Work`], 0 to 1; then positions are searched on.
    pub share: f32,
    /// What the logarithm of work is multiplied by.
    pub scale: f32,
    /// The largest number: that of what is solved the other way.
    pub most: f32,
    /// A guess is 2 to the power of slope × logarithm + offset. Below 1 guesses are modest.
    pub slope: f32,
    /// See above.
    pub offset: f32,
}

/// A position and what should have been guessed.
#[derive(Clone, PartialEq, Debug)]
pub struct Example {
    /// Its rows.
    pub rows: Vec<u16>,
    /// Is the attacker to move?
    pub answered: bool,
    /// Within how many plies the attacker must mate.
    pub left: Plies,
    /// The logarithms of pn and dn after some expansions.
    pub numbers: [f32; 2],
    /// What it takes to solve it, if that was asked for.
    pub work: Option<Work>,
}

impl Example {
    /// The logarithms of pn and dn that should have been guessed.
    fn target(&self, plan: &Plan) -> [f32; 2] {
        let Some(work) = self.work else { return self.numbers };
        let Target { share, scale, most, .. } = *plan.target(self.left);
        let work = work.target(scale, most);
        std::array::from_fn(|head| (1.0 - share) * self.numbers[head] + share * work[head])
    }
}

/// Guesses as learned so far; by hand before anything was.
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

/// Keeps positions that are met for the first time.
struct Recorder<'a> {
    guess: ByGuess<'a>,
    plan: &'a Plan,
    seen: RefCell<HashSet<(u64, Plies)>>,
    /// Without a limit of plies, and with one.
    found: [RefCell<Vec<(Position, Example)>>; 2],
}

impl Recorder<'_> {
    fn found(&self, left: Plies) -> &RefCell<Vec<(Position, Example)>> {
        &self.found[usize::from(!left.is_unlimited())]
    }

    fn wants(&self, game: &TsumeGame, left: Plies) -> bool {
        // Keys are random, but their lowest bits choose places in tables.
        let draw = game.key().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
        draw.is_multiple_of(self.plan.every)
            && game.last_move().is_some()
            && !is_told_at_sight(game, left)
            && self.found(left).borrow().len() < self.plan.positions
            && self.seen.borrow_mut().insert((draw, left))
    }
}

impl Guide for Recorder<'_> {
    fn guess(&self, game: &TsumeGame, look: &Look, left: Plies) -> Bounds {
        if self.wants(game, left) {
            let mut found = vec![];
            rows(game, look, left, |row| found.push(row as u16));
            let answered = game.turn() == Turn::Or;
            let example = Example { rows: found, answered, left, numbers: [0.0; 2], work: None };
            self.found(left).borrow_mut().push((game.position().clone(), example));
        }
        self.guess.guess(game, look, left)
    }
}

/// Does a look tell whether the attacker mates in time, so that no guess is needed?
fn is_told_at_sight(game: &TsumeGame, left: Plies) -> bool {
    left < Plies::ONE || (game.turn() == Turn::Or && left <= game.foresight())
}

/// Memory for the table of a search, and of that of a label.
const BYTES: usize = 8 << 20;
const LABEL_BYTES: usize = 1 << 17;
/// Memory for each expansion of a search for the work.
const WORK_BYTES: usize = 1 << 10;

/// What there is to learn from a problem, with what was learned so far.
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
        found: Default::default(),
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
    let found = recorder.found.into_iter().flat_map(RefCell::into_inner);
    let label = |(position, example): (Position, Example)| {
        let (numbers, work) = label(&position, attacker, example.left, guess, plan);
        Example { numbers, work, ..example }
    };
    found.map(label).collect()
}

/// The length of a shorter mate, if there is room for one that is not seen at once.
fn shorter(plies: Plies) -> Option<Plies> {
    plies.get().checked_sub(2).filter(|&plies| plies >= 5).map(Plies::new)
}

/// How the solver searches within a number of plies.
fn limited() -> Options {
    Options { killers: false, ..Options::default() }
}

/// The logarithms of the numbers a position has after some expansions, and what it takes to solve it.
fn label(
    position: &Position,
    attacker: Color,
    left: Plies,
    guess: Option<&Guess>,
    plan: &Plan,
) -> ([f32; 2], Option<Work>) {
    let guide = ByGuess::new(guess);
    let game = Guided::new(TsumeGame::new(position.clone(), attacker), &guide);
    let Target { share, most, .. } = *plan.target(left);
    let wanted = share > 0.0;
    let bytes = if wanted { LABEL_BYTES.max(WORK_BYTES * plan.work as usize) } else { LABEL_BYTES };
    let options = if left.is_unlimited() { Options::default() } else { limited() };
    let mut search = Dfpn::new(game, options, Arc::new(Table::with_bytes(bytes))).within(left);
    let logarithm = |number: u32| (number as f32).log2().min(most);
    let numbers = match (search.advance(plan.label), search.verdict()) {
        (Status::Done, GameValue::Proved(_)) => [0.0, most],
        (Status::Done, _) => [most, 0.0],
        (Status::Running, _) => {
            let bounds = search.root_bounds();
            [logarithm(bounds.pn()), logarithm(bounds.dn())]
        }
    };
    let work = wanted.then(|| {
        search.advance(plan.work.saturating_sub(plan.label));
        Work::of(search.verdict(), search.stats().expansions, search.root_bounds())
    });
    (numbers, work)
}

/// How well targets are foreseen, after a check and after a reply: correlation and mean square error of pn and dn.
pub type Quality = [[(f64, f64); 2]; 2];

/// Fits weights to examples; and how well they foresee without a limit of plies, and with one.
pub fn learn<'a>(
    all: impl Iterator<Item = &'a Example> + Clone,
    plan: &Plan,
) -> (Option<Guess>, [Quality; 2]) {
    let of = |unlimited| all.clone().filter(move |example| example.left.is_unlimited() == unlimited);
    let (unlimited, first) = tables(of(true), &plan.unlimited, plan);
    let (in_time, second) = tables(of(false), &plan.in_time, plan);
    let guess = unlimited.zip(in_time).map(|(unlimited, in_time)| Guess { unlimited, in_time });
    (guess, [first, second])
}

fn tables<'a>(
    all: impl Iterator<Item = &'a Example>,
    target: &Target,
    plan: &Plan,
) -> (Option<Tables>, Quality) {
    let mut examples = [Examples::default(), Examples::default()];
    for example in all {
        let active: Vec<Active> = example.rows.iter().map(|&row| (row, 1.0)).collect();
        let mut targets = [0.0; HEADS];
        targets[..2].copy_from_slice(&example.target(plan));
        examples[usize::from(example.answered)].push(&active, targets);
    }
    let fit = Fit { steps: 60, ridge: 10.0, least: 5, threads: plan.threads };
    let mut qualities = [[(0.0, 0.0); 2]; 2];
    let tables = [0, 1].map(|table| {
        let space = Flat(ROWS[table]);
        let weights = least_squares(space, &examples[table], fit, &mut |_| ());
        let quality = quality(space, &examples[table], &weights);
        qualities[table] = [quality[0], quality[1]];
        whole(&weights, target)
    });
    (Tables::new(&tables[0], &tables[1]), qualities)
}

/// Weights as whole numbers, with slope and offset. The first row is always there.
fn whole(weights: &Weights, &Target { slope, offset, .. }: &Target) -> Vec<[i16; 2]> {
    let number = |row: usize, head: usize| {
        let offset = if row == 0 { offset } else { 0.0 };
        let weight = ((weights[row][head] * slope + offset) * SCALE).round();
        (weight as i16).clamp(-LARGEST, LARGEST)
    };
    (0..weights.len()).map(|row| [number(row, 0), number(row, 1)]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tsumugi_shogi::random::{Style, position_of};

    /// What there is to learn from a few random boards.
    fn lessons(guess: Option<&Guess>) -> Vec<Example> {
        let plan = Plan { search: 200, positions: 40, every: 1, work: 60, ..Plan::default() };
        let boards = (0..40).map(|seed| position_of(Style::Tsume, seed));
        let of = |position: Position| {
            let attacker = tsumugi_tsume::attacker_of(&position);
            examples(&position, attacker, guess, &plan)
        };
        boards.flat_map(of).collect()
    }

    #[test]
    fn what_is_learned_twice_is_the_same_to_the_bit() {
        let plan = Plan::default();
        let learned = |threads| {
            let plan = Plan { threads, ..plan };
            let (first, _) = learn(lessons(None).iter(), &plan);
            learn(lessons(first.as_ref()).iter(), &plan).0.unwrap().to_bytes()
        };
        assert_eq!(learned(1), learned(2));
    }

    #[test]
    fn numbers_are_foreseen_better_than_by_chance() {
        let lessons = lessons(None);
        assert!(lessons.len() > 300, "{}", lessons.len());
        let (_, qualities) = learn(lessons.iter(), &Plan::default());
        for (r, _) in qualities.into_iter().flatten().flatten() {
            assert!(r > 0.5, "{qualities:?}");
        }
    }

    #[test]
    fn solved_positions_are_as_far_apart_as_can_be() {
        let plan = Plan::default();
        let position = Position::from_sfen("4k4/4G4/4P4/9/9/9/9/9/9 w 2r2b3g4s4n4l17p 1").unwrap();
        assert_eq!(
            label(&position, Color::Black, Plies::UNLIMITED, None, &plan).0,
            [0.0, plan.unlimited.most]
        );
        let taken = Position::from_sfen("4k4/4G4/9/9/9/9/9/9/9 w 2r2b3g4s4n4l18p 1").unwrap();
        assert_eq!(
            label(&taken, Color::Black, Plies::UNLIMITED, None, &plan).0,
            [plan.unlimited.most, 0.0]
        );
    }
}
