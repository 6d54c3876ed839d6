//! What a composer asks: is the solution the only one?
//!
//! A [`Check`] holds a problem and its main line. Every other check along the line is an [`Alternative`] that is
//! [judged](Check::judge) by itself: no mate, proved; a mate, and then of which class ([`Class`]); or open, because a
//! limit was reached. Every other defence is a [`Variation`](Check::judge_variation): does it hold out longer than
//! the main line, or as long? Alternatives can be judged in any order and by several solvers that share a table
//! ([`Solver::sharing`]). What is known about all of them says how long the mate takes ([`Check::bounds`]), whether or
//! not that was known before.

mod alternatives;
mod bounds;
mod choice;
mod join;
mod landmarks;
mod recorded;
pub(crate) mod variation;
mod work;

pub use bounds::{Known, LengthBounds};
pub use recorded::Recorded;
pub use variation::{Defence, JudgedDefence, best_line, line_to_examine};

use crate::mainline::Count;
use crate::problem::Problem;
use crate::solve::{Solver, StopReason};
use landmarks::Landmarks;
use std::fmt;
use std::sync::OnceLock;
use tsumugi_andor::{Limits, Stats};
use tsumugi_shogi::{Hand, Move, MoveList};
use work::Work;

/// A move beside the main line.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Alternative {
    /// How many moves of the main line were played before it.
    pub after: usize,
    /// The move.
    pub m: Move,
}

/// How a length compares with the main line's.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Than {
    /// It is shorter (早詰).
    Shorter,
    /// It takes as long.
    Equal,
    /// It takes longer.
    Longer,
    /// That is not known.
    Unknown,
}

/// What kind of second solution a mate beside the main line is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// A second solution (余詰).
    Cook(Than),
    /// Another mate at the last move (最終手余詰).
    LastMove,
    /// The moves of the main line in another order (手順前後): it joins the main line again after this many of its
    /// moves, having taken no more and no fewer.
    Transposition(usize),
    /// A longer way (迂回手順) to the position after this many moves of the main line, perhaps with a piece less in
    /// hand.
    Detour(usize),
    /// A piece is given away on the way (捨駒): what comes about is the position after this many moves of the main line with
    /// fewer of the attacker's pieces on the board, and the rest of the main line mates there too.
    GivenAway(usize),
    /// The mirror image (左右対称) of the main line, from a position that is its own mirror image; up to the image of the
    /// position after this many moves.
    Mirror(usize),
    /// The same far-reaching piece from another distance on the same line, with a mate as long (以遠打).
    Distance,
    /// The same move with or without promotion, with a mate as long (成不成非限定).
    Promotion,
    /// The same move without promotion, with a longer mate (不成長手数).
    Unpromoted,
    /// It mates, but whether it is a second solution or leads back into the main line is not known.
    Unclear(StopReason),
}

impl Class {
    /// Does it spoil a problem? The others are blemishes that composers put up with.
    pub fn is_cook(self) -> bool {
        matches!(self, Class::Cook(_))
    }
}

/// A mate beside the main line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Dual {
    /// Its class.
    pub class: Class,
    /// The alternative and what follows, to the mate; for what joins the main line again, up to there.
    pub line: Vec<Move>,
    /// Plies within which the alternative mates, itself included, counted as the check counts.
    pub plies: u32,
    /// There is no mate by the alternative within fewer plies than this, as far as that was asked.
    pub at_least: u32,
    /// Was the mate proved, claim by claim?
    pub proved: bool,
}

/// What was found out about an alternative.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Judgement {
    /// It does not mate.
    NoMate {
        /// Was that proved, claim by claim?
        proved: bool,
        /// A reply that refutes it.
        refutation: Option<Move>,
    },
    /// It mates.
    Mate(Dual),
    /// Not known.
    Open(StopReason),
}

/// A judgement and what it took.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Judged {
    /// The judgement.
    pub judgement: Judgement,
    /// What it took.
    pub stats: Stats,
}

/// Why a line is not the solution of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadLine {
    /// The move after this many others is not legal, or not a check.
    Illegal(usize),
    /// It does not end in mate.
    NoMate,
}

impl fmt::Display for BadLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BadLine::Illegal(ply) => write!(f, "move {} is not legal, or no check", ply + 1),
            BadLine::NoMate => f.write_str("the line does not end in mate"),
        }
    }
}

impl std::error::Error for BadLine {}

/// A problem with its main line, to be examined.
#[derive(Clone, Debug)]
pub struct Check {
    /// The positions of the line, the diagram first, the mate last.
    positions: Vec<Problem>,
    line: Vec<Move>,
    /// Plies from each position on, if everybody plays as well as is known: the line's own, or more where a defence was
    /// found to hold out longer.
    longest: Vec<u32>,
    /// Found when first needed.
    landmarks: OnceLock<Landmarks>,
    count: Count,
}

impl Check {
    /// Prepares to examine a line of checks and replies that ends in mate. Every ply counts.
    ///
    /// # Errors
    /// If it is no such line.
    pub fn new(problem: &Problem, line: Vec<Move>) -> Result<Check, BadLine> {
        let check = Check::of_moves(problem, line, Count::Strict)?;
        let last = &check.positions[check.line.len()];
        let over = last.position().turn() != last.attacker() && last.position().is_mate();
        if over { Ok(check) } else { Err(BadLine::NoMate) }
    }

    /// The same with futile interpositions (無駄合) not counted: the line may also end where they are all that is left,
    /// and they are no defences.
    ///
    /// # Errors
    /// If it is no such line, or that cannot be settled within the limits.
    pub fn conventional(
        problem: &Problem,
        line: Vec<Move>,
        solver: &mut Solver,
        limits: &Limits,
    ) -> Result<Check, BadLine> {
        let check = Check::of_moves(problem, line, Count::Conventional)?;
        let last = &check.positions[check.line.len()];
        let mut nobody = ();
        let mut work = Work::new(solver, limits, &mut nobody, Count::Conventional);
        if work.is_over(last) { Ok(check) } else { Err(BadLine::NoMate) }
    }

    fn of_moves(problem: &Problem, line: Vec<Move>, count: Count) -> Result<Check, BadLine> {
        let mut positions = vec![problem.clone()];
        for (i, &m) in line.iter().enumerate() {
            let here = &positions[i];
            if !moves_of(here).contains(&m) {
                return Err(BadLine::Illegal(i));
            }
            let next = here.after(m);
            positions.push(next);
        }
        let longest = (0..positions.len() as u32).rev().collect();
        Ok(Check { positions, line, longest, landmarks: OnceLock::new(), count })
    }

    /// What is counted in lengths.
    pub fn count(&self) -> Count {
        self.count
    }

    /// The main line.
    pub fn line(&self) -> &[Move] {
        &self.line
    }

    /// The position after this many moves of the main line.
    ///
    /// # Panics
    /// If the line has fewer.
    pub fn at(&self, moves: usize) -> &Problem {
        &self.positions[moves]
    }

    /// What the attacker has left when the main line ends (駒余り).
    pub fn leftover(&self) -> Hand {
        let end = &self.positions[self.line.len()];
        end.position().hand(end.attacker())
    }

    /// All checks beside the main line, the last position's first: late ones are settled soonest, and what is
    /// learned there helps with the others.
    pub fn alternatives(&self) -> Vec<Alternative> {
        self.beside(true)
    }

    /// All defences beside the main line, in the same order.
    pub fn variations(&self) -> Vec<Alternative> {
        self.beside(false)
    }

    /// The line's own interpositions: whether they are futile (無駄合) is a question for
    /// [`judge_variation`](Check::judge_variation) too.
    pub fn own_interpositions(&self) -> Vec<Alternative> {
        let moves = self.line.iter().enumerate().map(|(after, &m)| Alternative { after, m });
        let of_defender = |one: &Alternative| {
            let here = &self.positions[one.after];
            self.count == Count::Conventional
                && here.position().turn() != here.attacker()
                && variation::interposes(here, one.m)
        };
        moves.filter(of_defender).collect()
    }

    /// Might a defence be an interposition? Whether it is futile depends on how long the others hold out.
    pub fn may_interpose(&self, defence: Alternative) -> bool {
        self.count == Count::Conventional && variation::interposes(self.at(defence.after), defence.m)
    }

    fn landmarks(&self) -> &Landmarks {
        self.landmarks.get_or_init(|| Landmarks::new(&self.positions, &self.line))
    }

    fn beside(&self, attacking: bool) -> Vec<Alternative> {
        let mut out = Vec::new();
        for (after, &played) in self.line.iter().enumerate().rev() {
            let here = &self.positions[after];
            if (here.position().turn() == here.attacker()) == attacking {
                let others = moves_of(here).into_iter().filter(|&m| m != played);
                out.extend(others.map(|m| Alternative { after, m }));
            }
        }
        out
    }
}

/// The attacker's checks or the defender's legal moves.
pub(crate) fn moves_of(problem: &Problem) -> Vec<Move> {
    let (position, mut moves) = (problem.position(), MoveList::new());
    if position.turn() == problem.attacker() {
        position.checks(&mut moves);
    } else {
        position.legal_moves(&mut moves);
    }
    moves.to_vec()
}
