//! The positions that belong to a main line: a mate that needs one of them is no second solution.
//!
//! They are the line's own positions; those with pieces given away, from which the rest of the line still mates; and,
//! from a position on that is its own mirror image, the mirror images of both sides' play.

use super::{Alternative, moves_of};
use crate::avoid::Forbidden;
use crate::game::TsumeGame;
use crate::problem::Problem;
use std::collections::HashSet;
use tsumugi_shogi::{Cell, FaultName, Move, Position, Setup, Square, Waivers};

/// How a position belongs to the line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Relation {
    /// It is one of its positions.
    Own,
    /// The same but for pieces of the attacker that were given away.
    GivenAway,
    /// Its mirror image.
    Mirrored,
}

/// A position that belongs to the line.
#[derive(Clone, Debug)]
pub(super) struct Landmark {
    problem: Problem,
    /// How many moves of the line lead to the position it stands for.
    pub(super) at: usize,
    pub(super) relation: Relation,
}

/// All of them.
#[derive(Clone, Debug)]
pub(super) struct Landmarks {
    all: Vec<Landmark>,
    /// Those the attacker must keep out of to find a second solution.
    pub(super) forbidden: Forbidden,
}

/// With more pieces on the board only one of them may have been given away, not two: the pairs of hundreds of positions
/// would take seconds.
const MANY: usize = 12;

impl Landmarks {
    pub(super) fn new(positions: &[Problem], line: &[Move]) -> Landmarks {
        let own = positions.iter().enumerate().map(|(at, problem)| Landmark {
            problem: problem.clone(),
            at,
            relation: Relation::Own,
        });
        let mut all: Vec<Landmark> = own.collect();
        all.extend(mirrored(positions));
        all.extend(poorer(positions, line));
        let last = line.len();
        let attacking = |mark: &&Landmark| {
            mark.problem.position().turn() == mark.problem.attacker() || mark.at == last
        };
        let games = all
            .iter()
            .filter(attacking)
            .map(|mark| TsumeGame::new(mark.problem.position().clone(), mark.problem.attacker()));
        let forbidden = Forbidden::new(games);
        Landmarks { all, forbidden }
    }

    /// What a position is to the line: with the same pieces in the attacker's hand, or else with fewer.
    pub(super) fn find(&self, problem: &Problem) -> Option<&Landmark> {
        let place = |problem: &Problem| (problem.position().wide_key(), problem.position().turn());
        let hand = |problem: &Problem| problem.position().hand(problem.attacker());
        let here = place(problem);
        let mut found = self.all.iter().filter(|mark| place(&mark.problem) == here);
        let exact = found.clone().find(|mark| hand(&mark.problem) == hand(problem));
        exact.or_else(|| found.find(|mark| hand(&mark.problem).covers(hand(problem))))
    }
}

/// Is a position its own mirror image?
pub(super) fn is_symmetric(problem: &Problem) -> bool {
    let setup = problem.position().to_setup();
    setup.mirrored() == setup
}

/// Is a move the mirror image of the line's, in a position that is its own mirror image?
pub(super) fn mirrors(here: &Problem, alternative: Alternative, main: Move) -> bool {
    alternative.m == main.mirrored() && alternative.m != main && is_symmetric(here)
}

/// The mirror images of the positions after the first one that is its own.
fn mirrored(positions: &[Problem]) -> Vec<Landmark> {
    let from = positions.iter().position(is_symmetric).unwrap_or(positions.len());
    let image = |(at, problem): (usize, &Problem)| {
        let image = diagram(problem, &problem.position().to_setup().mirrored())?;
        Some(Landmark { problem: image, at, relation: Relation::Mirrored })
    };
    let later = positions.iter().enumerate().skip(from).filter(|(_, problem)| !is_symmetric(problem));
    later.filter_map(image).collect()
}

/// The positions in which the attacker is to move, with pieces of its own fewer, from which the rest of the line can be
/// played all the same, to the same end.
fn poorer(positions: &[Problem], line: &[Move]) -> Vec<Landmark> {
    let mut found = Vec::new();
    // What can be done without two plies later.
    let mut later: HashSet<Vec<Square>> = HashSet::new();
    let attacking = |at: &usize| positions[*at].position().turn() == positions[*at].attacker();
    for at in (0..line.len()).rev().filter(attacking) {
        let without = |gone: &[Square]| {
            let poorer = without(&positions[at], gone)?;
            goes_on(&poorer, gone, at, positions, line, &later).then_some(poorer)
        };
        let mut here = HashSet::new();
        for gone in given_away(&pieces(&positions[at])) {
            if let Some(problem) = without(&gone) {
                found.push(Landmark { problem, at, relation: Relation::GivenAway });
                here.insert(gone);
            }
        }
        later = here;
    }
    found
}

/// One or two of these pieces.
fn given_away(pieces: &[Square]) -> Vec<Vec<Square>> {
    let mut sets: Vec<Vec<Square>> = pieces.iter().map(|&s| vec![s]).collect();
    if pieces.len() <= MANY {
        for (i, &first) in pieces.iter().enumerate() {
            sets.extend(pieces[i + 1..].iter().map(|&second| vec![first, second]));
        }
    }
    sets
}

/// The attacker's pieces but for its king, in the order of the board.
fn pieces(problem: &Problem) -> Vec<Square> {
    let own = problem.position().pieces(problem.attacker());
    let king = problem.position().king(problem.attacker());
    Square::all().filter(|&s| own.has(s) && Some(s) != king).collect()
}

/// Can the line be played on from here with these pieces gone, as far as the position two plies later, or the end?
fn goes_on(
    poorer: &Problem,
    gone: &[Square],
    at: usize,
    positions: &[Problem],
    line: &[Move],
    later: &HashSet<Vec<Square>>,
) -> bool {
    let m = line[at];
    if m.from().is_some_and(|from| gone.contains(&from)) || !moves_of(poorer).contains(&m) {
        return false;
    }
    let after = poorer.after(m);
    let replies = moves_of(&after);
    let Some(reply) = line.get(at + 1) else {
        let end = moves_of(&positions[at + 1]);
        return replies.iter().all(|reply| end.contains(reply));
    };
    // What the defender takes there was given away before.
    let still: Vec<Square> = gone.iter().copied().filter(|&s| s != reply.to()).collect();
    replies.contains(reply) && (still.is_empty() || later.contains(&still))
}

/// The problem with some of the attacker's pieces in the defender's hand.
fn without(problem: &Problem, gone: &[Square]) -> Option<Problem> {
    let mut setup = problem.position().to_setup();
    for &square in gone {
        let kind = setup.piece(square)?.kind;
        let hand = &mut setup.hands[problem.defender().index()];
        hand[kind.in_hand()?.index()] += 1;
        setup.set(square, Cell::Empty);
    }
    diagram(problem, &setup)
}

/// A diagram of the same problem, whatever rules the problem breaks; none in which a king could be taken.
fn diagram(problem: &Problem, setup: &Setup) -> Option<Problem> {
    let all = FaultName::ALL.into_iter().filter(|name| name.can_be_waived());
    let waivers = all.fold(Waivers::TSUME, Waivers::and);
    let position = Position::new(setup, waivers).ok()?;
    Some(Problem::new(position).attacked_by(problem.attacker()))
}
