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
use tsumugi_andor::{Bounds, GameValue, Options, Rules, Search, Status, Table, Turn};
use tsumugi_shogi::{Color, Position};
use tsumugi_tsume::TsumeGame;
use tsumugi_tsume::learned::{Guess, LARGEST, Look, ROWS, SCALE, Scorer, rows};

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
    /// The part of targets that is [`Work`], 0 to 1; then positions are searched on.
    pub share: f32,
    /// Expansions of the search of a position for its work.
    pub work: u64,
    /// What the logarithm of work is multiplied by.
    pub scale: f32,
    /// The largest number, as a power of two: that of what is solved the other way.
    pub most: f32,
    /// A guess is 2 to the power of slope × logarithm + offset.
    pub slope: f32,
    /// See above.
    pub offset: f32,
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
            share: 0.15,
            work: 500,
            scale: 0.75,
            most: 7.0,
            slope: 0.8,
            offset: 0.4,
            threads: 2,
        }
    }
}

/// A position and what should have been guessed.
#[derive(Clone, PartialEq, Debug)]
pub struct Example {
    /// Its rows.
    pub rows: Vec<u16>,
    /// Is the attacker to move?
    pub answered: bool,
    /// The logarithms of pn and dn after some expansions.
    pub numbers: [f32; 2],
    /// What it takes to solve it, if that was asked for.
    pub work: Option<Work>,
}

impl Example {
    /// The logarithms of pn and dn that should have been guessed.
    fn target(&self, plan: &Plan) -> [f32; 2] {
        let Some(work) = self.work else { return self.numbers };
        let work = work.target(plan.scale, plan.most);
        std::array::from_fn(|head| (1.0 - plan.share) * self.numbers[head] + plan.share * work[head])
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
    fn guess(&self, game: &TsumeGame, look: &Look) -> Bounds {
        match &self.0 {
            Some(scorer) => scorer.borrow_mut().bounds(game, look),
            None => game.hand_made(look),
        }
    }
}

/// Keeps positions that are met for the first time.
struct Recorder<'a> {
    guess: ByGuess<'a>,
    plan: &'a Plan,
    seen: RefCell<HashSet<u64>>,
    found: RefCell<Vec<(Position, Example)>>,
}

impl Recorder<'_> {
    fn wants(&self, game: &TsumeGame) -> bool {
        // Keys are random, but their lowest bits choose places in tables.
        let draw = game.key().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
        draw.is_multiple_of(self.plan.every)
            && game.last_move().is_some()
            && self.found.borrow().len() < self.plan.positions
            && self.seen.borrow_mut().insert(draw)
    }
}

impl Guide for Recorder<'_> {
    fn guess(&self, game: &TsumeGame, look: &Look) -> Bounds {
        if self.wants(game) {
            let mut found = vec![];
            rows(game, look, |row| found.push(row as u16));
            let answered = game.turn() == Turn::Or;
            let example = Example { rows: found, answered, numbers: [0.0; 2], work: None };
            self.found.borrow_mut().push((game.position().clone(), example));
        }
        self.guess.guess(game, look)
    }
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
        found: RefCell::default(),
    };
    let game = Guided::new(TsumeGame::new(position.clone(), attacker), &recorder);
    Dfpn::new(game, Options::default(), Arc::new(Table::with_bytes(BYTES))).advance(plan.search);
    let found = recorder.found.into_inner().into_iter();
    let label = |(position, example)| {
        let (numbers, work) = label(&position, attacker, guess, plan);
        Example { numbers, work, ..example }
    };
    found.map(label).collect()
}

/// The logarithms of the numbers a position has after some expansions, and what it takes to solve it.
fn label(
    position: &Position,
    attacker: Color,
    guess: Option<&Guess>,
    plan: &Plan,
) -> ([f32; 2], Option<Work>) {
    let guide = ByGuess::new(guess);
    let game = Guided::new(TsumeGame::new(position.clone(), attacker), &guide);
    let wanted = plan.share > 0.0;
    let bytes = if wanted { LABEL_BYTES.max(WORK_BYTES * plan.work as usize) } else { LABEL_BYTES };
    let mut search = Dfpn::new(game, Options::default(), Arc::new(Table::with_bytes(bytes)));
    let logarithm = |number: u32| (number as f32).log2().min(plan.most);
    let numbers = match (search.advance(plan.label), search.verdict()) {
        (Status::Done, GameValue::Proved(_)) => [0.0, plan.most],
        (Status::Done, _) => [plan.most, 0.0],
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

/// Fits weights to examples.
pub fn learn<'a>(all: impl Iterator<Item = &'a Example>, plan: &Plan) -> (Option<Guess>, Quality) {
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
        whole(&weights, plan)
    });
    (Guess::new(&tables[0], &tables[1]), qualities)
}

/// Weights as whole numbers, with slope and offset. The first row is always there.
fn whole(weights: &Weights, plan: &Plan) -> Vec<[i16; 2]> {
    let number = |row: usize, head: usize| {
        let offset = if row == 0 { plan.offset } else { 0.0 };
        let weight = ((weights[row][head] * plan.slope + offset) * SCALE).round();
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
        let (_, [check, reply]) = learn(lessons.iter(), &Plan::default());
        for (r, _) in check.into_iter().chain(reply) {
            assert!(r > 0.5, "{r}");
        }
    }

    #[test]
    fn solved_positions_are_as_far_apart_as_can_be() {
        let plan = Plan::default();
        let position = Position::from_sfen("4k4/4G4/4P4/9/9/9/9/9/9 w 2r2b3g4s4n4l17p 1").unwrap();
        assert_eq!(label(&position, Color::Black, None, &plan).0, [0.0, plan.most]);
        let taken = Position::from_sfen("4k4/4G4/9/9/9/9/9/9/9 w 2r2b3g4s4n4l18p 1").unwrap();
        assert_eq!(label(&taken, Color::Black, None, &plan).0, [plan.most, 0.0]);
    }
}
