//! What a composer asks: is the solution the only one?
//!
//! A [`Check`] holds a problem and its main line. Every other check along the line is an [`Alternative`] that is
//! [judged](Check::judge) by itself: no mate, proved; a mate, and then of which class ([`Class`]); or open, because a
//! limit was reached. Every other defence is a [`Variation`](Check::judge_variation): does it hold out longer than
//! the main line, or as long? Alternatives can be judged in any order and by several solvers that share a table
//! ([`Solver::sharing`]).

mod join;
pub(crate) mod variation;

pub use variation::{Defence, JudgedDefence, best_line, line_to_examine};

use crate::avoid::{Avoiding, Forbidden};
use crate::game::TsumeGame;
use crate::mainline::Count;
use crate::problem::Problem;
use crate::solve::{Solver, StopReason, Verdict, over_already, search};
use tsumugi_andor::engines::dfpn::Dfpn;
use tsumugi_andor::{self as andor, Limits, Observer, Stats, drive};
use tsumugi_shogi::{Hand, Kind, Move, MoveList, Position, Square};

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
    /// The moves of the main line in another order (手順前後): it joins the main line again after so many of its
    /// moves, having taken no more and no fewer.
    Transposition(usize),
    /// A longer way (迂回手順) to the position after so many moves of the main line, perhaps with a piece less in
    /// hand.
    Detour(usize),
    /// The same far-reaching piece from another distance on the same line, with a mate as long (以遠打).
    Distance,
    /// The same move with or without promotion, with a mate as long (成不成非限定).
    Promotion,
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
pub struct Judged {
    /// The judgement.
    pub judgement: Judgement,
    /// What it took.
    pub stats: Stats,
}

/// Why a line is not the solution of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BadLine {
    /// The move after so many others is not legal, or not a check.
    Illegal(usize),
    /// It does not end in mate.
    NoMate,
}

/// A problem with its main line, to be examined.
#[derive(Clone, Debug)]
pub struct Check {
    /// The positions of the line, the diagram first, the mate last.
    positions: Vec<Problem>,
    line: Vec<Move>,
    forbidden: Forbidden,
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
        let over = last.position().turn() != last.attacker()
            && last.position().in_check()
            && work.within(last, 0) == Some(Some(0));
        if over { Ok(check) } else { Err(BadLine::NoMate) }
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
        let game = TsumeGame::new(problem.position().clone(), problem.attacker());
        let forbidden = Forbidden::line(game, &line);
        Ok(Check { positions, line, forbidden, count })
    }

    /// What is counted in lengths.
    pub fn count(&self) -> Count {
        self.count
    }

    /// The main line.
    pub fn line(&self) -> &[Move] {
        &self.line
    }

    /// The position after so many moves of the main line.
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

    /// Does a check beside the main line mate too, and what does that mean? Writes the certificate of the answer
    /// into `sink`, as [`Solver::solve_into`] does, if the solver is set to prove.
    pub fn judge(
        &self,
        alternative: Alternative,
        solver: &mut Solver,
        limits: &Limits,
        observer: &mut (dyn Observer + Send),
        sink: &mut dyn FnMut(&str),
    ) -> Judged {
        let after = self.positions[alternative.after].after(alternative.m);
        let answer = solver.solve_into(&after, limits, observer, sink);
        let mut work = Work::new(solver, limits, observer, self.count);
        work.stats = answer.stats;
        let judgement = match answer.verdict {
            Verdict::NoMate => {
                Judgement::NoMate { proved: answer.claims.is_some(), refutation: answer.best }
            }
            Verdict::Unknown(reason) => Judgement::Open(reason),
            Verdict::Mate(plies) => {
                let mut dual = self.dual(alternative, &after, plies, answer.line, &mut work);
                dual.proved = answer.claims.is_some();
                Judgement::Mate(dual)
            }
        };
        Judged { judgement, stats: work.stats }
    }

    fn dual(
        &self,
        alternative: Alternative,
        after: &Problem,
        plies: u32,
        line: Vec<Move>,
        work: &mut Work<'_>,
    ) -> Dual {
        let than = self.compare(alternative, after, work);
        let (plies, line) = variation::short_line(after, work).unwrap_or((plies, line));
        let line = [vec![alternative.m], line].concat();
        let mut dual = Dual { class: Class::Cook(than), line, plies: plies + 1, proved: false };
        if alternative.after + 1 == self.line.len() {
            dual.class = Class::LastMove;
        } else if let Some(class) = self.same_but(alternative).filter(|_| than == Than::Equal) {
            dual.class = class;
        } else {
            self.seek_joining(alternative, after, &mut dual, work);
        }
        dual
    }

    /// How the mate after an alternative compares with the one after the move of the main line.
    fn compare(&self, alternative: Alternative, after: &Problem, work: &mut Work<'_>) -> Than {
        let Some(main) = work.length(&self.positions[alternative.after + 1]) else {
            return Than::Unknown;
        };
        let sooner = main.checked_sub(2).map_or(Some(None), |plies| work.within(after, plies));
        match (sooner, work.within(after, main)) {
            (Some(Some(_)), _) => Than::Shorter,
            (Some(None), Some(Some(_))) => Than::Equal,
            (_, Some(None)) => Than::Longer,
            _ => Than::Unknown,
        }
    }

    /// The class of a move that differs from the main line's in its promotion or its distance only.
    fn same_but(&self, alternative: Alternative) -> Option<Class> {
        let position = self.positions[alternative.after].position();
        let (m, main) = (alternative.m, self.line[alternative.after]);
        if m.from() != main.from() || m.dropped() != main.dropped() {
            return None;
        }
        if m.to() == main.to() {
            return Some(Class::Promotion);
        }
        let kind = kind_after(position, m)?;
        let king = position.king(!position.turn())?;
        let far = matches!(kind, Kind::Lance | Kind::Bishop | Kind::Rook | Kind::Horse | Kind::Dragon);
        let same = m.is_promotion() == main.is_promotion()
            && ray(king, m.to()).is_some_and(|ray_to| ray(king, main.to()) == Some(ray_to));
        (far && same).then_some(Class::Distance)
    }

    /// Does the mate work without passing through the main line? If not, where does it join it?
    fn seek_joining(
        &self,
        alternative: Alternative,
        after: &Problem,
        dual: &mut Dual,
        work: &mut Work<'_>,
    ) {
        match work.solve_avoiding(after, &self.forbidden) {
            andor::Verdict::Proved(_) => {}
            andor::Verdict::Unknown(reason) => dual.class = Class::Unclear(reason),
            andor::Verdict::Disproved => match join::find(self, alternative, after, work) {
                Ok(joined) => {
                    let taken = alternative.after + joined.line.len();
                    dual.class = match taken.cmp(&joined.at) {
                        std::cmp::Ordering::Less => Class::Cook(Than::Shorter),
                        std::cmp::Ordering::Equal => Class::Transposition(joined.at),
                        std::cmp::Ordering::Greater => Class::Detour(joined.at),
                    };
                    dual.line = joined.line;
                }
                Err(reason) => dual.class = Class::Unclear(reason),
            },
        }
    }

    /// How many moves of the main line lead to a position, if it is one of its positions: with the same pieces in
    /// the attacker's hand, or else with more.
    fn place_of(&self, problem: &Problem) -> Option<usize> {
        let place = |problem: &Problem| (problem.position().wide_key(), problem.position().turn());
        let hand = |problem: &Problem| problem.position().hand(problem.attacker());
        let here = place(problem);
        let same = |&(_, other): &(usize, &Problem)| place(other) == here;
        let mut found = self.positions.iter().enumerate().filter(same);
        let exact = found.clone().find(|(_, other)| hand(other) == hand(problem));
        let place = exact.or_else(|| found.find(|(_, other)| hand(other).covers(hand(problem))));
        place.map(|(at, _)| at)
    }
}

/// A solver at work within limits that hold for all it does.
struct Work<'a> {
    solver: &'a mut Solver,
    limits: &'a Limits,
    observer: &'a mut (dyn Observer + Send),
    count: Count,
    stats: Stats,
}

impl<'a> Work<'a> {
    fn new(
        solver: &'a mut Solver,
        limits: &'a Limits,
        observer: &'a mut (dyn Observer + Send),
        count: Count,
    ) -> Work<'a> {
        Work { solver, limits, observer, count, stats: Stats::default() }
    }

    fn left(&self) -> Limits {
        let left = self.limits.expansions.saturating_sub(self.stats.expansions);
        Limits { expansions: left, ..self.limits.clone() }
    }

    /// The length of a mate; `None` if it cannot be settled.
    fn length(&mut self, problem: &Problem) -> Option<u32> {
        let strict = self.solver.length(problem, &self.left(), self.observer);
        self.stats = self.stats.plus(&strict.stats);
        if self.count == Count::Strict {
            return strict.exact();
        }
        let length = self.solver.conventional_length(problem, &strict, &self.left(), self.observer);
        self.stats = self.stats.plus(&length.stats);
        length.exact()
    }

    /// Within how many plies there is a mate, if there is one within so many; `None` if that cannot be settled.
    fn within(&mut self, problem: &Problem, plies: u32) -> Option<Option<u32>> {
        let limits = self.left();
        let (verdict, stats) = match self.count {
            Count::Strict => self.solver.within(problem, plies, &limits, self.observer),
            Count::Conventional => self.counted_within(problem, plies, &limits),
        };
        self.stats = self.stats.plus(&stats);
        match verdict {
            Verdict::Mate(plies) => Some(Some(plies)),
            Verdict::NoMate => Some(None),
            Verdict::Unknown(_) => None,
        }
    }

    fn counted_within(&mut self, problem: &Problem, plies: u32, limits: &Limits) -> (Verdict, Stats) {
        let game = TsumeGame::new(problem.position().clone(), problem.attacker());
        if let Some(verdict) = over_already(&game) {
            return (verdict, Stats::default());
        }
        let (options, table) = (self.solver.limited(), self.solver.table());
        let game = self.solver.counted(game);
        let outcome = drive(&mut Dfpn::new(game, options, table).within(plies), limits, self.observer);
        (outcome.verdict.into(), outcome.stats)
    }

    fn solve(&mut self, problem: &Problem) -> Verdict {
        let limits = self.left();
        let game = TsumeGame::new(problem.position().clone(), problem.attacker());
        self.search(&game, &limits).into()
    }

    fn solve_avoiding(&mut self, problem: &Problem, forbidden: &Forbidden) -> andor::Verdict {
        let limits = self.left();
        let game = TsumeGame::new(problem.position().clone(), problem.attacker());
        self.search(&Avoiding::new(game, forbidden.clone()), &limits)
    }

    fn search<G>(&mut self, game: &G, limits: &Limits) -> andor::Verdict
    where
        G: andor::Game<Resource = crate::AttackerHand> + Clone + Send,
        G::Move: Send,
    {
        let table = self.solver.table();
        let outcome = search(game, self.solver.settings(), &table, limits, self.observer);
        self.stats = self.stats.plus(&outcome.stats);
        outcome.verdict
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

/// What a move puts on its square.
fn kind_after(position: &Position, m: Move) -> Option<Kind> {
    match (m.from(), m.dropped()) {
        (_, Some(kind)) => Some(kind.kind()),
        (Some(from), None) => {
            let kind = position.piece(from)?.kind;
            if m.is_promotion() { kind.promoted() } else { Some(kind) }
        }
        (None, None) => None,
    }
}

/// The direction from one square to another on the same line.
fn ray(from: Square, to: Square) -> Option<(i8, i8)> {
    let across = to.file() as i8 - from.file() as i8;
    let down = to.rank() as i8 - from.rank() as i8;
    let straight = across == 0 || down == 0 || across.abs() == down.abs();
    straight.then_some((across.signum(), down.signum()))
}
